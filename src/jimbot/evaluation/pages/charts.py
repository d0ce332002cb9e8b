"""Charts, all by matplotlib: bars, curves with bands, intervals, reliability; as SVG for pages or as PNG."""

from __future__ import annotations

import io
import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator

BAR, WON, LOST = "#4c8bca", "#3f9e63", "#d0574e"
SERIES = (BAR, "#e08b35", WON, "#b565c0", LOST, "#2ba3a8", "#9a8048", "#7f7f8c")
INK = {"light": ("#222222", "#d8d8d8"), "dark": ("#dddddd", "#4a4d55")}  # text and axes, grid
GRID = "#cccccd"  # replaced by the grid colour of the theme; nothing else is drawn in it
FONTS = "'DejaVu Sans', system-ui, sans-serif"
LABEL = 22  # letters in a line of a label beside the plot, so that most of the width is left to the plot
LEGEND, MOST_INSIDE = 44, 3  # letters in a line of a legend, curves whose legend may lie on the plot
COMPACT = 4.2  # inches
MOST_TICKS, MOST_STEPS = 10, 5  # below a compact plot: short labels of columns, steps between numbers


@dataclass(frozen=True)
class Line:
    """A curve; ``low`` and ``high`` are the bounds of its band, or empty."""

    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Dot:
    """A figure with its interval."""

    value: float
    low: float
    high: float


# -- figures ------------------------------------------------------------------------------------------------


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


def wrapped(text: str, letters: int) -> str:
    """In at most three lines."""
    return drawn(textwrap.fill(text, letters, max_lines=3, placeholder="…"))


def columns(labels: Sequence[str], values: Sequence[float], colours: Sequence[str] = (BAR,)) -> Figure:
    """Upright bars, each with its value on top; one colour, or one for each."""
    figure, (panel,) = new_figure(1, 1, width=7, height=2.6)
    bars = panel.bar(range(len(values)), values, 0.8, color=list(colours))
    panel.bar_label(bars, [f"{value:.4g}" if value else "" for value in values], fontsize=7)
    panel.set_xticks(range(len(labels)), [drawn(label) for label in labels], fontsize=8)
    _plain(panel, "y")
    return figure


def rows(labels: Sequence[str], values: Sequence[float], colour: str = BAR) -> Figure:
    """Lying bars, for labels that need room; the first on top."""
    figure, panel = _listed(labels, 0.8, 0.22)
    bars = panel.barh(range(len(values)), values, 0.75, color=colour)
    panel.bar_label(bars, [f"{value:.4g}" for value in values], fontsize=7, padding=2)
    _plain(panel, "x")
    return figure


def dots(labels: Sequence[str], values: Sequence[Dot], xlabel: str, mark: float | None = None) -> Figure:
    """Figures with their intervals, the first on top; ``mark`` is a value to compare with."""
    figure, panel = _listed(labels, 1, 0.26)
    if mark is not None:
        panel.axvline(mark, color=GRID, linewidth=1)
    for y, one in enumerate(values):
        panel.plot([one.low, one.high], [y, y], color=BAR, linewidth=1.6)
        panel.plot([one.value], [y], "o", color=BAR, markersize=4)
        beside = panel.get_yaxis_transform()
        panel.text(1.01, y, f"{one.value:.3g}", transform=beside, va="center", fontsize=7)
    panel.set_xlabel(xlabel, fontsize=8)
    _plain(panel, "x")
    return figure


def curves(
    lines: Mapping[str, Line],
    xlabel: str,
    ylabel: str,
    levels: Mapping[str, float] | None = None,
    height: float = 3.0,
) -> Figure:
    """Curves by name, with their bands; ``levels`` are named lines across."""
    known = {name: line for name, line in lines.items() if len(line.x)}
    if not known:
        return empty_figure("nothing to draw yet")
    figure, (panel,) = new_figure(1, 1, width=7, height=height)
    for i, (name, line) in enumerate(known.items()):
        colour = SERIES[i % len(SERIES)]
        marker = "o" if len(line.x) < 40 else ""
        style = {"color": colour, "marker": marker, "markersize": 3, "linewidth": 1.6}
        panel.plot(line.x, line.y, label=wrapped(name, LEGEND), **style)  # type: ignore[arg-type]
        if len(line.low):
            panel.fill_between(line.x, line.low, line.high, color=colour, alpha=0.2, linewidth=0)
    for name, value in (levels or {}).items():
        panel.axhline(value, linestyle="--", linewidth=1, color=SERIES[-1])
        panel.text(0.01, value, drawn(name), va="bottom", fontsize=7, transform=panel.get_yaxis_transform())
    if all(value == 0 for line in known.values() for value in line.y):
        panel.set_ylim(0, 1)  # nothing yet: no values below zero are made up for it
    panel.set_xlabel(xlabel, fontsize=8)
    panel.set_ylabel(ylabel, fontsize=8)
    if len(known) > 1 or next(iter(known)):
        _legend(figure, panel)
    _plain(panel, "both")
    return figure


def reliability(tables: Mapping[str, Sequence[Mapping[str, float]]], across: int = 4) -> Figure:
    """A panel for each title: what happened over what was predicted, by bins; on the rising line both agree.
    The area of a mark goes by its share of the examples."""
    across = min(across, len(tables))
    down = math.ceil(len(tables) / across)
    figure, panels = new_figure(down, across, width=3.4 * across, height=3.2 * down)
    for panel in panels[len(tables) :]:
        panel.set_axis_off()
    for panel, (title, bins) in zip(panels, tables.items(), strict=False):
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


def compact(figure: Figure) -> Figure:
    """The same figure for a phone or half a page: narrower, its text as large as before."""
    figure.set_size_inches(min(figure.get_figwidth(), COMPACT), figure.get_figheight())
    for panel in figure.axes:
        ticks = panel.xaxis.get_major_locator()
        if isinstance(ticks, FixedLocator) and len(panel.get_xticks()) > MOST_TICKS:
            ticks.set_params(nbins=MOST_TICKS)
            for value in panel.texts:
                value.set_rotation(90)
        elif isinstance(ticks, MaxNLocator):
            ticks.set_params(nbins=MOST_STEPS)
    return figure


def _listed(labels: Sequence[str], around: float, each: float) -> tuple[Figure, Axes]:
    """A panel with a line for each label, the first on top; the height in inches around and of each."""
    texts = [wrapped(label, LABEL) for label in labels]
    more = 0.1 * max((text.count("\n") for text in texts), default=0)
    figure, (panel,) = new_figure(1, 1, width=7, height=around + (each + more) * len(texts))
    panel.set_yticks(range(len(texts)), texts, fontsize=8)
    panel.set_ylim(len(texts) - 0.4, -0.6)
    return figure, panel


def _legend(figure: Figure, panel: Axes) -> None:
    """On the plot, or below it where it would hide the curves."""
    handles, names = panel.get_legend_handles_labels()
    if len(names) <= MOST_INSIDE and max(map(len, names), default=0) <= LABEL:
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


def figure_bytes(figure: Figure, kind: str = "png") -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format=kind)
    return out.getvalue()


def svg(figure: Figure, theme: str | None = None) -> bytes:
    """Without a background; light or dark as told, or as the reader's screen is."""
    out = io.StringIO()
    # Figures of one page must not share the names that they give their parts, nor carry the time.
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"'DejaVu Sans'[^;\"]*", FONTS, text)
    text = text.replace("#000000", "var(--ink)").replace(GRID, "var(--grid)")
    opened = text.index(">") + 1
    return f"{text[:opened]}<style>{_theme(theme)} text{{fill:var(--ink)}}</style>{text[opened:]}".encode()


def _theme(theme: str | None) -> str:
    def colours(name: str) -> str:
        ink, grid = INK[name]
        return f":root{{--ink:{ink};--grid:{grid}}}"

    if theme is not None:
        return colours(theme)
    return f"{colours('light')} @media(prefers-color-scheme:dark){{{colours('dark')}}}"
