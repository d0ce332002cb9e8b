"""What pydantic finds wrong, in words: where, what was given, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError

MAX_SHOWN = 80  # letters of what was given
ALLOWED = {  # pydantic's name of a fault: what would have been right, with the fault's own facts
    "bool_type": "true or false is needed",
    "dataclass_type": "a table of names and values is needed",
    "dict_type": "a table of names and values is needed",
    "finite_number": "a finite number is needed",
    "float_type": "a number is needed",
    "greater_than": "more than {gt:g} is allowed",
    "greater_than_equal": "{ge:g} or more is allowed",
    "int_from_float": "a whole number is needed",
    "int_type": "a whole number is needed",
    "invalid_key": "text is needed as a name",
    "less_than": "less than {lt:g} is allowed",
    "less_than_equal": "at most {le:g} is allowed",
    "list_type": "a list is needed",
    "literal_error": "{expected} is allowed",
    "missing": "more is needed",
    "string_pattern_mismatch": "text that matches {pattern} is needed",
    "string_too_long": "at most {max_length} characters are allowed",
    "string_too_short": "{min_length} characters or more are needed",
    "string_type": "text is needed",
    "too_long": "at most {max_length} entries are allowed",
    "too_short": "{min_length} entries or more are needed",
    "tuple_type": "a list is needed",
}
UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
Fault = Mapping[str, Any]  # as ``ValidationError.errors`` gives it


def in_words(error: ValidationError, what: str = "") -> str:
    """The first thing that is wrong in ``what``."""
    return worded(error.errors(include_url=False)[0], what)


def worded(fault: Fault, what: str = "", fields: Iterable[str] = ()) -> str:
    """One fault; ``fields`` are those that there are where one is unknown."""
    if fault["type"] == "value_error":  # said in words by a check of ours
        return needed(fault)
    place = what + "".join(_step(part) for part in fault["loc"])
    place = place.removeprefix(".") or "it"
    if fault["type"] == "missing":
        return f"{place} is needed"
    if fault["type"] in UNKNOWN:
        known = ", ".join(fields)
        return f"unknown field {place[:MAX_SHOWN]}" + (f"; one of {known}" if known else "")
    given = repr(fault["input"])
    return f"{place} is {given if len(given) <= MAX_SHOWN else given[:MAX_SHOWN] + '...'}; {needed(fault)}"


def needed(fault: Fault) -> str:
    """What is allowed there."""
    kind, facts = fault["type"].replace("_parsing", "_type"), fault.get("ctx", {})
    if kind == "value_error":
        return str(facts["error"])
    return ALLOWED[kind].format(**facts) if kind in ALLOWED else str(fault["msg"])


def is_branch(part: Any) -> bool:
    """No step into what was given: the model that was chosen, as in (Joker), or that a name is meant."""
    return isinstance(part, str) and part.startswith(("(", "[key]"))


def _step(part: Any) -> str:
    if part == "[key]":
        return " (its name)"
    return "" if is_branch(part) else f"[{part}]" if isinstance(part, int) else f".{part}"
