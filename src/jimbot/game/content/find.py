"""Finding an item of the content tables by key or name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from jimbot.game.content.rows import content

AnyRow = Mapping[str, Any]  # of a kind that is known at run time only
CONSUMABLES = ("tarot", "planet", "spectral")
SUFFIXES = (" tag", " deck", " stake", " seal", " card", " pack", " blind")


def kinds() -> list[str]:
    """joker, consumable, tarot, planet, spectral, voucher and so on."""
    out = list(content())
    at = out.index("consumable") + 1
    return [*out[:at], *CONSUMABLES, *out[at:]]


def as_kind(word: str) -> str | None:
    """The kind that a word names, plural or not."""
    word = word.lower()
    for kind in kinds():
        if word in (kind, f"{kind}s"):
            return kind
    return None


def rows(kind: str) -> list[AnyRow]:
    if kind in CONSUMABLES:
        return [row for row in content()["consumable"].values() if row["kind"] == kind]
    return list(content()[kind].values())


def name_of(row: AnyRow) -> str:
    return str(row.get("name", row["key"]))


def find(text: str, kind: str | Sequence[str] | None = None) -> tuple[str, AnyRow]:
    """The kind and row of an item, of this kind or one of these. Raises ValueError with close matches, or
    with the kinds it could be."""
    where = [kind] if isinstance(kind, str) else list(kind or content())
    for forms in (_keys, _short_forms):
        found = [(k, row) for k in where for row in rows(k) if text.lower().strip() in forms(row)]
        # art variants of a booster share their name: the first is meant
        names = {(k, name_of(row)) for k, row in found}
        if len(names) == 1:
            return found[0]
        if found:
            choices = ", ".join(f"{k} {row['key']}" for k, row in found)
            raise ValueError(f"{text!r} may be {choices}; name the kind too")
    raise ValueError(f"unknown {kind if isinstance(kind, str) else 'item'} {text!r}; {_advice(text, where)}")


def find_words(words: list[str]) -> tuple[str, AnyRow]:
    """An item by words, the first of which may be its kind: `joker baron`, `planet x`, `the fool`."""
    kind = as_kind(words[0]) if len(words) > 1 else None
    if kind is None:
        return find(" ".join(words))
    try:
        return find(" ".join(words[1:]), kind)
    except ValueError:
        if any(" ".join(words).lower() in _keys(row) for table in content() for row in rows(table)):
            return find(" ".join(words))
        raise


def variants(kind: str, row: AnyRow) -> list[str]:
    """Keys of the items that differ from this one by their picture only."""
    return [other["key"] for other in rows(kind) if name_of(other) == name_of(row)]


def _keys(row: AnyRow) -> set[str]:
    """The key and the name. Keys of seals and stickers (Red) are too short to count as such."""
    return {row["key"].lower(), name_of(row).lower()} if "_" in row["key"] else {name_of(row).lower()}


def _short_forms(row: AnyRow) -> set[str]:
    """baron for j_baron, red for Red Deck, fool for The Fool."""
    name = name_of(row).lower()
    key = row["key"].lower()
    forms = {key, key.partition("_")[2], name.removeprefix("the ")}
    forms |= {name.removesuffix(suffix) for suffix in SUFFIXES}
    forms |= {str(row["slug"])} if "slug" in row else set()
    forms |= {str(row["level"])} if "level" in row else set()
    return forms - {""}


def _advice(text: str, where: list[str]) -> str:
    known = {form: row["key"] for k in where for row in rows(k) for form in _keys(row) | _short_forms(row)}
    close = dict.fromkeys(
        known[form] for form in difflib.get_close_matches(text.lower(), known, n=6, cutoff=0.6)
    )
    if close:
        return f"did you mean {', '.join(close)}?"
    if len(where) == 1:
        return f"`jimbot info {where[0]}` lists all"
    return f"`jimbot info KIND` lists all of a kind: {', '.join(kinds())}"
