"""Every table of the observation says what the game shows a player."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from jimbot import Game
from jimbot.envs import BalatroEnv, Start
from jimbot.envs.spec import TABLES
from jimbot.game.content import content

from .play import STARTS, column, name_of, play_to

RANKS = "23456789TJQKA"
SUITS = "SHCD"
PHASES = ["BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "PACK", "GAME_OVER"]
STATES = ["UPCOMING", "SELECT", "CURRENT", "DEFEATED", "SKIPPED"]
ENHANCEMENTS = ["bonus", "mult", "wild", "glass", "steel", "stone", "gold", "lucky"]
EDITIONS = ["foil", "holo", "polychrome", "negative"]
SEALS = ["gold", "red", "blue", "purple"]
KEYS = {kind: list(rows) for kind, rows in content().items()}


def place(items: list[str] | str, item: str | None) -> int:
    """0 for none, else 1 + the place."""
    if item is None:
        return 0
    return 1 + (
        items.index(item) if isinstance(items, str) else [x.lower() for x in items].index(item.lower())
    )


def log(x: float) -> float:
    return math.copysign(math.log1p(abs(x)), x) if x else 0.0


def card_row(card: Any) -> list[int]:
    return [
        place(RANKS, card.rank),
        place(SUITS, card.suit),
        place(ENHANCEMENTS, card.enhancement),
        place(EDITIONS, card.edition),
        place(SEALS, card.seal),
    ]


def offer_row(item: Any) -> dict[str, int]:
    if hasattr(item, "rank"):
        names = ("rank", "suit", "enhancement", "edition", "seal")
        return dict(zip(names, card_row(item), strict=True))
    row = {"edition": place(EDITIONS, item.edition)}
    if item.key in KEYS["joker"]:
        marks = {name: int(getattr(item, name)) for name in ("eternal", "perishable", "rental")}
        return {"joker": place(KEYS["joker"], item.key)} | marks | row
    return {"consumable": place(KEYS["consumable"], item.key)} | row


def check_hand(game: Game, seen: Any) -> None:
    for i in range(20):
        if i >= len(game.hand):
            assert not seen["hand"][i].any()
            continue
        card = game.hand[i]
        names = ("rank", "suit", "enhancement", "edition", "seal")
        row = [int(column(seen, "hand", name)[i]) for name in names]
        assert row == ([0] * 5 if card.face_down else card_row(card))
        assert column(seen, "hand", "debuffed")[i] == card.debuffed
        assert column(seen, "hand", "face_down")[i] == card.face_down
        assert column(seen, "hand", "forced")[i] == card.forced
        assert seen["hand_bonus"][i] == pytest.approx(log(card.bonus))


def check_jokers(game: Game, seen: Any) -> None:
    for i in range(16):
        if i >= len(game.jokers):
            assert not seen["jokers"][i].any()
            assert not seen["joker_numbers"][i].any()
            continue
        joker = game.jokers[i]
        assert column(seen, "jokers", "face_down")[i] == joker.face_down
        if joker.face_down:
            continue
        assert column(seen, "jokers", "id")[i] == place(KEYS["joker"], joker.key)
        assert column(seen, "jokers", "edition")[i] == place(EDITIONS, joker.edition)
        for name in ("eternal", "perishable", "rental", "pinned", "debuffed", "rounds_left"):
            assert column(seen, "jokers", name)[i] == getattr(joker, name), name
        if joker.key == "j_todo_list":
            assert column(seen, "jokers", "hand")[i] == place(KEYS["hand"], joker.target)
        assert column(seen, "joker_numbers", "value")[i] == pytest.approx(log(joker.value), rel=1e-5)
        assert column(seen, "joker_numbers", "sell")[i] == pytest.approx(log(joker.sell))


def check_consumables(game: Game, seen: Any) -> None:
    shown = game.consumables[:8]
    assert column(seen, "consumables", "id").tolist() == [place(KEYS["consumable"], c.key) for c in shown] + [
        0
    ] * (8 - len(shown))
    for i, c in enumerate(shown):
        assert column(seen, "consumables", "negative")[i] == ((c.edition or "").lower() == "negative")
        assert seen["consumable_sell"][i] == pytest.approx(log(c.sell))


def check_offers(game: Game, seen: Any) -> None:
    for table, offers in (("shop", game.shop), ("pack", game.pack_cards if game.phase == "PACK" else [])):
        names = [c.name for t in TABLES if t.name == table for c in t.columns]
        for i, row in enumerate(seen[table]):
            expected = offer_row(offers[i].item) if i < len(offers) else {}
            assert dict(zip(names, row.tolist(), strict=True)) == dict.fromkeys(names, 0) | expected, table
    for i, offer in enumerate(game.shop):
        assert column(seen, "prices", f"card_{i}") == pytest.approx(log(offer.price))
    for i, offer in enumerate(game.shop_vouchers[:4]):
        assert seen["shop_vouchers"][i] == place(KEYS["voucher"], offer.item)
        assert column(seen, "prices", f"voucher_{i}") == pytest.approx(log(offer.price))
    kinds = ["arcana", "celestial", "standard", "buffoon", "spectral"]
    sizes = ["normal", "jumbo", "mega"]
    for i, offer in enumerate(game.shop_packs):
        _, kind, size, _ = (*offer.item.split("_"), "")[:4]
        assert seen["shop_packs"][i].tolist() == [place(kinds, kind), place(sizes, size)]
        assert column(seen, "prices", f"pack_{i}") == pytest.approx(log(offer.price))
    if game.phase == "SHOP":
        assert column(seen, "prices", "reroll") == pytest.approx(log(game.reroll_price))


def check_blinds(game: Game, seen: Any) -> None:
    for i, blind in enumerate(game.blinds):
        assert column(seen, "blinds", "id")[i] == place(KEYS["blind"], blind.key)
        assert column(seen, "blinds", "state")[i] == place(STATES, blind.status)
        assert column(seen, "blinds", "tag")[i] == place(KEYS["tag"], blind.tag)
        assert column(seen, "blind_numbers", "target")[i] == pytest.approx(log(blind.target), rel=1e-5)
        assert column(seen, "blind_numbers", "reward")[i] == pytest.approx(log(blind.reward))


def check_numbers(game: Game, seen: Any) -> None:
    inner = game.reveal()
    plain = {
        "ante": game.ante,
        "round": game.round,
        "hands_left": game.hands_left,
        "discards_left": game.discards_left,
        "hands_played": game.hands_played,
        "discards_used": game.discards_used,
        "hand_size": game.hand_size,
        "hands_per_round": inner.hands_per_round,
        "discards_per_round": inner.discards_per_round,
        "joker_slots": game.joker_slots,
        "free_joker_slots": game.joker_slots - len(game.jokers),
        "free_consumable_slots": game.consumable_slots - len(game.consumables),
        "draw_pile": game.draw_pile_size,
        "deck_size": len(game.full_deck),
        "starting_deck_size": inner.starting_deck_size,
        "free_rerolls": inner.free_rerolls,
        "pack_picks_left": game.pack_picks_left if game.phase == "PACK" else 0,
    }
    for name, value in plain.items():
        assert column(seen, "numbers", name) == value, name
    in_round = game.phase == "SELECTING_HAND"
    logs = {
        "money": game.money,
        "spendable": inner.spendable,
        "score": game.round_score,
        "target": game.target if in_round else 0,
        "skips": game.skips,
        "tarots_used": inner.tarots_used,
        "unused_discards": inner.discards_unused,
        "hands_played_run": inner.hands_played_run,
        "cash_out": sum(game.cash_out_rows.values()),
    }
    for name, value in logs.items():
        assert column(seen, "numbers", name) == pytest.approx(log(value), rel=1e-5), name
    share = min(game.round_score / game.target, 1) if in_round else 0
    assert column(seen, "numbers", "score_share") == pytest.approx(share, rel=1e-5)


def check_globals(game: Game, seen: Any) -> None:
    inner = game.reveal()
    in_round = game.phase == "SELECTING_HAND"
    expected = {
        "phase": place(PHASES, game.phase),
        "deck": place(KEYS["deck"], game.deck),
        "stake": place(KEYS["stake"], game.stake),
        "challenge": place(KEYS["challenge"], game.challenge),
        "blind": place(KEYS["blind"], inner.current_blind) if in_round else 0,
        "blind_disabled": int(in_round and game.blind_disabled),
        "boss_rerolled": int(inner.boss_rerolled),
        "last_consumable": place(KEYS["consumable"], inner.last_consumable),
        "last_hand": place(KEYS["hand"], inner.last_hand),
    }
    for name, value in expected.items():
        assert column(seen, "globals", name) == value, name


def check_counts(game: Game, seen: Any) -> None:
    for prefix, cards in (("draw_pile", game.draw_pile), ("full_deck", game.full_deck)):
        counts = np.zeros((13, 4), dtype=int)
        modifiers = [0] * 15
        names = [*ENHANCEMENTS, *EDITIONS[:3], *SEALS]
        for card in cards:
            if (card.enhancement or "").lower() != "stone":
                counts[RANKS.index(card.rank), SUITS.index(card.suit)] += 1
            for first, last, value in ((0, 8, card.enhancement), (8, 11, card.edition), (11, 15, card.seal)):
                if value:
                    modifiers[names.index(value.lower(), first, last)] += 1
        assert (seen[prefix] == counts).all(), prefix
        assert seen[prefix + "_modifiers"].tolist() == modifiers, prefix
    assert seen["vouchers"].tolist() == [int(key in game.vouchers) for key in KEYS["voucher"]]
    held = [tag.key for tag in game.tags]
    assert seen["tags"].tolist() == [held.count(key) for key in KEYS["tag"]]
    for i, level in enumerate(game.hand_levels.values()):
        row = [level.level, level.chips, level.mult, level.played]
        assert seen["hand_levels"][i] == pytest.approx([log(x) for x in row], rel=1e-5)


CHECKS = (
    check_hand,
    check_jokers,
    check_consumables,
    check_offers,
    check_blinds,
    check_numbers,
    check_globals,
    check_counts,
)


@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_every_table_says_what_the_game_shows(start: Start) -> None:
    env = BalatroEnv(starts=start)
    seen, _ = env.reset(seed=300 + STARTS.index(start))
    rng = np.random.default_rng(STARTS.index(start))
    for check in CHECKS:
        check(env.game, seen)
    for step, (_, result) in enumerate(play_to(env, rng, 240)):
        if step % 8 == 0 and not (result[2] or result[3]):
            game = env.game
            for check in CHECKS:
                check(game, result[0])


def test_a_decision_leaves_no_trace_of_the_picking() -> None:
    """The short way of writing a pick and the long way of writing a decision agree."""
    env, other = BalatroEnv(starts=Start(deck="ghost", one_chip=True)), BalatroEnv()
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    for _, (seen, _, terminated, truncated, _) in play_to(env, rng, 1500):
        if terminated or truncated or env.batch.picked():
            continue
        again, _ = other.reset(options={"position": env.game})
        for name, values in seen.items():
            if name == "numbers":
                values[-1] = again[name][-1] = 0  # swaps left
            if name != "action_mask":
                assert (values == again[name]).all(), name


def test_the_poker_hand_of_the_picked_cards_is_reported() -> None:
    env = BalatroEnv()
    game = Game.from_notation("jimbot1 seed=PICK phase=SELECTING_HAND hand=[S_2,H_2,C_2,D_5,S_5,S_7,S_9,S_J]")
    env.reset(options={"position": game})
    cards = sorted(range(8), key=lambda i: i)
    for number in range(60):
        env.reset(options={"position": game})
        chosen = sorted(np.random.default_rng(number).choice(cards, 1 + number % 5, replace=False).tolist())
        for card in chosen:
            seen, *_ = env.step(card)
        assert column(seen, "globals", "picked_hand") == place(KEYS["hand"], game.score(chosen).hand)
        assert np.flatnonzero(column(seen, "hand", "picked")).tolist() == chosen
