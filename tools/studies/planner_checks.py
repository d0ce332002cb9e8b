"""Is the hand planner right? Its choices and probabilities against games played out, on recorded positions.

    python tools/studies/planner_checks.py 1000 --out bench    that many positions: about ten minutes

No certain clear may be missed; predicted probabilities to clear a blind are compared with actual ones, and
choices with those that brute force finds best.
"""

from __future__ import annotations

import argparse
import functools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.apps.bench.results import result_of, write
from jimbot.game import Action, Game
from jimbot.game.planner import plan, plan_hand, play_round
from jimbot.runs.console import Advance, print_json, progress

# Written by tools/studies/planner_games.py.
GAMES = Path(__file__).resolve().parents[2] / "bench" / "planner_games.txt"

GOLDEN_RATIO = 0.618034

# Every round is also judged with higher targets: at its own nearly all probabilities are high.
TARGETS = (1.0, 1.5, 2.5, 4.0)
BINS = 10

# Brute force in steps: (more worlds, best so far that get them), played on by lite.
SIEVE = ((6, 48), (24, 12), (64, 5))
FINAL_WORLDS = 40  # for the last few, played on by the planner itself
FRESH_WORLDS = 128  # for the best and the planner's choice: others than the best was chosen on
REDRAWN = 40  # games in which a score that cannot be known beforehand must be the same
BEST_SCORES = 5  # plays with one of the best scores, by their number, are candidates; discards all are
HANDS_LEFT = 0.012  # what a hand left over is worth beside the chance to clear


@dataclass(frozen=True)
class Position:
    """A play or discard of a recorded game."""

    game: Game
    opening: bool  # of a round


@functools.cache
def recorded() -> tuple[Position, ...]:
    """Every play and discard of the recorded games, in a fixed order that mixes them."""
    found = []
    for text in GAMES.read_text(encoding="utf-8").split("jimbot-run ")[1:]:
        first, *decisions = text.splitlines()
        game = Game.replay(f"jimbot-run {first}\n")
        opening = False
        for decision in decisions:
            kind = decision.split()[0]
            if kind in ("play", "discard"):
                found.append(Position(game.clone(), opening))
            opening = kind == "select_blind" or (opening and kind not in ("play", "discard"))
            game.apply(decision)
    n = len(found)
    step = next(k for k in range(round(n * GOLDEN_RATIO), n) if math.gcd(k, n) == 1)
    return tuple(found[i * step % n] for i in range(n))


def rounds() -> int:
    return sum(position.opening for position in recorded())


def sure_scores(game: Game) -> dict[str, float]:
    """Every play whose score is certain, by brute force over all of them: no roll, no held face-down card and
    no unknown order has a say, or it has none in many redrawn games. Plays of face-down cards never are."""
    scores = {}
    worlds: list[Game] = []
    for action in game.legal_actions():
        if action.kind != "play":
            continue
        score = game.score(action.cards)
        if score.score is None:
            continue
        if not score.exact:
            worlds = worlds or [game.determinize(world) for world in range(REDRAWN)]
            if not all(_scores(world, action, score.score) for world in worlds):
                continue
        scores[str(action)] = score.score
    return scores


def _scores(game: Game, action: Action, score: float) -> bool:
    after = game.clone()
    after.apply(action)
    return after.round_score == game.round_score + score


def undecided(most: int) -> list[Game]:
    """Recorded positions in which no play clears for sure."""
    found: list[Game] = []
    for position in recorded():
        game = position.game
        if len(found) == most:
            break
        if game.round_score + max(sure_scores(game).values(), default=0.0) < game.target:
            found.append(game)
    return found


def speed(positions: int, tier: str) -> dict[str, Any]:
    """Decisions per second on recorded positions, with the jokers and decks of whole games."""
    games = [position.game for position in recorded()[:positions]]
    begin = time.perf_counter()
    for number, game in enumerate(games):
        plan_hand(game, tier, number)
    return {"tier": tier, "decisions_per_second": len(games) / (time.perf_counter() - begin)}


# -- a sure clear is never missed ---------------------------------------------------------------------------


def missed_clears(positions: int, tiers: Sequence[str], advance: Advance) -> list[dict[str, Any]]:
    """Positions with a sure clear, and how many of them were not cleared at once: each as it was, and with
    the target lowered to what the best play just reaches, so that few plays clear."""
    missed, found = dict.fromkeys(tiers, 0), 0
    for position in recorded()[:positions]:
        for game in as_recorded_and_just_reached(position.game):
            found += 1
            for tier in tiers:
                after = game.clone()
                after.apply(plan_hand(game, tier))
                missed[tier] += after.round_score < game.target
        advance(1)
    return [{"tier": tier, "positions": found, "missed": missed[tier]} for tier in tiers]


def as_recorded_and_just_reached(game: Game) -> Iterator[Game]:
    """Those of the two that have a sure clear."""
    plays = sure_scores(game)
    best = max(plays.values(), default=0.0)
    if game.round_score + best >= game.target:
        yield game
    if best >= 1 and game.round_score + int(best) != game.target:
        yield game.edited(f"target={game.round_score + int(best):.0f}")


# -- calibration --------------------------------------------------------------------------------------------


def calibration(rounds: int, tier: str, advance: Advance, worlds: int = 8) -> list[dict[str, Any]]:
    """The probability predicted at the first decision of a round, and how often redrawn rounds
    were cleared then, by bins of that probability."""
    shown: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    openings = [position.game for position in recorded() if position.opening][:rounds]
    for number, opening in enumerate(openings):
        for factor in TARGETS:
            game = opening.edited(f"target={factor * opening.target:.0f}")
            planned = plan(game, tier, number)
            cleared = sum(
                outcome(game, planned.action, tier, number * worlds + w).cleared for w in range(worlds)
            )
            shown[min(BINS - 1, int(BINS * planned.clear_chance))].append(
                (planned.clear_chance, cleared / worlds)
            )
        advance(1)
    rows = []
    for i, pairs in enumerate(shown):
        if pairs:
            n = len(pairs)
            actual = sum(rate for _, rate in pairs) / n
            spread = sum((rate - actual) ** 2 for _, rate in pairs) / max(1, n - 1)
            rows.append(
                {
                    "tier": tier,
                    "from": i / BINS,
                    "predicted": sum(chance for chance, _ in pairs) / n,
                    "actual": actual,
                    "standard_error": (spread / n) ** 0.5,
                    "rounds": n,
                    "worlds": worlds,
                }
            )
    return rows


# -- regret -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    cleared: bool
    hands_left: int
    part: float  # of the target

    @property
    def value(self) -> float:
        return 1 + HANDS_LEFT * self.hands_left if self.cleared else 0.02 * self.part


def outcome(game: Game, action: Action | str, tier: str, world: int) -> Outcome:
    """A round in which everything hidden is drawn again, this comes first, and the planner goes on."""
    return _go_on(game.determinize(world), action, tier, world)


def _go_on(game: Game, action: Action | str, tier: str, seed: int) -> Outcome:
    target = game.target
    game.apply(action)
    if game.phase == "SELECTING_HAND":
        play_round(game, tier, seed)
    score = game.round_score
    return Outcome(score >= target, game.hands_left, min(1.0, score / target) if target > 0 else 1.0)


def candidates(game: Game) -> list[Action]:
    """Every discard, and every play with one of the best scores."""
    actions = [action for action in game.legal_actions() if action.kind in ("play", "discard")]
    scores = {str(a): game.score(a.cards).score or 0.0 for a in actions if a.kind == "play"}
    best = sorted(set(scores.values()), reverse=True)[:BEST_SCORES]
    return [action for action in actions if action.kind == "discard" or scores[str(action)] in best]


@dataclass(frozen=True)
class Regret:
    """What the best action found by brute force has over the planner's choice, in fresh worlds."""

    chance: float  # to clear
    chance_error: float
    hands: float  # left over
    same: bool
    candidates: int

    @property
    def within_noise(self) -> bool:
        return self.same or self.chance <= 2 * self.chance_error


def regret(game: Game, tier: str, seed: int, share: float = 1.0) -> Regret:
    """``share`` of the worlds of a full check."""
    own = plan_hand(game, tier, seed)
    actions = {str(a): a for a in (own, *candidates(game))}
    sums = dict.fromkeys(actions, 0.0)
    names, world = list(actions), seed << 20
    for worlds, kept in SIEVE:
        n = max(2, round(share * worlds))
        _play(game, actions, names, "lite", range(world, world + n), sums)
        world += n
        names = sorted(names, key=lambda name: -sums[name])[:kept]
    if str(own) not in names:
        names.append(str(own))
    final = dict.fromkeys(names, 0.0)
    n = max(2, round(share * FINAL_WORLDS))
    _play(game, actions, names, tier, range(world, world + n), final)
    world += n
    best = max(names, key=lambda name: final[name])
    if best == str(own):
        return Regret(0.0, 0.0, 0.0, True, len(actions))
    n = max(2, round(share * FRESH_WORLDS))
    differences, hands = [], 0
    for w in range(world, world + n):
        drawn = game.determinize(w)
        theirs = _go_on(drawn.clone(), actions[best], tier, w)
        ours = _go_on(drawn, own, tier, w)
        differences.append(int(theirs.cleared) - int(ours.cleared))
        hands += theirs.cleared * theirs.hands_left - ours.cleared * ours.hands_left
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / max(1, n - 1)
    return Regret(mean, (variance / n) ** 0.5, hands / n, False, len(actions))


def _play(
    game: Game, actions: dict[str, Action], names: list[str], tier: str, worlds: range, sums: dict[str, float]
) -> None:
    for world in worlds:
        drawn = game.determinize(world)
        for name in names:
            sums[name] += _go_on(drawn.clone(), actions[name], tier, world).value


def regrets(positions: int, tier: str, advance: Advance, share: float = 1.0) -> dict[str, Any]:
    """How much is lost against brute force on recorded positions."""
    found = list(_each(undecided(positions), tier, advance, share))
    n = len(found)
    mean = sum(r.chance for r in found) / n
    variance = sum((r.chance - mean) ** 2 for r in found) / max(1, n - 1)
    return {
        "tier": tier,
        "positions": n,
        "same_action": sum(r.same for r in found) / n,
        "within_noise": sum(r.within_noise for r in found) / n,
        "mean_loss_of_chance": mean,
        "standard_error": (variance / n) ** 0.5,
        "mean_loss_of_hands": sum(r.hands for r in found) / n,
        "mean_candidates": sum(r.candidates for r in found) / n,
        "sieve": [[max(2, round(share * worlds)), kept] for worlds, kept in SIEVE],
        "final_worlds": max(2, round(share * FINAL_WORLDS)),
        "fresh_worlds": max(2, round(share * FRESH_WORLDS)),
    }


def _each(games: list[Game], tier: str, advance: Advance, share: float) -> Iterator[Regret]:
    for seed, game in enumerate(games):
        yield regret(game, tier, seed, share)
        advance(1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("positions", type=int, metavar="N")
    parser.add_argument("--out", type=Path, metavar="DIR", help="also write the JSON there")
    given = parser.parse_args()
    positions, tiers = given.positions, ("lite", "default")
    openings = min(positions, rounds())
    with progress("check planner", 2 * positions + openings * len(tiers)) as advance:
        result = result_of(
            {
                "sure_clears": missed_clears(positions, tiers, advance),
                "calibration": [row for tier in tiers for row in calibration(openings, tier, advance)],
                "regret": [regrets(positions, "default", advance)],
                "recorded_speed": [speed(positions, tier) for tier in tiers],
            }
        )
    print_json(result)
    if given.out is not None:
        write("planner-checks", result, given.out)


if __name__ == "__main__":
    main()
