"""A search for seeds beside a page: bounded, watched while it goes on, stopped at any time."""

from __future__ import annotations

import threading
import time

from jimbot.apps.seed_output import seed_row, seeds_text
from jimbot.apps.things import in_words
from jimbot.evaluation.seed_outcomes import outcome_check
from jimbot.game.records import counted, number
from jimbot.game.seeds import find, parse
from jimbot.view import places
from jimbot.view.seed_rank import find_of

MAX_FOUND = 20
MAX_SECONDS = 60.0


class Hunt:
    """Looks for seeds until it has found some more, its time is over, or it is stopped; then it can go on.

    QueryError for a condition that cannot be read."""

    def __init__(self, condition: str, deck: str, stake: str) -> None:
        query = parse(condition, deck, stake)
        self.search = find(query, check=outcome_check(query))
        self._found: dict[str, str] = {}
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._began = 0.0
        self._before = 0  # found when it last went on

    @property
    def found(self) -> dict[str, str]:
        """Seeds so far, and in words where each has what was asked for."""
        return dict(self._found)

    def ranked(self, order: str | None) -> dict[str, str]:
        """The same seeds, the best ones first: by ``early``, ``cheap``, or as they were found."""
        if order is None:
            return self.found
        query, found = self.search.query, self.found
        return {
            find.seed: found[find.seed]
            for find in sorted((find_of(query, seed) for seed in found), key=lambda f: f.key([order]))
        }

    def text(self, kind: str) -> str:
        """What was found as a file: .csv, .json or .txt."""
        query = self.search.query
        return seeds_text(query, [seed_row(query, seed, kind) for seed in self.found], kind)

    @property
    def going(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def go_on(self) -> None:
        if self.going:
            return
        self._stop.clear()
        self._began, self._before = time.monotonic(), len(self._found)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends within a chunk of the search."""
        self._stop.set()
        self.join()

    def join(self) -> None:
        """Waits until it has stopped."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        for found in self.search.chunks():
            self._found |= {seed: in_words(places(self.search.query, seed)) for seed in found}
            if self._stop.is_set() or self.share >= 1.0:
                return

    @property
    def share(self) -> float:
        """How much of its bounds is used up."""
        found = (len(self._found) - self._before) / MAX_FOUND
        return min(1.0, max(found, (time.monotonic() - self._began) / MAX_SECONDS))

    @property
    def words(self) -> str:
        seen, speed = self.search.seen, self.search.seen / max(self.search.seconds, 1e-9)
        found, looked_at = number(len(self._found)), counted(seen, "seed")
        return f"{found} found in {looked_at}, {number(round(speed))} seeds a second"
