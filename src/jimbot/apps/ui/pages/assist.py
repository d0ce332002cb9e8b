"""Advice beside a running game: the state, the best decisions, and one that is made when asked and armed."""

from __future__ import annotations

import streamlit as st

from jimbot.apps.ui import lab, places, players
from jimbot.apps.ui.beside import Beside, log_tail
from jimbot.apps.ui.table import advice_rows, head_html, jokers_html, middle_html
from jimbot.apps.ui.widgets import drawn, faint, plain, say, table
from jimbot.live.drive.companion import Look

EVERY = 1.0  # seconds between two looks


def page() -> None:
    st.title("Assist")
    with st.sidebar:
        url = st.text_input("Address of the game", "http://127.0.0.1:12346", key="assist url")
        name = st.selectbox("Model", players.advisers(lab.entries()), key="assist model")
        budget = st.selectbox("Thinking time (ms)", players.BUDGETS, index=1, disabled=name != "search")
        topk = st.slider("Suggestions", 1, 10, 3)
        follow = st.toggle("Follow the game", value=True, help="Look again every second")
        execute = st.toggle("Let the agent play for me", help="Off: it only suggests")
    beside = _beside(url, name, budget, topk)
    if beside is None:
        say(f"It looks at the game at {url}: the real one (balatrobot) or jimbot serve. It only suggests.")
        faint("The sidebar has the address, the model and more.")  # a narrow page folds it away
        st.button("Connect", type="primary", on_click=_connect, args=(url, name, budget, topk))
        return
    if not execute:
        beside.companion.disarm()
    st.fragment(_show, run_every=EVERY if follow else None)(beside, execute)


def _connect(url: str, name: str, budget: int, topk: int) -> None:
    old = st.session_state.pop("beside", None)
    if old is not None:
        old[1].close()
    agent = players.adviser(name, budget)
    st.session_state["beside"] = (url, name, budget, topk), Beside(url, agent, topk, places.own())


def _beside(url: str, name: str, budget: int, topk: int) -> Beside | None:
    """The connected game; connected again when the user chooses another one."""
    known = st.session_state.get("beside")
    if known is None:
        return None
    if known[0] != (url, name, budget, topk):
        _connect(url, name, budget, topk)
    found: Beside = st.session_state["beside"][1]
    return found


def _show(beside: Beside, execute: bool) -> None:
    look = beside.look(again=st.button("Refresh"))
    if look is None:
        return
    notice = look.notice
    if notice.note:
        (st.info if look.connected else st.warning)(plain(notice.note))
    if notice.can_begin:
        st.button("Begin a run", on_click=_begin, args=(beside,), type="primary")
    seen = beside.position()
    if seen is not None:
        drawn(head_html(seen))
        drawn(jokers_html(seen))
        drawn(middle_html(seen))
    if notice.suggestions:
        table(advice_rows(notice.suggestions))
        faint(f"Advice {1000 * look.seconds:.0f} ms after the state.")
    if execute:
        _execute(beside)
    if notice.executed:
        st.success(plain(f"done: {notice.executed}"))
    with st.expander("Log"):
        table(log_tail(places.own()))


def _execute(beside: Beside) -> None:
    """Arming first; then one decision for one click."""
    look = beside.shown
    if look is None or not look.notice.suggestions:
        return
    if not beside.companion.armed:
        if st.button("Arm for this run"):
            st.session_state["armed words"] = beside.ask_to_arm()
        if "armed words" in st.session_state:
            say(st.session_state["armed words"])
        if beside.token is not None:
            typed = st.text_input("Token", key="token")
            if typed:
                say(beside.arm(typed))
        return
    label = plain(f"Do it: {look.notice.suggestions[0].text}")
    st.button(label, type="primary", on_click=_do, args=(beside, look))


def _begin(beside: Beside) -> None:
    beside.companion.begin()


def _do(beside: Beside, look: Look) -> None:
    beside.execute(0, look)
