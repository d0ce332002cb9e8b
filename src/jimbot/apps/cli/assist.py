"""`jimbot assist`: suggestions for a position or beside a game; it acts only with leave."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from jimbot.agents import Agent, View, make_agent, parse, with_budget
from jimbot.agents.advice import Adviser
from jimbot.apps.cli import options
from jimbot.apps.cli.backend import BackendName, Name
from jimbot.apps.cli.beginning import NewRuns
from jimbot.apps.journal import RunJournal
from jimbot.apps.truth import TITLE, truth
from jimbot.game import Game
from jimbot.game.records import number
from jimbot.live.backends import Backend, SimBackend
from jimbot.live.drive.arming import ArmToken, Gate
from jimbot.live.drive.assistant import Assistant
from jimbot.live.drive.companion import Companion, Notice
from jimbot.live.drive.positions import Given, position_in, read_position
from jimbot.live.drive.save_backend import NoRun, SaveBackend
from jimbot.runs.console import console, plain, print_json
from jimbot.saves.folders import folders
from jimbot.view import live_jokers
from jimbot.view.picture.suggestion_text import draw_suggestions
from jimbot.view.picture.terminal import draw

REAL_INTERVAL = 1.0  # seconds between two actions in the real game, at least
LEARNED = ("bc", "pv", "rl")  # how the documents call the recipes whose network plays
# Options for a game that is being played.
BESIDE = (
    "backend", "base_url", "once", "poll_interval", "execute", "confirm", "min_interval", "strict_errors",
    "seed", "deck", "stake",
)  # fmt: skip
ACTING = tuple(name for name in BESIDE if name not in ("once", "poll_interval"))

app = options.group()


@app.command()
def assist(
    context: typer.Context,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="A position instead of a running game: a save (ours, or save.jkr of the game), transcript, "
            "notation, gamestate or state_v1 document; '-': standard input.",
        ),
    ] = None,
    save: Annotated[
        bool,
        options.flag(
            "--save",
            "Follow the run that the game itself saves, without a mod: in FILE, the folder of the game or "
            "of a profile, or where the game keeps it.",
        ),
    ] = False,
    seen_all: Annotated[
        bool,
        options.flag(
            "--seen-all",
            "Show beside the advice what no player sees: the order of the cards, the next offers. For FILE "
            "and --save.",
        ),
    ] = False,
    agent: Annotated[
        str | None,
        options.text(
            "AGENT", "Who suggests; default: heuristic, or policy with --model.", "--agent", "--policy"
        ),
    ] = None,
    model: Annotated[
        Path | None,
        options.text(
            "FILE",
            "What policy, risk_aware, bc, pv or rl has learned: a model file, checkpoint or run folder.",
            "--model",
            "--policy-model",
            "--rl-model",
        ),
    ] = None,
    risk_config: Annotated[
        Path | None, options.text("FILE", "Weights, bands and files of risk, YAML; for risk_aware.")
    ] = None,
    budget: Annotated[
        int | None,
        options.whole(
            "Milliseconds per decision, for search and risk_aware.",
            1,
            None,
            "--budget",
            "--search-budget-ms",
            metavar="MS",
        ),
    ] = None,
    top: options.Top = 5,
    backend: Name = BackendName.real,
    base_url: options.BaseUrl = options.ENGINE_URL,
    once: Annotated[bool, options.flag("--once", "Suggest for the present position and end.")] = False,
    poll_interval: options.PollInterval = 1.0,
    execute: Annotated[
        bool, options.flag("--execute", "Make the first suggestion; in the real game with --confirm.")
    ] = False,
    confirm: Annotated[
        bool,
        options.flag("--confirm", "Act in the real game: you are asked to type a token, once per run."),
    ] = False,
    min_interval: Annotated[
        float | None,
        options.real("Least time between two actions; default: 1 in the real game.", 0, metavar="SECONDS"),
    ] = None,
    strict_errors: Annotated[
        bool, options.flag("--strict-errors", "End at the first error instead of trying again.")
    ] = False,
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    as_json: options.JsonLines = False,
) -> None:
    """Suggest what to do in a running game or in a position, with probability, expected score and reason.

    It only suggests, unless --execute is given. In the real game --execute also needs --confirm: you type a
    token that works once, for the run that is played then. It stays until Ctrl-C: a lost connection and the
    next run are waited for, and while no run is played Enter begins one (--seed, --deck, --stake). With
    --backend sim, it plays a run of its own. With FILE, or a line of notation in quotes, it suggests for that
    position; the same position gets the same advice. With --save, it follows a run that is played without a
    mod, by the file that the game writes; it only ever reads there.

    Example: jimbot assist --base-url http://127.0.0.1:12346 --agent search --top 5
    """
    lost: tuple[type[Exception], ...] = ()
    beginning = None
    if confirm and not execute:
        options.fail("--confirm goes with --execute")
    with options.bad_input():
        spec = _spec(agent, model, risk_config, budget)
        player = make_agent(spec)
    if source is None and context.info_name == "advise":  # its name of other days, for positions alone
        source = "-"
    if save:
        options.refuse_given(context, ACTING, "with --save, which only reads")
        assistant, lost = _beside_save(player, source, top, poll_interval)
        _follow(assistant, lost, once, as_json, None, False, seen_all, RunJournal())
        return
    if source is not None:
        options.refuse_given(context, BESIDE, "on a position")
        _advise(spec, player, source, top, as_json, seen_all)
        return
    if seen_all:
        options.fail("--seen-all goes with FILE or --save: a running game does not show what is hidden")
    if backend is BackendName.sim:
        options.refuse_given(context, ("base_url", "confirm", "strict_errors"), "with --backend sim")
        with options.bad_input():
            game = SimBackend(seed, deck or "red", stake or "white", execute=execute)
        gate = Gate(min_interval or 0.0) if execute else None
        once = once or not execute  # no one else moves there
        assistant = Assistant(Companion(player, lambda: game, lost, top, strict=True), gate, poll_interval)
    else:
        listens = sys.stdin.isatty() and not once and not as_json
        if (seed or deck or stake) and not listens:
            options.fail(
                "--seed, --deck and --stake are for --backend sim, or for the run that Enter begins "
                "in a terminal"
            )
        with options.bad_input():
            fresh = Game(seed, deck or "red", stake or "white")
        options.need("httpx", "live", "the real backend")
        from jimbot.live.client.exceptions import BalatrobotError
        from jimbot.live.drive.reach import Unreachable, reach

        def connect() -> Backend:
            return reach(base_url, execute=execute)

        gate = armed_gate(base_url, confirm, min_interval) if execute else None
        lost = (BalatrobotError, Unreachable)
        companion = Companion(player, connect, lost, top, stays_armed=True, strict=strict_errors)
        assistant = Assistant(companion, gate, poll_interval)
        if listens:
            beginning = NewRuns(companion, seed, fresh, typer.echo)
            assistant.sleep = beginning.wait
    _follow(assistant, lost, once, as_json, beginning, backend is BackendName.sim)


def _beside_save(
    player: Agent, source: str | None, top: int, poll_interval: float
) -> tuple[Assistant, tuple[type[Exception], ...]]:
    """An assistant that follows the files of the game."""
    places = folders() if source is None else [Path(source).expanduser()]
    if not places:
        options.fail("the folder of the game was not found; name it: jimbot assist --save FOLDER")
    if not places[0].exists():
        options.fail(
            f"{places[0]} does not exist; name the folder of the game or of a profile, or a save.jkr"
        )

    def connect() -> Backend:
        backend = SaveBackend(places)
        for note in backend.notes:
            typer.echo(note, err=True)
        return backend

    return Assistant(Companion(player, connect, (NoRun,), top), None, poll_interval), (NoRun,)


def _spec(agent: str | None, model: Path | None, risk_config: Path | None, budget: int | None) -> str:
    """The agent with what belongs to it. The documents name a recipe and its model apart."""
    name = agent or ("heuristic" if model is None else "policy")
    if name in LEARNED:
        if model is None:
            raise ValueError(f"--policy {name} needs --model FILE: what it has learned")
        name = "policy"
    given = {"checkpoint": model, "config": risk_config}
    parts = [f"{option}={value}" for option, value in given.items() if value is not None]
    spec = name + (("," if ":" in name else ":") + ",".join(parts) if parts else "")
    parse(spec)
    return with_budget(spec, budget)


def _advise(spec: str, player: Agent, source: str, top: int, as_json: bool, seen_all: bool) -> None:
    with options.bad_input():
        given = _given(source)
    game = given.game
    if game.over:
        options.fail("the run is over: there is nothing to decide")
    suggestions = Adviser(player).suggest(View(game, 0), top)
    if as_json:
        print_json(
            {
                "agent": spec,
                "phase": game.phase,
                "ante": game.ante,
                "suggestions": suggestions,
                "jokers": [str(joker) for joker in live_jokers(game)],
                "unknown": given.unknown,
            }
            | ({"truth": truth(game)} if seen_all else {})
        )
        return
    out = console()
    _print_position(game, seen_all)
    out.print(draw_suggestions(suggestions, game.phase))
    for note in given.lines:
        out.print(note, style="dim")


def _print_position(game: Game, seen_all: bool) -> None:
    out = console()
    out.print(draw(game, out.width))
    if seen_all:
        out.print(f"\n{TITLE}:", style="bold red")
        for what, words in truth(game).items():
            out.print(f"  {what}: {words}")
        out.print()


def _given(source: str) -> Given:
    if source != "-":
        return read_position(source)
    stream = getattr(sys.stdin, "buffer", None)
    return position_in(stream.read() if stream is not None else sys.stdin.read().encode(), "standard input")


def _follow(
    assistant: Assistant,
    lost: tuple[type[Exception], ...],
    once: bool,
    as_json: bool,
    beginning: NewRuns | None,
    one_run: bool,
    seen_all: bool = False,
    journal: RunJournal | None = None,
) -> None:
    """Shows what the assistant notices, until it is stopped, or to the end of the only run there is."""
    try:
        for notice in assistant.notices():
            backend = assistant.companion.backend
            game = backend.game if isinstance(backend, SaveBackend) else None
            if journal is not None and not _keep(journal, game):
                journal = None
            _show(notice, as_json, game, seen_all)
            if once and not notice.suggestions:
                raise typer.Exit(1)
            if once or (one_run and notice.run_is_over):
                break
            if notice.can_begin and beginning is not None:
                typer.echo(beginning.offer)
    except KeyboardInterrupt:
        pass
    except lost as error:
        typer.echo(f"jimbot: {error}", err=True)
        raise typer.Exit(1) from None
    except ValueError as error:
        options.fail(str(error))
    finally:
        assistant.close()


def armed_gate(base_url: str, confirm: bool, min_interval: float | None) -> Gate:
    """Free on our own server; in the real game by token, for the run that is played now, at a pace."""
    from jimbot.live.drive.reach import Unreachable, is_real_game, reach

    try:
        if not is_real_game(base_url):
            return Gate(min_interval or 0.0)
        if not confirm:
            options.fail(f"{base_url} is the real game: to act there, give --execute --confirm")
        looked = reach(base_url)
        run = looked.seed
        looked.close()
    except Unreachable as error:
        options.fail(str(error))
    token = ArmToken()
    typer.echo(f"The assistant is about to play run {run} at {base_url}.", err=True)
    typer.echo(f"Type {token.text} to arm it for this run: ", err=True, nl=False)
    if not token.accepts(sys.stdin.readline()):
        options.fail("not armed: that was not the token. Nothing was done")
    return Gate(REAL_INTERVAL if min_interval is None else min_interval, {run})


def _keep(journal: RunJournal, game: Game | None) -> bool:
    """Whether it could be kept; if not, a line reports it."""
    try:
        journal.gone() if game is None else journal.note(game)
    except ValueError as error:
        typer.echo(f"the run is not kept in the journal: {error}", err=True)
        return False
    return True


def _show(notice: Notice, as_json: bool, game: Game | None, seen_all: bool) -> None:
    """The position is drawn where nothing else shows it."""
    if as_json:
        more = {"truth": truth(game)} if seen_all and game is not None else {}
        sys.stdout.write(json.dumps(plain(notice) | more, ensure_ascii=False) + "\n")
        sys.stdout.flush()
        return
    out = console()
    if notice.suggestions and game is not None:
        _print_position(game, seen_all)
    elif notice.suggestions:
        in_round = notice.phase == "SELECTING_HAND"
        goal = f", {number(notice.score)} of {number(notice.target)}" if in_round else ""
        out.print(f"ante {notice.ante}, round {notice.round}, ${notice.money}, {notice.phase}{goal}")
    if notice.suggestions:
        out.print(draw_suggestions(notice.suggestions, notice.phase))
    if notice.executed:
        out.print(f"done: {notice.executed}")
    if notice.note:
        out.print(notice.note)
