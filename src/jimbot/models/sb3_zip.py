"""Archives that Stable-Baselines3 itself has written: `model.save("model.zip")`.

Weights say what the layers are. Nothing is unpickled, so that what the archive does not say in plain words is
not known: the games are taken for those in which cards are picked one by one, without ``VecNormalize``.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import asdict
from typing import Any

import torch

from jimbot.envs.spec import FLAT_SIZE, MOVE_COUNT
from jimbot.game.planner import planner_options
from jimbot.models.files import network_bytes
from jimbot.models.inputs import LAYERS
from jimbot.models.layers import PLAIN, LayerShape
from jimbot.models.policy import environment_of

WEIGHTS, SETTINGS = "policy.pth", "data"
# Where the layers of a policy are, and the activation behind the hidden ones if none was asked for.
ACTOR = re.compile(r"mlp_extractor\.policy_net\.(\d+)|(action_net)"), "Tanh"
CRITICS = tuple((re.compile(rf"{name}\.{name}\.(\d+)|(never)"), "ReLU") for name in ("q_net", "quantile_net"))
OBSERVATIONS = {FLAT_SIZE: "flat", PLAIN: "dict"}  # by the inputs of the first layer


def network_of_archive(archive: zipfile.ZipFile) -> bytes:
    """Our file of the policy; ValueError if its layers are not plain ones for our moves."""
    weights = torch.load(io.BytesIO(archive.read(WEIGHTS)), map_location="cpu", weights_only=True)
    settings = json.loads(archive.read(SETTINGS))
    if any("features_extractor" in name or "lstm" in name for name in weights):
        raise ValueError("its layers are not plain ones; save_model of a trainer of JimBot writes those too")
    layers, activation = _layers(weights)
    inputs, scores = layers[0][0].shape[1], layers[-1][0].shape[0]
    if inputs not in OBSERVATIONS or scores % MOVE_COUNT:
        raise ValueError(f"it makes {scores} scores of {inputs} numbers, which is no policy for Balatro")
    given = str(settings.get("policy_kwargs", {}).get("activation_fn", activation))
    observation = OBSERVATIONS[inputs]
    shape = LayerShape(
        observation,
        features=0,
        lstm=0,
        lstm_layers=0,
        hidden=[int(weight.shape[0]) for weight, _ in layers[:-1]],
        activation=given.strip("<>'").rpartition(".")[2],
        quantiles=scores // MOVE_COUNT,
    )
    names = [*(f"hidden.{2 * i}" for i in range(len(layers) - 1)), "out"]
    arrays = {
        f"{name}.{kind}": part.numpy()
        for name, layer in zip(names, layers, strict=True)
        for kind, part in zip(("weight", "bias"), layer, strict=True)
    }
    games = environment_of(observation, "cards", planner_options("lite"))
    about = {"trainer": "stable-baselines3", "environment": games, "normalization": None}
    return network_bytes(LAYERS, asdict(shape), arrays, about)


def _layers(weights: Any) -> tuple[list[tuple[Any, Any]], str]:
    for pattern, activation in (ACTOR, *CRITICS):
        found = {}
        for name in weights:
            stem, _, kind = name.rpartition(".")
            layer = pattern.fullmatch(stem)
            if kind == "weight" and layer is not None:
                place = int(layer[1]) if layer[1] else len(weights)  # the last one has a name
                found[place] = weights[name], weights[f"{stem}.bias"]
        if found:
            return [found[place] for place in sorted(found)], activation
    raise ValueError("it is no policy of PPO, A2C, DQN or QRDQN")
