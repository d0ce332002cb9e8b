"""Templates: experiments that belong together, ready for ``MultiAlgorithmBenchmark.add_experiments``.

A template says in which ways experiments differ (its variations) and how often each is run. Run i has the
seed ``seed + i`` in every variation, so that variations are compared on equal seeds. ``compose`` combines
templates.
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, TypeVar

from pydantic import Field, field_validator, model_validator

from jimbot.envs.batch import whole
from jimbot.envs.wrappers.curriculum import LAST_ANTE
from jimbot.runs.settings import Count, Positive, Settings, Share, nearest, refuse_unknown
from jimbot.training.algorithms import registered
from jimbot.training.experiment import ExperimentConfig
from jimbot.training.framework import (
    CloningConfig,
    HyperparameterConfig,
    algorithms,
    default_hyperparams,
)

__all__ = [
    "AlgorithmComparisonTemplate",
    "Composition",
    "CurriculumLearningTemplate",
    "ExperimentTemplate",
    "HyperparameterVariationTemplate",
    "ImitationLearningTemplate",
    "MultiSeedTemplate",
    "TemplateRegistry",
    "Variation",
    "algorithm_comparison",
    "compose",
    "curriculum_learning",
    "hyperparameter_variation",
    "imitation_learning",
    "multi_seed",
]

WHOLE = (0, 1)


@dataclass(frozen=True)
class Variation:
    """One way to run a template.

    - ``label``: part of the experiment's name, after the algorithm,
    - ``settings``: fields of ``ExperimentConfig``,
    - ``after``: the label of the variation whose weights this one begins with,
    - ``part``: which part of the timesteps it gets, and of how many parts.
    """

    label: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    after: str | None = None
    part: tuple[int, int] = WHOLE

    def combined(self, other: Variation) -> Variation:
        """Both at once."""
        if self.part != WHOLE and other.part != WHOLE:
            raise ValueError(
                f"{self.label!r} and {other.label!r} both divide a run into parts; one may do so"
            )
        after = None
        if self.after is not None:
            after = _join(self.after, other.label)
        elif other.after is not None:
            after = _join(self.label, other.after)
        return Variation(
            _join(self.label, other.label),
            _merged(self.settings, other.settings),
            after,
            other.part if self.part == WHOLE else self.part,
        )


def _join(*words: str) -> str:
    return "_".join(word for word in words if word)


def _merged(settings: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one; what both set must not differ."""
    merged = dict(settings)
    for key, value in more.items():
        known = merged.get(key, value)
        if isinstance(known, dict) and isinstance(value, dict):
            merged[key] = _merged(known, value)
        elif known != value:
            raise ValueError(f"{key} is set twice: {known!r} and {value!r}")
        else:
            merged[key] = value
    return merged


# -- templates ----------------------------------------------------------------------------------------------


class ExperimentTemplate(Settings, ABC):
    """Base of all templates. A new one implements ``variations``.

    What is not given is as in ``ExperimentConfig``. ``timesteps`` are those of a whole run, ``name`` is put
    before the names of its experiments.
    """

    algorithm: str | None = None
    timesteps: Positive | None = None
    seed: Count | None = None
    n_envs: Positive | None = None
    name: str = ""

    def __init__(self, algorithm: str | None = None, timesteps: int | None = None, **settings: Any) -> None:
        super().__init__(algorithm=algorithm, timesteps=timesteps, **settings)

    @field_validator("algorithm")
    @classmethod
    def _is_known(cls, name: str | None) -> str | None:
        if name is not None:
            registered(name)
        return name

    @abstractmethod
    def variations(self) -> list[Variation]:
        """The ways to run it; one that begins with the weights of another comes after that."""

    @property
    def title(self) -> str:
        return TemplateRegistry.name_of(type(self))

    @property
    def default_runs(self) -> int:
        """How often each variation is run."""
        return 1

    def given(self) -> dict[str, Any]:
        """The settings of the template itself, as fields of ``ExperimentConfig``."""
        values = {
            "algorithm": self.algorithm,
            "total_timesteps": self.timesteps,
            "seed": self.seed,
            "n_envs": self.n_envs,
        }
        return {name: value for name, value in values.items() if value is not None}

    def generate_experiments(self, n_runs: int | None = None) -> list[ExperimentConfig]:
        """Every variation, ``n_runs`` times each (default: 1; 5 of ``multi_seed``). One run of all
        variations comes after the other."""
        runs = self.default_runs if n_runs is None else whole("n_runs", n_runs, 1)
        variations = self.variations()
        experiments = [self._experiment(variation, run) for run in range(runs) for variation in variations]
        names = [config.name for config in experiments]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"{self.title} makes {name!r} twice; labels of variations must differ")
        return experiments

    def _experiment(self, variation: Variation, run: int) -> ExperimentConfig:
        config = ExperimentConfig(**_merged(self.given(), variation.settings))
        config.seed += run
        config.tags = [self.title]
        config.group = _join(self.name, config.algorithm, variation.label)
        config.name = _join(config.group, f"seed{config.seed}")
        config.total_timesteps = _share(config.total_timesteps, *variation.part)
        if variation.after is not None:
            config.init_from = _join(self.name, config.algorithm, variation.after, f"seed{config.seed}")
            config.use_behavioral_cloning, config.cloning = False, {}  # its weights have been cloned before
        config.check()
        return config


def _share(timesteps: int, part: int, parts: int) -> int:
    """Even parts that add up to the whole."""
    if timesteps < parts:
        raise ValueError(f"timesteps is {timesteps}; {parts} or more are allowed, one for each part of a run")
    return timesteps * (part + 1) // parts - timesteps * part // parts


class CurriculumLearningTemplate(ExperimentTemplate):
    """Short games first: at each level games end with the boss of that ante, and a level begins with the
    weights of the one before.

    The timesteps of a run are shared evenly by its levels, so that a curriculum costs as much as any other
    run of as many timesteps. ``success_threshold`` goes to the ``Curriculum`` of every level.
    """

    ante_levels: list[int] = Field(default=list(range(1, LAST_ANTE + 1)))
    success_threshold: Share = 0.8

    @field_validator("ante_levels")
    @classmethod
    def _rise(cls, levels: list[int]) -> list[int]:
        if not levels or levels != sorted(set(levels)) or not 1 <= levels[0] <= levels[-1] <= LAST_ANTE:
            raise ValueError(f"ante_levels is {levels}; rising antes from 1 to {LAST_ANTE} are needed")
        return levels

    def set_ante_levels(self, levels: list[int]) -> Self:
        """Rising antes, such as [1, 2, 4, 8]."""
        self.ante_levels = levels
        return self

    def variations(self) -> list[Variation]:
        labels = [f"ante{level}" for level in self.ante_levels]
        caps = [
            {"initial_max_ante": level, "max_ante": level, "success_threshold": self.success_threshold}
            for level in self.ante_levels
        ]
        return [
            Variation(label, {"use_curriculum": True, "curriculum": cap}, before, (part, len(labels)))
            for part, (label, cap, before) in enumerate(zip(labels, caps, [None, *labels], strict=False))
        ]


class ImitationLearningTemplate(ExperimentTemplate):
    """Games of an expert are imitated first, then reinforcement learning goes on from there.

    ``cloning``: fields of ``CloningConfig`` (``expert``, ``episodes``, ``epochs`` ...).
    """

    cloning: dict[str, Any] = Field(default_factory=dict)

    @field_validator("cloning")
    @classmethod
    def _fits(cls, cloning: dict[str, Any]) -> dict[str, Any]:
        CloningConfig(**cloning)
        return cloning

    def variations(self) -> list[Variation]:
        return [Variation("imitation", {"use_behavioral_cloning": True, "cloning": dict(self.cloning)})]


class MultiSeedTemplate(ExperimentTemplate):
    """The same training with ``n_seeds`` seeds, to see how much is chance."""

    n_seeds: Positive = 5

    @property
    def default_runs(self) -> int:
        return self.n_seeds

    def variations(self) -> list[Variation]:
        return [Variation()]


class HyperparameterVariationTemplate(ExperimentTemplate):
    """Every combination of some values of some hyperparameters.

    ``grid``: names of ``HyperparameterConfig`` or of the algorithm, as in
    ``{"learning_rate": [1e-4, 3e-4], "n_steps": [256, 2048]}``.
    """

    grid: dict[str, Any]

    def __init__(self, grid: dict[str, Any], algorithm: str | None = None, **settings: Any) -> None:
        super().__init__(algorithm, grid=grid, **settings)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not self.grid:
            raise ValueError("the grid is empty; a hyperparameter and its values are needed")
        refuse_unknown("the grid", self.grid, _hyperparameters(self.algorithm))
        for name, values in self.grid.items():
            if not isinstance(values, list | tuple) or not values:
                raise ValueError(f"the grid has {name}: {values!r}; a list of values is needed")
            if any(value in values[:i] for i, value in enumerate(values)):
                raise ValueError(f"the grid has {name}: {values!r}; each value is allowed once")
        return self

    def variations(self) -> list[Variation]:
        points = (
            dict(zip(self.grid, values, strict=True)) for values in itertools.product(*self.grid.values())
        )
        return [Variation(_point_label(point), {"hyperparams_override": point}) for point in points]


def _hyperparameters(algorithm: str | None) -> list[str]:
    """What an algorithm can be given; without one, what any of them can."""
    names = list(HyperparameterConfig.model_fields)
    for each in algorithms() if algorithm is None else [algorithm]:
        names += default_hyperparams(each).algorithm_specific
    return list(dict.fromkeys(names))


def _point_label(point: dict[str, Any]) -> str:
    return _join(*(f"{name}={value}".replace(" ", "") for name, value in point.items()))


class AlgorithmComparisonTemplate(ExperimentTemplate):
    """Several algorithms, each with the same timesteps and seeds."""

    algorithms: list[str] = Field(default=["PPO", "A2C", "DQN"], min_length=1)

    def __init__(self, algorithms: list[str] | None = None, **settings: Any) -> None:
        super().__init__(**settings | ({} if algorithms is None else {"algorithms": algorithms}))

    @model_validator(mode="after")
    def _are_known(self) -> Self:
        if self.algorithm is not None:
            raise ValueError(f"algorithm {self.algorithm!r} was given; a comparison takes algorithms=[...]")
        for name in self.algorithms:
            registered(name)
        return self

    def variations(self) -> list[Variation]:
        return [Variation("", {"algorithm": name}) for name in self.algorithms]


curriculum_learning = CurriculumLearningTemplate
imitation_learning = ImitationLearningTemplate
multi_seed = MultiSeedTemplate
hyperparameter_variation = HyperparameterVariationTemplate
algorithm_comparison = AlgorithmComparisonTemplate


# -- templates together -------------------------------------------------------------------------------------


class Composition(ExperimentTemplate):
    """What ``compose`` makes."""

    templates: tuple[ExperimentTemplate, ...] = ()

    def variations(self) -> list[Variation]:
        combined = [Variation()]
        for template in self.templates:
            combined = [a.combined(b) for a in combined for b in template.variations()]
        return combined

    @property
    def title(self) -> str:
        return " x ".join(template.title for template in self.templates)

    @property
    def default_runs(self) -> int:
        return math.prod(template.default_runs for template in self.templates)

    def given(self) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        for template in self.templates:
            settings = _merged(settings, template.given())
        return settings


def compose(*templates: ExperimentTemplate) -> Composition:
    """Every variation of the first template with every variation of the others.

    Settings (algorithm, timesteps, seed, n_envs) may be given to any of them, and count for all; given twice
    they must agree. Numbers of runs multiply. Of the levels of a curriculum only the first imitates.

    compose(multi_seed(n_seeds=3), curriculum_learning(timesteps=500_000), imitation_learning())
    compose(algorithm_comparison(["PPO", "A2C"]), hyperparameter_variation({"gamma": [0.95, 0.99]}))
    """
    if not templates:
        raise ValueError("compose needs a template")
    for template in templates:
        if not isinstance(template, ExperimentTemplate):
            raise TypeError(f"compose was given {template!r}; templates are needed")
    composition = Composition(templates=templates, name=_join(*(template.name for template in templates)))
    composition.generate_experiments(1)  # refuses at once what does not go together
    return composition


# -- templates by name --------------------------------------------------------------------------------------

T = TypeVar("T", bound=type[ExperimentTemplate])


class TemplateRegistry:
    """The templates by name.

    @TemplateRegistry.register_template("mine")
    class MyTemplate(ExperimentTemplate): ...

    configs = TemplateRegistry.create("mine", timesteps=50_000).generate_experiments()
    """

    _templates: ClassVar[dict[str, type[ExperimentTemplate]]] = {
        "curriculum": CurriculumLearningTemplate,
        "imitation": ImitationLearningTemplate,
        "multi_seed": MultiSeedTemplate,
        "hyperparameter": HyperparameterVariationTemplate,
        "comparison": AlgorithmComparisonTemplate,
    }

    @classmethod
    def register_template(cls, name: str, template: T | None = None) -> Callable[[T], T]:
        """Makes a template known; without ``template`` a decorator of its class."""

        def register(made: T) -> T:
            known = cls._templates.get(name)
            if known is not None and known is not made:
                raise ValueError(f"there is a template {name!r} already: {known.__name__}")
            cls._templates[name] = made
            return made

        if template is not None:
            register(template)
        return register

    @classmethod
    def create(cls, name: str, **settings: Any) -> ExperimentTemplate:
        if name not in cls._templates:
            raise ValueError(
                f"unknown template {name!r}{nearest(name, cls.names())}; one of {', '.join(cls.names())}"
            )
        return cls._templates[name](**settings)

    @classmethod
    def names(cls) -> list[str]:
        return list(cls._templates)

    @classmethod
    def name_of(cls, template: type[ExperimentTemplate]) -> str:
        return next((name for name, known in cls._templates.items() if known is template), template.__name__)
