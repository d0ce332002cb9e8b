"""Draws the pictures of README and docs: `make pictures`.

    python tools/pictures.py [NAME ...] [--training RUN]

Without names: all. `table` is a hand and a shop of one run, `terminal` the screen Play, `graph` the strongest
measured synergies, `web` pages of the web app, `save` those beside files of the game, `review` a run looked
at again (these three need a chromium of the system), `curve` the learning curve of `jimbot train --preset
quick`: of the run that --training names, else of one that is trained first.
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
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.agents.advice import Adviser
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.documents.save_file import save_of
from jimbot.evaluation import evaluate
from jimbot.game.content import content
from jimbot.game.seeds import draw_seed
from jimbot.saves import Table, pack
from jimbot.view import picture

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
TRAINED = ROOT / "build/pictures/quick"
SEED = "TUTORIAL"
LOST = "VAGDRKXI"  # the seed of a run to look at again
PAIRS, PAIRS_OF_ONE = 45, 4  # that the graph shows, and of one joker


def table() -> None:
    """A hand late in a won run of the heuristic agent, and the fullest shop of the run."""
    game = Game(seed="TESTSEED")
    agent = make_agent("heuristic")
    agent.reset(0)
    images = {}
    step, full = 0, 0
    while not game.over:
        action = agent.act(View(game, draw_seed(0, step)))
        if action.kind == "play" and game.ante >= 6 and not any(card.debuffed for card in game.hand):
            images["hand"] = picture.draw(game, action.cards)
        goods = [*game.shop, *game.shop_vouchers, *game.shop_packs] if game.phase == "SHOP" else []
        if len(goods) > full:
            full, images["shop"] = len(goods), picture.draw(game)
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
    """The strongest synergies that rounds have measured, a few of each joker: lines by strength."""
    from matplotlib.figure import Figure

    from jimbot.knowledge import package_graph

    known = package_graph()
    names_of = {(node.label, node.key): node.name for node in known.nodes}
    edges = [edge for edge in known.edges if edge.type == "SYNERGIZES_WITH" and edge.source == "rounds"]
    drawn: dict[tuple[str, str], float] = {}
    degree: Counter[str] = Counter()
    for edge in sorted(edges, key=lambda edge: -(edge.low or 0)):
        pair = names_of[edge.start], names_of[edge.end]
        between_jokers = edge.start[0] == edge.end[0] == "Joker"
        if between_jokers and len(drawn) < PAIRS and max(degree[name] for name in pair) < PAIRS_OF_ONE:
            drawn[pair] = edge.strength
            degree.update(pair)
    names = sorted(degree)
    ends = np.array([[names.index(name) for name in pair] for pair in drawn])
    size = np.array([[0.0105 * len(name) + 0.02, 0.045] for name in names])
    at = _layout(size, ends)
    figure = Figure(figsize=(11, 6.4), dpi=100)
    axes = figure.add_axes((0.01, 0.01, 0.98, 0.98))
    axes.set_axis_off()
    for (a, b), strength in zip(ends, drawn.values(), strict=True):
        axes.plot(*at[[a, b]].T, color="#4c72b0", alpha=0.6, linewidth=1 + 4 * strength, zorder=1)
    for name, (x, y) in zip(names, at, strict=True):
        box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": "#999999"}
        axes.text(x, y, name, ha="center", va="center", fontsize=8, zorder=2, bbox=box)
    axes.margins(0.07)
    figure.savefig(DOCS / "graph.png")


def _layout(size: Any, ends: Any) -> Any:
    """Places of nodes in a unit square: all push each other away, edges pull (Fruchterman and Reingold), and
    boxes that overlap move apart."""
    at = np.random.default_rng(1).uniform(size=size.shape)
    ideal = 0.8 / np.sqrt(len(size))
    room = (size[:, None] + size[None]) / 2
    for heat in np.linspace(0.1, 0.001, 3000):
        apart = at[:, None] - at[None]
        far = np.maximum(np.linalg.norm(apart, axis=2, keepdims=True), 1e-3)
        force = (apart * (ideal / far) ** 2).sum(1) - 6 * (at - 0.5)
        pull = np.diff(at[ends], axis=1)[:, 0] * far[ends[:, 0], ends[:, 1]] / ideal
        np.add.at(force, ends[:, 0], pull)
        np.add.at(force, ends[:, 1], -pull)
        overlap = (np.abs(apart) < room).all(axis=2, keepdims=True)
        force += (overlap * np.sign(apart)).sum(1)
        length = np.maximum(np.linalg.norm(force, axis=1, keepdims=True), 1e-9)
        at = at + force / length * np.minimum(length, heat)
        if heat > 0.01:
            at = (at - at.min(0)) / (at.max(0) - at.min(0))
    return at


def curve(run: Path | None) -> None:
    if run is None:
        run = TRAINED
        shutil.rmtree(run, ignore_errors=True)
        subprocess.run(
            [sys.executable, "-m", "jimbot", "train", "--preset", "quick", "--out", str(run)], check=True
        )
    shutil.copyfile(run / "curve.png", DOCS / "train-quick.png")


@contextmanager
def _browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit(
            "pictures: `web`, `save` and `review` need chromium (Debian: apt-get install chromium)"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


def review() -> None:
    """The page of a run that `policy` lost at Gold Stake."""
    sitting = Sitting(Game(LOST, "red", "gold"))
    for _ in autopilot(sitting, Adviser("policy")):
        pass
    with tempfile.TemporaryDirectory() as folder, _browser() as browser:
        run, made = Path(folder) / "lost.txt", Path(folder) / "review.html"
        run.write_text(sitting.game.transcript)
        command = [sys.executable, "-m", "jimbot", "review", str(run), "--top", "2", "--html", str(made)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        page = browser.new_page(viewport={"width": 860, "height": 600}, color_scheme="light")
        page.goto(made.as_uri())
        page.screenshot(path=DOCS / "review.png", full_page=True)


def save() -> None:
    """Pages beside files of the game that our own writer makes: of a run, and of what an agent has won."""
    agent = make_agent("heuristic")
    agent.reset(0)
    game, step = Game(SEED), 0
    while game.ante < 5 or game.phase != "SELECTING_HAND":
        game.apply(agent.act(View(game, draw_seed(0, step))))
        step += 1
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "save.jkr").write_bytes(pack(save_of(game)))
        (Path(folder) / "profile.jkr").write_bytes(pack(_profile()))
        _shots(SAVE_SHOTS, "--save", folder)


def _profile() -> Table:
    """What games of the heuristic agent leave in a profile."""
    decks: Table = {}
    jokers: Table = {}
    hands: Counter[str] = Counter()
    played = []
    for number, stake in enumerate(content()["stake"], 1):
        deck = list(content()["deck"])[number - 1]
        for record in evaluate("heuristic", seeds="dev-20", deck=deck, stake=stake).records:
            played.append(record)
            hands.update(
                {hand.name: hand.played for hand in Game.replay(record.transcript).hand_levels.values()}
            )
            for usage, key in [(decks, deck), *((jokers, key) for key in set(record.jokers))]:
                used = usage.setdefault(key, {"count": 0, "wins": {}, "losses": {}})
                used["count"] += 1
                ends = used["wins" if record.won else "losses"]
                ends[number] = ends.get(number, 0) + 1
    won = sum(record.won for record in played)
    rounds = sum(record.blinds for record in played)
    return {
        "career_stats": {"c_wins": won, "c_losses": len(played) - won, "c_rounds": rounds},
        "high_scores": {"furthest_ante": {"amt": max(record.ante for record in played)}},
        "deck_usage": decks,
        "joker_usage": jokers,
        "hand_usage": {
            name.replace(" ", ""): {"order": name, "count": count} for name, count in hands.items()
        },
    }


def web() -> None:
    _shots(SHOTS)


def _shots(shots: tuple[Any, ...], *options: str) -> None:
    with _app(*options) as url, _browser() as browser:
        for name, width, scheme, steps in shots:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            page.set_default_timeout(60_000)
            steps(page, url)
            page.wait_for_timeout(4000)  # parts of the page come when they are needed
            page.screenshot(path=DOCS / f"{name}-{scheme}-{width}.png")
            page.close()


@contextmanager
def _app(*options: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as runs:
        process = subprocess.Popen(
            [sys.executable, "-m", "jimbot", "ui", "--runs", runs, "--port", "0", "--no-open", *options],
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
    page.get_by_role("button", name="Stop", exact=True).wait_for(state="detached")


def _assist(page: Any, url: str) -> None:
    _opened(page, url, "Assist")
    page.get_by_role("columnheader", name="why").first.wait_for()


def _statistics(page: Any, url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 2100})
    _opened(page, url, "Statistics")


SAVE_SHOTS = (
    ("save-assist", 1280, "light", _assist),
    ("save-statistics", 1280, "light", _statistics),
)
SHOTS = (
    ("web-play", 1280, "light", _play),
    ("web-seeds", 1280, "light", _seed),
    ("web-seeds", 390, "dark", _seed),
    ("web-find", 1280, "light", _find),
)


def main() -> None:
    kinds = {
        "table": table,
        "terminal": terminal,
        "graph": graph,
        "web": web,
        "save": save,
        "review": review,
        "curve": None,
    }
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
