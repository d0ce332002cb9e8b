"""The command line as a user calls it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from jimbot.apps.cli.app import main


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def jimbot(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Runs `jimbot ...`: arguments as one text or several, typed lines in `keys`."""

    def run(*arguments: str, keys: str = "") -> Done:
        words = arguments[0].split() if len(arguments) == 1 else list(arguments)
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        capsys.readouterr()
        with pytest.raises(SystemExit) as leave:
            main(words)
        out, err = capsys.readouterr()
        return Done(int(leave.value.code or 0), out, err)

    return run
