"""The registry of champions and challengers: lines that are only ever added, and a pointer to the champion.

The lines are the truth; ``champion.json`` follows them and is written whole or not at all. What a model is
made of is copied into the registry when it is registered, so that later trainings cannot change it.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.agents.models import model_file
from jimbot.agents.registry import parse
from jimbot.models.trained_on import manifest_of
from jimbot.runs import commit, lock_folder, sha256, whole_lines
from jimbot.runs.machine import whole_folder, write_all, write_whole
from jimbot.runs.reading import MAX_MODEL, read_file, read_json, read_yaml

SCHEMA = "registry_v1"
LINES, POINTER, MODELS = "registry.jsonl", "champion.json", "models"
STATUS_AFTER = {
    "promote": "champion",
    "hold_for_promote": "probation",
    "hold_for_more_data": "probation",
    "reject": "rejected",
    "rolled_back": "rolled_back",
}
PATIENCE = 60.0  # seconds that another writer may take


@dataclass(frozen=True)
class Model:
    """Something that plays, as the registry knows it."""

    model_id: str
    strategy: str
    agent: str  # its spec; files are those of the registry
    hashes: dict[str, str]


class Registry:
    """A folder; each change is one line, made under a lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    # -- what is known ------------------------------------------------------------------------------------

    def lines(self) -> list[dict[str, Any]]:
        found = []
        for number, line in enumerate(whole_lines(self.folder / LINES), 1):
            try:
                found.append(json.loads(line))
            except ValueError as error:
                raise ValueError(f"{self.folder / LINES}, line {number} is damaged: {error}") from None
        return found

    def model(self, model_id: str) -> Model:
        for line in self.lines():
            if line["event"] == "registered" and line["model_id"] == model_id:
                return Model(model_id, line["strategy"], line["agent"], line["hashes"])
        raise ValueError(f"{self.folder} has no model {model_id!r}")

    def status(self, model_id: str) -> str | None:
        found = [line["status"] for line in self.lines() if line["model_id"] == model_id and line["status"]]
        champion = self.champion_id()
        if found and found[-1] == "champion" and model_id != champion:
            return "candidate"  # succeeded by another
        return "champion" if model_id == champion else found[-1] if found else None

    def champion_id(self) -> str | None:
        changes = self._changes()
        return changes[-1]["champion_after"] if changes else None

    def champion(self) -> Model | None:
        found = self.champion_id()
        return None if found is None else self.model(found)

    def last_good(self) -> Model | None:
        """The champion before this one, if this one came by a promotion. One that was put back by a rollback,
        or was the first, has nobody behind it: champions do not take turns."""
        changes = self._changes()
        if not changes or changes[-1]["decision"] != "promote":
            return None
        before = changes[-1]["champion_before"]
        return None if before is None else self.model(before)

    def failed_in_a_row(self, model_id: str) -> int:
        """Re-evaluations of the champion that it failed, one after the other, up to now."""
        count = 0
        for line in reversed(self.lines()):
            if line["model_id"] != model_id:
                continue
            if line["event"] == "re_evaluation":
                if line["passed"]:
                    break
                count += 1
            elif line["event"] == "decision" and line["decision"] == "promote":
                break
        return count

    def damage(self, model: Model) -> str | None:
        """What is no longer as it was registered, in words."""
        for name, expected in model.hashes.items():
            path = self.folder / MODELS / model.model_id / name
            if not path.is_file():
                return f"{path} is gone"
            if sha256(path) != expected:
                return f"{path} is not what was registered"
        return None

    def pointer(self) -> dict[str, Any] | None:
        path = self.folder / POINTER
        return read_json(path) if path.is_file() else None

    # -- changes ------------------------------------------------------------------------------------------

    def register(self, strategy: str, agent: str, evidence: Mapping[str, Any] | None = None) -> Model:
        """Takes a model in as a candidate. One that is known already stays as it is."""
        with self._locked():
            model = self._frozen(strategy, agent)
            known = {line["model_id"] for line in self.lines() if line["event"] == "registered"}
            if model.model_id not in known:
                self._add(
                    event="registered",
                    model_id=model.model_id,
                    strategy=strategy,
                    agent=model.agent,
                    hashes=model.hashes,
                    status="candidate",
                    evidence=dict(evidence or {}),
                )
            return model

    def crown_first(self, model: Model, evidence: Mapping[str, Any]) -> None:
        """The first champion: what challengers are measured against from now on."""
        with self._locked():
            if self.champion_id() is not None:
                raise ValueError(f"{self.folder} has a champion already: {self.champion_id()}")
            self._decided("first", model, "champion", ["there was no champion"], model.model_id, evidence)

    def decide(
        self,
        model: Model,
        decision: str,
        reasons: Sequence[str],
        evidence: Mapping[str, Any],
        against: str | None,
    ) -> str:
        """Writes a decision down, and promotes if that is what it is. ``against`` is the champion that the
        evidence was played against: if another has been crowned since, it does not count for a promotion."""
        if decision not in STATUS_AFTER or decision == "rolled_back":
            raise ValueError(
                f"decision {decision!r}; promote, hold_for_promote, hold_for_more_data or reject"
            )
        with self._locked():
            champion = self.champion_id()
            reasons = list(reasons)
            if decision == "promote" and champion != against:
                decision = "hold_for_more_data"
                reasons.append(f"the champion is {champion} by now, and the games were against {against}")
            if decision == "promote" and (damage := self.damage(model)) is not None:
                decision = "reject"
                reasons.append(damage)
            stays = decision != "promote"
            status = None if stays and model.model_id == champion else STATUS_AFTER[decision]
            self._decided(decision, model, status, reasons, champion if stays else model.model_id, evidence)
            return decision

    def re_evaluated(
        self, model: Model, passed: bool, reasons: Sequence[str], evidence: Mapping[str, Any]
    ) -> int:
        """Notes how the champion did when it was played again; how many failures in a row that makes."""
        with self._locked():
            self._add(
                event="re_evaluation",
                model_id=model.model_id,
                passed=passed,
                reasons=list(reasons),
                status=None,
                evidence=dict(evidence),
            )
            return self.failed_in_a_row(model.model_id)

    def roll_back(self, reasons: Sequence[str], evidence: Mapping[str, Any]) -> Model | None:
        """Puts the last good champion back; None if there is none."""
        with self._locked():
            champion, good = self.champion(), self.last_good()
            if champion is None or good is None:
                return None
            self._decided("rolled_back", champion, "rolled_back", reasons, good.model_id, evidence)
            return good

    # -- files --------------------------------------------------------------------------------------------

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with lock_folder(self.folder, "registry", PATIENCE):
            whole_lines(self.folder / LINES, mend=True)
            yield

    def _changes(self) -> list[dict[str, Any]]:
        """Decisions that crowned somebody."""
        return [
            line
            for line in self.lines()
            if line["event"] == "decision" and line["champion_before"] != line["champion_after"]
        ]

    def _decided(
        self,
        decision: str,
        model: Model,
        status: str | None,
        reasons: Sequence[str],
        champion: str | None,
        evidence: Mapping[str, Any],
    ) -> None:
        """Adds the line of a decision, after which ``champion`` is the champion."""
        self._add(
            event="decision",
            decision=decision,
            model_id=model.model_id,
            status=status,
            reasons=list(reasons),
            champion_before=self.champion_id(),
            champion_after=champion,
            evidence=dict(evidence),
        )
        self._point()

    def _add(self, **facts: Any) -> None:
        line = {
            "schema": SCHEMA,
            "number": len(self.lines()),
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "commit": commit(),
            **facts,
        }
        data = (json.dumps(line) + "\n").encode()
        path = self.folder / LINES
        with path.open("ab", buffering=0) as file:
            before = file.tell()
            try:
                write_all(file.fileno(), data)
                os.fsync(file.fileno())
            except OSError:
                file.truncate(before)  # a line that may not have arrived is no line
                raise

    def _point(self) -> None:
        champion = self.champion()
        if champion is None:
            return
        pointer = {
            "schema": SCHEMA,
            "model_id": champion.model_id,
            "strategy": champion.strategy,
            "agent": champion.agent,
            "hashes": champion.hashes,
        }
        if self.pointer() != pointer:
            write_whole(self.folder / POINTER, json.dumps(pointer, indent=2) + "\n")

    def _frozen(self, strategy: str, agent: str) -> Model:
        """The model with its files copied, under a name made of what is in them."""
        name, _, _ = agent.partition(":")
        kind, given = parse(agent)
        paths = {option: Path(value) for option, value in given.items() if isinstance(value, str | Path)}
        found = {
            option: path
            for option, path in (paths | kind.files(given)).items()
            if path.is_file() or (option == "checkpoint" and path.is_dir())
        }
        names = _names(found)
        contents = {file: _content(option, path, found) for option, (file, path) in names.items()}
        plain = {option: value for option, value in given.items() if option not in found}
        model_id = f"{strategy}-{_digest(name, plain, contents)}"
        place = self.folder / MODELS / model_id
        if contents and not place.is_dir():
            manifest = manifest_of(model_file(names["checkpoint"][1])) if "checkpoint" in names else None
            extra = {} if manifest is None else {"manifest.json": json.dumps(manifest, indent=2).encode()}
            with whole_folder(place) as folder:
                for file, data in (contents | extra).items():
                    write_whole(folder / file, data)
        options = {option: place / names[option][0] if option in names else given[option] for option in given}
        spec = ",".join(f"{option}={value}" for option, value in options.items())
        hashes = {file: sha256(place / file) for file in contents}
        return Model(model_id, strategy, f"{name}:{spec}" if spec else name, hashes)


def _digest(name: str, options: Mapping[str, Any], contents: Mapping[str, bytes]) -> str:
    """Of all that makes a model what it is. An agent's own file of Python is not copied, but it counts."""
    made_of = hashlib.sha256(name.encode())
    if name.endswith(".py"):
        made_of = hashlib.sha256(read_file(name, MAX_MODEL))
    for option, value in sorted(options.items()):
        made_of.update(f"\0{option}={value}".encode())
    for file, data in sorted(contents.items()):
        made_of.update(f"\0{file}".encode() + hashlib.sha256(data).digest())
    return made_of.hexdigest()[:12]


def _names(found: Mapping[str, Path]) -> dict[str, tuple[str, Path]]:
    """What each file is called in the registry; a checkpoint may be a folder that holds the model."""
    names = {}
    for option, path in found.items():
        source = model_file(path) if option == "checkpoint" else path
        names[option] = (f"{option}{source.suffix}", source)
    return names


def _content(option: str, path: Path, found: Mapping[str, Path]) -> bytes:
    """A file as it is kept. A YAML file of risks names its files by where they lie there."""
    if option != "config":
        return read_file(path, MAX_MODEL)
    import yaml

    data = read_yaml(path) or {}
    local = {name: file for name, (file, _) in _names(found).items() if name != "config"}
    return str(yaml.safe_dump({**data, **local}, sort_keys=False)).encode()
