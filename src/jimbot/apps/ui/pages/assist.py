"""Advice beside a game: the state, the best decisions, and one that is made when asked and armed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import streamlit as st

from jimbot.agents import Agent
from jimbot.apps.truth import TITLE, truth
from jimbot.apps.ui import lab, places, players
from jimbot.apps.ui.beside import Beside, Watched, log_tail
from jimbot.apps.ui.table import advice_rows, head_html, jokers_html, middle_html
from jimbot.apps.ui.widgets import drawn, faint, plain, say, table
from jimbot.live.backends import SimBackend
from jimbot.live.drive.companion import Look
from jimbot.live.drive.positions import position_in
from jimbot.live.drive.save_backend import NoRun, SaveBackend

EVERY = 1.0  # seconds between two looks
SAVED, LIVE, FILE = "The game's save file", "balatrobot or jimbot serve", "A file"


def page() -> None:
    st.title("Assist")
    first = SAVED if places.game() else LIVE
    source = st.segmented_control("Game", (SAVED, LIVE, FILE), default=first) or first
    with st.sidebar:
        if source == LIVE:
            url = st.text_input("Address of the game", "http://127.0.0.1:12346", key="assist url")
        name = st.selectbox("Model", players.advisers(lab.entries()), key="assist model")
        budget = st.selectbox("Thinking time (ms)", players.BUDGETS, index=1, disabled=name != "search")
        topk = st.slider("Suggestions", 1, 10, 3)
        follow = source != FILE and st.toggle("Follow the game", value=True, help="Look again every second")
        seen_all = source != LIVE and st.toggle("Show what is hidden", help=TITLE)
        execute = source == LIVE and st.toggle("Let the agent play for me", help="Off: it only suggests")
    asked = name, budget, topk
    if source == LIVE:
        beside = _live(url, *asked)
    else:
        beside = _saved(*asked) if source == SAVED else _opened(*asked)
    if beside is None:
        return
    if not execute:
        beside.companion.disarm()
    st.fragment(_show, run_every=EVERY if follow else None)(beside, execute, seen_all)


# -- which game ---------------------------------------------------------------------------------------------


def _watched(key: tuple[Any, ...], name: str, budget: int, made: Callable[[Agent], Watched]) -> Watched:
    """The game that is looked at, made again when the user chooses another one or another model."""
    known = st.session_state.get("beside")
    if known is None or known[0] != key:
        if known is not None:
            known[1].close()
        known = st.session_state["beside"] = key, made(players.adviser(name, budget))
    found: Watched = known[1]
    return found


def _live(url: str, name: str, budget: int, topk: int) -> Watched | None:
    """The game behind an address, once the user has connected."""
    if not st.session_state.get("connected"):
        say(f"It looks at the game at {url}: the real one (balatrobot) or jimbot serve. It only suggests.")
        faint("The sidebar has the address, the model and more.")  # a narrow page folds it away
        st.button("Connect", type="primary", on_click=_connect)
        return None

    def made(agent: Agent) -> Watched:
        return Beside(url, agent, topk, places.own())

    return _watched((LIVE, url, name, budget, topk), name, budget, made)


def _connect() -> None:
    st.session_state["connected"] = True


def _saved(name: str, budget: int, topk: int) -> Watched | None:
    """The run that the game itself saves; it is only read."""
    folders = places.game()
    if not folders:
        say("The folder of the game was not found; name it: jimbot ui --classic --save FOLDER")
        return None

    def made(agent: Agent) -> Watched:
        return Watched(lambda: SaveBackend(folders), agent, topk, (NoRun,))

    return _watched((SAVED, name, budget, topk), name, budget, made)


def _opened(name: str, budget: int, topk: int) -> Watched | None:
    """A position that is opened."""
    given = st.file_uploader("save.jkr of the game, or any saved position")
    if given is None:
        return None
    data = given.getvalue()
    try:
        found = position_in(data, given.name)
    except ValueError as error:
        st.error(plain(str(error)))
        return None
    for note in found.lines:
        faint(note)

    def made(agent: Agent) -> Watched:
        return Watched(lambda: SimBackend.of(found.game), agent, topk)

    return _watched((FILE, hashlib.sha256(data).digest(), name, budget, topk), name, budget, made)


# -- what there is to see -----------------------------------------------------------------------------------


def _show(beside: Watched, execute: bool, seen_all: bool) -> None:
    look = beside.look(again=st.button("Refresh"))
    if look is None:
        return
    notice = look.notice
    if notice.note:
        (st.info if look.connected else st.warning)(plain(notice.note))
    if notice.can_begin and isinstance(beside, Beside):
        st.button("Begin a run", on_click=_begin, args=(beside,), type="primary")
    seen = beside.position()
    if seen is not None:
        drawn(head_html(seen))
        drawn(jokers_html(seen))
        drawn(middle_html(seen))
    if notice.suggestions:
        table(advice_rows(notice.suggestions))
        faint(f"Advice {1000 * look.seconds:.0f} ms after the state.")
    for note in beside.notes:
        faint(note)
    if seen_all and isinstance(beside.companion.backend, SimBackend):
        st.warning(plain(TITLE))
        table({"what": what, "": words} for what, words in truth(beside.companion.backend.game).items())
    if not isinstance(beside, Beside):
        return
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
