"""Shared fixtures. Tests that need the reference data beside the checkout are skipped where it is absent."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import pytest

from jimbot.training import algorithms

# A shell's background jobs ignore Ctrl-C, and so would every process that a test starts to interrupt it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    skip = pytest.mark.skip(reason="the reference data (../shared) is not beside this checkout")
    for item in items:
        if "shared" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared() -> Path:
    return SHARED


@pytest.fixture
def small_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of documents train with small networks: those of the default size would take most of the time."""
    for name in ("PPO", "A2C", "DQN"):
        known = algorithms._ALGORITHMS[name]
        small = known.defaults.changed(features_dim=16, policy_net_arch=[16], value_net_arch=[16])
        monkeypatch.setitem(algorithms._ALGORITHMS, name, replace(known, defaults=small))
