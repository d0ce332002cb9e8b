"""Files of the RLlib pipeline: what they start, how they play, what is refused. Needs no Ray."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("gymnasium")
pytest.importorskip("yaml")
import torch
from safetensors import safe_open

from jimbot.agents import View, make_agent
from jimbot.envs.batch import Batch
from jimbot.game import Game
from jimbot.game.planner import planner_options
from jimbot.models.balatro_net import BalatroNet, NetShape
from jimbot.models.files import read_network
from jimbot.models.moves import tables_of
from jimbot.models.policy import load_policy
from jimbot.training.native.moves import MovePPO
from jimbot.training.native.settings import MoveTraining
from jimbot.training.rllib import policy, start
from jimbot.training.rllib.settings import read_config
from jimbot.training.run import main

SHAPE = NetShape(width=32, entity_width=8)


def write(path: Path, shape: NetShape = SHAPE, state: bool = False) -> BalatroNet:
    torch.manual_seed(5)
    net = BalatroNet(shape)
    weights = {name: value.detach().numpy() for name, value in net.state_dict().items()}
    about = policy.About(
        shape,
        "cards",
        planner_options("default"),
        1000,
        ("train-5",),
        read_config({"model": {"custom_model_config": {"width": 32, "entity_width": 8}}}).to_dict(),
        str(path.parent),
    )
    policy.save(path, about, weights, {"counters": np.array([3, 40])} if state else None)
    return net


def rows(games: int = 30) -> torch.Tensor:
    batch = Batch(games)
    batch.reset(range(games))
    for step in range(200):
        batch.step(batch.random_moves(step))
    return torch.from_numpy(batch.rows.copy())


@pytest.mark.parametrize("shape", [SHAPE, NetShape(32, 8, 16, False, 12)])
def test_a_file_decides_as_the_network_did(shape: NetShape, tmp_path: Path) -> None:
    net = write(tmp_path / "model.pt", shape)
    loaded = load_policy(tmp_path / "model.pt")
    seen = tables_of(rows())
    assert torch.equal(loaded.net(seen)[0], net(seen)[0])
    mask = seen["action_mask"].numpy().astype(bool)
    moves, _ = loaded.choose({k: v.numpy() for k, v in seen.items()}, mask, None, np.ones(30, bool))
    assert mask[np.arange(30), moves].all()


@pytest.mark.slow
def test_files_that_end_in_pt_play_as_agents_and_need_no_ray(tmp_path: Path) -> None:
    write(tmp_path / "model.pt")
    code = (
        "import sys; sys.modules['ray'] = None\n"
        "from jimbot.agents import View, make_agent\n"
        "from jimbot.game import Game\n"
        f"agent = make_agent('policy:checkpoint={tmp_path / 'model.pt'}')\n"
        "agent.reset(0)\n"
        "game = Game('JIMBOT14')\n"
        "print(agent.act(View(game, 1)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    agent = make_agent(f"policy:checkpoint={tmp_path / 'model.pt'}")
    agent.reset(0)
    assert done.stdout.strip() == str(agent.act(View(Game("JIMBOT14"), 1)))


def test_no_pickle_is_in_a_file(tmp_path: Path) -> None:
    write(tmp_path / "model.pt", state=True)
    with safe_open(tmp_path / "model.pt", "np") as file:  # the official reader
        assert json.loads(file.metadata()["about"])["trainer"] == "rllib"
        assert "state:counters" in file.keys()  # noqa: SIM118
    assert read_network(tmp_path / "model.pt").state["counters"].tolist() == [3, 40]


# -- what a training begins with ----------------------------------------------------------------------------


def test_weights_of_the_native_trainer_start_a_run(tmp_path: Path) -> None:
    trainer = MovePPO(MoveTraining(width=48, entity_width=16))
    native = trainer.net
    trainer.save_policy(tmp_path, ["train-9"])
    begin = start.warm(tmp_path / "model.safetensors", read_config({}))
    assert begin.shape == NetShape(48, 16), "sizes that are not given are those of the weights"
    assert begin.train_seeds == ("train-9",)
    assert not begin.state
    net = BalatroNet(begin.shape)
    net.load_state_dict({name: torch.from_numpy(value) for name, value in begin.weights.items()})
    seen = tables_of(rows())
    assert torch.equal(net(seen)[0], native(seen)[0])


def test_knowledge_and_memory_may_be_new_sizes_may_not(tmp_path: Path) -> None:
    write(tmp_path / "model.pt")
    more = {"model": {"use_lstm": True, "custom_model_config": {"memgraph_embedding_dim": 16}}}
    begin = start.warm(tmp_path / "model.pt", read_config(more))
    assert begin.shape == NetShape(32, 8, 16, False, 256)
    other = read_config({"model": {"custom_model_config": {"width": 64}}})
    with pytest.raises(ValueError, match="has a network with width 32; the configuration has 64"):
        start.warm(tmp_path / "model.pt", other)
    write(tmp_path / "memory.pt", NetShape(32, 8, 0, False, 12))
    with pytest.raises(ValueError, match="lstm_cell_size 12; the configuration has 256"):
        start.warm(tmp_path / "memory.pt", read_config({"model": {"use_lstm": True}}))


def test_knowledge_from_a_file(tmp_path: Path) -> None:
    table = np.random.default_rng(0).normal(size=(150, 4)).astype(np.float32)
    np.save(tmp_path / "graph.npy", table)
    net = {"memgraph_embedding_dim": 4, "memgraph_embeddings": str(tmp_path / "graph.npy")}
    begin = start.fresh(read_config({"model": {"custom_model_config": net}}))
    assert begin.shape.knowledge_is_fixed
    assert np.array_equal(begin.weights["knowledge.weight"][1:], table)


def test_an_exported_file_does_not_go_on(tmp_path: Path) -> None:
    write(tmp_path / "model.pt")
    settings = policy.about_file(tmp_path / "model.pt").settings
    with pytest.raises(ValueError, match="was exported to play; training goes on from a checkpoint"):
        start.resumed(tmp_path / "model.pt", read_config(settings))


# -- the command line: one line that says what is wrong, and an exit code ---------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "none.yaml"], "there is no configuration none.yaml"),
        (["--config", "bad.yaml"], "unknown key 'num_worker' in bad.yaml (did you mean 'num_workers'?)"),
        (["--config", "odd.yaml"], "unknown algorithm 'DQN'"),
        (["--checkpoint", "none.pt"], "there is no checkpoint none.pt"),
        (["--checkpoint", "text.pt"], "text.pt is damaged, or no model at all"),
        (["--init-from", "none.pt"], "there is no policy none.pt to begin with"),
        (["--init-from", "text.pt"], "text.pt is damaged"),
        (["--checkpoint", "model.pt", "--init-from", "model.pt"], "not both"),
        (["--address", "127.0.0.1:1"], "no Ray cluster answers at '127.0.0.1:1'"),
        (["--address", "somewhere"], "address is 'somewhere'; auto, local or HOST:PORT is allowed"),
        (["--address", "ray://a:10001"], "ray job submit"),
        (["--iterations", "0"], "iterations is '0'; 1 or more is allowed"),
        (["--memory", "-1"], "memory is '-1'; more than 0 is allowed"),
        (["--experiment", "a/b"], "a name without slashes"),
    ],
)
def test_what_cannot_be_is_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("ray")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.yaml").write_text("num_worker: 2\n")
    (tmp_path / "odd.yaml").write_text("algorithm: DQN\n")
    (tmp_path / "text.pt").write_text("no model")
    write(tmp_path / "model.pt", state=True)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.err.count("\n") == 1
    assert not shown.out
    assert not (tmp_path / "runs").exists()
