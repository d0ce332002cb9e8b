"""Cuts a release: version, changelog, commit, tag, wheel and source archive, by one command.

Without --version nothing is changed: it says what the next patch release would do. With it the files that
carry the version are written, committed and tagged `vVERSION`, and dist/ is built. Nothing is pushed.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

VERSION = r"\d+\.\d+\.\d+(?:rc\d+)?"
EMPTY = "## Unreleased\n\n### Breaking\n\n### New\n\n### Fixed\n\n### Docs\n"
CARRIERS = {  # file -> the line that carries the version
    "pyproject.toml": rf'^version = "({VERSION})"$',
    "src/jimbot/__init__.py": rf'^__version__ = "({VERSION})"$',
    "CITATION.cff": rf"^version: ({VERSION})$",
}


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def current(root: Path) -> str:
    """The version that all files agree on."""
    found = {}
    for name, line in CARRIERS.items():
        match = re.search(line, (root / name).read_text(encoding="utf-8"), re.M)
        if match is None:
            raise SystemExit(f"{name} has no line that carries the version")
        found[name] = match[1]
    if len(set(found.values())) != 1:
        raise SystemExit(f"the files do not agree on the version: {found}")
    return found["pyproject.toml"]


def order(version: str) -> tuple[float, ...]:
    """By which versions are compared: a release comes after its candidates."""
    numbers, _, candidate = version.partition("rc")
    return (*map(int, numbers.split(".")), int(candidate) if candidate else float("inf"))


def following(version: str) -> str:
    """The next patch; of a candidate the release."""
    numbers, candidate, _ = version.partition("rc")
    head, _, patch = numbers.rpartition(".")
    return numbers if candidate else f"{head}.{int(patch) + 1}"


def check(root: Path, version: str, now: str) -> None:
    if not re.fullmatch(VERSION, version):
        wanted = f"three numbers are needed, such as {following(now)} or {following(now)}rc1"
        raise SystemExit(f"version {version!r}; {wanted}")
    # the first release may carry the number that development began with
    first = not git(root, "tag", "--list", "v*")
    if order(version) < order(now) or (version == now and not first):
        raise SystemExit(f"version {version} does not come after {now}")
    if git(root, "tag", "--list", f"v{version}"):
        raise SystemExit(f"the tag v{version} exists already")
    if git(root, "status", "--porcelain"):
        raise SystemExit("there are changes that are not committed")


def changelog(text: str, version: str, day: str) -> str:
    """What was unreleased becomes the section of this release, without its empty parts."""
    match = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if match is None:
        raise SystemExit("CHANGELOG.md has no section 'Unreleased'")
    body = re.sub(r"^### [^\n]*\n(?:\n*- Nothing[^\n]*\n)?\s*(?=^### |\Z)", "", match[1], flags=re.M).strip()
    if not body:
        raise SystemExit("CHANGELOG.md lists nothing under Unreleased")
    section = f"{EMPTY}\n## {version} ({day})\n\n{body}\n"
    rest = text[match.end() :]
    return text[: match.start()] + section + ("\n" + rest if rest else "")


def changes(root: Path, version: str, day: str) -> dict[Path, str]:
    """The files of the release commit, as they will be."""
    out = {}
    for name, line in CARRIERS.items():
        text = (root / name).read_text(encoding="utf-8")
        out[root / name] = re.sub(line, lambda m: m[0].replace(m[1], version), text, count=1, flags=re.M)
    citation = re.sub(r"^date-released: .*\n", "", out[root / "CITATION.cff"], flags=re.M)
    out[root / "CITATION.cff"] = re.sub(
        rf"^(version: {VERSION}\n)", rf"\1date-released: {day}\n", citation, flags=re.M
    )
    log = root / "CHANGELOG.md"
    out[log] = changelog(log.read_text(encoding="utf-8"), version, day)
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--version", help="the version to release; without it nothing is changed")
    parser.add_argument("--dry-run", action="store_true", help="only say what that version would change")
    parser.add_argument("--no-build", action="store_true", help="leave wheel and source archive out")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    options = parser.parse_args()
    root: Path = options.root
    now = current(root)
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    version = options.version or following(now)
    if options.version is not None:
        check(root, version, now)
    if options.version is None or options.dry_run:
        for path in changes(root, version, day):
            print(f"would write {path.relative_to(root)}")
        print(f"would commit and tag v{version}, then build dist/")
        print("nothing was changed: make release VERSION=... does it")
        return 0
    for path, text in changes(root, version, day).items():
        path.write_text(text, encoding="utf-8")
    git(root, "commit", "--all", "--message", f"Release {version}")
    git(root, "tag", "--annotate", f"v{version}", "--message", f"JimBot {version}")
    print(f"committed and tagged v{version}")
    if not options.no_build:
        subprocess.run([sys.executable, "-m", "build", "--outdir", "dist", "."], cwd=root, check=True)
    print(f"look at it, then: git push origin HEAD v{version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
