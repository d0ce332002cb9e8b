"""Games played by the strategist, as examples for its judge."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.mixture import CURIOUS, Mixture
from jimbot.agents.judge.network import BLINDS, Weights
from jimbot.game import MAX_DECISIONS
from jimbot.game.seeds import draw_seed, seed

# After these actions a position is worth an example: the judge is asked about such positions.
RECORDED = ("select_blind", "skip_blind", "buy_card", "buy_voucher", "buy_pack", "reroll", "cash_out")
# In one game of four, a joker comes for nothing once in a few rounds, whichever: else the judge never learns
# of jokers that it thinks little of, because the strategist never takes them.
ROUNDS_PER_GIFT = 6
JOKERS = _core.content()["joker"]
# It has the stickers that it might have in a shop of this stake, as often.
LEVELS = {stake["key"]: stake["level"] for stake in _core.content()["stake"]}
STICKERS = {sticker["key"]: sticker for sticker in _core.content()["sticker"]}
STICKER_PERCENT = 30


@dataclass(frozen=True)
class Play:
    """How games are played: the options of the strategist, and which games. With ``curiosity`` it tries
    alternatives that look a little worse, for learning, and with ``daring`` any: three games of four do, by a
    third, two thirds and all of it."""

    rounds: int = 16
    discards: int = 12
    samples: int = 24
    curiosity: float = 0.0
    daring: float = 0.0
    mixture: Mixture = field(default_factory=Mixture)

    def gifts(self, number: int) -> bool:
        return self.curiosity > 0 and number % CURIOUS == CURIOUS - 1

    def strategist(self, weights: Weights, number: int = 0) -> _core.Strategist:
        share = number % CURIOUS / (CURIOUS - 1)
        return _core.Strategist(
            weights.core,
            self.rounds,
            self.discards,
            self.samples,
            self.curiosity * share,
            draw_seed(number, -1),
            self.daring * share,
        )


def play_game(number: int, weights: Weights, play: Play) -> Examples:
    """The game on this train seed, played to its end."""
    game = begin(number, play)
    strategist = play.strategist(weights, number)
    draw_seeds = (draw_seed(number, step) for step in itertools.count())
    rows: list[NDArray[np.float32]] = []
    dared = [False]  # on the way to each row, the last one being still to come
    given = -1  # round of the last gift
    for action, dare in actions(game, number, strategist, draw_seeds):
        dared[-1] |= dare
        if action.kind == "select_blind" and game.round > given and give(game, play, number):
            given = game.round
            continue
        if action.kind in RECORDED:
            rows.append(strategist.features_after(game, action, next(draw_seeds)))
            dared.append(False)
        game.apply(action)
    features = np.stack(rows)
    blind = features[:, :BLINDS].argmax(1).astype(np.int8)
    end = BLINDS if game.won else _core.blind_number(game)
    # Hieroglyph takes an ante back: what was seen before it may lie beyond the end.
    ends = np.maximum(blind, end).astype(np.int8)
    return Examples.of_rows(
        features, blind, ends, np.array(dared[:-1]), play.mixture.start(number).stake, number
    )


def begin(number: int, play: Play) -> _core.Game:
    start = play.mixture.start(number)
    return _core.Game.start(seed("train", number), start.deck, start.stake, start.challenge, 0, False, False)


def actions(
    game: _core.Game, number: int, strategist: _core.Strategist, draw_seeds: Iterator[int]
) -> Iterator[tuple[_core.Action, bool]]:
    """What the strategist does to the end of a game, and whether that is a dare; the caller applies it."""
    then: _core.Action | None = None  # the second action of the last decision
    for _ in range(MAX_DECISIONS):
        if game.phase == "GAME_OVER":
            return
        drawn = next(draw_seeds)
        if then is not None and game.why_illegal(then) is None:
            action, then = then, None
            yield action, False
        else:
            decision = strategist.decide(game, drawn)
            then = decision.then
            yield decision.action, decision.dared
    raise RuntimeError(f"train seed {number} has not ended after {MAX_DECISIONS} decisions")


def give(game: _core.Game, play: Play, number: int) -> bool:
    """Brings any joker, in some rounds of a game that is most curious."""
    chance = draw_seed(number, -2 - game.round)
    if not play.gifts(number) or chance % ROUNDS_PER_GIFT or len(game.jokers) >= game.joker_slots:
        return False
    joker = JOKERS[chance // ROUNDS_PER_GIFT % len(JOKERS)]
    sticker, rental = (chance >> 32) % 100, (chance >> 48) % 100
    level = play.mixture.start(number).stake
    may = {key: level >= LEVELS[STICKERS[key]["from_stake"]] for key in STICKERS}
    eternal = may["eternal"] and joker["eternal_ok"] and sticker < STICKER_PERCENT
    perishable = may["perishable"] and joker["perishable_ok"] and sticker >= 100 - STICKER_PERCENT
    return _core.give_joker(
        game,
        joker["key"],
        None,
        eternal,
        int(STICKERS["perishable"]["n"]) if perishable else 0,
        may["rental"] and rental < STICKER_PERCENT,
    )
