"""Behavioral cloning, where the documents of the framework look for it."""

from jimbot.training.sb3.cloning import BehavioralCloning, clone_expert
from jimbot.training.sb3.collecting import TrajectoryCollector
from jimbot.training.sb3.trajectories import (
    ExpertEvaluator,
    Trajectory,
    Transition,
    filter_trajectories,
    load_trajectories,
    save_trajectories,
)

__all__ = [
    "BehavioralCloning",
    "ExpertEvaluator",
    "Trajectory",
    "TrajectoryCollector",
    "Transition",
    "clone_expert",
    "filter_trajectories",
    "load_trajectories",
    "save_trajectories",
]
