"""Throughput and latency of balatrobot servers: the same as `jimbot bench balatrobot`."""

import sys

from jimbot.apps.cli.app import main

if __name__ == "__main__":
    main(["bench", "balatrobot", *sys.argv[1:]])
