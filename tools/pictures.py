"""Draws the pictures of README and docs: a hand and a shop of one run by the heuristic agent.

python tools/pictures.py [SEED]
"""

from __future__ import annotations

import sys
from pathlib import Path

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.game.seeds import draw_seed
from jimbot.view import picture

DOCS = Path(__file__).resolve().parents[1] / "docs"


def main() -> None:
    game = Game(seed=sys.argv[1] if len(sys.argv) > 1 else "TESTSEED")
    agent = make_agent("heuristic")
    agent.reset(0)
    images = {}
    step = 0
    while not game.over:
        action = agent.act(View(game, draw_seed(0, step)))
        if action.kind == "play" and game.ante >= 6 and not any(card.debuffed for card in game.hand):
            images["hand"] = picture.draw(game, action.cards)
        if action.kind == "buy_card" and len(game.jokers) == game.joker_slots - 1:
            images["shop"] = picture.draw(game)
        game.apply(action)
        step += 1
    for name, image in images.items():
        (DOCS / f"{name}.png").write_bytes(picture.png(image))
    print(game, *images)


if __name__ == "__main__":
    main()
