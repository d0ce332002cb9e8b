"""The position as the screens show it: everything above the hand."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text
from textual.widgets import Static

from jimbot.game import Game
from jimbot.view import live_jokers
from jimbot.view.picture.terminal import draw_above


class TableView(Static):
    """Blind, shop or pack, tags, jokers with what they give now, consumables."""

    def show(self, game: Game) -> None:
        self.update(Group(*draw_above(game), *_now(game)))


def _now(game: Game) -> list[RenderableType]:
    copies = [str(joker) for joker in live_jokers(game) if joker.acts_as or joker.idle]
    return [Text("  ".join(copies), style="italic dim")] if copies else []
