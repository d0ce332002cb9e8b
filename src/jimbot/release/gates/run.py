"""One run of a gate: its folder of artefacts, and stages that are done once, whatever ends in between."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from pydantic import model_validator

from jimbot.evaluation.manifest import code_hash
from jimbot.release.gates.models import FULL, QUICK, Sizes
from jimbot.release.gates.strategies import read_strategies
from jimbot.runs import Manifest, RunFolder, made_with
from jimbot.runs.console import json_text
from jimbot.runs.machine import cores
from jimbot.runs.reading import read_json
from jimbot.runs.settings import Count, Settings, setting

FORMAT = "jimbot-gate-1"
ARTIFACTS = Path("docs") / "artifacts"
REPORT = "report.json"
STAGES = "stages"


OF_CHALLENGERS = ("challenger", "strategies", "patience")  # settings without effect on the other gates


class GateChoices(Settings):
    """What any gate may be asked."""

    quick: bool = setting(False, "small trainings, 20 seeds, no milestone: minutes")
    skip_milestone_1000: bool = setting(False, "leave the milestone out; nobody is promoted")
    perf_gate_only: bool = setting(False, "only the perf gate, with the networks of the last run")
    allow_promote: bool = setting(False, "a challenger that passes everything becomes champion")
    challenger: str | None = setting(None, "the agent that challenges; default: the gate's own")
    strategies: str | None = setting(None, "those of the ablation, separated by commas")
    base_url: str | None = setting(None, "game for the canary and p16; default: a jimbot serve of its own")
    registry: Path | None = setting(None, "folder of the registry; default: ARTIFACTS/registry")
    artifacts: Path = setting(ARTIFACTS, "folder of the artefacts of all gates", also=("--out",))
    workers: Count = setting(0, "processes; 0: one per core")
    patience: float = setting(60.0, "seconds that a challenger may take over a game", gt=0)


class GateSettings(GateChoices):
    """What a gate is asked to do. Another answer to any of these is another run."""

    gate: str

    @model_validator(mode="after")
    def _challenges(self) -> Self:
        if self.gate in ("p15", "p16"):
            self.refuse_given(OF_CHALLENGERS, f"in {self.gate}, which has no challenger")
        if self.strategies is not None:
            read_strategies(self.strategies)
        return self

    @property
    def sizes(self) -> Sizes:
        return QUICK if self.quick else FULL

    @property
    def processes(self) -> int:
        return self.workers or cores()


class GateFolder(RunFolder):
    """The artefacts of one run. A stage counts once its file is there."""

    what = "gate"
    kept = "artefacts"
    format = FORMAT

    def difference(self, there: Manifest, here: Manifest) -> str | None:
        for name in ("settings", "code"):
            if there.get(name) != here.get(name):
                return "engine or agents have changed since" if name == "code" else "its settings are others"
        return None

    def open(self) -> None:
        (self.path / STAGES).mkdir(exist_ok=True)


class GateRun:
    """A gate at work. ``stage`` does a thing once; ``json`` writes an artefact."""

    def __init__(self, settings: GateSettings, say: Callable[[str], None] = lambda text: None) -> None:
        self.settings = settings
        self.say = say
        about = {
            "format": FORMAT,
            "gate": settings.gate,
            "settings": settings.as_json(),
            "code": code_hash(),
            **made_with(),
        }
        self.folder = _opened(settings.artifacts / settings.gate, about)
        self.path = self.folder.path
        self.manifest = self.folder.manifest
        self.skipped: dict[str, str] = {}

    def __enter__(self) -> GateRun:
        return self

    def __exit__(self, *reason: object) -> None:
        self.folder.close()

    def stage(self, name: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The result of a stage: as it was written down, or of the work that is done now."""
        file = self.path / STAGES / f"{name}.json"
        if file.is_file():
            done: dict[str, Any] = read_json(file)
        else:
            self.say(f"{self.settings.gate}: {name} ...")
            begin = time.monotonic()
            result = work()
            done = {"stage": name, "seconds": round(time.monotonic() - begin, 3), "result": result}
            self.folder.write(f"{STAGES}/{name}.json", json_text(done) + "\n")
        result = done["result"]
        if why := result.get("skipped"):
            self.skipped[name] = why
        outcome = f"skipped: {why}" if why else f"{done['seconds']:g} s"
        self.say(f"{self.settings.gate}: {name} {outcome}")
        return dict(result)

    def skip(self, name: str, why: str) -> None:
        """A stage that is not done, and why."""
        self.stage(name, lambda: {"skipped": why})

    def json(self, name: str, data: Any) -> dict[str, Any]:
        self.folder.write(name, json_text(data) + "\n")
        return dict(data)

    def text(self, name: str, text: str) -> None:
        self.folder.write(name, text)


def _opened(place: Path, about: Manifest) -> GateFolder:
    """The newest run of this gate if it was left unfinished with the same settings and code; else a new one,
    named after the time."""
    for path in reversed(runs_of(place)):
        if (path / REPORT).is_file():
            break
        try:
            return GateFolder(path, about)
        except ValueError:  # another run, or one that is at work
            continue
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    for number in range(100):
        path = place / (stamp if number == 0 else f"{stamp}-{number}")
        if not path.exists():
            return GateFolder(path, about)
    raise ValueError(f"{place} has a hundred runs of {stamp}; wait a second")


def runs_of(place: Path) -> list[Path]:
    """Oldest first."""
    if not place.is_dir():
        return []
    return sorted(path for path in place.iterdir() if (path / "manifest.json").is_file())


def finished(artifacts: Path, gate: str, needed_by: str) -> Path:
    """The newest finished artefacts of a gate; ValueError that says what to do if there are none. A perf gate
    alone makes no models."""
    for path in reversed(runs_of(artifacts / gate)):
        settings = GateFolder.read_manifest(path)["settings"]
        if (path / REPORT).is_file() and not settings["perf_gate_only"]:
            return path
    raise ValueError(
        f"{needed_by} needs the artefacts of {gate}, and {artifacts / gate} has none that are finished:"
        f" run 'jimbot gate {gate}' first"
    )


def result_of(path: Path, stage: str) -> dict[str, Any]:
    """What a stage of a finished run has left."""
    file = path / STAGES / f"{stage}.json"
    if not file.is_file():
        raise ValueError(f"{path} has no stage {stage!r}; it was made by another version")
    return dict(read_json(file)["result"])
