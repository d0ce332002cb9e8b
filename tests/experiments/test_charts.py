"""Charts: light and dark, in one file each, with names as text."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import pytest

from jimbot.evaluation.pages import charts, drawing
from jimbot.evaluation.pages.plots import Columns, Curves, Dot, Dots, Line, LyingBars, Plot, Reliability

NAMES = ["<script>alert(1)</script>", "costs $5 and $6", "plain"]
BINS = [{"n": 10, "predicted": 0.2, "happened": 0.3}, {"n": 90, "predicted": 0.8, "happened": 0.7}]
PLOTS: dict[str, Plot] = {
    "columns": Columns(NAMES, [1, 0, 3]),
    "rows": LyingBars(NAMES, [1, 0, 3]),
    "dots": Dots(NAMES, [Dot(1, 0.5, 1.5)] * 3, "blinds", mark=0.0),
    "curves": Curves({name: Line([1, 2], [3, 4], [2, 3], [4, 5]) for name in NAMES}, "x", "y", {"z": 3}),
    "bounded": Curves({"": Line([1, 20], [1, 4])}, "x", "y", bounds=(1, 5), ticks=[3, 6], is_log=True),
    "nothing": Curves({}, "x", "y"),
    "reliability": Reliability(dict.fromkeys(NAMES, BINS)),
}


@pytest.mark.parametrize("name", PLOTS)
def test_a_chart_is_an_image_of_its_own(name: str) -> None:
    text = charts.svg(PLOTS[name]).decode()
    ET.fromstring(text)
    assert "<script" not in text
    assert "prefers-color-scheme:dark" in text
    assert 'href="http' not in text
    assert "#000000" not in text, "ink is that of the theme"
    assert charts.figure_bytes(PLOTS[name]).startswith(b"\x89PNG")


LONG = ["heuristic, Red Deck, White Stake", "experiments/2026/a-run-with-a-long-name/seed0", "w" * 200]
CROWDED: dict[str, Plot] = {
    "columns": Columns([str(i) for i in range(25)], [100 + i for i in range(25)]),
    "rows": LyingBars(LONG, [1, 0, 3000]),
    "dots": Dots(LONG, [Dot(0.123, 0.1, 0.2)] * 3, "blinds"),
    "curves": Curves({name: Line([1, 200_000], [3, 4]) for name in LONG}, "x", "y", height=2.6),
}


@pytest.mark.parametrize("name", CROWDED)
def test_a_crowded_chart_keeps_its_plot_and_its_words_apart(name: str) -> None:
    figure = charts.drawn_figure(CROWDED[name])
    figure.draw_without_rendering()
    (panel,) = figure.axes
    assert panel.get_position().width > 0.4, "most of the room is the plot's"
    assert panel.get_window_extent().height > 0.9 * figure.dpi
    for axis in (panel.xaxis, panel.yaxis):
        low, high = sorted(axis.get_view_interval())
        shown = [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
        boxes = [label.get_window_extent() for label in shown]
        assert len(boxes) > 2
        assert not any(one.overlaps(other) for one, other in itertools.pairwise(boxes))
    values = [text.get_window_extent() for text in panel.texts]
    assert not any(one.overlaps(other) for one, other in itertools.pairwise(values))
    for legend in figure.legends:
        assert legend.get_window_extent().x1 <= figure.bbox.x1
        assert not legend.get_window_extent().overlaps(panel.get_window_extent())


def test_a_page_without_matplotlib_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jimbot.evaluation.pages.parts.charts_installed", lambda: False)
    assert "jimbot[report]" in drawing("Blinds", PLOTS["columns"])
