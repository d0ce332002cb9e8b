"""Suggestions beside a game: the same as `jimbot assist`."""

import sys

from jimbot.apps.cli.app import main

if __name__ == "__main__":
    main(["assist", *sys.argv[1:]])
