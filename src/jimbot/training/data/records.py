"""RecordV1: one decision as a line of JSON, for readers without this package.

Ids are those of moves (docs/environment.md), with the targets of a consumable left to ``macro_action``. In
SELECTING_HAND plays and discards have hand ids (``jimbot.documents.hand_ids``), and ids of other moves are
counted on from there. Only what is legal is listed. An order of jokers has no id: ``expert_action_id`` is
null.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NotRequired

from pydantic import ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from jimbot import _core
from jimbot.documents.hand_ids import hand_id, hand_id_count
from jimbot.envs.spec import MOVES
from jimbot.evaluation.runs import Progress
from jimbot.game import Game
from jimbot.game.action import Action
from jimbot.game.seen import Seen
from jimbot.runs.faults import in_words
from jimbot.training.data.lessons import Lesson, played

Record = dict[str, Any]
VERSION = "record_v1"
VARIANTS = ("vanilla", "steamodded")
BLOCKS = {
    block.name: block for block in MOVES if block.name not in ("select", "play", "discard", "swap_jokers")
}
BLINDS = 24


class _Features(TypedDict):
    """With the decisions these bring the game back."""

    __pydantic_config__ = ConfigDict(extra="allow", strict=True)  # type: ignore[misc]

    seed: Any
    deck: Any
    stake: Any
    variant: Any


class _RecordV1(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[misc]

    schema_version: Literal["record_v1"]
    timestamp: float
    episode_id: str
    step_id: int
    instance_id: str
    base_url: str | None
    phase: Literal["BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "PACK", "GAME_OVER"]
    done: bool
    hand_size: int
    legal_action_ids: list[int]
    expert_action_id: int | None
    macro_action: str
    reward: float
    reward_info: dict[str, Any]
    features: _Features
    obs_raw: NotRequired[Any]


_SCHEMA = TypeAdapter(_RecordV1)


def check_record(record: Any) -> str | None:
    """What is wrong with a record, or None."""
    try:
        _SCHEMA.validate_python(record)
    except ValidationError as error:
        return in_words(error)
    expert = record["expert_action_id"]
    if expert is not None and expert not in record["legal_action_ids"]:
        return f"expert_action_id {expert} is not among the legal ids"
    return None


def legal_ids(seen: Seen) -> list[int]:
    """Ids of everything that may be decided now and has one."""
    found = _core.legal_hand_ids(seen._g) if seen.phase == "SELECTING_HAND" else []
    first = first_move_id(seen)
    for name, block in BLOCKS.items():
        found += [first + block.first + i for i in seen.legal_indices(name) if i < block.count]
    return sorted(found)


def first_move_id(seen: Seen) -> int:
    """Ids of moves count from here."""
    return hand_id_count(len(seen.hand)) if seen.phase == "SELECTING_HAND" else 0


def action_id(seen: Seen, action: Action) -> int | None:
    if action.kind in ("play", "discard"):
        return hand_id(action, len(seen.hand))
    block = BLOCKS.get(action.kind)
    if block is None or action.index >= block.count:
        return None
    return first_move_id(seen) + block.first + action.index


class Episode:
    """The records of one game, made as it is played."""

    def __init__(
        self, episode: str, run: dict[str, Any], instance: str = "0", base_url: str | None = None
    ) -> None:
        self.records: list[Record] = []
        self._episode, self._run = episode, run
        self._instance, self._base_url = instance, base_url
        self._progress = 0.0

    def add(
        self,
        seen: Seen,
        taken: Action,
        follows: bool = False,
        expert: Action | None = None,
        then: Action | None = None,
        weighed: Sequence[tuple[Action, Action | None, float]] = (),
        obs_raw: Any = None,
    ) -> None:
        """A decision in this position; its reward is known when the next one is added."""
        wanted = expert or taken
        features: dict[str, Any] = {
            **self._run,
            "ante": seen.ante,
            "round": seen.round,
            "money": seen.money,
            "hands_left": seen.hands_left,
            "discards_left": seen.discards_left,
            "score": seen.round_score,
            "target": seen.target if seen.phase == "SELECTING_HAND" else 0.0,
            "hand": [str(card) for card in seen.hand],
            "jokers": [joker.key for joker in seen.jokers],
            "follows": follows,
            "expert": None if follows and expert is None else str(wanted),
            "then": None if then is None else str(then),
            "alternatives": [
                [str(action), None if second is None else str(second), round(price, 5)]
                for action, second, price in weighed
            ],
        }
        record: Record = {
            "schema_version": VERSION,
            "timestamp": round(time.time(), 3),
            "episode_id": self._episode,
            "step_id": len(self.records),
            "instance_id": self._instance,
            "base_url": self._base_url,
            "phase": seen.phase,
            "done": False,
            "hand_size": len(seen.hand),
            "legal_action_ids": legal_ids(seen),
            "expert_action_id": action_id(seen, wanted),
            "macro_action": str(taken),
            "reward": 0.0,
            "reward_info": {},
            "features": features,
        }
        if obs_raw is not None:
            record["obs_raw"] = obs_raw
        self.records.append(record)

    def reward(self, furthest: int, won: bool, over: bool, share: float = 0.0) -> None:
        """What the last decision brought: part of the way through the 24 blinds, and 1 for a win."""
        progress = max(self._progress, (furthest + share) / BLINDS)
        last = self.records[-1]
        last["reward"] = round(progress - self._progress + (1.0 if won and over else 0.0), 6)
        last["reward_info"] = {"blinds": furthest, "won": won, "truncated": False}
        last["done"] = over
        self._progress = progress

    def cut(self) -> None:
        """The game was given up here."""
        self.records[-1]["done"] = True
        self.records[-1]["reward_info"]["truncated"] = True


def share_of_round(game: Seen) -> float:
    return min(1.0, game.round_score / game.target) if game.phase == "SELECTING_HAND" and game.target else 0.0


def records_of(lesson: Lesson, episode: str, obs_raw: bool = False) -> list[Record]:
    """A lesson as records."""
    from jimbot.documents.write import state_of

    about = played(lesson)
    if about.challenge != 255:
        raise ValueError("records know no challenges")
    game = Game(about.seed, DECKS[about.deck], about.stake, variant=VARIANTS[about.variant])
    run = {"seed": about.seed, "deck": game.deck, "stake": game.stake, "variant": game.variant}
    made = Episode(episode, run, "0")
    progress = Progress(game)
    for taken, follows, expert, then, weighed in _core.lesson_steps(lesson):
        raw = state_of(game) if obs_raw else None
        made.add(game, taken, follows, expert, then, weighed, raw)
        game.apply(taken)
        progress.watch(game)
        made.reward(progress.blinds, game.won, game.over, share_of_round(game))
    if not game.over:
        made.cut()
    return made.records


def lesson_of(records: Sequence[Record]) -> Lesson:
    """The records of one game as a lesson. ValueError if they cannot be played again."""
    run = records[0]["features"]
    steps = []
    for record in records:
        features = record["features"]
        expert = features.get("expert", record["macro_action"])
        steps.append(
            (
                Action(record["macro_action"]),
                bool(features.get("follows", False)),
                None if expert is None else Action(expert),
                _maybe(features.get("then")),
                [(Action(a), _maybe(b), float(price)) for a, b, price in features.get("alternatives", ())],
            )
        )
    deck, stake = _core.find_deck(run["deck"]), _core.find_stake(str(run["stake"]))
    if deck is None or stake is None or run["variant"] not in VARIANTS:
        raise ValueError(f"unknown run {run['deck']!r}, {run['stake']!r}, {run['variant']!r}")
    return _core.make_lesson(run["seed"], deck, stake, 255, VARIANTS.index(run["variant"]), steps)


def _maybe(text: str | None) -> Action | None:
    return None if text is None else Action(text)


def episodes_of(records: Iterator[Record]) -> Iterator[list[Record]]:
    """Complete games; one that does not end is left out."""
    game: list[Record] = []
    for record in records:
        if game and record["episode_id"] != game[0]["episode_id"]:
            game = []
        game.append(record)
        if record["done"]:
            yield game
            game = []


DECKS = [row["key"] for row in _core.content()["deck"]]
