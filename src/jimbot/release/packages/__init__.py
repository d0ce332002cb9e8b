"""Deploy packages: a model with all it needs to play and what it was measured at, checked file by file."""
