"""Charts: light and dark, in one file each, with names as text."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import pytest
from matplotlib.figure import Figure

from jimbot.evaluation.pages import charts, drawing
from jimbot.evaluation.pages.charts import Dot, Line

NAMES = ["<script>alert(1)</script>", "costs $5 and $6", "plain"]
BINS = [{"n": 10, "predicted": 0.2, "happened": 0.3}, {"n": 90, "predicted": 0.8, "happened": 0.7}]
FIGURES = {
    "columns": lambda: charts.columns(NAMES, [1, 0, 3]),
    "rows": lambda: charts.rows(NAMES, [1, 0, 3]),
    "dots": lambda: charts.dots(NAMES, [Dot(1, 0.5, 1.5)] * 3, "blinds", mark=0.0),
    "curves": lambda: charts.curves(
        {name: Line([1, 2], [3, 4], [2, 3], [4, 5]) for name in NAMES}, "x", "y", {"z": 3}
    ),
    "nothing": lambda: charts.curves({}, "x", "y"),
    "reliability": lambda: charts.reliability(dict.fromkeys(NAMES, BINS)),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_chart_is_an_image_of_its_own(name: str) -> None:
    figure: Figure = FIGURES[name]()
    text = charts.svg(figure).decode()
    ET.fromstring(text)
    assert "<script" not in text
    assert "prefers-color-scheme:dark" in text
    assert 'href="http' not in text
    assert "#000000" not in text, "ink is that of the theme"
    assert charts.figure_bytes(figure).startswith(b"\x89PNG")


def test_the_colours_of_a_theme() -> None:
    figure = charts.columns(["a"], [1])
    light, dark = (charts.svg(figure, theme).decode() for theme in ("light", "dark"))
    assert charts.INK["light"][0] in light
    assert charts.INK["dark"][0] in dark
    assert "prefers-color-scheme" not in light + dark


@pytest.mark.parametrize("name", FIGURES)
def test_a_compact_chart_is_narrow(name: str) -> None:
    figure = charts.compact(FIGURES[name]())
    assert figure.get_figwidth() <= charts.COMPACT
    ET.fromstring(charts.svg(figure))


LONG = ["heuristic, Red Deck, White Stake", "experiments/2026/a-run-with-a-long-name/seed0", "w" * 200]
CROWDED = {
    "columns": lambda: charts.columns([str(i) for i in range(25)], [100 + i for i in range(25)]),
    "rows": lambda: charts.rows(LONG, [1, 0, 3000]),
    "dots": lambda: charts.dots(LONG, [Dot(0.123, 0.1, 0.2)] * 3, "blinds"),
    "curves": lambda: charts.curves(
        {name: Line([1, 200_000], [3, 4]) for name in LONG}, "x", "y", height=2.6
    ),
}


@pytest.mark.parametrize("name", CROWDED)
def test_a_compact_chart_keeps_its_plot_and_its_words_apart(name: str) -> None:
    figure = charts.compact(CROWDED[name]())
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
    assert "jimbot[report]" in drawing("Blinds", FIGURES["columns"])
