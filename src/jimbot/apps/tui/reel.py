"""The screens Watch and Replay: a run step by step, with what an agent thinks at each."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from jimbot.apps.tui.asked import Asked
from jimbot.apps.tui.cards import HandView
from jimbot.apps.tui.table import TableView
from jimbot.live.drive.reel import Frame, Reel
from jimbot.view import Suggestion
from jimbot.view.picture.suggestion_text import stacked_suggestions
from jimbot.view.words import chips_words

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 10.0)  # decisions a second
THOUGHTS = 8


class ReelScreen(Screen[None]):
    """``runs``: whether it goes on by itself from the start."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "go(1)", "Step"),
        Binding("left,h", "go(-1)", "Back"),
        Binding("space", "pause", "Run / pause"),
        Binding("plus,equals_sign", "speed(1)", "Faster"),
        Binding("minus", "speed(-1)", "Slower"),
        Binding("home", "jump(0)", "Start", show=False),
        Binding("end", "end", "End", show=False),
        Binding("g", "goto", "Go to"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, reel: Reel, title: str, runs: bool = False) -> None:
        super().__init__()
        self.reel = reel
        self.about = title
        self.at = 0
        self.runs = runs
        self.speed = 2
        self._waits = False  # the agent thinks

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield TableView(id="table")
                yield HandView(id="hand")
            with VerticalScroll(id="right"):
                yield Static(id="side")
        yield Static(id="said")
        yield Footer()

    def on_mount(self) -> None:
        self._tick()
        self._fetch(0)

    # -- moving -----------------------------------------------------------------------------------------

    def action_go(self, by: int) -> None:
        self.runs = False
        self._fetch(self.at + by)

    def action_jump(self, to: int) -> None:
        self.runs = False
        self._fetch(to)

    def action_end(self) -> None:
        """The last frame there is: of a run that is still played, the last one so far."""
        self.action_jump(len(self.reel) - 1)

    def action_goto(self) -> None:
        def go(answer: str | None) -> None:
            if answer and answer.isascii() and answer.isdigit():
                self.action_jump(int(answer))
            elif answer:
                self._say(f"{answer!r} is no number")

        self.runs = False
        self.app.push_screen(Asked("Go to which decision?"), go)

    def action_pause(self) -> None:
        self.runs = not self.runs
        self._status()

    def action_speed(self, by: int) -> None:
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))
        self._status()

    def _tick(self) -> None:
        self.set_timer(1 / SPEEDS[self.speed], self._tick)
        if self.runs and not self._waits and self.is_current:
            self._fetch(self.at + 1)

    def _fetch(self, to: int) -> None:
        """Frames may have to be played first: that happens beside the screen."""
        if not self._waits:
            self._waits = True
            self._load(max(0, to))

    @work(thread=True, group="reel")
    def _load(self, to: int) -> None:
        try:
            self.reel.frame(to)
            at = min(to, len(self.reel) - 1)
            thoughts = self.reel.thoughts(at, THOUGHTS)
            frame = self.reel.frame(at)
        except Exception as error:  # an agent may fail in any way: the screen says how
            self.app.call_from_thread(self._failed, error)
            return
        self.app.call_from_thread(self._shown, at, frame, thoughts)

    def _failed(self, error: Exception) -> None:
        self._waits = self.runs = False
        self._say(f"{type(error).__name__}: {error}")

    # -- showing ----------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Text(text))

    def _shown(self, at: int, frame: Frame, thoughts: tuple[Suggestion, ...]) -> None:
        self.run_worker(self._show(at, frame, thoughts), group="show", exclusive=True)

    async def _show(self, at: int, frame: Frame, thoughts: tuple[Suggestion, ...]) -> None:
        self._waits = False
        if at == self.at and frame.action is None:
            self.runs = False  # the end
        self.at = at
        action = frame.action
        chosen = action.cards if action is not None and action.kind in ("play", "discard") else ()
        self.query_one("#table", TableView).show(frame.game)
        await self.query_one("#hand", HandView).show(frame.game.hand, chosen)
        self.query_one("#side", Static).update(stacked_suggestions(thoughts, str(action)))
        scored = self.reel.scored(at)
        self._say((frame.text + ("" if scored is None else f": {chips_words(scored)} chips")) or _end(frame))
        self._status()

    def _status(self) -> None:
        known = "" if self.reel.is_complete else " so far"
        how = f"running, {SPEEDS[self.speed]:g} a second" if self.runs else "paused"
        text = f"{self.about}   decision {self.at} of {len(self.reel) - 1}{known}   {how}"
        self.query_one("#status", Static).update(Text(text))

    def action_leave(self) -> None:
        self.runs = False
        self.dismiss()


def _end(frame: Frame) -> str:
    game = frame.game
    return "The run is won." if game.won else "The run is lost." if game.lost else "What is known ends here."
