"""From settings to an algorithm of RLlib."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.algorithm_config import AlgorithmConfig
from ray.rllib.algorithms.appo import APPOConfig
from ray.rllib.algorithms.impala import IMPALAConfig
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from jimbot.envs import ENV_ID
from jimbot.envs.adapters.rllib import register
from jimbot.models.balatro_net import NetShape
from jimbot.training.callbacks import BalatroCallbacks
from jimbot.training.rllib.cluster import Resources
from jimbot.training.rllib.evaluation import evaluate_on_seeds
from jimbot.training.rllib.module import BalatroModule
from jimbot.training.rllib.rollout import FragmentsToBatch
from jimbot.training.rllib.runner import ACTION_SPACE, OBSERVATION_SPACE, BatchRunner
from jimbot.training.rllib.settings import RLlibConfig, read_config

CONFIGS: dict[str, Any] = {"PPO": PPOConfig, "APPO": APPOConfig, "IMPALA": IMPALAConfig}
RESTORE_SECONDS = 60.0  # that a runner may take to answer after it was started again


def algorithm_config(config: RLlibConfig, shape: NetShape, resources: Resources) -> AlgorithmConfig:
    register()
    config = config.fitted(resources.learners)
    made: Any = CONFIGS[config.algorithm]()
    spec = RLModuleSpec(
        module_class=BalatroModule,
        model_config=vars(shape) | {"max_seq_len": config.model.max_seq_len},
    )
    made.environment(
        ENV_ID,
        env_config=config.env_config,
        observation_space=OBSERVATION_SPACE,
        action_space=ACTION_SPACE,
    )
    made.env_runners(
        env_runner_cls=BatchRunner,
        num_env_runners=config.num_env_runners,
        num_envs_per_env_runner=config.num_envs_per_env_runner,
        num_cpus_per_env_runner=resources.cpus_per_runner,
        num_gpus_per_env_runner=resources.gpus_per_runner,
        rollout_fragment_length=config.fragment,
        batch_mode=config.batch_mode,
        merge_env_runner_states=False,
        broadcast_env_runner_states=True,  # the moves of all runners together: they drive the difficulty
        sample_timeout_s=None,  # a busy machine is waited for; Ray reports who is lost
        max_requests_in_flight_per_env_runner=4,  # with 1, they are dropped while weights are on their way
    )
    made.learners(num_learners=resources.learners, num_gpus_per_learner=resources.gpus_per_learner)
    made.training(
        lr=config.lr,
        gamma=config.gamma,
        train_batch_size_per_learner=config.train_batch_size_per_learner,
        minibatch_size=config.minibatch_size,
        num_epochs=config.num_epochs,
        grad_clip=config.grad_clip,
        vf_loss_coeff=config.vf_loss_coeff,
        entropy_coeff=config.entropy_coeff,
        **_of_its_own(config),
    )
    if config.takes_columns:
        made.training(
            learner_connector=_columns_only,
            add_default_connectors_to_learner_pipeline=False,
        )
    made.rl_module(rl_module_spec=spec)
    made.callbacks(_callbacks(config))
    made.evaluation(
        evaluation_interval=config.evaluation_interval or None,
        evaluation_num_env_runners=config.evaluation_num_env_runners,
        evaluation_duration=config.evaluation_duration,
        evaluation_config={"explore": False},
        custom_evaluation_function=evaluate_on_seeds,
    )
    made.fault_tolerance(
        restart_failed_env_runners=True,
        env_runner_health_probe_timeout_s=RESTORE_SECONDS,
        env_runner_restore_timeout_s=RESTORE_SECONDS,
        delay_between_env_runner_restarts_s=1.0,
    )
    made.debugging(seed=config.seed, log_level="ERROR")
    if config.algorithm != "PPO":
        made.use_env_runner_state_server = False  # weights are pushed: our runners do not ask for them
        made.min_time_s_per_iteration = None
        made.min_sample_timesteps_per_iteration = config.train_batch_size_per_learner
    found: AlgorithmConfig = made
    return found


def _of_its_own(config: RLlibConfig) -> dict[str, Any]:
    """Settings that not every algorithm has."""
    if config.algorithm == "IMPALA":
        return {}
    shared = {
        "lambda_": config.lambda_,
        "clip_param": config.clip_param,
        "use_kl_loss": config.kl_coeff > 0,
        "kl_coeff": config.kl_coeff,
        "kl_target": config.kl_target,
    }
    if config.algorithm == "PPO":
        # with a coefficient of 0 the divergence is still reported
        shared |= {"vf_clip_param": config.vf_clip_param, "use_kl_loss": True}
    return shared


def _columns_only(*_: Any) -> list[FragmentsToBatch]:
    return [FragmentsToBatch()]


def _callbacks(config: RLlibConfig) -> list[type[RLlibCallback]]:
    own: list[type[RLlibCallback]] = [BalatroCallbacks]
    if config.callbacks in (None, "BalatroCallbacks"):
        return own
    module, _, name = str(config.callbacks).rpartition(".")
    try:
        further = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"callbacks is {config.callbacks!r}; module.Class is needed: {error}") from None
    if not (isinstance(further, type) and issubclass(further, RLlibCallback)):
        raise ValueError(f"callbacks is {config.callbacks!r}; a class of RLlibCallback is needed")
    return own if issubclass(BalatroCallbacks, further) else [*own, further]


def ppo_config(env_config: Mapping[str, Any] | None = None, **settings: Any) -> AlgorithmConfig:
    """What ``python -m jimbot.training.run`` builds of such settings, to use RLlib by itself; by default all
    is done in this process, and nothing is evaluated on the way."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of the processes that Ray starts
    alone = {"num_env_runners": 0, "evaluation_interval": 0, "env_config": dict(env_config or {})}
    config = read_config(alone | settings)
    shares = Resources(config.num_cpus_per_env_runner, config.num_gpus_per_env_runner, config.learners, 0.0)
    return algorithm_config(config, config.model.shape(), shares)


@contextmanager
def built(made: AlgorithmConfig) -> Iterator[Algorithm]:
    algorithm: Any = made.build_algo()
    try:
        yield algorithm
    finally:
        algorithm.stop()
        with suppress(OSError):  # a folder in ~/ray_results that RLlib makes and leaves empty
            os.rmdir(algorithm.logdir)
