"""The validator: every rule of the models refuses what it should, by path, and agrees with their schemas."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
import referencing

from jimbot.documents import action_json, state_of, trace_step
from jimbot.documents.generate import text_of
from jimbot.documents.schema import KINDS, errors, schema, validate

from .positions import played

STATE = state_of(played(7, 60), hidden=True)
ACTION = action_json("use 0 on 1,2", "SELECTING_HAND")
TRACE = trace_step(3, action_json("play 0,1", "SELECTING_HAND"), STATE, before=STATE, snapshot=True)
DOCUMENTS = {"state_v1": STATE, "action_v1": ACTION, "trace_v1": TRACE}


def changed(kind: str, path: str, value: Any) -> Any:
    """A copy with one value replaced, added or (with ``...``) removed."""
    document = copy.deepcopy(DOCUMENTS[kind])
    *way, last = [int(p) if p.isdigit() else p for p in path.split("/")]
    place = document
    for name in way:
        place = place[name]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return document


@pytest.mark.parametrize("kind", KINDS)
def test_good_documents_pass(kind: str) -> None:
    validate(kind, DOCUMENTS[kind])
    validate(kind, json.loads(json.dumps(DOCUMENTS[kind])))


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_files_are_in_the_package(kind: str) -> None:
    text = (files("jimbot.documents") / "schemas" / f"{kind}.json").read_text(encoding="utf-8")
    assert json.loads(text) == schema(kind)
    assert schema(kind)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert text == text_of(kind), "out of date: run make schemas"


def test_a_document_comes_back_as_it_is() -> None:
    assert validate("state_v1", STATE) is STATE


def test_what_validates_nothing_does_without_pydantic() -> None:
    code = "import sys, jimbot.documents; sys.exit('pydantic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


# kind, path, value, and what the message says
REFUSED = [
    (
        "state_v1",
        "schema_version",
        "state_v2",
        "state_v1.schema_version is 'state_v2'; 'state_v1' is allowed",
    ),
    ("state_v1", "phase", "DREAMING", "state_v1.phase is 'DREAMING'; 'BLIND_SELECT', 'SELECTING_HAND', "),
    ("state_v1", "zones", ..., "state_v1.zones is needed"),
    ("state_v1", "zones/deck/0/suit", "X", "state_v1.zones.deck[0].suit is 'X'; 'S', 'H', "),
    ("state_v1", "zones/deck/0/uid", 7, "state_v1.zones.deck[0].uid is 7; text is needed"),
    (
        "state_v1",
        "zones/deck/0/modifier",
        ["seal:GREEN"],
        "state_v1.zones.deck[0].modifier[0] is 'seal:GREEN'; text that matches ^(enhancement:",
    ),
    (
        "state_v1",
        "zones/deck/0/state",
        ["debuffed", "debuffed"],
        "state_v1.zones.deck[0].state is ['debuffed', 'debuffed']; each entry is allowed once, ",
    ),
    (
        "state_v1",
        "zones/deck/0/colour",
        "red",
        "unknown field state_v1.zones.deck[0].colour; one of uid, rank, ",
    ),
    ("state_v1", "round/ante", 1.5, "state_v1.round.ante is 1.5; a whole number is needed"),
    ("state_v1", "round/ante", True, "state_v1.round.ante is True; a whole number is needed"),
    ("state_v1", "round/round_num", -1, "state_v1.round.round_num is -1; 0 or more is allowed"),
    (
        "state_v1",
        "score/chips",
        "many",
        "state_v1.score.chips is 'many'; a number, 'inf', '-inf' or 'nan' is",
    ),
    ("state_v1", "rules/challenge", 3, "state_v1.rules.challenge is 3; text is needed"),
    ("state_v1", "blinds/0/tag", {}, "state_v1.blinds[0].tag.key is needed"),
    ("state_v1", "pack", [], "state_v1.pack is []; a table of names and values is needed"),
    (
        "state_v1",
        "shop/cards",
        [{"kind": "joker", "price": 5, "free": False, "item": {"joker_id": "j_joker", "rank": "2"}}],
        "state_v1.shop.cards[0].item.uid is needed",
    ),
    (
        "state_v1",
        "shop/cards",
        [{"kind": "joker", "price": 5, "free": False, "item": 7}],
        "state_v1.shop.cards[0].item is 7; a table of names and values is needed",
    ),
    ("state_v1", "7", 1, "state_v1[7] is 7; text is needed as a name"),
    ("state_v1", "economy/money", None, "state_v1.economy.money is None; a whole number is needed"),
    ("state_v1", "flags/won", 1, "state_v1.flags.won is 1; true or false is needed"),
    ("state_v1", "blinds", [], "state_v1.blinds is []; 3 entries or more are needed"),
    ("state_v1", "hands/levels/Pair", ..., "state_v1.hands.levels.Pair is needed"),
    (
        "state_v1",
        "run/boss_uses/hook",
        1,
        "state_v1.run.boss_uses.hook (its name) is 'hook'; text that matches ^bl_[a-z0-9_]+$ is needed",
    ),
    (
        "state_v1",
        "run/boss_uses/bl_hook",
        256,
        "state_v1.run.boss_uses.bl_hook is 256; at most 255 is allowed",
    ),
    ("state_v1", "rng/seed", "", "state_v1.rng.seed is ''; 1 characters or more are needed"),
    ("state_v1", "rng/mode", "dice", "state_v1.rng.mode is 'dice'; 'oracle_stream'"),
    ("action_v1", "action_type", "CHEAT", "action_v1.action_type is 'CHEAT'; 'PLAY', "),
    (
        "action_v1",
        "indices",
        [0, 1, 2, 3, 4, 5],
        "action_v1.indices is [0, 1, 2, 3, 4, 5]; at most 5 entries are allowed",
    ),
    (
        "action_v1",
        "indices",
        [1, 1],
        "action_v1.indices is [1, 1]; each entry is allowed once, and number 1 ",
    ),
    ("action_v1", "index", -1, "action_v1.index is -1; 0 or more is allowed"),
    ("action_v1", "index_base", True, "action_v1.index_base is True; a whole number is needed"),
    ("action_v1", "index_base", 2, "action_v1.index_base is 2; 0 or 1 is allowed"),
    ("trace_v1", "state_hash_full", "ABC", "trace_v1.state_hash_full is 'ABC'; text that matches "),
    ("trace_v1", "state_hash_rng", ..., "trace_v1.state_hash_rng is needed"),
    ("trace_v1", "action/indices/0", "0", "trace_v1.action.indices[0] is '0'; a whole number is needed"),
    (
        "trace_v1",
        "canonical_state_snapshot/phase",
        "",
        "trace_v1.canonical_state_snapshot.phase is ''; 'BLIND_SELECT', ",
    ),
    ("trace_v1", "step_id", -1, "trace_v1.step_id is -1; 0 or more is allowed"),
]


@pytest.mark.parametrize(("kind", "path", "value", "message"), REFUSED)
def test_faults_are_named_by_path(kind: str, path: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError) as raised:
        validate(kind, changed(kind, path, value))
    assert str(raised.value).startswith(message)


def test_other_kinds_of_documents_are_refused() -> None:
    with pytest.raises(
        ValueError, match="unknown kind of document 'state_v9'; one of state_v1, action_v1, trace_v1"
    ):
        validate("state_v9", {})
    for nonsense in (None, [], "state_v1", 3):
        with pytest.raises(ValueError, match=r"state_v1 is .*; a table of names and values is needed"):
            validate("state_v1", nonsense)


def paths(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [way] if way else []
    if isinstance(value, dict):
        found += [p for name, part in value.items() for p in paths(part, (*way, name))]
    elif isinstance(value, list):
        found += [p for i, part in enumerate(value) for p in paths(part, (*way, i))]
    return found


def shortened(value: Any) -> Any:
    """With three entries per list: more of the same only takes time."""
    if isinstance(value, dict):
        return {name: shortened(part) for name, part in value.items()}
    return [shortened(part) for part in value[:3]] if isinstance(value, list) else value


WRONG = (None, True, -1, 1.5, 10**12, "", "??", "x y", [], {}, [0, 0], {"x": 1}, ...)


def mutated(document: Any, chance: random.Random) -> Any:
    out = copy.deepcopy(document)
    *way, last = chance.choice(paths(document))
    place = out
    for name in way:
        place = place[name]
    value = chance.choice(WRONG)
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return out


@pytest.mark.parametrize("kind", KINDS)
def test_the_validator_agrees_with_jsonschema(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(kind))
    resources = [referencing.Resource.from_contents(schema(k)) for k in KINDS]
    registry = referencing.Registry().with_resources((r.id(), r) for r in resources)
    judge = jsonschema.Draft202012Validator(schema(kind), registry=registry)
    chance = random.Random(kind)
    whole = shortened(DOCUMENTS[kind])
    refused = 0
    for _ in range(600):
        document = mutated(whole, chance)
        ours = next(errors(kind, document), None)
        assert (ours is None) == judge.is_valid(document), ours
        refused += ours is not None
    assert refused > 200
