"""Hooks of mkdocs: pages made from the command line and from notebooks, and links that leave docs/."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)+([^)]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    files.append(File.generated(config, "reference/command_line.md", content=command_line()))
    for path in sorted((Path(config.docs_dir) / "tutorials").glob("*.ipynb")):
        files.append(File.generated(config, f"tutorials/{path.stem}.md", content=notebook(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Notebooks are pages here; a file of the repository that is no page is named, not linked."""

    def named(match: re.Match[str]) -> str:
        inside = (Path(page.file.src_uri).parent / match[0][match[0].index("](") + 2 : -1]).as_posix()
        if not inside.startswith(".."):  # a page above this one
            return match[0]
        return f"{match[1]} (`{match[2]}`)" if match[1].strip("`") != match[2] else f"`{match[2]}`"

    return OUTSIDE.sub(named, markdown.replace(".ipynb)", ".md)"))


# -- the command line ---------------------------------------------------------------------------------------


def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Every command that does something, by its whole name."""
    if not hasattr(command, "commands"):
        yield name, command
        return
    for word, inner in sorted(command.commands.items()):
        yield from commands(inner, f"{name} {word}")


def command_line() -> str:
    from jimbot.apps.cli.app import app

    lines = ["# The command line", "", "What `jimbot COMMAND --help` prints.", ""]
    for name, command in commands(typer.main.get_command(app), "jimbot"):
        context = command.make_context(name, [], resilient_parsing=True)
        lines += [f"## {name}", "", "```text", command.get_help(context), "```", ""]
    return "\n".join(lines)


# -- notebooks ----------------------------------------------------------------------------------------------


def notebook(path: Path) -> str:
    """A notebook as a page, with what it printed when it was last run."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    parts = []
    for number, cell in enumerate(cells):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            if number == 0:
                parts.append(f"*This page is the notebook `docs/tutorials/{path.name}`.*")
        else:
            parts.append(f"```python\n{source}\n```")
            parts += [f"```text\n{text.rstrip()}\n```" for text in outputs(cell) if text.strip()]
    return "\n\n".join(parts) + "\n"


def outputs(cell: dict[str, Any]) -> Iterator[str]:
    for output in cell["outputs"]:
        text = output.get("text") or output.get("data", {}).get("text/plain") or ""
        yield "".join(text)
