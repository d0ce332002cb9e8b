"""Every registered agent by a spec that is quick enough for tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

QUICK = {"search": "search:worlds=2,candidates=2"}


@pytest.fixture(scope="session")
def spec_of(tmp_path_factory: pytest.TempPathFactory, networks: Path) -> Callable[[str], str]:
    def spec(name: str) -> str:
        if name == "advisor":  # nobody answers there
            folder = tmp_path_factory.mktemp("advisor")
            return f"advisor:provider=openai,model=none,url=http://127.0.0.1:9/v1,per_hour=100000,folder={folder}"
        if name not in ("policy", "risk_aware", "hybrid"):
            return QUICK.get(name, name)
        pytest.importorskip("sb3_contrib")
        return f"{name}:checkpoint={networks / 'sb3'}"

    return spec
