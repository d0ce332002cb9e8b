"""A pipeline of training as queues: runners that play, a link to the learners, learners that learn.

Times are drawn around their means with a given spread, so that waiting shows. With ``waits`` the runners of a
round wait for the weights that come of it (PPO); without, they play on and at most two batches queue (APPO,
IMPALA).
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass

FRAGMENT = 2048  # moves that a runner sends at once: 64 games, 32 moves each


@dataclass(frozen=True)
class Pipeline:
    runners: int
    learners: int
    batch: int  # moves that a learner is given at once, of all runners together
    play: float  # seconds of a runner for a move
    learn: float  # seconds of a learner for a move, all epochs
    bytes_a_move: float = 1904.0
    weights: float = 2e6  # bytes to every node when learners are done
    nodes: int = 1
    link: float = 3.1e9  # bytes a second into and out of the learners' machine
    spread: float = 0.1  # standard deviation over mean of a piece of work
    waits: bool = True


@dataclass(frozen=True)
class Flow:
    moves_a_second: float
    playing: float  # share of the time that runners play
    sending: float  # share of the time that the link is busy
    learning: float  # share of the time that learners learn

    @property
    def limit(self) -> str:
        """What is busy most."""
        shares = {"games": self.playing, "link": self.sending, "learner": self.learning}
        return max(shares, key=lambda name: shares[name])


def flow(pipeline: Pipeline, rounds: int = 60, seed: int = 0) -> Flow:
    return _in_rounds(pipeline, rounds, seed) if pipeline.waits else _at_once(pipeline, rounds, seed)


def _drawn(draw_seed: random.Random, mean: float, spread: float) -> float:
    return max(0.0, draw_seed.gauss(mean, spread * mean))


def _in_rounds(p: Pipeline, rounds: int, seed: int) -> Flow:
    draw_seed = random.Random(seed)
    moves = p.batch / p.runners
    sent = moves * p.bytes_a_move / p.link
    time = played = linked = learned = 0.0
    for _ in range(rounds):
        ends = sorted(_drawn(draw_seed, moves * p.play, p.spread) for _ in range(p.runners))
        played += sum(ends)
        free = 0.0
        for end in ends:  # one after the other through the link
            free = max(free, end) + sent
        update = max(_drawn(draw_seed, p.batch / p.learners * p.learn, p.spread) for _ in range(p.learners))
        weights = p.nodes * p.weights / p.link
        time += free + update + weights
        linked += p.runners * sent + weights
        learned += update
    return Flow(rounds * p.batch / time, played / p.runners / time, linked / time, learned / time)


def _at_once(p: Pipeline, rounds: int, seed: int) -> Flow:
    """A runner waits where two batches of every learner are on their way, queue or are learned from."""
    draw_seed = random.Random(seed)
    moves = FRAGMENT
    sent = moves * p.bytes_a_move / p.link
    most = 2 * p.batch * p.learners
    events: list[tuple[float, int, str]] = []
    for runner in range(p.runners):
        heapq.heappush(events, (_drawn(draw_seed, moves * p.play, p.spread), runner, "played"))
    now = link_free = played = linked = learned = 0.0
    waiting: list[int] = []
    idle = list(range(p.learners))
    here = under_way = 0.0  # moves at the learners; moves on the link, at the learners and being learned
    done = 0.0
    while done < rounds * p.batch * p.learners:
        now, number, what = heapq.heappop(events)
        if what == "played":
            under_way += moves
            link_free = max(link_free, now) + sent
            linked += sent
            heapq.heappush(events, (link_free, number, "arrived"))
            waiting.append(number)
        elif what == "arrived":
            here += moves
        else:
            done += p.batch
            under_way -= p.batch
            idle.append(number)
        while idle and here >= p.batch:
            here -= p.batch
            update = _drawn(draw_seed, p.batch * p.learn, p.spread)
            learned += update
            heapq.heappush(events, (now + update, idle.pop(), "learned"))
        while waiting and under_way < most:
            seconds = _drawn(draw_seed, moves * p.play, p.spread)
            played += seconds
            heapq.heappush(events, (now + seconds, waiting.pop(), "played"))
    linked -= max(0.0, link_free - now)  # what still waits before the link
    return Flow(done / now, played / p.runners / now, linked / now, learned / p.learners / now)
