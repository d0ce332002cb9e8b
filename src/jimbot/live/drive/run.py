"""One run on a backend from its first blind to its end, recorded as an evaluation records its games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from jimbot.agents import Agent
from jimbot.agents.play import Observer
from jimbot.evaluation.runs import Progress, Record, play_table
from jimbot.game import Game
from jimbot.game.seen import Seen
from jimbot.live.backends import Backend

VARIANTS = ("steamodded", "vanilla")
NOT_REPLAYED = "# the engine ends this run in another position than the backend did"


def drive_run(
    agent: Agent,
    backend: Backend,
    seed: str,
    deck: str = "red",
    stake: str | int = "white",
    index: int = 0,
    agent_seed: int = 0,
    observers: Sequence[Observer] = (),
    lost: tuple[type[Exception], ...] = (),
) -> Record:
    """Leaves the backend's present run and plays another to its end.

    An agent that fails loses the run, and the record says how. Exceptions of the kinds ``lost`` mean that the
    backend is gone: they are raised.
    """
    begin = time.perf_counter()
    backend.reset(seed, deck, stake)
    progress = Progress(backend.position)
    record = play_table(agent, backend, progress, index, seed, agent_seed, observers, lost)
    transcript = transcript_of(seed, deck, stake, progress.actions, record.won, progress.position)
    return replace(record, transcript=transcript, seconds=time.perf_counter() - begin)


def transcript_of(seed: str, deck: str, stake: str | int, decisions: list[str], won: bool, last: Seen) -> str:
    """The decisions as ``Game.transcript`` writes them, with the variant in which the engine ends the run as
    the backend did. Where neither does, a comment in the last line says so."""
    texts = [
        Game(seed, deck, stake, variant=variant).transcript + "".join(f"{line}\n" for line in decisions)
        for variant in VARIANTS
    ]
    found = next((text for text in texts if _ends_like(text, won, last)), None)
    return found if found is not None else f"{texts[0]}{NOT_REPLAYED}\n"


def _ends_like(transcript: str, won: bool, last: Seen) -> bool:
    try:
        game = Game.replay(transcript)
    except ValueError:
        return False

    def end(position: Seen) -> tuple[object, ...]:
        names = [joker.key for joker in position.jokers]
        return position.ante, position.round, position.money, position.round_score, names

    return game.won == won and (game.over == last.over or won) and end(game) == end(last)
