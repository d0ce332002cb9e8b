"""Verification of a package: what is wrong with it, in words. Nothing is loaded before its hashes hold."""

from __future__ import annotations

import json
import re
from pathlib import Path, PureWindowsPath
from typing import Any

from jimbot.agents.judge.files import read_weights
from jimbot.models.files import read_network
from jimbot.models.inputs import DECISIONS
from jimbot.release.packages.layout import (
    CHECKSUMS,
    INFERENCE,
    KEYS,
    METADATA,
    METRICS,
    NAMES,
    OF_DECISIONS,
    REPORT,
    REQUIRED,
    RISK,
    SCHEMA,
    STRATEGIES,
    UNLISTED,
    agent_of,
    compatibility,
    is_name,
    why_unplayable,
)
from jimbot.runs import sha256
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import MAX_MODEL, read_json

VERSION = re.compile(r"deploy_package_v(\d+)")
Faults = list[str]


def verify(package: Path, key: Path | None = None, once: bool = False) -> dict[str, Any]:
    """The report; also written into a package that passes. With ``once`` one decision is made with it."""
    faults = faults_of(package, key)
    decision = None
    if once and not faults:
        from jimbot.release.packages.runner import decide_once

        try:
            decision = decide_once(package)
        except (ValueError, OSError) as error:
            faults.append(f"it makes no decision: {error}")
    report = {
        "schema": "package_verify_v1",
        "package": package.name,
        "passed": not faults,
        "faults": faults,
        "signed": key is not None,
        "decision": decision,
    }
    if not faults:
        write_whole(package / REPORT, json.dumps(report, indent=2) + "\n")
    return report


def faults_of(package: Path, key: Path | None = None) -> Faults:
    if not package.is_dir():
        return [f"there is no package {package}"]
    listed, faults = _checksums(package)
    if listed is None:
        return faults
    faults += _files(package, listed)
    faults += [f"{name} is missing" for name in REQUIRED if not (package / name).is_file()]
    if not faults:
        faults += _metadata(package) or _model(package) or _measured(package)
    if key is not None:
        from jimbot.release.packages.signature import why_unsigned

        why = why_unsigned(package, key)
        faults += [why] if why else []
    return faults


def _model(package: Path) -> Faults:
    model, strategy = package / "model/best.pt", read_json(package / METADATA)["source_strategy"]
    try:
        if strategy == "judge":
            read_weights(model)
            return []
        why = why_unplayable(read_network(model, DECISIONS if strategy in OF_DECISIONS else None))
    except ValueError as error:
        why = str(error)
    return [] if why is None else [f"its model cannot play here: {why}"]


def _measured(package: Path) -> Faults:
    """Games of other weights say nothing about these."""
    try:
        manifest, metrics = (read_json(package / name) for name in ("model/manifest.json", METRICS))
        packed, played = manifest["sha256"], (manifest["source_sha256"], metrics["model_sha256"])
    except (ValueError, KeyError, TypeError) as error:
        return [f"{METRICS} does not say which weights its games are of: {error}"]
    if packed != sha256(package / "model/best.pt"):
        return ["model/manifest.json is of another model"]
    return [] if played[0] == played[1] else [f"{METRICS} is of games of other weights"]


def _checksums(package: Path) -> tuple[dict[str, Any] | None, Faults]:
    path = package / CHECKSUMS
    try:
        listed = read_json(path)
    except FileNotFoundError:
        return None, [f"{CHECKSUMS} is missing"]
    except OSError as error:
        return None, [f"{CHECKSUMS} cannot be read: {error.strerror}"]
    except ValueError as error:
        return None, [f"{CHECKSUMS} is damaged or cut off: {error}"]
    if not isinstance(listed, dict) or not all(
        isinstance(row, dict) and set(row) == {"size_bytes", "sha256"} for row in listed.values()
    ):
        return None, [f"{CHECKSUMS} must name size_bytes and sha256 of every file"]
    outside = [name for name in listed if not _is_inside(name)]
    if outside:
        return None, [f"{CHECKSUMS} names a file outside of the package: {outside[0]}"]
    return listed, []


def _is_inside(name: str) -> bool:
    """Whether a name stays in the package, on every system."""
    windows = PureWindowsPath(name)
    return bool(windows.parts) and not windows.anchor and ".." not in windows.parts


def _files(package: Path, listed: dict[str, Any]) -> Faults:
    faults = []
    there = {path.relative_to(package).as_posix(): path for path in sorted(package.rglob("*"))}
    for name, path in there.items():
        if path.is_symlink():
            faults.append(f"{name} is a link")
        elif path.is_dir():
            continue
        elif not path.is_file():
            faults.append(f"{name} is no regular file")
        elif name not in listed and name not in UNLISTED:
            faults.append(f"{name} is not listed in {CHECKSUMS}")
    for name, row in listed.items():
        path = package / name
        if name not in there or path.is_symlink():
            faults += [] if name in there else [f"{name} is listed and missing"]
        elif not path.is_file():
            faults.append(f"{name} is listed and missing")
        elif path.stat().st_size > MAX_MODEL:
            faults.append(f"{name} has more than {MAX_MODEL:,} bytes")
        elif path.stat().st_size != row["size_bytes"]:
            faults.append(f"{name} has {path.stat().st_size} bytes, not {row['size_bytes']}")
        elif sha256(path) != row["sha256"]:
            faults.append(f"{name} is not what was packed: its hash is another")
    return faults


def _inference(package: Path) -> object:
    try:
        config = read_json(package / INFERENCE)
    except ValueError:
        return None
    return config.get("agent") if isinstance(config, dict) else None


def _metadata(package: Path) -> Faults:
    try:
        about = read_json(package / METADATA)
    except ValueError as error:
        return [f"{METADATA} is damaged: {error}"]
    schema = about.get("schema") if isinstance(about, dict) else None
    if schema != SCHEMA:
        found = VERSION.fullmatch(str(schema))
        newer = found is not None and int(found[1]) > 1
        why = "; it was made by a newer version of JimBot" if newer else ""
        return [f"{METADATA}: schema is {schema!r}, {SCHEMA!r} is known{why}"]
    faults = [f"{METADATA}: {key} is missing" for key in KEYS if key not in about]
    if faults:
        return faults
    if not is_name(about["package_id"]):
        return [f"{METADATA}: package_id is {str(about['package_id'])[:200]!r}; {NAMES} are allowed"]
    if not isinstance(about["compatibility"], dict):
        return [f"{METADATA}: compatibility is no object"]
    if about["source_strategy"] not in STRATEGIES:
        faults.append(f"{METADATA}: source_strategy is {about['source_strategy']!r}; one of {STRATEGIES}")
    elif _inference(package) != agent_of(about["source_strategy"]):
        faults.append(f"{INFERENCE} names another agent than {agent_of(about['source_strategy'])}")
    if about["source_strategy"] == "risk_aware" and not (package / RISK).is_file():
        faults.append(f"{RISK} is missing")
    here = compatibility()
    for name, value in here.items():
        given = about["compatibility"].get(name)
        if name == "sim_version":
            if str(given).split(".")[:2] != str(value).split(".")[:2]:
                faults.append(f"it was made for version {given} of the simulator; this is {value}")
        elif given != value:
            faults.append(f"it is not compatible: {name} is {given}, {value} here")
    return faults
