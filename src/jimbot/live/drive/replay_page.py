"""A run as one HTML file: pictures, decisions, reasons. It loads nothing and runs only its own few lines."""

from __future__ import annotations

import base64
import html
import secrets
from collections.abc import Callable

from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.records import number
from jimbot.live.drive.reel import Frame, Reel
from jimbot.view import Suggestion, live_jokers, percent
from jimbot.view.picture import draw, png

STYLE = """
:root { color-scheme: light dark; --dim: #777; --line: #8884; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 1000px; padding: 12px; }
h1 { font-size: 1.2rem; margin: 0 0 8px; }
nav { display: flex; gap: 6px; align-items: center; flex-wrap: wrap; position: sticky; top: 0;
  background: Canvas; padding: 6px 0; }
nav input { flex: 1; min-width: 120px; }
button { font: inherit; padding: 4px 10px; }
section { display: none; }
section.shown { display: block; }
img { width: 100%; image-rendering: pixelated; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; }
td { padding: 3px 8px 3px 0; border-top: 1px solid var(--line); vertical-align: top; }
.made { font-weight: 600; }
.dim { color: var(--dim); }
noscript section, .all section { display: block; }
"""
SCRIPT = """
const steps = [...document.querySelectorAll("section")], bar = document.querySelector("input");
let at = 0, timer = null;
function show(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, i) => step.classList.toggle("shown", i === at));
  bar.value = at;
  document.querySelector("output").textContent = at + " / " + (steps.length - 1);
  if (at === steps.length - 1) stop();
}
function stop() { clearInterval(timer); timer = null; }
function play() { if (timer) return stop(); timer = setInterval(() => show(at + 1), 900); }
const keys = { ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), Home: () => show(0),
  End: () => show(steps.length - 1), " ": play };
document.addEventListener("keydown", (event) => {
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
document.querySelector("#back").onclick = () => show(at - 1);
document.querySelector("#on").onclick = () => show(at + 1);
document.querySelector("#play").onclick = play;
bar.oninput = () => show(+bar.value);
document.body.classList.remove("all");
show(0);
"""


def replay_page(reel: Reel, title: str, done: Callable[[int], object] = lambda frame: None) -> str:
    """The page. Whatever came from a file is written as text, and nothing else than our script may run."""
    nonce = secrets.token_urlsafe(16)
    policy = f"default-src 'none'; img-src data:; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'"
    sections = []
    for at, frame in reel:
        sections.append(_section(at, frame, reel.thoughts(at)))
        done(at)
    end = frame.game
    about = ", ".join(
        (
            content()["deck"][end.deck]["name"],
            content()["stake"][end.stake]["name"],
            f"seed {end.seed}",
            reel.about,
            _end(end),
        )
    )
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{html.escape(title)}</title><style nonce="{nonce}">{STYLE}</style></head>',
            f'<body class="all"><h1>{html.escape(title)}</h1><p class="dim">{html.escape(about)}</p>',
            '<nav><button id="back">◀</button><button id="play">Play / pause</button>',
            f'<button id="on">▶</button><input type="range" min="0" max="{len(sections) - 1}" value="0"'
            ' aria-label="step"><output></output></nav>',
            *sections,
            f'<script nonce="{nonce}">{SCRIPT}</script></body></html>',
            "",
        )
    )


def _end(game: Game) -> str:
    return "won" if game.won else "lost" if game.lost else "not finished"


def _section(at: int, frame: Frame, thoughts: tuple[Suggestion, ...]) -> str:
    game, action = frame.game, frame.action
    chosen = action.cards if action is not None and action.kind in ("play", "discard") else ()
    picture = base64.b64encode(png(draw(game, selected=chosen, scale=1))).decode()
    where = f"Ante {game.ante}, {game.blind.name}, ${game.money}"
    if game.phase == "SELECTING_HAND":
        where += f", {number(game.round_score)} of {number(game.target)} chips"
    lines = [
        f'<section><img alt="{html.escape(where, quote=True)}" src="data:image/png;base64,{picture}">',
        f"<p><b>{at}.</b> {html.escape(frame.text or _end(game))}",
        f'<span class="dim">{html.escape(where)}</span></p>',
    ]
    if thoughts:
        rows = "".join(_row(one, str(action)) for one in thoughts)
        lines.append(f"<table>{rows}</table>")
    live = [str(joker) for joker in live_jokers(game) if joker.now or joker.acts_as]
    if live:
        lines.append(f'<p class="dim">{html.escape("; ".join(live))}</p>')
    return "\n".join([*lines, "</section>"])


def _row(one: Suggestion, made: str) -> str:
    cells = (one.text, "" if one.chance is None else percent(one.chance), one.reason)
    mark = ' class="made"' if one.action == made else ""
    return f"<tr{mark}>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>"
