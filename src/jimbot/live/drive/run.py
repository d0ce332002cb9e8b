"""One run on a backend from its first blind to its end, recorded as an evaluation records its games."""

from __future__ import annotations

import time
from collections.abc import Callable

from jimbot.agents import Agent, View
from jimbot.evaluation.events.narrator import Narrator
from jimbot.evaluation.runs import Failure, Progress, Record, death_of, failure_of
from jimbot.evaluation.watch import Watch
from jimbot.game import MAX_DECISIONS, Game
from jimbot.game.seeds import luck
from jimbot.live.backends import Backend

VARIANTS = ("steamodded", "vanilla")
Tell = Callable[[int], object]


def drive_run(
    agent: Agent,
    backend: Backend,
    seed: str,
    deck: str = "red",
    stake: str | int = "white",
    index: int = 0,
    agent_seed: int = 0,
    tell: Tell = lambda step: None,
    lost: tuple[type[Exception], ...] = (),
    narrator: Narrator | None = None,
) -> Record:
    """Leaves the backend's present run and plays another to its end.

    An agent that fails loses the run, and the record says how. Exceptions of the kinds ``lost`` mean that the
    backend is gone: they are raised. A narrator is told the run.
    """
    begin = time.perf_counter()
    backend.reset(seed, deck, stake)
    view = backend.view(luck(agent_seed, 0))
    progress, watch = Progress(view), Watch(agent)
    if narrator is not None:
        narrator.start(view)
    decisions: list[str] = []
    failure = None
    try:
        agent.reset(agent_seed)
        while not backend.over:
            tell(len(decisions))
            if len(decisions) == MAX_DECISIONS:
                raise ValueError(f"the game has not ended after {MAX_DECISIONS} decisions")
            action = watch.act(view)
            backend.act(action)
            decisions.append(str(action))
            before, view = view, backend.view(luck(agent_seed, len(decisions)))
            progress.watch(view)
            if narrator is not None:
                narrator.step(before, action, view)
            watch.moved(view)
    except lost:
        raise
    except Exception as error:
        failure = failure_of(len(decisions), error)
    seconds = time.perf_counter() - begin
    record = _record(index, seed, backend.won, view, progress, decisions, seconds, failure, deck, stake)
    watch.ended(record, view)
    return record


def _record(
    index: int,
    seed: str,
    won: bool,
    last: View,
    progress: Progress,
    decisions: list[str],
    seconds: float,
    failure: Failure | None,
    deck: str,
    stake: str | int,
) -> Record:
    return Record(
        index=index,
        seed=seed,
        won=won,
        ante=progress.ante,
        blinds=progress.blinds,
        death=None if failure else death_of(last),
        money=last.money,
        jokers=tuple(joker.key for joker in last.jokers),
        decisions=len(decisions),
        seconds=seconds,
        transcript=transcript_of(seed, deck, stake, decisions, won, last),
        truncated=last.truncated,
        failure=failure,
    )


NOT_REPLAYED = "# the engine ends this run in another position than the backend did"


def transcript_of(seed: str, deck: str, stake: str | int, decisions: list[str], won: bool, last: View) -> str:
    """The decisions as ``Game.transcript`` writes them, with the variant in which the engine ends the run as
    the backend did. Where neither does, a comment in the last line says so."""
    texts = [
        Game(seed, deck, stake, variant=variant).transcript + "".join(f"{line}\n" for line in decisions)
        for variant in VARIANTS
    ]
    found = next((text for text in texts if _ends_like(text, won, last)), None)
    return found if found is not None else f"{texts[0]}{NOT_REPLAYED}\n"


def _ends_like(transcript: str, won: bool, last: View) -> bool:
    try:
        game = Game.replay(transcript)
    except ValueError:
        return False

    def end(position: Game | View) -> tuple[object, ...]:
        names = [joker.key for joker in position.jokers]
        return position.ante, position.round, position.money, position.round_score, names

    return game.won == won and (game.over == last.over or won) and end(game) == end(last)
