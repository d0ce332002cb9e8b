"""The documents that leave JimBot, as JSON Schema (draft 2020-12), and their validator.

The files in ``schemas/`` use a small part of JSON Schema; this module checks exactly that part and refuses a
schema that says more. A version only grows by optional fields and keeps its name; any other change is a new
file. A document with a field that its schema does not name is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

KINDS = ("state_v1", "action_v1", "trace_v1")
MAX_SHOWN = 80

Schema = dict[str, Any]
Types = dict[str, Callable[[Any], bool]]

_TYPES: Types = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool),
    "integer": lambda v: isinstance(v, int | float) and not isinstance(v, bool) and v == v // 1,
}
_NOTES = {"$schema", "$id", "$defs", "title", "description"}


@cache
def schema(kind: str) -> Schema:
    """The schema file of a kind of document."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind of document {kind!r}; one of {', '.join(KINDS)}")
    file = files("jimbot.documents") / "schemas" / f"{kind}.json"
    loaded: Schema = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def validate(kind: str, document: Any) -> None:
    """Raises ValueError with the path, what was given and what is allowed, if the document does not fit."""
    for error in errors(kind, document):
        raise ValueError(error)


def errors(kind: str, document: Any) -> Iterator[str]:
    """Every fault of a document, in the order of its schema."""
    root = schema(kind)
    return _check(root, document, kind, root)


def _shown(value: Any) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def _same(one: Any, two: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return isinstance(one, bool) == isinstance(two, bool) and bool(one == two)


def _check(rule: Schema, value: Any, path: str, root: Schema) -> Iterator[str]:
    for name, argument in rule.items():
        if name in _NOTES:
            continue
        checker = _CHECKS.get(name)
        if checker is None:
            raise ValueError(f"the schema of {path} uses {name!r}, which this validator does not know")
        yield from checker(argument, value, path, root, rule)
        if name == "type" and not _fits_type(argument, value):
            return  # what else is asked of it means nothing


def _fits_type(allowed: str | list[str], value: Any) -> bool:
    names = [allowed] if isinstance(allowed, str) else allowed
    return any(_TYPES[name](value) for name in names)


def _type(allowed: Any, value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    if not _fits_type(allowed, value):
        names = allowed if isinstance(allowed, str) else " or ".join(allowed)
        yield f"{path}: {_shown(value)} is not valid; must be {names}"


def _const(wanted: Any, value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    if not _same(wanted, value):
        yield f"{path}: {_shown(value)} is not valid; must be {_shown(wanted)}"


def _enum(allowed: list[Any], value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    if not any(_same(one, value) for one in allowed):
        yield f"{path}: {_shown(value)} is not valid; must be one of {', '.join(map(_shown, allowed))}"


def _required(names: list[str], value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    if isinstance(value, dict):
        for name in names:
            if name not in value:
                yield f"{path}.{name}: missing; {path} needs {', '.join(names)}"


def _properties(rules: dict[str, Schema], value: Any, path: str, root: Schema, _: Schema) -> Iterator[str]:
    if isinstance(value, dict):
        for name, rule in rules.items():
            if name in value:
                yield from _check(rule, value[name], f"{path}.{name}", root)


def _additional(rule: Any, value: Any, path: str, root: Schema, whole: Schema) -> Iterator[str]:
    if not isinstance(value, dict):
        return
    known = whole.get("properties", {})
    for name in value:
        if name in known:
            continue
        if rule is False:
            yield f"{path}.{name}: unknown field; must be one of {', '.join(known)}"
        else:
            yield from _check(rule, value[name], f"{path}.{name}", root)


def _names(rule: Schema, value: Any, path: str, root: Schema, whole: Schema) -> Iterator[str]:
    if isinstance(value, dict):
        for name in value:
            yield from _check(rule, name, f"{path}.{name}", root)


def _items(rule: Schema, value: Any, path: str, root: Schema, whole: Schema) -> Iterator[str]:
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from _check(rule, item, f"{path}[{i}]", root)


def _length(least: bool, unit: str) -> Callable[..., Iterator[str]]:
    def check(limit: int, value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
        wrong_kind = not isinstance(value, list if unit == "entries" else str)
        if not wrong_kind and (len(value) < limit if least else len(value) > limit):
            bound = f"at {'least' if least else 'most'} {limit}"
            yield f"{path}: has {len(value)} {unit}; must have {bound}"

    return check


def _unique(wanted: bool, value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    if wanted and isinstance(value, list):
        seen = [json.dumps(item, sort_keys=True) for item in value]
        for i, item in enumerate(seen):
            if item in seen[:i]:
                yield f"{path}[{i}]: {_shown(value[i])} appears twice; each entry may appear only once"


def _bound(least: bool) -> Callable[..., Iterator[str]]:
    def check(limit: float, value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
        if _TYPES["number"](value) and (value < limit if least else value > limit):
            bound = f"at {'least' if least else 'most'} {limit}"
            yield f"{path}: {_shown(value)} is not valid; must be {bound}"

    return check


def _pattern(pattern: str, value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    if isinstance(value, str) and not re.search(pattern, value):
        yield f"{path}: {_shown(value)} is not valid; must be text that matches {pattern}"


def _reference(target: str, value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    """A definition of the same file, or another file."""
    if not target.startswith("#/"):
        other = schema(target.removesuffix(".json"))
        yield from _check(other, value, path, other)
        return
    place: Any = root
    for name in target.removeprefix("#/").split("/"):
        place = place[name]
    yield from _check(place, value, path, root)


def _any_of(rules: list[Schema], value: Any, path: str, root: Schema, rule: Schema) -> Iterator[str]:
    faults = [list(_check(one, value, path, root)) for one in rules]
    if all(faults):
        yield min(faults, key=len)[0]


_CHECKS: dict[str, Callable[..., Iterator[str]]] = {
    "type": _type,
    "const": _const,
    "enum": _enum,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "minItems": _length(True, "entries"),
    "maxItems": _length(False, "entries"),
    "uniqueItems": _unique,
    "minLength": _length(True, "characters"),
    "maxLength": _length(False, "characters"),
    "minimum": _bound(True),
    "maximum": _bound(False),
    "pattern": _pattern,
    "$ref": _reference,
    "anyOf": _any_of,
}
