"""What a player has won, with what and how: the totals of a ``profile.jkr``; single runs are not in it."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot.game.content import content
from jimbot.game.saved.files import Source, table_in
from jimbot.saves.kinds import of_kind
from jimbot.saves.section import Section

SCORES = {
    "hand": "best_hand",
    "furthest_ante": "furthest_ante",
    "furthest_round": "furthest_round",
    "most_money": "most_money",
    "win_streak": "longest_win_streak",
    "current_streak": "win_streak_now",
    "boss_streak": "most_bosses_in_a_row",
}
TOTALS = (
    "wins",
    "losses",
    "rounds",
    "hands_played",
    "cards_played",
    "cards_discarded",
    "shop_rerolls",
    "jokers_sold",
)


@dataclass(frozen=True)
class Used:
    """How often something was used, and the runs won and lost with it by stake (1 to 8)."""

    key: str
    name: str
    count: int
    wins_at: dict[int, int]
    losses_at: dict[int, int]

    @property
    def wins(self) -> int:
        return sum(self.wins_at.values())

    @property
    def losses(self) -> int:
        return sum(self.losses_at.values())

    @property
    def win_rate(self) -> float | None:
        """None before the first run that ended."""
        runs = self.wins + self.losses
        return self.wins / runs if runs else None


@dataclass(frozen=True)
class Profile:
    """Decks in the game's order; jokers and hands, those used most first. What only mods have is left out."""

    totals: dict[str, int]
    scores: dict[str, float]
    decks: list[Used]
    jokers: list[Used]
    hands: dict[str, int]
    challenges: list[str]


def _by_stake(used: Section, name: str) -> dict[int, int]:
    counts = used.part(name)
    return {
        int(stake): counts.whole(stake) for stake in sorted(counts.table, key=str) if str(stake).isdecimal()
    }


def _used(profile: Section, place: str, kind: str) -> list[Used]:
    names = {row["key"]: row["name"] for row in content()[kind].values()}
    usage = profile.part(place)
    found = []
    for key in names.keys() & usage.table.keys():
        used = usage.section(key)
        counts = _by_stake(used, "wins"), _by_stake(used, "losses")
        found.append(Used(key, names[key], used.whole("count", 0), *counts))
    order = list(names)
    return sorted(found, key=lambda used: order.index(used.key))


def read_profile(source: Source) -> Profile:
    """The totals of a file or of its bytes. SaveError says what cannot be read."""
    profile = of_kind(table_in(source), "profile")
    stats, scores = profile.section("career_stats"), profile.part("high_scores")
    usage = profile.part("hand_usage")
    counts = {usage.section(key).word("order"): usage.section(key).whole("count") for key in usage.table}
    hands = {
        name: counts[name]
        for name in sorted(counts, key=lambda name: -counts[name])
        if name in content()["hand"]
    }
    jokers = sorted(_used(profile, "joker_usage", "joker"), key=lambda used: -used.count)
    done = profile.part("challenge_progress").part("completed").names()
    return Profile(
        {name: stats.whole(f"c_{name}", 0) for name in TOTALS},
        {ours: scores.section(name).real("amt") for name, ours in SCORES.items() if scores.has(name)},
        _used(profile, "deck_usage", "deck"),
        jokers,
        hands,
        [row["name"] for key, row in content()["challenge"].items() if key in done],
    )
