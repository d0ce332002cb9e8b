"""Game -> state_v1."""

from __future__ import annotations

from typing import Any

from jimbot import _core
from jimbot.documents.codes import (
    FREE,
    JOKER_STICKERS,
    Json,
    card_json,
    has_edition,
    number_json,
    split_list,
    tag_json,
    unseen_card,
    unseen_joker,
)
from jimbot.game import RANKS, SUITS, Game, challenge_index, deck_index, stake_index
from jimbot.game.content import content

SCHEMA_VERSION = "state_v1"
VARIANTS = ("vanilla", "steamodded")
BLIND_NAMES = ("small", "big", "boss")
CASH_OUT_ROWS = ("blind", "hands", "discards", "jokers", "tags", "interest")
TARGETS = ("idol", "mail", "castle", "ancient")
# What the engine shows only in its notation, by kind of value; left out where it equals a fresh run.
RUN_WHOLE = (
    "base_hands",
    "base_discards",
    "base_hand_size",
    "base_joker_slots",
    "base_consumable_slots",
    "hand_size_lost",
    "ectoplasms",
    "inflation",
    "next_number",
    "round_hand_size",
    "blind_took",
    "reward",
    "rerolls_paid",
)
RUN_FLAGS = ("gros_michel_extinct", "joker_slots_closed", "saved", "armed", "d_six", "first_pack_given")
RUN_WORDS = ("phase_behind_pack", "pack")
RUN_LISTS = ("planets_used", "locked")


def tokens_of(notation: str) -> dict[str, str]:
    """The tokens of a notation by name."""
    pairs = (token.partition("=") for token in notation.split(" ")[1:])
    return {name: value for name, _, value in pairs}


def upper(name: str | None) -> str | None:
    return name.upper() if name else None


def _joker(joker: _core.Joker, sell: int | None) -> Json:
    return {
        "joker_id": joker.key,
        "uid": str(joker.number),
        "edition": upper(joker.edition),
        "stickers": [s for s in JOKER_STICKERS if getattr(joker, s)],
        "counters": {
            "value": number_json(joker.value),
            "extra": joker.extra,
            "sell_bonus": joker.sell_bonus,
            "rounds_left": joker.rounds_left,
        },
        "disabled": joker.debuffed,
        "face_down": joker.face_down,
        "sell": sell,
    }


def _unseen_joker(joker: Json) -> Json:
    """What is seen of a face-down joker: whether it can be sold or moved."""
    return unseen_joker([s for s in joker["stickers"] if s in ("eternal", "pinned")])


def _consumable(consumable: _core.Consumable, sell: int | None) -> Json:
    return {
        "key": consumable.key,
        "uid": str(consumable.number),
        "edition": upper(consumable.edition),
        "sell_bonus": consumable.sell_bonus,
        "sell": sell,
    }


def _offers(offers: list[tuple[Any, int]], token: str) -> list[Json]:
    out = []
    for (item, price), code in zip(offers, split_list(token), strict=True):
        if isinstance(item, _core.Joker):
            kind, thing = "joker", _joker(item, None)
        elif isinstance(item, _core.Consumable):
            kind, thing = "consumable", _consumable(item, None)
        else:
            kind, thing = "card", card_json(code.removesuffix(FREE))
        out.append({"kind": kind, "price": price, "free": code.endswith(FREE), "item": thing})
    return out


def _pack(g: _core.Game, tokens: dict[str, str]) -> Json | None:
    """The open pack. A run that ends while one is open keeps its cards."""
    if g.pack is None and not g.pack_cards:
        return None
    cards = _offers(g.pack_cards, tokens.get("pack_cards", ""))
    return {"key": g.pack, "picks_left": g.pack_picks_left, "cards": cards}


def _full_zones(g: _core.Game, tokens: dict[str, str]) -> dict[str, list[Json]]:
    if "draw" in tokens:
        draw = split_list(tokens["draw"])
    else:  # the order of a fresh run follows from its seed; that of a redrawn one is written
        codes = split_list(tokens_of(g.determinize(0).notation(False))["draw"])
        by_number = {code.rpartition("#")[2]: code for code in codes}
        draw = [by_number[str(card.number)] for card in g.deck_order]
    piles = (draw, split_list(tokens.get("discard", "")), split_list(tokens.get("hand", "")))
    return {
        name: [card_json(c) for c in pile]
        for name, pile in zip(("deck", "discard", "hand"), piles, strict=True)
    }


def _face_up(card: Json) -> Json:
    """The card itself, without the marks of its place in hand."""
    return card | {"state": [s for s in card["state"] if s not in ("face_down", "forced")]}


def _zones(full: dict[str, list[Json]]) -> Json:
    """The draw pile sorted: its order is unknown. A face-down card in hand may be any of it, so it is in."""
    down = [card for card in full["hand"] if "face_down" in card["state"]]
    deck = sorted(full["deck"] + [_face_up(card) for card in down], key=lambda card: int(card["uid"]))
    hand = [
        unseen_card(has_edition(card), card["state"]) if "face_down" in card["state"] else card
        for card in full["hand"]
    ]
    return {
        "deck": deck,
        "deck_count": len(full["deck"]),
        "discard": full["discard"],
        "hand": hand,
        "played": [],
    }


def _round(g: _core.Game) -> Json:
    return {
        "hands_left": g.hands_left,
        "discards_left": g.discards_left,
        "hands_played": g.hands_played,
        "discards_used": g.discards_used,
        "ante": g.ante,
        "round_num": g.round,
        "blind": BLIND_NAMES[g.blind_on_deck],
        "last_blind": g.current_blind,
        "last_target": number_json(g.target),
        "blind_disabled": g.blind_disabled,
        "boss_rerolled": g.boss_rerolled,
        "mouth_hand": g.mouth_hand,
        "ox_hand": g.ox_hand,
        "eye_hands": g.eye_hands,
        "sort_mode": g.sort_mode,
    }


def _score(game: Game, g: _core.Game) -> Json:
    last = game.hand_levels.get(g.last_hand or "")
    return {
        "chips": number_json(g.score),
        "mult": 0,
        "target_chips": number_json(game.target),
        "last_hand_type": g.last_hand or "",
        "last_base_chips": last.chips if last else 0,
        "last_base_mult": last.mult if last else 0,
    }


def _blinds(g: _core.Game) -> list[Json]:
    tags: list[Json | None] = [*map(tag_json, g.ante_tags), None]
    return [
        {"key": key, "status": status, "target": number_json(target), "reward": reward, "tag": tag}
        for (key, status, target, reward), tag in zip(g.blinds, tags, strict=True)
    ]


def _shown_targets(g: _core.Game) -> list[str]:
    """Targets are printed on their jokers, owned or offered."""
    items = [item for item, _ in [*g.shop, *g.pack_cards]]
    rows = content()["joker"]
    shown = {rows[thing.key]["aim"] for thing in [*g.jokers, *items] if isinstance(thing, _core.Joker)}
    return [name for name in TARGETS if name in shown]


def _targets(g: _core.Game) -> dict[str, str]:
    (idol_rank, idol_suit), mail, castle, ancient = g.targets
    return {
        "idol": f"{SUITS[idol_suit]}_{RANKS[idol_rank]}",
        "mail": RANKS[mail],
        "castle": SUITS[castle],
        "ancient": SUITS[ancient],
    }


def _boss_uses(g: _core.Game, tokens: dict[str, str]) -> dict[str, int]:
    """How often each boss came. A fresh run has used the boss of its seed."""
    if "boss_uses" in tokens:
        pairs = (entry.partition(":") for entry in split_list(tokens["boss_uses"]))
        return {key: int(count) for key, _, count in pairs}
    fresh = _core.Game.start(
        g.seed,
        deck_index(g.deck),
        stake_index(g.stake),
        challenge_index(g.challenge),
        VARIANTS.index(g.variant),
        g.endless,
        g.one_chip,
        g.target_percent,
    )
    return {fresh.blinds[2][0]: 1}


def _run(g: _core.Game, tokens: dict[str, str]) -> Json:
    run: Json = {name: int(tokens[name]) for name in RUN_WHOLE if name in tokens}
    run |= {name: tokens[name] == "1" for name in RUN_FLAGS if name in tokens}
    run |= {name: tokens[name] for name in RUN_WORDS if name in tokens}
    run |= {name: split_list(tokens[name]) for name in RUN_LISTS if name in tokens}
    return run | {"boss_uses": _boss_uses(g, tokens)}


def _streams(token: str) -> dict[str, float | None]:
    pairs = (entry.rpartition(":") for entry in split_list(token))
    return {key: None if value == "nan" else float(value) for key, _, value in pairs}


def _rng(g: _core.Game, tokens: dict[str, str]) -> Json:
    rng: Json = {"mode": "native", "seed": g.seed, "cursor": 0, "events": []}
    if "rng" in tokens:  # without it: as at the start of the run
        rng["streams"] = _streams(tokens["rng"])
        rng |= {name: split_list(tokens.get(name, "")) for name in ("deep", "orbital")}
    return rng


def _jokers(g: _core.Game) -> list[Json]:
    return [_joker(joker, g.joker_sell_value(i)) for i, joker in enumerate(g.jokers)]


def _hidden(g: _core.Game, zones: dict[str, list[Json]]) -> Json:
    shown = _shown_targets(g)
    hidden: Json = {
        "deck": [card["uid"] for card in zones["deck"]],
        "hand": [card["uid"] for card in zones["hand"]],
        "jokers": [str(joker.number) for joker in g.jokers],
        "targets": {name: value for name, value in _targets(g).items() if name not in shown},
    }
    if not g.voucher_seen:
        hidden["ante_voucher"] = g.ante_voucher
    return hidden


def state_of(game: Game, hidden: bool = False) -> Json:
    """The position as state_v1: what a player sees and, if asked, apart from it what is hidden."""
    g = game.reveal()
    tokens = tokens_of(game.notation())
    zones = _full_zones(g, tokens)
    jokers = _jokers(g)
    down = sorted((j for j in jokers if j["face_down"]), key=lambda j: int(j["uid"]))
    targets = _targets(g)
    state: Json = {
        "schema_version": SCHEMA_VERSION,
        "phase": g.phase,
        "rules": {
            "deck": g.deck,
            "stake": g.stake,
            "challenge": g.challenge,
            "variant": g.variant,
            "endless": g.endless,
            "one_chip": g.one_chip,
            "target_percent": g.target_percent,
            "applied_modifiers": list(content()["stake"])[: stake_index(g.stake)],
            "degraded": False,
        },
        "zones": _zones(zones),
        "round": _round(g),
        "score": _score(game, g),
        "economy": {
            "money": g.money,
            "spendable": g.spendable,
            "reroll_price": g.reroll_price,
            "free_rerolls": g.free_rerolls,
            "cash_out": dict(zip(CASH_OUT_ROWS, g.cash_out_rows, strict=True)),
        },
        "jokers": [_unseen_joker(j) if j["face_down"] else j for j in jokers],
        "jokers_face_down": [j | {"sell": None} for j in down],
        "consumables": {
            "count": len(g.consumables),
            "limit": g.consumable_slots,
            "highlighted_limit": 1,
            "cards": [_consumable(c, g.consumable_sell_value(i)) for i, c in enumerate(g.consumables)],
        },
        "hands": {
            "levels": {
                name: {
                    "level": level,
                    "chips": chips,
                    "mult": mult,
                    "played": played,
                    "played_this_round": now,
                }
                for name, level, chips, mult, played, now in g.hand_levels
            }
        },
        "blinds": _blinds(g),
        "tags": [tag_json(t) for t in g.tags],
        "vouchers": g.vouchers,
        "ante_voucher": {"seen": g.voucher_seen, "key": g.ante_voucher if g.voucher_seen else None},
        "targets": {name: targets[name] for name in _shown_targets(g)},
        "shop": {
            "cards": _offers(g.shop, tokens.get("shop", "")),
            "vouchers": [{"key": key, "price": price} for key, price in g.shop_vouchers],
            "packs": [
                {"key": key, "price": price, "free": code.endswith(FREE)}
                for (key, price), code in zip(
                    g.shop_packs, split_list(tokens.get("shop_packs", "")), strict=True
                )
            ],
        },
        "pack": _pack(g, tokens),
        "limits": {
            "hand": g.hand_size,
            "jokers": g.joker_slots,
            "shop": g.shop_slots,
            "hands": g.hands_per_round,
            "discards": g.discards_per_round,
        },
        "stats": {
            "skips": g.skips,
            "tarots_used": g.tarots_used,
            "hands_played": g.hands_played_run,
            "discards_unused": g.discards_unused,
            "starting_deck_size": g.starting_deck_size,
            "last_consumable": g.last_consumable,
        },
        "run": _run(g, tokens),
        "rng": {"mode": "native", "seed": None, "cursor": 0, "events": []},
        "flags": {"done": game.over, "won": g.won, "lost": g.lost, "truncated": g.truncated},
        "unknown": [],
    }
    if hidden:
        state["rng"] = _rng(g, tokens)
        state["hidden"] = _hidden(g, zones)
    return state
