"""A run to play, with advice beside it: cards by click, scores explained, undo, an agent that plays on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import streamlit as st

from jimbot.agents.advice import Adviser, why_not
from jimbot.apps.kept import KeptRun, KeptRuns
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.apps.spoken import read_decision
from jimbot.apps.ui import lab, places, players
from jimbot.apps.ui.table import advice_rows, head_html, jokers_html, middle_html, score_rows, score_words
from jimbot.apps.ui.widgets import drawn, faint, pick, plain, say, table
from jimbot.game import Game
from jimbot.game.action import Action
from jimbot.game.records import counted
from jimbot.view import Position, Suggestion, card_words, explain, position

MAX_ADVICE = 5
MAIN = ("play", "select_blind", "cash_out")


def page() -> None:
    st.title("Play with advice")
    _new_run()
    sitting: Sitting | None = st.session_state.get("sitting")
    if sitting is None:
        return
    seen = position(sitting.game)
    drawn(head_html(seen))
    # Each part keeps its place whatever the others show: what is clicked meanwhile is not moved or lost.
    with st.container():
        chosen = _hand(sitting, seen)
    with st.container():
        _decide(sitting, seen, chosen)
    with st.container():
        _score(sitting, seen, chosen)
    with st.container():
        _advice(sitting)
    with st.container():
        _jokers(sitting, seen)
    _past(sitting)


def _new_run() -> None:
    kept = KeptRuns(places.own())
    unfinished = {run.name: run for run in kept.unfinished()}
    with st.expander("Start a run", expanded="sitting" not in st.session_state):
        left, middle, right = st.columns(3)
        seed = left.text_input("Seed", placeholder="random", max_chars=16)
        with middle:
            deck = pick("deck", "Deck", "play deck")
        with right:
            stake = pick("stake", "Stake", "play stake")
        buttons = st.container(horizontal=True)
        if buttons.button("New run", type="primary"):
            _begin(lambda: Game(seed or None, deck, stake), kept.file_for)
        if unfinished:
            named = st.selectbox(
                "Kept runs", unfinished, format_func=lambda name: _run_words(unfinished[name])
            )
            if st.button("Resume this run"):
                run = unfinished[named]
                _begin(lambda: run.game, lambda game: run.path)


def _run_words(run: KeptRun) -> str:
    return plain(f"{run.name}: {run.words} ({run.when})")


def _begin(make: Callable[[], Game], place: Callable[[Game], Path]) -> None:
    try:
        game = make()
        st.session_state["sitting"] = Sitting(game, place(game))
    except ValueError as error:
        st.error(plain(str(error)))
        return
    st.rerun()


def _hand(sitting: Sitting, seen: Position) -> list[int]:
    """The table; the cards that are selected."""
    drawn(jokers_html(seen))
    if not seen.hand or seen.phase not in ("SELECTING_HAND", "PACK"):
        drawn(middle_html(seen))
        return []
    place = st.empty()
    key = f"hand {len(sitting.past)} {' '.join(card.code for card in seen.hand)}"
    labels = [card_words(card) for card in seen.hand]
    chosen = st.pills(
        "Cards",
        range(len(labels)),
        selection_mode="multi",
        format_func=lambda i: labels[i],
        key=key,
        label_visibility="collapsed",
    )
    picked = sorted(chosen)
    place.html(middle_html(seen, picked))
    return picked


def _decide(sitting: Sitting, seen: Position, chosen: list[int]) -> None:
    """A button for each choice; those that need cards take the selected ones."""
    buttons = st.container(horizontal=True)
    for number, choice in enumerate(seen.choices):
        price = f" (${choice.price})" if choice.price is not None else ""
        enough = choice.least <= len(chosen) <= choice.most or not choice.most
        words = f"{choice.text}{price}"
        if choice.most and choice.kind not in ("play", "discard"):
            words += f" on {choice.least} to {choice.most} cards"
        kind: Literal["primary", "secondary"] = "primary" if choice.kind in MAIN else "secondary"
        label = plain(words[0].upper() + words[1:])
        key = f"choice {number} {choice.kind} {choice.index}"
        if buttons.button(label, key=key, disabled=not enough, type=kind):
            _apply(sitting, choice.action(chosen if choice.most else ()))
    if seen.phase == "SELECTING_HAND":
        for order in ("rank", "suit"):
            if buttons.button(f"Sort by {order}"):
                _apply(sitting, Action(f"sort_hand {order}"))


def _apply(sitting: Sitting, action: Action) -> None:
    reason = sitting.game.why_illegal(action)
    if reason is not None:
        st.error(plain(reason))
        return
    sitting.act(action)
    st.rerun()


def _score(sitting: Sitting, seen: Position, chosen: list[int]) -> None:
    if not chosen or seen.phase != "SELECTING_HAND":
        return
    explained = explain(sitting.game, chosen)
    say(score_words(explained))
    with st.expander("Step by step"):
        table(score_rows(explained, seen.hand))


def _advice(sitting: Sitting) -> None:
    """Shown for the position that it was asked for, until that changes."""
    if sitting.game.over:
        return
    with st.expander(
        "Advice", key="advice", expanded=True, on_change="rerun"
    ):  # the app knows whether it is open
        left, right = st.columns(2)
        name = left.selectbox("Who advises", players.advisers(lab.entries()), key="adviser")
        budget = right.selectbox("Thinking time (ms)", players.BUDGETS, index=1, disabled=name != "search")
        wanted = st.toggle("Advise at every decision", value=True, key="advise")
        now = sitting.game.notation()
        if not wanted:
            st.button("Advise now", on_click=_ask, args=(now,))
        if not wanted and st.session_state.get("asked") != now:
            return
        hints = _hints(sitting, name, budget, now)
        table(advice_rows(hints))
        _why_not(sitting, name, budget)
        with st.container(horizontal=True):
            st.button("Make this move", on_click=sitting.act, args=(hints[0].action,), type="primary")
            st.button("Autoplay until the round ends", on_click=_play_on, args=(sitting, name, budget))


def _why_not(sitting: Sitting, name: str, budget: int) -> None:
    """Why not another decision: its rank, what it costs in chance to win, what was seen in redrawn games."""
    asked = st.text_input(
        "Why not …?", key="why", placeholder="a decision in words, such as play A♥ K♥ or buy Blueprint"
    )
    if not asked:
        return
    try:
        action = read_decision(sitting.game, asked)
        with st.spinner("thinking"):
            say(str(why_not(_adviser(name, budget), sitting.view(), action)))
    except ValueError as error:
        st.error(plain(str(error)))


def _ask(position: str) -> None:
    st.session_state["asked"] = position


def _hints(sitting: Sitting, name: str, budget: int, position: str) -> list[Suggestion]:
    """Thought out once for each position."""
    about = name, budget, position
    kept: tuple[object, list[Suggestion]] | None = st.session_state.get("hints")
    if kept is not None and kept[0] == about:
        return kept[1]
    with st.spinner("thinking"):
        hints = sitting.hints(_adviser(name, budget), MAX_ADVICE)
    st.session_state["hints"] = about, hints
    return hints


def _adviser(name: str, budget: int) -> Adviser:
    """The same one in all of a visit: it remembers what it said."""
    kept: dict[tuple[str, int], Adviser] = st.session_state.setdefault("advisers", {})
    if (name, budget) not in kept:
        kept[name, budget] = Adviser(players.adviser(name, budget))
    return kept[name, budget]


def _play_on(sitting: Sitting, name: str, budget: int) -> None:
    """An agent plays until the round is over, or leaves the shop."""
    pilot = autopilot(sitting, _adviser(name, budget))
    begun = sitting.game.round, sitting.game.phase == "SELECTING_HAND"
    for _ in range(200):
        if sitting.game.over or (sitting.game.round, sitting.game.phase == "SELECTING_HAND") != begun:
            return
        next(pilot)


def _jokers(sitting: Sitting, seen: Position) -> None:
    """Moves a joker; its place in the line matters."""
    if len(seen.jokers) < 2:
        return
    with st.expander("Order of jokers"):
        names = [joker.name for joker in seen.jokers]
        at = st.selectbox("Joker", range(len(names)), format_func=lambda i: f"{i + 1}. {names[i]}")
        buttons = st.container(horizontal=True)
        for step, word in ((-1, "Move left"), (1, "Move right")):
            to = at + step
            if buttons.button(word, disabled=not 0 <= to < len(names)):
                order = list(range(len(names)))
                order[at], order[to] = order[to], order[at]
                _apply(sitting, Action(f"rearrange_jokers {','.join(map(str, order))}"))


def _past(sitting: Sitting) -> None:
    buttons = st.container(horizontal=True)
    buttons.button("Undo", disabled=not sitting.past, on_click=sitting.undo)
    buttons.button("Redo", disabled=not sitting.future, on_click=sitting.redo)
    try:
        text = sitting.game.transcript
    except ValueError:  # it began from a saved position
        text = ""
    buttons.download_button("Transcript", text, "run.txt", disabled=not text)
    faint(f"Seed {sitting.game.seed}; {counted(len(sitting.past), 'move')} to undo · autosaved")
