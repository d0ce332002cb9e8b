"""A report as one HTML page: tables, and pictures within it."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Sequence

STYLE = """
body { font-family: sans-serif; margin: 2em auto; max-width: 80em; color: #222; }
table { border-collapse: collapse; font-size: 85%; display: block; overflow-x: auto; }
th, td { padding: .3em .6em; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
img { max-width: 100%; }
"""


def page(title: str, parts: Iterable[str]) -> str:
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style>'
    body = "\n".join([f"<h1>{html.escape(title)}</h1>", *parts])
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def html_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    header = "".join(f"<th>{html.escape(name)}</th>" for name in headers)
    lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table>\n<tr>{header}</tr>\n{body}\n</table>"


def picture(title: str, png: bytes) -> str:
    data = base64.b64encode(png).decode()
    return (
        f'<h2>{html.escape(title)}</h2>\n<img alt="{html.escape(title)}" src="data:image/png;base64,{data}">'
    )
