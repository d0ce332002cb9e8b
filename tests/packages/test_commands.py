"""`jimbot package` from an evaluation to a signed package that plays."""

from __future__ import annotations

import json

import pytest

from jimbot.apps.cli.app import main
from jimbot.evaluation import evaluate


@pytest.fixture
def jimbot(capsys):
    def run(*words) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        shown = capsys.readouterr()
        return ended.value.code, shown.out, shown.err

    return run


def test_from_games_to_a_signed_package_that_plays(jimbot, network, tmp_path):
    pytest.importorskip("cryptography")
    games, package, key, store = (tmp_path / name for name in ("games", "student", "mine.pem", "store"))
    evaluate(f"policy:checkpoint={network}", seeds="dev-2", out=games)
    assert jimbot("package", "keys", key)[0] == 0
    made = ("--model", network, "--evaluation", games, "--sign", key, "--json")
    code, out, _ = jimbot("package", "export", package, "--strategy", "deploy_student", *made)
    assert code == 0
    assert json.loads(out)["package_id"] == "student"
    metrics = json.loads((package / "metrics/eval_summary.json").read_text())
    assert (metrics["n"], metrics["seeds"], metrics["games"]) == (2, "dev-2", str(games))
    public = ("--key", tmp_path / "mine.pub")
    code, out, _ = jimbot("package", "verify", package, "--once", "--json", *public)
    assert code == 0
    assert json.loads(out)["decision"]["action"] in ("select_blind", "skip_blind")
    assert jimbot("package", "install", package, "--channel", "canary", "--store", store, *public)[0] == 0
    code, out, _ = jimbot(
        "package", "run", "--channel", "canary", "--store", store, "--once", "--json", *public
    )
    assert code == 0
    assert json.loads(out)["phase"] == "BLIND_SELECT"
    code, out, _ = jimbot("package", "run", package, "--seed", "ABCD", "--json")
    assert code == 0
    assert json.loads(out)["decisions"] > 0
    code, out, _ = jimbot("package", "run", package, "--once")
    assert "action: " in out


def test_games_of_another_model_are_refused(jimbot, network, tmp_path):
    games = tmp_path / "games"
    for agent in ("greedy", f"policy:checkpoint={network}"):
        evaluate(agent, seeds="dev-1", out=games / agent[:6])
    other = tmp_path / "other.pt"
    weights = bytearray((network / "best.pt").read_bytes())
    weights[-1] ^= 1
    other.write_bytes(weights)
    for model, folder in ((network, "greedy"), (other, "policy")):
        made = ("--model", model, "--evaluation", games / folder)
        code, _, err = jimbot("package", "export", tmp_path / "student", "--strategy", "pv", *made)
        assert code == 2
        assert f"not of the weights of {model}" in err
        assert not (tmp_path / "student").exists()


def test_what_is_wrong_is_reported(jimbot, package, tmp_path):
    (package / "model" / "extra").write_text("x")
    code, out, _ = jimbot("package", "verify", package)
    assert code == 1
    assert "model/extra is not listed in checksums.json" in out
    for command in (("run", package, "--once"), ("install", package, "--store", tmp_path / "store")):
        code, _, err = jimbot("package", *command)
        assert code == 2
        assert "is refused: model/extra is not listed" in err
    code, _, err = jimbot("package", "run", "--once")
    assert code == 2
    assert "either a package or --channel is needed" in err
    code, _, err = jimbot(
        "package",
        "export",
        tmp_path / "x",
        "--strategy",
        "pv",
        "--model",
        "nowhere",
        "--evaluation",
        tmp_path,
    )
    assert code == 2
    assert "holds no evaluation" in err
