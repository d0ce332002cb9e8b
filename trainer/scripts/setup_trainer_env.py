"""Makes a virtual environment with all that the trainers need. It runs with any Python 3.11 or later.

python trainer/scripts/setup_trainer_env.py [--venv .venv]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OLDEST, NEWEST_TRIED = (3, 11), (3, 13)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--venv", "-Venv", default=".venv", help="folder of the environment (default: .venv)")
    parser.add_argument("--dry-run", "-DryRun", action="store_true", help="only print the commands")
    given = parser.parse_args()
    if sys.version_info[:2] < OLDEST:
        print(f"Python {sys.version.split()[0]} is too old: 3.12 or 3.13 is recommended", file=sys.stderr)
        return 2
    if sys.version_info.releaselevel != "final" or sys.version_info[:2] > NEWEST_TRIED:
        print(f"Python {sys.version.split()[0]} is untried: 3.12 or 3.13 is recommended", file=sys.stderr)
    venv = ROOT / given.venv
    python = venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    commands = [
        [str(python), "-m", "pip", "install", "-r", "trainer/requirements.txt"],
        [
            str(python),
            "-c",
            "import jimbot, torch; print('jimbot', jimbot.__version__, 'torch', torch.__version__)",
        ],
    ]
    if not python.exists():
        commands.insert(0, [sys.executable, "-m", "venv", str(venv)])
    for command in commands:
        print("+", " ".join(command), flush=True)
        if not given.dry_run and (code := subprocess.run(command, cwd=ROOT, check=False).returncode):
            print(f"this command failed with exit code {code}: {' '.join(command)}", file=sys.stderr)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
