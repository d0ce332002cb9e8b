"""`jimbot train`: the native trainer."""

from __future__ import annotations

import json
import textwrap
import time
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from jimbot.apps.cli import events, options, telemetry
from jimbot.game.records import number, percent
from jimbot.runs.console import console
from jimbot.training.native.settings import listed, settings_of

if TYPE_CHECKING:
    from jimbot.training.native.run import NativeResult

# Without effect on a run that goes on.
SETTINGS = (
    "preset", "config", "out", "model", "steps", "hands", "deck", "stake", "seed", "device", "change",
)  # fmt: skip

app = options.group()


def _settings() -> str:
    """What --set changes, for the end of the help."""
    rows = [("setting", "scored", "cards, planner", ""), *listed()]
    lines = (f"  {name:<16}{scored:<11}{moves:<16}{about}" for name, scored, moves, about in rows)
    wrapped = (textwrap.wrap(line, 78, subsequent_indent=" " * 45) for line in lines)
    return "\b\nSettings, with their defaults by --hands (empty: it is not there):\n" + "\n".join(
        chain(*wrapped)
    )


@app.command(epilog=_settings())
def train(
    context: typer.Context,
    preset: Annotated[
        Literal["quick", "laptop", "h200", "h200-cards"],
        typer.Option(help="Minutes or an hour on two cores; or one GPU."),
    ] = "quick",
    config: Annotated[
        Path | None, options.text("FILE", "Settings in place of a preset, such as best.json of jimbot tune.")
    ] = None,
    out: Annotated[
        Path | None, options.text("DIR", "Folder of the run; default: runs/train-DATE-TIME.")
    ] = None,
    resume: Annotated[
        Path | None, options.text("DIR", "Go on with the run in this folder, as it was set.")
    ] = None,
    model: Annotated[
        Path | None,
        options.text(
            "FILE|DIR", "Begin with the weights of this policy of the same size.", "--model", "--start"
        ),
    ] = None,
    steps: Annotated[
        int | None, options.whole("Moves in all games together; decisions with --hands scored.", 1)
    ] = None,
    hands: Annotated[
        Literal["cards", "planner", "scored"] | None,
        typer.Option(
            help="The learner picks cards, the hand planner plays them, or the learner chooses whole hands."
        ),
    ] = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    seed: Annotated[int | None, options.whole("Seed; default: 1.", 0, 2**32 - 1)] = None,
    device: Annotated[Literal["cpu", "cuda"] | None, typer.Option(help="Where the network learns.")] = None,
    minutes: Annotated[float | None, options.real("Save and end after this time.", metavar="M")] = None,
    change: Annotated[
        list[str] | None,
        options.text("NAME=VALUE", "Change any setting listed below, such as epochs=3.", "--set"),
    ] = None,
    profile: Annotated[bool, typer.Option(help="Say at the end where the time went.")] = False,
    where: telemetry.Where = None,
    gateway: events.ToGateway = None,
    as_json: options.Json = False,
) -> None:
    """Train a network to play, by masked PPO over the native environment.

    The folder has the settings, metrics.jsonl, checkpoints and, at the end, the best policy. Ctrl-C saves; a
    run that was interrupted or killed goes on with --resume, on a CPU to the same curve. During the training
    and at the end the policy plays validation seeds; at the end random and greedy play the same.

    Example: jimbot train --preset quick --out runs/first
    """
    options.need("torch", "train", "jimbot train")
    from jimbot.training.native import run

    def say(text: str) -> None:
        typer.echo(text, err=True)

    telemetry.begin(where, "train")
    events.begin(gateway)
    given = {
        "steps": steps, "hands": hands, "deck": deck, "stake": stake, "seed": seed, "device": device,
    }  # fmt: skip
    with options.bad_input():
        if resume is not None:
            options.refuse_given(context, SETTINGS, "with --resume, which goes on as the run was set")
            result = run.resume(resume, minutes, say, profile)
        else:
            if config is not None:
                options.refuse_given(context, ("preset",), "with --config")
            settings = settings_of(preset, change or (), config, **given)
            place = out or Path(time.strftime("runs/train-%Y%m%d-%H%M%S"))
            result = run.train(settings, place, model, minutes, say, profile)
    if as_json:
        typer.echo(json.dumps(asdict(result)))
    else:
        _print(result)


def _print(result: NativeResult) -> None:
    shown = console()
    shown.print(f"{number(result.steps)} steps, {number(round(result.steps_per_second))}/s; {result.run_dir}")
    if result.mean_blinds is None or result.win_rate is None:
        shown.print(f"go on: jimbot train --resume {result.run_dir}")
        return
    shown.print(f"blinds beaten: trained {result.mean_blinds:.2f} ({percent(result.win_rate)} won), ", end="")
    shown.print(f"random {result.random_mean_blinds:.2f}, greedy {result.greedy_mean_blinds:.2f}")
    shown.print(f"watch it play: jimbot watch --agent policy:checkpoint={result.run_dir}")
