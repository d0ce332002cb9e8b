"""Files of networks: one format that the official library reads, and what was trained on other inputs is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot import Game, _core
from jimbot.agents import View, make_agent
from jimbot.agents.models import SHIPPED
from jimbot.models import inputs
from jimbot.models.files import read_network, write_network
from jimbot.models.native import native_network
from jimbot.runs.safetensors import read_safetensors, safetensors_bytes

WITHOUT_TORCH = """
import sys
for name in ("torch", "gymnasium", "onnxruntime"):
    sys.modules[name] = None
import jimbot.agents.policy
from jimbot.agents import make_agent
from jimbot.evaluation.runs import RunOptions, play_seed
print(play_seed(make_agent(sys.argv[1]), RunOptions(sys.argv[1]), 0, "1234ABCD").transcript)
"""


def changed(path: Path, **meta: str) -> Path:
    """The network of the package with other words about it."""
    arrays, said = read_safetensors(SHIPPED)
    path.write_bytes(safetensors_bytes(arrays, said | meta))
    return path


@pytest.mark.parametrize("spec", ["policy", "hybrid", "risk_aware"])
def test_networks_of_decisions_play_without_torch(spec: str, tmp_path: Path) -> None:
    spec = f"{spec}:checkpoint={changed(tmp_path / 'best.pt')}"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_TORCH, spec], check=True, capture_output=True, text=True
    )
    game = Game.replay(done.stdout)
    assert game.over or game.won


def test_weights_of_other_inputs_are_refused_by_name(tmp_path: Path) -> None:
    here = inputs.decision_inputs(0, 0)
    path = changed(tmp_path / "old.pt", inputs="0123456789abcdef")
    why = rf"old\.pt was trained on inputs 0123456789abcdef, and this version of JimBot has {here}"
    for spec in ("policy", "search", "hybrid", "risk_aware"):
        with pytest.raises(ValueError, match=why):
            make_agent(f"{spec}:checkpoint={path}")


@pytest.mark.parametrize("network", ["decisions", "moves"])
def test_the_version_follows_what_the_core_writes(
    network: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A column that counts something else makes another version, though no size changes."""
    shape: dict[str, Any] = {"redraws": 0, "rounds": 0} if network == "decisions" else {}
    write_network(tmp_path / "net.pt", network, shape, {"x": np.zeros(3, np.float32)}, {})
    assert read_network(tmp_path / "net.pt").shape == shape

    if network == "decisions":
        real = _core.choices

        def choices(*given: Any) -> Any:
            found, arrays = real(*given)
            return found, arrays | {"choice_value": arrays["choice_value"] * 2}

        monkeypatch.setattr(_core, "choices", choices)
    else:
        positions = [text.replace("money=12", "money=13") for text in inputs.POSITIONS]
        monkeypatch.setattr(inputs, "POSITIONS", positions)
    inputs.decision_inputs.cache_clear()
    inputs.move_inputs.cache_clear()
    try:
        with pytest.raises(ValueError, match=r"net\.pt was trained on inputs"):
            read_network(tmp_path / "net.pt")
    finally:
        inputs.decision_inputs.cache_clear()
        inputs.move_inputs.cache_clear()


def test_the_positions_of_a_version_are_decisions() -> None:
    phases = set()
    for text in inputs.POSITIONS:
        game = Game.from_notation(text)
        phases.add(game.phase)
        assert len(_core.choices(game.reveal(), 0, 0, 1)[0]) > 1, text
    assert phases == {"BLIND_SELECT", "SHOP", "SELECTING_HAND", "PACK"}


def test_the_official_library_reads_what_is_written(tmp_path: Path) -> None:
    safetensors = pytest.importorskip("safetensors.numpy")
    weights = {"x": np.arange(6, dtype=np.float32).reshape(2, 3)}
    state = {"steps": np.array(5), "seen": np.array([True, False]), "mean": np.ones(2)}
    write_network(tmp_path / "best.pt", "moves", {"hidden": 3}, weights, {"train_seeds": ["train-5"]}, state)
    theirs = safetensors.load_file(tmp_path / "best.pt")
    ours = read_network(tmp_path / "best.pt")
    assert ours.about == {"train_seeds": ["train-5"]}
    assert set(theirs) == {"x", "state:steps", "state:seen", "state:mean"}
    for name, array in (ours.weights | {f"state:{n}": a for n, a in ours.state.items()}).items():
        assert array.dtype == theirs[name].dtype
        np.testing.assert_array_equal(array, theirs[name])


def test_a_file_that_was_written_again_is_read_again(tmp_path: Path) -> None:
    path = changed(tmp_path / "best.pt")
    before = native_network(path)
    arrays, said = read_safetensors(SHIPPED)
    path.write_bytes(safetensors_bytes({name: -array for name, array in arrays.items()}, said))
    game = Game.from_notation(inputs.POSITIONS[1]).reveal()
    first, second = ([r.value for r in net.rate(game, 1)] for net in (before, native_network(path)))
    assert first != second


def test_choices_are_rated_as_torch_rates_them() -> None:
    torch = pytest.importorskip("torch")
    from jimbot.models.decisions import Inputs, load_net, win_chance

    net, _ = load_net(SHIPPED)
    network, game, player = native_network(SHIPPED), Game("RATED"), make_agent("policy")
    compared = 0
    for step in range(80):
        if game.over:
            break
        listed, arrays = _core.choices(game.reveal(), 0, 0, step)
        with torch.no_grad():
            scores = net(Inputs.of(arrays))
        expected = dict(zip(map(str, listed), scores.log_probabilities().exp().tolist(), strict=True))
        blind = torch.tensor([_core.blind_number(game.reveal())])
        rated = network.rate(game.reveal(), step)
        assert [r.probability for r in rated] == sorted((r.probability for r in rated), reverse=True)
        assert {str((r.action, r.then)): pytest.approx(r.probability, abs=0.03) for r in rated} == expected
        assert max(r.value for r in rated) == pytest.approx(
            float(win_chance(scores.clears, blind)[0]), abs=2e-3
        )
        compared += len(rated)
        game.apply(player.act(View(game, step)))
    assert compared > 200


def test_what_is_said_about_the_network_of_the_package() -> None:
    about = read_network(SHIPPED, "decisions").about
    assert about["train_seeds"] == json.loads(SHIPPED.with_suffix(".json").read_text())["train_seeds"]


@pytest.mark.parametrize(
    ("kind", "former", "today"),
    [
        (
            inputs.DECISIONS,
            {"width": 8, "hidden": 4, "redraws": 0, "rounds": 0},
            {"width": 8, "choice_width": 4, "redraws": 0, "rounds": 0},
        ),
        (inputs.MOVES, {"hidden": 8, "entity": 4}, {"width": 8, "entity_width": 4}),
    ],
)
def test_sizes_go_by_their_former_names_too(
    kind: str, former: dict[str, int], today: dict[str, int], tmp_path: Path
) -> None:
    for shape in (former, today):
        write_network(tmp_path / "net.pt", kind, shape, {"w": np.zeros((8, 8), np.float32)}, {})
        assert read_network(tmp_path / "net.pt").shape == today
