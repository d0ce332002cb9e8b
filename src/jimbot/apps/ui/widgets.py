"""What several pages show alike: drawings, tables, choices of deck, stake, agent."""

from __future__ import annotations

import html
from collections.abc import Iterable

import streamlit as st

from jimbot.game.content import content


def drawn(text: str) -> None:
    """Our own HTML, in which every word from outside is escaped; Streamlit cleans it once more."""
    st.html(text)


def plain(text: str) -> str:
    """Text that Streamlit does not take for Markdown, a formula or an icon."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]()<>#+-.!|~$:^=" else c for c in text.replace("\n", " "))


def say(text: str) -> None:
    st.markdown(plain(text))


def faint(text: str) -> None:
    st.caption(plain(text))


def pick(kind: str, label: str, key: str) -> str:
    """A deck, stake or other row of the game by its name; its key."""
    rows = content()[kind]
    return st.selectbox(label, list(rows), format_func=lambda row: str(rows[row]["name"]), key=key)


def table(rows: Iterable[dict[str, object]]) -> None:
    """A short table whose words wrap, so that it can be read on a phone."""
    found = list(rows)
    if not found:
        return
    cell = "padding:.25rem .6rem .25rem 0;text-align:left;vertical-align:top"
    line = "border-top:1px solid rgba(128,128,128,.3)"
    head = "".join(f'<th scope="col" style="{cell};opacity:.7">{html.escape(name)}</th>' for name in found[0])
    body = "".join(
        f'<tr style="{line}">'
        + "".join(f'<td style="{cell}">{html.escape(str(value))}</td>' for value in row.values())
        + "</tr>"
        for row in found
    )
    shown = f'<table style="border-collapse:collapse;font-size:90%"><tr>{head}</tr>{body}</table>'
    drawn(f'<div style="overflow-x:auto">{shown}</div>')


def frame(rows: Iterable[dict[str, object]], height: int = 400) -> None:
    """A long table, to sort and scroll in."""
    st.dataframe(list(rows), hide_index=True, width="stretch", height=height)
