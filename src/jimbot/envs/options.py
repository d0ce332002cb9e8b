"""The arguments that every environment takes, and the batch that they make."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, ParamSpec, TypedDict, cast

from jimbot.envs.batch import Batch, RewardFunction, Start, one_of
from jimbot.envs.spaces import OBSERVATIONS
from jimbot.game import check_seed
from jimbot.game.planner import PlannerOptions

RENDER_MODES = ("ansi", "rgb_array")
RUN = ("deck", "stake", "challenge")  # short for a single start
RESET_OPTIONS = ("seed", *(field.name for field in fields(Start) if field.name != "weight"))
P = ParamSpec("P")


class EnvOptions(TypedDict, total=False):
    """What all environments take by name, beside ``observation``; ``BalatroEnv`` says what it means."""

    deck: str
    stake: str | int
    challenge: str | None
    starts: Start | list[Start] | None
    reward: str | RewardFunction
    discount: float
    hands: str
    planner: str | PlannerOptions
    max_blind_steps: int
    max_ante: int | None


def shows_options(init: Callable[P, None]) -> Callable[P, None]:
    """Names the options in the signature of a constructor, with the defaults of ``Start`` and ``Batch``."""
    signature = inspect.signature(init)
    defaults: Mapping[str, Any] = inspect.signature(Batch).parameters | inspect.signature(Start).parameters
    options = [
        defaults[name].replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=kind.__forward_arg__)
        for name, kind in EnvOptions.__annotations__.items()
    ]
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    cast(Any, init).__signature__ = signature.replace(parameters=[*own, *options])
    return init


def batch_of(
    num_envs: int,
    render_mode: str | None,
    observation: str,
    options: EnvOptions,
    *,
    threads: int | None,
    autoreset: bool = True,
) -> Batch:
    """The games of an environment."""
    if render_mode is not None:
        one_of("render_mode", render_mode, RENDER_MODES)
    one_of("observation", observation, OBSERVATIONS)
    for name in options:
        if name not in EnvOptions.__annotations__:
            allowed = ", ".join(("render_mode", "observation", *EnvOptions.__annotations__))
            raise TypeError(f"unexpected keyword argument {name!r}; one of {allowed}")
    others: dict[str, Any] = {name: value for name, value in options.items() if name not in RUN}
    others["starts"] = starts_of(options)
    flat = observation == "flat"
    return Batch(num_envs, threads=threads, flat=flat, autoreset=autoreset, **others)


def starts_of(options: Mapping[str, Any]) -> Start | list[Start]:
    """The starts that the options of an environment mean."""
    one = Start(**{name: options[name] for name in RUN if name in options})
    starts: Start | list[Start] | None = options.get("starts")
    if starts is not None and one != Start():
        raise ValueError("use either deck, stake and challenge, or starts, not both")
    return one if starts is None else starts


def run_of(options: dict[str, Any], default: Start) -> tuple[str | None, Start]:
    """The game seed and start that reset options name; what they leave out is as in ``default``."""
    for name in options:
        if name not in RESET_OPTIONS:
            raise ValueError(f"unknown reset option {name!r}; one of {', '.join(RESET_OPTIONS)}")
    values = dict(options)
    seed = values.pop("seed", None)
    if seed is not None:
        check_seed(seed)
    if values.get("position") is not None and (seed is not None or len(values) > 1):
        raise ValueError(
            "reset option 'position' cannot be combined with others: it sets seed, deck and stake"
        )
    start = replace(default, **({"position": None} | values))
    start.check()
    return seed, start
