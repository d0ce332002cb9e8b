"""The command line: `jimbot --help`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from jimbot.apps.cli import (
    advise,
    advisor,
    assist,
    bench,
    compare,
    drive,
    evaluate,
    events,
    gate,
    graph,
    imitate,
    info,
    judge,
    mcp,
    package,
    parity,
    play,
    playouts,
    replay,
    report,
    safe_run,
    seed,
    serve,
    telemetry,
    train,
    tui,
    tune,
    tune_agent,
    ui,
    watch,
)
from jimbot.apps.cli.version import version_text

app = typer.Typer(
    name="jimbot",
    help="Play, inspect, serve, evaluate and measure Balatro runs.",
    rich_markup_mode=None,  # plain help: half the time of the coloured one
    pretty_exceptions_enable=False,
)
app.command("play")(play.play)
app.add_typer(seed.app, name="seed")
app.command("info")(info.info)
app.command("playouts")(playouts.playouts)
app.command("replay")(replay.replay)
app.command("serve")(serve.serve)
app.command("safe-run", context_settings=safe_run.SETTINGS)(safe_run.safe_run)
app.command("eval")(evaluate.evaluate)
app.command("compare")(compare.compare)
app.command("drive")(drive.drive)
app.command("assist")(assist.assist)
app.command("advise")(advise.advise)
app.command("watch")(watch.watch)
app.command("report")(report.report)
app.command("gate")(gate.gate)
app.command("ui")(ui.ui)
app.command("mcp")(mcp.mcp)
app.command("train")(train.train)
app.command("improve", context_settings=imitate.PASSED_ON)(imitate.improve)
app.command("tune")(tune.tune)
app.command("tune-agent")(tune_agent.tune_agent)
app.command("rollout", context_settings=imitate.PASSED_ON)(imitate.rollout)
app.command("dataset", context_settings=imitate.PASSED_ON)(imitate.dataset)
app.add_typer(tui.app, name="tui")
app.add_typer(imitate.app, name="imitate")
app.add_typer(bench.app, name="bench")
app.add_typer(judge.app, name="judge")
app.add_typer(parity.app, name="parity")
app.add_typer(package.app, name="package")
app.add_typer(events.app, name="events")
app.add_typer(telemetry.app, name="telemetry")
app.add_typer(advisor.app, name="advisor")
app.add_typer(graph.app, name="graph")


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print version and build, and exit.")] = False,
) -> None:
    if version:
        typer.echo(version_text())
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line. What cannot be understood costs one line on stderr and exit code 2."""
    try:
        code = app(arguments, prog_name="jimbot", standalone_mode=False)
    except typer.Abort:
        sys.exit(1)
    except Exception as error:
        message = getattr(error, "format_message", None)  # of a typer usage error
        if message is None:
            raise
        context = getattr(error, "ctx", None)
        where = context.command_path if context is not None else "jimbot"
        text = message().replace("\n", " ").rstrip(".")
        typer.echo(f"{where}: {text}. Try '{where} --help'.", err=True)
        sys.exit(getattr(error, "exit_code", 2))
    sys.exit(code or 0)


if __name__ == "__main__":
    main()
