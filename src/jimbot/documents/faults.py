"""A fault that pydantic found in a document, in words. With an unknown field come those that there are, which
the schema says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jimbot.documents.codes import Json
from jimbot.documents.schema import schema
from jimbot.runs.faults import Fault, is_branch, worded


def in_words(kind: str, fault: Fault) -> str:
    """A fault of a document of this kind."""
    fields = _object(kind, fault["loc"][:-1])["properties"] if fault["type"] == "extra_forbidden" else ()
    return worded(fault, kind, fields)


def _object(kind: str, way: Sequence[Any]) -> Json:
    """What the schema says about the object there, which may also be null."""
    root = rule = schema(kind)
    for part in way:
        root, rule = _inside(root, rule)
        if is_branch(part):
            rule = next(option for option in rule["oneOf"] if option["$ref"].endswith(f"/{part[1:-1]}"))
        elif isinstance(part, int):
            rule = rule["items"]
        else:
            rule = rule.get("properties", {}).get(part) or rule["additionalProperties"]
    return _inside(root, rule)[1]


def _inside(root: Json, rule: Json) -> tuple[Json, Json]:
    """The rule that a reference or a choice between it and null leads to, and the file it is in."""
    if "anyOf" in rule:
        return _inside(root, next(option for option in rule["anyOf"] if option.get("type") != "null"))
    target = rule.get("$ref")
    if target is None:
        return root, rule
    if target.startswith("#/$defs/"):
        return root, root["$defs"][target.removeprefix("#/$defs/")]
    other = schema(target.removesuffix(".json"))
    return other, other
