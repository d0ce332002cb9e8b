"""Plots drawn by matplotlib: as SVG for pages or as PNG."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from functools import singledispatch

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jimbot.evaluation.pages.plots import (
    BAR,
    LABEL,
    LEGEND,
    SERIES,
    Columns,
    Curves,
    Dots,
    LyingBars,
    Plot,
    Reliability,
    wrapped,
)

INK = {"light": ("#222222", "#d8d8d8"), "dark": ("#dddddd", "#4a4d55")}  # text and axes, grid
GRID = "#cccccd"  # replaced by the grid colour of the theme; nothing else is drawn in it
THEME = " ".join(
    f"{media}{{:root{{--ink:{ink};--grid:{grid}}}}}"
    for media, (ink, grid) in (
        ("@media all", INK["light"]),
        ("@media(prefers-color-scheme:dark)", INK["dark"]),
    )
)
FONTS = "'DejaVu Sans', system-ui, sans-serif"
MAX_INSIDE = 3  # curves whose legend may lie on the plot
ACROSS = 4  # panels beside each other


def new_figure(rows: int, columns: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(width, height), dpi=110, layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.flat)


def empty_figure(note: str) -> Figure:
    figure, (panel,) = new_figure(1, 1, width=6, height=3)
    panel.text(0.5, 0.5, drawn(note), ha="center", va="center")
    panel.set_axis_off()
    return figure


def drawn(text: str) -> str:
    """Text that matplotlib does not take for a formula."""
    return text.replace("$", r"\$")


@singledispatch
def drawn_figure(plot: Plot) -> Figure:
    raise TypeError(f"{type(plot).__name__} is no plot")


@drawn_figure.register
def _columns(plot: Columns) -> Figure:
    figure, (panel,) = new_figure(1, 1, width=7, height=2.6)
    bars = panel.bar(range(len(plot.values)), plot.values, 0.8, color=list(plot.colours))
    panel.bar_label(bars, [f"{value:.4g}" if value else "" for value in plot.values], fontsize=7)
    panel.set_xticks(range(len(plot.labels)), [drawn(label) for label in plot.labels], fontsize=8)
    _plain(panel, "y")
    return figure


@drawn_figure.register
def _rows(plot: LyingBars) -> Figure:
    figure, panel = _listed(plot.labels, 0.8, 0.22)
    bars = panel.barh(range(len(plot.values)), plot.values, 0.75, color=BAR)
    panel.bar_label(bars, [f"{value:.4g}" for value in plot.values], fontsize=7, padding=2)
    _plain(panel, "x")
    return figure


@drawn_figure.register
def _dots(plot: Dots) -> Figure:
    figure, panel = _listed(plot.labels, 1, 0.26)
    if plot.mark is not None:
        panel.axvline(plot.mark, color=GRID, linewidth=1)
    for y, one in enumerate(plot.values):
        panel.plot([one.low, one.high], [y, y], color=BAR, linewidth=1.6)
        panel.plot([one.value], [y], "o", color=BAR, markersize=4)
        beside = panel.get_yaxis_transform()
        panel.text(1.01, y, f"{one.value:.3g}", transform=beside, va="center", fontsize=7)
    panel.set_xlabel(plot.xlabel, fontsize=8)
    _plain(panel, "x")
    return figure


@drawn_figure.register
def _curves(plot: Curves) -> Figure:
    if not plot.known:
        return empty_figure("nothing to draw yet")
    figure, (panel,) = new_figure(1, 1, width=7, height=plot.height)
    for i, (name, line) in enumerate(plot.known.items()):
        colour = SERIES[i % len(SERIES)]
        marker = "o" if len(line.x) < 40 else ""
        style = {"color": colour, "marker": marker, "markersize": 3, "linewidth": 1.6}
        panel.plot(line.x, line.y, label=drawn(wrapped(name, LEGEND)), **style)  # type: ignore[arg-type]
        if len(line.low):
            panel.fill_between(line.x, line.low, line.high, color=colour, alpha=0.2, linewidth=0)
    for name, value in plot.levels.items():
        panel.axhline(value, linestyle="--", linewidth=1, color=SERIES[-1])
        panel.text(0.01, value, drawn(name), va="bottom", fontsize=7, transform=panel.get_yaxis_transform())
    if plot.range is not None:
        panel.set_ylim(*plot.range)
    if plot.is_log:
        panel.set_yscale("log")
    if plot.ticks:
        panel.set_xticks(plot.ticks)
    panel.set_xlabel(plot.xlabel, fontsize=8)
    panel.set_ylabel(plot.ylabel, fontsize=8)
    if len(plot.known) > 1 or next(iter(plot.known)):
        _legend(figure, panel)
    _plain(panel, "both")
    return figure


@drawn_figure.register
def _reliability(plot: Reliability) -> Figure:
    across = min(ACROSS, len(plot.tables))
    down = math.ceil(len(plot.tables) / across)
    figure, panels = new_figure(down, across, width=3.4 * across, height=3.2 * down)
    for panel in panels[len(plot.tables) :]:
        panel.set_axis_off()
    for panel, (title, bins) in zip(panels, plot.tables.items(), strict=False):
        panel.plot([0, 1], [0, 1], color=GRID, linewidth=1)
        total = sum(row["n"] for row in bins)
        sizes = [max(8.0, 400 * row["n"] / total) for row in bins]
        x, y = [row["predicted"] for row in bins], [row["happened"] for row in bins]
        panel.scatter(x, y, sizes, color=BAR, alpha=0.8)
        panel.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        panel.set_title(drawn(title), fontsize=9)
        panel.set_xlabel("predicted", fontsize=8)
        panel.set_ylabel("happened", fontsize=8)
        _plain(panel, "both")
    return figure


def _listed(labels: Sequence[str], around: float, each: float) -> tuple[Figure, Axes]:
    """A panel with a line for each label, the first on top; the height in inches around and of each."""
    texts = [drawn(wrapped(label, LABEL)) for label in labels]
    more = 0.1 * max((text.count("\n") for text in texts), default=0)
    figure, (panel,) = new_figure(1, 1, width=7, height=around + (each + more) * len(texts))
    panel.set_yticks(range(len(texts)), texts, fontsize=8)
    panel.set_ylim(len(texts) - 0.4, -0.6)
    return figure, panel


def _legend(figure: Figure, panel: Axes) -> None:
    """On the plot, or below it where it would hide the curves."""
    handles, names = panel.get_legend_handles_labels()
    if len(names) <= MAX_INSIDE and max(map(len, names), default=0) <= LABEL:
        panel.legend(fontsize=7, framealpha=0)
        return
    figure.legend(handles, names, loc="outside lower left", fontsize=7, framealpha=0)
    lines = sum(1 + name.count("\n") for name in names)
    figure.set_figheight(figure.get_figheight() + 0.15 * lines)


def _plain(panel: Axes, grid: str) -> None:
    panel.grid(axis=grid, color=GRID, linewidth=0.6)  # type: ignore[arg-type]
    panel.set_axisbelow(True)
    panel.spines[["top", "right"]].set_visible(False)
    panel.tick_params(labelsize=8)


# -- files --------------------------------------------------------------------------------------------------


def figure_bytes(figure: Figure | Plot, kind: str = "png") -> bytes:
    out = io.BytesIO()
    _of(figure).savefig(out, format=kind)
    return out.getvalue()


def svg(figure: Figure | Plot) -> bytes:
    """Without a background; light or dark as the reader's screen is."""
    out = io.StringIO()
    # Figures of one page must not share the names that they give their parts, nor carry the time.
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        _of(figure).savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"'DejaVu Sans'[^;\"]*", FONTS, text)
    text = text.replace("#000000", "var(--ink)").replace(GRID, "var(--grid)")
    opened = text.index(">") + 1
    return f"{text[:opened]}<style>{THEME} text{{fill:var(--ink)}}</style>{text[opened:]}".encode()


def _of(figure: Figure | Plot) -> Figure:
    return figure if isinstance(figure, Figure) else drawn_figure(figure)
