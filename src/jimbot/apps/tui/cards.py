"""Cards of the hand as things to click."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import HorizontalScroll
from textual.message import Message
from textual.widgets import Static

from jimbot.game.records import Card
from jimbot.view.picture.card_text import card_face
from jimbot.view.words import marks

MAX_MARKS = 2


class CardTile(Static):
    """One card: face, marks, and the key that chooses it."""

    class Pressed(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, place: int, card: Card, chosen: bool) -> None:
        super().__init__(classes="card chosen" if chosen else "card")
        self.place = place
        self.border_title = str(place + 1)
        self.update(_drawn(card))

    def on_click(self) -> None:
        self.post_message(self.Pressed(self.place))


class HandView(HorizontalScroll):
    """The hand. Chosen cards are raised."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._cards: list[Card] = []
        self._chosen: frozenset[int] = frozenset()
        self.can_focus = False
        self.display = False

    def compose(self) -> ComposeResult:
        for place, card in enumerate(self._cards):
            yield CardTile(place, card, place in self._chosen)

    async def show(self, cards: Sequence[Card], chosen: Sequence[int] = ()) -> None:
        if (list(cards), frozenset(chosen)) != (self._cards, self._chosen):
            self._cards, self._chosen = list(cards), frozenset(chosen)
            self.display = bool(cards)
            await self.recompose()


def _drawn(card: Card) -> Text:
    lines = [card_face(card), *(Text(word[:6], style="italic") for word in marks(card)[:MAX_MARKS])]
    return Text("\n").join(lines)
