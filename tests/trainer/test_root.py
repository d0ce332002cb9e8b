"""Entries of the root that documents name: a few lines each, and a table says where their code is."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = [
    path
    for pattern in ("*.py", "training/*.py", "trainer/*.py", "ui/*.py", "scripts/*.sh", "scripts/*.ps1")
    for path in sorted(ROOT.glob(pattern))
]


def test_there_are_entries() -> None:
    assert len(ENTRIES) > 30


@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_entry_leads_into_the_package_in_under_ten_lines(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len([line for line in lines if not line.lstrip().startswith("#")]) < 10


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_the_table_names_every_entry(page: str) -> None:
    table = [
        line for line in (ROOT / page).read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    text = "\n".join(table)
    for path in ENTRIES:
        place = str(path.relative_to(ROOT))
        folder = f"`{place.partition('/')[0]}/`"
        script = place.rpartition(".")[0] + ".*`"
        assert any(name in text for name in (f"{path.name}`", folder, script)), place
