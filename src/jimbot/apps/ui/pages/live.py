"""Trainings as they go on: curves, speed, what is left, memory."""

from __future__ import annotations

import time

import streamlit as st

from jimbot.apps.ui import lab
from jimbot.apps.ui.charts import chart
from jimbot.apps.ui.widgets import faint, say
from jimbot.evaluation.experiments.catalogue import state
from jimbot.evaluation.experiments.entry import TRAINING, TUNING
from jimbot.evaluation.experiments.progress import RunProgress, progress
from jimbot.evaluation.experiments.report import plots_of

EVERY = 3.0  # seconds


def page() -> None:
    st.title("Live training")
    found = [entry for entry in lab.entries() if entry.kind in (TRAINING, TUNING)]
    if not found:
        say("No training is here yet. Start one: jimbot train --preset quick --out runs/quick")
        return
    labels = {entry.path: f"{entry.path} ({state(entry, time.time())})" for entry in found[:300]}
    path = st.selectbox("Training", list(labels), format_func=lambda path: labels[path])
    follow = st.toggle("Follow", value=True, help=f"Look again every {EVERY:g} seconds")
    st.fragment(_show, run_every=EVERY if follow else None)(path)


def _show(path: str) -> None:
    log = lab.log(path)
    now = time.time()
    run = progress(lab.folder(path), log, st.session_state.get(f"steps of {path}"), now)
    if run.steps is not None:
        st.session_state.setdefault(f"steps of {path}", (run.steps, now))
    _figures(run)
    if not log.curves:
        say("Its log is empty so far.")
    for title, figure in plots_of(log):
        chart(title, figure)
    faint(f"Looked at {time.strftime('%H:%M:%S')}." + (" Drawn from a sample." if log.share < 1 else ""))


def _figures(run: RunProgress) -> None:
    shown = {
        "Steps": None if run.steps is None else f"{run.steps:,.0f}",
        "Of": None if run.goal is None else f"{run.goal:,.0f}",
        "Steps per second": None if run.steps_per_second is None else f"{run.steps_per_second:,.0f}",
        "Minutes left": None if run.seconds_left is None else f"{run.seconds_left / 60:,.0f}",
        "Memory": None if run.memory_gb is None else f"{run.memory_gb:.1f} GB",
    }
    known = {name: text for name, text in shown.items() if text is not None}
    for column, (name, text) in zip(st.columns(max(1, len(known))), known.items(), strict=False):
        column.metric(name, text)
