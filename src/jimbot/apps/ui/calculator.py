"""The hand calculator: any position from a few fields, its scores, the best joker order, probabilities."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jimbot.game import Game
from jimbot.game.planner import clear_chance
from jimbot.view import Explanation, explain

SUITS = {"s": "S", "h": "H", "c": "C", "d": "D", "♠": "S", "♥": "H", "♣": "C", "♦": "D"}
RANKS = {"10": "T", **{rank.lower(): rank for rank in "23456789TJQKA"}}
ENHANCEMENTS = ("bonus", "mult", "wild", "glass", "steel", "stone", "gold", "lucky")
EDITIONS = {"foil": "FOIL", "holo": "HOLO", "polychrome": "POLYCHROME"}
SEALS = ("gold", "red", "blue", "purple")
MAX_JOKERS, MAX_CARDS = 15, 20
EXACT = 6  # jokers up to which every order is tried


@dataclass(frozen=True)
class Setup:
    """What is asked about. Jokers are keys, with an edition as ``j_baron/x:FOIL``."""

    cards: str
    jokers: Sequence[str] = ()
    levels: Mapping[str, int] = field(default_factory=dict)
    blind: str = "small"  # small, big, or the key of a boss
    target: float = 300
    hands_left: int = 4
    discards_left: int = 3
    money: int = 4
    deck: str = "b_red"


def card_tokens(text: str) -> list[str]:
    """Cards in notation: ``KH glass red seal, 10♠, Ad foil``; ValueError names what is not understood."""
    out = []
    for part in text.replace(";", ",").split(","):
        words = part.lower().split()
        if not words:
            continue
        token = _face(words[0])
        for i, word in enumerate(words[1:], 1):
            follows = words[i + 1] if i + 1 < len(words) else ""
            if word == "seal":
                continue
            if word in SEALS and (follows == "seal" or word not in ENHANCEMENTS):
                token += f"/s:{word.upper()}"
            elif word in ENHANCEMENTS:
                token += f"/e:{word.upper()}"
            elif word in EDITIONS:
                token += f"/x:{EDITIONS[word]}"
            else:
                known = ", ".join((*ENHANCEMENTS, *EDITIONS, *(f"{seal} seal" for seal in SEALS)))
                raise ValueError(f"unknown word {word!r} at card {words[0]!r}; allowed are {known}")
        out.append(token)
    if not 1 <= len(out) <= MAX_CARDS:
        raise ValueError(f"{len(out)} cards were given; 1 to {MAX_CARDS} are allowed, separated by commas")
    return out


def _face(word: str) -> str:
    rank, suit = word[:-1], word[-1]
    if rank not in RANKS or suit not in SUITS:
        raise ValueError(f"{word!r} is no card; write rank and suit, such as KH, 10S or 7♦")
    return f"{SUITS[suit]}_{RANKS[rank]}"


def build(setup: Setup) -> Game:
    """The position; ValueError says what cannot be."""
    if len(setup.jokers) > MAX_JOKERS:
        raise ValueError(f"{len(setup.jokers)} jokers were given; at most {MAX_JOKERS} are allowed")
    where = (
        f"on_deck={setup.blind}" if setup.blind in ("small", "big") else f"on_deck=boss boss={setup.blind}"
    )
    tokens = [
        f"jimbot1 seed=CALC deck={setup.deck} {where} phase=SELECTING_HAND",
        f"hand=[{','.join(card_tokens(setup.cards))}]",
        f"jokers=[{','.join(setup.jokers)}]",
        f"target={setup.target:g} hands_left={setup.hands_left} discards_left={setup.discards_left}",
        f"money={setup.money}",
    ]
    levels = [
        f"{name.lower().replace(' ', '_')}:{level}" for name, level in setup.levels.items() if level != 1
    ]
    if levels:
        tokens.append(f"hands=[{','.join(levels)}]")
    return Game.from_notation(" ".join(tokens))


@dataclass(frozen=True)
class Best:
    """An order of the jokers, and what the play scores with it."""

    order: tuple[int, ...]
    names: tuple[str, ...]
    score: float
    before: float


def best_order(game: Game, cards: Sequence[int]) -> Best:
    """The order of jokers with which a play scores most; of many jokers, the best that swaps find."""
    count = len(game.jokers)
    now = _score(game, tuple(range(count)), cards)
    best, most = tuple(range(count)), now
    if count <= EXACT:
        for order in itertools.permutations(range(count)):
            score = _score(game, order, cards)
            if score > most:
                best, most = order, score
    else:
        better = True
        while better:
            better = False
            for i, j in itertools.combinations(range(count), 2):
                order_list = list(best)
                order_list[i], order_list[j] = order_list[j], order_list[i]
                score = _score(game, tuple(order_list), cards)
                if score > most:
                    best, most, better = tuple(order_list), score, True
    names = [joker.name for joker in game.jokers]
    return Best(best, tuple(names[i] for i in best), most, now)


def _score(game: Game, order: tuple[int, ...], cards: Sequence[int]) -> float:
    if order == tuple(range(len(order))):
        return game.score(cards).score or 0.0
    moved = game.clone()
    moved.apply(f"rearrange_jokers {','.join(map(str, order))}")
    return moved.score(cards).score or 0.0


def best_play(game: Game) -> list[int]:
    """The cards that score most now."""
    plays = [action for action in game.legal_actions() if action.kind == "play"]
    if not plays:
        raise ValueError("no cards can be played here")
    return list(max(plays, key=lambda action: game.score(action.cards).score or 0.0).cards)


def explained(game: Game, cards: Sequence[int]) -> Explanation:
    return explain(game, cards)


def chance(game: Game, cards: Sequence[int]) -> float:
    """To clear the blind when these cards are played now and the planner goes on."""
    return clear_chance(game, f"play {','.join(map(str, cards))}", "deep")
