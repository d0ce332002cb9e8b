"""Behavioral cloning, where the documents of the framework look for it."""

from jimbot.training.imitation.collecting import TrajectoryCollector
from jimbot.training.imitation.expert import ExpertEvaluator
from jimbot.training.imitation.trajectories import (
    Trajectory,
    Transition,
    filter_trajectories,
    load_trajectories,
    save_trajectories,
)
from jimbot.training.sb3.cloning import BehavioralCloning, clone_expert

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
