"""state_v1 -> Game, through the notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jimbot.documents.codes import (
    FREE,
    Json,
    card_code,
    consumable_code,
    has_edition,
    is_unseen,
    join_list,
    joker_code,
    number_code,
    offer_code,
    tag_code,
)
from jimbot.documents.schema import validate
from jimbot.documents.write import RUN_FLAGS, RUN_LISTS, RUN_WHOLE, RUN_WORDS, state_of
from jimbot.game import Game

FACES = ("J", "Q", "K")


def _slug(hand: str | None) -> str:
    return "none" if hand is None else hand.lower().replace(" ", "_")


def _encoded(seed: str) -> str:
    return "".join(c if c.isalnum() or c in "_-" else f"%{ord(c):02X}" for c in seed)


def _options(state: Json, seed: str) -> Iterator[str]:
    rules = state["rules"]
    yield f"seed={_encoded(seed)}"
    for name in ("deck", "stake", "challenge", "variant"):
        if rules[name] is not None:
            yield f"{name}={rules[name]}"
    for name in ("endless", "one_chip"):
        yield f"{name}={int(rules[name])}"
    yield f"target_percent={rules.get('target_percent', 100)}"


def _frame(state: Json) -> Iterator[str]:
    yield f"phase={state['phase']}"
    yield f"ante={state['round']['ante']}"
    yield f"on_deck={state['round']['blind']}"
    yield f"boss={state['blinds'][2]['key']}"
    pack = state["pack"]
    if pack:
        yield f"pack_picks_left={pack['picks_left']}"
        yield f"pack_cards={join_list([offer_code(o) for o in pack['cards']])}"
        if pack["key"]:
            yield f"pack={pack['key']}"


def _round(state: Json) -> Iterator[str]:
    round_, score = state["round"], state["score"]
    for name in ("hands_left", "discards_left", "hands_played", "discards_used"):
        yield f"{name}={round_[name]}"
    yield f"round={round_['round_num']}"
    yield f"blind={round_['last_blind']}"
    yield f"target={number_code(round_['last_target'])}"
    yield f"score={number_code(score['chips'])}"
    yield f"last_hand={_slug(score['last_hand_type'] or None)}"
    for name in ("blind_disabled", "boss_rerolled"):
        yield f"{name}={int(round_[name])}"
    for name in ("mouth_hand", "ox_hand"):
        yield f"{name}={_slug(round_[name])}"
    yield f"eye_hands={join_list([_slug(h) for h in round_['eye_hands']])}"
    yield f"sort_mode={round_['sort_mode']}"


def _owned(state: Json) -> Iterator[str]:
    yield f"money={state['economy']['money']}"
    yield f"free_rerolls={state['economy']['free_rerolls']}"
    rows = [f"{name}:{amount}" for name, amount in state["economy"]["cash_out"].items()]
    yield f"cash_out={join_list(rows)}"
    yield f"consumables={join_list([consumable_code(c) for c in state['consumables']['cards']])}"
    yield f"vouchers={join_list(state['vouchers'])}"
    yield f"tags={join_list([tag_code(t) for t in state['tags']])}"
    levels = [
        f"{_slug(name)}:{row['level']}:{row['played']}:{row['played_this_round']}"
        for name, row in state["hands"]["levels"].items()
    ]
    yield f"hands={join_list(levels)}"
    for name in ("won", "lost", "truncated"):
        yield f"{name}={int(state['flags'][name])}"


def _ante(state: Json) -> Iterator[str]:
    blinds = state["blinds"]
    yield f"blind_states={join_list([b['status'].lower() for b in blinds])}"
    yield f"ante_tags={join_list([tag_code(b['tag']) for b in blinds[:2]])}"
    yield f"voucher_seen={int(state['ante_voucher']['seen'])}"
    if state["ante_voucher"]["seen"]:
        yield f"ante_voucher={state['ante_voucher']['key'] or 'none'}"
    shop = state["shop"]
    yield f"shop={join_list([offer_code(o) for o in shop['cards']])}"
    yield f"shop_vouchers={join_list([v['key'] for v in shop['vouchers']])}"
    packs = [p["key"] + (FREE if p["free"] else "") for p in shop["packs"]]
    yield f"shop_packs={join_list(packs)}"


def _rest(state: Json) -> Iterator[str]:
    stats, run = state["stats"], state["run"]
    yield f"hands_played_run={stats['hands_played']}"
    yield f"last_consumable={stats['last_consumable'] or 'none'}"
    for name in ("skips", "tarots_used", "discards_unused", "starting_deck_size"):
        yield f"{name}={stats[name]}"
    for name in (*RUN_WHOLE, *RUN_WORDS):
        if name in run and not (name == "pack" and state["pack"]):
            yield f"{name}={run[name]}"
    for name in RUN_FLAGS:
        if name in run:
            yield f"{name}={int(run[name])}"
    for name in RUN_LISTS:
        if name in run:
            yield f"{name}={join_list(run[name])}"
    yield f"boss_uses={join_list([f'{key}:{count}' for key, count in run['boss_uses'].items()])}"


def _targets(targets: dict[str, str]) -> Iterator[str]:
    names = {"idol": "idol", "mail": "mail_rank", "castle": "castle_suit", "ancient": "ancient_suit"}
    for name, value in targets.items():
        yield f"{names[name]}={value}"


def _in_hand(card: Json, place: Json) -> Json:
    return card | {"state": [*card["state"], *place["state"]]}


def _some_hand(state: Json) -> list[str]:
    """Uids for the face-down cards that fit what is seen of them; redrawing then makes them random."""
    zones = state["zones"]
    pool = list(zones["deck"])
    if state["round"]["last_blind"] == "bl_mark":  # it turns face cards down
        pool.sort(key=lambda card: card["rank"] not in FACES or "enhancement:STONE" in card["modifier"])
    uids = []
    for place in zones["hand"]:
        if not is_unseen(place):
            uids.append(place["uid"])
            continue
        fits = next((c for c in pool if has_edition(c) == has_edition(place)), None)
        if fits is None:
            raise ValueError("zones.deck: it lists no card that a face-down card in hand could be")
        pool.remove(fits)
        uids.append(fits["uid"])
    return uids


def _some_jokers(state: Json) -> list[str]:
    """Uids of the jokers in an order that fits what is seen."""
    pool = list(state["jokers_face_down"])
    uids = []
    for place in state["jokers"]:
        if not is_unseen(place):
            uids.append(place["uid"])
            continue
        wanted = {s for s in place["stickers"] if s in ("eternal", "pinned")}
        fits = next((j for j in pool if wanted == {"eternal", "pinned"} & set(j["stickers"])), None)
        if fits is None:
            raise ValueError("jokers_face_down: it lists no joker that fits every face-down place")
        pool.remove(fits)
        uids.append(fits["uid"])
    return uids


def _by_uid(things: list[Json], where: str) -> dict[str, Json]:
    found = {thing["uid"]: thing for thing in things}
    if len(found) < len(things):
        raise ValueError(f"{where}: a uid appears twice")
    return found


def _zones(state: Json, hand: list[str], deck: list[str] | None) -> Iterator[str]:
    zones = state["zones"]
    pool = _by_uid(zones["deck"], "zones.deck")
    held = []
    for place, uid in zip(zones["hand"], hand, strict=True):
        held.append(_in_hand(pool.pop(uid), place) if is_unseen(place) else place)
    order = list(pool) if deck is None else deck
    if sorted(order) != sorted(pool):
        raise ValueError("hidden.deck: it is not an order of the undrawn cards of zones.deck")
    yield f"hand={join_list([card_code(c) for c in held])}"
    yield f"draw={join_list([card_code(pool[uid]) for uid in order])}"
    yield f"discard={join_list([card_code(c) for c in zones['discard']])}"


def _joker_line(state: Json, order: list[str]) -> Iterator[str]:
    known = _by_uid([j for j in state["jokers"] if not is_unseen(j)] + state["jokers_face_down"], "jokers")
    if sorted(order) != sorted(known):
        raise ValueError("hidden.jokers: it is not an order of the jokers")
    yield f"jokers={join_list([joker_code(known[uid]) for uid in order])}"


def _hidden(state: Json) -> Iterator[str]:
    rng, hidden = state["rng"], state["hidden"]
    yield from _targets(hidden["targets"])
    if "ante_voucher" in hidden:
        yield f"ante_voucher={hidden['ante_voucher'] or 'none'}"
    if "streams" in rng:
        streams = [f"{key}:{'nan' if v is None else number_code(v)}" for key, v in rng["streams"].items()]
        yield f"rng={join_list(streams)}"
        for name in ("deep", "orbital"):
            yield f"{name}={join_list(rng.get(name, []))}"


def notation_of(state: Json) -> str:
    """The position in notation; what is hidden and not given is filled with something that fits."""
    hidden = state.get("hidden")
    hand = hidden["hand"] if hidden else _some_hand(state)
    jokers = hidden["jokers"] if hidden else _some_jokers(state)
    tokens = [
        "jimbot1",
        *_options(state, state["rng"]["seed"] if hidden else "UNKNOWN"),
        *_frame(state),
        *_round(state),
        *_owned(state),
        *_ante(state),
        *_rest(state),
        *_joker_line(state, jokers),
        *_zones(state, hand, hidden["deck"] if hidden else None),
        *_targets(state["targets"]),
    ]
    return " ".join([*tokens, *(_hidden(state) if hidden else ())])


def differences(given: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where a document says something else than the position it describes."""
    if isinstance(given, dict) and isinstance(found, dict):
        for name in sorted(given.keys() | found.keys()):
            where = f"{path}.{name}" if path else name
            if name not in given:
                yield f"{where}: missing; {found[name]!r} follows from the rest"
            elif name not in found:
                yield f"{where}: is {given[name]!r}, but such a position does not have this field"
            else:
                yield from differences(given[name], found[name], where)
    elif isinstance(given, list) and isinstance(found, list) and len(given) == len(found):
        for i, (one, two) in enumerate(zip(given, found, strict=True)):
            yield from differences(one, two, f"{path}[{i}]")
    elif given != found:
        yield f"{path}: is {given!r}, but {found!r} follows from the rest"


def game_of(state: Json, seed: int = 0) -> Game:
    """The game of a state_v1 document.

    With its hidden part: that very game. Without: everything hidden is drawn from ``seed``, consistently with
    what is seen. ValueError names the path where a document contradicts itself; a document that lists
    ``unknown`` facts may do so in what follows from them.
    """
    validate("state_v1", state)
    if "hidden" in state and state["rng"]["seed"] is None:
        raise ValueError("rng.seed: is null, but a document with a hidden part must name the seed")
    game = Game.from_notation(notation_of(state))
    if not state["unknown"]:
        found = state_of(game, hidden="hidden" in state)
        if state != found:
            raise ValueError(next(differences(state, found), "the document holds numbers in another form"))
    return game if "hidden" in state else game.determinize(seed)
