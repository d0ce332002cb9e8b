"""The servers of a pool: who is free, who is sick and until when, whose turn it is. No waiting here."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from jimbot.live.client.exceptions import NoHealthyServer, OutcomeUnknown, PoolBusy, TransportError

Client = TypeVar("Client")


@dataclass(eq=False)
class Member(Generic[Client]):
    """One server. It is checked before a lease when it has not been heard of for a while."""

    base_url: str
    client: Client
    heard: float | None = None
    failures: int = 0
    sick_until: float = 0.0
    reason: str = "not tried yet"
    version_known: bool = False


@dataclass(frozen=True)
class Health:
    """`fresh`: seconds for which an answer proves a server healthy. A sick server is left alone for `backoff`
    seconds, twice as long after each further failure, at most `backoff_limit`."""

    fresh: float = 5.0
    backoff: float = 0.5
    backoff_limit: float = 30.0


class Roster(Generic[Client]):
    def __init__(self, members: Sequence[Member[Client]], health: Health) -> None:
        if not members:
            raise ValueError("a pool needs at least one base URL")
        urls = [member.base_url for member in members]
        if len(set(urls)) != len(urls):
            raise ValueError(f"each server may be named only once: {', '.join(urls)}")
        self.members = list(members)
        self._health = health
        # In the order of their return: the head has rested longest.
        self._free = deque(self.members)

    def take(self, now: float) -> Member[Client] | None:
        """The free server that has rested longest and is not in its back-off."""
        for member in self._free:
            if member.sick_until <= now:
                self._free.remove(member)
                return member
        return None

    def claim(self, member: Member[Client]) -> bool:
        """Takes this server, sick or not, unless somebody has it."""
        if member not in self._free:
            return False
        self._free.remove(member)
        return True

    def give_back(self, member: Member[Client]) -> None:
        self._free.append(member)

    def needs_check(self, member: Member[Client], now: float) -> bool:
        return member.heard is None or now - member.heard > self._health.fresh

    def well(self, member: Member[Client], now: float) -> None:
        member.heard, member.failures, member.sick_until = now, 0, 0.0

    def sick(self, member: Member[Client], reason: str, now: float) -> None:
        pause = min(self._health.backoff * 2**member.failures, self._health.backoff_limit)
        member.heard, member.reason = None, reason
        member.failures += 1
        member.sick_until = now + pause

    def returned(self, member: Member[Client], failure: BaseException | None, now: float) -> None:
        """The end of a lease. Only a failure to reach the server speaks against it."""
        if failure is None:
            self.well(member, now)
        elif isinstance(failure, (TransportError, OutcomeUnknown)):
            self.sick(member, str(failure), now)
        self.give_back(member)

    def wait(self, now: float, deadline: float | None) -> float | None:
        """Nobody can be taken: how long to wait for a change (None: for ever), or why it is in vain."""
        late = deadline is not None and now >= deadline
        nobody = len(self._free) == len(self.members) and all(member.failures for member in self.members)
        if nobody and (late or deadline is None):
            raise NoHealthyServer({member.base_url: member.reason for member in self.members})
        if late:
            raise PoolBusy(f"all {len(self.members)} balatrobot servers stayed leased or unhealthy")
        ends = [member.sick_until for member in self._free]
        if deadline is not None:
            ends.append(deadline)
        return max(0.0, min(ends) - now) if ends else None
