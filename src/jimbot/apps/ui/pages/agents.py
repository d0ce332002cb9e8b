"""The agents: win rates by deck, stake and boss, the judge's view of jokers, calibration."""

from __future__ import annotations

import streamlit as st

from jimbot.apps.ui import lab, players
from jimbot.apps.ui.charts import chart
from jimbot.apps.ui.widgets import faint, frame, say, table
from jimbot.evaluation.experiments import Entry
from jimbot.evaluation.pages.plots import Dot, Dots, LyingBars, Reliability
from jimbot.game.records import percent

MAX_DOTS = 30


def page() -> None:
    st.title("Agents")
    table({"agent": name, "what it does": text} for name, text in players.OWN.items())
    entries = lab.entries()
    found = players.standings(entries)
    st.subheader("Win rates")
    if found:
        _win_rates(found)
        _bosses(entries, sorted({one.agent for one in found}))
    else:
        say("No evaluation is here yet: jimbot eval --agent heuristic --out runs/heuristic")
    _calibration(entries)
    _jokers()


def _win_rates(found: list[players.Standing]) -> None:
    decks, stakes = ([*dict.fromkeys(getattr(one, name) for one in found)] for name in ("deck", "stake"))
    left, right = st.columns(2)
    deck = left.selectbox("Deck", ["all decks", *decks])
    stake = right.selectbox("Stake", ["all stakes", *stakes])
    shown = [one for one in found if deck in ("all decks", one.deck) and stake in ("all stakes", one.stake)]
    labels = [f"{one.agent}, {one.deck}, {one.stake}" for one in shown[:MAX_DOTS]]
    dots = [Dot(one.win_rate, one.low, one.high) for one in shown[:MAX_DOTS]]
    chart("Share of games won, with 95 % interval", Dots(labels, dots, "share of games won"))
    table(
        {
            "agent": one.agent,
            "deck": one.deck,
            "stake": one.stake,
            "games": one.games,
            "wins": f"{percent(one.win_rate)} ({percent(one.low)} to {percent(one.high)})",
            "blinds": round(one.blinds, 2),
        }
        for one in shown
    )


def _bosses(entries: list[Entry], agents: list[str]) -> None:
    st.subheader("Lost to bosses")
    agent = st.selectbox("Agent", agents)
    deaths = players.boss_deaths(entries, agent)
    if deaths:
        chart("Runs lost to a boss", LyingBars(list(deaths), list(deaths.values())))


def _calibration(entries: list[Entry]) -> None:
    found = players.calibrations(entries)
    if not found:
        return
    st.subheader("Calibration")
    faint("Predicted probabilities against what happened; on the rising line both agree.")
    name = st.selectbox("Agent and phase", list(found))
    title = f"{name}: ECE {percent(found[name]['ece'])}"
    chart(title, Reliability({title: found[name]["bins"]}))


def _jokers() -> None:
    st.subheader("What the judge thinks of jokers")
    faint("Points of chance to win that a joker adds, in shops that the heuristic agent reached.")
    if st.button("Ask the judge", help="plays some games first: about half a minute"):
        with st.spinner("playing"):
            st.session_state["jokers"] = players.joker_table()
    if "jokers" in st.session_state:
        frame(st.session_state["jokers"])
