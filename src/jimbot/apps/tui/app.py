"""The terminal app: a menu, and a screen for each thing to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer, Label, OptionList, Static
from textual.widgets.option_list import Option

from jimbot.apps.tui.asked import Asked

MENU = {
    "play": "Play        a new run: seed, deck, stake, challenge",
    "resume": "Resume      the run that was left",
    "watch": "Watch       an agent's run, with its reasons",
    "replay": "Replay      a transcript or a trace, step by step",
    "assist": "Assist      suggestions beside a running game",
    "train": "Train       the curves of a training run",
}
QUESTIONS = {
    "replay": "Which transcript or trace? Empty: a sample run.",
    "train": "Which run folder? Empty: a sample training.",
    "assist": "Where is the game?",
}
WIDE, HIGH = 90, 28  # what shows everything at once
Open = Callable[[str], Screen[Any]]


class MenuScreen(Screen[None]):
    """What there is to do. ``openers`` make the screens; those with a question get its answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "Quit")]

    def __init__(self, openers: dict[str, Open], defaults: dict[str, str]) -> None:
        super().__init__()
        self.openers = openers
        self.defaults = defaults

    def compose(self) -> ComposeResult:
        yield Label("JimBot", classes="field")
        yield OptionList(*(Option(text, id=name) for name, text in MENU.items()), id="menu", markup=False)
        yield Label("↑ ↓ and Enter choose", classes="keys field")
        yield Static(id="said")
        yield Footer()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        name = event.option_id or ""
        if name in QUESTIONS:
            asked = Asked(QUESTIONS[name], self.defaults.get(name, ""))
            self.app.push_screen(asked, lambda answer: self._open(name, answer))
        else:
            self._open(name, "")

    def _open(self, name: str, answer: str | None) -> None:
        if answer is None:
            return
        said = self.query_one("#said", Static)
        try:
            screen = self.openers[name](answer)
        except (ValueError, OSError) as error:
            said.update(Text(str(error)))
            return
        said.update("")
        self.app.push_screen(screen)


class JimbotApp(App[None]):
    """Begins with one screen and ends with it."""

    CSS_PATH = Path(__file__).parent / "style.tcss"
    TITLE = "JimBot"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 (Textual's own)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False),
    ]

    def __init__(self, first: Callable[[], Screen[Any]]) -> None:
        super().__init__()
        self._first = first
        self._early: list[str] = []  # keys typed before there is a screen to receive them
        self._takes_keys = False

    async def on_mount(self) -> None:
        await self.push_screen(self._first(), lambda answer: self.exit())
        self._takes_keys = True
        self.call_after_refresh(self._type_again)

    def on_key(self, event: Key) -> None:
        if not self._takes_keys:
            self._early.append(event.key)

    def _type_again(self) -> None:
        for key in self._early:
            self.simulate_key(key)
        self._early.clear()

    def action_leave(self) -> None:
        """Asks once; the run that is being played is kept whatever the answer."""

        def answered(answer: str | None) -> None:
            if answer is not None and answer.lower() in ("y", "yes"):
                self.exit()

        if isinstance(self.screen, Asked):
            self.exit()
        else:
            self.push_screen(Asked("Leave JimBot? y or n", placeholder="y"), answered)
