"""`jimbot ui` hands the page out on this machine alone; where it is not built the classic pages open."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.ui.conftest import jimbot, stop

from jimbot.apps.ui.page import STATIC, is_built

pytestmark = pytest.mark.slow


def ask(address: str, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    return answer


def test_files_are_handed_out_and_nothing_else(address: str) -> None:
    page = ask(address, "/")
    assert page.status == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "'wasm-unsafe-eval'" in page.headers["Content-Security-Policy"]
    assert "unsafe-eval'" not in page.headers["Content-Security-Policy"].replace("wasm-unsafe-eval", "")
    module = next((STATIC / "assets").glob("jimbot-plain*.wasm")).name
    answer = ask(address, f"/assets/{module}")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/wasm")
    assert "immutable" in answer.headers["Cache-Control"]
    for path in ("/../page.py", "/%2e%2e/page.py", "/assets/", "/nothing", "/..%2fpage.py"):
        assert ask(address, path).status == 404


def test_strangers_are_refused(address: str) -> None:
    assert ask(address, "/", Host="games.example").status == 403
    assert ask(address, "/", Origin="http://games.example").status == 403


def test_it_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    if not is_built():
        pytest.skip("the page is not built here: `make web` builds it")
    process, _ = jimbot("ui", "--port", "0", "--no-open", cwd=tmp_path)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0


def test_where_it_is_not_built_the_classic_pages_open(tmp_path: Path) -> None:
    """In a package without the folder, as a fresh install has it."""
    pytest.importorskip("streamlit")
    code = (
        "import pathlib, sys; from jimbot.apps.ui import page; "
        "page.STATIC = pathlib.Path('nowhere'); from jimbot.apps.cli.app import main; main(sys.argv[1:])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "ui", "--port", "0", "--no-open"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        assert "`make web` builds it. These are the classic pages." in process.stdout.readline()
        assert any("JimBot is at http://127.0.0.1:" in line for line in process.stdout)
    finally:
        stop(process)


def test_options_of_the_classic_pages_open_them(tmp_path: Path) -> None:
    given = [sys.executable, "-m", "jimbot", "ui", "--save", "nowhere"]
    done = subprocess.run(given, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "nowhere does not exist" in done.stderr
