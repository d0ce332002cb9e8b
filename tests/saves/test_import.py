"""Files that our own writer made: the position is the one that was saved, with the same future, and whatever is
otherwise than it follows is named."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.documents import read_game, state_of
from jimbot.documents.save_file import STATES, save_of
from jimbot.game import Joker
from jimbot.game.content import content
from jimbot.game.saved import read_run, read_save
from jimbot.saves import SaveError, Table, pack

from .made import filed, position, walk

META = {
    "unlocked": {key: True for kind in ("joker", "voucher") for key in content()[kind]},
    "discovered": dict.fromkeys(("j_blueprint", "e_foil", "e_holo", "e_polychrome", "e_negative"), True),
}


def shown(game: Game) -> dict[str, Any]:
    """What a player sees; creation numbers are others in a file that is read, and numbers have 14 digits."""

    def plain(value: Any) -> Any:
        if isinstance(value, float):
            return float(f"{value:.13g}")
        if isinstance(value, dict):
            return {
                k: plain(v)
                for k, v in value.items()
                if k not in ("uid", "run", "rng", "last_target", "last_blind")
            }
        return [plain(v) for v in value] if isinstance(value, list) else value

    state = plain(state_of(game))
    state["zones"]["deck"].sort(key=str)
    return state


@pytest.mark.parametrize("number", range(0, 45, 4))
def test_a_saved_run_has_the_same_future(number: int) -> None:
    """Every eighth saved position of a random game is read and played on beside the one that was saved."""
    phases: Counter[str] = Counter()
    for i, game in enumerate(walk(number)):
        if i % 8:
            continue
        found = read_run(filed(game))
        assert (found.differs, found.unknown, found.warnings) == ([], [], []), (number, i)
        phases[game.phase] += 1
        ours, theirs, chance = (
            game.clone(),
            Game.from_save(pack(save_of(game)), strict=True),
            random.Random(i),
        )
        for _ in range(25):
            assert shown(ours) == shown(theirs), (number, i)
            if ours.over:
                break
            action = chance.choice(ours.legal_actions())
            ours.apply(action)
            theirs.apply(action)
    assert phases


def changed(table: Table, place: str, value: Any) -> Table:
    """The table with another value at a place such as ``GAME.dollars``; None takes it away."""
    *path, last = (int(part) if part.isdecimal() else part for part in place.split("."))
    inner = table
    for part in path:
        inner = inner[part]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return table


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        ("GAME.pseudorandom.nr1", 0.25, "1 streams do not follow from the seed (nr1)"),
        ("GAME.pseudorandom.hashed_seed", 0.5, "hashed_seed is 0.5"),
        ("GAME.hands.Pair.mult", 9, "GAME.hands.Pair.mult is 9"),
        ("GAME.tarot_rate", 9.6, "GAME.tarot_rate is 9.6; 4.0 follows"),
        ("GAME.used_jokers.j_perkeo", True, "GAME.used_jokers names j_perkeo"),
        ("GAME.round_resets.hands", 7, "GAME.round_resets.hands is 7"),
        ("cardAreas.jokers.config.card_limit", 9, "cardAreas.jokers.config.card_limit is 9"),
        ("cardAreas.shop_jokers.cards.1.cost", 99, ".cost (j_"),
        ("cardAreas.shop_booster.cards.2.cost", 1, "cost (p_"),
        ("GAME.current_round.reroll_cost", 8, "GAME.current_round.reroll_cost is 8"),
    ],
)
def test_what_does_not_follow_is_named(place: str, value: Any, why: str) -> None:
    table = changed(filed(position("SHOP")), place, value)
    differs = read_run(table).differs
    assert [line for line in differs if why in line], differs
    with pytest.raises(SaveError):
        read_run(table).check_strictly()


def test_an_exchanged_card_of_the_deck_is_noticed() -> None:
    table = filed(position("SHOP"))
    cards = table["cardAreas"]["deck"]["cards"]
    cards[20], cards[21] = cards[21], cards[20]
    assert read_run(table).differs == ["the order of the deck is not that of its last shuffle (cashout1)"]


def test_cards_that_certificates_add_to_the_first_hand_are_no_difference() -> None:
    game = position("BLIND_SELECT").edited("jokers=[j_blueprint,j_certificate]")
    game.apply("select_blind")
    table = filed(game)
    assert read_run(table).differs == []
    cards = table["cardAreas"]["deck"]["cards"]
    cards[20], cards[21] = cards[21], cards[20]
    assert read_run(table).differs == ["the order of the deck is not that of its last shuffle (nr1)"]


def test_what_is_not_understood_is_listed_once() -> None:
    table = filed(position("SHOP"))
    for card in table["cardAreas"]["deck"]["cards"].values():
        card["ability"]["sparkle"] = 3
    table["GAME"]["weather"] = {"rain": True}
    assert read_run(table).unknown == ["GAME.weather", "cardAreas.deck.cards.1.ability.sparkle"]
    with pytest.raises(SaveError, match=r"GAME.weather is not understood; 1 more"):
        Game.from_save(pack(table), strict=True)
    assert Game.from_save(pack(table)).phase == "SHOP"


# -- traps of the format ------------------------------------------------------------------------------------


def same(game: Game, change: Callable[[Table], object]) -> bool:
    """Whether a change of the file changes nothing of the position."""
    table = filed(game)
    change(table)
    return read_run(table).game.notation() == read_run(filed(game)).game.notation()


def test_the_blind_on_deck_of_the_file_is_not_trusted() -> None:
    assert same(position("BLIND_SELECT", after=8), lambda t: t["GAME"].update(blind_on_deck="Boss"))


def test_names_in_the_language_of_the_player_are_not_read() -> None:
    states = {"Small": "已被击败", "Big": "下一回合", "Boss": "下一回合"}
    assert same(position("SHOP"), lambda t: t["GAME"]["round_resets"].update(loc_blind_states=states))


def test_what_beaten_bosses_remembered_is_not_read() -> None:
    left = {"only_hand": "Pair", "hands": {"Pair": True}}
    assert same(position("SELECTING_HAND"), lambda t: t["BLIND"].update(left))


def test_the_rounded_hash_of_the_seed_is_not_used() -> None:
    def rounded(table: Table) -> None:
        streams = table["GAME"]["pseudorandom"]
        streams["hashed_seed"] = float(f"{streams['hashed_seed']:.14g}")

    assert same(position("SELECTING_HAND"), rounded)


def test_two_things_may_share_a_creation_number() -> None:
    """The counter begins low again when the game is started again."""
    table = filed(position("SHOP"))
    table["cardAreas"]["shop_jokers"]["cards"][1]["sort_id"] = 7
    found = read_run(table)
    assert found.differs == []
    assert len(found.game.deck_order) == 52


def test_tags_are_read_in_their_own_order() -> None:
    """Not by ``tally``, the running number of what made them."""
    game = position("SHOP").edited("tags=[tag_double,tag_juggle,tag_orbital:flush]")
    table = filed(game)
    for tally, tag in zip((9, 12, 3), table["tags"].values(), strict=True):
        tag["tally"] = tally
    assert read_run(table).game.tags == game.reveal().tags


def test_references_to_live_objects_are_plain_text() -> None:
    marks = dict.fromkeys(("blind", "selected_back", "tags"), '"MANUAL_REPLACE"')
    assert same(position("SHOP"), lambda t: t["GAME"].update(marks))


def test_a_voucher_that_is_bought_is_missing() -> None:
    game = position("SHOP").edited("money=50")
    game.apply("buy_voucher 0")
    table = filed(game)
    assert "voucher" not in table["GAME"]["current_round"]
    assert read_run(table).game.ante_voucher is None


def test_a_pack_that_was_being_opened_is_paid_and_opened_again() -> None:
    game = position("SHOP").edited("money=50")
    table = filed(game)
    booster = table["cardAreas"]["shop_booster"]["cards"][2]
    table["ACTION"] = {"type": "use_card", "card": booster["sort_id"]}
    game.apply("buy_pack 1")
    found = read_run(table)
    assert (found.unknown, found.game.phase, found.game.money) == ([], "PACK", game.money)
    assert found.game.pack == game.reveal().pack
    table["ACTION"]["card"] = 1
    with pytest.raises(SaveError, match=r"ACTION.card is 1; the sort_id of a pack in the shop is needed"):
        read_run(table)


def test_what_a_beaten_boss_did_to_jokers_is_over() -> None:
    """Crimson Heart's debuff and Amber Acorn's turned jokers lie in the file until the shop."""
    game = next(
        g.clone() for g in walk(4) if g.phase == "ROUND_EVAL"
    ).edited("jokers=[j_joker,j_egg]")  # fmt: skip

    def left(table: Table) -> None:
        for joker in table["cardAreas"]["jokers"]["cards"].values():
            joker |= {"debuff": True, "facing": "back"}

    assert same(game, left)


def test_after_a_boss_the_ante_is_the_next_and_the_blind_of_the_one_before() -> None:
    beaten = (g for number in range(0, 400, 8) for g in walk(number) if g.phase == "ROUND_EVAL")
    game = next(game for game in beaten if game.ante == 2 and game.blind_on_deck == 2)
    table = filed(game)
    assert (table["GAME"]["round_resets"]["ante"], table["GAME"]["round_resets"]["blind_ante"]) == (2, 1)
    assert read_run(table).differs == []


def test_figures_of_another_build_are_named() -> None:
    table = filed(position("SHOP").edited("jokers=[j_smiley,j_greedy_joker]"))
    table["cardAreas"]["jokers"]["cards"][1]["ability"]["extra"] = 4
    assert read_run(table).differs == [
        "cardAreas.jokers.cards.1.ability.extra of j_smiley is 4; it is 5 in 1.0.1"
    ]


def test_areas_may_be_in_any_order() -> None:
    def turned(table: Table) -> None:
        deck = table["cardAreas"]["deck"]
        deck["cards"] = dict(reversed(deck["cards"].items()))

    assert same(position("SHOP"), turned)


def test_steamodded_alone_is_read_with_a_warning() -> None:
    table = filed(position("SHOP"))
    table["GAME"]["smods_version"] = "1.0.0~BETA-1016c"
    now = table["GAME"]["current_round"]
    now["voucher"] = {1: now["voucher"], "spawn": {now["voucher"]: True}}
    found = read_run(table)
    assert found.warnings == [
        "saved with Steamodded 1.0.0~BETA-1016c: other mods may change rules without a mark in the file"
    ]
    assert found.game.variant == "steamodded"
    assert found.game.ante_voucher == read_run(filed(position("SHOP"))).game.ante_voucher


def test_a_shop_of_builds_before_1_0_1_begins_the_ante_when_it_is_left() -> None:
    beaten = (g for number in range(0, 400, 8) for g in walk(number) if g.phase == "ROUND_EVAL")
    game = next(game.clone() for game in beaten if game.ante == 2)
    before = save_of(game)["GAME"]
    game.apply("cash_out")
    table = filed(game)
    table["VERSION"] = "1.0.0k-FULL"
    table["GAME"]["bosses_used"] = before["bosses_used"]
    table["GAME"]["round_resets"] |= {
        name: before["round_resets"][name]
        for name in ("blind_states", "blind_choices", "blind_tags", "blind_ante")
    }
    table["GAME"]["pseudorandom"] |= {
        name: before["pseudorandom"][name] for name in ("boss", "orbital") if name in before["pseudorandom"]
    }
    for key in [key for key in table["GAME"]["pseudorandom"] if str(key).startswith(f"Tag{game.ante}")]:
        del table["GAME"]["pseudorandom"][key]
    found = read_run(table)
    assert "rules before 1.0.1 differ" in found.warnings[0]
    assert (found.game.blinds, found.game.ante_tags) == (game.reveal().blinds, game.reveal().ante_tags)


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        ("STATE", 4, "STATE is 4: not a place where the game waits"),
        ("STATE", None, "STATE is missing"),
        ("VERSION", "Balatro", "VERSION is 'Balatro'; a version such as 1.0.1o-FULL is needed"),
        ("BACK.key", "b_cry_very_fair", "content of the mod 'cry'"),
        ("cardAreas.shop_jokers.cards.1.save_fields.center", "j_cry_gardenfork", "content of the mod 'cry'"),
        ("cardAreas.shop_vouchers.cards.1.save_fields.center", "v_nope", "content of a mod"),
        ("cardAreas.deck.cards.3.base.suit", "Stars", "one of Spades, Hearts, Clubs, Diamonds is needed"),
        ("cardAreas.deck.cards.3.sort_id", True, "cardAreas.deck.cards.3.sort_id is True; a whole number"),
        ("cardAreas.deck.cards.3", None, "cardAreas.deck.cards.3 is missing"),
        ("GAME.challenge", "c_omelette_1", "the deck of a challenge, 'b_challenge', is needed"),
        ("GAME.challenge", "c_cry_joker_poker", "content of the mod 'cry'"),
        ("GAME.stake", 9, "GAME.stake is 9; 1 to 8 is needed"),
        ("GAME.dollars", "many", "GAME.dollars is 'many'; a whole number is needed"),
        ("GAME.pseudorandom.seed", "no seed]", "1 to 8 letters and digits"),
        ("GAME.hands.Pair.level", -5, "no position of the game: hands:"),
        ("GAME.round_resets.blind_choices.Boss", "bl_small", "no position of the game"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(place: str, value: Any, why: str) -> None:
    table = changed(filed(position("SHOP")), place, value)
    with pytest.raises(SaveError) as caught:
        read_run(table)
    assert why in str(caught.value)


def test_other_files_of_the_game_are_refused_by_kind() -> None:
    for table, kind in (
        ({"unlocked": {}, "discovered": {}}, "meta"),
        ({"career_stats": {}}, "profile"),
        ({"crashreports": True}, "settings"),
    ):
        with pytest.raises(SaveError, match=rf"this is a {kind} file .* a run file \(save.jkr\) is needed"):
            Game.from_save(pack(table))


# -- challenges ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", content()["challenge"])
def test_runs_of_challenges_are_read(key: str) -> None:
    game, chance, phases = Game("DARED", challenge=key), random.Random(key), set()
    for i in range(60):
        if game.over:
            break
        if game.phase in STATES and (i < 8 or i % 4 < 2):
            table = filed(game)
            assert table["BACK"]["key"] == "b_challenge"
            table["GAME"]["modifiers"] = {"custom": True}
            found = read_run(table)
            assert (found.differs, found.unknown, found.warnings) == ([], [], []), i
            if game.phase != "ROUND_EVAL":  # whose cards come back to the deck in the file already
                assert shown(Game._wrap(found.game)) == shown(game), i
            phases.add(game.phase)
        actions = [
            action for action in game.legal_actions() if action.kind not in ("sell_joker", "reroll_boss")
        ]
        plays = [action for action in actions if action.kind == "play"]
        game.apply(
            max(plays, key=lambda a: game.score(a.cards).score or 0) if plays else chance.choice(actions)
        )
    assert {"BLIND_SELECT", "SELECTING_HAND"} <= phases


def test_cards_debuffed_for_good_and_closed_slots_are_read() -> None:
    game = Game("DARED", challenge="c_double_nothing_1")
    game.apply("select_blind")
    game.apply("play 0")
    found = read_run(filed(game)).game
    assert found.notation().count("/D") == game.notation().count("/D") == 1
    closed = Game("DARED", challenge="c_typecast_1").edited(
        "ante=4 on_deck=boss boss=bl_club jokers=[j_joker]"
    )
    for action in ("select_blind", "play 0"):
        closed = closed.edited("score=1000000") if action == "play 0" else closed
        closed.apply(action)
    found = read_run(filed(closed))
    assert found.differs == []
    assert (found.game.joker_slots, closed.joker_slots) == (0, 0)


def test_bans_that_are_not_those_of_the_challenge_are_named() -> None:
    table = filed(Game("DARED", challenge="c_fragile_1"))
    table["GAME"]["banned_keys"]["j_joker"] = True
    assert read_run(table).differs == ["GAME.banned_keys names j_joker"]
    table = filed(position("SHOP"))
    table["GAME"]["banned_keys"] = {"j_egg": True}
    assert read_run(table).differs == ["GAME.banned_keys names j_egg"]


# -- what the player has not unlocked -----------------------------------------------------------------------


def test_what_is_locked_is_never_drawn(tmp_path: Path) -> None:
    """Only two common jokers are unlocked: shops and packs have no other of theirs."""
    meta = {"unlocked": {"j_joker": True, "j_egg": True, "v_blank": True}, "discovered": {}}
    (tmp_path / "meta.jkr").write_bytes(pack(meta))
    (tmp_path / "save.jkr").write_bytes(pack(save_of(position("SHOP"))))
    game = Game.from_save(tmp_path / "save.jkr").edited("money=5000 shop=[]")
    assert "locked=[j_greedy_joker," in game.notation()
    assert Game.from_notation(game.notation()) == game
    seen = set()
    for _ in range(30):
        game.apply("reroll")
        seen |= {offer.item.key for offer in game.shop if isinstance(offer.item, Joker)}
    assert seen <= {"j_joker", "j_egg"}
    assert seen


def test_with_everything_unlocked_nothing_changes(tmp_path: Path) -> None:
    data = pack(save_of(position("SHOP")))
    assert Game.from_save(data, meta=pack(META)) == Game.from_save(data)


# -- files --------------------------------------------------------------------------------------------------


def test_commands_read_the_file_like_any_other_game(tmp_path: Path) -> None:
    path = tmp_path / "save.jkr"
    path.write_bytes(pack(save_of(position("SHOP"))))
    assert read_game(path) == Game.from_save(path)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(ValueError, match=r"save.jkr: not a whole file"):
        read_save(path)


def test_a_run_is_practised_from_its_file(tmp_path: Path, jimbot: Callable[..., Any]) -> None:
    path = tmp_path / "save.jkr"
    path.write_bytes(pack(save_of(position("SHOP"))))
    done = jimbot(f"play {path}", keys="q\n")
    assert done.code == 0
    assert f"seed {position('SHOP').seed}" in done.out
    twice = jimbot(f"play {path} --load {path}")
    assert (twice.code, "only one file" in twice.err) == (2, True)


def test_the_hand_of_an_orbital_tag_follows_before_the_blinds_are_shown() -> None:
    table = filed(position("SHOP"))
    table["GAME"]["orbital_choices"] = {}
    table["GAME"]["round_resets"]["blind_tags"] = {"Small": "tag_orbital", "Big": "tag_orbital"}
    (small, hand), (big, other) = read_run(table).game.ante_tags
    assert (small, big) == ("tag_orbital", "tag_orbital")
    assert {hand, other} <= set(content()["hand"])
