"""`jimbot ui`: the table in the browser, and the classic pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.live.server.server import listen
from jimbot.saves.folders import folders

app = options.group()
NOT_BUILT = "The table is not built here: `make web` builds it. These are the classic pages."


@app.command()
def ui(
    classic: Annotated[
        bool,
        typer.Option(
            "--classic", help="The classic pages: assistant, replays, statistics, experiments, live training."
        ),
    ] = False,
    runs: Annotated[
        Path | None,
        options.text(
            "DIR",
            "Folder of the classic pages, the only one they write to; opens them. Default: runs.",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        options.text(
            "FOLDER",
            "Folder of the game, to assist and for statistics; opens the classic pages.",
        ),
    ] = None,
    host: options.Host = "127.0.0.1",
    port: options.Port = 8501,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the app in a browser where there is a display.")
    ] = True,
) -> None:
    """Open the table in the browser: play with a coach, calculate hands, explore seeds, watch agents.

    The engine runs in the page. With `--classic` it is the assistant beside the real game, replays,
    statistics, experiments and live training. Both listen on this machine alone, answer no page of
    another site, send no usage statistics and need no network. Stop with Ctrl-C.

    Example: jimbot ui --port 8501
    """
    from jimbot.apps.ui.page import is_built, serve_page

    if classic or runs is not None or save is not None:
        _classic(runs or Path("runs"), save, host, port, browse)
    elif not is_built():
        sys.stderr.write(f"{NOT_BUILT}\n")
        _classic(Path("runs"), None, host, port, browse)
    else:
        with options.bad_input():
            listener = listen(host, port)
            options.warn_if_open(host, "use this page")
        serve_page(listener, host, browse)


def _classic(runs: Path, save: Path | None, host: str, port: int, browse: bool) -> None:
    options.need("streamlit", "ui", "jimbot ui")
    options.need("matplotlib", "ui", "jimbot ui")
    from jimbot.apps.ui.serve import serve

    with options.bad_input():
        if save is not None and not save.expanduser().exists():
            raise ValueError(f"{save} does not exist; name the folder of the game or of a profile")
        game = folders() if save is None else [save.expanduser()]
        runs.mkdir(parents=True, exist_ok=True)
        listener = listen(host, port)
        number = listener.getsockname()[1]
        listener.close()
        options.warn_if_open(host, "use this machine's time and look at the runs")
    serve(runs, game, host, number, browse)
