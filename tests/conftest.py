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

COSTLY = {"slow", "deep", "documents", "ray", "browser"}  # markers that keep a test out of `make test`
SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    skip = pytest.mark.skip(reason="the reference data (../shared) is not beside this checkout")
    for item in items:
        if "shared" in item.keywords:
            item.add_marker(skip)


# -- `make test-times` --------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--limit", type=float, help="seconds that a test without a marker of costs may take")


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("limit") is not None:
        for name, seconds in too_slow(terminalreporter, config.getoption("limit")):
            terminalreporter.write_line(
                f"{seconds:.1f} s without a marker (slow, documents, ...): {name}", red=True
            )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    limit = session.config.getoption("limit")
    if limit is not None and reporter is not None and session.exitstatus == 0 and too_slow(reporter, limit):
        session.exitstatus = 1


def too_slow(reporter: pytest.TerminalReporter, limit: float) -> list[tuple[str, float]]:
    """Set-up counts for the test that needs it first."""
    seconds: dict[str, float] = {}
    for report in (report for kind in reporter.stats.values() for report in kind):
        if isinstance(report, pytest.TestReport) and not COSTLY & set(report.keywords):
            seconds[report.nodeid] = seconds.get(report.nodeid, 0) + report.duration
    return sorted(((name, each) for name, each in seconds.items() if each > limit), key=lambda one: -one[1])


@pytest.fixture(scope="session")
def networks() -> Path:
    """A tiny network of each kind, in a folder each: tests/networks/make.py says which."""
    return Path(__file__).parent / "networks"


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
