"""BalatroNet: masks, batches, the weights of MoveNet, knowledge about jokers, memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
import torch

from jimbot.envs.batch import Batch
from jimbot.envs.spec import MASK, MOVE_COUNT
from jimbot.models.balatro_net import JOKERS, BalatroNet, NetShape, read_knowledge
from jimbot.models.moves import MoveNet, expected, tables_of

SMALL = NetShape(width=32, entity_width=8)


def observations(games: int = 24, steps: int = 400) -> dict[str, torch.Tensor]:
    batch = Batch(games)
    batch.reset(range(games))
    for step in range(steps):
        batch.step(batch.random_moves(step))
    return tables_of(torch.from_numpy(batch.rows.copy()))


def with_jokers(seen: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The same, with two jokers in every game."""
    jokers = seen["jokers"].clone()
    jokers[:, :2, 0] = torch.arange(1, 2 * len(jokers) + 1).view(-1, 2) % JOKERS + 1
    return seen | {"jokers": jokers}


def test_only_legal_moves_have_a_chance() -> None:
    seen = observations()
    scores, values = BalatroNet(SMALL)(seen)
    assert scores.shape == (24, MOVE_COUNT)
    assert values.shape == (24,)
    probabilities = scores.softmax(1)
    assert (probabilities[seen[MASK] == 0] == 0).all()
    assert torch.allclose(probabilities.sum(1), torch.ones(24))


def test_the_size_of_the_document() -> None:
    """Shared layers of 512; about as many weights as the document's network has."""
    net = BalatroNet()
    assert net.moves.in_features == net.value.in_features == 512
    assert 1e6 < sum(weights.numel() for weights in net.parameters()) < 2e6


@pytest.mark.parametrize("shape", [SMALL, NetShape(32, 8, 16), NetShape(32, 8, 0, False, 24)])
def test_games_of_a_batch_do_not_mix(shape: NetShape) -> None:
    seen, net = with_jokers(observations()), BalatroNet(shape)
    together = net(seen)
    for i in (0, 11, 23):
        alone = net({name: table[i : i + 1] for name, table in seen.items()})
        assert torch.allclose(alone[0][0], together[0][i], atol=1e-4)
        assert torch.allclose(alone[1][0], together[1][i], atol=1e-4)


def test_weights_of_the_native_trainer_start_it() -> None:
    """Knowledge and memory begin by adding nothing."""
    torch.manual_seed(3)
    native = MoveNet(32, 8)
    net = BalatroNet(NetShape(32, 8, 16, False, 24))
    missing, unexpected = net.load_state_dict(native.state_dict(), strict=False)
    assert not unexpected
    assert {name.partition(".")[0] for name in missing} == {"knowledge", "known", "lstm", "remembered"}
    seen = with_jokers(observations())
    (scores, values), (native_scores, returns) = net(seen), native(seen)
    assert torch.equal(scores, native_scores)
    assert torch.equal(values, expected(returns))


def test_knowledge_about_jokers_counts_and_is_learned() -> None:
    seen = with_jokers(observations())
    net = BalatroNet(NetShape(32, 8, 16))
    torch.nn.init.normal_(net.known.weight)
    before = net(seen)[1]
    assert net.knowledge is not None
    with torch.no_grad():
        net.knowledge.weight[1:] += 1
    after = net(seen)[1]
    assert not torch.allclose(before, after)
    after.sum().backward()
    assert net.knowledge.weight.grad is not None
    assert net.knowledge.weight.grad[1:].abs().sum() > 0


def test_knowledge_from_a_file_stays_as_it_is(tmp_path: Path) -> None:
    table = np.random.default_rng(0).normal(size=(JOKERS, 16)).astype(np.float32)
    np.save(tmp_path / "graph.npy", table)
    net = BalatroNet(NetShape(32, 8, 16, True), read_knowledge(tmp_path / "graph.npy", 16))
    assert net.knowledge is not None
    assert np.array_equal(net.knowledge.weight[1:].detach().numpy(), table)
    assert not net.knowledge.weight.requires_grad
    with pytest.raises(ValueError, match=r"shape \(150, 16\); \(150, 32\) is needed"):
        read_knowledge(tmp_path / "graph.npy", 32)
    (tmp_path / "text.npy").write_text("no array")
    with pytest.raises(ValueError, match="damaged, or no array"):
        read_knowledge(tmp_path / "text.npy", 16)


def test_memory_is_the_same_move_by_move_and_in_one_go() -> None:
    seen, net = observations(24), BalatroNet(NetShape(32, 8, 0, False, 24))
    torch.nn.init.normal_(net.remembered.weight)
    # rows 0 to 23 as 4 games of 6 moves each
    scores, values, memory = net.play(seen, None, length=6)
    own = None
    for t in range(6):
        rows = [game * 6 + t for game in range(4)]
        step_scores, step_values, own = net.play({k: v[rows] for k, v in seen.items()}, own)
        assert torch.allclose(step_scores, scores[rows], atol=1e-4)
        assert torch.allclose(step_values, values[rows], atol=1e-4)
    assert memory is not None
    assert own is not None
    assert torch.allclose(own[0], memory[0], atol=1e-5)
    assert not torch.allclose(net(seen)[1], values), "what came before counts"
