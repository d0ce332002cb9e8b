"""Jokers as they are now: what a counting one gives at the moment, and whom a copying one copies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jimbot.game.records import Joker
from jimbot.game.seen import Seen

CURRENTLY = re.compile(r"^(?P<rule>.*) \(Currently (?P<now>.*)\)$", re.DOTALL)


@dataclass(frozen=True)
class LiveJoker:
    """``now`` is what its text says of the moment, such as ``X1.75 Mult``; ``acts_as`` whom it copies."""

    key: str
    name: str
    rule: str
    now: str = ""
    acts_as: str = ""
    idle: bool = False  # debuffed, or a copier with nothing to copy
    why_idle: str = ""
    edition: str | None = None
    stickers: tuple[str, ...] = ()
    sell: int | None = None

    def __str__(self) -> str:
        """Throwback: X1.75 Mult now."""
        words = [f"{self.now} now"] if self.now else []
        words += [f"acts as {self.acts_as}"] if self.acts_as else []
        words += [f"does nothing now: {self.why_idle}"] if self.idle else []
        return f"{self.name}: {', '.join(words) or self.rule}".removesuffix(": ")


def live_jokers(seen: Seen) -> list[LiveJoker]:
    jokers = seen.jokers
    face_up = not any(joker.face_down for joker in jokers)
    acting = seen.acts_as if face_up else [None] * len(jokers)
    return [_live(jokers, i, at, known=face_up) for i, at in enumerate(acting)]


def stickers(joker: Joker) -> list[str]:
    words = [word for word in ("eternal", "rental", "pinned", "debuffed") if getattr(joker, word)]
    if joker.perishable:
        words.append(f"perishable, {joker.rounds_left} rounds")
    return words


def live(text: str) -> tuple[str, str]:
    """The rule of a text, and what it says of the moment."""
    found = CURRENTLY.match(text)
    return (found["rule"], found["now"]) if found else (text, "")


def _live(jokers: list[Joker], i: int, acts_as: int | None, known: bool) -> LiveJoker:
    joker = jokers[i]
    rule, now = live(joker.text)
    return LiveJoker(
        key=joker.key,
        name=joker.name,
        rule="face down" if joker.face_down else rule,
        now=now,
        acts_as=jokers[acts_as].name if acts_as is not None and acts_as != i else "",
        idle=known and acts_as is None,
        why_idle=_why_idle(jokers, i) if known and acts_as is None else "",
        edition=joker.edition,
        stickers=tuple(stickers(joker)),
        sell=joker.sell,
    )


def _why_idle(jokers: list[Joker], i: int) -> str:
    """A joker that does nothing is debuffed, or copies nothing."""
    joker = jokers[i]
    if joker.debuffed:
        return "it is debuffed"
    if joker.key == "j_blueprint":
        return "no joker to its right can be copied" if i + 1 < len(jokers) else "no joker is to its right"
    return "the leftmost joker cannot be copied" if i else "it is the leftmost joker itself"
