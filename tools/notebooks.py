"""Runs the tutorials of docs/tutorials, each in an empty folder and an interpreter of its own.

--check runs them, --write also keeps what they print. Names of notebooks limit it to these.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "tutorials"
PATIENCE = 300  # seconds for a cell


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def run(path: Path) -> nbformat.NotebookNode:
    """The notebook as it is after its cells have run; an error in a cell is raised."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": folder}}
        ).execute()
    return notebook


def plain(notebook: nbformat.NotebookNode) -> None:
    """Leaves out what changes from run to run without meaning anything: times, numbers, versions."""
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--write", action="store_true")
    mode.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", help="such as first_agent")
    options = parser.parse_args()
    for path in notebooks():
        if options.names and path.stem not in options.names:
            continue
        print(path.stem, flush=True)
        notebook = run(path)
        if options.write:
            plain(notebook)
            nbformat.write(notebook, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
