"""The one base of all settings: checked when they are made and when they are changed, to and from files.

What does not exist or does not fit is refused by one line: the setting, the value that was given, what is
allowed. ``jimbot.runs.commands`` makes a command line of a class of settings.
"""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self, get_origin

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticUndefined

from jimbot.runs.faults import in_words, needed
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import in_file, read_json, read_yaml

Positive = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]
Real = Annotated[float, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]


def setting(
    default: Any = PydanticUndefined, help: str = "", also: Sequence[str] = (), off: str = "", **bounds: Any
) -> Any:
    """A field with its help; ``also`` are further spellings of its option, ``off`` is the one that switches
    it off, ``bounds`` are pydantic's."""
    return Field(default, description=help, json_schema_extra={"also": list(also), "off": off}, **bounds)


def nearest(name: str, allowed: Iterable[str]) -> str:
    """`` (did you mean 'x'?)``, or nothing."""
    found = difflib.get_close_matches(name, list(allowed), 1, 0.5)
    return f" (did you mean {found[0]!r}?)" if found else ""


def refuse_unknown(
    what: str, given: Iterable[str], allowed: Iterable[str], renamed: Mapping[str, str] | None = None
) -> None:
    names = list(allowed)
    for key in given:
        if key in names:
            continue
        if renamed and key in renamed:
            raise ValueError(f"{key} is now {renamed[key]}")
        raise ValueError(f"unknown key {key!r} in {what}{nearest(key, names)}; one of {', '.join(names)}")


def read_values(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Names and values in a file: YAML if it is called so, else JSON."""
    if Path(path).suffix in (".yaml", ".yml"):
        values = read_yaml(path)
    else:
        values = read_json(path)
    if not isinstance(values, dict):
        raise ValueError(
            f"{path} holds no settings: a table of names and values is needed, not {str(values)[:200]}"
        )
    return {str(name): value for name, value in values.items()}


class Settings(BaseModel):
    """Settings by name."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        validate_assignment=True,
        allow_inf_nan=False,
        arbitrary_types_allowed=True,
    )
    example: ClassVar[str] = ""  # of a command line
    renamed: ClassVar[Mapping[str, str]] = {}  # former name of a setting -> today's

    def __init__(self, **values: Any) -> None:
        refuse_unknown(type(self).__name__, values, type(self).model_fields, self.renamed)
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise ValueError(in_words(error, type(self).__name__)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        refuse_unknown(type(self).__name__, [name], type(self).model_fields, self.renamed)
        try:
            super().__setattr__(name, value)
        except ValidationError as error:
            raise ValueError(in_words(error, type(self).__name__)) from None

    @classmethod
    def read(cls, name: str, text: Any) -> Any:
        """A setting as a text such as ``0.5`` or ``true`` gives it; a list as ``a,b`` or ``a+b``."""
        refuse_unknown(cls.__name__, [name], cls.model_fields, cls.renamed)
        field = cls.model_fields[name]
        is_list = get_origin(field.annotation) is tuple and isinstance(text, str)
        kind: Any = Annotated[field.annotation, field]
        adapter: TypeAdapter[Any] = TypeAdapter(
            kind, config=ConfigDict(allow_inf_nan=False, arbitrary_types_allowed=True)
        )
        try:
            return adapter.validate_python(
                text.replace("+", ",").split(",") if is_list else text, strict=False
            )
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            raise ValueError(f"{name} is {text!r}; {needed(fault)}") from None

    def changed(self, **values: Any) -> Self:
        """The same with other values."""
        kept = {
            name: value
            for name, field in type(self).model_fields.items()
            if (value := getattr(self, name)) != field.get_default(call_default_factory=True)
            or name in self.model_fields_set
        }
        return type(self)(**kept | values)

    def refuse_given(self, names: Iterable[str], where: str) -> None:
        """ValueError if one of these settings was given, although it has no effect."""
        for name in names:
            if name in self.model_fields_set:
                raise ValueError(f"{name} has no effect {where}")

    def as_json(self) -> dict[str, Any]:
        """Values as a file of JSON holds them."""
        return self.model_dump(mode="json")

    def check(self) -> None:
        """Raises ValueError where a list or a table in it was changed into something that does not fit."""
        for name in type(self).model_fields:
            value = getattr(self, name)
            if isinstance(value, Settings):
                value.check()
        self.changed()

    def to_dict(self) -> dict[str, Any]:
        return self.model_dump()

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        if not isinstance(values, dict):
            raise ValueError(f"{cls.__name__} is a table of names and values, not {values!r}")
        return cls(**values)

    def save(self, path: str | os.PathLike[str]) -> Path:
        write_whole(path, json.dumps(self.to_dict(), indent=2) + "\n")
        return Path(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        values = read_values(path)
        with in_file(path):
            return cls.from_dict(values)
