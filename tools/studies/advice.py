"""Is the first line of the advice what the agent does? Whole games, decision by decision.

    python tools/studies/advice.py --agent heuristic --stake gold --games 100

One adviser is asked for hints, as in every app; another one of the same agent plays. They share nothing but
what is seen. An agent that is ended by the clock (search:ms=50) is asked and plays as one adviser, which
remembers: two of them may differ by what they had time for. A line of JSON for each game, and one for all.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from jimbot import Game
from jimbot.agents.advice import Adviser
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.game.seeds import seed_list

SEEDS = "dev-{games}@77000"


def played(spec: str, stake: str, seed: str, most: int = 100_000) -> dict[str, Any]:
    """One game: its decisions, and those that were not the first line that was shown before."""
    player = Adviser(spec)
    asked = player if "ms=" in spec else Adviser(spec)
    sitting = Sitting(Game(seed, "red", stake))
    pilot, wrong = autopilot(sitting, player), []
    while not sitting.game.over and len(sitting.past) < most:
        first = sitting.hints(asked, 1)[0]
        move = next(pilot)
        if str(move.action) != first.action:
            wrong.append(f"{len(sitting.past)}: advised {first.action}, made {move.action}")
    return {"seed": seed, "decisions": len(sitting.past), "won": sitting.game.won, "different": wrong}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", default="heuristic")
    parser.add_argument("--stake", default="white")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no further game after this time")
    given = parser.parse_args()
    begin, games = time.monotonic(), []
    for seed in seed_list(SEEDS.format(games=given.games)):
        if time.monotonic() - begin > 60 * given.minutes:
            break
        games.append(played(given.agent, given.stake, seed))
        print(json.dumps(games[-1]), flush=True)
    found = {
        "agent": given.agent,
        "stake": given.stake,
        "games": len(games),
        "won": sum(game["won"] for game in games),
        "decisions": sum(game["decisions"] for game in games),
        "different": sum(len(game["different"]) for game in games),
        "minutes": round((time.monotonic() - begin) / 60, 1),
    }
    print(json.dumps(found))
    sys.exit(found["different"] > 0)


if __name__ == "__main__":
    main()
