"""Forty decisions of the heuristic agent with the reasons of its advice, as a table to be read.

    python tools/studies/reasons.py > reasons.md

The reasons of before are those of commit b11be48, made here by its templates from the same figures.
"""

from __future__ import annotations

from collections import Counter

from jimbot import Game
from jimbot.agents import View
from jimbot.agents.advice import Adviser
from jimbot.game import Action
from jimbot.game.seeds import seed_list
from jimbot.view import Suggestion
from jimbot.view.words import chips_words, faces, percent

WANTED = {"SELECTING_HAND": 16, "SHOP": 14, "PACK": 5, "BLIND_SELECT": 5}
STAKES = ("white", "black", "gold")
EVERY = 7  # decisions
UNWEIGHED = {
    "discard": "to draw better cards",
    "use": "helps at once",
    "rearrange_jokers": "the order that scores most",
    "select_blind": "it cannot be skipped",
    "leave_shop": "nothing else can be done",
    "buy_card": "what room was made for",
    "pick": "what room was made for",
}


def before(view: View, first: Suggestion) -> str:
    made = Action(first.action)
    if made.kind in ("play", "discard") and first.chance is not None and first.expected_score is not None:
        cleared, chips = (
            f"{percent(first.chance)} to clear the blind",
            f"{chips_words(first.expected_score)} chips",
        )
        if made.kind == "play":
            return f"{view.score(made.cards).hand}, {chips}; {cleared}"
        kept = faces(card for place, card in enumerate(view.hand) if place not in made.cards)
        held = f" ({first.keeps})" if first.keeps not in ("", "High Card") else ""
        return f"keeps {kept}{held}; then some {chips} by the best hand; {cleared}"
    return f"{percent(first.to_win)} to win" if first.to_win is not None else UNWEIGHED.get(made.kind, "")


def where(view: View) -> str:
    place = f"ante {view.ante}, ${view.money}"
    if view.phase != "SELECTING_HAND":
        return f"{view.phase.lower().replace('_', ' ')}, {place}"
    needed = f"{chips_words(view.round_score)} of {chips_words(view.target)}"
    left = f"{view.hands_left} hands and {view.discards_left} discards"
    return f"{view.blind.name}, {needed}, {left}: {faces(view.hand)}"


def main() -> None:
    adviser, left, seen = Adviser("heuristic"), Counter(WANTED), 0
    print("| position | decision | reason before | reason |\n|---|---|---|---|")
    for i, seed in enumerate(seed_list("dev-30@78000")):
        game = Game(seed, "red", STAKES[i % len(STAKES)])
        while not game.over and left.total():
            view = View(game, 0)
            first = adviser.suggest(view, 3)[0]
            seen += 1
            if left[game.phase] > 0 and (seen % EVERY == 0 or game.phase == "PACK"):
                left[game.phase] -= 1
                print(f"| {where(view)} | {first.text} | {before(view, first)} | {first.reason} |")
            game.apply(first.action)


if __name__ == "__main__":
    main()
