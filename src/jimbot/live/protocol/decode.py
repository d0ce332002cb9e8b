"""The protocol's gamestate -> state_v1, as a player sees it, and back.

The gamestate says more than a player sees (the order of the draw pile, face-down cards, the seed) and less
(tags held, the discard pile, statistics). The first is dropped. The second is inferred where it follows, or
remembered; else it keeps the value of a fresh run and its path is listed in ``unknown``.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from jimbot import _core
from jimbot.documents.codes import Json, number_json, unseen_joker
from jimbot.documents.read import game_of, notation_of
from jimbot.documents.write import BLIND_NAMES, state_of
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.live.protocol.codec import gamestate
from jimbot.live.protocol.joker_words import counter, second_number, shown_number, shown_target
from jimbot.live.protocol.known import GameState, Known, cards_of, key_named
from jimbot.live.protocol.memory import Memory
from jimbot.live.protocol.remembered import fill, without_remembered
from jimbot.live.protocol.shown_cards import held_card, is_down, marks_of, playing_card
from jimbot.live.protocol.wire import encode

PHASES = ("BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "GAME_OVER")
IN_ROUND = ("SELECTING_HAND", "ROUND_EVAL", "GAME_OVER")
PROBE = 10
LOWER_ANTE = ("v_hieroglyph", "v_petroglyph")
# bosses that change the number of hands or discards, and Burglar, hide the usual number
HANDS_CHANGED = ("bl_needle",)
DISCARDS_CHANGED = ("bl_water",)
PACK_SETS = {
    "TAROT": "arcana",
    "PLANET": "celestial",
    "JOKER": "buffoon",
    "DEFAULT": "standard",
    "ENHANCED": "standard",
}


def phase_of(state: GameState) -> str:
    name: str = state["state"]
    if name == "SMODS_BOOSTER_OPENED":
        return "PACK"
    if name not in PHASES:
        raise ValueError(
            f"state: {name!r} is not valid; must be one of {', '.join(PHASES)}, SMODS_BOOSTER_OPENED"
        )
    return name


@cache
def _fresh_run(deck: str, stake: str) -> tuple[Game, bytes]:
    game = Game("UNKNOWN", deck, stake, variant="steamodded")
    return game, pickle.dumps(state_of(game))


class _Decoder:
    """One gamestate on its way to a document."""

    def __init__(self, given: GameState, known: Known) -> None:
        self.given = given
        self.known = known
        self.phase = phase_of(given)
        self.fresh, state = _fresh_run(given["deck"], given["stake"])
        self.state: Json = pickle.loads(state)  # a copy
        self.unknown: list[str] = []
        self.hands_played = sum(hand["played"] for hand in given["hands"].values())
        self.blinds = [given["blinds"][name] for name in BLIND_NAMES]
        self.on_deck = self._on_deck()
        boss = key_named("blind", self.blinds[2]["name"])
        if boss is None:
            self.unknown.append("blinds[2].key")
        self.boss: str = boss or self.state["blinds"][2]["key"]
        self.in_round = self.phase == "SELECTING_HAND"
        self.current = ("bl_small", "bl_big", self.boss)[self.on_deck]

    def _on_deck(self) -> int:
        status = [blind["status"] for blind in self.blinds]
        for i, name in enumerate(status):
            if name in ("SELECT", "CURRENT"):
                return i
        done = [i for i, name in enumerate(status) if name in ("DEFEATED", "SKIPPED")]
        if self.phase in IN_ROUND:  # the blind just beaten; a boss may have left the list already
            return done[-1] if done else 2
        return (done[-1] + 1) % 3 if done else 0

    # -- sections ---------------------------------------------------------------------------------------

    def frame(self) -> None:
        given, state = self.given, self.state
        won = bool(given.get("won"))
        state["phase"] = self.phase
        state["rules"]["endless"] = won or given["ante_num"] > 8
        state["flags"] = {
            "done": self.phase == "GAME_OVER",
            "won": won,
            "lost": self.phase == "GAME_OVER",
            "truncated": False,
        }
        state["economy"]["money"] = given["money"]
        state["vouchers"] = [key for key in content()["voucher"] if key in given["used_vouchers"]]
        for name, hand in given["hands"].items():
            state["hands"]["levels"][name] |= {n: hand[n] for n in ("level", "played", "played_this_round")}
        state["score"]["chips"] = number_json(given["round"]["chips"])
        this_round = [name for name, hand in given["hands"].items() if hand["played_this_round"]]
        if len(this_round) == 1:
            state["score"]["last_hand_type"] = this_round[0]
        else:
            self.unknown.append("score.last_hand_type")
        if self.phase == "ROUND_EVAL":
            self.unknown.append("economy.cash_out")

    def ante(self) -> None:
        for i, (blind, place) in enumerate(zip(self.blinds, self.state["blinds"], strict=True)):
            place["status"] = blind["status"]
            if i < 2:
                place["tag"] = self._tag(blind["tag_name"], f"blinds[{i}].tag")
        self.state["blinds"][2]["key"] = self.boss
        seen = self._voucher()
        self.state["ante_voucher"] = {"seen": seen is not None, "key": seen[1] if seen else None}

    def _tag(self, name: str, path: str) -> Json:
        key = key_named("tag", name)
        if key is None:
            self.unknown.append(path)
            key = "tag_skip"
        elif key == "tag_orbital":
            self.unknown.append(f"{path}.hand")
        return {"key": key, "hand": "High Card" if key == "tag_orbital" else None}

    def _voucher(self) -> tuple[int, str | None] | None:
        if self._shop_behind():
            vouchers = cards_of(self.given, "vouchers")
            return self.given["ante_num"], vouchers[0]["key"] if vouchers else None
        remembered = self.known.voucher
        if remembered and remembered[0] == self.given["ante_num"]:
            return remembered
        self.unknown.append("ante_voucher")
        return None

    def _shop_behind(self) -> bool:
        picking = self.phase == "PACK" and "SELECT" not in {blind["status"] for blind in self.blinds}
        return self.phase == "SHOP" or picking

    def round(self) -> None:
        given, place = self.given, self.state["round"]
        place |= {
            n: given["round"][n] for n in ("hands_left", "discards_left", "hands_played", "discards_used")
        }
        place |= {
            "ante": given["ante_num"],
            "round_num": given["round_num"],
            "blind": BLIND_NAMES[self.on_deck],
        }
        if self.phase in IN_ROUND:
            place["last_blind"] = self.current
            place["last_target"] = number_json(self.blinds[self.on_deck]["score"])
        else:
            self._last_blind(place)
        if self.in_round:
            self._boss_round(place)
        self.state["stats"] |= {"skips": self._skips(), "hands_played": self.hands_played}

    def _last_blind(self, place: Json) -> None:
        beaten = [i for i in range(self.on_deck) if self.blinds[i]["status"] == "DEFEATED"]
        if beaten:
            place["last_blind"] = ("bl_small", "bl_big")[beaten[-1]]
        elif self.given["round_num"]:
            self.unknown.append("round.last_blind")
        self.unknown.append("round.last_target")

    def _skips(self) -> int:
        """Blinds that were passed without a round."""
        ante: int = self.given["ante_num"] + sum(v in self.state["vouchers"] for v in LOWER_ANTE)
        if self.phase == "ROUND_EVAL" and self.on_deck == 2:  # the ante counts up with its boss
            ante -= 1
        passed = 3 * (ante - 1) + self.on_deck + (self.phase in IN_ROUND)
        rounds: int = self.given["round_num"]
        return max(0, passed - rounds)

    def _boss_round(self, place: Json) -> None:
        levels = self.given["hands"]
        played_now = [name for name in self.state["hands"]["levels"] if levels[name]["played_this_round"]]
        if self.on_deck == 2:
            chicot = any(j["key"] == "j_chicot" for j in cards_of(self.given, "jokers"))
            place["blind_disabled"] = chicot
            if not chicot:
                self.unknown.append("round.blind_disabled")
        if self.current == "bl_eye":
            place["eye_hands"] = played_now
        if self.current == "bl_mouth" and played_now:
            place["mouth_hand"] = played_now[0]
        if self.current == "bl_ox":
            place["ox_hand"] = self._most_played()

    def _most_played(self) -> str:
        """Before this round."""
        rows = content()["hand"]
        before = [
            f"{rows[name]['slug']}:1:{hand['played'] - hand['played_this_round']}:0"
            for name, hand in self.given["hands"].items()
        ]
        return _core.most_played_hand(self.fresh.edited(f"hands=[{','.join(before)}]").reveal())

    def zones(self) -> None:
        forced = self.in_round and self.current == "bl_final_bell"
        hand, pile = cards_of(self.given, "hand"), cards_of(self.given, "cards")
        listed = {card["id"] for card in pile}
        down = [card for card in hand if is_down(card)]
        pool = pile + [card for card in down if card["id"] not in listed and card["key"]]
        self.state["zones"] = {
            "deck": sorted((playing_card(card) for card in pool), key=lambda card: int(card["uid"])),
            "deck_count": len(pool) - len(down),
            "discard": self._discard(pool, hand) if self.in_round else [],
            "hand": [held_card(card, forced) for card in hand],
            "played": [],
        }
        if any(
            "debuffed" in card["state"] for card in self.state["zones"]["deck"] + self.state["zones"]["hand"]
        ):
            self.unknown.append("zones.*.modifier.bonus")  # their texts do not say

    def _discard(self, pool: list[Any], hand: list[Any]) -> list[Json]:
        """Played and discarded cards are not shown: they are what was seen before and is gone."""
        shown = {card["id"] for card in [*pool, *hand]}
        gone = [self.known.deck[number] for number in sorted(self.known.deck.keys() - shown)]
        missing = self.given["cards"]["limit"] - len(pool) - sum(not is_down(card) for card in hand)
        if len(gone) != missing:
            self.unknown.append("zones.discard")
            # Glass cards break: of too many, they are the first that are gone for good
            gone.sort(key=lambda card: marks_of(card, "modifier").get("enhancement") == "GLASS")
        return [playing_card(card) for card in gone[: max(0, missing)]]

    def jokers(self) -> None:
        self._tarots_used()
        cards = cards_of(self.given, "jokers")
        down = self._face_down_jokers(cards)
        eternal = sum("eternal" in joker["stickers"] for joker in down)
        places = []
        for i, card in enumerate(cards):
            if not is_down(card):
                places.append(self._joker(card, f"jokers[{i}]"))
                continue
            # a fair server does not show which of them are Eternal
            is_eternal = bool(marks_of(card, "modifier").get("eternal")) if card["key"] else eternal > 0
            eternal -= is_eternal
            places.append(unseen_joker(["eternal"] if is_eternal else []))
        self.state["jokers"] = places
        self.state["jokers_face_down"] = sorted(down, key=lambda joker: int(joker["uid"]))

    def _face_down_jokers(self, cards: list[Any]) -> list[Json]:
        """The player saw them before they were turned; a fair server no longer shows them."""
        down = [card for card in cards if is_down(card)]
        if any(not card["key"] for card in down):
            shown = {card["id"] for card in cards}
            remembered = [joker for number, joker in self.known.jokers.items() if number not in shown]
            if len(remembered) < len(down):
                raise ValueError(
                    f"jokers: {len(down)} are face down, {len(remembered)} of them were seen before"
                )
            self.unknown.append("jokers[].stickers")
            if len(remembered) > len(down):
                self.unknown.append("jokers_face_down")
            down = remembered[: len(down)]
        found = [self._joker(card, "jokers_face_down") for card in down]
        return [joker | {"face_down": True, "sell": None} for joker in found]

    def _tarots_used(self) -> None:
        """Fortune Teller counts them."""
        for joker in cards_of(self.given, "jokers"):
            if joker["key"] == "j_fortune_teller":
                count = shown_number(joker["key"], joker["value"]["effect"])
                if count is not None:
                    self.state["stats"]["tarots_used"] = int(count)
                    return
        self.unknown.append("stats.tarots_used")

    def _joker(self, card: Any, path: str) -> Json:
        marks, key = marks_of(card, "modifier"), card["key"]
        disabled = bool(marks_of(card, "state").get("debuff"))
        text = self.known.texts.get(card["id"], "") if disabled else card["value"]["effect"]
        value, extra = counter(key, text), second_number(key, text, self.hands_played)
        row = content()["joker"][key]
        if value is None or extra is None or (disabled and row["counts"]):
            self.unknown.append(f"{path}.counters")
        if row["aim"]:
            target = None if disabled else shown_target(key, text)
            if target is None:
                self.unknown.append(f"targets.{row['aim']}")
            else:
                self.state["targets"][row["aim"]] = target
        stickers = [s for s in ("eternal", "perishable", "rental") if marks.get(s)]
        # a Perishable that is through shows no sticker any more, and no boss explains its debuff
        if disabled and not (self.in_round and self.current in ("bl_final_heart", "bl_final_leaf")):
            stickers = sorted({*stickers, "perishable"})
        return {
            "joker_id": key,
            "uid": str(card["id"]),
            "edition": marks.get("edition"),
            "stickers": stickers,
            "counters": {
                "value": number_json(row["start"] if value is None else value),
                "extra": extra or 0,
                "sell_bonus": 0,
                "rounds_left": int(marks.get("perishable", 0)),
            },
            "disabled": disabled,
            "face_down": False,
            "sell": card["cost"]["sell"],
        }

    def _consumable(self, card: Any, sell: int | None) -> Json:
        edition = marks_of(card, "modifier").get("edition")
        return {"key": card["key"], "uid": str(card["id"]), "edition": edition, "sell_bonus": 0, "sell": sell}

    def _last_consumable(self) -> None:
        """The Fool names it."""
        areas = ("consumables", "shop", "pack")
        fools = [card for area in areas for card in cards_of(self.given, area) if card["key"] == "c_fool"]
        names = [
            found[1] for fool in fools if (found := re.search(r"Currently (.*)\)", fool["value"]["effect"]))
        ]
        self.state["stats"]["last_consumable"] = key_named("consumable", names[0]) if names else None
        if not names:
            self.unknown.append("stats.last_consumable")

    def consumables(self) -> None:
        cards = cards_of(self.given, "consumables")
        self._last_consumable()
        self.state["consumables"]["count"] = len(cards)
        self.state["consumables"]["cards"] = [self._consumable(card, card["cost"]["sell"]) for card in cards]

    def _offer(self, card: Any, path: str, price: int) -> Json:
        if card["set"] == "JOKER":
            kind, item = "joker", self._joker(card, path) | {"sell": None}
        elif card["set"] in ("DEFAULT", "ENHANCED"):
            kind, item = "card", playing_card(card)
        else:
            kind, item = "consumable", self._consumable(card, None)
        return {"kind": kind, "price": price, "free": False, "item": item}

    def shop(self) -> None:
        if not self._shop_behind():
            return
        given = self.given
        self.state["shop"] = {
            "cards": [
                self._offer(card, f"shop.cards[{i}]", card["cost"]["buy"])
                for i, card in enumerate(cards_of(given, "shop"))
            ],
            "vouchers": [{"key": c["key"], "price": c["cost"]["buy"]} for c in cards_of(given, "vouchers")],
            "packs": [
                {"key": c["key"], "price": c["cost"]["buy"], "free": False} for c in cards_of(given, "packs")
            ],
        }

    def pack(self) -> None:
        if self.phase != "PACK":
            return
        cards = cards_of(self.given, "pack")
        opened = self.known.after and self.known.after["pack"]
        if opened:
            key, picks = opened["key"], opened["picks_left"]
        else:
            key, picks = self._guess_pack(cards), 1
            self.unknown += ["pack.key", "pack.picks_left"]
        offers = [self._offer(card, f"pack.cards[{i}]", 0) for i, card in enumerate(cards)]
        self.state["pack"] = {"key": key, "picks_left": picks, "cards": offers}
        self.state["run"]["phase_behind_pack"] = "SHOP" if self._shop_behind() else "BLIND_SELECT"

    def _guess_pack(self, cards: list[Any]) -> str:
        sets = [card["set"] for card in cards]
        kind = next((PACK_SETS[s] for s in sets if s in PACK_SETS), "spectral")
        normal = content()["booster"][f"p_{kind}_normal_1"]["cards"]
        size = "normal" if self.given.get("pack", {}).get("limit", 0) <= normal else "jumbo"
        return f"p_{kind}_{size}_1"

    def run(self) -> None:
        run = self.state["run"]
        run["boss_uses"] = {self.boss: 1}
        run["first_pack_given"] = self.given["round_num"] > (1 if self.phase in IN_ROUND else 0)
        if self.in_round and self.current == "bl_manacle":
            run["round_hand_size"] = -1
        areas = ("cards", "hand", "jokers", "consumables", "shop", "pack")
        numbers = [card["id"] for area in areas for card in cards_of(self.given, area)]
        run["next_number"] = max([*numbers, *self.known.deck, 0]) + 1

    # -- what follows only from the whole ---------------------------------------------------------------

    def settled(self) -> Game:
        """Sell values, prices and limits are given as results: what leads to them is found by trying."""
        game = Game.from_notation(notation_of(self.state))
        before = pickle.dumps(self.state)
        g = game.reveal()
        consumables = self.state["consumables"]["cards"]
        _settle_sales(self.state["jokers"], g.joker_sell_value)
        _settle_sales(consumables, g.consumable_sell_value)
        for part, offers in (("cards", g.shop), ("packs", g.shop_packs)):
            for mine, (_, price) in zip(self.state["shop"][part], offers, strict=True):
                mine["free"] = mine["price"] == 0 and price > 0
        self._settle_rerolls(g.reroll_price)
        for name, (limit, given) in self._limits().items():
            if given is not None and getattr(g, limit) != given:
                probe = game.edited(f"{name}={PROBE}")
                self.state["run"][name] = PROBE + given - getattr(probe.reveal(), limit)
        is_settled = pickle.dumps(self.state) == before
        return game if is_settled else Game.from_notation(notation_of(self.state))

    def _settle_rerolls(self, price: int) -> None:
        more = self.given["round"]["reroll_cost"] - price
        if more > 0:
            self.state["run"]["rerolls_paid"] = more
        elif more < 0:
            self.state["economy"]["free_rerolls"] = 1

    def _limits(self) -> dict[str, tuple[str, int | None]]:
        given, keys = self.given, {j["key"] for j in cards_of(self.given, "jokers")}
        counts = given["round"]
        hands: int | None = counts["hands_left"]
        discards: int | None = counts["discards_left"]
        if self.phase in IN_ROUND:
            hands = counts["hands_left"] + counts["hands_played"]
            discards = counts["discards_left"] + counts["discards_used"]
            burglar = "j_burglar" in keys
            if burglar or self.current in HANDS_CHANGED:
                hands = None
                self.unknown.append("limits.hands")
            if burglar or self.current in DISCARDS_CHANGED:
                discards = None
                self.unknown.append("limits.discards")
        elif self.known.is_followed:  # the effect of a joker or voucher shows in the next round
            hands = discards = None
        return {
            "base_joker_slots": ("joker_slots", given["jokers"]["limit"]),
            "base_consumable_slots": ("consumable_slots", given["consumables"]["limit"]),
            "base_hand_size": ("hand_size", given["hand"]["limit"]),
            "base_hands": ("hands_per_round", hands),
            "base_discards": ("discards_per_round", discards),
        }

    def position(self) -> Decoded:
        for part in (self.frame, self.ante, self.round, self.zones, self.jokers, self.consumables, self.shop):
            part()
        self.pack()
        self.run()
        if self.known.before is not None and self.known.after is not None:
            fill(self.state, self.known.before, self.known.after)
        self.unknown = without_remembered(self.unknown, self.known)
        return Decoded(self.settled(), self.state, self.unknown)


def _settle_sales(things: list[Json], worth: Callable[[int], int]) -> None:
    for i, thing in enumerate(things):
        if thing["sell"] is not None and thing["sell"] != worth(i):
            thing.get("counters", thing)["sell_bonus"] = thing["sell"] - worth(i)


@dataclass
class Decoded:
    """What a gamestate says, as a game and as a document. The hidden part of the game is made up."""

    game: Game
    said: Json
    unknown: list[str]

    def document(self) -> Json:
        state = state_of(self.game)
        # the reported value holds, even where it does not follow from the rest
        for mine, theirs in zip(
            self.said["shop"]["cards"] + self.said["shop"]["packs"],
            state["shop"]["cards"] + state["shop"]["packs"],
            strict=True,
        ):
            theirs["price"] = mine["price"]
        return state | {"unknown": self.unknown}


def position_of(given: GameState, known: Known | None = None) -> Decoded:
    """The position of a gamestate. ``known`` is what earlier states and decisions of the same run said.
    ValueError in the menu, in states that pass by themselves, and for what is not in the game (modded decks
    and cards)."""
    try:
        return _Decoder(given, known or Known()).position()
    except KeyError as error:
        raise ValueError(f"the gamestate lacks {error}, or the engine does not know it") from error


def from_gamestate(given: GameState, known: Known | None = None) -> Json:
    """The same as state_v1, without its hidden part."""
    return position_of(given, known).document()


def to_gamestate(state: Json, seed: int = 0) -> Json:
    """The gamestate of a state_v1 document, as a client reads it. Without the hidden part, that is drawn from
    ``seed``, and a fair gamestate hides it again."""
    game = game_of(state, seed)
    memory = Memory(seed=game.seed)
    memory.update(game.reveal())
    given: Json = json.loads(encode(gamestate(game, memory, fair="hidden" not in state)))
    return given
