"""The JSON Schemas of the documents, generated from their models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from jimbot.documents.codes import Json
from jimbot.documents.models import MODELS

SCHEMAS = Path(__file__).parent / "schemas"


class Generator(GenerateJsonSchema):
    """As pydantic does it, without a title for every field."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """A pattern of names refuses other names, as the model does."""
        written = super().dict_schema(schema)
        for pattern, values in written.pop("patternProperties", {}).items():
            written |= {"propertyNames": {"pattern": pattern}, "additionalProperties": values}
        return written


def schema_of(kind: str) -> Json:
    """A document within another is a reference to its own file."""
    found = TypeAdapter(MODELS[kind]).json_schema(schema_generator=Generator)
    files = {model.__name__: f"{name}.json" for name, model in MODELS.items()}
    definitions: Json = {name: rule for name, rule in found.pop("$defs", {}).items() if name not in files}
    for rule in _objects([found, definitions]):
        target = str(rule.get("$ref", "")).removeprefix("#/$defs/")
        if target in files:
            rule["$ref"] = files[target]
    needed = _needed(found, definitions)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"jimbot/schemas/{kind}.json",
        "title": kind,
    }
    own = {name: definitions[name] for name in definitions if name in needed}
    return (
        head
        | {key: value for key, value in found.items() if key != "title"}
        | ({"$defs": own} if own else {})
    )


def text_of(kind: str) -> str:
    return json.dumps(schema_of(kind), indent=2, ensure_ascii=False) + "\n"


def _objects(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from _objects(part)


def _needed(rule: Any, definitions: Json) -> set[str]:
    """The definitions that a rule leads to."""
    found: set[str] = set()
    todo = [rule]
    while todo:
        for part in _objects(todo.pop()):
            name = str(part.get("$ref", "")).removeprefix("#/$defs/")
            if name in definitions and name not in found:
                found.add(name)
                todo.append(definitions[name])
    return found
