"""A fault that pydantic found in a document, in words: where, what was given, and what its schema allows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jimbot.documents.codes import Json
from jimbot.documents.schema import schema

MAX_SHOWN = 80
BOUNDS = {  # pydantic's name of a fault: its name of the bound, and the bound in words
    "greater_than_equal": ("ge", "must be at least {}"),
    "less_than_equal": ("le", "must be at most {}"),
    "string_too_short": ("min_length", "must have at least {}"),
    "string_too_long": ("max_length", "must have at most {}"),
    "too_short": ("min_length", "must have at least {}"),
    "too_long": ("max_length", "must have at most {}"),
    "string_pattern_mismatch": ("pattern", "must be text that matches {}"),
}
COUNTED = {
    "string_too_short": "characters",
    "string_too_long": "characters",
    "too_short": "entries",
    "too_long": "entries",
}


def in_words(kind: str, fault: Mapping[str, Any]) -> str:
    """A fault as ``ValidationError.errors`` gives it."""
    name, given, context = fault["type"], fault["input"], fault.get("ctx", {})
    way = [part for part in fault["loc"] if part != "[key]"]
    path = _path(kind, way)
    if name == "missing":
        needed = ", ".join(_object(kind, way[:-1])["required"])
        return f"{path}: missing; {_path(kind, way[:-1])} needs {needed}"
    if name == "extra_forbidden":
        return f"{path}: unknown field; must be one of {', '.join(_object(kind, way[:-1])['properties'])}"
    if name == "unique":
        at = context["at"]
        return f"{path}[{at}]: {_shown(given[at])} appears twice; each entry may appear only once"
    said = f"{_shown(given)} is not valid"
    if name == "invalid_key" or (name == "string_type" and "[key]" in fault["loc"]):
        return f"{_path(kind, way[:-1])}: {said} as the name of a field; must be string"
    if name in BOUNDS:
        bound, words = BOUNDS[name]
        if name in COUNTED:
            said = f"has {len(given)} {COUNTED[name]}"
        return f"{path}: {said}; {words.format(context[bound])}"
    return f"{path}: {said}; must be {_allowed(_rule(kind, way))}"


def _path(kind: str, way: list[Any]) -> str:
    parts = [part for part in way if not _is_branch(part)]
    return kind + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)


def _is_branch(part: Any) -> bool:
    """Not a step into the document: the model that was chosen, as in (Joker)."""
    return isinstance(part, str) and part.startswith("(")


def _shown(value: Any) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def _allowed(rule: Json) -> str:
    """What fits a rule that a value of another kind was given for."""
    if "const" in rule:
        return _shown(rule["const"])
    if "enum" in rule:
        return f"one of {', '.join(map(_shown, rule['enum']))}"
    if "anyOf" in rule:
        return " or ".join(_allowed(option) for option in rule["anyOf"])
    return str(rule.get("type", "object"))


def _rule(kind: str, way: list[Any]) -> Json:
    """What the schema says about a place of the document."""
    return _place(kind, way)[1]


def _object(kind: str, way: list[Any]) -> Json:
    """What it says about the object there, which may also be null."""
    return _inside(*_place(kind, way))[1]


def _place(kind: str, way: list[Any]) -> tuple[Json, Json]:
    root = rule = schema(kind)
    for part in way:
        root, rule = _inside(root, rule)
        if _is_branch(part):
            rule = next(option for option in rule["oneOf"] if option["$ref"].endswith(f"/{part[1:-1]}"))
        elif isinstance(part, int):
            rule = rule["items"]
        else:
            rule = rule.get("properties", {}).get(part) or rule["additionalProperties"]
    return root, rule


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
