"""`jimbot ui`: the web app."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.live.server.server import listen
from jimbot.saves.folders import folders

app = options.group()


@app.command()
def ui(
    runs: Annotated[Path, options.text("DIR", "Folder with runs: the only one that pages write to.")] = Path(
        "runs"
    ),
    save: Annotated[
        Path | None,
        options.text(
            "FOLDER", "Folder of the game, to assist and for statistics; default: where the game keeps it."
        ),
    ] = None,
    host: options.Host = "127.0.0.1",
    port: options.Port = 8501,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the app in a browser where there is a display.")
    ] = True,
) -> None:
    """Open the web app: assistant, play with advice, seeds, hand calculator, statistics, replays,
    experiments, agents.

    It listens on this machine alone, answers no page of another site, sends no usage statistics and needs no
    network. Stop it with Ctrl-C.

    Example: jimbot ui --runs runs --port 8501
    """
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
