"""What agents decide, game by game: two builds that print the same lines decide alike.

    python tools/studies/decisions.py                               heuristic, policy and a small search
    python tools/studies/decisions.py --agent heuristic --seeds dev-300@50000 > before.txt

Games take turns between White and Gold Stake. A line holds agent, seed, stake, result, number of decisions
and a hash of all decisions. The processor seconds of each agent go to the standard error, so that two outputs
can be compared.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time

from jimbot.agents import make_agent
from jimbot.agents.play import GameTable, Moves
from jimbot.game import Game
from jimbot.game.seeds import seed_list

AGENTS = ("heuristic", "policy", "search:worlds=32")
STAKES = ("white", "gold")


def decisions(agent: str, number: int, seed: str) -> str:
    """One game, as a line."""
    stake = STAKES[number % len(STAKES)]
    game = Game(seed, stake=stake)
    made = [str(move.action) for move in Moves(make_agent(agent), GameTable(game), number)]
    found = hashlib.sha256("\n".join(made).encode()).hexdigest()[:16]
    return f"{agent} {seed} {stake} {'won' if game.won else 'lost'} {len(made)} {found}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", action="append", help="may be repeated; default: " + ", ".join(AGENTS))
    parser.add_argument("--seeds", default="dev-20", help="games of each agent (default: %(default)s)")
    args = parser.parse_args()
    seeds = seed_list(args.seeds)
    for agent in args.agent or AGENTS:
        begun = time.process_time()
        for number, seed in enumerate(seeds):
            print(decisions(agent, number, seed), flush=True)
        spent = time.process_time() - begun
        print(f"{agent}: {spent / len(seeds):.4f} CPU seconds a game", file=sys.stderr)


if __name__ == "__main__":
    main()
