"""Golden files of our own engine, written by tools/golden.py: every line is played again and compared.

They guard exactness in a clone that has no reference data beside it. When a change is meant, `make golden`
writes them again and the diff is part of the change.
"""

from __future__ import annotations

import difflib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from jimbot import Game, _core
from jimbot.game.content import content

ROOT = Path(__file__).resolve().parents[2]


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_tool", ROOT / "tools" / "golden.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["golden_tool"] = module
    spec.loader.exec_module(module)
    return module


golden = load_tool()
NAMES = [run.name for run in golden.RUNS]


def kept(name: str) -> list[str]:
    lines: list[str] = golden.read_lines(golden.TRANSCRIPTS / f"{name}.txt")
    return lines


def assert_same(ours: list[str], theirs: list[str]) -> None:
    """Shows the first lines that differ, with the decision before them."""
    if ours == theirs:
        return
    diff = list(difflib.unified_diff(theirs, ours, "kept", "now", n=4, lineterm=""))
    shown = "\n".join(diff[:40])
    pytest.fail(f"{len(diff)} lines of diff; if it is meant, run `make golden`\n{shown}", pytrace=False)


def test_no_file_is_missing_or_left_over() -> None:
    expected = {run.path for run in golden.RUNS} | {
        golden.GOLDEN / "seeds.jsonl",
        golden.GOLDEN / "primitives.jsonl",
    }
    assert golden.kept_files() == expected
    assert len(set(NAMES)) == len(NAMES) == 39


def test_files_stay_small() -> None:
    assert sum(path.stat().st_size for path in golden.kept_files()) < 1_500_000


@pytest.mark.parametrize("name", NAMES)
def test_transcript(name: str) -> None:
    lines = kept(name)
    run = next(run for run in golden.RUNS if run.name == name)
    assert lines[0] == Game(seed=run.seed, **run.options).transcript.splitlines()[0]
    assert_same(golden.replayed(lines), lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_transcript_is_one_that_a_game_replays(name: str) -> None:
    lines = kept(name)
    game = Game.replay("\n".join(lines))
    assert lines[-1] == f"{golden.FACT}position {game.notation()}"
    assert game == Game.from_notation(game.notation())


@pytest.mark.parametrize("name", NAMES)
def test_plays_score_what_was_said_before(name: str) -> None:
    lines = kept(name)
    game = Game(**golden.options_of(lines[0]))
    for text in golden.actions_of(lines):
        action = _core.Action(text)
        said = game.score(action.cards) if action.kind == "play" else None
        before = game.round_score
        game.apply(action)
        if said is not None and said.exact and said.score is not None:
            assert game.round_score == before + said.score, f"{text}: {said}"


def test_seeds() -> None:
    assert_same(golden.seed_lines(), golden.read_lines(golden.GOLDEN / "seeds.jsonl"))


def test_primitives() -> None:
    assert_same(golden.primitive_lines(), golden.read_lines(golden.GOLDEN / "primitives.jsonl"))


# -- what the runs hold together -------------------------------------------------------------------------

# Kind -> at least this many. All of them where the engine has no more; else what the chosen runs reach.
AT_LEAST = {
    "joker": 143,
    "consumable": 50,
    "voucher": 32,
    "tag": 24,
    "boss": 28,
    "booster": 14,
    "hand": 10,
    "enhancement": 8,
    "edition": 3,
    "seal": 4,
    "sticker": 3,
    "deck": 15,
    "stake": 8,
    "challenge": 20,
    "variant": 2,
    "mode": 3,
    "phase": 6,
    "action": 17,
}


def test_coverage() -> None:
    found: dict[str, set[str]] = golden.together([kept(name) for name in NAMES])
    assert set(found) == set(AT_LEAST)
    short = {kind: len(found[kind]) for kind, least in AT_LEAST.items() if len(found[kind]) < least}
    assert not short
    consumables = content()["consumable"]
    used = {
        kind: {k for k in found["consumable"] if consumables[k]["kind"] == kind}
        for kind in ("tarot", "planet", "spectral")
    }
    assert {kind: len(keys) for kind, keys in used.items()} == {"tarot": 22, "planet": 10, "spectral": 18}


# -- the tool itself -------------------------------------------------------------------------------------


def copy_of_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    run = golden.RUNS[-1]
    monkeypatch.setattr(golden, "RUNS", (run,))
    lines = kept(run.name)
    monkeypatch.setattr(golden, "GOLDEN", tmp_path / "tests" / "golden")
    monkeypatch.setattr(golden, "TRANSCRIPTS", tmp_path / "tests" / "golden" / "transcripts")
    run.path.parent.mkdir(parents=True)
    run.path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    path: Path = run.path
    return path


def test_check_shows_a_drift_and_write_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy_of_one_run(tmp_path, monkeypatch)
    true = path.read_text(encoding="utf-8")
    golden.write(fresh=False)
    assert path.read_text(encoding="utf-8") == true
    monkeypatch.setattr(sys, "argv", ["golden.py", "--check"])
    assert golden.main() == 0

    path.write_text(true.replace("round 1 $", "round 1 $9", 1), encoding="utf-8")
    (path.parent / "left_over.txt").write_text("jimbot-run seed=A\n", encoding="utf-8")
    capsys.readouterr()
    assert golden.main() == 1
    out = capsys.readouterr().out
    assert any(line.startswith("-#   ") and "round 1 $9" in line for line in out.splitlines())
    assert "left_over.txt" in out

    monkeypatch.setattr(sys, "argv", ["golden.py", "--write"])
    assert golden.main() == 0
    assert path.read_text(encoding="utf-8") == true
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_write_goes_on_by_policy_where_an_action_is_not_legal_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy_of_one_run(tmp_path, monkeypatch)
    lines = path.read_text(encoding="utf-8").splitlines()
    actions = golden.actions_of(lines)
    run = golden.RUNS[0]
    new = golden.actions_of(run.lines([*actions[:10], "play 40", *actions[11:]]))
    assert new[:10] == actions[:10]
    assert len(new) > 11


@pytest.mark.parametrize("name", golden.POLICIES)
def test_policies_are_deterministic(name: str) -> None:
    run = golden.Run("same", name, "POLICIES", {"one_chip": True}, decisions=40)
    assert run.lines([]) == run.lines([])
