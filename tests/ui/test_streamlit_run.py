"""`streamlit run ui/assistant_streamlit.py` shows the app, and on this machine alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

pytest.importorskip("streamlit")
from streamlit import config
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
ENTRY = ROOT / "ui" / "assistant_streamlit.py"


def shown(address: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AppTest:
    monkeypatch.chdir(tmp_path)
    before = config.get_option("server.address")
    config.set_option("server.address", address)
    try:
        return AppTest.from_file(str(ENTRY), default_timeout=60).run()
    finally:
        config.set_option("server.address", before)


@pytest.mark.slow
def test_the_app_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    app = shown(settings["server"]["address"], monkeypatch, tmp_path)
    assert not app.exception
    assert not app.error
    assert app.title[0].value == "Play with advice"


@pytest.mark.slow
@pytest.mark.parametrize("address", [None, "0.0.0.0"])
def test_it_shows_nothing_where_others_could_see_it(
    address: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = shown(address, monkeypatch, tmp_path)
    assert not app.title
    assert "on it alone" in app.error[0].value
