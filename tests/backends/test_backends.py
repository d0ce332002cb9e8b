"""Simulator and protocol are one to an agent: same views, same choices, same game; and nothing leaks."""

from __future__ import annotations

from typing import Any

import pytest
from tests.property.test_hidden import POSITIONS

from jimbot import Action, Game, IllegalAction, _core
from jimbot.agents import View, make_agent
from jimbot.documents.schema import validate
from jimbot.game.content import content
from jimbot.live.backends import Backend, NotArmed, RealBackend, SimBackend
from jimbot.live.protocol.calls import has_call, to_call
from jimbot.live.protocol.memory import Memory
from jimbot.live.server.session import Session

from .agents import choose

DECKS = ("red", "checkered", "plasma", "ghost", "abandoned", "painted")
JOKERS = list(content()["joker"])


def texts(backend: Backend) -> list[str]:
    return [str(action) for action in backend.legal_actions()]


def session_of(game: Game, fair: bool = False, seed: str = "SHOWN") -> Session:
    session = Session(fair=fair)
    session.resume(game.clone(), Memory(seed=seed))
    session.memory.update(session.core)
    return session


@pytest.mark.parametrize("fair", [False, True])
@pytest.mark.parametrize("number", range(8))
def test_the_same_agent_plays_the_same_game(number: int, fair: bool) -> None:
    run: Any = (f"SAME{number}", DECKS[number % len(DECKS)], 1 + number % 8)
    sim = SimBackend(*run, execute=True, calls_only=True, variant="steamodded")
    session = Session(fair=fair)
    real = RealBackend(session, execute=True)
    assert real.over  # in the menu
    real.reset(*run)
    for step in range(600):
        if sim.over or real.over:
            break
        assert texts(real) == texts(sim)
        action = choose(sim, step)
        assert str(choose(real, step)) == str(action)
        sim.act(action)
        real.act(action)
    assert (real.over, real.won) == (sim.over, sim.won) == (True, sim.won)
    assert session.game is not None
    assert session.game.round_score == sim.state()["score"]["chips"]


@pytest.mark.parametrize("number", range(5))
def test_long_games_with_many_jokers_look_the_same(number: int) -> None:
    jokers = ",".join(JOKERS[(number * 41 + i * 29) % 150] for i in range(4))
    game = Game(f"LONG{number}", one_chip=True, endless=True, variant="steamodded")
    game = game.edited(f"money=100 jokers=[{jokers}]")
    sim = SimBackend.of(game, execute=True, calls_only=True)
    real = RealBackend(session_of(game, fair=bool(number % 2)), execute=True)
    for step in range(120):
        if sim.over or real.over:
            break
        assert texts(real) == texts(sim)
        plays = [a for a in sim.legal_actions() if a.kind == "play"]
        if plays:
            ours, theirs = sim.view().score(plays[-1].cards), real.view().score(plays[-1].cards)
            assert theirs.hand == ours.hand
            assert theirs.score == pytest.approx(ours.score)  # texts show 14 digits of a counter
        action = random_call(sim, number * 10**6 + step * 100)
        sim.act(action)
        real.act(action)


@pytest.mark.parametrize("offer", ["j_troubadour", "j_drunkard", "j_merry_andy", "j_burglar"])
def test_hands_and_discards_of_rounds_to_come_are_known_in_the_shop(offer: str) -> None:
    game = Game("LIMITS", variant="steamodded").edited(
        f"phase=SHOP money=50 shop=[{offer},j_joker] hands_left=4"
    )
    sim = SimBackend.of(game, execute=True, calls_only=True)
    real = RealBackend(session_of(game), execute=True)
    for action in ("buy_card 0", "buy_card 0", "sell_joker 0", "leave_shop", "select_blind"):
        for backend in (sim, real):
            backend.act(action)
        ours, theirs = sim.view().engine(), real.view().engine()
        for name in ("hands_per_round", "discards_per_round"):
            assert getattr(theirs, name) == getattr(ours, name), (action, name)


def random_call(sim: SimBackend, number: int) -> Action:
    for i in range(100):
        action = _core.random_decision(sim.view().engine(), number + i)
        if has_call(action, sim.view()):
            return action
    return sim.legal_actions()[0]


def backends_of(game: Game, seed: str) -> list[Backend]:
    real = [RealBackend(session_of(game, fair, seed)) for fair in (False, True)]
    return [SimBackend.of(game), *real]


def assert_alike(one: Backend, two: Backend) -> None:
    assert one.state() == two.state()
    assert one.view(5).determinized(3).notation() == two.view(5).determinized(3).notation()
    assert texts(one) == texts(two)
    assert (one.over, one.won, one.unknown) == (two.over, two.won, two.unknown)


@pytest.mark.parametrize("name", [name for name in POSITIONS if "Acorn" not in name])
def test_hidden_facts_do_not_reach_an_agent(name: str) -> None:
    for number in range(3):
        game = Game.from_notation(f"jimbot1 seed=HIDE{number} phase=SELECTING_HAND {POSITIONS[name]}")
        for text in ("", "discard 0,1", "play 2,3,4"):
            if text and game.is_legal(text):
                game.apply(text)
            if game.over:
                break
            other = game.determinize(number + 50)
            for one, two in zip(backends_of(game, "ONE"), backends_of(other, "TWO"), strict=True):
                assert_alike(one, two)


@pytest.mark.parametrize("name", [name for name in POSITIONS if "Acorn" in name])
def test_face_down_jokers_do_not_reach_an_agent(name: str) -> None:
    """A fair server shows them only to clients that saw them before."""
    before = Game.from_notation(f"jimbot1 seed=HIDE phase=BLIND_SELECT {POSITIONS[name]}")
    for fair in (False, True):
        backends = []
        for number in (1, 2):
            session = session_of(before, fair, f"SEED{number}")
            session.memory.seed = "SHOWN"
            real = RealBackend(session, execute=True)
            real.act("select_blind")
            assert session.game is not None
            session.game = session.game.determinize(number)
            real.refresh()
            backends.append(real)
        assert all(joker["joker_id"] == "??" for joker in backends[0].state()["jokers"])
        # dealt hands differ with the true deck; the jokers must not
        for part in ("jokers", "jokers_face_down", "targets"):
            assert backends[0].state()[part] == backends[1].state()[part]


@pytest.mark.parametrize("number", range(4))
def test_hidden_facts_do_not_leak_in_whole_games(number: int) -> None:
    game = Game(f"LEAK{number}", one_chip=True, endless=True, variant="steamodded").edited("money=100")
    session, twin = session_of(game), Session()
    for step in range(60):
        assert session.game is not None
        if session.game.over:
            break
        memory = session.memory.copy()
        memory.seed = "OTHER"
        twin.resume(session.game.determinize(step), memory)
        assert_alike(RealBackend(session), RealBackend(twin))
        assert_alike(SimBackend.of(session.game), SimBackend.of(session.game.determinize(step)))
        method, params = to_call(random_call(SimBackend.of(session.game), number * 10**6 + step * 100))
        session.call(method, params)


@pytest.mark.parametrize("name", ["random", "greedy", "planner:lite", "heuristic", "search:worlds=2"])
def test_every_agent_decides_what_the_protocol_can_do(name: str) -> None:
    """Decisions are callable, alternatives too, and what was seen is not forgotten: tags, statistics."""
    session = Session(variant="vanilla")
    real = RealBackend(session, execute=True)
    agent = make_agent(name)
    alike = decisions = 0
    for seed in ("AGENTS", "AGENTS2")[: 1 if name.startswith("search") else 2]:
        real.reset(seed)
        agent.reset(1)
        for step in range(60 if name.startswith("search") else 400):
            if real.over:
                break
            view = real.view(step)
            advice = agent.consider(view)
            for alternative in advice.alternatives:
                assert view.is_legal(alternative.action)
                to_call(alternative.action)
            assert session.game is not None
            assert [tag.key for tag in view.tags] == [tag.key for tag in session.game.tags]
            assert view.skips == session.game.skips
            decisions += 1
            if name in ("greedy", "planner:lite"):
                alike += agent.act(View(session.game, step, calls_only=True)) == advice.action
            real.act(advice.action)
        assert real.over or name.startswith("search")
        assert not {"tags", "stats.discards_unused", "run.boss_uses"} & set(real.unknown)
    if name in ("greedy", "planner:lite"):
        assert alike == decisions


def test_what_takes_two_calls_is_planned() -> None:
    """A planet that cannot be bought and used at once is bought, and used from its slot."""
    game = Game("PLAN", variant="steamodded").edited(
        "phase=SHOP round=3 money=60 jokers=[j_joker,j_jolly] shop=[c_mercury] hands=[pair:3:9:0]"
    )
    agent = make_agent("heuristic")
    agent.reset(0)
    by_rules = agent.act(View(game, 5))
    assert str(by_rules) == "buy_and_use 0"
    real = RealBackend(session_of(game), execute=True)
    done = []
    for step in range(2):
        done.append(agent.act(real.view(5 + step)))
        real.act(done[-1])
    assert [str(action) for action in done] == ["buy_card 0", "use 0"]


def test_nothing_is_executed_unless_armed() -> None:
    game = Game("ARMED", variant="steamodded")
    session = session_of(game)
    for backend in (SimBackend.of(game), RealBackend(session)):
        before = backend.state()
        assert "select_blind" in texts(backend)
        with pytest.raises(NotArmed, match="'select_blind' is only a suggestion"):
            backend.act("select_blind")
        assert backend.state() == before
    with pytest.raises(NotArmed, match="a new run is an action too"):
        RealBackend(session).reset("OTHER")
    assert session.game == game


def test_illegal_actions_are_refused_before_they_are_sent() -> None:
    session = session_of(Game("ILLEGAL", variant="steamodded"))
    for backend in (SimBackend("ILLEGAL", execute=True), RealBackend(session, execute=True)):
        with pytest.raises(IllegalAction, match="'play 0' is not legal in BLIND_SELECT"):
            backend.act("play 0")


def test_a_backend_is_closed_with_its_client() -> None:
    class Client(Session):
        closed = False

        def close(self) -> None:
            self.closed = True

    client = Client()
    client.call("start", {"deck": "RED", "stake": "WHITE", "seed": "A"})
    backend = RealBackend(client)
    backend.close()
    assert client.closed
    RealBackend(session_of(Game("A"))).close()
    SimBackend().close()


def test_what_the_protocol_does_not_report_is_listed() -> None:
    session = session_of(Game("TELL", variant="steamodded"))
    real = RealBackend(session, execute=True)
    assert real.unknown == ["ante_voucher"]
    real.act("select_blind")
    session.call("play", {"cards": [0]})
    real.refresh()  # somebody else has played
    assert {"tags", "stats.discards_unused", "ante_voucher"} <= set(real.unknown)
    cold = RealBackend(session)
    assert {"tags", "stats.discards_unused", "ante_voucher"} <= set(cold.unknown)
    assert SimBackend("TELL").unknown == []
    validate("state_v1", real.state())


def test_the_true_order_and_seed_are_in_no_view() -> None:
    game = Game("SECRET", variant="steamodded")
    game.apply("select_blind")
    for backend in backends_of(game, "SECRET"):
        for copy in (backend.view().engine(), backend.view().determinized(1).reveal()):
            assert "SECRET" not in copy.notation()
            order = [c.code for c in copy.deck_order]
            assert order != [c.code for c in game.reveal().deck_order]
            assert sorted(order) == sorted(c.code for c in game.reveal().deck_order)
