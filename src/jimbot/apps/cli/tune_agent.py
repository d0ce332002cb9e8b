"""`jimbot tune-agent`: better constants for the heuristic agent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.evaluate import Workers
from jimbot.runs.console import print_json, progress
from jimbot.runs.machine import cores


def _whole(low: int, text: str) -> Any:
    return typer.Option(parser=options.whole(low), metavar="N", help=text)


def tune_agent(
    out: Annotated[
        str, typer.Option(metavar="DIR", help="Folder for everything; an existing one is continued.")
    ],
    iterations: Annotated[int, _whole(1, "Iterations in all, including those of earlier calls.")] = 30,
    games: Annotated[int, _whole(1, "Games per iteration, each played twice.")] = 500,
    first: Annotated[int, _whole(0, "Number of the first train seed.")] = 0,
    only: Annotated[
        str,
        typer.Option(metavar="NAME+NAME", help="Constants to tune; default: those of the heuristic agent."),
    ] = "",
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="The agent, with options other than tuning.")
    ] = "heuristic",
    start: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Constants to begin with; default: the built-in ones."),
    ] = None,
    spread: Annotated[
        float, typer.Option(metavar="X", help="How far each constant is moved, as a share of its size.")
    ] = 0.2,
    rate: Annotated[float, typer.Option(metavar="X", help="Step size.")] = 2.0,
    workers: Workers = None,
    as_json: options.Json = False,
) -> None:
    """Tune the constants of the heuristic agent on train seeds.

    Each iteration moves all constants at once in both directions, plays the same games with both and follows
    the difference. DIR/log.jsonl has a line per iteration; DIR/tuning.json has the mean of the last ones, for
    heuristic:tuning=DIR/tuning.json. Check the result with `jimbot compare` on other seeds. After an
    interruption the same command continues; at most one iteration is played again.

    Example: jimbot tune-agent --out runs/tune-agent --games 1000 --iterations 40 --only hand_bonus+close
    """
    from jimbot.training.tune_agent import Settings, Tuning

    with options.bad_input():
        settings = Settings(
            games=games,
            first=first,
            only=tuple(only.split("+")) if only else (),
            agent=agent,
            spread=spread,
            rate=rate,
        )
        told = Path(start) if start is not None else None
        with Tuning(Path(out), settings, workers or cores(), told) as tuning:
            while tuning.done < iterations:
                label = f"iteration {tuning.done + 1} of {iterations}"
                with progress(label, 2 * games, as_json) as advance:
                    line = tuning.iterate(lambda _, advance=advance: advance(1))  # type: ignore[misc]
                if not as_json:
                    typer.echo(
                        f"{label}: {line['plus']:.3f} and {line['minus']:.3f} "
                        f"(difference {line['plus'] - line['minus']:+.3f} ± {line['error']:.3f})"
                    )
            result = tuning.result()
    if as_json:
        print_json({"iterations": iterations, "tuning": result})
    else:
        typer.echo(f"{Path(out) / 'tuning.json'} has the constants")
