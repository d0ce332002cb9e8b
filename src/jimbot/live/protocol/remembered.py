"""What the gamestate does not show, from the last position and what the rules made of it since."""

from __future__ import annotations

from typing import Any

from jimbot.documents.codes import Json
from jimbot.game.content import content
from jimbot.live.protocol.known import Known

# Paths of state_v1 that only memory has; without it they keep the value of a fresh run.
ONLY_REMEMBERED = (
    "tags",
    "round.boss_rerolled",
    "round.sort_mode",
    "stats.discards_unused",
    "run.boss_uses",
    "run.planets_used",
    "run.gros_michel_extinct",
    "run.inflation",
    "run.ectoplasms",
    "zones.*.modifier.created_suit",
    "zones.*.state.played_this_ante",
)
# What is guessed, or taken from a text if there is one, unless it is remembered.
BETTER_REMEMBERED = (
    "stats.tarots_used",
    "stats.last_consumable",
    "score.last_hand_type",
    "round.blind_disabled",
    "round.last_blind",
    "round.last_target",
    "limits.hands",
    "limits.discards",
)
IN_RUN = (
    "base_hands",
    "base_discards",
    "base_hand_size",
    "base_joker_slots",
    "base_consumable_slots",
    "planets_used",
    "inflation",
    "ectoplasms",
    "hand_size_lost",
    "joker_slots_closed",
    "armed",
    "saved",
    "reward",
    "round_hand_size",
    "blind_took",
    "d_six",
)
OF_PACK = ("pack", "phase_behind_pack")
MARK, CREATED = "played_this_ante", "created_suit:"
EDITION_TAGS = {key: row["edition"].upper() for key, row in content()["tag"].items() if row["edition"]}


def without_remembered(unknown: list[str], known: Known) -> list[str]:
    """The paths that remain unknown."""
    if not known.whole:
        return [*ONLY_REMEMBERED, *unknown]
    return [path for path in unknown if path not in BETTER_REMEMBERED]


def fill(state: Json, before: Json, after: Json) -> None:
    """Adds what is remembered to what is reported: the last position, and the results of the rules since."""
    state["tags"] = _tags(state, before, after)
    names = ["boss_rerolled", "sort_mode"]
    if state["phase"] == "SELECTING_HAND":
        names.append("blind_disabled")
    elif state["phase"] in ("BLIND_SELECT", "SHOP", "PACK"):
        names += ["last_blind", "last_target"]
    state["round"] |= {name: after["round"][name] for name in names}
    if state["phase"] == "ROUND_EVAL":  # the ante has gone up with its boss
        state["round"]["last_target"] = before["round"]["last_target"]
    for name in ("discards_unused", "tarots_used", "last_consumable"):
        state["stats"][name] = after["stats"][name]
    for name in (*IN_RUN, *(OF_PACK if after["phase"] == state["phase"] else ())):
        state["run"].pop(name, None)
        if name in after["run"]:
            state["run"][name] = after["run"][name]
    state["run"]["boss_uses"] = _boss_uses(state, before)
    if _lost_gros_michel(state, before):
        state["run"]["gros_michel_extinct"] = True
    state["score"]["last_hand_type"] = after["score"]["last_hand_type"]
    _mark_cards(state, after)


def _tags(state: Json, before: Json, after: Json) -> list[Any]:
    """Which jokers a shop offers is random: an edition tag is used up when the shop shows that it was."""
    tags = [tag for tag in after["tags"] if tag["key"] not in EDITION_TAGS]
    most = max(
        (before, after), key=lambda document: sum(tag["key"] in EDITION_TAGS for tag in document["tags"])
    )
    held = [tag for tag in most["tags"] if tag["key"] in EDITION_TAGS]
    old = {offer["item"]["uid"] for offer in before["shop"]["cards"]}
    made = [
        offer["item"]["edition"]
        for offer in state["shop"]["cards"]
        if offer["kind"] == "joker" and offer["price"] == 0 and offer["item"]["uid"] not in old
    ]
    for tag in held:
        if EDITION_TAGS[tag["key"]] in made:
            made.remove(EDITION_TAGS[tag["key"]])
        else:
            tags.append(tag)
    return tags


def _boss_uses(state: Json, before: Json) -> dict[str, int]:
    boss = state["blinds"][2]["key"]
    uses = dict(before["run"]["boss_uses"])
    if boss != before["blinds"][2]["key"]:
        uses[boss] = uses.get(boss, 0) + 1
    return uses


def _lost_gros_michel(state: Json, before: Json) -> bool:
    """It goes extinct when a round ends."""

    def is_there(document: Json) -> bool:
        return any(joker["joker_id"] == "j_gros_michel" for joker in document["jokers"])

    ended = before["phase"] == "SELECTING_HAND" and state["phase"] == "ROUND_EVAL"
    return before["run"].get("gros_michel_extinct", False) or (
        ended and is_there(before) and not is_there(state)
    )


def _mark_cards(state: Json, after: Json) -> None:
    """What was played this ante, and the suit a card was made with."""
    marks: dict[str, tuple[bool, list[str]]] = {}
    for zone in ("deck", "discard", "hand"):
        for card in after["zones"][zone]:
            created = [text for text in card["modifier"] if text.startswith(CREATED)]
            if MARK in card["state"] or created:
                marks[card["uid"]] = MARK in card["state"], created
    for zone in ("deck", "discard", "hand"):
        for card in state["zones"][zone]:
            played, created = marks.get(card["uid"], (False, []))
            card["modifier"] = [*card["modifier"], *created]
            card["state"] = [*card["state"], MARK] if played else card["state"]
