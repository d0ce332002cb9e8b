"""What strangers install from: extras with ranges, tested versions, and files that other tools read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import jimbot

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
FOR_DEVELOPERS = {"dev", "docs"}
HOSTS = re.compile(r"pypi\.org|pythonhosted|ghcr\.io|quay\.io|docker\.io|gcr\.io|index-url")


def requirements(names: list[str]) -> list[Requirement]:
    return [Requirement(line) for line in names]


def constraints() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {
        canonicalize_name(name): version
        for name, _, version in (line.partition("==") for line in lines if not line.startswith("#"))
    }


def test_extras_are_ranges_and_the_tested_versions_lie_within_them() -> None:
    tested = constraints()
    for extra, lines in {"(package)": PROJECT["project"]["dependencies"], **EXTRAS}.items():
        for requirement in requirements(lines):
            if requirement.name == "jimbot":
                continue
            assert not any(s.operator in ("==", "===") for s in requirement.specifier), (
                f"{extra}: {requirement}"
            )
            assert any(s.operator == ">=" for s in requirement.specifier), f"{extra}: {requirement}"
            version = tested[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), f"{extra}: {requirement}, tested with {version}"


def test_extras_stand_in_order_and_all_of_them_are_in_all_but_those_for_developers() -> None:
    assert list(EXTRAS) == sorted(EXTRAS)
    named = {extra for requirement in requirements(EXTRAS["all"]) for extra in requirement.extras}
    assert named == set(EXTRAS) - FOR_DEVELOPERS - {"all"}
    for extra in EXTRAS:
        assert not {f"{extra}s", f"{extra}ing", f"{extra}ed"} & set(EXTRAS), f"{extra} is easily confused"


def reached(extra: str) -> set[str]:
    """Every package that an extra brings by name, through other extras too."""
    found: set[str] = set()
    for requirement in requirements(EXTRAS[extra]):
        if requirement.name == "jimbot":
            found |= {name for other in requirement.extras for name in reached(other)}
        else:
            found.add(canonicalize_name(requirement.name))
    return found


def test_users_get_no_developer_tools() -> None:
    assert not reached("all") & {"pytest", "mypy", "ruff", "mkdocs", "clang-format", "hypothesis", "build"}


def test_every_extra_is_on_the_page_about_installing() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    for extra in EXTRAS:
        assert f"| `{extra}` |" in page, extra


def test_errors_name_extras_that_exist() -> None:
    for path in (ROOT / "src" / "jimbot").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for extra in re.findall(r"jimbot\[(\w+)\]'", text):
            assert extra in EXTRAS, f"{path.name}: {extra}"
        for extra in re.findall(r'options\.need\("\w+", "(\w+)"', text):
            assert extra in EXTRAS, f"{path.name}: {extra}"


def test_the_version_is_one() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert PROJECT["project"]["version"] == jimbot.__version__ == citation["version"]
    assert {"cff-version", "message", "title", "authors", "license", "type"} <= set(citation)


# -- containers ---------------------------------------------------------------------------------------------


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return read


def test_the_image_is_small_pinned_and_not_root() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    words = [line.split(None, 1) for line in lines if line and not line.startswith("#")]
    bases = [rest for word, rest in words if word == "FROM"]
    assert bases
    assert all(re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+( AS \w+)?", base) for base in bases)
    last = [word for word, _ in words]
    assert last.index("USER") > len(last) - 1 - last[::-1].index("FROM")
    assert dict(words)["USER"] == "jimbot"
    assert dict(words)["ENTRYPOINT"] == '["jimbot"]'
    for word, rest in words:
        for source in rest.split()[:-1] if word == "COPY" and "--from" not in rest else ():
            assert (ROOT / source).exists(), source
            assert f"!{source}\n" in (ROOT / ".dockerignore").read_text(encoding="utf-8"), source


def test_services_are_pinned_wired_and_open_to_this_machine_only() -> None:
    services = compose()["services"]
    assert {"serve", "exporter", "prometheus", "grafana", "questdb", "memgraph"} == set(services)
    volumes = set(compose()["volumes"])
    for name, service in services.items():
        if "build" not in service:
            assert re.fullmatch(r"[\w./-]+:v?\d+\.\d+\.\d+", service["image"]), f"{name}: {service['image']}"
        for port in service.get("ports", []):
            assert port.startswith("127.0.0.1:"), f"{name}: {port}"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in volumes, (
                f"{name}: {source}"
            )
        for other in service.get("depends_on", []):
            assert other in services
    scrape = yaml.safe_load((ROOT / "configs" / "prometheus.yml").read_text(encoding="utf-8"))
    (target,) = scrape["scrape_configs"][0]["static_configs"][0]["targets"]
    host, port = target.split(":")
    command = services[host]["command"]
    assert command[command.index("--port") + 1] == port
    sources = yaml.safe_load(
        (ROOT / "configs/grafana/provisioning/datasources/jimbot.yml").read_text(encoding="utf-8")
    )
    for source in sources["datasources"]:
        host = re.sub(r"^\w+://", "", source["url"]).split(":")[0]
        assert host in services


@pytest.mark.parametrize("name", ["serve", "exporter"])
def test_commands_of_the_services_exist(name: str) -> None:
    """Every option that compose.yaml uses is one of the command."""
    import typer

    from jimbot.apps.cli.app import app

    command: Any = typer.main.get_command(app)
    words = list(compose()["services"][name]["command"])
    while words and hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


# -- a public forge -------------------------------------------------------------------------------------------


def test_the_matrix_covers_every_python_that_wheels_are_built_for() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    rows = workflow["jobs"]["package"]["strategy"]["matrix"]["include"]
    built = re.findall(r"cp3(\d+)-", PROJECT["tool"]["cibuildwheel"]["build"])
    tried = {row["python"] for row in rows if row["tried"]}
    assert {f"3.{minor}" for minor in built} <= tried
    # the stable ABI carries the last of them on to the Pythons that follow
    assert PROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == f"cp3{built[-1]}"
    assert {f"3.{minor}" for minor in range(int(built[-1]), 15)} <= tried
    assert {row["system"].split("-")[0] for row in rows} == {"ubuntu", "macos", "windows"}


def test_forge_files_are_what_the_forge_reads() -> None:
    for path in sorted((ROOT / ".github").rglob("*.yml")):
        read = yaml.safe_load(path.read_text(encoding="utf-8"))
        if path.parent.name == "workflows":
            assert {"name", "jobs"} <= set(read)
            assert all("runs-on" in job and "steps" in job for job in read["jobs"].values())
        elif path.name != "config.yml":
            assert {"name", "description", "body"} <= set(read)
            ids = [part["id"] for part in read["body"] if "id" in part]
            assert len(ids) == len(set(ids))


def test_no_file_names_a_registry() -> None:
    files = [
        *ROOT.glob("*.toml"),
        *ROOT.glob("*.txt"),
        *ROOT.glob("*.y*ml"),
        ROOT / "Dockerfile",
        ROOT / "Makefile",
        *(ROOT / ".github").rglob("*.yml"),
        *(ROOT / "configs").rglob("*.y*ml"),
    ]
    for path in files:
        assert not HOSTS.search(path.read_text(encoding="utf-8")), path.name
