"""Compare PPO alone with PPO after cloning the heuristic agent: the figures and picture of docs/training.md.

    python tools/studies/cloning.py --seeds 5 --timesteps 120000  train (resumable), then write
    python tools/studies/cloning.py --no-train  only write them, from the runs already trained

Each run evaluates on validation seeds every 10,000 timesteps. Runs are saved in runs/cloning.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from jimbot.runs.console import progress
from jimbot.runs.machine import cores, write_whole

DOCS = Path(__file__).resolve().parents[2] / "docs"

KINDS = {"alone": "PPO alone", "cloned": "cloned, then PPO"}
EVERY, GAMES = 10_000, 100


def train(kind: str, seed: int, timesteps: int, episodes: int, folder: Path) -> None:
    """One run; its evaluations go to a JSON file. A run that is there already is left alone."""
    out = folder / f"{kind}-{seed}.json"
    if out.exists():
        return
    import torch

    from jimbot.training import scripts
    from jimbot.training.framework import CloningConfig, TrainerConfig, create_trainer
    from jimbot.training.utils import create_balatro_env

    torch.set_num_threads(1)
    config = TrainerConfig(
        total_timesteps=timesteps,
        n_envs=64,
        seed=seed,
        eval_freq=EVERY,
        eval_episodes=GAMES,
        checkpoint_freq=0,
        keep_checkpoints=1,
        save_dir=str(folder / "models"),
        use_behavioral_cloning=kind == "cloned",
        cloning=CloningConfig(episodes=episodes, epochs=4),
        hyperparams=scripts.quick_hyperparams("PPO"),
    )
    trainer: Any = create_trainer(create_balatro_env(seed=seed), config)
    result = trainer.train()
    cloning = trainer.cloning_result
    record = {
        "evaluations": trainer.evaluations,
        "seconds": result["duration"],
        "cloning": {k: v for k, v in cloning.items() if isinstance(v, int | float)},
    }
    write_whole(out, json.dumps(record) + "\n")


def curves(folder: Path) -> dict[str, list[tuple[list[int], list[float]]]]:
    found: dict[str, list[tuple[list[int], list[float]]]] = {}
    for kind in KINDS:
        found[kind] = []
        for path in sorted(folder.glob(f"{kind}-*.json")):
            evaluations = json.loads(path.read_text())["evaluations"]
            found[kind].append(([e["timesteps"] for e in evaluations], [e["blinds"] for e in evaluations]))
    return found


def smoothed(blinds: list[float]) -> np.ndarray:
    """Of three evaluations each: one hundred games are few."""
    values = np.array(blinds)
    return np.array([values[max(0, i - 1) : i + 2].mean() for i in range(len(values))])


def steps_to(goal: float, steps: list[int], blinds: list[float]) -> float:
    """Timesteps after which a run has beaten this many blinds; infinite if it never has."""
    reached = np.flatnonzero(smoothed(blinds) >= goal)
    return float(steps[reached[0]]) if len(reached) else float("inf")


def write(folder: Path) -> None:
    from matplotlib.figure import Figure

    found = curves(folder)
    final = float(np.median([smoothed(b)[-1] for _, b in found["alone"]]))
    print("| blinds beaten | PPO alone | cloned, then PPO | ratio |\n|---|---|---|---|")
    for share in (0.25, 0.5, 0.75, 1.0):
        goal = share * final
        medians = {k: float(np.median([steps_to(goal, *run) for run in runs])) for k, runs in found.items()}
        ratio = medians["alone"] / medians["cloned"]
        print(f"| {goal:.2f} | {medians['alone']:,.0f} | {medians['cloned']:,.0f} | {ratio:.1f} |")
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for kind, colour in zip(KINDS, ("tab:gray", "tab:blue"), strict=True):
        runs = found[kind]
        for steps, blinds in runs:
            axes.plot(steps, smoothed(blinds), color=colour, alpha=0.3, linewidth=1)
        mean = np.mean([smoothed(blinds) for _, blinds in runs], axis=0)
        axes.plot(runs[0][0], mean, color=colour, linewidth=2, label=f"{KINDS[kind]} ({len(runs)} seeds)")
    axes.set_xlabel("timesteps of PPO")
    axes.set_ylabel("blinds beaten, validation seeds")
    axes.legend()
    figure.savefig(DOCS / "cloning.png", dpi=90)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=5, help="runs of each kind; default: 5")
    parser.add_argument("--timesteps", type=int, default=120_000, help="timesteps per run; default: 120,000")
    parser.add_argument("--episodes", type=int, default=200, help="games to imitate; default: 200")
    parser.add_argument("--workers", type=int, default=cores(), help="parallel runs; default: all cores")
    parser.add_argument("--no-train", action="store_true", help="use only the runs already trained")
    parser.add_argument(
        "--out", default="runs/cloning", metavar="DIR", help="folder for runs; default: runs/cloning"
    )
    options = parser.parse_args()
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    if not options.no_train:
        work = [(kind, seed) for seed in range(1, options.seeds + 1) for kind in KINDS]
        run = partial(_one, timesteps=options.timesteps, episodes=options.episodes, folder=folder)
        with (
            ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool,
            progress("cloning", len(work)) as advance,
        ):
            for _ in pool.map(run, work):
                advance(1)
    write(folder)


def _one(run: tuple[str, int], timesteps: int, episodes: int, folder: Path) -> None:
    train(*run, timesteps=timesteps, episodes=episodes, folder=folder)


if __name__ == "__main__":
    main()
