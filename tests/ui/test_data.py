"""What the pages of the web app show, as plain data: no browser and no Streamlit is needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.experiments.made import evaluation, gate, training

from jimbot.agents import View, make_agent
from jimbot.apps.ui import calculator, explorer, lab, places, players, table, tapes
from jimbot.apps.ui.beside import Beside, log_tail
from jimbot.apps.ui.calculator import Setup, best_order, best_play, build, card_tokens
from jimbot.game import Card, Game
from jimbot.live.backends import RealBackend
from jimbot.live.server.session import Session
from jimbot.view import explain, position
from jimbot.view.picture.svg import card_svg, image_html, tile_svg
from jimbot.view.picture.tiles import Tile


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "runs"
    folder.mkdir()
    places.use(folder)
    yield folder
    places.use(Path("runs"))


# -- the folder ---------------------------------------------------------------------------------------------


def test_nothing_outside_of_the_folder(runs: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (runs / "link").symlink_to(tmp_path / "secret")
    assert places.inside("a/b") == runs / "a" / "b"
    assert places.own() == runs / "ui"
    for path in ("..", "../secret", "/etc/passwd", "link", "link/file", "a/../../secret"):
        with pytest.raises(ValueError, match="lies outside"):
            places.inside(path)


def test_an_own_folder_that_leads_out_is_refused(runs: Path, tmp_path: Path) -> None:
    (runs / "ui").symlink_to(tmp_path)
    with pytest.raises(ValueError, match="lies outside"):
        places.own()


# -- seeds --------------------------------------------------------------------------------------------------


def test_a_seed_with_names_and_pictures() -> None:
    found = explorer.report("TUTORIAL", antes=2)
    first = found["antes"][0]
    assert len(explorer.head(first)) == 4
    assert len(explorer.queue(first)) == 10
    assert explorer.queue(first)[0].where == "ante 1, shop 1"
    name = explorer.queue(first)[0].name
    assert name in {one.name for one in explorer.search(found, name.upper())}
    assert explorer.search(found, " ") == []
    assert all("<svg" in one.drawing for one in explorer.things(found))
    rows = explorer.compared([found, explorer.report("OTHER", antes=2)])
    assert [sorted(row) for row in rows] == [["OTHER", "TUTORIAL", "ante"]] * 2
    assert explorer.share_link(["A B"], "b_red", "stake_gold", 3).endswith(
        "seed=A+B&deck=b_red&stake=stake_gold&antes=3"
    )


def test_legendaries_are_reported() -> None:
    found = explorer.report("TUTORIAL", antes=1)
    assert explorer.legendaries(found) == []
    found = {"antes": [{"ante": 1, "shop_queue": [{"key": "c_soul"}, {"key": "j_perkeo"}], "packs": []}]}
    assert [one.name for one in explorer.legendaries(found)] == ["The Soul", "Perkeo"]


# -- the calculator -----------------------------------------------------------------------------------------


def test_cards_in_words() -> None:
    assert card_tokens("KH, 10♠ glass; ad foil, 2c steel red seal, 3s gold, 3d gold seal") == [
        "H_K",
        "S_T/e:GLASS",
        "D_A/x:FOIL",
        "C_2/e:STEEL/s:RED",
        "S_3/e:GOLD",
        "D_3/s:GOLD",
    ]


@pytest.mark.parametrize("text", ["", "1H", "KX", "KH shiny", "<script>", "K" * 300, ", ".join(["KH"] * 21)])
def test_what_is_no_hand(text: str) -> None:
    with pytest.raises(ValueError, match=r"card|unknown word"):
        card_tokens(text)


def test_a_built_position_scores_as_the_game_does() -> None:
    game = build(
        Setup("KH, KS steel, KD, 9C, 2D", ("j_joker", "j_baron"), {"Pair": 3}, "bl_hook", 900, 2, 1, 7)
    )
    assert (game.target, game.hands_left, game.discards_left, game.money) == (900, 2, 1, 7)
    assert [joker.key for joker in game.jokers] == ["j_joker", "j_baron"]
    assert (game.blind.key, game.hand_levels["Pair"].level) == ("bl_hook", 3)
    kings = [i for i, card in enumerate(game.hand) if card.rank == "K"]
    assert set(kings) <= set(best_play(game)) or game.score(best_play(game)).score >= game.score(kings).score
    assert calculator.explained(game, kings).hand == "Three of a Kind"
    assert 0 <= calculator.chance(game, kings) <= 1


def test_the_best_order_of_jokers() -> None:
    game = build(Setup("AH, AS, 2D, 3C, 9H", ("j_cavendish", "j_joker", "j_joker")))
    found = best_order(game, best_play(game))
    assert found.names == ("Joker", "Joker", "Cavendish")
    assert found.score > found.before
    many = build(Setup("AH, AS, 2D, 3C, 9H", ("j_cavendish", *["j_joker"] * 7)))
    assert best_order(many, best_play(many)).names[-1] == "Cavendish"


# -- the table ----------------------------------------------------------------------------------------------


def test_every_phase_is_drawn() -> None:
    game, agent, phases = Game("TUTORIAL"), make_agent("heuristic"), set()
    for step in range(60):
        if game.over:
            break
        seen = position(game)
        phases.add(seen.phase)
        text = (
            table.head_html(seen)
            + table.jokers_html(seen)
            + table.middle_html(seen, [0] if seen.hand else ())
        )
        assert text.count("<div") == text.count("</div>")
        game.apply(agent.act(View(game, step)))
    assert {"BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP"} <= phases


def test_hostile_words_are_only_text() -> None:
    bad = '"><script>alert(1)</script>'
    drawings = [
        tile_svg(Tile(bad, bad, 0x123456, left=bad, right=bad, stickers=((bad, 0),))),
        card_svg(Card(bad, "K", "H")),
    ]
    for drawing in drawings:
        assert "<script" not in drawing
        assert "<script" not in image_html(drawing)


def test_scores_and_advice_as_rows() -> None:
    game = build(Setup("AH, AS glass, 2D, 3C, 9H"))
    shown = explain(game, [0, 1])
    assert table.score_words(shown).startswith("Pair: ")
    sources = [row["what"] for row in table.score_rows(shown, game.hand)]
    assert sources[:3] == ["Pair", "A♥", "A♠ (glass)"]
    assert table.missed_words(shown, game.hand) == ""  # it breaks after it has scored
    steel = build(Setup("AH, KS steel, 5H lucky", jokers=("j_blueprint",)))
    shown = explain(steel, [0, 2])
    assert "K♠ (steel), held in hand" in [row["what"] for row in table.score_rows(shown, steel.hand)]
    assert "5♥ (lucky): a chance of 1 in 5" in table.missed_words(explain(steel, [2]), steel.hand)
    (blueprint,) = position(steel).jokers
    assert "Does nothing now: no joker is to its right." in table.joker_tile(blueprint).text


# -- runs ---------------------------------------------------------------------------------------------------


def test_the_lab(runs: Path) -> None:
    evaluation(runs / "one", 20)
    evaluation(runs / "two", 20, "search", shift=1)
    training(runs / "native")
    assert {row["run"] for row in lab.rows(lab.entries(), 0.0)} == {"one", "two", "native"}
    assert len(lab.records("one")) == 20
    (row,) = lab.difference_rows(["two", "one"])
    assert "20 seeds in common" in row
    assert [title for title, _ in lab.pictures("native")][:2] == ["Blinds beaten", "Share of games won"]
    assert lab.log("native").curves["blinds"].y[-1] == 3.0
    with pytest.raises(ValueError, match="is no run"):
        lab.folder("../one")


def test_agents_from_evaluations(runs: Path) -> None:
    evaluation(runs / "one", 20)
    evaluation(runs / "again", 40)
    gate(runs / "gates" / "p18" / "x")
    (one,) = players.standings(lab.entries())
    assert (one.agent, one.deck, one.stake, one.games, one.wins) == (
        "greedy",
        "Red Deck",
        "White Stake",
        60,
        12,
    )
    assert players.boss_deaths(lab.entries(), "greedy") == {"The Hook": 48}
    assert players.calibrations(lab.entries()) == {}
    assert "heuristic" in players.advisers(lab.entries())
    for name in ("../model.pt", "/etc/passwd", "evil.py"):
        with pytest.raises(ValueError):
            players.adviser(name)


def test_replays_of_evaluations_and_files(runs: Path) -> None:
    folder = evaluation(runs / "one", 3)
    game = Game("S1")
    game.apply("select_blind")
    (folder / "transcripts").mkdir()
    (folder / "transcripts" / "S1.txt").write_text(game.transcript)
    reel = tapes.of_evaluation("one", "S1")
    assert (len(reel), reel.frame(0).text) == (2, "select blind")
    assert tapes.thoughts(reel.frame(1), make_agent("greedy"))
    assert [tapes.game_words(record) for record in lab.records("one")] == [
        "S0: won",
        "S1: lost to The Hook, ante 2, 4 blinds",
        "S2: lost to The Hook, ante 2, 5 blinds",
    ]
    for seed in ("S2", "../../../etc/passwd"):
        with pytest.raises(ValueError, match="is not kept"):
            tapes.of_evaluation("one", seed)
    for data in (b"", b"\xff\xfe", b"<script>", b"jimbot-run seed=A\nplay 0\n", b"{}", b"[" * 100_000):
        with pytest.raises(ValueError):
            tapes.of_bytes(data)


# -- beside a game ------------------------------------------------------------------------------------------


def test_it_acts_once_when_asked_and_armed(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("TUTORIAL")
    session.call("start", {"deck": "RED", "stake": "WHITE"})
    monkeypatch.setattr("jimbot.apps.ui.beside.reach", lambda url, timeout: RealBackend(session))
    monkeypatch.setattr("jimbot.apps.ui.beside.is_real_game", lambda url: True)
    beside = Beside("http://127.0.0.1:1", make_agent("greedy"), 3, places.own())
    look = beside.look()
    assert look is not None
    assert look.notice.suggestions
    assert beside.position() is not None
    assert beside.execute(0, look).notice.executed is None, "it is not armed"
    assert "real game" in beside.ask_to_arm()
    assert "not armed" in beside.arm("WRONG")
    beside.ask_to_arm()
    assert beside.token is not None
    assert beside.arm(beside.token.text).startswith("armed")
    look = beside.look(again=True)
    assert beside.execute(0, look).notice.executed == "select_blind"
    assert beside.execute(0, look).notice.executed is None, "that position is gone"
    assert session.call("gamestate")["state"] == "SELECTING_HAND"
    assert any(row["done"] == "select_blind" for row in log_tail(places.own()))
