"""`jimbot train`: the native trainer."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options, telemetry
from jimbot.apps.cli.events import ToGateway
from jimbot.apps.cli.events import begin as begin_events
from jimbot.game.records import number, percent
from jimbot.runs.console import console

if TYPE_CHECKING:
    from jimbot.training.native.run import Result


def train(
    preset: Annotated[
        str,
        typer.Option(
            metavar="quick|laptop|h200|h200-cards", help="Minutes or an hour on two cores; or one GPU."
        ),
    ] = "quick",
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Folder of the run; default: runs/train-DATE-TIME.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="DIR", help="Go on with the run in this folder, as it was set.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(metavar="FILE|DIR", help="Begin with the weights of this policy of the same size."),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(parser=options.whole(1), metavar="N", help="Moves in all games together.")
    ] = None,
    hands: Annotated[
        str | None,
        typer.Option(
            metavar="cards|planner|scored",
            help="The learner picks cards, the hand planner plays them, or the learner chooses whole hands.",
        ),
    ] = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    seed: Annotated[
        int | None, typer.Option(parser=options.whole(0, 2**32 - 1), metavar="N", help="Seed; default: 1.")
    ] = None,
    device: Annotated[str | None, typer.Option(metavar="cpu|cuda", help="Where the network learns.")] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", help="Save and end after so many minutes.")
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change any other setting, such as epochs=3."),
    ] = None,
    profile: Annotated[bool, typer.Option(help="Say at the end where the time went.")] = False,
    where: telemetry.Where = None,
    events: ToGateway = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="End with the result as one line of JSON on stdout.")
    ] = False,
) -> None:
    """Train a network to play, by masked PPO over the native environment.

    The folder has the settings, metrics.jsonl, checkpoints and, at the end, the best policy. Ctrl-C saves; a
    run that was interrupted or killed goes on with --resume, on a CPU to the same curve. During the training
    and at the end the policy plays validation seeds; at the end random and greedy play the same.

    Example: jimbot train --preset quick --out runs/first
    """
    options.need("torch", "train", "jimbot train")
    from jimbot.training.native import run
    from jimbot.training.native.settings import settings_of

    def say(text: str) -> None:
        typer.echo(text, err=True)

    telemetry.begin(where, "train")
    begin_events(events)
    with options.bad_input():
        if resume is not None:
            given = (out, start, steps, hands, deck, stake, seed, device, change)
            if any(value is not None for value in given):
                raise ValueError(
                    "--resume takes the settings of the run; only --minutes, --profile and --json go with it"
                )
            result = run.resume(Path(resume), minutes, say, profile)
        else:
            settings = settings_of(
                preset,
                change or (),
                steps=steps,
                hands=hands,
                deck=deck,
                stake=stake,
                seed=seed,
                device=device,
            )
            place = Path(out or time.strftime("runs/train-%Y%m%d-%H%M%S"))
            begin = None if start is None else Path(start)
            result = run.train(settings, place, begin, minutes, say, profile)
    if as_json:
        typer.echo(json.dumps(asdict(result)))
    else:
        _print(result)


def _print(result: Result) -> None:
    shown = console()
    shown.print(f"{number(result.steps)} steps, {number(round(result.steps_per_second))}/s; {result.run_dir}")
    if result.mean_blinds is None or result.win_rate is None:
        shown.print(f"go on: jimbot train --resume {result.run_dir}")
        return
    shown.print(f"blinds beaten: trained {result.mean_blinds:.2f} ({percent(result.win_rate)} won), ", end="")
    shown.print(f"random {result.random_mean_blinds:.2f}, greedy {result.greedy_mean_blinds:.2f}")
    shown.print(f"watch it play: jimbot watch --agent policy:checkpoint={result.run_dir}")
