"""The games whose positions `tools/studies/planner_checks.py` uses.

    python tools/studies/planner_games.py --write     play them again with the heuristic agent

They are stored as decisions, so that the positions stay the same when agents change.
"""

from __future__ import annotations

import argparse

from planner_checks import GAMES

from jimbot.agents import View, make_agent
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.seeds import draw_seed, mix, seed
from jimbot.runs.machine import write_whole

FIRST_SEED = 600_000  # of the list dev
ROUNDS_OF_DECKS = 4


def play(number: int, deck: str) -> str:
    """The transcript of one game."""
    game, own = Game(seed("dev", FIRST_SEED + number), deck), mix(number)
    player = make_agent("heuristic")
    player.reset(own)
    step = 0
    while not game.over:
        game.apply(player.act(View(game, draw_seed(own, step))))
        step += 1
    return game.transcript


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--write", action="store_true", required=True, help="play the games and write the file"
    )
    parser.parse_args()
    decks = [deck for deck in content()["deck"] if deck != "b_challenge"] * ROUNDS_OF_DECKS
    transcripts = [play(number, deck) for number, deck in enumerate(decks)]
    write_whole(GAMES, "".join(transcripts))
    print(f"{len(transcripts)} games, {sum(map(len, transcripts))} bytes: {GAMES}")


if __name__ == "__main__":
    main()
