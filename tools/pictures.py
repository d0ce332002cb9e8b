"""Draws the pictures of README and docs: `make pictures`.

    python tools/pictures.py [NAME ...] [--training RUN]

Without names: all. `table` is a hand and a shop of one run, `terminal` the screen Play, `graph` the strongest
measured synergies, `web` pages of the web app (needs a chromium of the system), `curve` the learning curve of
`jimbot train --preset quick`: of the run that --training names, else of one that is trained first.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.game.seeds import draw_seed
from jimbot.view import picture

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
TRAINED = ROOT / "build/pictures/quick"
SEED = "TUTORIAL"
PAIRS = 45  # of the graph


def table() -> None:
    """A hand late in a won run of the heuristic agent, and a shop."""
    game = Game(seed="TESTSEED")
    agent = make_agent("heuristic")
    agent.reset(0)
    images = {}
    step = 0
    while not game.over:
        action = agent.act(View(game, draw_seed(0, step)))
        if action.kind == "play" and game.ante >= 6 and not any(card.debuffed for card in game.hand):
            images["hand"] = picture.draw(game, action.cards)
        if action.kind == "buy_card" and len(game.jokers) == game.joker_slots - 1:
            images["shop"] = picture.draw(game)
        game.apply(action)
        step += 1
    for name, image in images.items():
        (DOCS / f"{name}.png").write_bytes(picture.png(image))


def terminal() -> None:
    """The screen Play with a hint and two cards chosen, as Textual draws it."""
    from jimbot.apps.tui import screens
    from jimbot.apps.tui.app import JimbotApp

    async def draw() -> str:
        with tempfile.TemporaryDirectory() as folder:
            screen = screens.play(Game(SEED), autosave=Path(folder) / "play.run")
            app = JimbotApp(lambda: screen)
            async with app.run_test(size=(112, 34)) as pilot:
                await pilot.press("n", "h")
                await app.workers.wait_for_complete()
                await pilot.press("1", "2")
                await pilot.pause(0.5)
                return app.export_screenshot(title="jimbot tui play")

    drawn = asyncio.run(draw())
    without_fonts = re.sub(r"@font-face\s*{[^}]*}\s*", "", drawn)  # nothing is loaded from elsewhere
    (DOCS / "tui-play.svg").write_text(without_fonts)


def graph() -> None:
    """The strongest synergies that rounds have measured: jokers by name, lines by strength."""
    from matplotlib.figure import Figure

    from jimbot.knowledge import package_graph

    known = package_graph()
    names_of = {(node.label, node.key): node.name for node in known.nodes}
    edges = [
        edge
        for edge in known.edges
        if edge.type == "SYNERGIZES_WITH"
        and edge.source == "rounds"
        and edge.start[0] == edge.end[0] == "Joker"
    ]
    strongest = sorted(edges, key=lambda edge: -(edge.low or 0))[:PAIRS]
    names = sorted({names_of[end] for edge in strongest for end in (edge.start, edge.end)})
    ends = np.array([[names.index(names_of[end]) for end in (edge.start, edge.end)] for edge in strongest])
    at = _layout(len(names), ends)
    figure = Figure(figsize=(11, 6.4), dpi=100, layout="tight")
    axes = figure.add_subplot()
    axes.set_axis_off()
    for (a, b), edge in zip(ends, strongest, strict=True):
        axes.plot(*at[[a, b]].T, color="#4c72b0", alpha=0.6, linewidth=1 + 4 * edge.strength, zorder=1)
    for name, (x, y) in zip(names, at, strict=True):
        box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": "#999999"}
        axes.text(x, y, name, ha="center", va="center", fontsize=8, zorder=2, bbox=box)
    axes.margins(0.08)
    figure.savefig(DOCS / "graph.png")


def _layout(count: int, ends: Any) -> Any:
    """Places of nodes: all push each other away, edges pull (Fruchterman and Reingold)."""
    at = np.random.default_rng(1).normal(size=(count, 2))
    ideal = 1 / np.sqrt(count)
    for heat in np.linspace(0.2, 0.002, 600):
        apart = at[:, None] - at[None]
        far = np.maximum(np.linalg.norm(apart, axis=2, keepdims=True), 1e-3)
        force = (apart / far * (ideal**2 / far)).sum(1) - 0.3 * at
        pull = (at[ends[:, 0]] - at[ends[:, 1]]) * np.linalg.norm(
            at[ends[:, 0]] - at[ends[:, 1]], axis=1, keepdims=True
        ) / ideal  # fmt: skip
        np.add.at(force, ends[:, 0], -pull)
        np.add.at(force, ends[:, 1], pull)
        length = np.maximum(np.linalg.norm(force, axis=1, keepdims=True), 1e-9)
        at = at + force / length * np.minimum(length, heat)
    return at * [1.7, 1.0]


def curve(run: Path | None) -> None:
    if run is None:
        run = TRAINED
        shutil.rmtree(run, ignore_errors=True)
        subprocess.run(
            [sys.executable, "-m", "jimbot", "train", "--preset", "quick", "--out", str(run)], check=True
        )
    shutil.copyfile(run / "curve.png", DOCS / "train-quick.png")


def web() -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("pictures: `web` needs chromium (Debian: apt-get install chromium)")
    with _app() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, width, scheme, steps in SHOTS:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            page.set_default_timeout(60_000)
            steps(page, url)
            page.wait_for_timeout(4000)  # parts of the page come when they are needed
            page.screenshot(path=DOCS / f"{name}-{scheme}-{width}.png")
            page.close()
        browser.close()


@contextmanager
def _app() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as runs:
        process = subprocess.Popen(
            [sys.executable, "-m", "jimbot", "ui", "--runs", runs, "--port", "0", "--no-open"],
            stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert process.stdout is not None
        url = next(found[0] for line in process.stdout if (found := re.search(r"http://[0-9.]+:\d+", line)))
        try:
            yield url
        finally:
            process.terminate()
            process.wait()


def _opened(page: Any, url: str, title: str) -> None:
    page.wait_for_timeout(3000)
    page.goto(url)
    link = page.get_by_test_id("stSidebarNavLink").filter(has_text=title)
    link.wait_for(state="attached")
    page.wait_for_timeout(2000)
    link.dispatch_event("click")  # a narrow page folds the navigation away
    page.get_by_role("heading", name=title, level=1).wait_for()
    page.wait_for_timeout(2000)


def _play(page: Any, url: str) -> None:
    _opened(page, url, "Play with advice")
    page.get_by_label("Seed", exact=True).fill(SEED)
    for button in ("New run", "Play the Small Blind"):
        page.get_by_role("button", name=button, exact=True).click()
        page.wait_for_timeout(2000)


def _seed(page: Any, url: str) -> None:
    _opened(page, url, "Seed explorer")
    page.get_by_label("Seeds", exact=True).fill(SEED)
    page.get_by_label("Seeds", exact=True).press("Enter")


def _find(page: Any, url: str) -> None:
    _opened(page, url, "Seed explorer")
    page.get_by_text("Find seeds", exact=True).click()
    page.get_by_label("Condition", exact=True).fill("ante<=1 has j_perkeo and voucher v_telescope")
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_text("found in").first.wait_for()


SHOTS = (
    ("web-play", 1280, "light", _play),
    ("web-seeds", 1280, "light", _seed),
    ("web-seeds", 390, "dark", _seed),
    ("web-find", 1280, "light", _find),
)


def main() -> None:
    kinds = {"table": table, "terminal": terminal, "graph": graph, "web": web, "curve": None}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(kinds))
    parser.add_argument("--training", type=Path, metavar="RUN", help="folder of a training")
    given = parser.parse_args()
    if unknown := set(given.names) - set(kinds):
        parser.error(f"unknown picture {min(unknown)!r}; one of {', '.join(kinds)}")
    for name in given.names or kinds:
        print(name, flush=True)
        draw = kinds[name]
        curve(given.training) if draw is None else draw()


if __name__ == "__main__":
    main()
