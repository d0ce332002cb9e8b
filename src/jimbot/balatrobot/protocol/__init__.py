"""The protocol itself: names, calls, gamestates written and read."""
