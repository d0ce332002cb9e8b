"""Validation of documents that come from or go to others: by their models, with faults in words.

A version only grows by optional fields and keeps its name; any other change is a new model. A document with
a field that its model does not name is refused. The models need pydantic, which is loaded for the first
document that is validated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, overload

from jimbot.documents.codes import Json

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from jimbot.documents.models import ActionV1, StateV1, TraceV1

KINDS = ("state_v1", "action_v1", "trace_v1")


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise ValueError(f"unknown kind of document {kind!r}; one of {', '.join(KINDS)}")


@cache
def schema(kind: str) -> Json:
    """The JSON Schema (draft 2020-12) of a kind of document, as generated from its model."""
    _check_kind(kind)
    file = files("jimbot.documents") / "schemas" / f"{kind}.json"
    loaded: Json = json.loads(file.read_text(encoding="utf-8"))
    return loaded


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    _check_kind(kind)
    from pydantic import TypeAdapter

    from jimbot.documents.models import MODELS

    return TypeAdapter(MODELS[kind])


@overload
def validate(kind: Literal["state_v1"], document: Any) -> StateV1: ...
@overload
def validate(kind: Literal["action_v1"], document: Any) -> ActionV1: ...
@overload
def validate(kind: Literal["trace_v1"], document: Any) -> TraceV1: ...
@overload
def validate(kind: str, document: Any) -> Any: ...
def validate(kind: str, document: Any) -> Any:
    """The document itself, typed. Raises ValueError with the path, what was given and what is allowed, if it
    does not fit."""
    for error in errors(kind, document):
        raise ValueError(error)
    return document


def errors(kind: str, document: Any) -> Iterator[str]:
    """Every fault of a document, in the order of its model."""
    adapter = _adapter(kind)
    from pydantic import ValidationError

    try:
        adapter.validate_python(document)
    except ValidationError as error:
        from jimbot.documents.faults import in_words

        for fault in error.errors(include_url=False):
            yield in_words(kind, fault)
