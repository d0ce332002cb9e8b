"""The screen Assist: suggestions beside a running game; it acts once per key, and only when armed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import DataTable, Footer, RichLog, Static

from jimbot.apps.tui.asked import Asked
from jimbot.game.records import number
from jimbot.live.drive.arming import ArmToken
from jimbot.live.drive.companion import Companion, Look
from jimbot.live.drive.reach import Unreachable, is_real_game
from jimbot.runs.console import plain
from jimbot.view import percent
from jimbot.view.words import chips_words

COLUMNS = ("", "decision", "chance", "chips", "why")


class AssistScreen(Screen[None]):
    """In a game that is not our server, a token is typed to arm."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "refresh_now", "Refresh"),
        Binding("e", "arm", "Arm / disarm"),
        Binding("x", "execute", "Execute once"),
        Binding("b", "begin", "Begin a run"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(
        self,
        companion: Companion,
        url: str,
        log: Path | None = None,
        poll_seconds: float = 0.5,
    ) -> None:
        super().__init__()
        self.companion = companion
        self.url = url
        self.log_file = log
        self.poll_seconds = poll_seconds
        self.look: Look | None = None
        self._busy = False

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        yield Static(id="table")
        yield DataTable(id="suggestions", cursor_type="row")
        with VerticalScroll():
            yield RichLog(id="log", markup=False, wrap=True)
        yield Footer()

    def on_mount(self) -> None:
        table = self.query_one("#suggestions", DataTable)
        for name in COLUMNS:
            table.add_column(name)
        table.focus()
        self._status()
        self.set_interval(self.poll_seconds, self._poll)
        self._poll()

    def on_unmount(self) -> None:
        self.companion.close()

    # -- the game, beside the screen --------------------------------------------------------------------

    def _poll(self) -> None:
        if not self._busy:
            self._busy = True
            self._look()

    def action_refresh_now(self) -> None:
        if not self._busy:
            self._busy = True
            self._look(again=True)

    @work(thread=True, group="game")
    def _look(self, again: bool = False) -> None:
        look = self.companion.look(again)
        self.app.call_from_thread(self._seen, look)

    def action_execute(self) -> None:
        """One press, one decision: the suggestion that the cursor is on."""
        row = self.query_one("#suggestions", DataTable).cursor_row
        shown = self.look
        self._busy = True
        self._act(row, shown)

    @work(thread=True, group="game")
    def _act(self, row: int, shown: Look | None) -> None:
        look = self.companion.execute(max(0, row), shown)
        self.app.call_from_thread(self._seen, look)

    @work(thread=True, group="game")
    def action_begin(self) -> None:
        """Where none is played."""
        self.app.call_from_thread(self._say, self.companion.begin())

    def action_arm(self) -> None:
        if self.companion.armed:
            self.companion.disarm()
            self._say("disarmed")
            self._status()
        else:
            self._ask_whose_game()

    @work(thread=True, group="game")
    def _ask_whose_game(self) -> None:
        try:
            asks = is_real_game(self.url)
        except Unreachable as error:
            self.app.call_from_thread(self._say, f"not armed: {error}")
            return
        self.app.call_from_thread(self._ask_for_token if asks else self._armed)

    def _ask_for_token(self) -> None:
        token = ArmToken()

        def answered(typed: str | None) -> None:
            if typed is not None and token.accepts(typed):
                self._armed()
            else:
                self._say("not armed: that was not the token")

        run = self.companion.run
        self.app.push_screen(Asked(f"Type {token.text} to let x act in run {run} at {self.url}."), answered)

    def _armed(self) -> None:
        self._say(self.companion.arm())
        self._status()

    # -- showing ----------------------------------------------------------------------------------------

    def _seen(self, look: Look | None) -> None:
        self._busy = False
        if look is None:
            return
        self.look = look
        notice = look.notice
        if notice.executed:
            self._say(f"done: {notice.executed}")
        if notice.note:
            self._say(notice.note + ("; b begins a run" if notice.can_begin else ""))
        table = self.query_one("#suggestions", DataTable)
        table.clear()
        goal = "to clear" if notice.phase == "SELECTING_HAND" else "to win"
        for rank, one in enumerate(notice.suggestions, 1):
            table.add_row(
                "≈" if one.about_equal else f"{rank}",
                Text(one.text),
                "" if one.chance is None else f"{percent(one.chance)} {goal}",
                "" if one.expected_score is None else chips_words(one.expected_score),
                Text(one.reason),
            )
        self._status()
        self._log(look)

    def _status(self) -> None:
        look, armed = self.look, self.companion.armed
        state = "connecting" if look is None else "connected" if look.connected else "not connected"
        words = Text(f"{self.url}   {self.companion.adviser.name}   {state}   ")
        words.append(" ARMED " if armed else "not armed", style="bold white on red" if armed else "dim")
        self.query_one("#status", Static).update(words)
        if look is not None and look.notice.phase:
            notice = look.notice
            goal = f", {number(notice.score)} of {number(notice.target)} chips"
            where = f"Ante {notice.ante}, round {notice.round}, ${notice.money}, {notice.phase}"
            shown = where + (goal if notice.phase == "SELECTING_HAND" else "")
            self.query_one("#table", Static).update(Text(f"{shown}   advice in {1000 * look.seconds:.0f} ms"))

    def _say(self, text: str) -> None:
        self.query_one("#log", RichLog).write(Text(f"{time.strftime('%H:%M:%S')}  {text}"))

    def _log(self, look: Look) -> None:
        """One JSON object per look, for those who want to know later."""
        if self.log_file is None:
            return
        line = {"time": time.time(), "armed": look.armed, "connected": look.connected}
        line |= {"seconds": look.seconds} | plain(look.notice)
        with self.log_file.open("a") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def action_leave(self) -> None:
        self.dismiss()
