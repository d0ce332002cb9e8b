"""A report as one HTML page that needs no other file: tables, and charts within it. All text is escaped."""

from __future__ import annotations

import base64
import html
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from jimbot.evaluation.pages.plots import Plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE = """
:root { color-scheme: light dark; --ink: #222; --faint: #ddd; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --faint: #444; --paper: #16181d; } }
body { font-family: sans-serif; margin: 2em auto; padding: 0 1em; max-width: 80em;
  color: var(--ink); background: var(--paper); line-height: 1.4; }
table { border-collapse: collapse; font-size: 85%; display: block; overflow-x: auto; }
th, td { padding: .3em .6em; border-bottom: 1px solid var(--faint); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
img { max-width: 100%; }
figure { margin: 1em 0; }
figcaption { font-weight: bold; }
.note { opacity: .75; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26em, 100%), 1fr)); gap: 0 2em; }
"""
# No script runs on a report, whatever the names in it are.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def page(title: str, parts: Iterable[str]) -> str:
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style>"
    )
    body = "\n".join([f"<h1>{html.escape(title)}</h1>", *parts])
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def section(title: str, parts: Iterable[str]) -> str:
    return "\n".join([f"<h2>{html.escape(title)}</h2>", *parts])


def note(text: str) -> str:
    return f'<p class="note">{html.escape(text)}</p>'


def html_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    header = "".join(f"<th>{html.escape(name)}</th>" for name in headers)
    lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table>\n<tr>{header}</tr>\n{body}\n</table>"


def charts_installed() -> bool:
    return importlib.util.find_spec("matplotlib") is not None


def drawing(title: str, plot: Plot | Callable[[], Figure]) -> str:
    """A chart, light or dark as the page is; a note where matplotlib is not installed."""
    if not charts_installed():
        return note(f"{title}: charts need matplotlib: pip install 'jimbot[report]'")
    from jimbot.evaluation.pages.charts import svg

    data = base64.b64encode(svg(plot() if callable(plot) else plot)).decode()
    words = html.escape(title)
    source = f"data:image/svg+xml;base64,{data}"
    return f'<figure><figcaption>{words}</figcaption><img alt="{words}" src="{source}"></figure>'
