"""The screen New run: seed, deck, stake and challenge of the run that is to be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Label, Select, Static

from jimbot.game import Game
from jimbot.game.content import content

NONE = "none"


class NewRunScreen(Screen[None]):
    """``begin`` makes the screen on which a game is played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "begin", "Begin", priority=True),
        Binding("escape", "leave", "Back"),
    ]

    def __init__(self, begin: Callable[[Game], Screen[Any]]) -> None:
        super().__init__()
        self._play = begin

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="new"):
            yield Label("Seed (empty: a random one)")
            yield Input(id="seed", max_length=16)
            yield Label("Deck")
            yield Select(_named("deck"), id="deck", value="b_red", allow_blank=False)
            yield Label("Stake")
            yield Select(_named("stake"), id="stake", value="stake_white", allow_blank=False)
            yield Label("Challenge (it sets the deck)")
            yield Select(
                [("none", NONE), *_named("challenge")], id="challenge", value=NONE, allow_blank=False
            )
            yield Button("Begin", id="begin", variant="primary")
        yield Static(id="said")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#seed").focus()

    def on_button_pressed(self) -> None:
        self.action_begin()

    def on_input_submitted(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        deck, stake, challenge = (
            str(self.query_one(f"#{name}", Select).value) for name in ("deck", "stake", "challenge")
        )
        seed = self.query_one("#seed", Input).value.strip()
        try:
            game = Game(seed or None, deck, stake, None if challenge == NONE else challenge)
        except ValueError as error:
            self.query_one("#said", Static).update(Text(str(error)))
            return
        self.app.switch_screen(self._play(game))

    def action_leave(self) -> None:
        self.dismiss()


def _named(kind: str) -> list[tuple[str, str]]:
    return [(str(row["name"]), str(key)) for key, row in content()[kind].items()]
