"""Every run folder: filter, compare with intervals, open and download reports."""

from __future__ import annotations

import time

import streamlit as st

from jimbot.apps.ui import lab
from jimbot.apps.ui.charts import chart
from jimbot.apps.ui.widgets import faint, frame, say
from jimbot.evaluation.experiments.catalogue import filtered, state
from jimbot.evaluation.experiments.curves import learning_curve
from jimbot.evaluation.experiments.entry import EVALUATION, KINDS, TRAINING, TUNING
from jimbot.game.records import counted

MAX_ROWS, MAX_CHOICES = 1000, 300


def page() -> None:
    st.title("Experiments")
    entries = lab.entries()
    if not entries:
        say("There are no runs here yet. Play some: jimbot eval --agent heuristic --out runs/heuristic")
        return
    left, right = st.columns([2, 3])
    kinds = left.pills("Kind", KINDS, selection_mode="multi", default=KINDS)
    words = right.text_input("Filter", placeholder="words of path, agent, deck, stake or seeds")
    found = filtered(entries, kinds, words)
    faint(f"{len(found):,} of {counted(len(entries), 'run')}" + lab.pending_words())
    frame(lab.rows(found[:MAX_ROWS], time.time()), height=260)
    paths = [entry.path for entry in found[:MAX_CHOICES]]
    chosen = st.multiselect("Look at", paths, default=paths[:1], max_selections=12, key=f"look at {words}")
    if not chosen:
        return
    picked = {path: entry for path, entry in ((e.path, e) for e in found) if path in chosen}
    if any(entry.kind == EVALUATION for entry in picked.values()):
        _evaluations(list(picked))
    logs = {path: lab.log(path) for path, entry in picked.items() if entry.kind in (TRAINING, TUNING)}
    if logs:
        _logs(logs)
    for path, entry in picked.items():
        with st.expander(f"{entry.kind}: {path}", expanded=len(picked) == 1):
            faint(f"{state(entry, time.time())}. {entry.note}")
            for title, figure in lab.pictures(path):
                chart(title, figure)
    if st.button("Make the report", type="primary"):
        with st.spinner("drawing"):
            st.session_state["report"] = lab.report(list(picked))
    if "report" in st.session_state:
        st.download_button("Download the report", st.session_state["report"], "report.html", "text/html")


def _evaluations(paths: list[str]) -> None:
    st.subheader("Evaluations")
    one, two = st.columns(2)
    with one:
        chart("Blinds beaten, mean with 95 % interval", lab.interval_chart(paths, "blinds"))
    with two:
        chart("Share of games won, with 95 % interval", lab.interval_chart(paths, "win_rate"))
    chart("Runs that beat at least this many blinds", lab.survival_chart(paths))
    for row in lab.difference_rows(paths):
        say(row)


def _logs(logs: dict[str, lab.Log]) -> None:
    st.subheader("Curves")
    names = list(dict.fromkeys(name for log in logs.values() for name in log.curves))
    first = next((name for log in logs.values() if (name := learning_curve(log))), None)
    one, two = st.columns(2)
    index = names.index(first) if first in names else 0
    name = one.selectbox("Figure", names, index=index)
    window = two.slider("Points per mean", 1, 50, 1)
    chart(str(name), lab.curve_chart(logs, name, window))
    if any(log.share < 1 for log in logs.values()):
        faint("A log is large: its curve is drawn from evenly chosen pieces of it.")
