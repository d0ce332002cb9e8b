"""state_v1 -> the table of a ``save.jkr``, in the shape of the game's own files.

Whether the game takes such a file could not be tried: one is only written where that is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from jimbot import _core
from jimbot.documents.codes import Json, split_list
from jimbot.documents.save_shape import shaped
from jimbot.documents.write import state_of
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.saved.checks import RATES
from jimbot.game.saved.files import read_save
from jimbot.game.saved.run import BLINDS, CHALLENGE_DECKS, PHASES, entries
from jimbot.game.saved.things import COUNTER_OF, FIRST_SUITS, HAND_TYPES, RANKS, SUITS
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import in_file, read_file
from jimbot.saves import Table, pack, unpack
from jimbot.saves.container import MAX_PACKED
from jimbot.saves.kinds import of_kind

VERSION = "1.0.1o-FULL"
STATES = {phase: number for number, phase in PHASES.items()}
RANK_NAMES = {code: name for name, code in RANKS.items()}
SUIT_NAMES = {code: name for name, code in SUITS.items()}
FIRST_NUMBERS = {code: number for number, code in FIRST_SUITS.items()}
EDITION_AMOUNTS: dict[str, Table] = {
    "foil": {"chips": 50},
    "holo": {"mult": 10},
    "polychrome": {"x_mult": 1.5},
}
BASE = {"hands": 4, "discards": 3, "hand_size": 8, "joker_slots": 5, "consumable_slots": 2}
HAND_NAMES = {row["slug"]: name for name, row in content()["hand"].items()}
FEWER_DISCARDS_FROM = 5  # Blue Stake


def _list(items: list[Any]) -> Table:
    return dict(enumerate(items, 1))


def _thing(center: str, uid: str, ability: Table, edition: str | None, cost: int, sell: int) -> Table:
    common = {"extra_value": 0, "perma_bonus": 0, "hands_played_at_create": 0, "mult": 0, "x_mult": 1}
    thing: Table = {
        "save_fields": {"center": center},
        "sort_id": int(uid),
        "ability": common | ability,
        "debuff": False,
        "facing": "front",
        "cost": cost,
        "sell_cost": sell,
    }
    if edition is not None:
        name = edition.lower()
        thing["edition"] = {"type": name, name: True} | EDITION_AMOUNTS.get(name, {})
    return thing


def _card(card: Json, drawn: bool, cost: int = 1) -> Table:
    marks = dict(mark.split(":") for mark in card["modifier"])
    state = card["state"]
    ability: Table = {"perma_bonus": int(marks.get("bonus", 0))}
    ability |= {"played_this_ante": True} if "played_this_ante" in state else {}
    ability |= {"forced_selection": True} if "forced" in state else {}
    ability |= {"perma_debuff": True} if "debuffed_for_good" in state else {}
    enhancement = marks.get("enhancement")
    center = f"m_{enhancement.lower()}" if enhancement else "c_base"
    made = _thing(center, card["uid"], ability, marks.get("edition"), cost, max(1, cost // 2))
    made["save_fields"]["card"] = card["key"]
    made["base"] = {"suit": SUIT_NAMES[card["suit"]], "value": RANK_NAMES[card["rank"]]}
    first = marks.get("created_suit", card["suit"])
    if first in FIRST_NUMBERS:
        made["base"]["suit_nominal_original"] = FIRST_NUMBERS[first]
    if "seal" in marks:
        made["seal"] = marks["seal"].capitalize()
    made["debuff"] = "debuffed" in state
    made["facing"] = "back" if "face_down" in state or not drawn else "front"
    return made


def _joker(joker: Json, cost: int, sell: int) -> Table:
    key, counters, stickers = joker["joker_id"], joker["counters"], joker["stickers"]
    ability: Table = {"extra_value": counters["sell_bonus"]}
    row = content()["joker"][key]
    if key in COUNTER_OF:
        outer, _, inner = COUNTER_OF[key].partition(".")
        ability[outer] = {inner: counters["value"]} if inner else counters["value"]
    elif row["n"]:
        ability["extra"] = row["n"] if row["n"] % 1 else int(row["n"])
    if row["extra"] == "cards_left":
        ability["yorick_discards"] = counters["extra"]
    if row["extra"] == "hands_before":
        ability["hands_played_at_create"] = counters["extra"]
    if row["extra"] == "hand":
        ability["to_do_poker_hand"] = HAND_TYPES[counters["extra"]]
    ability |= {name: True for name in stickers if name != "pinned"}
    if "perishable" in stickers:
        ability["perish_tally"] = counters["rounds_left"]
    made = _thing(key, joker["uid"], ability, joker["edition"], cost, sell)
    made |= {"pinned": True} if "pinned" in stickers else {}
    made["debuff"] = joker["disabled"]
    made["facing"] = "back" if joker["face_down"] else "front"
    return made


def _consumable(thing: Json, cost: int, sell: int) -> Table:
    return _thing(
        thing["key"], thing["uid"], {"extra_value": thing["sell_bonus"]}, thing["edition"], cost, sell
    )


def _offer(offer: Json) -> Table:
    item, price = offer["item"], offer["price"]
    if offer["kind"] == "card":
        made = _card(item, True, price)
    else:
        made = _joker(item, price, 0) if offer["kind"] == "joker" else _consumable(item, price, 0)
    made["ability"] |= {"couponed": True} if offer["free"] else {}
    return made


def _area(cards: list[Table], limit: int) -> Table:
    return {"cards": _list(cards), "config": {"card_limit": limit, "card_count": len(cards), "sort": "desc"}}


def _areas(game: Game, state: Json) -> Table:
    g, hidden, zones = game.reveal(), state["hidden"], state["zones"]
    jokers = {joker["uid"]: joker for joker in [*state["jokers"], *state["jokers_face_down"]]}
    at = {uid: place for place, uid in enumerate(hidden["jokers"])}
    undrawn = {card["uid"]: card for card in zones["deck"]}
    hand = [
        undrawn[uid] | {"state": sorted({*undrawn[uid]["state"], *place["state"]})}
        if uid in undrawn
        else place
        for place, uid in zip(zones["hand"], hidden["hand"], strict=True)
    ]
    deck = [_card(undrawn[uid], drawn=False) for uid in hidden["deck"]]
    in_round = game.phase == "SELECTING_HAND"
    discarded = [_card(card, drawn=False) for card in zones["discard"]]
    rows = state["consumables"]["cards"]
    areas: Table = {
        "jokers": _area(
            [
                _joker(jokers[uid], g.joker_price(at[uid]), g.joker_sell_value(at[uid]))
                for uid in hidden["jokers"]
            ],
            g.joker_slots,
        ),
        "consumeables": _area(
            [_consumable(c, g.consumable_price(i), g.consumable_sell_value(i)) for i, c in enumerate(rows)],
            g.consumable_slots,
        ),
        "deck": _area(deck if in_round else discarded + deck, g.deck_size),
        "hand": _area([_card(card, drawn=True) for card in hand], g.hand_size),
        "discard": _area(discarded if in_round else [], 500),
        "play": _area([], 5),
    }
    areas["hand"]["config"]["sort"] = "suit desc" if g.sort_mode == "suit" else "desc"
    if game.phase != "SHOP":
        return areas
    shop = state["shop"]
    number = g.next_number
    vouchers = [
        _thing(v["key"], str(number + i), {}, None, v["price"], 0) for i, v in enumerate(shop["vouchers"])
    ]
    number += len(vouchers)
    packs = [
        _thing(p["key"], str(number + i), {"couponed": True} if p["free"] else {}, None, p["price"], 0)
        for i, p in enumerate(shop["packs"])
    ]
    return areas | {
        "shop_jokers": _area([_offer(offer) for offer in shop["cards"]], g.shop_slots),
        "shop_vouchers": _area(vouchers, len(vouchers)),
        "shop_booster": _area(packs, 2),
    }


def _streams(game: Game, state: Json) -> Table:
    """Every stream that was used; those of repeated draws are made again from the record of how deep they
    went."""
    seed = state["rng"]["seed"]
    streams: Table = {"seed": seed, "hashed_seed": _core.hash_text(seed)}
    streams |= {key: float(value) for key, value in entries(game.reveal().streams).items()}
    for entry in state["rng"].get("deep", []):
        base, _, depth = entry.rpartition(":")
        for number in range(3, int(depth) + 1):
            key = f"{base}_resample{number}"
            streams[key] = _core.advance_stream(streams.get(key, _core.hash_text(key + seed)))
    return streams


def _base(game: Game, state: Json) -> Table:
    """What the run was started with: the part of the deck and the stake, or of the challenge."""
    kind, key = ("deck", game.deck) if game.challenge is None else ("challenge", game.challenge)
    row: Mapping[str, int] = content()[kind][key]
    if game.challenge is None:
        base = {name: amount + row[name] for name, amount in BASE.items()}
        base["discards"] -= list(content()["stake"]).index(game.stake) + 1 >= FEWER_DISCARDS_FROM
    else:
        base = BASE | {name: row[name] for name in BASE if row.get(name, -1) >= 0}
    return {name: state["run"].get(f"base_{name}", amount) for name, amount in base.items()}


def _usage(state: Json) -> Table:
    """How often consumables were used: planets once each at least, and what Ouija took of the hand."""
    run = state["run"]
    used = {key: {"count": 1, "set": "Planet"} for key in run.get("planets_used", [])}
    ectoplasms = run.get("ectoplasms", 0)
    ouija = run.get("hand_size_lost", 0) - ectoplasms * (ectoplasms + 1) // 2
    return used | ({"c_ouija": {"count": ouija, "set": "Spectral"}} if ouija > 0 else {})


def _rates(game: Game) -> Table:
    return {
        name: max([rate, *(value for key, value in vouchers.items() if key in game.vouchers)])
        for name, (rate, vouchers) in RATES.items()
    }


def _game(game: Game, state: Json) -> Table:
    g, run, round_, stats = game.reveal(), state["run"], state["round"], state["stats"]
    targets = state["targets"] | state["hidden"]["targets"]
    idol_suit, _, idol_rank = targets["idol"].partition("_")
    blinds = dict(zip(BLINDS, state["blinds"], strict=True))
    tags = {name: blinds[name]["tag"] for name in BLINDS[:2]}
    over = game.phase == "ROUND_EVAL"
    voucher = state["ante_voucher"]["key"] or state["hidden"].get("ante_voucher")
    hands = {
        name: {
            "level": level,
            "chips": chips,
            "mult": mult,
            "played": played,
            "played_this_round": now,
            "visible": not content()["hand"][name]["secret"] or played > 0,
        }
        for name, level, chips, mult, played, now in g.hand_levels
    }
    hands_left = {
        name: round_[name] for name in ("hands_left", "discards_left", "hands_played", "discards_used")
    }
    made: Table = {
        "stake": list(content()["stake"]).index(state["rules"]["stake"]) + 1,
        "dollars": g.money,
        "round": g.round,
        "won": g.won,
        "chips": float(g.score),
        "skips": g.skips,
        "hands_played": g.hands_played_run,
        "unused_discards": g.discards_unused,
        "inflation": run.get("inflation", 0),
        "starting_deck_size": stats["starting_deck_size"],
        "starting_params": _base(game, state),
        "ecto_minus": run.get("ectoplasms", 0) + 1,
        "used_vouchers": dict.fromkeys(g.vouchers, True),
        "used_jokers": dict.fromkeys(_in_use(state), True),
        "bosses_used": run["boss_uses"],
        "consumeable_usage": _usage(state),
        "consumeable_usage_total": {"tarot": g.tarots_used},
        "hands": hands,
        "pool_flags": {"gros_michel_extinct": True} if run.get("gros_michel_extinct") else {},
        "orbital_choices": {
            int(ante): dict(zip(BLINDS, map(HAND_NAMES.__getitem__, hands), strict=True))
            for ante, *hands in (entry.split(":") for entry in split_list(g.orbital_hands))
        },
        "current_round": hands_left
        | {
            "free_rerolls": g.free_rerolls,
            "reroll_cost_increase": run.get("rerolls_paid", 0),
            "reroll_cost": g.reroll_price,
            "idol_card": {"suit": SUIT_NAMES[idol_suit], "rank": RANK_NAMES[idol_rank]},
            "mail_card": {"rank": RANK_NAMES[targets["mail"]]},
            "castle_card": {"suit": SUIT_NAMES[targets["castle"]]},
            "ancient_card": {"suit": SUIT_NAMES[targets["ancient"]]},
            "most_played_poker_hand": g.ox_hand or "High Card",
        },
        "round_resets": {
            "ante": g.ante,
            "blind_ante": g.ante - (over and g.blind_on_deck == 2),
            "hands": g.hands_per_round,
            "discards": g.discards_per_round,
            "reroll_cost": 5 - sum(2 for key in ("v_reroll_surplus", "v_reroll_glut") if key in g.vouchers),
            "boss_rerolled": g.boss_rerolled,
            "blind_choices": {name: blind["key"] for name, blind in blinds.items()},
            "blind_states": {name: blind["status"].capitalize() for name, blind in blinds.items()},
            "blind_tags": {name: tag["key"] for name, tag in tags.items()},
        },
        "pseudorandom": _streams(game, state),
    }
    made |= _rates(game) | _of_challenge(game)
    made |= {"smods_version": "1.0.0"} if game.variant == "steamodded" else {}
    optional = {"last_tarot_planet": stats["last_consumable"], "last_hand_played": g.last_hand}
    made |= {name: value for name, value in optional.items() if value is not None}
    made["current_round"] |= {"voucher": voucher} if voucher else {}
    return made


def _of_challenge(game: Game) -> Table:
    if game.challenge is None:
        return {}
    banned = content()["challenge"][game.challenge]["banned"]
    return {"challenge": game.challenge, "banned_keys": dict.fromkeys(banned, True)}


def _in_use(state: Json) -> list[str]:
    things = [*state["jokers"], *state["jokers_face_down"], *state["consumables"]["cards"]]
    things += [offer["item"] for offer in state["shop"]["cards"] if offer["kind"] != "card"]
    return [thing.get("joker_id") or thing["key"] for thing in things if thing["uid"] != "?"]


def _blind(game: Game) -> Table:
    g = game.reveal()
    if game.phase not in ("SELECTING_HAND", "ROUND_EVAL"):
        return {"name": "", "config_blind": "", "chips": 0, "dollars": 0, "disabled": False}
    made: Table = {
        "name": content()["blind"][g.current_blind]["name"],
        "config_blind": g.current_blind,
        "chips": float(g.target),
        "dollars": game.blinds[g.blind_on_deck].reward,
        "disabled": g.blind_disabled,
    }
    made |= {"only_hand": g.mouth_hand} if g.mouth_hand else {}
    return made | ({"hands": dict.fromkeys(g.eye_hands, True)} if g.eye_hands else {})


def save_of(game: Game) -> Table:
    """The file of a position. ValueError where the game itself would not save."""
    if game.phase not in STATES:
        raise ValueError(f"the game saves no run in {game.phase}; only in {', '.join(STATES)}")
    state = state_of(game, hidden=True)
    tags = [
        {"key": tag["key"], "tally": i, "ability": {"orbital_hand": tag["hand"] or "[poker hand]"}}
        for i, tag in enumerate(state["tags"], 1)
    ]
    deck = state["rules"]["deck"]
    back = {"key": deck, "name": content()["deck"][deck]["name"]}
    table: Table = {
        "VERSION": VERSION,
        "STATE": STATES[game.phase],
        "BACK": back if game.challenge is None else {"key": CHALLENGE_DECKS[0], "name": "Challenge Deck"},
        "BLIND": _blind(game),
        "GAME": _game(game, state),
        "cardAreas": _areas(game, state),
        "tags": _list(tags),
    }
    return shaped(table, game)


def write_game_save(game: Game, path: Path) -> Path | None:
    """Writes the file of a position once it reads back without a difference. A run that lies there is copied
    beside it first: to the path that is returned. What is no run of the game is left alone."""
    data = pack(save_of(game))
    read_save(data).check_strictly()
    backup = None
    if path.exists():
        before = read_file(path, MAX_PACKED)
        with in_file(path):
            of_kind(unpack(before), "run")
        backup = next(name for n in count(1) if not (name := path.with_name(f"{path.name}.{n}.bak")).exists())
        write_whole(backup, before)
    write_whole(path, data)
    return backup
