"""Runs to look at step by step: any transcript of an evaluation, one of your own, or a file; with reasons."""

from __future__ import annotations

import streamlit as st

from jimbot.apps import samples
from jimbot.apps.ui import lab, players, tapes
from jimbot.apps.ui.table import head_html, jokers_html, middle_html
from jimbot.apps.ui.widgets import drawn, faint, plain, say, table
from jimbot.evaluation.experiments.entry import EVALUATION
from jimbot.game.records import counted
from jimbot.live.drive.reel import Reel
from jimbot.view import position

SOURCES = ("Evaluation", "A file")
MAX_RUNS = 300


def page() -> None:
    st.title("Replays")
    source = st.segmented_control("From", SOURCES, default=SOURCES[0]) or SOURCES[0]
    try:
        reel = _evaluation() if source == SOURCES[0] else _file()
    except ValueError as error:
        st.error(plain(str(error)))
        return
    if reel is not None:
        _show(reel)


def _evaluation() -> Reel | None:
    played = [entry for entry in lab.entries() if entry.kind == EVALUATION and entry.n]
    runs = [entry for entry in played[:MAX_RUNS] if tapes.kept(entry.path)]
    if not runs:
        say("No evaluation is here yet: jimbot eval --agent heuristic --out runs/heuristic")
        say("Until then, a sample run:")
        return tapes.of_bytes(samples.run().read_bytes())
    left, right = st.columns(2)
    run = left.selectbox("Evaluation", [entry.path for entry in runs])
    games = {record.seed: record for record in lab.records(run)}
    seed = right.selectbox("Game", list(games), format_func=lambda seed: tapes.game_words(games[seed]))
    return tapes.of_evaluation(run, seed)


def _file() -> Reel | None:
    given = st.file_uploader("A transcript or a trace", type=["txt", "jsonl", "json"])
    return None if given is None else tapes.of_bytes(given.getvalue())


def _show(reel: Reel) -> None:
    last = len(reel) - 1
    st.session_state["step"] = min(st.session_state.get("step", 0), last)
    with st.container(horizontal=True):
        st.button("First", key="first", on_click=_go, args=(0, last))
        st.button("Back", key="back", on_click=_move, args=(-1, last))
        st.button("On", key="on", on_click=_move, args=(1, last), type="primary")
        st.button("Last", key="last", on_click=_go, args=(last, last))
    at = st.slider("Step", 0, last, key="step") if last else 0
    frame = reel.frame(at)
    seen = position(frame.game)
    drawn(head_html(seen))
    drawn(jokers_html(seen))
    played = frame.action is not None and frame.action.kind in ("play", "discard")
    drawn(middle_html(seen, frame.action.cards if played and frame.action is not None else ()))
    say(f"{at}. {frame.text}" if frame.text else "The end of what is known.")
    name = st.selectbox("Who is asked about it", ["nobody", *players.advisers(lab.entries())])
    if name != "nobody" and not frame.game.over:
        thoughts = tapes.thoughts(frame, players.adviser(name))
        table(
            {
                "decision": one.text,
                "why": one.reason,
                "made": "made here" if one.action == str(frame.action) else "",
            }
            for one in thoughts
        )
    faint(f"{counted(last, 'decision')}. Seed {frame.game.seed}.")


def _go(to: int, last: int) -> None:
    st.session_state["step"] = max(0, min(last, to))


def _move(by: int, last: int) -> None:
    _go(st.session_state.get("step", 0) + by, last)
