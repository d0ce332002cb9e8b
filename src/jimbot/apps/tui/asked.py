"""A question with one line to answer."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label


class Asked(ModalScreen[str | None]):
    """Answers with what was typed, or with None after Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "never_mind", "Never mind")]

    def __init__(self, question: str, value: str = "", placeholder: str = "") -> None:
        super().__init__()
        self.question = question
        self.value = value
        self.placeholder = placeholder

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Label(self.question, markup=False)
            yield Input(self.value, placeholder=self.placeholder)
            yield Label("Enter answers, Escape goes back", classes="keys")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_never_mind(self) -> None:
        self.dismiss(None)
