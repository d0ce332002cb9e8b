"""Throughput with several numbers of balatrobot servers: the same as `jimbot bench sweep`."""

import sys

from jimbot.apps.cli.app import main

if __name__ == "__main__":
    main(["bench", "sweep", *sys.argv[1:]])
