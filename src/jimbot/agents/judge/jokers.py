"""What the judge thinks of each joker: the change of the chance to win when it is added to a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.agents.heuristic import HeuristicAgent
from jimbot.agents.judge import weights
from jimbot.agents.judge.games import Play
from jimbot.agents.judge.network import BLINDS, win_chance
from jimbot.agents.play import GameTable, Moves
from jimbot.game import Action, Game
from jimbot.game.content import content
from jimbot.game.seeds import seed

ANTES = (1, 3, 5, 7)
TRIES = 8  # games per position that may be needed to reach an ante
HERE = Action("leave_shop")  # of it the judge sees nothing but the position as it is


@dataclass(frozen=True)
class AnteView:
    """The judge's view of all jokers in the shops of an ante."""

    ante: int
    positions: int
    win_chance: float  # before a joker is added
    change: dict[str, float]  # by joker
    error: dict[str, float]  # standard error of the change


class JokerJudge:
    """Judges positions in a shop as they are."""

    def __init__(self, path: str | None = None) -> None:
        self._weights = weights(path)
        self._strategist = Play().strategist(self._weights)

    def features(self, game: Game, draw_seed: int) -> NDArray[np.float32]:
        return self._strategist.features_after(game.reveal(), HERE, draw_seed)

    def win_probabilities(self, games: Sequence[Game], draw_seed: int) -> NDArray[np.float64]:
        """All with the same draw seed, so that differences are those of the positions."""
        rows = np.stack([self.features(game, draw_seed) for game in games])
        return win_chance(self._weights, rows, rows[:, :BLINDS].argmax(1))


def shops(
    antes: Sequence[int], count: int, path: str | None = None, each: Callable[[], None] = lambda: None
) -> dict[int, list[Game]]:
    """The first shop of each of these antes, from this many games of the heuristic agent that got there.

    Games are on train seeds. ``each`` is called for every shop."""
    agent = HeuristicAgent(judge=path, trust=0)
    found: dict[int, list[Game]] = {ante: [] for ante in antes}
    for number in range(TRIES * count):
        missing = {ante for ante in antes if len(found[ante]) < count}
        if not missing:
            return found
        game = Game(seed("train", number))
        for _ in Moves(agent, GameTable(game), number):
            if game.phase == "SHOP" and game.ante in missing:
                missing.remove(game.ante)
                found[game.ante].append(game.clone())
                each()
            if not missing:
                break
    short = [ante for ante in antes if len(found[ante]) < count]
    if short:
        raise ValueError(
            f"in {TRIES * count} games only {len(found[short[0]])} reached a shop of ante {short[0]}; "
            f"{count} were wanted"
        )
    return found


def jokers_at(
    judge: JokerJudge, ante: int, games: Sequence[Game], each: Callable[[], None] = lambda: None
) -> AnteView:
    """``each`` is called for every position."""
    keys = list(content()["joker"])
    changes: dict[str, list[float]] = {key: [] for key in keys}
    before = []
    for number, game in enumerate(games):
        base = with_room(judge, game, number)
        owned = joker_tokens(base)
        new = sorted(set(keys) - {joker.key for joker in base.jokers}, key=keys.index)
        probabilities = judge.win_probabilities(
            [base, *(with_jokers(base, [*owned, key]) for key in new)], number
        )
        before.append(float(probabilities[0]))
        for key, probability in zip(new, probabilities[1:], strict=True):
            changes[key].append(float(probability - probabilities[0]))
        each()
    seen = {key: np.array(values) for key, values in changes.items() if values}
    return AnteView(
        ante,
        len(games),
        float(np.mean(before)),
        {key: float(values.mean()) for key, values in seen.items()},
        {key: float(values.std() / len(values) ** 0.5) for key, values in seen.items()},
    )


def with_room(judge: JokerJudge, game: Game, draw_seed: int) -> Game:
    """With a free slot: where all are taken, without the joker that is missed least."""
    while len(game.jokers) >= game.joker_slots:
        tokens = joker_tokens(game)
        fewer = [
            with_jokers(game, tokens[:i] + tokens[i + 1 :])
            for i, joker in enumerate(game.jokers)
            if joker.edition != "negative"  # takes its slot with it
        ]
        game = fewer[int(judge.win_probabilities(fewer, draw_seed).argmax())]
    return game


def joker_tokens(game: Game | _core.Game) -> list[str]:
    """The joker line in notation."""
    line = re.search(r" jokers=\[([^\]]*)\]", game.notation(rng=False))
    return line[1].split(",") if line and line[1] else []


def with_jokers(game: Game, tokens: Sequence[str]) -> Game:
    return game.edited(f"jokers=[{','.join(tokens)}]")
