"""Plays the first ante in `jimbot tui play` inside tmux, and keeps it as an asciicast for docs/.

Cards are chosen by their keys, the shop is left to the agent's key; the state of the run is read from its
autosave. Needs tmux and jimbot[tui].

    python tools/studies/record_tui.py docs/tui-ante.cast
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jimbot.agents import View, make_agent
from jimbot.documents.game_files import read_game
from jimbot.game import Game

WIDTH, HEIGHT = 112, 34
SEED = "TUTORIAL"
GO_ON = ("select_blind", "cash_out", "leave_shop", "skip_pack")
SHOWN_SECONDS = 1.2  # of each picture in the recording
PATIENCE = 60.0


class Terminal:
    """A tmux session of its own."""

    def __init__(self, command: str) -> None:
        self._run("new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT), command)

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", "jimbot-record", *words], capture_output=True, text=True, check=True
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def lines(self) -> list[str]:
        return [slim(line) for line in self._run("capture-pane", "-e", "-p").split("\n")[:HEIGHT]]

    def text(self) -> str:
        return self._run("capture-pane", "-p")

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + PATIENCE
        while text not in self.text():
            if time.monotonic() > until:
                raise TimeoutError(f"{text!r} never showed:\n{self.text()}")
            time.sleep(0.05)

    def close(self) -> None:
        self._run("kill-server")


def slim(line: str) -> str:
    """Without backgrounds, greys and what means nothing: a recording is looked at on any background."""
    line = re.sub(r"\x1b\[(48;5;\d+|38;5;(1[67]|23[2-9]|24\d|25[0-5]))m", "\x1b[39m", line)
    line = re.sub(r"(\x1b\[39m)+( *)(?=\x1b\[(0|39|38;5;\d+)m)", r"\2", line)
    return re.sub(r"(\x1b\[[\d;]*m| )+$", "", line)


class Recording:
    """An asciicast of pictures; of each only the lines that have changed."""

    def __init__(self) -> None:
        head = {"version": 2, "width": WIDTH, "height": HEIGHT, "title": "JimBot: an ante played"}
        self.parts = [json.dumps(head)]
        self._before = [""] * HEIGHT
        self._time = 0.0

    def add(self, lines: list[str]) -> None:
        changed = [
            f"\x1b[{row};1H\x1b[0m\x1b[2K{line}"
            for row, (line, before) in enumerate(zip(lines, self._before, strict=True), 1)
            if line != before
        ]
        if changed:
            self.parts.append(json.dumps([round(self._time, 1), "o", "".join(changed)], ensure_ascii=False))
            self._time += SHOWN_SECONDS
        self._before = lines


def keys_of(game: Game) -> list[str]:
    """What a player presses who decides as the heuristic does."""
    action = make_agent("heuristic").act(View(game, 1))
    if action.kind in ("play", "discard"):
        return [*(str(card + 1) for card in action.cards), action.kind[0]]
    return ["n"] if action.kind in GO_ON else ["a"]


def decided(kept: Path) -> int:
    return len(kept.read_text().splitlines()) - 1


def record(out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "play.run"
        command = f"{sys.executable} -m jimbot tui play --seed {SEED} --autosave {kept}"
        terminal, recording = Terminal(command), Recording()
        try:
            terminal.wait_for("shows all keys")
            hinted = False
            while (game := read_game(kept)).ante == 1 and not game.over:
                recording.add(terminal.lines())
                if game.phase == "SELECTING_HAND" and not hinted:
                    terminal.press("h")
                    terminal.wait_for("to clear the blind")
                    recording.add(terminal.lines())
                    hinted = True
                *cards, last = keys_of(game)
                if cards:
                    terminal.press(*cards)
                    time.sleep(0.5)
                    recording.add(terminal.lines())
                before = decided(kept)
                terminal.press(last)
                until = time.monotonic() + PATIENCE
                while decided(kept) == before and time.monotonic() < until:
                    time.sleep(0.05)
                time.sleep(0.5)
            recording.add(terminal.lines())
            terminal.press("q")
        finally:
            terminal.close()
    out.write_text("\n".join(recording.parts) + "\n")
    print(f"{len(recording.parts) - 1} pictures, {out.stat().st_size} bytes in {out}")


if __name__ == "__main__":
    record(Path(sys.argv[1]))
