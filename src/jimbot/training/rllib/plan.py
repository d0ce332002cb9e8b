"""What `python -m jimbot.training.run` is asked to do; the settings of the algorithm are in ``settings``."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

from pydantic import model_validator

from jimbot.runs.settings import Positive, Settings, setting


class RLlibPlan(Settings):
    """Train on Ray RLlib, on one machine or a cluster."""

    example: ClassVar[str] = "--config configs/fast_ppo.yaml --minutes 10"
    config: Path | None = setting(None, "YAML file of settings; without it those of configs/default_ppo.yaml")
    checkpoint: Path | None = setting(None, "go on from this checkpoint, such as checkpoints/best_model.pt")
    init_from: Path | None = setting(
        None, "begin with the weights of this policy of jimbot train, or of a run here", also=("--model",)
    )
    experiment: str | None = setting(None, "name of the run; one that was interrupted goes on")
    track: bool = setting(False, "follow it on Weights & Biases (kept offline without a login)")
    iterations: Positive = setting(1000, "iterations in all")
    stop_timesteps: Positive | None = setting(None, "end after this number of moves", also=("--steps",))
    minutes: float | None = setting(None, "end after this time", gt=0)
    target_reward: float | None = setting(None, "end once the mean reward of games reaches this")
    checkpoint_freq: Positive = setting(10, "iterations between checkpoints")
    evaluate: bool = setting(
        False, "with --checkpoint: evaluate it and do not train; else evaluate at the end"
    )
    eval_episodes: Positive | None = setting(
        None, "games of an evaluation, on validation seeds", also=("--games",)
    )
    tune: bool = setting(False, "search for good settings with Ray Tune, from those given")
    tune_samples: Positive = setting(8, "settings that --tune tries")
    memory: float = setting(8.0, "gigabytes that a local cluster may use", gt=0)
    log_file: Path | None = setting(None, "write the metrics of every iteration there too, as JSON lines")
    address: str | None = setting(
        None, "auto, local or HOST:PORT; without it a running cluster, or else a local one"
    )
    runs_dir: Path = setting(Path("runs/rllib"), "where runs are kept")
    checkpoint_dir: Path = setting(Path("checkpoints"), "where best_model.pt of the newest run is put")
    results_dir: Path = setting(Path("~/ray_results"), "where RLlib's own log goes, for TensorBoard")

    @model_validator(mode="after")
    def _there(self) -> Self:
        if not self.tune:
            self.refuse_given(("tune_samples",), "without tune")
        if self.experiment is not None and (
            not self.experiment or Path(self.experiment).name != self.experiment
        ):
            raise ValueError(f"--experiment is {self.experiment!r}; a name without slashes is needed")
        if self.checkpoint is not None and not self.checkpoint.is_file():
            raise ValueError(f"there is no checkpoint {self.checkpoint}")
        if self.init_from is not None and not self.init_from.exists():
            raise ValueError(f"there is no policy {self.init_from} to begin with")
        return self
