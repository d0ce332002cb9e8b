"""The pages and what they share. Streamlit runs this file for every visit and every click."""

from __future__ import annotations

import streamlit as st

from jimbot.apps.ui.pages import (
    agents,
    assist,
    calculator,
    experiments,
    live,
    play,
    replays,
    seeds,
    statistics,
)

PAGES = {
    "At the table": [
        st.Page(
            play.page,
            title="Play with advice",
            url_path="play",
            icon=":material/playing_cards:",
            default=True,
        ),
        st.Page(assist.page, title="Assist", url_path="assist", icon=":material/assistant:"),
        st.Page(calculator.page, title="Hand calculator", url_path="calculator", icon=":material/calculate:"),
        st.Page(seeds.page, title="Seed explorer", url_path="seeds", icon=":material/explore:"),
        st.Page(statistics.page, title="Statistics", url_path="statistics", icon=":material/bar_chart:"),
    ],
    "In the lab": [
        st.Page(replays.page, title="Replays", url_path="replays", icon=":material/replay:"),
        st.Page(experiments.page, title="Experiments", url_path="experiments", icon=":material/science:"),
        st.Page(live.page, title="Live training", url_path="live", icon=":material/monitoring:"),
        st.Page(agents.page, title="Agents", url_path="agents", icon=":material/groups:"),
    ],
}


# Less air than Streamlit leaves: on a phone a position fits the screen.
STYLE = """<style>
[data-testid="stMainBlockContainer"] { padding: 3.2rem 1rem 3rem; max-width: 75rem; }
[data-stale="true"] { opacity: 1 !important; } /* what is looked at again does not fade meanwhile */
h1 { font-size: 1.7rem !important; padding: .3rem 0 !important; }
h3 { font-size: 1.25rem !important; }
</style>"""


def main() -> None:
    st.set_page_config(page_title="JimBot", page_icon="🃏", layout="wide")
    st.html(STYLE)
    st.navigation(PAGES).run()


main()
