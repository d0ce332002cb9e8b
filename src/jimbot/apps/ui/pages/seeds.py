"""What a seed holds: antes, shops, packs, vouchers, tags, bosses; seeds compared; a link to share."""

from __future__ import annotations

from typing import Any

import streamlit as st

from jimbot.apps.ui import explorer
from jimbot.apps.ui.widgets import drawn, faint, pick, table
from jimbot.content import content
from jimbot.game import check_seed
from jimbot.picture.svg import row_html

MOST_SEEDS = 4


def page() -> None:
    st.title("Seed explorer")
    given = st.query_params
    _from_link(given)
    left, middle, right, last = st.columns([3, 2, 2, 1])
    text = left.text_input("Seeds", key="seeds", help="one, or several with commas to compare them")
    with middle:
        deck = pick("deck", "Deck", "seed deck")
    with right:
        stake = pick("stake", "Stake", "seed stake")
    antes = last.number_input("Antes", 1, 16, key="antes")
    try:
        seeds = [check_seed(seed.strip()) for seed in text.split(",") if seed.strip()][:MOST_SEEDS]
    except ValueError as error:
        st.error(str(error), icon=None)
        return
    if not seeds:
        return
    reports = [explorer.report(seed, deck, stake, int(antes)) for seed in seeds]
    st.caption("Link to share")
    st.code(explorer.share_link(seeds, deck, stake, int(antes)), language=None)
    if len(reports) > 1:
        table(explorer.compared(reports))
    shown = (
        reports[0] if len(reports) == 1 else reports[seeds.index(st.radio("Show", seeds, horizontal=True))]
    )
    _search(shown)
    _antes(shown)


def _from_link(given: Any) -> None:
    """What a link says, once."""
    if "seeds" in st.session_state:
        return
    known = content()
    st.session_state["seeds"] = given.get("seed", "TUTORIAL")[:80]
    st.session_state["seed deck"] = given["deck"] if given.get("deck") in known["deck"] else "b_red"
    st.session_state["seed stake"] = given["stake"] if given.get("stake") in known["stake"] else "stake_white"
    antes = given.get("antes", "8")
    st.session_state["antes"] = (
        int(antes) if antes.isascii() and antes.isdigit() and 1 <= int(antes) <= 16 else 8
    )


def _search(shown: dict[str, Any]) -> None:
    words = st.text_input("Search in this seed", placeholder="a joker, tarot, planet or spectral card")
    found = explorer.search(shown, words)
    if words:
        faint(", ".join(f"{one.name}: {one.where}" for one in found) or "Nothing of that name is in it.")
    legendary = explorer.legendaries(shown)
    if legendary:
        faint("Legendary: " + ", ".join(f"{one.name}: {one.where}" for one in legendary))


def _antes(shown: dict[str, Any]) -> None:
    tabs = st.tabs([f"Ante {ante['ante']}" for ante in shown["antes"]])
    for tab, ante in zip(tabs, shown["antes"], strict=True):
        with tab:
            faint("Boss, voucher, tags for skipping")
            drawn(row_html(explorer.head(ante)))
            faint("Shop queue, in order; a reroll takes the next ones")
            drawn(row_html(one.drawing for one in explorer.queue(ante)))
            for name, cards in explorer.packs(ante):
                faint(name)
                drawn(row_html(one.drawing for one in cards))
