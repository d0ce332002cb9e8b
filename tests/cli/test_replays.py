"""replay --step, --html and --gif; watch --json and scripted runs."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from jimbot import Game

ACTIONS = ("select_blind", "play 0,1", "discard 0,1,2", "play 3,4,5")


def write_run(path: Path, seed: str = "REPLAY") -> Path:
    game = Game(seed, "blue", 2)
    for action in ACTIONS:
        game.apply(action)
    path.write_text(game.transcript)
    return path


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run.txt")


def test_step_by_step_is_the_terminal_app(jimbot, run: Path) -> None:
    done = jimbot("replay", str(run), "--step", "--agent", "greedy")
    assert (done.code, "the terminal app needs" in done.err) == (2, True)


class Page(HTMLParser):
    """What is in a page: tags, addresses, text, handlers."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.handlers: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attributes if name in ("src", "href")]
        self.handlers += [name for name, _ in attributes if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_one_page_with_pictures_and_reasons(jimbot, run: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.html"
    done = jimbot("replay", str(run), "--html", str(out), "--agent", "greedy")
    assert (done.code, done.out) == (0, f"4 decisions in {out}\n")
    page = Page(out.read_text())
    assert page.tags.count("section") == page.tags.count("img") == 5
    assert all(address.startswith("data:image/png;base64,") for address in page.addresses)
    assert "select blind" in page.text
    assert "to spare" in page.text or " banks " in page.text
    assert "default-src 'none'" in out.read_text()
    assert out.stat().st_size < 1_000_000


@pytest.mark.parametrize("seed", ["<script>alert", '"><img src=x>', "'onload=alert'"])
def test_hostile_names_are_text(jimbot, tmp_path: Path, seed: str) -> None:
    file = write_run(tmp_path / "<b onclick=evil()>run.txt", seed)
    out = tmp_path / "run.html"
    assert jimbot("replay", str(file), "--html", str(out)).code == 0
    page = Page(out.read_text())
    assert page.tags.count("script") == 1
    assert page.tags.count("img") == 5
    assert "b" not in [tag for tag in page.tags if tag == "b"][5:]
    assert page.handlers == []
    assert f"seed {seed}" in page.text
    assert file.name in page.text


def test_a_moving_picture(jimbot, run: Path, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    out = tmp_path / "run.gif"
    assert jimbot("replay", str(run), "--gif", str(out)).out == f"5 pictures in {out}\n"
    with image.open(out) as picture:
        assert (picture.n_frames, picture.size) == (5, (640, 360))


def test_bad_input(jimbot, run: Path, tmp_path: Path) -> None:
    both = jimbot("replay", str(run), "--json", "--step")
    assert (both.code, "leave out --step" in both.err) == (2, True)
    nowhere = jimbot("replay", str(run), "--html", str(tmp_path / "no" / "where.html"))
    assert (nowhere.code, "where.html" in nowhere.err) == (2, True)
    agent = jimbot("replay", str(run), "--step", "--agent", "nobody")
    assert (agent.code, "unknown agent" in agent.err) == (2, True)


def test_watch_as_json(jimbot) -> None:
    done = jimbot("watch --agent greedy --seed WATCH --json --top 2")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["step"] for line in lines] == list(range(len(lines)))
    assert lines[0]["decision"] == "select_blind"
    assert len(lines[1]["thoughts"]) == 2
    assert lines[1]["thoughts"][0]["action"] == lines[1]["decision"]
    assert lines[-1]["decision"] is None
    assert (lines[-1]["over"], lines[-1]["seed"]) == (True, "WATCH")


def test_a_script_is_watched_in_its_own_run(jimbot, run: Path) -> None:
    done = jimbot("watch", "--agent", f"scripted:{run}", "--delay", "0")
    assert "Blue Deck, Red Stake, seed REPLAY" in done.out
    assert "ends after 4 decisions, but the game is not over" in done.err  # the transcript is no whole run
    other = jimbot("watch", "--agent", f"scripted:{run}", "--seed", "OTHER", "--delay", "0")
    assert "seed OTHER" in other.out
