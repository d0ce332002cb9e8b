"""Every method of the protocol with one request and its answer, as a server gave them: docs/protocol.md."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jimbot.live.server import Session
from jimbot.live.server.files import Files
from jimbot.live.server.methods import ALL

SEED = "TUTORIAL"
SHOWN = ("state", "ante_num", "money", "won", "round")  # of a gamestate; the rest is cut
MOST = 300  # characters of any other answer
# What is called, in this order; the first call of each method is shown.
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("health", {}),
    ("jimbot.about", {}),
    ("rpc.discover", {}),
    ("start", {"deck": "RED", "stake": "WHITE", "seed": SEED}),
    ("gamestate", {}),
    ("skip", {}),
    ("select", {}),
    ("rearrange", {"hand": [7, 6, 5, 4, 3, 2, 1, 0]}),
    ("discard", {"cards": [0, 1]}),
    ("add", {"key": "c_pluto"}),
    ("use", {"consumable": 0}),
    ("play", {"cards": [0, 1, 2, 3, 4]}),
    ("save", {"path": "run.jkr"}),
    ("load", {"path": "run.jkr"}),
    ("screenshot", {"path": "table.png"}),
    ("set", {"chips": 100_000, "money": 50}),
    ("play", {"cards": [0]}),
    ("cash_out", {}),
    ("reroll", {}),
    ("add", {"key": "j_joker"}),
    ("sell", {"joker": 0}),
    ("buy", {"pack": 0}),
    ("pack", {"skip": True}),
    ("next_round", {}),
    ("menu", {}),
)


def methods() -> list[str]:
    """A table of all, then one call of each."""
    lines = ["| method | parameters | when |", "|---|---|---|"]
    for name, served in ALL.items():
        given = ", ".join(
            f"`{field}`{'' if one.required else '?'} ({one.type})" for field, one in served.fields.items()
        )
        states = ", ".join(f"`{state}`" for state in served.states) if len(served.states) < 6 else "in a run"
        lines.append(f"| `{name}` | {given} | {states or 'always'} |")
    lines += [
        "",
        "`rpc.discover` answers with the OpenRPC document, `jimbot.about` says that it is our server.",
        "",
    ]
    lines += ["```"]
    for name, (request, answer) in answers().items():
        lines += [f"# {name}", f"-> {request}", f"<- {answer}", ""]
    return [*lines[:-1], "```"]


def answers() -> dict[str, tuple[str, str]]:
    """By method: the body of a request, and that of its answer, shortened."""
    found: dict[str, tuple[str, str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        session = Session(files=Files(Path(folder)))
        for number, (method, params) in enumerate(CALLS, 1):
            call = {"jsonrpc": "2.0", "method": method, "params": params, "id": number}
            request = json.dumps(call if params else {k: v for k, v in call.items() if k != "params"})
            answer = session.handle(request.encode()).decode()
            found.setdefault(method, (request, _short(answer)))
    order = ["rpc.discover", "jimbot.about", *ALL]
    return {name: found[name] for name in sorted(found, key=order.index)}


def _short(answer: str) -> str:
    read = json.loads(answer)
    if "error" in read:
        raise ValueError(f"a call of the page fails: {answer}")
    result = read["result"]
    if "round_num" in result or "state" in result:
        cut = {name: result[name] for name in SHOWN if name in result} | {"...": "..."}
        return json.dumps(read | {"result": cut}, separators=(",", ":"))
    return answer if len(answer) <= MOST else f"{answer[:MOST]} ..."


PARTS: dict[str, Callable[[], list[str]]] = {"methods": methods}
