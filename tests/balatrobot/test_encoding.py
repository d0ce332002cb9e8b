"""How values are written and read, and damaged requests in great number (`conformance/test_envelope.py` has each by itself)."""

from __future__ import annotations

import json
import random

from jimbot.live.protocol.wire import decode, encode, number_text

from .sessions import in_round, snapshot


def test_numbers() -> None:
    table = [
        (3, "3"),
        (3.0, "3"),
        (-4, "-4"),
        (2.5, "2.5"),
        (10**13, "10000000000000"),
        (1.2345e15, "1.2345e+15"),
        (10**400, "1.7976931348623e+308"),
        (-(10**400), "-1.7976931348623e+308"),
        (float("inf"), "1.7976931348623e+308"),
        (float("-inf"), "-1.7976931348623e+308"),
        (float("nan"), "0"),
    ]
    assert [number_text(x) for x, _ in table] == [text for _, text in table]


def test_encoding() -> None:
    value = {"a": [], "b": {}, "c": [{}], "d": 'é\n"', "e": True, "f": 1e300}
    assert encode(value) == '{"a":[],"b":[],"c":[[]],"d":"é\\n\\"","e":true,"f":1e+300}'
    assert decode(b'{"a":null,"b":[null],"c":[1,null,2],"d":{"e":null}}') == {
        "b": [],
        "c": {"1": 1, "3": 2},
        "d": {},
    }


def test_malformed_requests_change_nothing() -> None:
    """A thousand damaged requests: each is answered, none moves the game."""
    session, draw = in_round(), random.Random(4)
    before = snapshot(session)
    model = b'{"jsonrpc":"2.0","method":"play","params":{"cards":[0,1,2]},"id":1}'
    for _ in range(1000):
        body = bytearray(model)
        for _ in range(draw.randint(1, 4)):
            where = draw.randrange(len(body))
            body[where : where + draw.randint(0, 3)] = draw.randbytes(draw.randint(0, 3))
        answer = json.loads(session.handle(bytes(body)))
        assert answer["jsonrpc"] == "2.0"
        if "error" in answer:
            assert snapshot(session) == before
        else:
            session = in_round()
