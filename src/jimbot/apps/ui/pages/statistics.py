"""What a player has won in the game itself, from its profile.jkr, beside what agents have won here."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from jimbot.apps import won
from jimbot.apps.ui import lab, places
from jimbot.apps.ui.charts import chart
from jimbot.apps.ui.table import used_jokers_html
from jimbot.apps.ui.widgets import drawn, faint, frame, plain, say, table
from jimbot.evaluation.experiments.entry import EVALUATION
from jimbot.evaluation.pages.plots import Dot, Dots, LyingBars
from jimbot.evaluation.report import held_and_won
from jimbot.game.records import percent
from jimbot.game.saved.profile import Profile, Used, read_profile
from jimbot.runs.statistics import wilson
from jimbot.saves.container import MAX_PACKED
from jimbot.saves.folders import PROFILE, files

TILES, BARS, MAX_RUNS = 7, 15, 300
FEWEST = 5  # runs with a joker or deck before its wins are shown


def page() -> None:
    st.title("Statistics")
    try:
        found = _profile()
    except ValueError as error:
        st.error(plain(str(error)))
        return
    if found is not None:
        _show(found)


def _profile() -> Profile | None:
    """Of the game's folder, or a file that is opened."""
    own = files(places.game(), PROFILE)
    with st.expander("Open a file", expanded=not own):
        given = st.file_uploader("A profile.jkr of the game", type=["jkr"], key="profile file")
    if given is not None:
        data = given.getvalue()
        if len(data) > MAX_PACKED:
            raise ValueError(f"the file has {len(data):,} bytes; at most {MAX_PACKED:,} are allowed")
        return read_profile(data)
    if not own:
        say("The game keeps what you have won in profile.jkr. Open that file, or name the game's folder:")
        say("jimbot ui --classic --save FOLDER")
        return None
    path: Path = own[0] if len(own) == 1 else st.selectbox("Profile", own, format_func=str)
    return read_profile(path)


def _show(found: Profile) -> None:
    say(won.summary(found))
    if found.scores:
        faint(", ".join(f"{name} {value}" for name, value in won.records(found).items()))
    if found.decks:
        st.subheader("Decks")
        faint("Wins and losses by stake.")
        table(won.deck_rows(found))
        _win_rates("Share of runs won by deck, with 95 % interval", found.decks)
    if found.jokers:
        st.subheader("Jokers")
        drawn(used_jokers_html(found.jokers[:TILES]))
        _win_rates("Share of runs won with a joker, with 95 % interval", found.jokers)
        _jokers(found)
    if found.hands:
        st.subheader("Poker hands")
        chart("Hands played", LyingBars(list(found.hands), list(found.hands.values())))
    if found.challenges:
        st.subheader("Challenges won")
        say(", ".join(found.challenges))


def _win_rates(title: str, things: list[Used]) -> None:
    shown = [one for one in things if one.wins + one.losses >= FEWEST][:BARS]
    if shown:
        rates = [wilson(one.wins, one.wins + one.losses) for one in shown]
        dots = [Dot(rate.value, rate.low, rate.high) for rate in rates]
        chart(title, Dots([one.name for one in shown], dots, "share of runs won"))


def _jokers(found: Profile) -> None:
    """All jokers, beside those of an evaluation in the folder of runs."""
    rows = won.joker_rows(found)
    runs = [entry.path for entry in lab.entries() if entry.kind == EVALUATION and entry.n][:MAX_RUNS]
    if runs:
        run = st.selectbox("Evaluation beside you", runs)
        held = held_and_won(lab.records(run))
        for row, used in zip(rows, found.jokers, strict=True):
            games, wins = held.get(used.key, (0, 0))
            row["ended with it there"], row["won there"] = games, percent(wins / games, 0) if games else ""
    else:
        faint("What an agent has won with each joker is shown beside yours once it has played here:")
        faint("jimbot eval --agent heuristic --out runs/heuristic")
    frame(rows)
