#!/bin/sh
# Brings this checkout up to date with its remote branch; --push also pushes.
root=$(cd "$(dirname "$0")/.." && pwd)
exec python3 "$root/tools/git_sync.py" "$@"
