"""The screen Train: the curves of a run, while it goes on or afterwards."""

from __future__ import annotations

import time
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, SelectionList, Static

from jimbot.evaluation.experiments.curves import Followed
from jimbot.view.picture.chart_text import draw_chart

SHOWN = 3  # curves at the start
READ_SECONDS = 1.0
LIVE_SECONDS = 120  # a run that wrote less long ago goes on


class TrainScreen(Screen[None]):
    """``followed`` is read again and again; space chooses which curves are drawn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "refresh_now", "Refresh"),
        Binding("plus,equals_sign", "taller(4)", "Taller"),
        Binding("minus", "taller(-4)", "Lower"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, followed: Followed, title: str) -> None:
        super().__init__()
        self.followed = followed
        self.about = title
        self.rows = 8

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Horizontal(id="body"):
            yield SelectionList[str](id="metrics")
            with VerticalScroll(id="charts"):
                yield Static(id="curves")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#metrics").focus()
        self._read(first=True)
        self.set_interval(READ_SECONDS, self._read)

    def _read(self, first: bool = False) -> None:
        try:
            is_new = self.followed.read()
        except OSError as error:
            self.query_one("#status", Static).update(Text(f"{error.filename}: {error.strerror}"))
            return
        listed = self.query_one("#metrics", SelectionList)
        known = {listed.get_option_at_index(i).value for i in range(listed.option_count)}
        for name in self.followed.names():
            if name not in known:
                listed.add_option((Text(name), name, first and listed.option_count < SHOWN))
        if listed.highlighted is None and listed.option_count:
            listed.highlighted = 0
        if is_new or first:
            self._draw()

    def on_selection_list_selected_changed(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        charts = self.query_one("#charts")
        width = max(20, charts.size.width - 14)
        chosen = set(self.query_one("#metrics", SelectionList).selected)
        curves = self.followed.curves
        drawn = [
            draw_chart(name, curves[name], width, self.rows)
            for name in self.followed.names()
            if name in chosen
        ]
        self.query_one("#curves", Static).update(Group(*drawn) if drawn else Text("choose curves with space"))
        ago = time.time() - self.followed.path.stat().st_mtime
        state = "goes on" if ago < LIVE_SECONDS else "finished or stopped"
        text = f"{self.about}   {self.followed.lines} lines   {state}, written {ago:.0f} s ago"
        self.query_one("#status", Static).update(Text(text))

    def action_refresh_now(self) -> None:
        self._read()
        self._draw()

    def action_taller(self, by: int) -> None:
        self.rows = max(4, min(40, self.rows + by))
        self._draw()

    def action_leave(self) -> None:
        self.dismiss()
