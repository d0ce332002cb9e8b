"""The command that starts one game with the balatrobot mod in it, and its environment."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from jimbot.live.client.exceptions import LaunchError
from jimbot.live.games.capped_log import CappedLog
from jimbot.live.games.child import Child
from jimbot.live.protocol.address import base_url

LaunchKind = Literal["uvx", "direct", "command"]
PROBE_LOG_LIMIT = 1 << 20


@dataclass(frozen=True)
class ServeCommand:
    """How an instance is started.

    `uvx`: `uvx balatrobot serve …`. `direct`: `balatrobot_cmd` in place of `uvx balatrobot`. `command`:
    `balatrobot_cmd` as it is, `{host}` and `{port}` filled in, every option through the environment
    (a game started without the balatrobot tool, another server).
    """

    launcher: LaunchKind = "uvx"
    uvx_path: str = "uvx"
    balatrobot_cmd: str | Sequence[str] = "balatrobot"
    host: str = "127.0.0.1"
    love_path: str | Path | None = None
    lovely_path: str | Path | None = None
    headless: bool = False
    fast: bool = False
    extra_args: Sequence[str] = ()
    extra_env: Mapping[str, str] = field(default_factory=dict)

    def argv(self, port: int) -> list[str]:
        if self.launcher == "command":
            return [word.replace("{host}", self.host).replace("{port}", str(port)) for word in self._words()]
        flags = ["--host", self.host, "--port", str(port)]
        flags += [flag for flag, on in (("--headless", self.headless), ("--fast", self.fast)) if on]
        for flag, path in (("--love-path", self.love_path), ("--lovely-path", self.lovely_path)):
            flags += [] if path is None else [flag, str(path)]
        return [*self._serve(), *flags, *self.extra_args]

    def env(self, port: int, logs: Path) -> dict[str, str]:
        """All settings: a flag that is left out would not undo an inherited variable."""
        settings = {
            "HOST": self.host,
            "PORT": str(port),
            "HEADLESS": "1" if self.headless else "0",
            "FAST": "1" if self.fast else "0",
            "LOGS_PATH": str(logs),
        }
        for name, path in (("LOVE_PATH", self.love_path), ("LOVELY_PATH", self.lovely_path)):
            if path is not None:
                settings[name] = str(path)
        ours = {f"BALATROBOT_{name}": value for name, value in settings.items()}
        return {**os.environ, **ours, **self.extra_env}

    def base_url(self, port: int) -> str:
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "localhost") else self.host
        return base_url(host, port)

    def probe(self, timeout: float = 120.0) -> None:
        """Raises `LaunchError` unless the tool runs and has `serve` (uvx may have to fetch it first)."""
        if self.launcher == "command":
            return
        argv = [*self._serve(), "--help"]
        shown = shlex.join(argv)
        with tempfile.TemporaryDirectory() as folder:
            log = CappedLog(Path(folder) / "probe.log", PROBE_LOG_LIMIT)
            try:
                child = Child(argv, {**os.environ, **self.extra_env}, log)
            except OSError as error:
                raise LaunchError(f"`{shown}` cannot be run: {error}. {self._advice()}") from error
            try:
                code = child.wait(timeout)
            finally:
                child.stop(grace=2.0)
                said = log.tail()
                log.close()
        if code is None:
            raise LaunchError(f"`{shown}` gave no answer within {timeout:g} s. {self._advice()}")
        if code != 0:
            raise LaunchError(
                f"`{shown}` failed with status {code}: this balatrobot has no `serve` (it came with 1.4.0) "
                f"or does not run here. {self._advice()}\n{said}"
            )

    def _serve(self) -> list[str]:
        tool = [self.uvx_path, "balatrobot"] if self.launcher == "uvx" else self._words()
        return [*tool, "serve"]

    def _words(self) -> list[str]:
        if isinstance(self.balatrobot_cmd, str):
            return shlex.split(self.balatrobot_cmd)
        return list(self.balatrobot_cmd)

    def _advice(self) -> str:
        if self.launcher == "uvx":
            return (
                "Install uv (https://docs.astral.sh/uv), name it with uvx_path, or use the launcher `direct`."
            )
        return "Name the balatrobot command with balatrobot_cmd, or use the launcher `uvx`."
