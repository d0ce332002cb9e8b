"""EntityEncoder: every table counts, empty places do not, and a kind is a set."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
import torch

from jimbot.envs.batch import Batch
from jimbot.envs.spec import TABLES
from jimbot.models import EntityEncoder
from jimbot.models.encoder import KINDS, OWN, WIDTH


def observations(games: int = 32, steps: int = 300) -> dict[str, torch.Tensor]:
    batch = Batch(games)
    batch.reset(range(games))
    for step in range(steps):
        batch.step(batch.random_moves(step))
    return {name: torch.as_tensor(array.copy()) for name, array in batch.observations.items()}


@pytest.fixture
def encoder() -> EntityEncoder:
    torch.manual_seed(1)
    return EntityEncoder(64)


def test_features_of_whole_batches_are_those_of_single_games(encoder: EntityEncoder) -> None:
    seen = observations()
    together = encoder(seen)
    assert together.shape == (32, 64)
    for i in (0, 7, 31):
        alone = encoder({name: values[i : i + 1] for name, values in seen.items()})
        assert torch.allclose(alone[0], together[i], atol=1e-5)


@pytest.mark.parametrize("table", [t.name for t in TABLES])
def test_every_table_counts(table: str, encoder: EntityEncoder) -> None:
    seen = observations()
    features = encoder(seen)
    changed = dict(seen)
    changed[table] = torch.zeros_like(seen[table]) if seen[table].any() else torch.ones_like(seen[table])
    owners = [kind.table for kind in KINDS if any(name == table for name, _ in kind.numbers)]
    for owner in owners:  # numbers count where there is an entity
        seen[owner] = changed[owner] = torch.ones_like(seen[owner])
        features = encoder(seen)
    assert not torch.allclose(encoder(changed), features)


def test_any_values_within_the_declared_bounds(encoder: EntityEncoder) -> None:
    for bound in (0, 1):
        seen = {t.name: torch.as_tensor(t.bounds()[bound].copy())[None] for t in TABLES}
        assert encoder(seen).isfinite().all()


def test_a_kind_is_pooled_as_a_set(encoder: EntityEncoder) -> None:
    """Two jokers that change places give the same pools (what places keep of their own aside)."""
    torch.nn.init.zeros_(encoder.places)
    seen = observations(1, 0)
    seen["jokers"][0, 0, 0], seen["jokers"][0, 1, 0] = 5, 60
    swapped = {name: values.clone() for name, values in seen.items()}
    swapped["jokers"][0, 0, 0], swapped["jokers"][0, 1, 0] = 60, 5
    caught: list[torch.Tensor] = []
    encoder.out.register_forward_pre_hook(lambda _, x: caught.append(x[0]))
    encoder(seen)
    encoder(swapped)
    own = sum(encoder.slots) * OWN
    pools = slice(own, own + 2 * len(KINDS) * WIDTH)
    assert torch.allclose(caught[0][:, pools], caught[1][:, pools])
    assert not torch.allclose(caught[0][:, :own], caught[1][:, :own])


def test_the_same_joker_is_the_same_in_hand_and_shop(encoder: EntityEncoder) -> None:
    seen = observations(1, 0)
    index, _ = encoder._tables(
        {**seen, "jokers": torch.zeros_like(seen["jokers"]).index_fill(2, torch.tensor([0]), 9)}
    )
    other, _ = encoder._tables(
        {**seen, "shop": torch.zeros_like(seen["shop"]).index_fill(2, torch.tensor([0]), 9)}
    )
    jokers, shop = encoder.slots[0], sum(encoder.slots[:3])
    assert index[0, jokers, 0] == other[0, shop, 0] > 0


def test_every_weight_learns(encoder: EntityEncoder) -> None:
    encoder(observations(64, 600)).square().sum().backward()
    for name, weight in encoder.named_parameters():
        assert weight.grad is not None, name
        assert weight.grad.abs().sum() > 0, name
