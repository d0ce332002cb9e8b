#!/bin/sh
# The regression gates: each switch runs `jimbot gate` with the options of the same name.
#   scripts/run_regressions.sh --run-p18 --run-p19 --skip-milestone-1000
root=$(cd "$(dirname "$0")/.." && pwd)
python="$root/.venv/bin/python"
[ -x "$python" ] || python=python3
cd "$root" || exit 2
exec "$python" -m jimbot.release.gates "$@"
