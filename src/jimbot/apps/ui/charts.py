"""Charts of the web app: they follow its theme, and show the numbers under the pointer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any

import altair as alt
import streamlit as st

from jimbot.apps.ui.widgets import say
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

ROW, WORDS = 26, 14  # pixels of a row, and of each further line of its label
# As text in the page: it can be read aloud and stays sharp.
DRAWN = {"embedOptions": {"renderer": "svg", "actions": False}}


def chart(title: str, plot: Plot) -> None:
    """As wide as there is room: a phone shows all of it."""
    ylabel = plot.ylabel if isinstance(plot, Curves) else ""
    say(title if ylabel in ("", title) else f"{title}: {ylabel}")
    if isinstance(plot, Curves) and not plot.known:
        say("Nothing to draw yet.")
        return
    size = alt.AutoSizeParams(type="fit-x", contains="padding")
    drawn = vega(plot).properties(usermeta=DRAWN, autosize=size)
    st.altair_chart(drawn, width="stretch", alt=title)


@singledispatch
def vega(plot: Plot) -> Any:
    raise TypeError(f"{type(plot).__name__} is no plot")


@vega.register
def _curves(plot: Curves) -> Any:
    names = {name: wrapped(name, LEGEND) for name in plot.known}
    rows = [
        {"name": names[name], "x": x, "y": y} | dict(zip(("low", "high"), bounds, strict=False))
        for name, line in plot.known.items()
        for x, y, *bounds in zip(line.x, line.y, *filter(len, (line.low, line.high)), strict=True)
    ]
    scale = alt.Scale(type="log" if plot.is_log else "linear", zero=False, **_domain(plot.range))
    y = alt.Y("y:Q", title=None, scale=scale)
    ticks = {"values": list(plot.ticks)} if plot.ticks else {"tickCount": 5}
    x = alt.X("x:Q", title=plot.xlabel, scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(**ticks))
    is_named = len(names) > 1 or next(iter(names)) != ""
    legend = alt.Legend(title=None, orient="bottom", columns=1, labelLimit=0) if is_named else None
    colours = alt.Scale(domain=list(names.values()), range=list(SERIES))
    colour = alt.Color("name:N", scale=colours, legend=legend)
    base = alt.Chart(_data(rows)).encode(x=x, color=colour)
    shown = [alt.Tooltip("name:N"), alt.Tooltip("x:Q", title=plot.xlabel), alt.Tooltip("y:Q", format=".4g")]
    points = len(rows) < 40 * len(names)
    layers: list[Any] = [base.mark_line(point={"size": 20} if points else False).encode(y=y, tooltip=shown)]
    if any("low" in row for row in rows):
        layers.insert(0, base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", scale=scale), y2="high:Q"))
    for name, value in plot.levels.items():
        level = alt.Chart(_data([{"name": name, "y": value}])).encode(y="y:Q", tooltip=["name:N", "y:Q"])
        layers.append(level.mark_rule(strokeDash=[4, 4], color=SERIES[-1]))
    return alt.layer(*layers, height=240).interactive(bind_y=False)


@vega.register
def _columns(plot: Columns) -> Any:
    colours = [plot.colours[i % len(plot.colours)] for i in range(len(plot.values))]
    rows = [
        {"label": label, "value": value, "colour": colour}
        for label, value, colour in zip(plot.labels, plot.values, colours, strict=True)
    ]
    axis = alt.Axis(labelAngle=0, labelOverlap="greedy")
    base = alt.Chart(_data(rows)).encode(x=alt.X("label:N", title=None, sort=None, axis=axis), y=_value("y"))
    bars = base.mark_bar().encode(color=alt.Color("colour:N", scale=None), tooltip=["label:N", "value:Q"])
    return alt.layer(bars, height=200)


@vega.register
def _rows(plot: LyingBars) -> Any:
    rows = [
        {"label": wrapped(label, LABEL), "value": value}
        for label, value in zip(plot.labels, plot.values, strict=True)
    ]
    more = _more(rows)
    base = alt.Chart(_data(rows)).encode(y=_label(more), x=_value("x"), tooltip=["label:N", "value:Q"])
    return alt.layer(base.mark_bar(color=BAR), height={"step": ROW + WORDS * more})


@vega.register
def _dots(plot: Dots) -> Any:
    rows = [
        {"label": wrapped(label, LABEL), "value": dot.value, "low": dot.low, "high": dot.high}
        for label, dot in zip(plot.labels, plot.values, strict=True)
    ]
    x = alt.X("value:Q", title=plot.xlabel, scale=alt.Scale(zero=False), axis=alt.Axis(tickCount=5))
    numbers = [alt.Tooltip(f"{name}:Q", format=".3g") for name in ("value", "low", "high")]
    more = _more(rows)
    base = alt.Chart(_data(rows)).encode(y=_label(more), tooltip=["label:N", *numbers])
    layers: list[Any] = [
        base.mark_rule(color=BAR, strokeWidth=2).encode(x=alt.X("low:Q", title=plot.xlabel), x2="high:Q"),
        base.mark_point(color=BAR, filled=True, size=60).encode(x=x),
    ]
    if plot.mark is not None:
        layers.append(alt.Chart(_data([{"x": plot.mark}])).mark_rule(strokeDash=[4, 4]).encode(x="x:Q"))
    return alt.layer(*layers, height={"step": ROW + WORDS * more})


@vega.register
def _reliability(plot: Reliability) -> Any:
    rows = [dict(row, title=title) for title, bins in plot.tables.items() for row in bins]
    share = alt.Scale(domain=[0, 1])
    line = alt.Chart(_data([{"x": 0, "y": 0}, {"x": 1, "y": 1}])).mark_line(strokeDash=[4, 4])
    tooltips = [alt.Tooltip(f"{name}:Q", format=".3f") for name in ("predicted", "happened")]
    marks = alt.Chart(_data(rows)).mark_circle(color=BAR).encode(
        x=alt.X("predicted:Q", scale=share),
        y=alt.Y("happened:Q", scale=share),
        size=alt.Size("n:Q", legend=None),
        tooltip=["title:N", "n:Q", *tooltips],
    )  # fmt: skip
    return alt.layer(line.encode(x="x:Q", y="y:Q"), marks, height=300)


def _data(rows: Iterable[Mapping[str, Any]]) -> alt.InlineData:
    return alt.InlineData(values=[dict(row) for row in rows])


def _domain(bounds: tuple[float, float] | None) -> dict[str, Any]:
    return {} if bounds is None else {"domain": list(bounds)}


def _label(more: int) -> alt.Y:
    axis = alt.Axis(labelExpr=r"split(datum.label, '\n')", labelLimit=0, labelOffset=-WORDS * more / 2)
    return alt.Y("label:N", title=None, sort=None, axis=axis)


def _value(way: str) -> Any:
    kind = alt.X if way == "x" else alt.Y
    return kind("value:Q", title=None, axis=alt.Axis(tickCount=5))


def _more(rows: Iterable[Mapping[str, Any]]) -> int:
    """Lines of the longest label after its first."""
    return max((str(row["label"]).count("\n") for row in rows), default=0)
