"""Run start, blind select, round start: rules.md sections 1 to 3."""

from __future__ import annotations

from typing import Any

import pytest
from tests.content.rows import FRONTS, Streams, act, check, game, play, pool

from jimbot.game import Game
from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4", "S5", "S6")
SELECT = "phase=BLIND_SELECT"


def sorted_hand(cards: list[str]) -> list[str]:
    """By rank, high to low, ties by Spades, Hearts, Clubs, Diamonds."""
    return sorted(cards, key=lambda c: ("AKQJT98765432".index(c[2]), "SHCD".index(c[0])))


@pytest.mark.parametrize("seed", SEEDS)
def test_run_start(seed: str) -> None:
    """Boss, voucher and tags of ante 1; the round targets; $4, 4 hands, Red Deck's 4 discards."""
    s = Streams(seed)
    g = Game(seed=seed)
    blinds, vouchers = content()["blind"], content()["voucher"]
    early = sorted(k for k, r in blinds.items() if r["boss"] and not r["showdown"] and r["min_ante"] <= 1)
    upgrades = [k for k, r in vouchers.items() if r["requires"]]
    late = [k for k, r in content()["tag"].items() if r["min_ante"] > 1]
    check(g, {"boss": s.pick("boss", early), "ante": 1, "round": 0, "money": 4, "skips": 0, "score": 0.0})
    assert g.reveal().ante_voucher == s.draw("Voucher1", pool("voucher"), upgrades)
    assert [t.key for t in g.ante_tags] == [s.draw("Tag1", pool("tag"), late) for _ in range(2)]
    assert [b.status for b in g.blinds] == ["SELECT", "UPCOMING", "UPCOMING"]
    assert [b.target for b in g.blinds] == [300, 450, 300 * blinds[g.blinds[2].key]["score_mult"]]
    idol, mail, castle = (s.pick(f"{k}1", FRONTS) for k in ("idol", "mail", "cas"))
    ancient = s.pick("anc1", ["spades", "hearts", "clubs", "diamonds"])
    names = dict(zip("SHCD", ["spades", "hearts", "clubs", "diamonds"], strict=True))
    ranks = {r: i for i, r in enumerate("23456789TJQKA", 2)}
    assert g.reveal().targets == ((ranks[idol[2]], names[idol[0]]), ranks[mail[2]], names[castle[0]], ancient)


@pytest.mark.parametrize("seed", SEEDS)
def test_opening_deal(seed: str) -> None:
    """Stream nr1 over the deck by creation number, dealt from the end, then sorted by rank."""
    g = play(f"seed={seed}", "select_blind")
    dealt = Streams(seed).shuffle("nr1", FRONTS)[::-1]
    assert [c.code for c in g.hand] == sorted_hand(dealt[:8])
    act(g, "discard 0,1,2")
    assert {c.code for c in g.hand} == {*sorted_hand(dealt[:8])[3:], *dealt[8:11]}


def test_the_deal_of_the_next_round_goes_on() -> None:
    """The second round of the ante uses the same stream again."""
    s = Streams("S1")
    s.shuffle("nr1", FRONTS)
    g = play("seed=S1 one_chip=1", "select_blind; play 0; cash_out; leave_shop; select_blind")
    assert [c.code for c in g.hand] == sorted_hand(s.shuffle("nr1", FRONTS)[::-1][:8])


ROWS: list[tuple[str, str, dict[str, Any]]] = [
    # Skipping: no shop, no round, the next blind
    (f"{SELECT} ante_tags=[tag_skip,tag_skip] money=0", "skip_blind", {"phase": "BLIND_SELECT", "round": 0, "skips": 1, "money": 5}),
    (f"{SELECT} on_deck=boss boss=bl_club", "skip_blind !a Boss Blind cannot be skipped; select_blind", {"phase": "SELECTING_HAND"}),
    (SELECT, "select_blind", {"phase": "SELECTING_HAND", "round": 1, "hands_left": 4, "discards_left": 4, "hands_played": 0, "discards_used": 0, "score": 0.0}),
    # The round's numbers start again
    (f"{SELECT} on_deck=big hands_left=1 discards_left=0 hands_played=3 discards_used=4 score=500 hands=[pair:1:4:3]", "select_blind", {"hands_left": 4, "discards_left": 4, "hands_played": 0, "discards_used": 0, "score": 0.0}),
    # Jokers act after the boss: Burglar after The Needle and The Water
    (f"{SELECT} on_deck=boss boss=bl_needle ante=2 jokers=[j_burglar]", "select_blind", {"hands_left": 4, "discards_left": 0}),
    (f"{SELECT} on_deck=boss boss=bl_water ante=2 jokers=[j_burglar]", "select_blind", {"hands_left": 7, "discards_left": 0}),
    (f"{SELECT} jokers=[j_burglar,j_burglar]", "select_blind", {"hands_left": 10, "discards_left": 0}),
    (f"{SELECT} on_deck=boss boss=bl_needle ante=2 jokers=[j_burglar,j_chicot]", "select_blind", {"hands_left": 7, "discards_left": 0}),
    (f"{SELECT} on_deck=boss boss=bl_manacle jokers=[j_chicot]", "select_blind", {"hand_count": 8, "blind_disabled": True}),
    (f"{SELECT} on_deck=boss boss=bl_manacle jokers=[j_juggler] tags=[tag_juggle]", "select_blind", {"hand_count": 11}),
    # Passive jokers and their sum
    (f"{SELECT} jokers=[j_juggler,j_drunkard,j_troubadour]", "select_blind", {"hand_count": 11, "discards_left": 5, "hands_left": 3}),
    (f"{SELECT} jokers=[j_merry_andy,j_stuntman]", "select_blind", {"hand_count": 5, "discards_left": 7}),
    (f"{SELECT} base_hands=0", "select_blind", {"hands_left": 1}),
    (f"{SELECT} base_discards=-2", "select_blind", {"discards_left": 0}),
    # Certificate comes on top of the hand size, sorted in; Marble goes into the deck before the deal
    (f"{SELECT} jokers=[j_certificate]", "select_blind", {"hand_count": 9, "deck": 53, "draw_pile_size": 44}),
    (f"{SELECT} jokers=[j_marble]", "select_blind", {"hand_count": 8, "deck": 53, "draw_pile_size": 45}),
    (f"{SELECT} jokers=[j_riff_raff]", "select_blind", {"joker_count": 3}),
    (f"{SELECT} jokers=[j_riff_raff,j_joker,j_egg,j_golden]", "select_blind", {"joker_count": 5}),
    (f"{SELECT} jokers=[j_ceremonial,j_riff_raff]", "select_blind", {"jokers": "j_ceremonial"}),  # eaten before it acts
    (f"{SELECT} jokers=[j_cartomancer] consumables=[c_sun,c_moon]", "select_blind", {"consumables": "c_sun c_moon"}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "actions", "expected"), ROWS)
def test_round_start(position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


def test_blind_states_through_an_ante() -> None:
    g = game("one_chip=1 boss=bl_club")
    for status in (
        ["DEFEATED", "SELECT", "UPCOMING"],
        ["DEFEATED", "DEFEATED", "SELECT"],
        ["SELECT", "UPCOMING", "UPCOMING"],
    ):
        act(g, "select_blind")
        assert [b.status for b in g.blinds].count("CURRENT") == 1
        act(g, "play 0; cash_out; leave_shop")
        assert [b.status for b in g.blinds] == status
    check(g, {"ante": 2, "round": 3})


def test_certificate_is_sorted_in() -> None:
    g = play(f"{SELECT} jokers=[j_certificate] seed=S2", "select_blind")
    faces = [c.code[:3] for c in g.hand]
    assert faces == sorted_hand(faces)
    assert sum(c.seal is not None for c in g.hand) == 1


def test_round_play_counts_start_again() -> None:
    g = play("one_chip=1", "select_blind; play 0")
    assert g.hand_levels["High Card"].played_this_round == 1
    act(g, "cash_out; leave_shop; select_blind")
    assert (g.hand_levels["High Card"].played, g.hand_levels["High Card"].played_this_round) == (1, 0)


def test_blinds_may_ask_for_less() -> None:
    for percent, targets in ((100, (300, 450, 600)), (30, (90, 135, 180)), (1, (3, 4, 6))):
        g = Game("EASY", target_percent=percent)
        assert tuple(blind.target for blind in g.edited("boss=bl_club").blinds) == targets
        assert Game.from_bytes(g.to_bytes()).target == Game.from_notation(g.notation()).target == targets[0]
        g.apply("select_blind")
        assert Game.replay(g.transcript).target == g.target == targets[0]
    for wrong in (0, 101):
        with pytest.raises(ValueError, match=f"target_percent is {wrong}; 1 to 100 is allowed"):
            Game("EASY", target_percent=wrong)
    with pytest.raises(ValueError, match="target_percent"):
        Game.replay("jimbot-run seed=EASY\ttarget_percent=0\n")
