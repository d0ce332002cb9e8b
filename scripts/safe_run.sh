#!/bin/sh
# A command with a time limit: the same as `jimbot safe-run`.
#   scripts/safe_run.sh --timeout-sec 1200 -- COMMAND ...
root=$(cd "$(dirname "$0")/.." && pwd)
python="$root/.venv/bin/python"
[ -x "$python" ] || python=python3
exec "$python" -m jimbot safe-run "$@"
