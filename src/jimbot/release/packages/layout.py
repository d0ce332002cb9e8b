"""What a deploy package v1 holds, and how one is made: see docs/DEPLOY_PACKAGE_SPEC.md."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jimbot
from jimbot.agents.judge.files import read_weights
from jimbot.agents.models import model_file
from jimbot.agents.risk_aware import Risks
from jimbot.evaluation import read_folder
from jimbot.evaluation.summary import summary
from jimbot.models.files import NetworkFile, bytes_of, read_network
from jimbot.models.inputs import DECISIONS, OWN
from jimbot.models.trained_on import manifest_of, train_seeds_of
from jimbot.runs import commit, sha256
from jimbot.runs.machine import whole_folder, write_whole
from jimbot.runs.reading import read_yaml

SCHEMA = "deploy_package_v1"
SCHEMA_VERSION = 1
STRATEGIES = ("pv", "hybrid", "rl", "risk_aware", "deploy_student", "judge")
OF_DECISIONS = ("hybrid", "risk_aware")  # they weigh whole decisions by the network
METADATA, CHECKSUMS, SIGNATURE, REPORT = (
    "metadata.json",
    "checksums.json",
    "checksums.sig",
    "package_verify_report.json",
)
REQUIRED = (
    "model/best.pt", "model/manifest.json", "config/inference_config.json", "metrics/eval_summary.json",
    METADATA, "README.md",
)  # fmt: skip
METRICS = "metrics/eval_summary.json"
INFERENCE = "config/inference_config.json"
RISK = "config/risk.yaml"
FAMILIAR = "config/familiar.json"
UNLISTED = (CHECKSUMS, SIGNATURE, REPORT)  # what a package may hold beside what its checksums list
KEYS = (
    "schema", "package_id", "model_id", "source_strategy", "git_commit", "created_at", "compatibility",
    "seed_files",
)  # fmt: skip


NAMES = "1 to 100 letters, digits and _ . + -"


def is_name(name: object) -> bool:
    """Whether it may be the id of a package, which is also the name of its folder."""
    return isinstance(name, str) and re.fullmatch(r"\w[\w.+-]{0,99}", name) is not None


@dataclass(frozen=True)
class PackageContent:
    """What goes into a package."""

    strategy: str
    model: Path  # of any trainer, or its folder
    metrics: Mapping[str, Any]  # by `measured`
    risk_config: Path | None = None
    seed_files: Sequence[str] = ()


def compatibility() -> dict[str, Any]:
    """What this version plays: a package made for another is refused."""
    return {
        "sim_version": jimbot.__version__,
        "schema_version": SCHEMA_VERSION,
    }


def export(folder: Path, content: PackageContent) -> dict[str, Any]:
    """Makes a package, whole or not at all; its metadata."""
    if content.strategy not in STRATEGIES:
        raise ValueError(f"strategy {content.strategy!r}; one of {', '.join(STRATEGIES)} can be packed")
    if content.strategy == "risk_aware" and content.risk_config is None:
        raise ValueError("a package of risk_aware needs its YAML file of risks")
    if not is_name(folder.name):
        raise ValueError(f"{folder.name!r} is no name of a package; {NAMES} are allowed")
    if folder.exists():
        raise ValueError(f"{folder} already exists; a package is never written over another")
    model = model_file(content.model)
    packed = _packed(model, content.strategy)
    if content.metrics.get("model_sha256") != sha256(model):
        raise ValueError(f"the games that were given are not of the weights of {content.model}")
    with whole_folder(folder) as beside:
        for part in ("model", "config", "metrics"):
            (beside / part).mkdir()
        return _write(beside, folder.name, model, packed, content)


def measured(model: Path, evaluation: Path) -> dict[str, Any]:
    """Metrics of a package, from the folder of games of exactly these weights; ValueError otherwise."""
    manifest, records = read_folder(evaluation)
    weights = sha256(model_file(model))
    if weights not in manifest["files"].values():
        raise ValueError(
            f"the games in {evaluation} are of {manifest['agent']}, not of the weights of {model};"
            f" play them with jimbot eval and --agent policy:checkpoint={model}, or the agent that has it"
        )
    return {
        "games": str(evaluation),
        "model_sha256": weights,
        "seeds": manifest["seed_source"],
        "agent": manifest["agent"],
        **summary(records),
    }


def _packed(model: Path, strategy: str) -> bytes:
    """What lies in the package; ValueError where that cannot play so."""
    if strategy == "judge":
        read_weights(model)
        return model.read_bytes()
    if strategy in OF_DECISIONS:
        read_network(model, DECISIONS)
    else:
        why = why_unplayable(read_network(model))
        if why is not None:
            raise ValueError(f"{model} cannot be packed: {why}")
    return bytes_of(model)


def why_unplayable(file: NetworkFile) -> str | None:
    """Why a network cannot play with what a package holds; None: it can."""
    if file.network == OWN or not file.weights:
        return "it has layers of its own, which only its trainer can play"
    if file.network != DECISIONS and file.about.get("environment") is None:
        return "it was trained on another environment than Balatro"
    return None


def _write(place: Path, name: str, model: Path, packed: bytes, content: PackageContent) -> dict[str, Any]:
    write_whole(place / "model/best.pt", packed)
    train = manifest_of(model) or {}
    manifest = {
        "recipe": train.get("recipe"),
        "train_seeds": train_seeds_of(model),
        "sha256": sha256(place / "model/best.pt"),
        "source_sha256": sha256(model),  # of the file that played the games
        "commit": train.get("commit"),
    }
    _json(place / "model/manifest.json", manifest)
    if content.strategy == "risk_aware":
        assert content.risk_config is not None
        _write_risk(place, content.risk_config)
    inference = {
        "strategy": content.strategy,
        "agent": agent_of(content.strategy),
    }
    _json(place / INFERENCE, inference)
    _json(place / METRICS, dict(content.metrics))
    digest = sha256(model)
    about = {
        "schema": SCHEMA,
        "package_id": name,
        "model_id": f"{content.strategy}-{digest[:12]}",
        "source_strategy": content.strategy,
        "git_commit": commit(),
        "created_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "compatibility": compatibility(),
        "seed_files": list(content.seed_files),
    }
    _json(place / METADATA, about)
    write_whole(place / "README.md", _readme(about, content))
    _json(place / CHECKSUMS, checksums(place))
    return about


def checksums(place: Path) -> dict[str, dict[str, Any]]:
    """Size and hash of every file that a package holds."""
    return {
        path.relative_to(place).as_posix(): {"size_bytes": path.stat().st_size, "sha256": sha256(path)}
        for path in sorted(place.rglob("*"))
        if path.is_file() and path.name not in UNLISTED
    }


def agent_of(strategy: str) -> str:
    """The spec, from the package's own folder."""
    if strategy == "risk_aware":
        return f"risk_aware:config={RISK},checkpoint=model/best.pt"
    if strategy == "judge":
        return "heuristic:judge=model/best.pt"
    kind = "hybrid" if strategy == "hybrid" else "policy"
    return f"{kind}:checkpoint=model/best.pt"


def _write_risk(place: Path, source: Path) -> None:
    import yaml

    Risks.read(source)
    data = read_yaml(source) or {}
    data.pop("checkpoint", None)  # the spec names it
    if data.get("familiar"):
        write_whole(place / FAMILIAR, (source.parent / data["familiar"]).read_bytes())
        data["familiar"] = "familiar.json"
    write_whole(place / RISK, yaml.safe_dump(data, sort_keys=False))


def _readme(about: Mapping[str, Any], content: PackageContent) -> str:
    n, wins = content.metrics.get("n"), content.metrics.get("wins")
    measured = f"It won {wins} of {n} games ({content.metrics.get('seeds')})." if n else "Not measured."
    return (
        f"# {about['package_id']}\n\nModel {about['model_id']}, strategy {about['source_strategy']}, commit"
        f" {about['git_commit']}. {measured}\n\n"
        "    jimbot package verify .      # hashes, layout, compatibility\n"
        "    jimbot package run . --once  # one decision\n"
    )


def _json(path: Path, data: Any) -> None:
    write_whole(path, json.dumps(data, indent=2) + "\n")
