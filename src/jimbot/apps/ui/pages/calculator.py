"""Any hand with any jokers: its score step by step, the best order of jokers, the chance to clear."""

from __future__ import annotations

import streamlit as st

from jimbot.apps.ui import calculator
from jimbot.apps.ui.table import jokers_html, missed_words, score_rows, score_words
from jimbot.apps.ui.widgets import drawn, faint, pick, plain, say, table
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.records import number
from jimbot.view import card_words, percent, position
from jimbot.view.picture.svg import hand_html


def page() -> None:
    st.title("Hand calculator")
    try:
        game = calculator.build(_setup())
    except ValueError as error:
        st.error(plain(str(error)))
        return
    seen = position(game)
    drawn(jokers_html(seen))
    labels = [card_words(card) for card in seen.hand]
    best = calculator.best_play(game)
    place = st.empty()
    chosen = st.pills(
        "Pick cards, or leave empty for the best play",
        range(len(labels)),
        selection_mode="multi",
        format_func=lambda i: labels[i],
        key=f"calculated {' '.join(card.code for card in seen.hand)}",
    )
    cards = sorted(chosen) or best
    place.html(hand_html(seen.hand, cards))
    if len(cards) > 5:
        st.error("A play has 1 to 5 cards.")
        return
    explained = calculator.explained(game, cards)
    st.subheader(plain(score_words(explained)))
    if explained.rolls:
        faint("Counted as missed: " + missed_words(explained, seen.hand))
    table(score_rows(explained, seen.hand))
    _order(game, cards)
    if st.button("Chance to clear the blind"):
        with st.spinner("redrawing"):
            say(f"{percent(calculator.chance(game, cards))} to clear the blind, if the planner plays on")


def _order(game: Game, cards: list[int]) -> None:
    if len(game.jokers) < 2:
        return
    found = calculator.best_order(game, cards)
    if found.score > found.before:
        words = f"Best order of jokers: {', '.join(found.names)}: {number(found.score)}"
        st.success(plain(f"{words} instead of {number(found.before)}"))
    else:
        faint("The jokers are in the best order for this play.")


def _setup() -> calculator.Setup:
    rows = content()["joker"]
    cards = st.text_input(
        "Hand",
        "KH, KS steel, KD glass red seal, 10♠, 9C, 5D, 4H, 2S",
        help="cards with commas: rank and suit, then glass, steel, foil, red seal and so on",
    )
    jokers = st.multiselect(
        "Jokers, from left to right",
        list(rows),
        format_func=lambda key: str(rows[key]["name"]),
        max_selections=calculator.MAX_JOKERS,
    )
    one, two, three, four = st.columns(4)
    blinds = ["small", "big", *(key for key, row in content()["blind"].items() if row["boss"])]
    names = {"small": "Small Blind", "big": "Big Blind"}
    with one:
        blind = st.selectbox(
            "Blind", blinds, format_func=lambda key: names.get(key) or str(content()["blind"][key]["name"])
        )
    target = two.number_input("Target", 1, 10**12, 300)
    hands = three.number_input("Hands", 1, 20, 4)
    discards = four.number_input("Discards", 0, 20, 3)
    levels = {}
    with st.expander("Levels of poker hands, money, deck"):
        money = st.number_input("Money", -20, 10_000, 4)
        deck = pick("deck", "Deck", "calculator deck")
        columns = st.columns(4)
        for i, name in enumerate(content()["hand"]):
            levels[name] = int(columns[i % 4].number_input(name, 1, 200, 1, key=f"level {name}"))
    return calculator.Setup(
        cards, tuple(jokers), levels, blind, float(target), int(hands), int(discards), int(money), deck
    )
