"""The commands of the trainer's document run as written (only ports and the number of games differ)."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import socket
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("httpx")

from jimbot.live.games.own_servers import own_servers

pytestmark = pytest.mark.documents
ROOT = Path(__file__).resolve().parents[2]

ROLLOUT_SIM = """python trainer/rollout.py \
  --backend sim \
  --episodes 50 \
  --workers 4 \
  --out trainer_data/dataset_sim.jsonl"""
ROLLOUT_REAL = """python trainer/rollout.py \
  --backend real \
  --base-urls http://127.0.0.1:12346 \
  --episodes 20 \
  --out trainer_data/dataset_real.jsonl"""
ROLLOUT_LAUNCHED = r"""python trainer/rollout.py \
  --backend real \
  --launch-instances \
  --launcher uvx \
  --uvx-path uvx \
  --base-urls http://127.0.0.1:12346,http://127.0.0.1:12347 \
  --love-path "D:\\SteamLibrary\\steamapps\\common\\Balatro\\Balatro.exe" \
  --lovely-path "D:\\SteamLibrary\\steamapps\\common\\Balatro\\version.dll" \
  --episodes 50 \
  --restart-on-fail \
  --out trainer_data/dataset_real.jsonl"""
TRAIN = """python trainer/train_bc.py \
  --train-jsonl trainer_data/dataset_real.jsonl \
  --epochs 8 \
  --batch-size 64 \
  --out-dir trainer_runs/bc_v1"""
OFFLINE = """python trainer/eval.py \
  --offline \
  --model trainer_runs/bc_v1/best.pt \
  --dataset trainer_data/dataset_real.jsonl"""
ONLINE_REAL = """python trainer/eval.py \
  --online \
  --backend real \
  --model trainer_runs/bc_v1/best.pt \
  --base-url http://127.0.0.1:12346 \
  --episodes 10"""
ONLINE_SIM = """python trainer/eval.py \
  --online \
  --backend sim \
  --model trainer_runs/bc_v1/best.pt \
  --episodes 10"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder that looks like the root."""
    folder = tmp_path_factory.mktemp("root")
    (folder / "trainer").symlink_to(ROOT / "trainer")
    return folder


@pytest.fixture(scope="module")
def url():
    with own_servers([0]) as servers:
        yield servers[0][1]


@pytest.fixture
def run(place, monkeypatch, capsys):
    def run(command: str, *more: str) -> str:
        monkeypatch.chdir(place)
        python, script, *arguments = shlex.split(command.replace("\\\n", " "))
        assert python == "python"
        monkeypatch.setattr(sys, "argv", [script, *arguments, *more])
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as ended:
            if ended.code:
                raise
        return capsys.readouterr().out

    return run


def at(command: str, url: str) -> str:
    return command.replace("http://127.0.0.1:12346", url)


def test_rollout_on_the_simulator(run, place):
    run(ROLLOUT_SIM, "--episodes", "2")
    lines = (place / "trainer_data/dataset_sim.jsonl").read_text().splitlines()
    assert {json.loads(line)["phase"] for line in lines} >= {"BLIND_SELECT", "SELECTING_HAND", "SHOP"}


def test_rollout_train_and_eval_behind_the_protocol(run, place, url):
    run(at(ROLLOUT_REAL, url), "--episodes", "4", "--agent", "greedy")
    assert "top-1" in run(TRAIN, "--epochs", "1", "--width", "32")
    for name in ("best.pt", "last.pt", "train_metrics.json", "config.json"):
        assert (place / "trainer_runs/bc_v1" / name).is_file()
    offline = json.loads(run(OFFLINE))
    assert offline["illegal_rate"] == 0
    assert 0 <= offline["top1"] <= offline["top3"] <= 1
    assert json.loads(run(at(ONLINE_REAL, url), "--episodes", "1"))["n"] == 1
    assert json.loads(run(ONLINE_SIM, "--episodes", "1"))["n"] == 1


@pytest.mark.parametrize("agent", ["heuristic:tier=lite,rounds=4", "planner:lite", "random"])
def test_any_agent_plays_behind_the_protocol(run, place, url, agent):
    """Views know what has a call; what takes two calls is two records."""
    out = f"trainer_data/{agent.partition(':')[0]}.jsonl"
    run(at(ROLLOUT_REAL, url), "--episodes", "1", "--agent", agent, "--out", out)
    records = [json.loads(line) for line in (place / out).read_text().splitlines()]
    assert records[-1]["done"]
    assert not any(record["macro_action"].startswith(("buy_and_use", "reroll_boss")) for record in records)


@pytest.mark.deep
def test_rollout_with_games_it_starts_itself(run, place, monkeypatch):
    uvx = place / "uvx"
    uvx.write_text(
        f"""#!/bin/sh
shift 2
[ "$1" = --help ] && {{ echo usage: balatrobot serve; exit 0; }}
while [ $# -gt 0 ]; do
  case $1 in --host) host=$2; shift;; --port) port=$2; shift;; esac
  shift
done
exec {sys.executable} -m jimbot serve --host "$host" --port "$port"
"""
    )
    uvx.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:{Path(sys.executable).parent}:/usr/bin:/bin")
    command = ROLLOUT_LAUNCHED.replace("12346", str(free_port())).replace("12347", str(free_port()))
    out = ("--out", "trainer_data/launched.jsonl", "--stagger-start", "0")
    run(command, "--episodes", "2", "--agent", "greedy", *out)
    records = (place / "trainer_data/launched.jsonl").read_text().splitlines()
    assert {json.loads(line)["episode_id"] for line in records} == {"ep-0000000", "ep-0000001"}


def test_a_game_that_is_gone_is_reported_with_its_remedy(run, capsys):
    with pytest.raises(SystemExit) as ended:
        run(ROLLOUT_REAL.replace("12346", str(free_port())), "--out", "trainer_data/none.jsonl")
    assert ended.value.code == 2
    shown = capsys.readouterr().err
    assert re.search("port is not ready; use --restart-on-fail", shown)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
