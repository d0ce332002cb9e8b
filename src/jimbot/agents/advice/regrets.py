"""What a decision costs in chance to win: of one that is asked about, and the dearest of a whole run.

Decisions are played on by the network of the package in the same redrawn games, so what hidden cards held
never counts for or against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from jimbot import _core
from jimbot.agents.advice.adviser import Adviser
from jimbot.agents.search import SearchAgent
from jimbot.agents.view import View
from jimbot.game import Action, Game
from jimbot.view import card_advice, decision_words, percent

WORLDS = 512  # redrawn games for one question
FIRST_LOOK, AGAIN = (
    64,
    1024,
)  # redrawn games for each decision of a run; for the dearest ones, in others
FINALISTS = 3  # times as many decisions are measured again as are shown
ALTERNATIVES = 8
SURE = 2  # standard errors
DISTINGUISHABLE = 0.01  # shares of beaten blinds
WORTH_SHOWING = 0.001  # of the chance to win
OUT_OF_QUESTION = ("cash_out",)


@dataclass(frozen=True)
class WhyNot:
    """``rank`` among ``of`` decisions worth a thought; ``cost`` in chance to win against the ``best`` one,
    give or take ``error`` (two standard errors); ``line`` shows it."""

    action: str
    text: str
    best: str
    best_text: str
    rank: int
    of: int
    cost: float
    error: float
    line: str

    def __str__(self) -> str:
        if self.action == self.best:
            return f"{self.text}: it is what is advised. {self.line}"
        placed = f"{self.text}: number {self.rank} of {self.of}"
        if self.cost <= self.error:
            return f"{placed}, as good as {self.best_text} as far as can be seen. {self.line}"
        return f"{placed}, {points(self.cost)} less to win than {self.best_text}. {self.line}"


@dataclass(frozen=True)
class Regret:
    """A decision that cost chance to win. ``at`` counts the decisions of the run from 0."""

    at: int
    phase: str
    ante: int
    blind: str
    made: str
    made_text: str
    better: str
    better_text: str
    cost: float
    error: float
    line: str
    reason: str

    def __str__(self) -> str:
        where = f"ante {self.ante}, {self.blind}"
        better = f"{self.better_text} was better. {self.line}"
        return f"{where}: {self.made_text} cost {points(self.cost)}; {better}"


@dataclass(frozen=True)
class Review:
    """A run looked at again: how often it was what the adviser would have done, and what cost most,
    dearest first. ``probabilities`` are those to win where they were measured, by the number of the
    decision."""

    decisions: int
    weighed: int
    agreed: int
    regrets: tuple[Regret, ...]
    probabilities: tuple[tuple[int, float], ...] = field(default=(), repr=False)


def why_not(adviser: Adviser, view: View, action: Action, worlds: int = WORLDS) -> WhyNot:
    """Why a legal decision is not the advised one; ValueError if it is not legal."""
    refused = view.why_illegal(action)
    if refused is not None:
        raise ValueError(f"{decision_words(view, action)} is not legal now: {refused}")
    seen = view.same_for_all()
    best = adviser.consider(seen).alternatives[0]
    others = [one for one in _worth_a_thought(adviser, seen) if one not in (best.action, action)]
    compared = [best.action, *([] if action == best.action else [action]), *others[:ALTERNATIVES]]
    outcomes = measure(seen, compared, worlds, seen.draw_seed, best.then)
    asked = outcomes[compared.index(action)]
    rank = 1 + sum(one.chance > asked.chance for one in outcomes)
    return WhyNot(
        str(action),
        decision_words(seen, action),
        str(best.action),
        decision_words(seen, best.action),
        1 if action == best.action else max(2, rank),
        len(compared),
        asked.less,
        SURE * asked.error,
        _line(seen, outcomes[0], None if action == best.action else asked, worlds),
    )


def review(
    decisions: Iterable[tuple[Game, Action]],
    adviser: Adviser | None = None,
    most: int = 5,
    done: Callable[[int], object] = lambda at: None,
) -> Review:
    """The decisions of a run that cost most. Each is compared with what the adviser (default: ``search``)
    would have done, in redrawn games; the dearest are measured again in others, as the dearest of many is
    partly chance."""
    adviser = adviser or Adviser("search")
    count = weighed = agreed = 0
    found: list[_Compared] = []
    probabilities: list[tuple[int, float]] = []
    for at, (game, action) in enumerate(decisions):
        count += 1
        if action.kind not in OUT_OF_QUESTION and not game.over:
            weighed += 1
            view = View(game, 0).same_for_all()
            first = adviser.consider(view).alternatives[0]
            if first.score is not None and 0 <= first.score <= 1:
                probabilities.append((at, first.score))
            if first.action == action:
                agreed += 1
            else:
                found.append(_compare(at, view, first.action, first.then, action, FIRST_LOOK, 0))
        done(at)
    dearest = sorted(found, key=lambda one: -one.cost)[: FINALISTS * most]
    again = [
        _compare(one.at, one.view, one.better, one.then, one.made, AGAIN, 1)
        for one in dearest
        if one.cost > 0
    ]
    sure = sorted(
        (one for one in again if one.cost > max(SURE * one.error, WORTH_SHOWING)), key=lambda one: -one.cost
    )
    regrets = tuple(_regret(one, adviser) for one in sure[:most])
    return Review(count, weighed, agreed, regrets, tuple(probabilities))


def measure(
    view: View, actions: Sequence[Action], worlds: int, seed: int, then: Action | None = None
) -> list[_core.Outcome]:
    """Decisions played on in the same redrawn games; each is compared with the first. ``then``: what follows
    the first."""
    choices = [(action, then if at == 0 else None) for at, action in enumerate(actions)]
    return _player().measure(view.engine(), choices, worlds, seed)


def points(cost: float) -> str:
    """3.2 points, 1 point."""
    shown = f"{100 * cost:.1f}"
    return f"{shown} points" if shown != "1.0" else "1 point"


@cache
def _player() -> _core.Search:
    core = SearchAgent().core
    assert isinstance(core, _core.Search)
    return core


def _worth_a_thought(adviser: Adviser, view: View) -> list[Action]:
    listed = [one.action for one in adviser.consider(view).alternatives]
    if view.phase == "SELECTING_HAND":
        listed += [Action(one.action) for one in card_advice(view, most=ALTERNATIVES)]
    return list(dict.fromkeys(listed))


@dataclass(frozen=True)
class _Compared:
    at: int
    view: View
    made: Action
    better: Action
    then: Action | None
    cost: float
    error: float
    outcomes: tuple[_core.Outcome, _core.Outcome]


def _compare(
    at: int, view: View, better: Action, then: Action | None, made: Action, worlds: int, draw: int
) -> _Compared:
    first, second = measure(view, [better, made], worlds, (view.draw_seed + draw) % 2**64, then)
    return _Compared(at, view, made, better, then, second.less, second.error, (first, second))


def _regret(one: _Compared, adviser: Adviser) -> Regret:
    view = one.view
    return Regret(
        one.at,
        view.phase,
        view.ante,
        view.blind.name,
        str(one.made),
        decision_words(view, one.made),
        str(one.better),
        decision_words(view, one.better),
        one.cost,
        SURE * one.error,
        _line(view, *one.outcomes, AGAIN),
        adviser.suggest(view, 1)[0].reason,
    )


def _line(view: View, best: _core.Outcome, other: _core.Outcome | None, worlds: int) -> str:
    """What was seen in the redrawn games: the blind beaten or not, or else how good the run was behind it."""
    games = f"{worlds:,} redrawn games"
    blind = "the blind" if view.phase == "SELECTING_HAND" else "the next blind"
    if other is None:
        return f"In {games} {blind} was beaten {percent(best.cleared)} of the time."
    if abs(best.cleared - other.cleared) >= DISTINGUISHABLE:
        shares = f"{percent(other.cleared)} of the time after this, {percent(best.cleared)} after the other"
        return f"In {games} {blind} was beaten {shares}."
    probabilities = f"{100 * other.chance:.1f} % after this, {100 * best.chance:.1f} % after the other"
    return f"In {games} the chance to win was {probabilities}."
