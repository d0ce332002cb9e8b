"""buy, reroll, pack."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from .remote import BR, IS, NA, PACKS, Caller, ids_of, keys_of, statuses, without_ids

ONE = "Invalid arguments. You must provide one of: card, voucher, pack"
SEVERAL = "Invalid arguments. Cannot provide more than one of: card, voucher, or pack"
NO_CARDS = "No jokers/consumables/cards in the shop. Reroll to restock the shop"
NO_VOUCHERS = "No vouchers to redeem. Defeat boss blind to restock"
NO_PACKS = "No packs to open"
AREAS = {"card": "shop", "voucher": "vouchers", "pack": "packs"}


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({}, ONE),
        ({"card": None, "voucher": None, "pack": None}, ONE),
        ({"joker": 0}, ONE),
        ({"card": 0, "voucher": 0}, SEVERAL),
        ({"card": 0, "pack": 0}, SEVERAL),
        ({"voucher": 0, "pack": 0}, SEVERAL),
        ({"card": 99, "voucher": -1, "pack": 0}, SEVERAL),
        *[
            ({"card": at}, f"Card index out of range. Index: {at}, Available cards: 2")
            for at in (2, -1, 99, 10**9)
        ],
        *[({"voucher": at}, f"Voucher index out of range. Index: {at}, Available: 1") for at in (1, -1, 99)],
        *[({"pack": at}, f"Pack index out of range. Index: {at}, Available: 2") for at in (2, -1, 9)],
        ({"card": 2.0}, "Card index out of range. Index: 2, Available cards: 2"),
        ({"card": 1e20}, "Card index out of range. Index: 1e+20, Available cards: 2"),
    ],
)
@pytest.mark.parametrize("money", [100, 0])
def test_buy_refused(game: Caller, params: dict[str, Any], message: str, money: int) -> None:
    game.go("SHOP")
    game.set(money=money)
    game.refuses("buy", params, BR, message)


def cost(state: dict[str, Any], kind: str, at: int = 0) -> int:
    price: int = state[AREAS[kind]]["cards"][at]["cost"]["buy"]
    return price


@pytest.mark.parametrize("kind", AREAS)
@pytest.mark.parametrize("short", [1, 2, 100])
def test_price(game: Caller, kind: str, short: int) -> None:
    state = game.go("SHOP")
    price = cost(state, kind)
    money = max(price - short, 0)
    game.set(money=money)
    game.refuses("buy", {kind: 0}, BR, f"Card is not affordable. Cost: {price}, Available money: {money}")
    game.set(money=price)
    after = game.ok("buy", {kind: 0})
    assert after["money"] == 0
    assert after["state"] == ("SMODS_BOOSTER_OPENED" if kind == "pack" else "SHOP")


@pytest.mark.parametrize("kind", AREAS)
def test_buy_on_credit(game: Caller, kind: str) -> None:
    game.go("SHOP")
    state = game.add("j_credit_card")
    price = cost(state, kind)
    game.set(money=0)
    assert game.ok("buy", {kind: 0})["money"] == -price


def test_the_end_of_credit(game: Caller) -> None:
    game.go("SHOP")
    game.add("j_credit_card", edition="FOIL")
    game.set(money=0)
    while (state := game.state())["money"] - state["round"]["reroll_cost"] >= -20:
        money, price = state["money"], state["round"]["reroll_cost"]
        assert game.ok("reroll")["money"] == money - price
    money, price = state["money"], state["round"]["reroll_cost"]
    assert money < 0
    message = f"Not enough dollars to reroll. Available: {money + 20}, Required: {price}"
    game.refuses("reroll", {}, NA, message)
    name, text = game.error("buy", {"voucher": 0})
    assert (name, text.split(",")[0]) == (BR, "Card is not affordable. Cost: 10")


def test_empty_areas(game: Caller) -> None:
    game.go("SHOP")
    game.set(money=1000)
    game.ok("buy", {"voucher": 0})
    for at in (0, 1, -1, 99):
        game.refuses("buy", {"voucher": at}, BR, NO_VOUCHERS)
    for left in (1, 0):
        assert game.ok("buy", {"pack": 0})["packs"]["count"] == left
        game.ok("pack", {"skip": True})
    for at in (0, -1):
        game.refuses("buy", {"pack": at}, BR, NO_PACKS)
    game.add("v_antimatter")
    game.ok("buy", {"voucher": 0})
    game.reroll_until(lambda card: True)
    for left in (1, 0):
        while game.state()["consumables"]["count"]:
            game.ok("sell", {"consumable": 0})
        game.set(money=1000)
        assert game.ok("buy", {"card": 0})["shop"]["count"] == left
    game.set(money=0)
    for at in (0, -1, 5):
        game.refuses("buy", {"card": at}, BR, NO_CARDS)


def test_buy_a_joker(game: Caller) -> None:
    game.go("SHOP")
    at = game.reroll_until(lambda card: card["set"] == "JOKER")
    before = game.state()
    card = before["shop"]["cards"][at]
    after = game.ok("buy", {"card": float(at)})
    assert after["money"] == before["money"] - card["cost"]["buy"]
    assert keys_of(after["jokers"]) == [card["key"]]
    assert (after["shop"]["count"], after["shop"]["limit"]) == (1, 2)
    assert ids_of(after["shop"]) == [number for number in ids_of(before["shop"]) if number != card["id"]]
    assert (after["vouchers"], after["packs"]) == (before["vouchers"], before["packs"])


def test_joker_slots_full(game: Caller) -> None:
    game.go("SHOP")
    at = game.reroll_until(lambda card: card["set"] == "JOKER")
    message = "Cannot purchase joker card, joker slots are full. Current: {}, Limit: 5"
    for number in range(7):
        state = game.add("j_joker", edition="FOIL")
        assert state["jokers"]["count"] == number + 1  # the limit does not hold for add
        if number >= 4:
            game.refuses("buy", {"card": at}, BR, message.format(number + 1))
    price = cost(state, "card", at)
    game.set(money=price - 1)
    game.refuses(
        "buy", {"card": at}, BR, f"Card is not affordable. Cost: {price}, Available money: {price - 1}"
    )


@pytest.mark.parametrize("kind", ["TAROT", "PLANET"])
def test_consumable_slots_full(game: Caller, kind: str) -> None:
    game.go("SHOP")
    at = game.reroll_until(lambda card: card["set"] == kind)
    game.add("c_pluto", "c_mars")
    message = "Cannot purchase consumable card, consumable slots are full. Current: 2, Limit: 2"
    game.refuses("buy", {"card": at}, BR, message)
    game.ok("sell", {"consumable": 0})
    game.set(money=100)
    card = game.state()["shop"]["cards"][at]
    after = game.ok("buy", {"card": at})
    assert keys_of(after["consumables"]) == ["c_mars", card["key"]]
    assert after["money"] == 100 - card["cost"]["buy"]


def test_full_jokers_do_not_matter_to_consumables(game: Caller) -> None:
    game.go("SHOP")
    at = game.reroll_until(lambda card: card["set"] == "PLANET")
    game.add(*["j_joker"] * 5, edition="FOIL")
    assert game.ok("buy", {"card": at})["consumables"]["count"] == 1


def test_buy_a_playing_card(game: Caller) -> None:
    game.go("SHOP")
    game.add("v_magic_trick")
    game.set(money=1000)
    game.ok("buy", {"voucher": 1})
    at = game.reroll_until(lambda card: card["set"] == "DEFAULT")
    key = game.state()["shop"]["cards"][at]["key"]
    after = game.ok("buy", {"card": at})
    assert (after["cards"]["count"], after["cards"]["limit"]) == (53, 53)
    assert keys_of(after["cards"]).count(key) == 2


def test_buy_a_voucher(game: Caller) -> None:
    before = game.go("SHOP")
    key = before["vouchers"]["cards"][0]["key"]
    after = game.ok("buy", {"voucher": 0})
    assert after["used_vouchers"] == {key: ""}
    assert (after["vouchers"]["count"], after["vouchers"]["cards"]) == (0, [])
    assert after["money"] == before["money"] - 10
    state = game.ok("next_round")
    assert state["used_vouchers"] == {key: ""}


@pytest.mark.parametrize(
    ("key", "look", "before", "after"),
    [
        ("v_grabber", lambda s: s["round"]["hands_left"], 4, 5),
        ("v_wasteful", lambda s: s["round"]["discards_left"], 4, 5),
        ("v_overstock_norm", lambda s: s["shop"]["limit"], 2, 3),
        ("v_overstock_norm", lambda s: s["shop"]["count"], 2, 3),
        ("v_crystal_ball", lambda s: s["consumables"]["limit"], 2, 3),
        ("v_antimatter", lambda s: s["jokers"]["limit"], 5, 6),
        ("v_paint_brush", lambda s: s["hand"]["limit"], 8, 9),
        ("v_reroll_surplus", lambda s: s["round"]["reroll_cost"], 5, 3),
    ],
)
def test_what_vouchers_show(game: Caller, key: str, look: Any, before: int, after: int) -> None:
    game.go("SHOP")
    game.set(money=1000)
    state = game.add(key)
    assert keys_of(state["vouchers"])[-1] == key
    assert look(state) == before
    state = game.ok("buy", {"voucher": 1})
    assert look(state) == after
    assert state["used_vouchers"] == {key: ""}


def test_clearance_sale(game: Caller) -> None:
    game.go("SHOP")
    game.add("v_clearance_sale")
    before = game.set(money=1000)
    after = game.ok("buy", {"voucher": 1})
    for area in ("shop", "packs"):
        for old, new in zip(before[area]["cards"], after[area]["cards"], strict=True):
            assert new["cost"]["buy"] <= old["cost"]["buy"]


# -- reroll ---------------------------------------------------------------------------------------------------


def test_reroll(game: Caller) -> None:
    before = game.go("SHOP")
    for price in (5, 6, 7, 8):
        assert before["round"]["reroll_cost"] == price
        after = game.ok("reroll")
        assert after["money"] == before["money"] - price
        assert (after["shop"]["count"], after["shop"]["limit"], after["state"]) == (2, 2, "SHOP")
        assert not set(ids_of(after["shop"])) & set(ids_of(before["shop"]))
        changed = {name for name in after if after[name] != before[name]}
        assert changed <= {"money", "round", "shop"}
        before = after
    game.ok("next_round")
    game.to_shop()
    assert game.state()["round"]["reroll_cost"] == 5


def test_reroll_restocks(game: Caller) -> None:
    game.go("SHOP")
    at = game.reroll_until(lambda card: card["set"] != "X")
    assert game.ok("buy", {"card": at})["shop"]["count"] == 1
    assert game.ok("reroll")["shop"]["count"] == 2


@pytest.mark.parametrize("money", [0, 1, 4])
def test_reroll_too_poor(game: Caller, money: int) -> None:
    game.go("SHOP")
    game.set(money=money)
    game.refuses("reroll", {}, NA, f"Not enough dollars to reroll. Available: {money}, Required: 5")
    game.refuses(
        "reroll", {"unknown": 1}, NA, f"Not enough dollars to reroll. Available: {money}, Required: 5"
    )
    game.set(money=5)
    assert game.ok("reroll")["money"] == 0
    game.refuses("reroll", {}, NA, "Not enough dollars to reroll. Available: 0, Required: 6")


def test_free_rerolls(game: Caller) -> None:
    game.go("SHOP")
    game.set(money=0)
    assert game.add("j_chaos", edition="FOIL")["round"]["reroll_cost"] == 0
    after = game.ok("reroll")
    assert (after["money"], after["round"]["reroll_cost"]) == (0, 5)
    game.refuses("reroll", {}, NA, "Not enough dollars to reroll. Available: 0, Required: 5")


def test_a_free_reroll_in_debt(game: Caller) -> None:
    game.go("SHOP")
    game.set(money=0)
    game.add("j_credit_card", edition="FOIL")
    game.ok("reroll")
    game.ok("reroll")
    game.ok("reroll")
    game.add("j_chaos", edition="FOIL")
    assert game.ok("reroll")["money"] == -18


# -- packs ----------------------------------------------------------------------------------------------------

SIZES = {
    "arcana": (3, 5, 5),
    "celestial": (3, 5, 5),
    "standard": (3, 5, 5),
    "spectral": (2, 4, 4),
    "buffoon": (2, 4, 4),
}
SETS = {
    "arcana": {"TAROT", "SPECTRAL"},
    "celestial": {"PLANET", "SPECTRAL"},
    "standard": {"DEFAULT", "ENHANCED"},
    "spectral": {"SPECTRAL"},
    "buffoon": {"JOKER"},
}
KINDS = [
    (f"p_{kind}_{size}_{number}", kind, at)
    for kind in SIZES
    for at, (size, numbers) in enumerate(
        zip(
            ("normal", "jumbo", "mega"),
            (4, 2, 2) if kind not in ("spectral", "buffoon") else (2, 1, 1),
            strict=True,
        )
    )
    for number in range(1, numbers + 1)
]


def test_there_are_32_packs() -> None:
    assert len(KINDS) == 32


@pytest.mark.parametrize(("key", "kind", "size"), KINDS)
def test_open(game: Caller, key: str, kind: str, size: int) -> None:
    game.go("SHOP")
    game.ok("buy", {"pack": 0})
    game.ok("pack", {"skip": True})
    before = game.add(key)
    card = before["packs"]["cards"][1]
    assert (card["key"], card["set"]) == (key, "BOOSTER")
    title = f"{('', 'Jumbo ', 'Mega ')[size]}{kind.capitalize()} Pack"
    assert card["label"] == title
    assert card["cost"]["buy"] == (4, 6, 8)[size]
    after = game.ok("buy", {"pack": 1})
    assert after["state"] == "SMODS_BOOSTER_OPENED"
    assert after["money"] == before["money"] - card["cost"]["buy"]
    assert (after["packs"]["count"], after["packs"]["limit"]) == (1, 2)
    count = SIZES[kind][size]
    assert (after["pack"]["count"], after["pack"]["limit"], len(after["pack"]["cards"])) == (
        count,
        count,
        count,
    )
    assert after["pack"]["highlighted_limit"] == 1
    assert {card["set"] for card in after["pack"]["cards"]} <= SETS[kind]
    dealt = 8 if kind in ("arcana", "spectral") else 0
    assert (after["hand"]["count"], after["cards"]["count"]) == (dealt, 52 - dealt)
    assert after["shop"] == before["shop"]
    closed = game.ok("pack", {"skip": True})
    assert "pack" not in closed
    assert (closed["state"], closed["hand"]["count"], closed["cards"]["count"]) == ("SHOP", 0, 52)
    assert statuses(closed) == statuses(before)


PICK_ONE = "Invalid arguments. You must provide one of: card, skip"
PICK_BOTH = "Invalid arguments. Cannot provide both card and skip"


@pytest.mark.parametrize("place", PACKS)
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({}, PICK_ONE),
        ({"skip": False}, PICK_ONE),
        ({"skip": None, "card": None}, PICK_ONE),
        ({"targets": [0]}, PICK_ONE),
        ({"targets": [99]}, PICK_ONE),
        ({"targets": [], "skip": False}, PICK_ONE),
        ({"card": 0, "skip": True}, PICK_BOTH),
        ({"card": 99, "skip": True, "targets": [99]}, PICK_BOTH),
        *[
            ({"card": at}, f"Card index out of range. Index: {at}, Available cards: {{}}")
            for at in (5, -1, 99)
        ],
        ({"card": 99, "skip": False}, "Card index out of range. Index: 99, Available cards: {}"),
        ({"card": 99, "targets": [0]}, "Card index out of range. Index: 99, Available cards: {}"),
    ],
)
def test_pack_refused(game: Caller, place: str, params: dict[str, Any], message: str) -> None:
    count = game.go(place)["pack"]["count"]
    game.refuses("pack", params, BR, message.format(count))


@pytest.mark.parametrize("place", ["ARCANA", "SPECTRAL"])
@pytest.mark.parametrize(
    ("card", "targets", "index"),
    [(0, [8], 8), (0, [0, 12], 12), (99, [8], 8), (-1, [1000], 1000), (0, [-1], -1), (0, [0, -1, 99], -1)],
)
def test_target_outside_the_hand(game: Caller, place: str, card: int, targets: list[int], index: int) -> None:
    game.go(place)
    message = f"Target card index out of range. Index: {index}, Hand size: 8"
    game.refuses("pack", {"card": card, "targets": targets}, BR, message)


@pytest.mark.parametrize("place", ["CELESTIAL", "STANDARD", "BUFFOON"])
@pytest.mark.parametrize("targets", [[], [0], [99], [-1], [0, 1, 2, 3, 4, 5, 6, 7]])
def test_targets_are_ignored_without_a_hand(game: Caller, place: str, targets: list[int]) -> None:
    before = game.go(place)
    after = game.ok("pack", {"card": 0, "targets": targets})
    assert after["state"] == "SHOP"
    assert "pack" not in after
    if place == "BUFFOON":
        assert keys_of(after["jokers"]) == [before["pack"]["cards"][0]["key"]]
    if place == "STANDARD":
        assert (after["cards"]["count"], after["cards"]["limit"]) == (53, 53)
    if place == "CELESTIAL" and before["pack"]["cards"][0]["set"] == "PLANET":
        assert sum(hand["level"] for hand in after["hands"].values()) == 13
        assert after["consumables"]["count"] == 0


@pytest.mark.parametrize(
    "params", [{"skip": True}, {"skip": True, "targets": [99]}, {"skip": True, "card": None}]
)
@pytest.mark.parametrize("place", PACKS)
def test_skip_a_pack(game: Caller, place: str, params: dict[str, Any]) -> None:
    before = game.go(place)
    after = game.ok("pack", params)
    assert (after["state"], after["money"]) == ("SHOP", before["money"])
    assert (after["jokers"], after["consumables"], after["cards"]["limit"]) == (
        before["jokers"],
        before["consumables"],
        52,
    )
    game.refuses(
        "pack", {"skip": True}, IS, "Method 'pack' requires one of these states: SMODS_BOOSTER_OPENED"
    )


@pytest.mark.parametrize("place", PACKS)
@pytest.mark.parametrize(("method", "params"), [("sell", {"joker": 0}), ("use", {"consumable": 0}), ("buy", {"card": 0}), ("next_round", {}), ("reroll", {}), ("add", {"key": "j_joker"})])  # fmt: skip
def test_not_while_a_pack_is_open(game: Caller, place: str, method: str, params: dict[str, Any]) -> None:
    before = game.go(place)
    assert game.error(method, params)[0] == IS
    assert game.state() == before


def test_no_room_for_a_joker(game: Caller) -> None:
    game.go("SHOP")
    game.add(*["j_joker"] * 5, edition="FOIL")
    game.open_pack("p_buffoon_normal_1")
    message = "Cannot select joker, joker slots are full. Current: 5, Limit: 5"
    game.refuses("pack", {"card": 0}, NA, message)
    game.refuses("pack", {"card": 1, "targets": [99]}, NA, message)
    game.refuses("pack", {"card": 2}, BR, "Card index out of range. Index: 2, Available cards: 2")
    assert game.ok("pack", {"skip": True})["state"] == "SHOP"


@pytest.mark.parametrize("kind", SIZES)
def test_mega_packs_give_two(game: Caller, kind: str) -> None:
    game.go("SHOP")
    before = game.open_pack(f"p_{kind}_mega_1")
    picks = 0
    while picks < 2:
        state = game.state()
        for at in range(state["pack"]["count"]):
            answer = game.answer(
                {"jsonrpc": "2.0", "id": 1, "method": "pack", "params": {"card": at, "targets": []}}
            )
            if "result" in answer:
                break
        else:  # every card left wants targets
            key = state["pack"]["cards"][0]["key"]
            for targets in ([0], [0, 1]):
                answer = game.answer(
                    {"jsonrpc": "2.0", "id": 1, "method": "pack", "params": {"card": 0, "targets": targets}}
                )
                if "result" in answer:
                    break
            assert "result" in answer, (key, answer)
            at = 0
        after = answer["result"]
        picks += 1
        if picks == 1:
            assert after["state"] == "SMODS_BOOSTER_OPENED"
            assert after["pack"]["count"] == before["pack"]["count"] - 1
            assert after["pack"]["limit"] == before["pack"]["limit"]
            left = ids_of(state["pack"])
            assert ids_of(after["pack"]) == left[:at] + left[at + 1 :]
    assert after["state"] == "SHOP"
    assert "pack" not in after


def test_the_first_card_decides_about_targets(game: Caller) -> None:
    """A Celestial pack that begins with a Spectral card is taken for one with a hand."""
    for number in range(100):
        game.start(f"HOLE{number}")
        game.to_shop()
        for _ in range(20):
            if keys_of(game.open_pack("p_celestial_normal_1")["pack"])[0] == "c_black_hole":
                break
            game.ok("pack", {"skip": True})
        else:
            continue
        break
    message = "Target card index out of range. Index: 0, Hand size: 0"
    game.refuses("pack", {"card": 0, "targets": [0]}, BR, message)
    state = game.ok("pack", {"card": 0})
    assert all(hand["level"] == 2 for hand in state["hands"].values())


def test_skip_after_the_first_of_two(game: Caller) -> None:
    game.go("SHOP")
    game.open_pack("p_buffoon_mega_1")
    game.ok("pack", {"card": 3})
    game.refuses("pack", {"card": 3}, BR, "Card index out of range. Index: 3, Available cards: 3")
    after = game.ok("pack", {"skip": True})
    assert (after["state"], after["jokers"]["count"]) == ("SHOP", 1)


TARGETS = {
    "c_magician": (1, 2), "c_empress": (1, 2), "c_heirophant": (1, 2), "c_strength": (1, 2), "c_hanged_man": (1, 2),
    "c_death": (2, 2), "c_star": (1, 3), "c_moon": (1, 3), "c_sun": (1, 3), "c_world": (1, 3), "c_lovers": (1, 1),
    "c_chariot": (1, 1), "c_justice": (1, 1), "c_devil": (1, 1), "c_tower": (1, 1), "c_talisman": (1, 1),
    "c_deja_vu": (1, 1), "c_trance": (1, 1), "c_medium": (1, 1), "c_cryptid": (1, 1), "c_aura": (1, 1),
}  # fmt: skip
SPECTRALS = ("c_talisman", "c_deja_vu", "c_trance", "c_medium", "c_cryptid", "c_aura")


@pytest.mark.parametrize("key", TARGETS)
def test_target_counts(game: Caller, key: str) -> None:
    game.go("SHOP")
    pack = "p_spectral_mega_1" if key in SPECTRALS else "p_arcana_mega_1"
    before, at = game.open_until(pack, key)
    least, most = TARGETS[key]
    wanted = f"exactly {least}" if least == most else f"{least}-{most}"
    for count in (0, *range(1, 6)):
        if not least <= count <= most:
            message = f"Card '{key}' requires {wanted} target card(s). Provided: {count}"
            game.refuses("pack", {"card": at, "targets": list(range(count))}, BR, message)
            if count == 0:
                game.refuses("pack", {"card": at}, BR, message)
                game.refuses("pack", {"card": at, "targets": [None]}, BR, message)
    after = game.ok("pack", {"card": at, "targets": list(range(most))})
    assert (after["state"], after["pack"]["count"]) == ("SMODS_BOOSTER_OPENED", before["pack"]["count"] - 1)
    assert after["hand"] != before["hand"]
    assert after["consumables"]["count"] == 0
    if key == "c_aura":
        assert after["hand"]["cards"][0]["modifier"]["edition"] in ("FOIL", "HOLO", "POLYCHROME")


@pytest.mark.parametrize("targets", [[1, 6], [6, 1]])
def test_death_from_a_pack(game: Caller, targets: list[int]) -> None:
    game.go("SHOP")
    before, at = game.open_until("p_arcana_mega_1", "c_death")
    after = game.ok("pack", {"card": at, "targets": targets})
    assert keys_of(after["hand"])[1] == keys_of(after["hand"])[6] == keys_of(before["hand"])[6]


def test_ankh_from_a_pack(game: Caller) -> None:
    game.go("SHOP")
    _, at = game.open_until("p_spectral_mega_1", "c_ankh")
    game.refuses("pack", {"card": at}, NA, "Card 'c_ankh' requires at least 1 joker. Current: 0")
    game.refuses(
        "pack", {"card": at, "targets": [0]}, NA, "Card 'c_ankh' requires at least 1 joker. Current: 0"
    )
    message = "Target card index out of range. Index: 8, Hand size: 8"
    game.refuses("pack", {"card": at, "targets": [8]}, BR, message)
    game.ok("pack", {"skip": True})
    game.add("j_joker", "j_egg", edition="FOIL")
    _, at = game.open_until("p_spectral_mega_1", "c_ankh")
    jokers = game.ok("pack", {"card": at})["jokers"]
    assert jokers["count"] == 2
    assert len(set(keys_of(jokers))) == 1


def test_targets_of_a_card_that_needs_none(game: Caller) -> None:
    game.go("SHOP")
    _, at = game.open_until("p_arcana_normal_1", "c_hermit")
    message = "Target card index out of range. Index: 8, Hand size: 8"
    game.refuses("pack", {"card": at, "targets": [8]}, BR, message)
    game.set(money=7)
    after = game.ok("pack", {"card": at, "targets": [0, 1, 2]})
    assert (after["money"], after["state"], after["consumables"]["count"]) == (14, "SHOP", 0)


def test_a_changed_card_goes_back_to_the_deck(game: Caller) -> None:
    game.go("SHOP")
    before, at = game.open_until("p_arcana_normal_1", "c_devil")
    key = before["hand"]["cards"][2]["key"]
    after = game.ok("pack", {"card": at, "targets": [2]})
    assert after["cards"]["count"] == 52
    gold = [card for card in after["cards"]["cards"] if card["set"] == "ENHANCED"]
    assert [(card["key"], card["modifier"]) for card in gold] == [(key, {"enhancement": "GOLD"})]


def test_a_pack_with_a_small_deck(game: Caller) -> None:
    game.start(deck="ABANDONED")
    game.ok("select")
    while game.state()["cards"]["limit"] > 10:
        game.add("c_immolate")
        game.ok("use", {"consumable": 0})
        game.set(discards=3)
        game.ok("discard", {"cards": [0]})
    for _ in range(3):
        game.add("c_hanged_man")
        game.ok("use", {"consumable": 0, "cards": [0]})
    game.win_round()
    game.ok("cash_out")
    state = game.open_pack("p_arcana_normal_1")
    assert (state["hand"]["count"], state["hand"]["limit"], state["cards"]["count"]) == (
        state["cards"]["limit"],
        8,
        0,
    )
    count = state["hand"]["count"]
    message = f"Target card index out of range. Index: {count}, Hand size: {count}"
    game.refuses("pack", {"card": 0, "targets": [count]}, BR, message)
    assert game.ok("pack", {"skip": True})["cards"]["count"] == count


# -- restocking -----------------------------------------------------------------------------------------------


def test_set_shop(game: Caller) -> None:
    before = game.go("SHOP")
    game.ok("buy", {"pack": 0})
    game.ok("pack", {"skip": True})
    after = game.set(shop=True)
    for area, count in (("shop", 2), ("vouchers", 1), ("packs", 2)):
        assert (after[area]["count"], after[area]["limit"], len(after[area]["cards"])) == (
            count,
            count,
            count,
        )
        assert not set(ids_of(after[area])) & set(ids_of(before[area]))
    assert after["round"]["reroll_cost"] == before["round"]["reroll_cost"]


def test_the_same_run_has_the_same_shop(game: Caller) -> None:
    shops = []
    for _ in range(2):
        game.start("SAME")
        game.to_shop()
        shops.append(without_ids(game.ok("reroll")))
    assert shops[0] == shops[1]
    assert Counter(keys_of(shops[0]["packs"])).total() == 2
