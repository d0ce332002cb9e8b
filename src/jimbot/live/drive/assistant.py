"""The assistant beside a game: looks, suggests, and acts on its own only through an open gate."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from jimbot.live.drive.arming import Gate
from jimbot.live.drive.companion import MOVED, Companion, Look, Notice

LONGEST_PAUSE = 15.0


@dataclass
class Assistant:
    """``notices`` follows the game for ever; each new position is reported once. The companion sees to it
    that nothing is done twice, or in another position than the one that was looked at."""

    companion: Companion
    gate: Gate | None = None  # None: suggestions only
    poll_interval: float = 1.0
    sleep: Callable[[float], None] = time.sleep

    def notices(self) -> Iterator[Notice]:
        pause, look = self.poll_interval, None
        while True:
            look = look or self.companion.look()
            if look is not None:
                notice, look = self._acted(look)
                yield notice
            if look is None:
                pause = self.poll_interval if self.companion.connected else min(2 * pause, LONGEST_PAUSE)
                self.sleep(pause)

    def close(self) -> None:
        self.companion.close()

    def _acted(self, look: Look) -> tuple[Notice, Look | None]:
        """What is to be said of a position, and the next one, if it is known already."""
        notice = replace(look.notice, executed=None)
        if not notice.suggestions:
            return notice, None
        if self.gate is None:
            return notice, None
        refused = self.gate.closed_for(self.companion.run)
        if refused is not None:
            return replace(notice, note=refused), None
        if (wait := self.gate.wait()) > 0:
            self.sleep(wait)
        self.companion.arm()
        self.gate.passed()
        done = self.companion.execute(0, look)
        if done.notice.executed is not None:
            return replace(notice, executed=done.notice.executed), done
        return self._acted(done) if MOVED in done.notice.note else (done.notice, None)
