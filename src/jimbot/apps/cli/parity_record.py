"""`jimbot parity record`: a trace of a running game."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from jimbot.agents import make_agent
from jimbot.apps.cli import options
from jimbot.game import Game, check_seed, random_seed
from jimbot.live.parity.record import Chooser, TraceRecorder, chosen_by, chosen_in
from jimbot.live.parity.recordings import ENDINGS
from jimbot.live.parity.traces import TraceWriter
from jimbot.runs.console import console, print_json, progress
from jimbot.runs.reading import read_file

Source = Literal["balatro", "jimbot", "unknown"]
RecordedBy = Annotated[
    Source,
    typer.Option(
        help="What is being recorded: the real game or JimBot's simulator. The protocol does not say which."
    ),
]


def record(
    base_url: options.BaseUrl,
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    steps: Annotated[int, options.whole("Most calls to record.", 1)] = 1000,
    agent: Annotated[
        str, options.text("AGENT", "What chooses the calls: an agent, or a transcript.")
    ] = "greedy",
    out: Annotated[
        Path | None,
        options.text("FILE", "File to write, .jsonl or .jsonl.gz; default: SEED.jsonl.gz."),
    ] = None,
    recorded_by: RecordedBy = "unknown",
    variant: Annotated[
        Literal["steamodded", "vanilla"],
        typer.Option(help="Random draws of the engine that follows along."),
    ] = "steamodded",
    as_json: options.Json = False,
) -> None:
    """Play a run on a game or server and record it.

    The trace has every call with the state after it. The engine follows along and offers legal calls. If
    engine and game differ, the recording ends and the trace shows the difference. Ctrl-C also ends the
    recording; the trace is complete up to that point.

    Example: jimbot parity record --base-url http://127.0.0.1:12346 --seed ABCD1234 --agent greedy
    """
    options.need("httpx", "live", "parity record")
    from jimbot.live.client.client import Client
    from jimbot.live.client.exceptions import BalatrobotError

    with options.bad_input():
        lines: list[str] = []
        if Path(agent).is_file() and not agent.endswith(".py"):
            lines = _transcript(Path(agent), seed, deck, stake)
            played = Game.replay(lines[0])
            seed, deck, stake = played.seed, played.deck, played.stake
        seed = random_seed() if seed is None else check_seed(seed)
        asked = Game(seed, deck or "red", stake or "white", variant=variant)
        path = _path(out or Path(f"{seed}.jsonl.gz"))
        header = {
            "recorded_by": recorded_by,
            "variant": variant,
            "seed": seed,
            "deck": asked.deck.removeprefix("b_").upper(),
            "stake": asked.stake.removeprefix("stake_").upper(),
            "agent": agent,
        }
        chooser = _chooser(agent, lines)
        try:
            with Client(base_url) as client, TraceWriter(path, header) as writer:
                recorder = TraceRecorder(client, writer)
                recorder.start(seed, header["deck"], header["stake"])
                with on_interrupt(recorder.interrupt), progress("recording", steps, quiet=as_json) as advance:
                    end = recorder.play(chooser, steps, advance)
                writer.finish(end)
        except BalatrobotError as error:
            raise ValueError(f"{base_url}: {error}") from None
    unexplained = [str(d) for d in recorder.replayer.out.unexplained]
    found = {"file": str(path), "steps": writer.steps, "end": end, "unexplained": unexplained}
    if as_json:
        print_json(found)
    else:
        console().print(f"{path}: {writer.steps} calls; {end}")
        for line in unexplained[:10]:
            console().print(f"  differs: {line}")


@contextmanager
def on_interrupt(handler: Callable[..., None]) -> Iterator[None]:
    """Within: Ctrl-C calls the handler."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _path(path: Path) -> Path:
    if not path.name.endswith(ENDINGS):
        raise ValueError(f"{path}: the name of a trace must end in {' or '.join(ENDINGS)}")
    if path.exists():
        raise ValueError(f"{path} already exists; choose another name")
    return path


def _transcript(path: Path, *given: str | None) -> list[str]:
    if any(given):
        raise ValueError(
            "a transcript has its own seed, deck and stake; leave out --seed, --deck and --stake"
        )
    text = read_file(path).decode(errors="replace")
    if not text.startswith("jimbot-run "):
        allowed = "an agent or a transcript (a file whose first line is 'jimbot-run seed=...')"
        raise ValueError(f"--agent must be {allowed}, not {str(path)!r}")
    return text.splitlines()


def _chooser(name: str, lines: list[str]) -> Chooser:
    if not lines:
        return chosen_by(make_agent(name))
    numbered = enumerate(lines[1:], 2)
    return chosen_in(Path(name), ((n, line) for n, line in numbered if line and not line.startswith("#")))
