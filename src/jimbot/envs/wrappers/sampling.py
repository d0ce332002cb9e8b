"""What episodes begin with: decks and stakes with a floor, the ones that fail more often, saved positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.envs.batch import Start, one_of, whole
from jimbot.envs.spec import TABLES
from jimbot.envs.wrappers.base import EnvironmentWrapper, check_keys, ended, share
from jimbot.game import Game, challenge_index, deck_index, stake_index
from jimbot.game.content import content

PHASES = ("BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP")
BLINDS_OF_A_RUN = 24
_GLOBALS = [column.name for table in TABLES if table.name == "globals" for column in table.columns]
_RUN_COLUMNS = [_GLOBALS.index(name) for name in ("deck", "stake", "challenge")]


def sample_starts(
    decks: str | Iterable[str] = "all",
    stakes: str | int | Iterable[str | int] = "white",
    weights: Mapping[tuple[str, str | int], float] | None = None,
    floor: float = 0.02,
) -> list[Start]:
    """A start for every deck at every stake; ``"all"`` stands for all of them.

    ``weights``: (deck, stake) -> weight, 0 where it says nothing; without it all are equal. No start is drawn
    in less than the share ``floor`` of the episodes.
    """
    chosen = [(d, s) for d in _chosen("deck", decks) for s in _chosen("stake", stakes)]
    places = {_run_of(Start(d, s)): place for place, (d, s) in enumerate(chosen)}
    if len(places) < len(chosen):
        raise ValueError(f"a deck or stake is named twice: decks {decks!r}, stakes {stakes!r}")
    given = np.ones(len(chosen))
    if weights is not None:
        given[:] = 0
        for (deck, stake), weight in weights.items():
            place = places.get(_run_of(Start(deck, stake)))
            if place is None:
                raise ValueError(f"weights name {(deck, stake)!r}, which is not among the decks and stakes")
            given[place] = weight
    shares = with_floor(given, floor)
    return [Start(d, s, weight=float(w)) for (d, s), w in zip(chosen, shares, strict=True)]


def _chosen(kind: str, names: Any) -> list[Any]:
    if names == "all":
        return list(content()[kind])
    return [names] if isinstance(names, str | int) else list(names)


def with_floor(weights: NDArray[np.float64], floor: float) -> NDArray[np.float64]:
    """Shares in proportion to the weights, those below the floor lifted to it at the cost of the others."""
    n = len(weights)
    if n == 0:
        raise ValueError("there are no starts; at least one is needed")
    if share("floor", floor) * n > 1 + 1e-9:
        raise ValueError(f"floor is {floor}, but {n} starts can have at most {1 / n:.4g} each")
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
        raise ValueError(f"weights are {weights.tolist()}; numbers of at least 0, not all 0, are needed")
    lifted = np.zeros(n, dtype=bool)
    while True:
        free = weights[~lifted].sum()
        shares: NDArray[np.float64] = np.where(
            lifted, floor, weights / (free or 1.0) * (1 - floor * lifted.sum())
        )
        low = ~lifted & (shares < floor)
        if not low.any():
            return shares
        lifted |= low


def positions_of(run: Game | str, every: str = "BLIND_SELECT") -> list[Start]:
    """Starts at the positions of a run (a game or its transcript), one for each time it came to the phase
    ``every``: each blind offered, each round begun, each shop entered. Their hidden part is drawn anew for
    every episode."""
    phase = one_of("phase", every.upper(), PHASES)
    transcript = run.transcript if isinstance(run, Game) else run
    Game.replay(transcript)  # refuses a wrong line by its number
    first, *lines = transcript.splitlines()
    game = Game.replay(first)
    found: list[Start] = []
    seen = set()
    for line in ("", *lines):  # the beginning is a position too
        if line and not line.startswith("#"):
            game.apply(line)
        # coming back from a pack is no new visit
        visit = (game.ante, game.round, *(blind.status for blind in game.blinds))
        if game.phase == phase and visit not in seen:
            seen.add(visit)
            found.append(Start(position=game.clone()))
    return found


def _run_of(start: Start) -> tuple[int, int, int]:
    """Deck, stake and challenge as the observation numbers them: 0 is none."""
    challenge = 0 if start.challenge is None else challenge_index(start.challenge) + 1
    return deck_index(start.deck) + 1, stake_index(start.stake), challenge


class StartSampler(EnvironmentWrapper):
    """Draws the starts that fail early more often.

    A start is wanted in proportion to its weight times 1 - (mean ``furthest_blind`` of its last ``window``
    episodes) / 24, where one not yet played counts as 0; each keeps at least the share ``floor``. The shares
    are set anew after every ``interval`` episodes. Without ``starts`` those of the environment are taken.
    They are told apart by deck, stake and challenge.
    """

    def __init__(
        self,
        env: Any,
        starts: Sequence[Start] | None = None,
        floor: float = 0.05,
        window: int = 100,
        interval: int = 100,
    ) -> None:
        super().__init__(env)
        self.claim("starts")
        self.starts = tuple(self.batch.starts if starts is None else starts)
        self._places: dict[tuple[int, int, int], int] = {}
        for place, start in enumerate(self.starts):
            if start.position is not None:
                raise ValueError(f"start {place} is a saved position; StartSampler knows new runs only")
            same = self._places.setdefault(_run_of(start), place)
            if same != place:
                raise ValueError(f"starts {same} and {place} have the same deck, stake and challenge")
        self.floor = floor
        self.interval = whole("interval", interval, 1)
        self._recent: list[deque[float]] = [deque(maxlen=whole("window", window, 1)) for _ in self.starts]
        self._playing = np.full(self.batch.num_envs, -1)
        self._ended = 0
        self._set_shares()

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        self._identify(self.chosen(options))
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        over = ended(terminated, truncated)
        if over is not None:
            furthest = self.facts["furthest_blind"]
            for i in np.flatnonzero(over):
                if self._playing[i] >= 0:
                    self._recent[self._playing[i]].append(float(furthest[i]))
            self._identify(over)
            self._ended += int(over.sum())
            if self._ended >= self.interval:
                self._set_shares()
        return observation, reward, terminated, truncated, info

    def _identify(self, rows: NDArray[np.bool_]) -> None:
        """Which starts the episodes that now run began with; -1: another, named by reset options."""
        runs = self.batch.observations["globals"][rows][:, _RUN_COLUMNS].tolist()
        self._playing[rows] = [self._places.get(tuple(run), -1) for run in runs]

    def _set_shares(self) -> None:
        self._ended = 0
        failing = [1 - min(sum(r) / (len(r) or 1) / BLINDS_OF_A_RUN, 1) for r in self._recent]
        wanted = np.array([s.weight * f for s, f in zip(self.starts, failing, strict=True)])
        if not wanted.any():  # all are won
            wanted = np.array([s.weight for s in self.starts])
        self.shares = with_floor(wanted, self.floor)
        self.batch.set_starts(
            [replace(s, weight=float(w)) for s, w in zip(self.starts, self.shares, strict=True)]
        )

    def state_dict(self) -> dict[str, Any]:
        return {"recent": [list(r) for r in self._recent]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        check_keys("the state of StartSampler", state, ("recent",))
        if len(state["recent"]) != len(self.starts):
            raise ValueError(f"the state is of {len(state['recent'])} starts; there are {len(self.starts)}")
        for recent, values in zip(self._recent, state["recent"], strict=True):
            recent.clear()
            recent.extend(values)
        self._set_shares()
