"""Streamlit started with our settings: this machine alone, no other origins, no statistics, no network."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from jimbot.apps.ui import places
from jimbot.live.protocol.address import base_url
from jimbot.runs.visitors import Visitors
from jimbot.training.metrics import has_display

APP = Path(__file__).parent / "entry" / "app.py"
MAX_UPLOAD_MB = 16
PAGES = ("agents", "assist", "calculator", "experiments", "live", "play", "replays", "seeds", "statistics")
NEEDED = (
    "pandas",
    "pyarrow",
    "jimbot.apps.ui.charts",
    *(f"jimbot.apps.ui.pages.{name}" for name in PAGES),
)


def settings(host: str, port: int, headless: bool) -> dict[str, Any]:
    """Options of Streamlit. Its own defaults would listen everywhere and send usage statistics."""
    return {
        "server.address": host,
        "server.port": port,
        "server.headless": headless,
        "server.enableCORS": True,
        "server.enableXsrfProtection": True,
        "server.enableStaticServing": False,
        "server.enableAgentApi": False,
        "server.fileWatcherType": "none",
        "server.maxUploadSize": MAX_UPLOAD_MB,
        "server.showEmailPrompt": False,
        "browser.gatherUsageStats": False,
        "browser.serverAddress": host,
        "browser.serverPort": port,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "type",
        "client.showErrorLinks": False,
        "logger.hideWelcomeMessage": True,
        "secrets.files": [],
    }


def serve(runs: Path, game: list[Path], host: str, port: int, browse: bool) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    from starlette.middleware import Middleware
    from streamlit import net_util
    from streamlit.web import bootstrap
    from streamlit.web.server.starlette import starlette_app

    from jimbot.apps.door import guarded

    places.use(runs, game)
    for name in NEEDED:  # now, and not while the first visitor waits
        importlib.import_module(name)
    # To judge a foreign origin Streamlit would ask a server outside for this machine's address: given here.
    net_util._external_ip = net_util._internal_ip = host
    # Streamlit admits pages of any port here, and shows its shell under any name: our rule goes before.
    own, door = starlette_app.create_streamlit_middleware, Middleware(guarded, Visitors(host, own_pages=True))
    starlette_app.create_streamlit_middleware = lambda: [door, *own()]
    options = settings(host, port, headless=not (browse and has_display()))
    flags = {name.replace(".", "_"): value for name, value in options.items()}
    bootstrap.load_config_options(flag_options=flags)
    sys.stdout.write(f"JimBot is at {base_url(host, port)}; stop with Ctrl-C\n")
    sys.stdout.flush()
    bootstrap.run(str(APP), False, [], flags)
