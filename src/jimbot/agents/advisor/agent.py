"""The adviser agent: who is asked when, and what becomes of the answer."""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from jimbot.agents.advisor.book import Book
from jimbot.agents.advisor.prompt import MAX_REASON, SYSTEM, prompt, read_answer, words
from jimbot.agents.advisor.providers import Provider, Reply, checked, make_provider
from jimbot.agents.heuristic import HeuristicAgent
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.runs import telemetry

MAX_OPTIONS = 8
MILLION = 1e6
_reported: set[str] = set()  # providers that this process has complained of
# share of all decisions -> the best alternative leads by no more than this chance to win. Measured on 11,312
# decisions of the heuristic in 48 games (dev-48@90000, Red Deck, White Stake); 61 % have a second one.
LEADS = (
    (0.0, 0.0),
    (0.01, 6.0e-4),
    (0.02, 1.2e-3),
    (0.03, 1.7e-3),
    (0.05, 2.8e-3),
    (0.10, 6.0e-3),
    (0.15, 9.3e-3),
    (0.20, 1.3e-2),
    (0.25, 1.8e-2),
    (0.30, 2.5e-2),
    (1.0, 1.0),
)


def lead_for(share: float) -> float:
    """The lead up to which so large a share of decisions is close."""
    return next(lead for part, lead in LEADS if part >= share)


class Call(threading.Thread):
    """One question. It cannot be stopped: a caller that waits too long goes on without it."""

    def __init__(self, provider: Provider, text: str, seconds: float) -> None:
        super().__init__(name="adviser", daemon=True)
        self._provider, self._text, self._seconds = provider, text, seconds
        self.reply: Reply | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.reply = checked(self._provider.ask(SYSTEM, self._text, self._seconds))
        except Exception as error:  # whatever a provider does, the game goes on
            self.error = error


@dataclass(frozen=True)
class Prices:
    """Dollars for a million tokens."""

    tokens_in: float
    tokens_out: float

    def of(self, reply: Reply) -> float:
        return (self.tokens_in * reply.tokens_in + self.tokens_out * reply.tokens_out) / MILLION


FREE = Prices(0.0, 0.0)


@register("advisor")
class AdvisorAgent(Agent):
    """``provider`` is anthropic or openai (any compatible ``url``); ``share`` is the most of all decisions
    that may be advised; ``per_hour`` bounds the questions an hour; ``seconds`` is the patience for an answer;
    ``max_loss`` is how much chance to win an advised decision may cost by the strategist's estimate;
    ``folder`` keeps answers and the account of costs; ``similarity`` is how alike positions share an answer;
    prices are dollars for a million tokens."""

    def __init__(
        self,
        provider: str,
        model: str = "",
        url: str = "",
        share: float = 0.05,
        per_hour: int = 100,
        seconds: float = 5.0,
        max_loss: float = 0.02,
        folder: Path = Path("runs/advisor"),
        similarity: float = 0.9,
        price_in: float = 0.0,
        price_out: float = 0.0,
    ) -> None:
        for name, value in (("share", share), ("max_loss", max_loss), ("similarity", similarity)):
            if not 0 <= value <= 1:
                raise ValueError(f"agent 'advisor': {name} is {value}; 0 to 1 is allowed")
        if per_hour < 1 or seconds <= 0:
            raise ValueError(
                f"agent 'advisor': per_hour is {per_hour}, seconds {seconds}; more than 0 is allowed"
            )
        self._begin(make_provider(provider, model, url), share, seconds, max_loss, similarity)
        self._book = Book(folder / "advisor.sqlite", per_hour)
        self._prices = Prices(price_in, price_out)

    @classmethod
    def with_provider(
        cls,
        provider: Provider,
        book: Book,
        share: float = 0.05,
        seconds: float = 5.0,
        max_loss: float = 0.02,
        similarity: float = 0.9,
        prices: Prices = FREE,
    ) -> AdvisorAgent:
        """An adviser with a provider of your own."""
        agent = cls.__new__(cls)
        agent._begin(provider, share, seconds, max_loss, similarity)
        agent._book, agent._prices = book, prices
        return agent

    def _begin(
        self, provider: Provider, share: float, seconds: float, max_loss: float, similarity: float
    ) -> None:
        self._player = HeuristicAgent()
        self._provider, self._share, self._seconds = provider, share, seconds
        self._max_loss, self._similarity = max_loss, similarity
        self._lead = lead_for(share)
        self._call: Call | None = None
        self.decisions = self.advised = 0
        self.outcomes: Counter[str] = Counter()

    def reset(self, seed: int) -> None:
        self._player.reset(seed)

    def act(self, view: View) -> Action:
        return self.consider(view).action

    def consider(self, view: View) -> Advice:
        advice = self._player.consider(view)
        self.decisions += 1
        options = self._options(view, advice)
        if len(options) < 2 or self.advised + 1 > self._share * self.decisions:
            return advice
        lead = (options[0].score or 0.0) - (options[1].score or 0.0)
        if lead > self._lead:
            return advice
        try:
            chosen, reason = self._advised(view, options, lead)
        except sqlite3.Error as error:  # a full disk, a file that others hold: the game goes on
            self.outcomes["no book"] += 1
            self._complain(f"its book: {error}")
            return advice
        if chosen is None or chosen == 0 or not view.is_legal(options[chosen].action):
            return advice
        self._player.planned = None  # what the strategist planned does not follow another decision
        best = replace(options[chosen], reason=f"adviser: {reason}")
        rest = (one for one in advice.alternatives if one.action != best.action)
        return Advice((best, *rest))

    def _options(self, view: View, advice: Advice) -> list[Alternative]:
        """Decisions that the strategist thinks nearly as good as its own."""
        best = advice.alternatives[0]
        if best.score is None:
            return []
        near = [
            one
            for one in advice.alternatives
            if one.score is not None
            and best.score - one.score <= self._max_loss
            and view.is_legal(one.action)
        ]
        return near[:MAX_OPTIONS] if near and near[0].action == best.action else []

    def _advised(self, view: View, options: list[Alternative], lead: float) -> tuple[int | None, str]:
        """The place of the advised decision, and why; None where there is no advice."""
        text, names, features = prompt(view, options), words(view, options), _features(view, options)
        known = self._book.find(text, view.phase, features, self._similarity)
        if known in names:
            self.advised += 1
            self._note("cached", 0.0, Reply(""), lead, known)
            return names.index(known), "as in a position like this"
        if self._call is not None and self._call.is_alive():
            self.outcomes["busy"] += 1
            return None, ""
        if not self._book.take_token():
            self.outcomes["bucket"] += 1
            return None, ""
        self.advised += 1
        begin = time.perf_counter()
        self._call = call = Call(self._provider, text, self._seconds)
        call.start()
        call.join(self._seconds)
        seconds = time.perf_counter() - begin
        if call.is_alive():
            self._complain(f"no answer within {self._seconds:g} s")
            self._note("late", seconds, Reply(""), lead, "")
            return None, ""
        if call.reply is None:
            self._complain(f"{type(call.error).__name__}: {call.error}")
            self._note("failed", seconds, Reply(""), lead, "")
            return None, ""
        try:
            answer = read_answer(call.reply.text, len(options))
        except ValueError:
            self._note("refused", seconds, call.reply, lead, "")
            return None, ""
        chosen = names[answer.choice]
        self._book.keep(text, view.phase, features, chosen)
        self._note("answered", seconds, call.reply, lead, chosen)
        return answer.choice, answer.reason

    def _complain(self, why: str) -> None:
        """One line a process, whatever else goes wrong; the account counts everything."""
        if self._provider.name not in _reported:
            _reported.add(self._provider.name)
            line = " ".join(why.split())[:MAX_REASON]
            print(
                f"jimbot: no advice from {self._provider.name}: {line}; the heuristic decides",
                file=sys.stderr,
            )

    def _note(self, outcome: str, seconds: float, reply: Reply, lead: float, chosen: str) -> None:
        dollars = self._prices.of(reply)
        self.outcomes[outcome] += 1
        self._book.account(self._provider.name, outcome, seconds, reply.tokens_in, reply.tokens_out, dollars)
        telemetry.record(
            "advisor",
            {"provider": self._provider.name, "outcome": outcome},
            seconds=seconds,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            dollars=dollars,
            lead=lead,
            chosen=chosen,
        )


def _features(view: View, options: list[Alternative]) -> set[str]:
    """What makes positions alike: where, with which jokers, against which boss, with which choice."""
    money = min(view.money // 5, 10)
    place = {f"phase {view.phase}", f"ante {view.ante}", f"money {money}", f"boss {view.blinds[2].key}"}
    return (
        place
        | {f"joker {joker.key}" for joker in view.jokers}
        | {f"or {text}" for text in words(view, options)}
    )
