"""Why the obvious alternative is worse, between rounds: measured like the decision itself, and said without a
further number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jimbot.game import Action
from jimbot.game.seen import Seen
from jimbot.view.build_reasons import Changes, round_words
from jimbot.view.decisions import decision
from jimbot.view.words import decision_words

NAMES = {
    "leave_shop": "keeping the money",
    "reroll": "a reroll",
    "skip_pack": "taking nothing",
    "select_blind": "playing it now",
    "skip_blind": "skipping it for the tag",
    "reroll_boss": "another boss",
}
DOING = {
    "buy": "buying",
    "open": "opening",
    "take": "taking",
    "use": "using",
    "buy and use": "buying and using",
}
NOT_OBVIOUS = ("rearrange_jokers", "rearrange_hand", "rearrange_consumables", "sell_joker", "sell_consumable")
COMPARED = 5  # of the alternatives
SAME = 0.005  # chance to win: nearer ones are as good


@dataclass(frozen=True)
class Weighed:
    """A decision with its chance to win, where the agent has measured it."""

    action: Action
    to_win: float | None


def obvious(changes: Changes, first: Weighed, others: Sequence[Weighed]) -> Weighed | None:
    """What adds the most chips at once; where nothing does, what wins most often."""
    known = [one for one in others if one.action.kind not in NOT_OBVIOUS][:COMPARED]
    added = {one: change.after for one in known if (change := changes.of(one.action)) and change.grows}
    return max(added, key=lambda one: added[one]) if added else next(iter(known), None)


def against(changes: Changes, first: Weighed, other: Weighed) -> str:
    """A clause to go behind the reason; nothing where nothing was measured that speaks for the first."""
    seen, kind = changes.seen, other.action.kind
    measured = first.to_win is not None and other.to_win is not None
    lead = (first.to_win or 0.0) - (other.to_win or 0.0)
    name = NAMES.get(kind) or _doing(seen, other.action)
    if measured and lead < -SAME:
        return ""
    if measured and lead < SAME:
        return f"; {name} is about as good"
    if kind == "select_blind" and (short := round_words(seen, seen.blind_on_deck)).startswith(SHORT):
        return f"; {name}, {short}"
    chips = _of_chips(changes, first.action, other.action)
    if chips and not (chips in MORE and not measured):
        return f"; {name} {chips}{', but wins less often' if chips in MORE else ''}"
    rarely = "far " if (other.to_win or 0.0) < (first.to_win or 0.0) / 2 else ""
    return f"; {name} wins {rarely}less often" if measured else ""


SHORT = "a round scores only"
MORE = ("adds more chips at once", "adds chips at once")


def _of_chips(changes: Changes, first: Action, other: Action) -> str:
    ours, theirs = changes.of(first), changes.of(other)
    if theirs is None:
        return ""
    if not theirs.grows or not theirs.words:
        return "adds no chips"
    if ours is None:
        return "adds chips at once"
    return "adds more chips at once" if theirs.after > ours.after else "adds fewer chips"


def _doing(seen: Seen, action: Action) -> str:
    verb = decision(seen, action).verb
    return decision_words(seen, action).replace(verb, DOING.get(verb, verb), 1)
