"""What every trainer is: a model, its run folder, its checkpoints, and how it is trained and judged."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

from jimbot.runs.checkpoints import CheckpointManager
from jimbot.training.config import TrainerConfig
from jimbot.training.metrics import BalatroMetrics


@runtime_checkable
class Saves(Protocol):
    """A model that writes itself to a file."""

    def save(self, path: Path) -> Any: ...


@runtime_checkable
class Closeable(Protocol):
    def close(self) -> Any: ...


class RLTrainer(ABC):
    """Base of all trainers. A new one implements ``create_model``, ``train`` and ``evaluate``; the rest works
    for every model that has ``save(path)``.

    Everything a run writes lies in ``run_dir``: ``<save_dir>/<ALGORITHM>_<date>_<time>``.
    """

    model: Any = None
    #: Makes one environment to evaluate on, where the trainer cannot make another one itself.
    eval_env_creator: Callable[[], Any] | None = None

    def __init__(self, env: Any, config: TrainerConfig) -> None:
        self.env = env
        self.config = config
        self._run_dir: Path | None = None
        made = self.create_model()
        if made is not None:
            self.model = made

    @abstractmethod
    def create_model(self) -> Any:
        """Builds the model; what is returned becomes ``self.model``."""

    @abstractmethod
    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        """Trains, and returns how it went."""

    @abstractmethod
    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        """Mean and standard deviation of the episode reward."""

    def evaluate_games(self, n_episodes: int = 10, deterministic: bool = True) -> BalatroMetrics | None:
        """The episodes of such an evaluation one by one; None of a trainer that knows their mean alone."""
        return None

    @property
    def timesteps(self) -> int:
        """Timesteps that the model has been trained for."""
        return 0

    @property
    def run_dir(self) -> Path:
        """Where the run is kept; made when first asked for, with ``config.json`` in it."""
        if self._run_dir is None:
            self._run_dir = new_folder("save_dir", self.config.save_dir, self.config.algorithm)
            self.config.save(self._run_dir / "config.json")
        return self._run_dir

    @property
    def checkpoints(self) -> CheckpointManager:
        return CheckpointManager(self.run_dir / "checkpoints", self.config.keep_checkpoints)

    @property
    def can_save(self) -> bool:
        return isinstance(self.model, Saves) or type(self).write_model is not RLTrainer.write_model

    def save_model(self, name: str = "final") -> Path:
        """Writes ``<ALGORITHM>_<name>.zip`` into the run's folder."""
        path = self.run_dir / f"{self.config.algorithm}_{name}.zip"
        self.write_model(path)
        return path

    def write_model(self, path: Path) -> None:
        if not isinstance(self.model, Saves):
            raise TypeError(f"{type(self).__name__}.model has no save(path); override write_model")
        self.model.save(path)

    def load_model(self, path: str | os.PathLike[str]) -> None:
        """Takes weights from a file that ``save_model`` wrote."""
        raise TypeError(f"{type(self).__name__} has no load_model(path) of its own")

    def save_checkpoint(self, score: float | None = None) -> Path:
        """Writes a checkpoint of this moment; ``score`` decides which one is the best."""
        return self.checkpoints.save(self.timesteps, self.write_checkpoint, score).path

    def write_checkpoint(self, folder: Path) -> None:
        self.write_model(folder / "model.zip")

    def get_metrics(self) -> dict[str, Any]:
        """What is known of the training so far."""
        return {"training_steps": self.timesteps}

    def close(self) -> None:
        """Frees the environment. Twice does no harm."""
        if isinstance(self.env, Closeable):
            self.env.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def new_folder(what: str, parent: str | os.PathLike[str], name: str) -> Path:
    """``<parent>/<name>_<date>_<time>``, not there before; ``what`` is what errors call the parent."""
    stem = f"{name}_{datetime.now():%Y%m%d_%H%M%S}"
    for attempt in range(1000):
        path = Path(parent) / (f"{stem}_{attempt}" if attempt else stem)
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            if path.parent.is_dir():
                continue  # another one of this second
            raise NotADirectoryError(f"{what} {str(parent)!r} is not a folder") from None
        except OSError as error:
            raise OSError(
                error.errno, f"{what} {str(parent)!r} cannot be written: {error.strerror}"
            ) from None
        return path
    raise FileExistsError(f"no free name for {stem} in {parent}")
