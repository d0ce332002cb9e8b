"""Deploy packages: made whole, verified file by file, installed by channel, run without training extras."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("torch")

from jimbot.agents.familiar import Familiar
from jimbot.evaluation.manifest import refuse_trained_on_test
from jimbot.game import Game
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import load_net, save_net
from jimbot.release.packages import layout
from jimbot.release.packages.layout import CHECKSUMS, METADATA, REQUIRED, PackageContent, checksums, export
from jimbot.release.packages.runner import agent_spec, decide_once, load
from jimbot.release.packages.store import PackageStore
from jimbot.release.packages.verify import faults_of, verify
from jimbot.runs.safetensors import read_safetensors, safetensors_bytes

from .conftest import metrics


def relisted(package):
    """As somebody would who also rewrites the checksums."""
    (package / CHECKSUMS).write_text(json.dumps(checksums(package)))


def with_metadata(package, **changes):
    about = json.loads((package / METADATA).read_text())
    (package / METADATA).write_text(json.dumps(about | changes))
    relisted(package)


def test_a_package_has_its_layout_and_verifies(package):
    for name in REQUIRED:
        assert (package / name).is_file()
    about = json.loads((package / METADATA).read_text())
    assert about["schema"] == "deploy_package_v1"
    assert set(about) == set(layout.KEYS)
    assert about["source_strategy"] == "deploy_student"
    listed = json.loads((package / CHECKSUMS).read_text())
    assert set(listed) >= set(REQUIRED)
    report = verify(package, once=True)
    assert report["passed"], report
    assert report["decision"]["action"] in map(str, Game("PACKAGE1").legal_actions())
    assert json.loads((package / "package_verify_report.json").read_text())["passed"]
    assert verify(package)["passed"]  # its own report may lie there


def test_only_what_is_known_can_be_packed(network, tmp_path):
    with pytest.raises(ValueError, match="one of pv, hybrid, rl, risk_aware, deploy_student, judge"):
        export(tmp_path / "x", PackageContent("heuristic", network, metrics(network)))
    with pytest.raises(ValueError, match="needs its YAML"):
        export(tmp_path / "x", PackageContent("risk_aware", network, metrics(network)))
    (tmp_path / "there").mkdir()
    with pytest.raises(ValueError, match="already exists"):
        export(tmp_path / "there", PackageContent("pv", network, metrics(network)))
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def tampered(package):
    path = package / "model/best.pt"
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)


def longer(package):
    with (package / "model/best.pt").open("ab") as file:
        file.write(b"x")


def unlisted(package):
    (package / "model/extra.py").write_text("print('hello')")


def missing(package):
    (package / "config/inference_config.json").unlink()


def truncated(package):
    text = (package / CHECKSUMS).read_text()
    (package / CHECKSUMS).write_text(text[: len(text) // 2])


def emptied(package):
    (package / CHECKSUMS).write_text("{}")


def outside(package):
    listed = json.loads((package / CHECKSUMS).read_text())
    (package / CHECKSUMS).write_text(json.dumps({**listed, "../x": {"size_bytes": 0, "sha256": ""}}))


def linked(package):
    (package / "model/manifest.json").unlink()
    (package / "model/manifest.json").symlink_to("/etc/hostname")


def linked_folder(package):
    (package / "extra").symlink_to("/dev")


def linked_report(package):
    (package.parent / "precious").write_text("mine")
    (package / "package_verify_report.json").symlink_to(package.parent / "precious")


def linked_list(package):
    (package / CHECKSUMS).unlink()
    (package / CHECKSUMS).symlink_to("/dev/zero")


def pipe(package):
    os.mkfifo(package / "pipe")


def one_line(package):
    with (package / CHECKSUMS).open("r+b") as file:
        file.truncate(1 << 40)  # takes no room on the disk


def of_windows(package):
    listed = json.loads((package / CHECKSUMS).read_text())
    (package / CHECKSUMS).write_text(json.dumps({**listed, "C:\\x": {"size_bytes": 0, "sha256": ""}}))


def terabyte(package):
    with (package / "model/best.pt").open("r+b") as file:
        file.truncate(1 << 40)
    listed = json.loads((package / CHECKSUMS).read_text())
    listed["model/best.pt"] = {"size_bytes": 1 << 40, "sha256": "0" * 64}
    (package / CHECKSUMS).write_text(json.dumps(listed))


def other_agent(package):
    (package / "config/inference_config.json").write_text('{"agent": "model/mine.py:x=y"}')
    relisted(package)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (tampered, "model/best.pt is not what was packed"),
        (longer, "model/best.pt has"),
        (unlisted, "model/extra.py is not listed in checksums.json"),
        (missing, "config/inference_config.json is listed and missing"),
        (truncated, "checksums.json is damaged or cut off"),
        (emptied, "is not listed in checksums.json"),
        (outside, "names a file outside of the package"),
        (linked, "model/manifest.json is a link"),
        (linked_folder, "extra is a link"),
        (linked_report, "package_verify_report.json is a link"),
        (linked_list, "checksums.json cannot be read: not a regular file"),
        (pipe, "pipe is no regular file"),
        (one_line, "checksums.json is damaged or cut off"),
        (of_windows, "names a file outside of the package"),
        (terabyte, "model/best.pt has more than 4,294,967,296 bytes"),
        (other_agent, "config/inference_config.json names another agent"),
    ],
)
def test_a_spoilt_package_is_refused(package, tmp_path, spoil, fault):
    spoil(package)
    before = sorted(tmp_path.rglob("*"))
    report = verify(package)
    assert not report["passed"]
    assert any(fault in found for found in report["faults"]), report["faults"]
    assert sorted(tmp_path.rglob("*")) == before, "nothing is written into what is refused"
    store = PackageStore(tmp_path / "store")
    with pytest.raises(ValueError, match="is refused"):
        store.install(package, "dev")
    assert store.channel("dev") is None


def test_a_newer_schema_and_other_inputs_are_refused(package):
    with_metadata(package, schema="deploy_package_v2")
    assert "made by a newer version" in faults_of(package)[0]
    with_metadata(package, schema="deploy_package_v1", source_strategy="llm")
    assert "source_strategy is 'llm'" in faults_of(package)[0]
    other = layout.compatibility() | {"sim_version": "9.0.0"}
    with_metadata(package, source_strategy="pv", compatibility=other)
    assert "made for version 9.0.0 of the simulator" in faults_of(package)[0]
    with_metadata(package, compatibility=layout.compatibility())
    model = package / "model/best.pt"
    arrays, said = read_safetensors(model)
    model.write_bytes(safetensors_bytes(arrays, said | {"inputs": "0123456789abcdef"}))
    relisted(package)
    assert "was trained on inputs 0123456789abcdef" in faults_of(package)[0]


@pytest.mark.parametrize(
    "name", ["../../x", "", ".", "..", "/x", "a b", "a\nb", "a\0b", "x" * 101, 7, None, ["x"]]
)
def test_the_id_of_a_package_is_a_plain_name(package, tmp_path, name):
    with_metadata(package, package_id=name)
    assert "letters, digits and _ . + - are allowed" in faults_of(package)[0]
    with pytest.raises(ValueError, match="is refused"):
        PackageStore(tmp_path / "store").install(package, "dev")
    assert not list((tmp_path / "store" / "packages").iterdir())


def test_a_folder_that_is_no_name_is_not_made(network, tmp_path):
    with pytest.raises(ValueError, match="'a b' is no name of a package"):
        export(tmp_path / "a b", PackageContent("pv", network, metrics(network)))


@pytest.mark.parametrize("text", ["[]", "3", "{}", '{"package_id": "../x", "history": []}', "[" * 100_000])
def test_a_damaged_channel_is_named(tmp_path, text):
    store = PackageStore(tmp_path / "store")
    (tmp_path / "store" / "channels" / "dev.json").write_text(text)
    with pytest.raises(ValueError, match=r"dev\.json is no"):
        store.package("dev")


def test_a_package_that_is_not_there():
    from pathlib import Path

    assert faults_of(Path("nowhere")) == ["there is no package nowhere"]


def test_signatures(package, tmp_path):
    pytest.importorskip("cryptography")
    from jimbot.release.packages.signature import make_keys, sign

    public = make_keys(tmp_path / "mine.pem")
    other = make_keys(tmp_path / "other.pem")
    assert "it is not signed" in faults_of(package, public)[0]
    sign(package, tmp_path / "mine.pem")
    assert faults_of(package, public) == []
    assert faults_of(package) == []
    assert "its signature is not that of" in faults_of(package, other)[0]
    (package / "README.md").write_text("other")
    relisted(package)  # hashes hold again, the signature does not
    assert faults_of(package) == []
    assert "its signature is not that of" in faults_of(package, public)[0]
    with pytest.raises(ValueError, match="already exists"):
        make_keys(tmp_path / "mine.pem")


def test_a_package_of_a_network_whose_training_is_unknown_says_so(network, tmp_path):
    (tmp_path / "alone").mkdir()
    model = tmp_path / "alone" / "best.pt"
    save_net(model, load_net(network / "best.pt")[0], {"recipe": "distill", "values": False})
    export(tmp_path / "student", PackageContent("deploy_student", model, metrics(model)))
    listed = json.loads((tmp_path / "student" / "model" / "manifest.json").read_text())["train_seeds"]
    assert listed == [f"unknown:{model}"]
    refused = f"policy:checkpoint={tmp_path / 'student' / 'model' / 'best.pt'}"
    with pytest.raises(ValueError, match="does not say which seeds"):
        refuse_trained_on_test(refused, seed_list("test-1"))


def test_folders_that_are_no_packages_are_left_alone(tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "one").write_text("x")
    assert verify(tmp_path / "photos")["faults"] == ["checksums.json is missing"]
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["one"]


def test_what_a_killed_installation_left_is_swept(package, tmp_path):
    store = PackageStore(tmp_path / "store")
    left = tmp_path / "store" / "packages" / ".other.4711.tmp"
    (left / "model").mkdir(parents=True)
    (tmp_path / "mine").mkdir()
    (left.parent / ".mine.1.tmp").symlink_to(tmp_path / "mine")
    store.install(package, "dev")
    assert not left.exists()
    assert (tmp_path / "mine").is_dir()


def test_channels_are_pointers_with_history(package, network, tmp_path):
    store = PackageStore(tmp_path / "store")
    second = tmp_path / "student-2"
    export(second, PackageContent("deploy_student", network, metrics(network)))
    store.install(package, "dev")
    store.install(second, "dev")
    store.install(package, "stable")
    assert store.package("dev").name == "student-2"
    assert store.package("stable").name == "student-1"
    assert [step["package_id"] for step in store.channel("dev")["history"]] == ["student-1", "student-2"]
    store.install(package, "dev")  # back to an earlier one
    assert store.package("dev").name == "student-1"
    assert len(store.channel("dev")["history"]) == 3
    assert faults_of(store.package("dev")) == []
    with pytest.raises(ValueError, match="unknown channel 'beta'; one of dev, canary, stable"):
        store.install(package, "beta")
    with pytest.raises(ValueError, match=r"channel 'canary' of .* is empty"):
        store.package("canary")


def test_a_full_disk_while_a_channel_moves_leaves_it_where_it_was(package, tmp_path, monkeypatch):
    from jimbot.release.packages import store as module

    store = PackageStore(tmp_path / "store")
    store.install(package, "stable")
    before = store.channel("stable")

    def full(path, data):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(module, "write_whole", full)
    with pytest.raises(OSError, match="No space left"):
        store.install(package, "stable")
    assert store.channel("stable") == before


@pytest.mark.parametrize("strategy", ["pv", "hybrid", "rl", "risk_aware"])
def test_every_strategy_runs_from_its_package(network, tmp_path, strategy):
    risk = None
    if strategy == "risk_aware":
        games = []
        for seed in ("A", "B"):
            game = Game(seed)
            games.append(game.clone())
            game.apply("select_blind")
            games.append(game)
        Familiar.fit(games, "two games").save(tmp_path / "familiar.json")
        risk = tmp_path / "risk.yaml"
        risk.write_text(f"checkpoint: {network}/best.pt\nfamiliar: familiar.json\n")
    package = tmp_path / "package"
    export(package, PackageContent(strategy, network, metrics(network), risk))
    assert faults_of(package) == []
    assert str(package) in agent_spec(package)
    shown = decide_once(package)
    assert shown["action"] in ("select_blind", "skip_blind")
    if strategy == "risk_aware":
        assert load(package).familiar is not None


WITHOUT = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
from pathlib import Path
from jimbot.release.packages.runner import decide_once
from jimbot.release.packages.verify import faults_of
package = Path(sys.argv[1])
assert faults_of(package) == []
print(decide_once(package)["action"])
"""
TRAINING = (
    "torch",
    "onnxruntime",
    "gymnasium",
    "stable_baselines3",
    "sb3_contrib",
    "ray",
    "optuna",
    "matplotlib",
    "tensorboard",
    "zstandard",
)


def test_a_package_runs_without_a_learning_library(package):
    code = WITHOUT.format(blocked=TRAINING)
    done = subprocess.run([sys.executable, "-c", code, str(package)], capture_output=True, text=True)
    assert done.stdout.strip() == decide_once(package)["action"], done.stderr
