"""The page of a run that was looked at again: the decisions that cost most, each with its picture."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping, Sequence

from jimbot.agents.advice import Regret, Review
from jimbot.agents.advice.regrets import points
from jimbot.evaluation.pages import drawing, html_table, note, page, section
from jimbot.evaluation.pages.plots import Curves, Line
from jimbot.game import Action, Game
from jimbot.game.content import content
from jimbot.game.records import counted, number
from jimbot.view.picture import draw, png

Decisions = Sequence[tuple[Game, Action]]
METHOD = (
    "Each decision was compared with what the adviser would have done in redrawn games: everything that "
    "could not be seen was drawn again. Costs are in points of the chance to win, with two standard errors; "
    "the dearest were measured again in other games."
)
STYLE = "max-width:44em;width:100%;image-rendering:pixelated;border-radius:6px"


def review_page(title: str, decisions: Decisions, end: Game, found: Review) -> str:
    """It loads nothing, and no script runs on it."""
    parts = [note(run_words(end, found)), *_probabilities(found)]
    if not found.regrets:
        parts.append(note("No decision cost more than chance alone explains."))
    parts += [_ranked(rank, one, *decisions[one.at]) for rank, one in enumerate(found.regrets, 1)]
    return page(title, [*parts, note(METHOD)])


def lost_page(
    title: str,
    words: str,
    deaths: Mapping[str, Mapping[str, int]],
    dearest: Sequence[tuple[str, Game, Action, Regret]],
) -> str:
    """Lost games of an evaluation: where they end, and decisions of them by seed, dearest first."""
    names = content()["blind"]
    bosses = [(names[key]["name"], str(count)) for key, count in deaths["boss"].items()]
    antes = [(ante, str(count)) for ante, count in deaths["ante"].items()]
    parts = [note(words), section("Antes in which games are lost", [html_table(("ante", "games"), antes)])]
    if bosses:
        parts.append(section("Bosses that ended them", [html_table(("boss", "games"), bosses)]))
    for rank, (seed, game, action, one) in enumerate(dearest, 1):
        parts.append(_ranked(rank, one, game, action, f"Seed {seed}. "))
        parts.append(note(f"To practise it, save this line as a file and play it: {game.notation()}"))
    return page(title, [*parts, note(METHOD)])


def run_words(end: Game, found: Review) -> str:
    """Seed, deck, end, and how often the adviser would have done the same."""
    names = content()
    lost = f"lost in ante {end.ante} to {end.blind.name}"
    result = "won" if end.won else lost if end.lost else "not finished"
    deck = f"{names['deck'][end.deck]['name']}, {names['stake'][end.stake]['name']}"
    about = f"Seed {end.seed}, {deck}: {result}"
    return f"{about}. The adviser would have done the same in {found.agreed} of {found.weighed} decisions."


def _probabilities(found: Review) -> list[str]:
    if len(found.probabilities) < 2:
        return []
    line = Line([at for at, _ in found.probabilities], [100 * chance for _, chance in found.probabilities])
    curves = Curves({"chance": line}, "decision", "%", bounds=(0, 100))
    return [drawing("Chance to win, by the adviser", curves)]


def _ranked(rank: int, one: Regret, game: Game, action: Action, run: str = "") -> str:
    heading = f"{rank}. {one.made_text[:1].upper()}{one.made_text[1:]}"
    return section(heading, _regret(one, game, action, run))


def _regret(one: Regret, game: Game, action: Action, run: str) -> list[str]:
    chosen = action.cards if action.kind in ("play", "discard") else ()
    picture = base64.b64encode(png(draw(game, selected=chosen, scale=1))).decode()
    where = f"{run}Ante {one.ante}, {one.blind}, ${game.money}, decision {one.at}"
    if one.phase == "SELECTING_HAND":
        hands = f"{counted(game.hands_left, 'hand')} and {counted(game.discards_left, 'discard')} left"
        where += f": {number(game.round_score)} of {number(game.target)} chips, {hands}"
    rows = [
        ("made", one.made_text, f"{points(one.cost)} ± {100 * one.error:.1f}"),
        ("better", one.better_text, one.reason),
    ]
    alt = html.escape(where, quote=True)
    return [
        note(where),
        f'<img style="{STYLE}" alt="{alt}" src="data:image/png;base64,{picture}">',
        html_table(("", "decision", "cost, or why"), rows),
        note(one.line),
    ]
