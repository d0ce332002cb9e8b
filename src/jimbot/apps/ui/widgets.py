"""What several pages show alike: charts, drawings, choices of deck, stake, agent."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable
from typing import TYPE_CHECKING

import streamlit as st

from jimbot.content import content

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def chart(title: str, figure: Figure) -> None:
    """A chart in the colours of the theme."""
    from jimbot.pages.charts import svg

    theme = "dark" if st.context.theme.type == "dark" else "light"
    data = base64.b64encode(svg(figure, theme)).decode()
    words = html.escape(title)
    image = f'<img alt="{words}" style="max-width:100%;width:760px" src="data:image/svg+xml;base64,{data}">'
    drawn(f'<figure style="margin:0"><figcaption>{words}</figcaption>{image}</figure>')


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
    found = list(rows)
    if found:
        st.dataframe(found, hide_index=True, width="stretch")
