"""The clients against a server that fails on command: no action twice, none lost silently."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

pytest.importorskip("httpx")

from jimbot.live.client.client import AsyncClient, Client
from jimbot.live.client.conduct import Conduct, Patience, Pause
from jimbot.live.client.exceptions import (
    ApiError,
    BadRequest,
    Disconnected,
    ForeignAnswer,
    Garbage,
    HttpStatus,
    InternalError,
    InvalidState,
    NotAllowed,
    OutcomeUnknown,
    Refused,
    Sent,
    TimedOut,
    TransportError,
    UnsupportedVersion,
    UntestedVersion,
)
from jimbot.live.client.exchange import Request, Response
from jimbot.live.client.ports import Port
from jimbot.live.client.versions import judge
from jimbot.live.protocol import effects

from .fake_game import EXECUTED, FAULTS, NEVER_EXECUTED, FakeServer

HASTY = Patience(
    timeout=0.25, timeouts={"health": 1.0, "gamestate": 1.0}, attempts=3, backoff=0.01, settle=0.3, poll=0.02
)
PLAY = ("play", {"cards": [0]})


class Awaited:
    """The asynchronous client, called like the synchronous one."""

    def __init__(self, base_url: str, patience: Patience) -> None:
        self._runner = asyncio.Runner()
        self._client = AsyncClient(base_url, patience=patience)

    def call(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return self._runner.run(self._client.call(method, params))

    def check_version(self) -> str:
        return self._runner.run(self._client.check_version())

    def close(self) -> None:
        self._runner.run(self._client.close())
        self._runner.close()


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as server:
        yield server


@pytest.fixture(params=["sync", "async"])
def connect(request: pytest.FixtureRequest, server: FakeServer) -> Iterator[Callable[[], Any]]:
    clients: list[Any] = []

    def make() -> Any:
        client = (
            Client(server.base_url, patience=HASTY)
            if request.param == "sync"
            else Awaited(server.base_url, HASTY)
        )
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.close()


def test_every_method_is_typed_and_sends_only_what_is_given(server: FakeServer) -> None:
    seen: list[tuple[str, dict[str, Any]]] = []
    answers = {
        "health": "status",
        "rpc.discover": "info",
        "save": "success",
        "load": "success",
        "screenshot": "success",
    }

    def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
        seen.append((method, params))
        return {"result": {answers.get(method, "state"): "MENU"}}

    server.game.answer = answer  # type: ignore[method-assign]
    calls: list[tuple[Callable[[Any], Any], str, dict[str, Any]]] = [
        (lambda c: c.health(), "health", {}),
        (lambda c: c.gamestate(), "gamestate", {}),
        (lambda c: c.discover(), "rpc.discover", {}),
        (lambda c: c.start("BLUE", "GOLD"), "start", {"deck": "BLUE", "stake": "GOLD"}),
        (lambda c: c.start(seed="ABC"), "start", {"deck": "RED", "stake": "WHITE", "seed": "ABC"}),
        (lambda c: c.menu(), "menu", {}),
        (lambda c: c.save("/tmp/a"), "save", {"path": "/tmp/a"}),
        (lambda c: c.load("/tmp/a"), "load", {"path": "/tmp/a"}),
        (lambda c: c.screenshot("/tmp/a"), "screenshot", {"path": "/tmp/a"}),
        (lambda c: c.select(), "select", {}),
        (lambda c: c.skip(), "skip", {}),
        (lambda c: c.play(range(2)), "play", {"cards": [0, 1]}),
        (lambda c: c.discard([3]), "discard", {"cards": [3]}),
        (lambda c: c.cash_out(), "cash_out", {}),
        (lambda c: c.next_round(), "next_round", {}),
        (lambda c: c.reroll(), "reroll", {}),
        (lambda c: c.buy(voucher=0), "buy", {"voucher": 0}),
        (lambda c: c.pack(1, targets=[0]), "pack", {"card": 1, "targets": [0]}),
        (lambda c: c.pack(skip=True), "pack", {"skip": True}),
        (lambda c: c.sell(joker=0), "sell", {"joker": 0}),
        (lambda c: c.use(1, [0, 2]), "use", {"consumable": 1, "cards": [0, 2]}),
        (lambda c: c.rearrange(jokers=[1, 0]), "rearrange", {"jokers": [1, 0]}),
        (lambda c: c.add("j_joker", edition="FOIL"), "add", {"key": "j_joker", "edition": "FOIL"}),
        (lambda c: c.set(money=3), "set", {"money": 3}),
    ]

    async def awaited() -> None:
        async with AsyncClient(server.base_url) as client:
            for call, _, _ in calls:
                await call(client)

    wanted = [(method, params) for _, method, params in calls]
    with Client(server.base_url) as client:
        for call, _, _ in calls:
            call(client)
    asked = [(method, params) for method, params in seen if method != "gamestate"]
    assert asked == [call for call in wanted if call[0] != "gamestate"]
    seen.clear()
    asyncio.run(awaited())
    assert [call for call in seen if call[0] != "gamestate"] == asked


def test_each_request_has_its_own_connection_and_id(server: FakeServer, connect: Callable[[], Any]) -> None:
    client = connect()
    client.call("gamestate")
    client.call(*PLAY)
    client.call(*PLAY)
    assert server.requests == ["gamestate", "play", "play"], "the state in an answer spares reading it again"
    assert server.connections == 3


def test_an_action_is_preceded_by_a_look_when_the_state_is_unknown(
    server: FakeServer, connect: Callable[[], Any]
) -> None:
    connect().call(*PLAY)
    assert server.requests == ["gamestate", "play"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("INTERNAL_ERROR", InternalError),
        ("BAD_REQUEST", BadRequest),
        ("INVALID_STATE", InvalidState),
        ("NOT_ALLOWED", NotAllowed),
        ("NEW_NAME", ApiError),
    ],
)
def test_errors_by_name(
    server: FakeServer, connect: Callable[[], Any], name: str, kind: type[ApiError]
) -> None:
    refusal = {"error": {"code": -32003, "message": "Cannot skip Boss blind", "data": {"name": name}}}
    truth = server.game.answer
    server.game.answer = lambda method, params: refusal if method == "skip" else truth(method, params)  # type: ignore[method-assign]
    with pytest.raises(kind) as caught:
        connect().call("skip", {"unused": 1})
    error = caught.value
    assert (error.code, error.message, error.method, error.params) == (
        -32003,
        "Cannot skip Boss blind",
        "skip",
        {"unused": 1},
    )
    assert server.requests.count("skip") == 1, "a refusal is an answer: nothing to repeat"


@pytest.mark.parametrize("fault", EXECUTED)
def test_an_executed_action_whose_answer_is_lost_is_found_out(
    server: FakeServer, connect: Callable[[], Any], fault: str
) -> None:
    client = connect()
    server.fail(fault, on="play")
    state = client.call(*PLAY)
    assert state["round"]["hands_played"] == 1
    assert server.game.executed == ["play"]
    assert client.call(*PLAY)["round"]["hands_played"] == 2, "the client goes on"
    assert server.game.executed == ["play", "play"]


@pytest.mark.parametrize("fault", ["unexecuted_reset", "unexecuted_silence", "unexecuted_500"])
def test_a_sent_action_that_left_no_trace_is_not_repeated(
    server: FakeServer, connect: Callable[[], Any], fault: str
) -> None:
    server.fail(fault, on="play")
    with pytest.raises(OutcomeUnknown) as caught:
        connect().call(*PLAY)
    assert server.game.executed == []
    assert server.requests.count("play") == 1
    assert caught.value.before is not None
    assert effects.same(caught.value.before, server.game.state())
    assert caught.value.after is not None
    assert isinstance(caught.value.cause, TransportError)


def test_a_client_error_of_http_means_not_executed(server: FakeServer, connect: Callable[[], Any]) -> None:
    server.fail("unexecuted_400", on="play")
    with pytest.raises(HttpStatus) as caught:
        connect().call(*PLAY)
    assert caught.value.status == 400
    assert server.requests == ["gamestate", "play"]


def test_the_outcome_is_unknown_when_the_server_falls_silent(
    server: FakeServer, connect: Callable[[], Any]
) -> None:
    client = connect()
    client.call("gamestate")
    truth = server.game.answer

    def last_words(method: str, params: dict[str, Any]) -> dict[str, Any]:
        server.hang_up()
        return truth(method, params)

    server.game.answer = last_words  # type: ignore[method-assign]
    server.fail("executed_reset", on="play")
    with pytest.raises(OutcomeUnknown) as caught:
        client.call(*PLAY)
    assert caught.value.after is None
    assert server.game.executed == ["play"]


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        *(("rpc.discover", fault) for fault in FAULTS if fault not in ("unexecuted_400", "executed_late")),
        *(
            (method, fault)
            for method in ("health", "gamestate")
            for fault in ("unread_reset", "executed_close")
        ),
    ],
)
def test_reading_is_repeated(server: FakeServer, connect: Callable[[], Any], method: str, fault: str) -> None:
    server.fail(fault, on=None if fault == "unread_reset" else method)
    assert connect().call(method)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("unexecuted_reset", Disconnected),
        ("executed_close", Disconnected),
        ("executed_half", Disconnected),
        ("executed_silence", TimedOut),
        ("executed_500", HttpStatus),
        ("executed_garbage", Garbage),
        ("executed_no_json", Garbage),
        ("executed_no_result", Garbage),
        ("executed_wrong_id", ForeignAnswer),
    ],
)
def test_transport_errors_by_class(
    server: FakeServer, connect: Callable[[], Any], fault: str, kind: type[TransportError]
) -> None:
    server.fail(*[fault] * HASTY.attempts, on="rpc.discover")
    with pytest.raises(kind) as caught:
        connect().call("rpc.discover")
    assert caught.value.progress is Sent.all
    assert caught.value.method == "rpc.discover"


def test_saving_is_tried_again_where_no_connection_came_about() -> None:
    flow = Conduct(Port(("127.0.0.1", 1)), Patience()).call("save", {"path": "a"})
    next(flow)
    assert isinstance(flow.send(TimedOut("no connection", "save", {}, Sent.nothing)), Pause)
    next(flow)
    with pytest.raises(TimedOut):
        flow.send(TimedOut("no answer", "save", {}, Sent.all))


def test_saving_is_repeated_but_not_after_a_time_out(server: FakeServer, connect: Callable[[], Any]) -> None:
    server.fail("unexecuted_reset", on="save")
    assert connect().call("save", {"path": "a"}) == {"success": True, "path": "a"}
    server.fail("executed_silence", on="screenshot")
    with pytest.raises(TimedOut):
        connect().call("screenshot", {"path": "a"})
    assert server.requests.count("screenshot") == 1


def test_refused_actions_wait_for_the_server(server: FakeServer, connect: Callable[[], Any]) -> None:
    client = connect()
    client.call("gamestate")
    server.hang_up()
    with pytest.raises(Refused) as caught:
        client.call(*PLAY)
    assert caught.value.progress is Sent.nothing
    timer = threading.Timer(0.015, server.listen_again)
    timer.start()
    assert client.call(*PLAY)["round"]["hands_played"] == 1
    timer.join()
    assert server.game.executed == ["play"]


def test_a_late_answer_handed_to_the_next_caller_is_dropped(
    server: FakeServer, connect: Callable[[], Any]
) -> None:
    """The mod sends a late answer under the id of the client that is connected then: only its shape betrays it."""
    client = connect()
    server.fail("executed_owed", on="play")
    assert client.call(*PLAY)["round"]["hands_played"] == 1
    assert server.requests[-3:] == ["health", "health", "gamestate"], "the first health got the owed state"
    assert client.call("discard", {"cards": [0]})["round"] == {"hands_played": 1, "discards_used": 1}
    assert server.game.executed == ["play", "discard"]


def test_what_a_caller_does_to_a_state_does_not_mislead_the_client(
    server: FakeServer, connect: Callable[[], Any]
) -> None:
    client = connect()
    client.call(*PLAY)["round"]["hands_played"] = -1
    server.fail("executed_reset", on="play")
    assert client.call(*PLAY)["round"]["hands_played"] == 2


def test_errors_cross_processes() -> None:
    lost = Disconnected("broken", "play", {"cards": [0]}, Sent.all)
    for error in (
        lost,
        NotAllowed(-32003, "no", "skip", {}),
        OutcomeUnknown("?", "play", {}, at(0), None, lost),
    ):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy), copy.method) == (type(error), str(error), error.method)


def test_clients_of_one_port_take_turns(server: FakeServer) -> None:
    server.work = 0.002

    def work() -> None:
        with Client(server.base_url) as client:
            for _ in range(10):
                client.call(*PLAY)

    async def more_work() -> None:
        async with AsyncClient(server.base_url) as client:
            await asyncio.gather(*(client.call(*PLAY) for _ in range(10)))

    threads = [threading.Thread(target=work) for _ in range(3)]
    threads.append(threading.Thread(target=lambda: asyncio.run(more_work())))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert server.max_at_once == 1
    assert server.game.hands_played == 40


def test_a_cancelled_call_leaves_the_port_in_doubt(server: FakeServer) -> None:
    async def work() -> dict[str, Any]:
        async with AsyncClient(server.base_url, patience=HASTY) as client:
            await client.gamestate()
            server.fail("executed_silence", on="play")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await client.call(*PLAY)
            return await client.call(*PLAY)

    assert asyncio.run(work())["round"]["hands_played"] == 2
    assert server.requests == ["gamestate", "play", "health", "gamestate", "play", "gamestate"]


@pytest.mark.parametrize("seed", [0])
def test_no_action_twice_and_none_lost_silently(
    server: FakeServer, connect: Callable[[], Any], seed: int
) -> None:
    act_among_faults(server, connect(), random.Random(seed), actions=20)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10, 14))
def test_no_action_twice_and_none_lost_silently_for_long(
    server: FakeServer, connect: Callable[[], Any], seed: int
) -> None:
    server.game.jokers = list(range(1000))
    act_among_faults(server, connect(), random.Random(seed), actions=100)


def act_among_faults(server: FakeServer, client: Any, rng: random.Random, actions: int) -> None:
    moves = [("play", {"cards": [0]}), ("discard", {"cards": [0]}), ("sell", {"joker": 0})]
    for _ in range(actions):
        method, params = rng.choice(moves)
        if rng.random() < 0.5:
            fault = rng.choice(FAULTS)
            server.fail(fault, on=None if fault == "unread_reset" else method)
        if rng.random() < 0.2:
            server.fail(
                rng.choice(NEVER_EXECUTED[1:2] + EXECUTED[:2]), on=rng.choice(["health", "gamestate"])
            )
        done = len(server.game.executed)
        try:
            client.call(method, params)
        except OutcomeUnknown:
            time.sleep(server.late)
            assert server.game.executed[done:] in ([], [method])
        except TransportError:
            assert server.game.executed[done:] == []
        else:
            assert server.game.executed[done:] == [method]


class Script:
    """Runs a flow on prepared replies, without sockets."""

    def __init__(self, *replies: Sent | dict[str, Any]) -> None:
        self.replies = list(replies)
        self.sent: list[str] = []
        self.port = Port(("script", 1))

    def run(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        flow = Conduct(self.port, HASTY).call(method, params)
        reply: Response | TransportError | None = None
        try:
            while True:
                step = flow.send(reply)
                reply = None if isinstance(step, Pause) else self.reply(step)
        except StopIteration as end:
            result: dict[str, Any] = end.value
            return result

    def reply(self, request: Request) -> Response | TransportError:
        self.sent.append(request.method)
        if request.method == "health":
            return response(request, {"status": "ok"})
        reply = self.replies.pop(0)
        if isinstance(reply, Sent):
            return Disconnected("broken", request.method, request.params, reply)
        return response(request, reply)


def response(request: Request, result: dict[str, Any]) -> Response:
    return Response(200, json.dumps({"jsonrpc": "2.0", "result": result, "id": request.id}).encode())


def at(hands_played: int, **more: Any) -> dict[str, Any]:
    return {"state": "SELECTING_HAND", "seed": "S", "round": {"hands_played": hands_played}, **more}


def test_a_half_sent_action_is_sent_once_more() -> None:
    script = Script(at(0), Sent.part, at(0), at(1))
    assert script.run(*PLAY) == at(1)
    assert script.sent == ["gamestate", "play", "health", "gamestate", "play"]


def test_a_half_sent_action_is_sent_only_once_more() -> None:
    script = Script(at(0), Sent.part, at(0), Sent.part, at(0))
    with pytest.raises(OutcomeUnknown):
        script.run(*PLAY)
    assert script.sent.count("play") == 2


def test_a_half_sent_action_is_not_repeated_in_another_state() -> None:
    """The server cannot have executed it, so somebody else plays: ours is not done, and may be wrong now."""
    script = Script(at(0), Sent.part, at(1))
    with pytest.raises(OutcomeUnknown):
        script.run(*PLAY)
    assert script.sent.count("play") == 1


def test_unsent_actions_are_repeated_without_asking() -> None:
    script = Script(at(0), Sent.nothing, Sent.nothing, at(1))
    assert script.run(*PLAY) == at(1)
    assert script.sent == ["gamestate", "play", "play", "play"]


def test_the_state_is_watched_until_its_animation_ends() -> None:
    moving = {**at(1), "state": "HAND_PLAYED"}
    script = Script(at(0), Sent.all, at(0), moving, moving, at(1))
    assert script.run(*PLAY) == at(1)
    assert script.sent.count("play") == 1


def area(*ids: int) -> dict[str, Any]:
    return {"cards": [{"id": number} for number in ids]}


SHOP = {"state": "SHOP", "seed": "S", "money": 9}
OPEN = {"state": "SMODS_BOOSTER_OPENED", "seed": "S"}
BLIND = {"state": "BLIND_SELECT", "seed": "S", "round_num": 0}


@pytest.mark.parametrize(
    ("method", "params", "before", "after", "shown"),
    [
        ("play", {}, at(0), at(1), True),
        ("play", {}, at(0), {**at(1), "state": "GAME_OVER"}, True),
        ("play", {}, at(0), at(0, money=5), False),
        ("play", {}, at(0), {"state": "MENU"}, False),
        (
            "discard",
            {},
            {**at(0), "round": {"discards_used": 1}},
            {**at(0), "round": {"discards_used": 2}},
            True,
        ),
        ("start", {"seed": "S"}, {"state": "MENU"}, BLIND, True),
        ("start", {"seed": "T"}, {"state": "MENU"}, BLIND, False),
        ("start", {}, BLIND, BLIND, False),
        ("menu", {}, at(3), {"state": "MENU"}, True),
        ("select", {}, BLIND, {**at(0), "round_num": 1}, True),
        ("select", {}, BLIND, BLIND, False),
        (
            "skip",
            {},
            {**BLIND, "blinds": {"small": {"status": "SELECT"}}},
            {**BLIND, "blinds": {"small": {"status": "SKIPPED"}}},
            True,
        ),
        (
            "skip",
            {},
            {**BLIND, "blinds": {"small": {"status": "SELECT"}}},
            {**BLIND, "blinds": {"small": {"status": "SELECT"}}, "money": 1},
            False,
        ),
        ("cash_out", {}, {"state": "ROUND_EVAL", "seed": "S"}, SHOP, True),
        ("next_round", {}, SHOP, BLIND, True),
        ("reroll", {}, {**SHOP, "shop": area(1, 2)}, {**SHOP, "shop": area(3, 4)}, True),
        ("reroll", {}, {**SHOP, "shop": area(1, 2)}, {**SHOP, "shop": area(1)}, False),
        ("buy", {"card": 1}, {**SHOP, "shop": area(1, 2)}, {**SHOP, "shop": area(1)}, True),
        ("buy", {"card": 1}, {**SHOP, "shop": area(1, 2)}, {**SHOP, "shop": area(2)}, False),
        ("buy", {"pack": 0}, {**SHOP, "packs": area(5)}, {**OPEN, "packs": area()}, True),
        ("buy", {"card": 0}, {**SHOP, "shop": area(1)}, {"state": "MENU"}, False),
        ("pack", {"skip": True}, OPEN, SHOP, True),
        ("pack", {"card": 0}, {**OPEN, "pack": area(1, 2)}, {**OPEN, "pack": area(2)}, True),
        ("pack", {"card": 0}, {**OPEN, "pack": area(1, 2)}, {**OPEN, "pack": area(1, 2), "money": 1}, False),
        ("sell", {"joker": 0}, {**SHOP, "jokers": area(1)}, {**SHOP, "jokers": []}, True),
        ("use", {"consumable": 0}, {**SHOP, "consumables": area(1)}, {**SHOP, "consumables": area()}, True),
        (
            "use",
            {"consumable": 0},
            {**SHOP, "consumables": area(1)},
            {**SHOP, "consumables": area(1), "money": 4},
            False,
        ),
        (
            "rearrange",
            {"jokers": [1, 0]},
            {**SHOP, "jokers": area(1, 2)},
            {**SHOP, "jokers": area(2, 1)},
            True,
        ),
        (
            "rearrange",
            {"jokers": [0, 1]},
            {**SHOP, "jokers": area(1, 2)},
            {**SHOP, "jokers": area(1, 2)},
            False,
        ),
        (
            "rearrange",
            {"jokers": [1, 0]},
            {**SHOP, "jokers": area(1, 2)},
            {**SHOP, "jokers": area(1, 2)},
            False,
        ),
        ("set", {"money": 9}, {**SHOP, "money": 1}, SHOP, True),
        ("set", {"money": 9}, SHOP, SHOP, False),
    ],
)
def test_what_shows_an_action(
    method: str, params: dict[str, Any], before: dict[str, Any], after: dict[str, Any], shown: bool
) -> None:
    assert effects.shows(method, params, before, after) is shown


def test_the_order_of_the_draw_pile_is_no_change() -> None:
    assert effects.same({"cards": area(1, 2)}, {"cards": area(2, 1)})
    assert not effects.same({"hand": area(1, 2)}, {"hand": area(2, 1)})


@pytest.mark.parametrize("version", ["1.2.0", "1.4.1", "v1.5.2"])
def test_supported_versions(version: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert judge(version, "here") == version


@pytest.mark.parametrize("version", ["0.7.5", "1.1.0", "2.0.0"])
def test_unsupported_versions_are_errors(
    server: FakeServer, connect: Callable[[], Any], version: str
) -> None:
    server.game.version = version
    with pytest.raises(UnsupportedVersion, match=version):
        connect().check_version()


@pytest.mark.parametrize("version", ["1.6.0", "unknown"])
def test_untested_versions_are_warnings(server: FakeServer, connect: Callable[[], Any], version: str) -> None:
    server.game.version = version
    with pytest.warns(UntestedVersion, match=version):
        assert connect().check_version() == version


def test_a_server_without_discovery_is_probed(server: FakeServer, connect: Callable[[], Any]) -> None:
    truth = server.game.answer
    silent = {
        "error": {"code": -32000, "message": "OpenRPC spec not available", "data": {"name": "INTERNAL_ERROR"}}
    }
    server.game.answer = lambda method, params: silent if method == "rpc.discover" else truth(method, params)  # type: ignore[method-assign]
    with pytest.raises(UnsupportedVersion):
        connect().check_version()
    assert server.game.executed == []


@pytest.mark.parametrize("url", ["https://127.0.0.1:12346", "http://127.0.0.1:12346/api", "127.0.0.1:12346"])
def test_bad_base_urls(url: str) -> None:
    with pytest.raises(ValueError, match="base URL"):
        Client(url)


def test_an_oversized_request_is_not_sent(server: FakeServer, connect: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="65536"):
        connect().call("save", {"path": "x" * 70_000})
    assert server.requests == []
