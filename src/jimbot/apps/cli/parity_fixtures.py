"""`jimbot parity fixtures`: small recorded scenarios, one per content family."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.parity_record import RecordedBy, Source
from jimbot.live.client.exceptions import BalatrobotError
from jimbot.live.parity.fixture_runs import check_fixtures, record_fixture
from jimbot.live.parity.fixtures import Fixture
from jimbot.live.parity.fixtures import fixtures as all_fixtures
from jimbot.live.parity.summary import summary
from jimbot.live.protocol.calls import Caller
from jimbot.live.server.session import Session
from jimbot.runs.console import console, print_json, progress


def fixtures(
    base_url: Annotated[
        str | None,
        options.text("URL", "Record from this game or server; default: the simulator itself."),
    ] = None,
    out: Annotated[Path, options.text("DIR", "Folder for the recorded fixtures.")] = Path(
        "tests/parity/fixtures"
    ),
    check: Annotated[
        bool, options.flag("--check", "Replay the recorded fixtures instead of recording them.")
    ] = False,
    only: Annotated[
        list[str] | None,
        options.text("NAME", "Only this fixture; repeat the option for several; default: all."),
    ] = None,
    recorded_by: RecordedBy = "unknown",
    as_json: options.Json = False,
) -> None:
    """Record the directed fixtures again, or check the recorded ones.

    Without --base-url they are recorded from the simulator itself and say so in their header: they detect
    changes in its behaviour, but are no evidence about the real game. The exit code is 1 if there is a
    difference or a missing file.

    Example: jimbot parity fixtures --base-url http://127.0.0.1:12346 --recorded-by balatro --out traces
    """
    if base_url is not None:
        if check:
            options.fail("--check cannot be combined with --base-url: it replays recorded fixtures")
        options.need("httpx", "live", "--base-url")
    with options.bad_input():
        if check:
            found, good = _check(out, only or [])
        else:
            found, good = _record(base_url, out, only or [], recorded_by, quiet=as_json)
    if as_json:
        print_json(found)
    else:
        for name, value in found.items():
            if not isinstance(value, list | dict):
                console().print(f"{name}: {value}")
            elif value:
                lines = value if isinstance(value, list) else [f"{k}: {v}" for k, v in value.items()]
                console().print(f"{name}:")
                for line in lines:
                    console().print(f"  {line}")
    if not good:
        raise typer.Exit(1)


def _wanted(only: list[str]) -> list[Fixture]:
    known = {fixture.name: fixture for fixture in all_fixtures()}
    for name in only:
        if name not in known:
            raise ValueError(f"unknown fixture {name!r}; one of {', '.join(known)}")
    return [fixture for name, fixture in known.items() if not only or name in only]


def _check(folder: Path, only: list[str]) -> tuple[dict[str, Any], bool]:
    replays, missing = check_fixtures(_wanted(only), folder)
    found = summary(replays, strict=False)
    names = ("recorded_by", "calls", "steps", "steps_matched", "steps_identical", "plays", "plays_matched")
    shown = {"fixtures": len(replays), "missing": missing} | {name: found[name] for name in names}
    shown |= {
        "explained": found["explained"],
        "unexplained": [str(d) for r in replays for d in r.unexplained],
    }
    return shown, not missing and not found["unexplained"]


def _record(
    base_url: str | None, folder: Path, only: list[str], recorded_by: Source, quiet: bool
) -> tuple[dict[str, Any], bool]:
    wanted = _wanted(only)
    source = "jimbot" if base_url is None else recorded_by
    folder.mkdir(parents=True, exist_ok=True)
    troubles: dict[str, list[str]] = {}
    with ExitStack() as stack:
        caller: Caller = Session()
        if base_url is not None:
            from jimbot.live.client.client import Client

            caller = stack.enter_context(Client(base_url))
        advance = stack.enter_context(progress("recording", len(wanted), quiet=quiet))
        for fixture in wanted:
            try:
                found = record_fixture(fixture, caller, folder, source)
            except BalatrobotError as error:
                raise ValueError(f"{base_url}: {error}") from None
            troubles |= {fixture.name: found} if found else {}
            advance(1)
    shown = {"fixtures": len(wanted), "recorded_by": source, "folder": str(folder), "troubles": troubles}
    return shown, not troubles
