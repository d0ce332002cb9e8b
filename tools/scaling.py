"""Measures what docs/scaling.md counts with, and computes its tables.

python tools/scaling.py                   prints the tables from the newest bench/scaling-*.json, nodes-*.json
python tools/scaling.py --measure         measures first and writes such files (some minutes)
python tools/scaling.py --measure costs   only what games cost
python tools/scaling.py --measure nodes   only trainings on one and on two nodes
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

from queues import Flow, Pipeline, flow

ROOT = Path(__file__).resolve().parents[1]
BENCH = ROOT / "bench"
GAMES = 40  # of the heuristic agent
CORES = (1, 16, 256, 4096)
ITERATIONS = 8


# -- measuring ----------------------------------------------------------------------------------------------


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def jimbot(*words: str) -> float:
    """Seconds of CPU that a command took."""
    before = cpu_of_children()
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-m", "jimbot", *words], check=True, capture_output=True, env=environment)
    return cpu_of_children() - before


def games(folder: Path) -> dict[str, float]:
    """One core plays with `heuristic`, and what is kept of it."""
    many = ["--games", str(GAMES), "--workers", "1", "--out"]
    start = jimbot("rollout", "--games", "1", "--workers", "1", "--out", str(folder / "one"))
    shards = jimbot("rollout", *many, str(folder / "shards"))
    jimbot("rollout", *many, str(folder / "records.jsonl"))
    records = (folder / "records.jsonl").read_bytes()
    decisions = records.count(b"\n")
    kept = sum(path.stat().st_size for path in (folder / "shards").rglob("*") if path.is_file())
    return {
        "heuristic_seconds_a_game": (shards - start) / (GAMES - 1),
        "decisions_a_game": decisions / GAMES,
        "shard_bytes_a_decision": kept / decisions,
        "record_bytes_a_decision": len(records) / decisions,
    }


def evaluation(folder: Path) -> dict[str, float]:
    """What the process that hands out seeds and keeps records has to do for a game."""
    from jimbot.evaluation import evaluate

    out = folder / "evaluation"
    before = time.process_time()
    evaluate("greedy", seeds="dev-200", workers=1, out=out)
    parent = time.process_time() - before
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    return {"parent_seconds_a_game": parent / 200, "evaluation_bytes_a_game": size / 200}


def trained(folder: Path, *arguments: str) -> dict[str, float]:
    """Means over the iterations of a short training, without its first."""
    sys.path.insert(0, str(ROOT / "tests" / "training"))
    import ray_nodes

    config = (ROOT / "configs" / "fast_ppo.yaml").read_text(encoding="utf-8")
    runners = 2 if arguments else 1
    folder.mkdir()
    text = config.replace("num_env_runners: 2", f"num_env_runners: {runners}\nevaluation_interval: 0")
    (folder / "config.yaml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "jimbot.training.run", "--config", "config.yaml", "--experiment", "x"]
    where = list(arguments) or ["--address", "local"]
    subprocess.run(
        [*command, "--iterations", str(ITERATIONS), *where],
        cwd=folder,
        env=ray_nodes.environment(folder),
        check=True,
        capture_output=True,
    )
    lines = [json.loads(line) for line in (folder / "runs/rllib/x/metrics.jsonl").read_text().splitlines()]
    return {"runners": runners} | times_of(lines)


def times_of(lines: list[dict[str, Any]]) -> dict[str, float]:
    """Means over the iterations of a log, without the first two."""
    shown = [line["seconds"] for line in lines]
    moves = (lines[-1]["steps"] - lines[1]["steps"]) / len(lines[2:])
    iteration = mean([each["iteration"] for each in shown[2:]])
    return {
        "moves": moves,
        "sampling": mean(unsmoothed([each["sampling"] for each in shown])[2:]),
        "learning": mean(unsmoothed([each["learning"] for each in shown])[2:]),
        "iteration": iteration,
        "moves_a_second": moves / iteration,
    }


def unsmoothed(means: list[float]) -> list[float]:
    """What RLlib's running means were made of: the newest of its times has this weight in them."""
    newest = 0.01
    return [
        means[0],
        *(before + (now - before) / newest for before, now in pairwise(means)),
    ]


def two_nodes(folder: Path) -> dict[str, Any]:
    """The run of docs/distributed.md on two nodes of one core, and before it on one node with one runner."""
    sys.path.insert(0, str(ROOT / "tests" / "training"))
    import ray_nodes

    before = trained(folder / "before")
    with ray_nodes.cluster(folder, 2) as (address, _):
        two = trained(folder / "two", "--address", address)
    return {"one_runner": before, "two_nodes": two}


def measure(what: str) -> None:
    from jimbot.apps.bench.results import result_of, write

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if what != "nodes":
            print(write("scaling", result_of({**games(folder), **evaluation(folder)}), BENCH))
        if what != "costs":
            print(write("nodes", result_of(two_nodes(folder) | {"load": os.getloadavg()[1]}), BENCH))


# -- the projections ---------------------------------------------------------------------------------------


def results(kind: str) -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in BENCH.glob(f"{kind}-*.json")]


def newest(kind: str) -> dict[str, Any]:
    return max(results(kind), key=lambda result: result["date"])


# docs/distributed.md: 8,192 moves of fast_ppo take 1.1 s of CPU, 41 % playing, 53 % learning, 6 % all else
PLAY = 0.41 * 1.1 / 8192
LEARN_ON_A_CORE = 0.59 * 1.1 / 8192
# docs/training-native.md: 1,241,000 moves/s on an H200 while its learner is busy 85 % of the time
LEARN_ON_A_GPU = 0.85 / 1_241_000
SEARCH = 25  # seconds a game at Gold Stake, docs/agents.md
LINK = 3.1e9  # 25 Gbit/s


def number(value: float) -> str:
    """Two figures that mean something: 1,300, 0.056."""
    digits = 2 - len(str(int(value))) if value >= 1 else 3
    return f"{round(value, digits if digits < 0 else 0):,.0f}" if value >= 10 else f"{value:.2g}"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(row) + " |" for row in rows),
    ]


def costs() -> list[str]:
    found, core, env = newest("scaling"), newest("core"), newest("env")
    rows = [
        ["a random game, whole length", f"{1e6 / core['games_per_second']:.0f} µs", "`jimbot bench core`"],
        ["a random decision", f"{1e9 / core['decisions_per_second']:.0f} ns", "`jimbot bench core`"],
        [
            "a step of a batch, observation and mask written",
            f"{1e9 / env['vector_steps_per_second']:.0f} ns",
            "`jimbot bench env`",
        ],
        [
            "a game of `heuristic`",
            f"{found['heuristic_seconds_a_game']:.3f} s, {found['decisions_a_game']:.0f} decisions",
            "`python tools/scaling.py --measure`",
        ],
        ["a game of `search`", f"{SEARCH} s", "[agents](agents.md)"],
        [
            "a decision of a network, listed and decided in batches",
            "53 µs",
            "[native](training-native.md#speed)",
        ],
        [
            "a move played for RLlib, network included",
            f"{PLAY * 1e6:.0f} µs",
            "[distributed](distributed.md#speed-and-what-rllib-costs)",
        ],
        [
            "a move learned from by RLlib on a core, two epochs",
            f"{LEARN_ON_A_CORE * 1e6:.0f} µs",
            "[distributed](distributed.md#speed-and-what-rllib-costs)",
        ],
        [
            "a move learned from on an H200, two epochs",
            f"{LEARN_ON_A_GPU * 1e6:.2f} µs",
            "[native](training-native.md#speed)",
        ],
        [
            "the evaluator's own work for a game (one process hands out seeds and keeps records)",
            f"{found['parent_seconds_a_game'] * 1e3:.2f} ms",
            "`python tools/scaling.py --measure`",
        ],
    ]
    return table(["", "one core of an AMD EPYC, or one H200", "from"], rows)


def storage() -> list[str]:
    found = newest("scaling")
    game = found["decisions_a_game"]
    rows = [
        ["shards (positions come back by playing again)", found["shard_bytes_a_decision"] * game],
        ["RecordV1, `.jsonl`", found["record_bytes_a_decision"] * game],
        ["an evaluation with `--out`", found["evaluation_bytes_a_game"]],
        ["on its way to an RLlib learner, 1.9 kB a decision; picked cards add moves", 1904 * game],
    ]
    return table(
        ["of a game of `heuristic`", "kB a game", "GB for a million games"],
        [[name, number(size / 1e3), number(size * 1e6 / 1e9)] for name, size in rows],
    )


def cores() -> list[str]:
    found = newest("scaling")
    rows = []
    for count in CORES:
        heuristic = count / found["heuristic_seconds_a_game"]
        parent = 1 / found["parent_seconds_a_game"]
        kept = heuristic * found["decisions_a_game"] * found["shard_bytes_a_decision"]
        rows.append(
            [
                f"{count:,}",
                number(min(heuristic, parent) * 3600),
                number(min(count / SEARCH, parent) * 3600),
                number(count * newest("core")["games_per_second"]),
                f"{number(kept * 86400 / 1e9)} GB",
                "nothing: games share nothing"
                if heuristic < parent
                else "the evaluator: one process keeps records",
            ]
        )
    head = ["cores", "`heuristic`, games an hour", "`search`, games an hour", "random games a second"]
    return table([*head, "shards a day", "what saturates first"], rows)


def pipelines() -> dict[tuple[int, int], Pipeline]:
    """Trainings of the table, by cores and GPUs."""
    out = {}
    for count, gpus in ((1, 0), (16, 0), (256, 0), (4096, 0)):
        runners = max(1, count - 1)
        batch = 64 * 64 * runners
        out[count, gpus] = Pipeline(
            runners, 1, batch, PLAY, LEARN_ON_A_CORE, link=LINK, nodes=-(-count // 64)
        )
    for count, gpus in ((16, 1), (256, 1), (256, 4), (4096, 4), (4096, 16), (4096, 64)):
        out[count, gpus] = Pipeline(
            runners=count,
            learners=gpus,
            batch=393216,
            play=PLAY,
            learn=LEARN_ON_A_GPU,
            link=LINK * gpus,
            waits=False,
        )
    return out


def training() -> list[str]:
    rows = []
    for (count, gpus), pipeline in pipelines().items():
        shown: Flow = flow(pipeline, rounds=40)
        rows.append(
            [
                f"{count:,}",
                str(gpus or "none: a core learns"),
                "PPO" if pipeline.waits else "APPO",
                number(shown.moves_a_second),
                number(shown.moves_a_second * pipeline.bytes_a_move / 1e6),
                f"{shown.playing:.0%}",
                f"{shown.sending:.0%}",
                f"{shown.learning:.0%}",
                shown.limit,
            ]
        )
    head = [
        "cores",
        "GPUs",
        "",
        "moves a second",
        "MB/s to the learners",
        "games busy",
        "link busy",
        "learners busy",
    ]
    return table([*head, "what saturates first"], rows)


def check() -> list[str]:
    """The simulation beside what was measured. Others slow both stages of a run alike, so that the share of
    the time that is left to learning is steadier than moves a second."""
    shown = flow(Pipeline(2, 1, 8192, PLAY, LEARN_ON_A_CORE))
    rows = [
        [
            "two runners on two cores, from the costs above (measured at a load of 10)",
            number(shown.moves_a_second),
            "5,400 to 6,300",
            f"{shown.moves_a_second / 5850 - 1:+.0%}",
            f"{shown.learning:.0%}",
            "",
        ]
    ]
    for found in sorted(results("nodes"), key=lambda result: result["date"]):
        one, two = found["one_runner"], found["two_nodes"]
        shown = flow(
            Pipeline(
                2,
                1,
                int(two["moves"]),
                play=one["sampling"] / one["moves"],
                learn=(one["iteration"] - one["sampling"]) / one["moves"],
            )
        )
        rows.append(
            [
                f"two nodes, two runners, from a run with one runner before it (load {found['load']:.0f})",
                number(shown.moves_a_second),
                number(two["moves_a_second"]),
                f"{shown.moves_a_second / two['moves_a_second'] - 1:+.0%}",
                f"{shown.learning:.0%}",
                f"{two['learning'] / two['iteration']:.0%}",
            ]
        )
    head = [
        "run",
        "simulated, moves a second",
        "measured",
        "off by",
        "learning's share, simulated",
        "measured",
    ]
    return table(head, rows)


PARTS = {
    "scaling_costs": costs,
    "scaling_storage": storage,
    "scaling_cores": cores,
    "scaling_training": training,
    "scaling_check": check,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--measure", nargs="?", const="all", choices=["all", "costs", "nodes"])
    options = parser.parse_args()
    if options.measure:
        measure(options.measure)
    for name, part in PARTS.items():
        print(f"\n{name}\n", *part(), sep="\n")


if __name__ == "__main__":
    main()
