#!/bin/sh
# rollout -> train_bc (1 epoch) -> eval --offline -> infer_assistant --once: the same as trainer/scripts/smoke_e2e.py.
#   trainer/scripts/smoke_e2e.sh --base-urls "http://127.0.0.1:12346"
root=$(cd "$(dirname "$0")/../.." && pwd)
python="$root/.venv/bin/python"
[ -x "$python" ] || python=python3
cd "$root" || exit 1
exec "$python" trainer/scripts/smoke_e2e.py "$@"
