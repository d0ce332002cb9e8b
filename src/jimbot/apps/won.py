"""The totals of a profile as rows of tables, for terminal and web."""

from __future__ import annotations

from typing import Any

from jimbot.game.content import content
from jimbot.game.saved.profile import Profile, Used


def summary(found: Profile) -> str:
    totals = found.totals
    return f"{totals['wins']:,} wins, {totals['losses']:,} losses, {totals['rounds']:,} rounds"


def records(found: Profile) -> dict[str, str]:
    """The highest scores and streaks by name."""
    return {name.replace("_", " "): f"{value:,.14g}" for name, value in found.scores.items()}


def _rate(used: Used) -> str:
    return "" if used.win_rate is None else f"{100 * used.win_rate:.0f} %"


def deck_rows(found: Profile) -> list[dict[str, Any]]:
    """Wins and losses (wins-losses) of each deck by stake."""
    stakes = [str(row["name"]).removesuffix(" Stake") for row in content()["stake"].values()]
    return [_deck(used, stakes) for used in found.decks]


def _deck(used: Used, stakes: list[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"deck": used.name.removesuffix(" Deck")}
    for level, name in enumerate(stakes, 1):
        wins, losses = used.wins_at.get(level, 0), used.losses_at.get(level, 0)
        row[name] = f"{wins}-{losses}" if wins or losses else ""
    return row | {"won": _rate(used)}


def joker_rows(found: Profile) -> list[dict[str, Any]]:
    """Jokers, those used most first, with the runs won and lost with each."""
    return [
        {"joker": used.name, "used": used.count, "wins": used.wins, "losses": used.losses, "won": _rate(used)}
        for used in found.jokers
    ]


def hand_rows(found: Profile) -> list[dict[str, Any]]:
    """Poker hands, those played most first; none before the first play."""
    played = sum(found.hands.values())
    return [
        {"hand": name, "played": count, "share": f"{100 * count / played:.0f} %"}
        for name, count in found.hands.items()
        if played
    ]
