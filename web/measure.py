"""Measures the page: sizes, the module against the native core, time to advice and long tasks in chromium."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from jimbot import _core
from jimbot.agents import make_agent
from jimbot.agents.play import GameTable, Moves
from jimbot.apps.ui.page import STATIC
from jimbot.game import Game
from jimbot.game.seeds import seed_list

BUILT = Path(__file__).resolve().parent.parent / "build" / "web"
SEEDS = list(seed_list("dev-1000@60000"))[:6]
PLAYOUTS, DECISIONS = 4000, 60
NODE = """
import { readFileSync } from "node:fs";
const [built, name, seeds, playouts] = process.argv.slice(1);
const { Core, drawSeed } = await import(`${built}/package/index.js`);
const core = await Core.load(readFileSync(`${built}/${name}`), readFileSync(`${built}/weights.bin`));
const timed = (work) => {
  const begin = process.cpuUsage();
  const count = work();
  return count / (process.cpuUsage(begin).user / 1e6);
};
core.playouts(200);
const random = timed(() => core.playouts(Number(playouts)).decisions);
const heuristic = timed(() => {
  let made = 0;
  for (const [i, seed] of JSON.parse(seeds).entries()) {
    const game = core.start({ seed }), player = core.player("heuristic");
    for (let step = 0; game.see().phase !== "GAME_OVER"; ++step, ++made)
      game.apply(player.decide(game, drawSeed(i, step)).action);
  }
  return made;
});
console.log(JSON.stringify({ random, heuristic }));
"""
# Tasks of the main thread above 50 ms, and how long the advice of each position took.
WATCH = """() => {
  window.tasks = [];
  new PerformanceObserver(list => list.getEntries().forEach(task => window.tasks.push(task.duration)))
    .observe({ type: "longtask" });
}"""
SPENT = """() => {
  const last = name => performance.getEntriesByName(name).at(-1)?.startTime;
  return [last("advice-first") - last("advice-asked"), last("advice-done") - last("advice-asked")];
}"""


def sizes() -> None:
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in (".wasm", ".bin", ".js", ".css", ".html"):
            packed = len(gzip.compress(path.read_bytes(), 9))
            print(f"{path.relative_to(STATIC)}: {path.stat().st_size:,} bytes, {packed:,} packed")


def native() -> dict[str, float]:
    begin = time.process_time()
    made = _core.playouts(PLAYOUTS, one_chip=True, all_content=True)["decisions"]
    random, begin = made / (time.process_time() - begin), time.process_time()
    agent = make_agent("heuristic")
    made = sum(1 for i, seed in enumerate(SEEDS) for _ in Moves(agent, GameTable(Game(seed)), i))
    return {"random": random, "heuristic": made / (time.process_time() - begin)}


def module(name: str) -> dict[str, float]:
    words = ["node", "--input-type=module", "-e", NODE, str(BUILT), name, json.dumps(SEEDS), str(PLAYOUTS)]
    speeds: dict[str, float] = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    return speeds


def speeds() -> None:
    """In turn, so that all meet the same machine; the median of three."""
    rounds = [(native(), module("jimbot.wasm"), module("jimbot-plain.wasm")) for _ in range(3)]
    for what in ("random", "heuristic"):
        ours, fast, plain = (sorted(one[k][what] for one in rounds)[1] for k in range(3))
        print(f"{what}: native {ours:,.0f} decisions per CPU second, module {fast:,.0f} ({fast / ours:.2f}), "
              f"without vectors {plain:,.0f} ({plain / ours:.2f})")  # fmt: skip


def visits(address: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(reduced_motion="reduce").new_page()
        for visit in ("cold", "warm"):
            first_advice(page, address, visit)
        long_tasks(page)
        browser.close()


def first_advice(page: Any, address: str, visit: str) -> None:
    page.goto("about:blank")
    page.goto(address)
    if visit == "cold":
        page.locator(".newrun button[type=submit]").click()
    page.wait_for_selector('.coach[aria-busy="false"] .doit', timeout=120_000)
    at = page.evaluate("name => performance.getEntriesByName(name)[0].startTime", "ready")
    first, done = page.evaluate(SPENT)
    print(f"{visit}: table after {at:,.0f} ms, first advice {first:,.0f} ms later, all {done:,.0f} ms")


def long_tasks(page: Any) -> None:
    page.evaluate(WATCH)
    spent = []
    for _ in range(DECISIONS):
        if not page.locator(".doit").count():
            break
        page.locator(".doit").first.click()
        page.wait_for_timeout(50)
        page.wait_for_selector('.coach[aria-busy="false"] .doit, .end', timeout=120_000)
        spent.append(page.evaluate(SPENT)[1])
    tasks = sorted(page.evaluate("() => window.tasks"))
    print(f"advice at {len(spent)} positions: median {sorted(spent)[len(spent) // 2]:,.0f} ms; long tasks: "
          f"{len(tasks)}, the longest {tasks[-1] if tasks else 0:,.0f} ms")  # fmt: skip


def main() -> None:
    sizes()
    speeds()
    server = subprocess.Popen(
        [sys.executable, "-m", "jimbot", "ui", "--port", "0", "--no-open"], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    try:
        visits(server.stdout.readline().split()[3].rstrip(";"))
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
