"""Tables of the pages about gates, packages and alignment, from what the code does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path

from jimbot.agents.risk_aware import Risks, RiskWeights
from jimbot.documents.scopes import SCOPES
from jimbot.live.parity.recordings import read_recording, recordings
from jimbot.live.parity.replay import replay
from jimbot.live.parity.summary import total
from jimbot.release.gates.buckets import BUCKETS, CRITICAL
from jimbot.release.gates.models import FULL, QUICK, Sizes
from jimbot.release.gates.registry import STATUS_AFTER
from jimbot.release.gates.seeds import GENERATORS, seed_file
from jimbot.release.gates.strategies import MADE_BY, STRATEGIES
from jimbot.release.packages.layout import KEYS, REQUIRED, UNLISTED

FIXTURES = Path(__file__).resolve().parents[1] / "tests" / "parity" / "fixtures"


def eval_seeds() -> list[str]:
    lines = ["| file | seeds | generator seed | first seed |", "|---|---|---|---|"]
    for count, generator in GENERATORS.items():
        first = seed_file(count).read_text().split()[0]
        lines.append(f"| `{seed_file(count).name}` | {count:,} | {generator} | {first} |")
    return lines


def buckets() -> list[str]:
    lines = ["| bucket | a lost game is in the first that fits | critical |", "|---|---|---|"]
    return lines + [f"| `{n}` | {text} | {'yes' if n in CRITICAL else ''} |" for n, text in BUCKETS.items()]


def sizes() -> list[str]:
    lines = ["| | `--quick` | full |", "|---|---|---|"]
    quick, full = asdict(QUICK), asdict(FULL)
    return lines + [f"| `{one.name}` | {quick[one.name]:,} | {full[one.name]:,} |" for one in fields(Sizes)]


def strategies() -> list[str]:
    lines = ["| strategy | agent | model |", "|---|---|---|"]
    for name, spec in STRATEGIES.items():
        agent = f"`{spec.format(model='FILE')}`" if spec else "that of the registry"
        lines.append(f"| `{name}` | {agent} | {MADE_BY.get(name, '')} |")
    return lines


def decisions() -> list[str]:
    lines = ["| decision | status of the model then |", "|---|---|"]
    return lines + [f"| `{decision}` | `{status}` |" for decision, status in STATUS_AFTER.items()]


def risk() -> list[str]:
    weights, bands = asdict(RiskWeights()), {"in a round": Risks().hand, "elsewhere": Risks().shop}
    shown = ", ".join(f"{value:g} `{name}`" for name, value in weights.items())
    lines = [f"Weights: {shown}.", "", "| | " + " | ".join(bands) + " |", "|---|---|---|"]
    for route in ("policy", "hybrid", "search", "heuristic"):
        cells = [dict(band).get(route) for band in bands.values()]
        lines.append(
            f"| up to risk, `{route}` | " + " | ".join("" if c is None else f"{c:g}" for c in cells) + " |"
        )
    return lines


def package() -> list[str]:
    lines = ["| file | |", "|---|---|"]
    lines += [f"| `{name}` | required, listed |" for name in REQUIRED]
    lines += [f"| `{name}` | not listed in the checksums |" for name in UNLISTED]
    return [*lines, "", "Keys of `metadata.json`: " + ", ".join(f"`{key}`" for key in KEYS) + "."]


def fixtures() -> list[str]:
    replays = [replay(read_recording(path)) for path in recordings(FIXTURES)]
    lines = ["| scope | steps | matched | identical |", "|---|---|---|---|"]
    for scope in SCOPES:
        one = total(replays, scope)
        lines.append(f"| `{scope}` | {one.steps:,} | {one.steps_matched:,} | {one.steps_identical:,} |")
    unexplained = sum(len(one.unexplained) for one in replays)
    calls = sum(one.calls for one in replays)
    head = f"{len(replays)} fixtures, {calls:,} calls, {unexplained} unexplained differences."
    return [head, "", *lines]


PARTS: dict[str, Callable[[], list[str]]] = {
    "eval_seeds": eval_seeds,
    "buckets": buckets,
    "gate_sizes": sizes,
    "strategies": strategies,
    "decisions": decisions,
    "risk": risk,
    "package": package,
    "fixtures": fixtures,
}
