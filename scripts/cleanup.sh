#!/bin/sh
# Removes caches and build output; environments, runs and docs/artifacts stay. --yes does it, else it is listed.
root=$(cd "$(dirname "$0")/.." && pwd)
exec python3 "$root/tools/cleanup.py" "$@"
