"""The rooms of the package: what is in each, and which looks into which, as tables and as a drawing.

The order comes from the contract `rooms` in pyproject.toml, the arrows from the imports themselves and from
strings that name a module, such as those for importlib.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "jimbot"
# Arrows that point up, by name.
UPWARDS = {
    ("game", "view"),  # notebooks ask a position for its picture
}
MODULE = re.compile(r"jimbot\.[\w.]+(:\w+)?")


def contract() -> dict[str, Any]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = next(
        contract for contract in settings["tool"]["importlinter"]["contracts"] if contract["id"] == "rooms"
    )
    return found


def layers() -> list[list[str]]:
    """Rooms from top to bottom; those of one layer do not know each other."""
    return [[room.strip() for room in layer.split("|")] for layer in contract()["layers"]]


def subject(room: str) -> str:
    """The first sentence of a room."""
    place = PACKAGE / room
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.partition("\n\n")[0].replace("\n", " ").replace("``", "`").removesuffix(".")


def arrows() -> dict[str, set[str]]:
    """Room -> the rooms that it names a module of, at whatever place in a file."""
    rooms = [room for layer in layers() for room in layer]
    ignored = set(contract().get("ignore_imports", ()))
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for file in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(("jimbot", *file.relative_to(PACKAGE).with_suffix("").parts))
        room = module.split(".")[1]
        if room not in found:
            continue
        for name in imported(ast.parse(file.read_text(encoding="utf-8"))):
            parts = name.split(".")
            if any(name == there or name.startswith(f"{there}.") for there in _of(module, ignored)):
                continue
            if parts[0] == "jimbot" and len(parts) > 1 and parts[1] in found and parts[1] != room:
                found[room].add(parts[1])
    return {room: {other for other in there if (room, other) not in UPWARDS} for room, there in found.items()}


def _of(module: str, ignored: set[str]) -> list[str]:
    return [there for here, there in (line.split(" -> ") for line in ignored) if here == module]


def imported(tree: ast.AST) -> Iterator[str]:
    """Names of modules: imported, or in a string; those for type checkers alone left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for other in node.orelse:
                yield from imported(ast.Module([other], []))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and MODULE.fullmatch(node.value):
            yield node.value.partition(":")[0]
        else:
            yield from imported(node)


def needed(uses: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that no chain of others says already."""

    def reached(room: str) -> set[str]:
        return uses[room].union(*(reached(other) for other in uses[room]))

    return {
        room: {other for other in there if not any(other in reached(via) for via in there - {other})}
        for room, there in uses.items()
    }


def drawing() -> list[str]:
    """The rooms with their subjects, and the arrows between them as a Mermaid graph."""
    lines = ["| rooms, from top to bottom | | inside |", "|---|---|---|"]
    for layer in layers():
        for room in layer:
            inside = sorted(file.parent.name for file in PACKAGE.glob(f"{room}/*/__init__.py"))
            lines.append(f"| `{room}` | {subject(room)} | {' '.join(f'`{name}`' for name in inside)} |")
    lines += ["", "```mermaid", "graph TD"]
    order = [room for layer in layers() for room in layer]
    arrows_needed = needed(arrows())
    for room in order:
        lines += [f"  {room} --> {other}" for other in order if other in arrows_needed[room]]
    return [*lines, "```"]
