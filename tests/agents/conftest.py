"""Every registered agent by a spec that is quick enough for tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .policies import saved_policy

QUICK = {"search": "search:worlds=2,candidates=2"}


@pytest.fixture(scope="session")
def spec_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    saved: dict[str, Path] = {}

    def spec(name: str) -> str:
        if name == "advisor":  # nobody answers there
            folder = tmp_path_factory.mktemp("advisor")
            return f"advisor:provider=openai,model=none,url=http://127.0.0.1:9/v1,per_hour=100000,folder={folder}"
        if name not in ("policy", "risk_aware", "hybrid"):
            return QUICK.get(name, name)
        pytest.importorskip("sb3_contrib")
        if "policy" not in saved:
            saved["policy"] = saved_policy(tmp_path_factory.mktemp("policy"))
        return f"{name}:checkpoint={saved['policy']}"

    return spec
