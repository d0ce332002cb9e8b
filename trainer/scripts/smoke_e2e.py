"""rollout -> train_bc (1 epoch) -> eval --offline -> infer_assistant --once, in a folder of their own.

    python trainer/scripts/smoke_e2e.py [--base-urls http://127.0.0.1:12346] [--episodes 4]

Without --base-urls it starts a `jimbot serve` for itself.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from jimbot.live.games.own_servers import own_servers

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--base-urls", "-BaseUrls", help="games to play on, separated by commas")
    parser.add_argument("--episodes", "-Episodes", default="4", help="games to record (default: 4)")
    parser.add_argument("--out-dir", "-OutDir", help="where data and model go (default: a temporary folder)")
    given = parser.parse_args()
    with ExitStack() as stack:
        if given.base_urls:
            urls = given.base_urls
        else:
            urls = ",".join(url for _, url in stack.enter_context(own_servers([0])))
        out = Path(given.out_dir or stack.enter_context(tempfile.TemporaryDirectory()))
        data, model = out / "dataset.jsonl", out / "bc"
        real = ["--backend", "real"]
        steps = [
            ["rollout.py", *real, "--base-urls", urls, "--episodes", given.episodes, "--out", str(data)],
            ["train_bc.py", "--train-jsonl", str(data), "--epochs", "1", "--out-dir", str(model)],
            [
                "eval.py",
                "--offline",
                "--model",
                str(model / "best.pt"),
                "--dataset",
                str(data),
                "--allow-training-rows",
            ],
            ["infer_assistant.py", "--backend", "sim", "--model", str(model / "best.pt"), "--once"],
        ]
        for script, *arguments in steps:
            print("+", script, *arguments, flush=True)
            command = [sys.executable, f"trainer/{script}", *arguments]
            if code := subprocess.run(command, cwd=ROOT, check=False).returncode:
                print(f"smoke: {script} failed with exit code {code}", file=sys.stderr)
                return code
    print("smoke: all steps passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
