#!/bin/sh
# A virtual environment for the trainers: the same as trainer/scripts/setup_trainer_env.py.
exec "${PYTHON:-python3}" "$(dirname "$0")/setup_trainer_env.py" "$@"
