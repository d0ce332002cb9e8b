"""Golden files of our own engine: whole runs as readable text, seed reports, random primitives.

    python tools/golden.py --write     write the files again; read the diff before committing
    python tools/golden.py --check     print changes as a unified diff, exit 1 if there are any

A run is stored as its actions: --write plays the stored actions again and asks the run's policy only where
an action is no longer legal, or where there is no file yet. So a change in the engine shows as changed
facts, not as a different run. --write --fresh ignores the stored actions.

``Game.replay`` reads these transcripts: the options of the run, then one decision per line. Lines that
start with ``#`` hold the facts: before a play, what it is expected to score, step by step; after each
decision, what has changed; at the end, the whole position including everything hidden.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
import re
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from jimbot import Game, _core
from jimbot.game import Blind, Card, Consumable, Event, Joker, Offer, Tag
from jimbot.view.seed_report import seed_report

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden"
TRANSCRIPTS = GOLDEN / "transcripts"
FACT = "#   "

# -- facts -----------------------------------------------------------------------------------------------


def short(x: float) -> str:
    return f"{x:.15g}"


def joker_text(joker: Joker) -> str:
    if joker.face_down:
        return joker.key
    marks = [joker.edition] if joker.edition else []
    marks += [name for name in ("eternal", "rental", "pinned", "debuffed") if getattr(joker, name)]
    if joker.perishable:
        marks.append(f"perishable {joker.rounds_left}")
    value = f" {short(joker.value)}" if joker.value else ""
    target = f" ->{joker.target}" if joker.target else ""
    sell = "" if joker.sell is None else f" ${joker.sell}"
    return joker.key + value + target + (f" ({', '.join(marks)})" if marks else "") + sell


def consumable_text(consumable: Consumable) -> str:
    edition = f" ({consumable.edition})" if consumable.edition else ""
    return consumable.key + edition + ("" if consumable.sell is None else f" ${consumable.sell}")


def offer_text(offer: Offer, priced: bool = True) -> str:
    item = offer.item
    if isinstance(item, Joker):
        text = joker_text(item)
    elif isinstance(item, Consumable):
        text = consumable_text(item)
    else:
        text = item.code if isinstance(item, Card) else item
    return f"{text} for ${offer.price}" if priced else text


def tag_text(tag: Tag) -> str:
    return f"{tag.key} ({tag.hand})" if tag.hand else tag.key


def blind_text(blind: Blind, tag: Tag | None) -> str:
    reward = f" {tag_text(tag)}" if tag else ""
    return f"{blind.key} {short(blind.target)} ${blind.reward}{reward}"


def head_text(game: Game) -> str:
    head = f"{game.phase} ante {game.ante} round {game.round} ${game.money}"
    if game.phase == "BLIND_SELECT":
        head += f" {game.blind.key} next"
    if game.phase in ("SELECTING_HAND", "GAME_OVER"):
        head += f" {game.blind.key} {short(game.round_score)}/{short(game.target)}"
        head += f" hands {game.hands_left} discards {game.discards_left}"
        head += " boss disabled" if game.blind_disabled else ""
    if game.over:
        head += " won" if game.won else " lost" if game.lost else " truncated"
    return head


def listed(texts: list[str]) -> str:
    return ", ".join(texts)


def facts(game: Game) -> dict[str, str]:
    """What a player sees, by name; an empty text for what is not there."""
    out = {"": head_text(game)}
    tags: list[Tag | None] = [*game.ante_tags, None]
    out["blinds"] = listed([blind_text(b, t) for b, t in zip(game.blinds, tags, strict=True)])
    out["hand"] = " ".join(card.code + ("/o" if card.forced else "") for card in game.hand)
    out["jokers"] = listed([joker_text(joker) for joker in game.jokers])
    out["consumables"] = listed([consumable_text(c) for c in game.consumables])
    out["slots"] = f"hand {game.hand_size} jokers {game.joker_slots} consumables {game.consumable_slots}"
    out["tags"] = listed([tag_text(tag) for tag in game.tags])
    out["vouchers"] = listed(game.vouchers)
    if game.phase == "SHOP":
        out["shop"] = listed([offer_text(offer) for offer in game.shop])
        out["voucher offers"] = listed([offer_text(offer) for offer in game.shop_vouchers])
        out["pack offers"] = listed([offer_text(offer) for offer in game.shop_packs])
        out["reroll"] = f"${game.reroll_price}"
    if game.phase == "PACK":
        out["pack"] = f"{game.pack}, pick {game.pack_picks_left} of " + listed(
            [offer_text(offer, priced=False) for offer in game.pack_cards]
        )
    if game.phase == "ROUND_EVAL":
        out["pays"] = listed([f"{name} {dollars}" for name, dollars in game.cash_out_rows.items() if dollars])
    out["levels"] = listed(
        [
            f"{hand.name} {hand.level} ({hand.chips} x {hand.mult})"
            for hand in game.hand_levels.values()
            if hand.level > 1
        ]
    )
    out["deck"] = listed(sorted(re.sub(r"/d\b", "", card.code) for card in game.full_deck))
    return out


EVENTS: dict[str, Callable[[Event], str]] = {
    "base": lambda e: f"{short(e.amount)} x {short(e.amount2)}",
    "level": lambda e: f"level {e.amount:+.0f}",
    "chips": lambda e: f"{e.amount:+.15g}",
    "mult": lambda e: f"{e.amount:+.15g} mult",
    "times_mult": lambda e: f"X{short(e.amount)}",
    "dollars": lambda e: f"{e.amount:+.0f} $",
    "grows": lambda e: f"grows {short(e.amount)}",
    "balance": lambda e: f"balanced at {short(e.amount)}",
    "roll": lambda e: f"{short(e.amount)} in {short(e.amount2)} ({e.stream})",
    "range": lambda e: f"{short(e.amount)} to {short(e.amount2)} ({e.stream})",
    "random": lambda e: f"{short(e.amount)} at random ({e.stream})",
    "score": lambda e: f"{short(e.chips)} x {short(e.mult)} = {short(e.amount)}",
}


def event_text(event: Event) -> str:
    return f"{event.source} {EVENTS[event.kind](event) if event.kind in EVENTS else event.kind}"


def expectation(game: Game, action: _core.Action) -> str:
    """What a play is expected to score, rolls taken as missed."""
    score = game.score(action.cards)
    if score.hand is None:
        return "scores ?"
    exact = "" if score.exact else " or more"
    return f"scores {score.hand}{exact}: " + "; ".join(event_text(event) for event in score.events)


STANDARD = listed([f"{suit}_{rank}" for suit in "CDHS" for rank in "23456789AJKQT"])
PASSING = ("shop", "pack", "pays", "reroll", "voucher offers", "pack offers")  # gone with their phase


def changed(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Facts that differ. Of levels, vouchers and the deck only what came and went; a deck starts from the
    standard one."""
    lines = []
    for name in dict.fromkeys([*new, *old]):
        text, before = new.get(name, ""), old.get(name, STANDARD if name == "deck" else "")
        if text == before or (name in PASSING and not text):
            continue
        if name in ("levels", "vouchers", "deck"):
            now, then = (Counter(side.split(", ")) for side in (text, before))
            text = " ".join(
                [
                    *(f"-{x}" for x in (then - now).elements() if x),
                    *(f"+{x}" for x in (now - then).elements() if x),
                ]
            )
            if name == "deck":
                text = f"{now.total()} cards {text}"
        lines.append(FACT + f"{name} {text or 'none'}".strip())
    return lines


def narrate(game: Game, choose: Callable[[Game], str | None]) -> Iterator[str]:
    """The lines of a transcript while a run is played; `choose` names each decision, None at the end."""
    yield game.transcript.splitlines()[0]
    seen = facts(game)
    yield from changed({}, seen)
    while (text := choose(game)) is not None:
        action = _core.Action(text)
        reason = game.why_illegal(action)
        if reason is not None:
            yield f"{action}  is not legal here: {reason}"
            return
        if action.kind == "play":
            yield FACT + expectation(game, action)
        game.apply(action)
        yield str(action)
        now = facts(game)
        yield from changed(seen, now)
        seen = now
    yield f"{FACT}position {game.notation()}"


def actions_of(lines: list[str]) -> list[str]:
    return [line for line in lines[1:] if line and not line.startswith("#")]


def options_of(line: str) -> dict[str, Any]:
    pairs = (token.partition("=") for token in line.removeprefix("jimbot-run ").split("\t"))
    return {name: value == "True" if name in ("endless", "one_chip") else value for name, _, value in pairs}


def replayed(lines: list[str]) -> list[str]:
    """The transcript our engine writes today for the actions of a transcript."""
    actions = iter(actions_of(lines))
    return list(narrate(Game(**options_of(lines[0])), lambda _: next(actions, None)))


# -- policies --------------------------------------------------------------------------------------------


class Policy:
    """A deterministic player. Only random.random() is drawn from: its sequence is fixed by Python."""

    skips = 0.0  # chance to skip a blind
    sells = False  # sells a joker to make room

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return int(self.random.random() * n)

    def choose(self, game: Game) -> str:
        if (use := self.use(game)) is not None:
            return use
        return {
            "BLIND_SELECT": self.blind_select,
            "SELECTING_HAND": self.play,
            "ROUND_EVAL": lambda _: "cash_out",
            "SHOP": self.shop,
            "PACK": self.pack,
        }[game.phase](game)

    # consumables: on the first cards of the hand that allow it

    def use(self, game: Game) -> str | None:
        for i in range(len(game.consumables)):
            if (action := self.with_targets(game, f"use {i}")) is not None:
                return action
        return None

    def with_targets(self, game: Game, verb: str) -> str | None:
        if game.is_legal(verb):
            return verb
        for count in (3, 2, 1):
            for start in range(max(1, len(game.hand) - count + 1)):
                action = f"{verb} on " + ",".join(str(start + k) for k in range(count))
                if game.is_legal(action):
                    return action
        return None

    def blind_select(self, game: Game) -> str:
        if game.is_legal("reroll_boss") and self.random.random() < 0.5:
            return "reroll_boss"
        if game.is_legal("skip_blind") and self.random.random() < self.skips:
            return "skip_blind"
        return "select_blind"

    def play(self, game: Game) -> str:
        forced = [i for i, card in enumerate(game.hand) if card.forced]
        others = [i for i in range(len(game.hand)) if i not in forced]
        count = min(len(game.hand), 1 + self.below(5))
        if game.blind.key == "bl_psychic":
            count = min(len(game.hand), 5)
        while len(forced) < count:
            forced.append(others.pop(self.below(len(others))))
        verb = "discard" if game.discards_left and self.random.random() < 0.4 else "play"
        return f"{verb} " + ",".join(str(i) for i in sorted(forced))

    def pack(self, game: Game) -> str:
        first = self.below(len(game.pack_cards))
        for i, offer in enumerate(game.pack_cards):
            if offer.key in ("c_soul", "c_black_hole"):
                first = i
        for k in range(len(game.pack_cards)):
            if (action := self.with_targets(game, f"pick {(first + k) % len(game.pack_cards)}")) is not None:
                return action
        if self.sells and (sale := self.sale(game)) and self.random.random() < 0.8:
            return sale
        return "skip_pack"

    def sale(self, game: Game) -> str | None:
        return next(
            (f"sell_joker {i}" for i in range(len(game.jokers)) if game.is_legal(f"sell_joker {i}")), None
        )

    def shop(self, game: Game) -> str:
        for i in range(len(game.shop_vouchers)):
            if game.is_legal(f"buy_voucher {i}"):
                return f"buy_voucher {i}"
        for i, offer in enumerate(game.shop):
            if game.is_legal(f"buy_card {i}"):
                return f"buy_card {i}"
            if isinstance(offer.item, Consumable) and (now := self.with_targets(game, f"buy_and_use {i}")):
                return now
            if (
                isinstance(offer.item, Joker)
                and self.sells
                and offer.price <= game.money
                and (sale := self.sale(game))
            ):
                return sale
        for i in range(len(game.shop_packs)):
            if game.is_legal(f"buy_pack {i}"):
                return f"buy_pack {i}"
        if game.is_legal("reroll") and game.money >= game.reroll_price + 4:
            return "reroll"
        return "leave_shop"


class Collector(Policy):
    """Buys and uses all it can, sells its oldest joker for a new one, skips a third of the blinds."""

    skips = 0.35
    sells = True


class Shopper(Collector):
    """A collector that never skips."""

    skips = 0.0


class Random(Policy):
    """The native random policy, with a new seed for each decision."""

    def choose(self, game: Game) -> str:
        return str(_core.random_decision(game.reveal(), self.below(2**40)))


def best_play(game: Game) -> tuple[float, tuple[int, ...]]:
    """The play that scores most, as far as the cards are known."""
    forced = {i for i, card in enumerate(game.hand) if card.forced}
    seen = [i for i, card in enumerate(game.hand) if not card.face_down]
    best, cards = -1.0, tuple(forced) or (0,)
    for count in range(1, 6):
        for choice in combinations(seen, count):
            if forced <= set(choice):
                score = game.score(choice).score or 0.0
                if score > best:
                    best, cards = score, choice
    return best, cards


class Scorer(Shopper):
    """A shopper that plays the best scoring hand and never discards."""

    def play(self, game: Game) -> str:
        return "play " + ",".join(map(str, best_play(game)[1]))


class Greedy(Policy):
    """Plays the best scoring hand; throws the other cards away while that is not enough. Keeps its jokers."""

    def play(self, game: Game) -> str:
        best, cards = best_play(game)
        need = (game.target - game.round_score) / max(1, game.hands_left)
        if best < need and game.discards_left > 0:
            forced = {i for i, card in enumerate(game.hand) if card.forced}
            keep = set(cards) if len(cards) > 1 else set()
            away = [i for i in range(len(game.hand)) if i not in keep or i in forced][-5:]
            action = "discard " + ",".join(map(str, sorted({*away, *forced})[:5]))
            if away and game.is_legal(action):
                return action
        return "play " + ",".join(map(str, cards))


POLICIES: dict[str, type[Policy]] = {
    "collector": Collector,
    "shopper": Shopper,
    "scorer": Scorer,
    "random": Random,
    "greedy": Greedy,
}


# -- runs ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    name: str
    policy: str
    seed: str
    options: dict[str, Any] = field(default_factory=dict)
    decisions: int = 260  # at most

    @property
    def path(self) -> Path:
        return TRANSCRIPTS / f"{self.name}.txt"

    def lines(self, actions: list[str]) -> list[str]:
        """The transcript: the given actions while they are legal, then the policy's."""
        policy = POLICIES[self.policy](f"{self.name} {self.seed}")
        given = iter(actions)
        count = 0
        strayed = not actions

        def choose(game: Game) -> str | None:
            nonlocal count, strayed
            if game.over or count >= self.decisions:
                return None
            count += 1
            if not strayed:
                action = next(given, None)
                if action is None:
                    return None
                if game.is_legal(action):
                    return action
                strayed = True
            return policy.choose(game)

        return list(narrate(Game(seed=self.seed, **self.options), choose))


def options(**given: Any) -> dict[str, Any]:
    return given


# Chosen so that together they hold nearly everything (tests/golden/test_golden.py says what).
RUNS: tuple[Run, ...] = (
    Run("01_red_white", "shopper", "DT5GG95B", options(one_chip=True, endless=True), 480),
    Run(
        "02_checkered_scorer",
        "scorer",
        "KLHLGRJ2",
        options(deck="checkered", stake="purple", one_chip=True, endless=True),
        420,
    ),
    Run(
        "03_blue_red",
        "collector",
        "CLXAX4V3",
        options(deck="blue", stake="red", one_chip=True, endless=True),
        360,
    ),
    Run(
        "04_yellow_green",
        "shopper",
        "YG8XJL45",
        options(deck="yellow", stake="green", one_chip=True, endless=True),
        480,
    ),
    Run(
        "05_green_black",
        "collector",
        "BTK9Q8RA",
        options(deck="green", stake="black", one_chip=True, endless=True),
        360,
    ),
    Run("06_black_blue", "shopper", "4UDRA87J", options(deck="black", stake="blue", one_chip=True), 360),
    Run(
        "07_magic_purple", "collector", "UR15TPMK", options(deck="magic", stake="purple", one_chip=True), 300
    ),
    Run(
        "08_nebula_orange",
        "shopper",
        "VTL2JTS6",
        options(deck="nebula", stake="orange", one_chip=True, endless=True),
        400,
    ),
    Run(
        "09_ghost_gold",
        "shopper",
        "4DWY2VAK",
        options(deck="ghost", stake="gold", one_chip=True, endless=True),
        400,
    ),
    Run(
        "10_abandoned_steamodded",
        "collector",
        "UY3YDVI9",
        options(deck="abandoned", variant="steamodded", one_chip=True, endless=True),
        400,
    ),
    Run("11_checkered_greedy", "greedy", "25G73KM3", options(deck="checkered"), 300),
    Run("12_zodiac_endless", "shopper", "C4213FD1", options(deck="zodiac", one_chip=True, endless=True), 480),
    Run(
        "13_painted_red",
        "collector",
        "DC96UAIE",
        options(deck="painted", stake="red", one_chip=True, endless=True),
        360,
    ),
    Run(
        "14_anaglyph_black",
        "collector",
        "K1HYCG3C",
        options(deck="anaglyph", stake="black", one_chip=True, endless=True),
        400,
    ),
    Run("15_plasma_greedy", "greedy", "CXEG8EIY", options(deck="plasma"), 300),
    Run(
        "16_erratic_gold_steamodded",
        "scorer",
        "XSY9M5UT",
        options(deck="erratic", stake="gold", variant="steamodded", one_chip=True, endless=True),
        400,
    ),
    Run("17_red_greedy_steamodded", "greedy", "ZJ5QNLR3", options(variant="steamodded"), 300),
    Run("18_red_random", "random", "X5KCZZKX", options(one_chip=True), 300),
    Run(
        "19_ghost_random_steamodded",
        "random",
        "XASFPUG2",
        options(deck="ghost", stake="gold", variant="steamodded", one_chip=True),
        300,
    ),
    Run("20_challenge_xray", "collector", "PK3EV5ZL", options(challenge="c_xray_1", one_chip=True), 260),
    Run("21_challenge_fragile", "shopper", "1B2RBU6L", options(challenge="c_fragile_1", one_chip=True), 260),
    Run(
        "22_challenge_jokerless",
        "collector",
        "48JZ13XX",
        options(challenge="c_jokerless_1", one_chip=True),
        220,
    ),
    Run("23_challenge_luxury", "shopper", "YP98632X", options(challenge="c_luxury_1", one_chip=True), 260),
    Run(
        "24_challenge_typecast",
        "collector",
        "5VGUCV7D",
        options(challenge="c_typecast_1", one_chip=True),
        260,
    ),
    Run("25_challenge_rich", "greedy", "PZV89XFM", options(challenge="c_rich_1"), 260),
    Run(
        "26_challenge_omelette", "collector", "NZJ2Q3Y7", options(challenge="c_omelette_1", one_chip=True), 60
    ),
    Run("27_challenge_city", "shopper", "RK242861", options(challenge="c_city_1", one_chip=True), 60),
    Run("28_challenge_knife", "scorer", "8FTC4FGB", options(challenge="c_knife_1", one_chip=True), 60),
    Run(
        "29_challenge_mad_world",
        "collector",
        "37F884RM",
        options(challenge="c_mad_world_1", one_chip=True),
        60,
    ),
    Run(
        "30_challenge_non_perishable",
        "shopper",
        "HGYZ6DUQ",
        options(challenge="c_non_perishable_1", one_chip=True),
        60,
    ),
    Run("31_challenge_medusa", "scorer", "FRN5RYG3", options(challenge="c_medusa_1", one_chip=True), 60),
    Run(
        "32_challenge_double_nothing",
        "collector",
        "BLV1QDUU",
        options(challenge="c_double_nothing_1", one_chip=True),
        60,
    ),
    Run(
        "33_challenge_inflation", "shopper", "CT4ITZNM", options(challenge="c_inflation_1", one_chip=True), 60
    ),
    Run(
        "34_challenge_bram_poker",
        "scorer",
        "DUTNKFFL",
        options(challenge="c_bram_poker_1", one_chip=True),
        60,
    ),
    Run(
        "35_challenge_monolith", "collector", "R64RITY2", options(challenge="c_monolith_1", one_chip=True), 60
    ),
    Run(
        "36_challenge_blast_off", "shopper", "QJDBCHGG", options(challenge="c_blast_off_1", one_chip=True), 60
    ),
    Run(
        "37_challenge_five_card", "scorer", "2P3I9JA2", options(challenge="c_five_card_1", one_chip=True), 60
    ),
    Run(
        "38_challenge_golden_needle",
        "collector",
        "3TSKT4Y1",
        options(challenge="c_golden_needle_1", one_chip=True),
        60,
    ),
    Run("39_challenge_cruelty", "shopper", "6TMXSN1P", options(challenge="c_cruelty_1", one_chip=True), 60),
)


# -- what the runs cover ---------------------------------------------------------------------------------


def coverage(lines: list[str]) -> dict[str, set[str]]:
    """What occurs in a transcript, by kind."""
    game = Game(**options_of(lines[0]))
    found: dict[str, set[str]] = {
        kind: set()
        for kind in (
            "joker",
            "consumable",
            "voucher",
            "tag",
            "boss",
            "booster",
            "hand",
            "enhancement",
            "edition",
        )
    }
    found |= {"seal": set(), "sticker": set(), "action": set(), "phase": set()}
    found["deck"], found["stake"], found["variant"] = {game.deck}, {game.stake}, {game.variant}
    found["challenge"] = {game.challenge} if game.challenge else set()
    found["mode"] = {name for name in ("endless", "one_chip") if getattr(game.reveal(), name)} or {"plain"}
    for text in actions_of(lines):
        action = _core.Action(text)
        found["action"].add(action.kind)
        if (item := consumed(game, action)) is not None:
            found["consumable"].add(item)
        if action.kind == "skip_blind":
            found["tag"].add(game.ante_tags[game.reveal().blind_on_deck].key)
        if action.kind == "play" and (hand := game.score(action.cards).hand) is not None:
            found["hand"].add(hand)
        game.apply(action)
        look(game, found)
    return found


def consumed(game: Game, action: _core.Action) -> str | None:
    """The consumable that an action uses."""
    if action.kind == "use":
        return game.consumables[action.index].key
    if action.kind in ("buy_and_use", "pick"):
        offer = (game.pack_cards if action.kind == "pick" else game.shop)[action.index]
        return offer.item.key if isinstance(offer.item, Consumable) else None
    return None


def look(game: Game, found: dict[str, set[str]]) -> None:
    found["phase"].add(game.phase)
    for joker in game.jokers:
        if not joker.face_down:
            found["joker"].add(joker.key)
            found["sticker"].update(
                name for name in ("eternal", "perishable", "rental") if getattr(joker, name)
            )
    found["voucher"].update(game.vouchers)
    found["tag"].update(tag.key for tag in game.tags)
    if game.phase == "SELECTING_HAND" and game.reveal().blind_on_deck == 2:
        found["boss"].add(game.blind.key)
    if game.pack:
        found["booster"].add(game.pack.rsplit("_", 1)[0])
    if game.phase == "ROUND_EVAL":
        for card in game.full_deck:
            for kind in ("enhancement", "edition", "seal"):
                if (value := getattr(card, kind)) is not None:
                    found[kind].add(value)


def together(transcripts: list[list[str]]) -> dict[str, set[str]]:
    total: dict[str, set[str]] = {}
    for lines in transcripts:
        for kind, keys in coverage(lines).items():
            total.setdefault(kind, set()).update(keys)
    return total


# -- seed reports and primitives -------------------------------------------------------------------------

SEEDS = (
    ("JIMBOT", "b_red", 1),
    ("GOLDEN01", "b_blue", 2),
    ("2K9QMMTZ", "b_yellow", 3),
    ("8ZZTOP31", "b_green", 4),
    ("0012345678", "b_black", 5),
    ("MAGICIAN", "b_magic", 6),
    ("XQ7LLPA4", "b_ghost", 8),
    ("FACELESS", "b_abandoned", 7),
    ("1", "b_checkered", 8),
    ("ZODIAC12", "b_zodiac", 1),
    ("PAINTERS", "b_painted", 4),
    ("a seed, spaced.", "b_plasma", 7),
    ("7LB2WVPK", "b_erratic", 8),
)


def line(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def seed_lines() -> list[str]:
    """Seed reports cut into lines, so that a difference is a short one."""
    out = []
    for seed, deck, stake in SEEDS:
        report = seed_report(seed, deck, stake, antes=4)
        name = f"{seed}/{deck}/{stake}"
        for key, value in report.items():
            if key in ("antes", "walk"):
                out += [line({"of": name, key: part}) for part in value]
            elif key == "draw_order":
                out += [line({"of": name, key: {number: " ".join(cards)}}) for number, cards in value.items()]
            elif key not in ("seed", "deck", "stake"):
                out.append(line({"of": name, key: value}))
    return out


def bits(x: float) -> str:
    return struct.pack(">d", x).hex()


def primitive_lines() -> list[str]:
    """Hashes, roundings, streams, reals, integers and shuffles; numbers as the bits of their doubles."""
    texts = ("", "A", "0", "boss", "JIMBOT", "Joker1sho1_resample2GOLDEN01", "erratic7LB2WVPK", " ~")
    out = [line({"hash": text, "bits": bits(_core.hash_text(text))}) for text in texts]
    # the last three lie halfway between two values of 13 decimals
    roundings = (0.0, 0.5, 1 / 3, 0.1234567890123456, 0.99999999999996, 2**-14, 3 * 2**-14, 2**-14 + 0.5)
    out += [line({"round13": bits(x), "bits": bits(_core.round13(x))}) for x in roundings]
    for seed, key in (("JIMBOT", "boss"), ("GOLDEN01", "cdt1"), ("1", "Tag8"), ("7LB2WVPK", "erratic")):
        state, seed_hash = _core.hash_text(key + seed), _core.hash_text(seed)
        draws = []
        for _ in range(4):
            state = _core.advance_stream(state)
            draws.append([bits(state), bits(_core.LuaRandom((state + seed_hash) / 2).real())])
        out.append(line({"seed": seed, "key": key, "draws": draws}))
    for start in (0.0, 0.5, 0.123456789, 1.0, -3.25, 1e300):
        generator = _core.LuaRandom(start)
        out.append(line({"random": start, "reals": [bits(generator.real()) for _ in range(4)]}))
        generator = _core.LuaRandom(start)
        out.append(line({"random": start, "1 to 52": [generator.integer(1, 52) for _ in range(8)]}))
    for count in (2, 8, 52):
        generator = _core.LuaRandom(0.25)
        cards = list(range(1, count + 1))
        for i in range(count, 1, -1):
            j = generator.integer(1, i)
            cards[i - 1], cards[j - 1] = cards[j - 1], cards[i - 1]
        out.append(line({"shuffle": count, "random": 0.25, "order": cards}))
    return out


# -- files -----------------------------------------------------------------------------------------------


def read_lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def golden_files(fresh: bool = False) -> dict[Path, list[str]]:
    """Every golden file as the engine writes it today."""
    files = {}
    for run in RUNS:
        known = [] if fresh else read_lines(run.path)
        files[run.path] = run.lines(actions_of(known))
    files[GOLDEN / "seeds.jsonl"] = seed_lines()
    files[GOLDEN / "primitives.jsonl"] = primitive_lines()
    return files


def kept_files() -> set[Path]:
    return {*TRANSCRIPTS.glob("*"), *GOLDEN.glob("*.jsonl")}


def write(fresh: bool) -> None:
    files = golden_files(fresh)
    TRANSCRIPTS.mkdir(parents=True, exist_ok=True)
    for path in kept_files() - set(files):
        path.unlink()
    drifted = 0
    for path, lines in files.items():
        drifted += read_lines(path) != lines
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(files)} golden files, {drifted} of them changed")


def check() -> int:
    """Prints what has drifted; the number of files."""
    files = golden_files()
    drifted = 0
    for path in sorted(kept_files() | set(files)):
        name = str(path.relative_to(GOLDEN.parents[1]))
        now, kept = files.get(path, []), read_lines(path)
        if now != kept:
            drifted += 1
            for text in difflib.unified_diff(kept, now, f"{name} (kept)", f"{name} (now)", n=2, lineterm=""):
                print(text)
    return drifted


def main() -> int:
    parser = argparse.ArgumentParser(description="Write or check the golden files of our own engine.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the files again")
    what.add_argument("--check", action="store_true", help="print changes, exit 1 if there are any")
    parser.add_argument(
        "--fresh", action="store_true", help="with --write: play all runs again with their policies"
    )
    arguments = parser.parse_args()
    if arguments.write:
        write(arguments.fresh)
        return 0
    drifted = check()
    if drifted:
        print(f"{drifted} golden files have changed; run `make golden` to update them", file=sys.stderr)
    return 1 if drifted else 0


if __name__ == "__main__":
    sys.exit(main())
