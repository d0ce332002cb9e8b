"""Why a decision between rounds: what it changes of what a round scores, what it costs, what it keeps."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from jimbot import _core
from jimbot.game import Action, Game
from jimbot.game.content import content
from jimbot.game.records import Blind, Card, Joker
from jimbot.game.seen import Seen
from jimbot.view.jokers import live
from jimbot.view.words import SMALL, chips_words, decision_words

ROUNDS = 96  # played out to see what a build scores
NOTICED = 0.05  # of ln(chips): what changes a round by less is not worth a word
BOSS = 2
GIVES = re.compile(r"\(Will give (.*)\)")
LEVEL = re.compile(r"^\(lvl\.\d+\) ")
INTEREST_STEP, INTEREST_MOST = 5, 5  # dollars for a dollar, and the most without vouchers
PICTURES = {"v_seed_money": 10, "v_money_tree": 20}  # vouchers that raise the most
BUILDING = (
    *("buy_card", "buy_and_use", "buy_voucher", "pick", "use", "sell_joker", "sell_consumable"),
    "rearrange_jokers",
)
IN_PACKS = {
    "Arcana": "Tarots",
    "Celestial": "Planets",
    "Spectral": "Spectral cards",
    "Standard": "playing cards",
    "Buffoon": "jokers",
}
RANDOM = (
    "c_fool",
    "c_judgement",
    "c_high_priestess",
    "c_emperor",
    "c_wheel_of_fortune",
    "c_familiar",
    "c_grim",
    "c_incantation",
    "c_wraith",
    "c_sigil",
    "c_ouija",
    "c_ectoplasm",
    "c_immolate",
    "c_ankh",
    "c_hex",
    "c_soul",
    "c_black_hole",
)


def build_reason(
    seen: Seen,
    action: Action,
    then: Action | None = None,
    first: bool = True,
    changes: Changes | None = None,
) -> str:
    """One sentence; nothing where there is nothing to say. ``then``: what the action makes room for;
    ``first``: whether it is what is advised; ``changes``: what was measured of this position already."""
    kind = action.kind
    if kind in ("leave_shop", "reroll"):
        return _of_waiting(seen, kind, first)
    if kind == "buy_pack":
        return _of_pack(seen, action)
    if kind == "skip_pack":
        return "nothing that is left in the pack is better than nothing" if first else "takes nothing"
    if kind in ("select_blind", "skip_blind", "reroll_boss"):
        return _of_blind(seen, kind)
    if kind == "cash_out":
        paid = sum(seen.cash_out_rows.values())
        return f"{f'${paid}' if paid else 'the money'} for the blind, then the shop"
    return _of_change(changes or Changes(seen), action, then, first)


# -- what changes the build ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """Chips of a round against the boss of the ante, before and after."""

    before: float
    after: float
    boss: Blind

    @property
    def grows(self) -> bool:
        return self.after > self.before

    @property
    def words(self) -> str:
        """Empty where it is about the same."""
        if abs(math.log1p(self.after) - math.log1p(self.before)) < NOTICED:
            return ""
        verb = "lifts" if self.grows else "lowers"
        scores = f"from about {chips_words(rounded(self.before))} to {chips_words(rounded(self.after))}"
        return f"{verb} a round against {self.boss.name} {scores}{self._enough()}"

    def _enough(self) -> str:
        if self.before < self.boss.target <= self.after:
            return ", which is enough"
        if self.after < self.boss.target:
            return ", still not enough"
        return ", more than is needed" if self.grows else ", still enough"


def rounded(chips: float) -> float:
    """Two digits of what is only about right."""
    if not 0 < chips < math.inf:
        return chips
    return round(chips, 1 - math.floor(math.log10(chips)))


class Changes:
    """What decisions change of a round, each measured once."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._before: dict[bool, float] = {}
        self._known: dict[tuple[str, str | None], Change | None] = {}

    def of(self, action: Action, then: Action | None = None) -> Change | None:
        """From the position to that after the action, and after ``then``. None where what comes of it is
        drawn, or is not seen in a round."""
        key = str(action), None if then is None else str(then)
        if key not in self._known:
            at = self.seen if then is None else _after(self.seen, action)
            self._known[key] = None if at is None else self._measure(at, then or action)
        return self._known[key]

    def _measure(self, at: Seen, action: Action) -> Change | None:
        if at.phase == "SELECTING_HAND" or _is_drawn(at, action) or action.kind not in BUILDING:
            return None
        after = _after(at, action)
        if after is None or after.phase in ("SELECTING_HAND", "GAME_OVER"):
            return None
        arranged = action.kind != "rearrange_jokers"
        if arranged not in self._before:
            self._before[arranged] = _round_score(self.seen._g, BOSS, arranged)
        return Change(self._before[arranged], _round_score(after._g, BOSS, arranged), self.seen.blinds[BOSS])


def _of_change(changes: Changes, action: Action, then: Action | None, first: bool) -> str:
    seen = changes.seen
    between = None if then is None else _after(seen, action)
    if then is None or between is None or not between.is_legal(then):
        return _of_one(seen, action, changes.of(action), first)
    room = decision_words(between, then).partition(" ")[2]
    return f"makes room for {room}: {_of_one(between, then, changes.of(action, then), first)}"


def _of_one(seen: Seen, action: Action, change: Change | None, first: bool) -> str:
    kind, item = action.kind, _item(seen, action)
    grows = change is not None and change.grows
    falls = change is not None and change.words != "" and not grows
    if change is not None and change.words and (grows or not (first or kind == "buy_voucher")):
        return change.words + _interest(seen, action)
    if kind == "rearrange_jokers":
        return "the jokers act in a better order for the hands that are likely"
    if kind == "sell_joker":
        scores = "scores less" if falls else "scores about the same"
        gained = "" if change is None else f", and a round {scores} without it"
        return f"${seen.jokers[action.index].sell or 0} for it{gained}"
    said = _bought(seen, action)
    if falls and isinstance(item, Joker):
        said = said.replace("no more chips at once", "fewer chips at once", 1)
    return f"{said}{_interest(seen, action)}" if said else ""


def _after(seen: Seen, action: Action) -> Game | None:
    """None where it is not allowed."""
    after = Game._wrap(seen._g.determinize(0))
    try:
        after.apply(action)
    except _core.IllegalAction:
        return None
    return after


def _round_score(game: _core.Game, blind: int, arranged: bool = True) -> float:
    mean, _ = _core.strength(game, blind, ROUNDS, 0, arranged=arranged)
    return math.expm1(mean)


def _is_drawn(seen: Seen, action: Action) -> bool:
    item = _item(seen, action)
    if action.kind not in ("use", "buy_and_use", "pick"):
        return False
    return getattr(item, "key", "") in RANDOM


def _item(seen: Seen, action: Action) -> object:
    """The joker, consumable, card or voucher that an action is about."""
    at = action.index
    if action.kind in ("buy_card", "buy_and_use"):
        return seen.shop[at].item
    if action.kind == "pick":
        return seen.pack_cards[at].item
    if action.kind in ("use", "sell_consumable"):
        return seen.consumables[at]
    return seen.shop_vouchers[at] if action.kind == "buy_voucher" else None


def _bought(seen: Seen, action: Action) -> str:
    """What a card does, by its own words."""
    item = _item(seen, action)
    if action.kind == "buy_voucher":
        row = content()["voucher"][seen.shop_vouchers[action.index].key]
        return f"for the rest of the run: {_says(row['text'])}"
    if isinstance(item, Card):
        return "a card for the deck, which changes a round little"
    if item is None:
        return ""
    text = _says(str(getattr(item, "text", "")))
    if action.kind == "sell_consumable":
        return f"${getattr(item, 'sell', 0) or 0} for it, and a free slot"
    if action.kind == "buy_card" and text:
        return f"{'no more chips at once, but' if isinstance(item, Joker) else 'for later:'} {text}"
    return text


def _says(text: str) -> str:
    rule, _ = live(text)
    rule = LEVEL.sub("", rule).split(". ")[0].removesuffix(".")
    return rule[:1].lower() + rule[1:] if rule[1:2].islower() or rule.startswith("A ") else rule


# -- money --------------------------------------------------------------------------------------------------


def interest(seen: Seen, money: int) -> int:
    """What this much money earns at the end of a round."""
    if content()["deck"][seen.deck]["no_interest"]:
        return 0
    most = max([INTEREST_MOST, *(PICTURES[key] for key in seen.vouchers if key in PICTURES)])
    return max(0, min(money // INTEREST_STEP, most))


def _price(seen: Seen, action: Action) -> int:
    offers = {
        "buy_card": seen.shop,
        "buy_and_use": seen.shop,
        "buy_voucher": seen.shop_vouchers,
        "buy_pack": seen.shop_packs,
    }.get(action.kind)
    return 0 if offers is None else offers[action.index].price


def _interest(seen: Seen, action: Action) -> str:
    lost = interest(seen, seen.money) - interest(seen, seen.money - _price(seen, action))
    return ", at the price of some interest" if lost > 0 else ""


def _of_waiting(seen: Seen, kind: str, first: bool) -> str:
    """The shop is left or dealt again."""
    offers = [*seen.shop, *seen.shop_vouchers, *seen.shop_packs]
    affordable = [offer for offer in offers if offer.price <= seen.money]
    if kind == "reroll":
        price = f"${seen.reroll_price}" if seen.reroll_price else "nothing"
        return (
            f"this row helps too little, and a new one costs {price}" if first else f"a new row for {price}"
        )
    if not offers:
        return "everything is bought"
    if not affordable:
        return f"nothing here can be paid with ${seen.money}"
    earned = interest(seen, seen.money)
    interest_words = f" for ${earned} of interest" if earned else ""
    if first:
        return f"nothing here is worth its price, so ${seen.money} is kept{interest_words}"
    return f"${seen.money} kept{interest_words}"


def _of_pack(seen: Seen, action: Action) -> str:
    offer = seen.shop_packs[action.index]
    row = content()["booster"][offer.key]
    count, picks = SMALL[row["cards"]], SMALL[row["picks"]]
    return f"{picks} of {count} {IN_PACKS[row['kind']]} for ${offer.price}{_interest(seen, action)}"


# -- blinds -------------------------------------------------------------------------------------------------


def round_words(seen: Seen, at: int) -> str:
    """What a round scores against a blind of the ante, beside what it needs."""
    blind, score = seen.blinds[at], _round_score(seen._g, at)
    scored, needed = chips_words(rounded(score)), f"the {chips_words(blind.target)} that {blind.name} needs"
    if score < blind.target:
        return f"a round scores only about {scored} of {needed}"
    return f"a round scores about {scored}, over {needed}"


def _of_blind(seen: Seen, kind: str) -> str:
    at = seen.blind_on_deck
    blind = seen.blinds[at]
    if kind == "reroll_boss":
        return f"another boss: {round_words(seen, at)}"
    if kind == "select_blind":
        return round_words(seen, at)
    said = _core.tag_text(seen._g, blind.tag or "")
    given = GIVES.search(said)
    paid = "the blind's money and a shop" if blind.reward else "a shop"
    return f"{f'it gives {given[1]}' if given else _says(said)}, in place of {paid}"
