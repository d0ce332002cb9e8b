"""What a save says beside the position, held against what follows from seed and rules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from jimbot import _core
from jimbot.game.content import content
from jimbot.game.saved import things
from jimbot.saves.section import Section

if TYPE_CHECKING:
    from jimbot.game.saved.run import _Run

MAX_NAMED = 5
MAX_IN_FRONT = 30
PACKS = 2  # in a shop
LEADING_BACK = ("v_hieroglyph", "v_petroglyph")  # to the ante before
RATES = {  # weights of the shop row: without a voucher, and with each that changes it
    "tarot_rate": (4.0, {"v_tarot_merchant": 9.6, "v_tarot_tycoon": 32.0}),
    "planet_rate": (4.0, {"v_planet_merchant": 9.6, "v_planet_tycoon": 32.0}),
    "playing_card_rate": (0.0, {"v_magic_trick": 4.0}),
    "edition_rate": (1.0, {"v_hone": 2.0, "v_glow_up": 4.0}),
    "interest_cap": (25.0, {"v_seed_money": 50.0, "v_money_tree": 100.0}),
    "discount_percent": (0.0, {"v_clearance_sale": 25.0, "v_liquidation": 50.0}),
}


def differences(run: _Run, game: _core.Game) -> list[str]:
    """One sentence for each thing that is otherwise than it follows."""
    return [line for check in CHECKS for line in check(run, game)]


def _unlike(place: str, given: object, follows: object) -> Iterator[str]:
    if given != follows:
        yield f"{place} is {given}; {follows} follows"


def _streams(run: _Run, game: _core.Game) -> Iterator[str]:
    astray = run.streams.astray
    if astray:
        names = ", ".join(key[:40] for key in astray[:MAX_NAMED])
        yield f"GAME.pseudorandom: {len(astray)} streams do not follow from the seed ({names})"


def _hash(run: _Run, game: _core.Game) -> Iterator[str]:
    random = run.game.section("pseudorandom")
    given, follows = random.real("hashed_seed"), _core.hash_text(run.streams.seed)
    if not math.isclose(given, follows, rel_tol=1e-9):
        yield f"GAME.pseudorandom.hashed_seed is {given}; {follows} follows from the seed"


def _generator(run: _Run, key: str) -> _core.LuaRandom | None:
    """The generator of the last use of a stream."""
    state = run.streams.state.get(key)
    if state is None:
        return None
    return _core.LuaRandom((state + _core.hash_text(run.streams.seed)) / 2)


def _antes(run: _Run) -> list[int]:
    """Those in which the last round can have ended: a voucher bought since leads back."""
    back = sum(run.game.part("used_vouchers").flag(key) for key in LEADING_BACK)
    return list(range(run.ante, run.ante + back + 1))


def _may_have_changed(run: _Run) -> bool:
    """Whether a pack has been opened since the last round, in which cards of the deck come, go and change."""
    packs = run.round.part("used_packs").table
    if "USED" in packs.values():
        return True
    if run.phase == "SHOP":
        return not packs and len(list(run.cards("shop_booster"))) < PACKS
    skipped = run.on_deck > 0 and run.states[("Small", "Big")[run.on_deck - 1]] == "Skipped"
    return run.phase == "BLIND_SELECT" and (skipped or not packs)


def _targets(run: _Run, game: _core.Game) -> Iterator[str]:
    """The cards that Idol, Mail-In Rebate and Castle look for were drawn from the deck."""
    cards = [card for card in game.cards if card.enhancement != "stone"]
    if run.phase not in ("ROUND_EVAL", "BLIND_SELECT") or not cards:
        return
    (idol_rank, idol_suit), mail, castle, _ = game.targets
    for name, given in (("idol", (idol_rank, idol_suit)), ("mail", mail), ("cas", castle)):
        generators = [_generator(run, f"{name}{ante}") for ante in _antes(run)]
        drawn = [cards[each.integer(0, len(cards) - 1)] for each in generators if each is not None]
        facts = [{"idol": (c.rank, c.suit), "mail": c.rank, "cas": c.suit}[name] for c in drawn]
        if facts and given not in facts and not _may_have_changed(run):
            yield from _unlike(f"the target of {name}{run.ante}", given, facts[0])


def _shuffled(run: _Run, key: str, numbers: Sequence[int]) -> list[int]:
    """Cards as the last use of a stream shuffles them: sorted by number, then each place from the last to the
    second swapped with one at random."""
    order, generator = sorted(numbers), _generator(run, key)
    if generator is None:
        return order
    for last in range(len(order), 1, -1):
        other = generator.integer(1, last)
        order[last - 1], order[other - 1] = order[other - 1], order[last - 1]
    return order


def _deck(run: _Run, game: _core.Game) -> Iterator[str]:
    """The deck lies as its last shuffle put it. Packs opened since put cards in front: those they added, and
    those they dealt. A round can be checked until something is played; Certificate, also copied, has added to
    the hand what was not shuffled."""
    begun = run.round.whole("hands_played", 0) or run.round.whole("discards_used", 0)
    if run.phase == "ROUND_EVAL" or (run.in_round and begun):
        return
    order, held = run.pile("deck"), sorted(run.pile("hand"))
    owned = [joker.section("save_fields").word("center") for joker in run.cards("jokers")]
    made = len(owned) if "j_certificate" in owned else 0
    keys = [f"nr{run.ante}"] if run.in_round else [f"cashout{ante}" for ante in _antes(run)]
    keys = [key for key in keys if key in run.streams.state] or ["shuffle"]
    for key, front in product(keys, range(min(MAX_IN_FRONT, len(order)) + 1)):
        rest = order[front:]
        for cards, n in product((order, rest), range(made + 1)):
            if _shuffled(run, key, [*cards, *held[: len(held) - n]])[: len(rest)] == rest:
                return
    if not _may_have_changed(run):
        yield f"the order of the deck is not that of its last shuffle ({keys[0]})"


def _limits(run: _Run, game: _core.Game) -> Iterator[str]:
    for area, slots in (("jokers", game.joker_slots), ("consumeables", game.consumable_slots)):
        config = run.areas.part(area).part("config")
        if config.has("card_limit"):
            yield from _unlike(f"cardAreas.{area}.config.card_limit", config.real("card_limit"), slots)
    if run.phase != "SELECTING_HAND":
        yield from _unlike("GAME.round_resets.hands", run.resets.whole("hands"), game.hands_per_round)
        yield from _unlike(
            "GAME.round_resets.discards", run.resets.whole("discards"), game.discards_per_round
        )
    if run.phase in ("SHOP", "BLIND_SELECT"):
        yield from _unlike("hand cards lost for good", run.hand_size_lost, run.missing_hand_cards)


def _blind(run: _Run, game: _core.Game) -> Iterator[str]:
    if run.phase not in ("SELECTING_HAND", "ROUND_EVAL") or run.blind.flag("disabled"):
        return
    copy = game.clone()
    number = run.on_deck
    ante = run.resets.whole("blind_ante", run.ante)
    copy.edit(
        f"phase=BLIND_SELECT ante={ante} on_deck={('small', 'big', 'boss')[number]} boss={game.blinds[2][0]}"
    )
    _, _, target, reward = copy.blinds[number]
    yield from _unlike("BLIND.chips", run.blind.real("chips"), target)
    yield from _unlike("BLIND.dollars", run.blind.whole("dollars", 0), reward)


def _levels(run: _Run, game: _core.Game) -> Iterator[str]:
    hands = run.game.section("hands")
    for name, _, chips, mult, _, _ in game.hand_levels:
        yield from _unlike(f"GAME.hands.{name}.chips", hands.section(name).real("chips"), chips)
        yield from _unlike(f"GAME.hands.{name}.mult", hands.section(name).real("mult"), mult)


def _rates(run: _Run, game: _core.Game) -> Iterator[str]:
    for name, (rate, vouchers) in RATES.items():
        follows = max([rate, *(value for key, value in vouchers.items() if key in game.vouchers)])
        yield from _unlike(f"GAME.{name}", run.game.real(name, follows), follows)
    spectral = content()["deck"][game.deck]["spectral_rate"]
    yield from _unlike("GAME.spectral_rate", run.game.real("spectral_rate", spectral), spectral)


def _prices(run: _Run, game: _core.Game) -> Iterator[str]:
    rows: list[tuple[str, list[int]]] = [
        ("shop_jokers", [price for _, price in game.shop]),
        ("shop_vouchers", [price for _, price in game.shop_vouchers]),
        ("shop_booster", [price for _, price in game.shop_packs]),
    ]
    for area, prices in rows if run.phase == "SHOP" else []:
        for thing, price in zip(run.cards(area), prices, strict=True):
            yield from _unlike(f"{thing.place('cost')} ({things.center(thing)})", thing.whole("cost"), price)
    if run.phase == "SHOP":
        yield from _unlike(
            "GAME.current_round.reroll_cost", run.round.whole("reroll_cost"), game.reroll_price
        )
    for at, thing in enumerate(run.cards("jokers")):
        yield from _sold(thing, game.joker_sell_value(at))
    for at, thing in enumerate(run.cards("consumeables")):
        yield from _sold(thing, game.consumable_sell_value(at))


def _sold(thing: Section, value: int) -> Iterator[str]:
    yield from _unlike(
        f"{thing.place('sell_cost')} ({things.center(thing)})", thing.whole("sell_cost"), value
    )


def _in_use(run: _Run, game: _core.Game) -> Iterator[str]:
    """Jokers and consumables that exist now: no pool gives them again."""
    used = {
        key for key in run.game.part("used_jokers").names() if key[:2] in ("j_", "c_") and key != "c_base"
    }
    held = [thing for area in ("jokers", "consumeables", "shop_jokers") for thing in run.cards(area)]
    there = {things.center(thing) for thing in held if things.center(thing)[:2] in ("j_", "c_")} - {"c_base"}
    for key in sorted(used ^ there)[:MAX_NAMED]:
        says = ("names", "lies nowhere") if key in used else ("lacks", "is there")
        yield f"GAME.used_jokers {says[0]} {key}, which {says[1]}"


def _bans(run: _Run, game: _core.Game) -> Iterator[str]:
    """What a challenge bans; nothing is banned in other runs."""
    banned = set(content()["challenge"][run.challenge]["banned"]) if run.challenge else set()
    named = set(run.game.part("banned_keys").names())
    if run.challenge and not named:  # a file that leaves it to the challenge
        return
    for key in sorted(named ^ banned)[:MAX_NAMED]:
        yield f"GAME.banned_keys {'names' if key in named else 'lacks'} {key}"


def _constants(run: _Run, game: _core.Game) -> Iterator[str]:
    """The fixed numbers of jokers: the file's are those of the build that wrote it, ours are of 1.0.1."""
    for joker in run.cards("jokers"):
        key = things.center(joker)
        row, ability = content()["joker"][key], joker.section("ability")
        extra = ability.table.get("extra")
        fixed = isinstance(extra, int | float) and key not in things.COUNTER_OF and row["n"]
        if fixed and extra not in (row["n"], row["n2"]):
            yield f"{ability.place('extra')} of {key} is {extra}; it is {row['n']:g} in 1.0.1"


CHECKS = (
    _streams,
    _hash,
    _targets,
    _deck,
    _limits,
    _blind,
    _levels,
    _rates,
    _prices,
    _in_use,
    _bans,
    _constants,
)
