"""What a file is, which version of the game wrote it, and with which mods."""

from __future__ import annotations

import re

from jimbot.saves.section import Section
from jimbot.saves.table import SaveError, Table

KINDS = {
    "GAME": "run",
    "unlocked": "meta",
    "progress": "profile",
    "career_stats": "profile",
    "crashreports": "settings",
}
NEEDS = {"run": "save.jkr", "meta": "meta.jkr", "profile": "profile.jkr", "settings": "settings.jkr"}
STEAMODDED = ("SCORING_CALC",)
STEAMODDED_GAME = ("smods_version", "disabled_suits", "unique_val")


def kind_of(table: Table) -> str:
    """``run``, ``meta``, ``profile`` or ``settings``."""
    for name, kind in KINDS.items():
        if name in table:
            return kind
    raise SaveError("this file of the game is no run, profile, meta or settings file")


def of_kind(table: Table, kind: str) -> Section:
    found = kind_of(table)
    if found != kind:
        raise SaveError(f"this is a {found} file ({NEEDS[found]}); a {kind} file ({NEEDS[kind]}) is needed")
    return Section(table)


def version_of(run: Section) -> tuple[int, int, int]:
    text = run.word("VERSION", "")
    match = re.match(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})", text)
    if match is None:
        raise run.wrong("VERSION", "a version such as 1.0.1o-FULL")
    major, minor, patch = map(int, match.groups())
    return major, minor, patch


def steamodded(run: Section) -> str | None:
    """How Steamodded, which changes no content by itself, is named in a warning; None without it."""
    game = run.section("GAME")
    if game.has("smods_version"):
        return f"Steamodded {game.word('smods_version')}"
    marks = any(run.has(name) for name in STEAMODDED) or any(game.has(name) for name in STEAMODDED_GAME)
    return "an early Steamodded" if marks else None
