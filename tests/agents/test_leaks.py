"""No agent can know what is hidden: it decides the same when the hidden part is swapped under it."""

from __future__ import annotations

import gc
import itertools
import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game, _core
from jimbot.agents import Agent, View, make_agent, names, register
from jimbot.agents.advisor import Reply, Scripted
from jimbot.agents.advisor.agent import AdvisorAgent
from jimbot.agents.advisor.book import Book
from jimbot.game.content import content
from jimbot.game.seeds import draw_seed

from .policies import saved_policy

TRANSCRIPT = (
    "jimbot-run seed=LEAK\tone_chip=True\nselect_blind\ndiscard 0,1\nplay 0,1\ncash_out\nleave_shop\n"
)
RUNS: list[dict[str, Any]] = [
    {"seed": "LEAK", "one_chip": True},
    {"seed": "LEAK2", "deck": "ghost", "stake": "gold", "one_chip": True},
    {"seed": "LEAK3", "challenge": "xray", "one_chip": True},
    {"seed": "LEAK4", "deck": "magic"},
]
POSITIONS = [
    "on_deck=boss boss=bl_wheel jokers=[j_raised_fist,j_baron]",
    "on_deck=boss boss=bl_house jokers=[j_shoot_the_moon,j_blackboard]",
    "on_deck=boss boss=bl_fish jokers=[j_duo]",
    "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker,j_half,j_duo,j_cavendish,j_blueprint]",
    "on_deck=boss boss=bl_final_bell ante=8",
    "jokers=[j_idol,j_mail,j_castle,j_ancient,j_misprint] consumables=[c_wheel_of_fortune,c_aura]",
]
MOST = 150  # decisions of a game
SLOW = {
    "search",
    "hybrid",
    "risk_aware",
}  # they decide by the parts that the others test, and by their own positions
POLICIES: list[tuple[str, dict[str, Any]]] = [
    ("RecurrentPPO", {}),
    ("QRDQN", {}),
    ("PPO", {"observation": "flat"}),
    ("PPO", {"hands": "planner", "planner": "lite"}),
]


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("scripts") / "run.txt"
    path.write_text(TRANSCRIPT)
    return path


def decide_alike(make: Any, game: Game, steps: int = MOST) -> int:
    """Three agents of one kind and seed play the game, its hidden part drawn again for the second and the third
    at every decision. Returns how many decisions were the same, which is all of them."""
    players = [make() for _ in range(3)]
    for player in players:
        player.reset(7)
    for step in range(steps):
        if game.over:
            return step
        number = draw_seed(7, step)
        worlds = (game, game.determinize(2 * step), game.determinize(2 * step + 1))
        choices = [player.act(View(world, number)) for player, world in zip(players, worlds, strict=True)]
        assert choices[1:] == choices[:1] * 2, (game, step)
        game.apply(choices[0])
    return steps


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in names()]
)
def test_whole_games(name: str, script: Path, spec_of: Callable[[str], str]) -> None:
    if name == "scripted":
        assert decide_alike(lambda: make_agent(f"scripted:{script}"), Game("LEAK", one_chip=True), 5) == 5
        return
    spec = spec_of(name)
    assert sum(decide_alike(lambda: make_agent(spec), Game(**run)) for run in RUNS) > 30


@pytest.mark.parametrize(("algorithm", "options"), POLICIES)
def test_games_of_policies(algorithm: str, options: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    spec = f"policy:{saved_policy(tmp_path, algorithm, **options)}"
    assert sum(decide_alike(lambda: make_agent(spec), Game(**run), 40) for run in RUNS[:2]) > 30


@pytest.mark.parametrize("name", [name for name in names() if name != "scripted"])
@pytest.mark.parametrize("position", POSITIONS)
def test_positions_that_hide_something(name: str, position: str, spec_of: Callable[[str], str]) -> None:
    spec = spec_of(name)
    for number in range(3):
        text = f"jimbot1 seed=LEAK{number} phase=SELECTING_HAND {position}"
        assert decide_alike(lambda: make_agent(spec), Game.from_notation(text), 4) > 0


def test_the_adviser_asks_by_what_is_seen(tmp_path: Path) -> None:
    """The answer depends on every letter of the question."""

    def answer(text: str) -> Reply:
        asked.append(text)
        choice = 1 + zlib.crc32(text.encode()) % len(json.loads(text)["decisions"])
        return Reply(json.dumps({"choice": choice, "confidence": 1, "reason": "so"}))

    def player() -> Agent:
        book = Book(tmp_path / f"{next(numbers)}.sqlite", 10**9)
        return AdvisorAgent.with_provider(Scripted(answer), book, share=1.0, max_loss=1.0, similarity=1.0)

    asked: list[str] = []
    numbers = itertools.count()
    assert decide_alike(player, Game(**RUNS[0]), 60) > 30
    assert len(set(asked)) * 3 == len(asked) > 15


class Cheat(Agent):
    """Plays the cards that lie where the next ones to be drawn seem to lie."""

    def act(self, view: View) -> Any:
        plays = [
            action for action in view.legal_actions() if action.kind in ("play", "select_blind", "cash_out")
        ]
        order = sum(card.number * (i + 1) for i, card in enumerate(view.engine().deck_order))
        return plays[order % len(plays)] if plays else view.legal_actions()[0]


def test_a_cheat_sees_what_was_made_up() -> None:
    assert decide_alike(Cheat, Game("CHEAT", one_chip=True)) > 20


def test_nothing_leads_from_a_view_to_the_game() -> None:
    game = Game("REACHABLE")
    game.apply("select_blind")
    view = View(game, 1)
    reached: dict[int, Any] = {}
    todo: list[Any] = [view]
    while todo:
        thing = todo.pop()
        if id(thing) not in reached and not isinstance(thing, type):
            reached[id(thing)] = thing
            todo += gc.get_referents(thing)
    games = [thing for thing in reached.values() if isinstance(thing, Game | _core.Game)]
    assert games
    assert all(thing is not game and thing is not game.reveal() for thing in games)
    assert all(thing.seed != game.seed for thing in games)
    assert game.seed not in [thing for thing in reached.values() if isinstance(thing, str)]
    assert not hasattr(view, "seed")
    assert not hasattr(view, "reveal")
    assert not hasattr(view, "__dict__")


def test_what_is_done_to_a_copy_changes_nothing() -> None:
    game = Game("COPY")
    view = View(game, 1)
    before = game.to_bytes()
    seen = view.observe()
    view.determinized(3).apply("select_blind")
    view.engine().apply(_core.Action("select_blind"))
    assert game.to_bytes() == before
    assert view.observe() == seen == game.observe()


def test_registering_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'random' is registered twice"):
        register("random")(Cheat)


def views_alike(positions: int, first: int = 0) -> int:
    """Random games of all decks, stakes and challenges: what a view holds, byte by byte, is the same whatever the
    hidden part. Returns how many positions were looked at."""
    seen = number = 0
    while seen < positions:
        number += 1
        draw = random.Random(first + number)
        run: dict[str, Any] = {
            "seed": _core.seed_from_number(draw.getrandbits(64)),
            "one_chip": draw.random() < 0.8,
        }
        if draw.random() < 0.3:
            run["challenge"] = draw.choice(list(content()["challenge"]))
        else:
            run |= {"deck": draw.choice(list(content()["deck"])), "stake": draw.randint(1, 8)}
        game = Game(**run)
        while not game.over and seen < positions:
            game.apply(_core.random_decision(game.reveal(), draw.getrandbits(64)))
            if game.over or draw.random() < 0.5:
                continue
            one, two, number_of_draw = (draw.getrandbits(64) for _ in range(3))
            views = [
                View(world, number_of_draw) for world in (game, game.determinize(one), game.determinize(two))
            ]
            assert len({view.to_bytes() for view in views}) == 1, (run, game)
            assert len({view.key for view in views}) == 1, (run, game)
            assert len({str(view.legal_actions()) for view in views}) == 1, (run, game)
            assert game.seed not in views[0].engine().notation(True), (run, game)
            seen += 1
    return seen


@pytest.mark.parametrize("positions", [300, pytest.param(10_000, marks=pytest.mark.deep)])
def test_views_of_one_position_are_one(positions: int) -> None:
    assert views_alike(positions) == positions
