"""The way to what a seed holds: the fewest decisions (skip, buy, open, take, reroll) that reach it, found
by playing."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from jimbot.game import Card, Consumable, Game, Joker
from jimbot.game.content import content
from jimbot.game.content.find import name_of
from jimbot.game.seeds.query import Condition, Fact, Query
from jimbot.view.seed_places import Place, found_in, is_wanted
from jimbot.view.seed_report import legendaries, seed_report

CARDS = ("shop", "pack_card", "legendary")
EXTRA_MONEY = (0, 10, 20, 40, 80, 160, 320)  # what it may be short of
MOST = 4_000  # positions that are looked at for one of these
SOUL = "c_soul"


class NoRoute(ValueError):
    """The seed does not hold it, or it cannot be reached."""


@dataclass(frozen=True)
class RouteStep:
    """A decision of the way: ``what`` is skip, buy, open, take or reroll. ``shop`` counts in the ante, from
    1; 0 is the choice of the blind."""

    ante: int
    shop: int
    what: str
    name: str
    dollars: int = 0


@dataclass(frozen=True)
class Route:
    """Blinds that no step names are played and won, and shops are left. ``extra_money`` is what the way
    costs beyond what a run has that wins each blind with its first hand."""

    seed: str
    steps: tuple[RouteStep, ...]
    extra_money: int
    actions: tuple[str, ...]  # of the whole run so far, as it was played


@dataclass
class _Goals:
    """What the seed holds of the condition: by ante, the last card of the queue that is of use, and the
    packs."""

    query: Query
    facts: list[Fact]
    cards: dict[int, int] = field(default_factory=dict)
    packs: dict[int, set[int]] = field(default_factory=dict)
    last_ante: int = 1

    def reached(self, done: frozenset[int]) -> bool:
        number = count()  # as the facts were counted

        def so(condition: Condition) -> bool:
            if isinstance(condition, Fact):
                return next(number) in done
            if condition.how == "none":
                return True
            parts = [so(part) for part in condition.parts]
            return all(parts) if condition.how == "all" else any(parts)

        return so(self.query.condition)


@dataclass
class _Node:
    game: Game
    done: frozenset[int] = frozenset()
    steps: tuple[RouteStep, ...] = ()
    actions: tuple[str, ...] = ()
    shop: int = 0  # of the ante
    cards: int = 0  # of the ante's queue that were shown

    def after(self, action: str, step: RouteStep | None = None, done: frozenset[int] = frozenset()) -> _Node:
        game = self.game.clone()
        game.apply(action)
        steps = self.steps if step is None else (*self.steps, step)
        node = _Node(
            game,
            self.done | done,
            steps,
            (*self.actions, action),
            self.shop,
            self.cards,
        )
        if game.ante != self.game.ante:
            node.shop = node.cards = 0
        return node


def route(query: Query, seed: str) -> Route:
    """NoRoute: the seed does not hold it, or it is out of reach in a game. What follows ``not`` is
    left aside."""
    goals = _goals(query, seed)
    for extra in EXTRA_MONEY:
        node = _search(goals, _start(query, seed, extra, goals))
        if node is not None:
            found = Route(seed, node.steps, extra, node.actions)
            if not goals.reached(replayed(query, found)):
                raise AssertionError(f"the route on seed {seed} does not reach it when it is played again")
            return found
    raise NoRoute(f"no way to it was found on seed {seed}: something else comes in its place in a game")


def replayed(query: Query, found: Route) -> frozenset[int]:
    """Plays the actions of a route from the start; which facts of the condition they reach."""
    goals = _goals(query, found.seed)
    node = _start(query, found.seed, found.extra_money, goals)
    steps = list(found.steps)
    for action in found.actions:
        if action.split()[0] in ("skip_blind", "buy_card", "buy_voucher", "buy_pack", "pick", "reroll"):
            node = next(one for one in _choices(goals, node) if one.actions[-1] == action)
            assert node.steps[-1] == steps.pop(0)
        else:
            node = node.after(action)
            _note(goals, node, action)
    return node.done


def _start(query: Query, seed: str, extra: int, goals: _Goals) -> _Node:
    game = Game(seed, query.deck, query.stake, endless=goals.last_ante > 8, one_chip=True)
    if extra:
        game = game.edited(f"money={game.money + extra}")
    node = _Node(game)
    _note(goals, node, "")
    return node


def _goals(query: Query, seed: str) -> _Goals:
    facts: list[Fact] = []

    def collect(condition: Condition) -> None:
        if isinstance(condition, Fact):
            facts.append(condition)
        elif condition.how != "none":
            for part in condition.parts:
                collect(part)

    collect(query.condition)
    goals = _Goals(query, facts)
    report = seed_report(seed, query.deck, query.stake, query.last_ante)
    souls = legendaries(report)
    present: set[int] = set()
    for number, fact in enumerate(facts):
        for place in found_in(fact, report, souls):
            present.add(number)
            goals.last_ante = max(goals.last_ante, place.ante)
            _aim(goals, place, souls)
    if not goals.reached(frozenset(present)):
        raise NoRoute(f"seed {seed} does not hold it")
    return goals


def _aim(goals: _Goals, place: Place, souls: list[dict[str, Any]]) -> None:
    if place.where == "shop":
        goals.cards[place.ante] = max(goals.cards.get(place.ante, 0), place.number or 0)
    elif place.where in ("pack", "in_pack"):
        goals.packs.setdefault(place.ante, set()).add(place.number or 0)
    elif place.where == "soul":  # each Soul makes the next legendary joker: the earlier ones are used too
        for soul in souls:
            if (soul["ante"], soul["pack"]) <= (place.ante, place.number):
                goals.packs.setdefault(soul["ante"], set()).add(soul["pack"])


def _search(goals: _Goals, start: _Node) -> _Node | None:
    """The position with the fewest decisions that has it all; of two the earlier one."""
    order = count()
    queue: list[tuple[int, int, int, _Node]] = [(0, 0, next(order), start)]
    for _ in range(MOST):
        if not queue:
            return None
        _, _, _, node = heapq.heappop(queue)
        if goals.reached(node.done):
            return node
        if node.game.over or node.game.ante > goals.last_ante:
            continue
        for one in (*_choices(goals, node), *_onward(goals, node)):
            heapq.heappush(queue, (len(one.steps), len(one.actions), next(order), one))
    return None


def _onward(goals: _Goals, node: _Node) -> Iterator[_Node]:
    """The way on without a decision: a blind is played and won, a shop is left, nothing is taken of a
    pack."""
    if node.game.phase == "PACK":
        yield node.after("skip_pack")
    elif node.game.phase == "SHOP":
        left = node.after("leave_shop")
        _note(goals, left, "leave_shop")
        yield left
    else:
        while not node.game.over and node.game.phase != "SHOP":
            action = _play(node.game)
            node = node.after(action)
            _note(goals, node, action)
        yield node


def _play(game: Game) -> str:
    if game.phase == "BLIND_SELECT":
        return "select_blind"
    if game.phase == "ROUND_EVAL":
        return "cash_out"
    usual = "play 0,1,2,3,4"
    return (
        usual
        if game.is_legal(usual)
        else next(str(a) for a in game.legal_actions() if str(a).startswith("play"))
    )


def _note(goals: _Goals, node: _Node, action: str) -> None:
    """What is so without a decision: the boss of the ante; and what a shop that opens shows."""
    if action == "cash_out":
        node.shop += 1
        node.cards += len(node.game.shop)
    boss = node.game.blinds[2].key
    node.done |= {
        i
        for i, fact in enumerate(goals.facts)
        if fact.subject == "boss" and _in(fact, node) and boss in fact.keys
    }


def _in(fact: Fact, node: _Node) -> bool:
    return fact.first_ante <= node.game.ante <= fact.last_ante


def _choices(goals: _Goals, node: _Node) -> Iterator[_Node]:
    phase = node.game.phase
    if phase == "BLIND_SELECT":
        yield from _skips(goals, node)
    elif phase == "PACK":
        yield from _picks(goals, node)
    elif phase == "SHOP":
        yield from _buys(goals, node)


def _skips(goals: _Goals, node: _Node) -> Iterator[_Node]:
    game = node.game
    if game.blind_on_deck > 1:
        return
    which = ("small_tag", "big_tag")[game.blind_on_deck]
    tag = game.ante_tags[game.blind_on_deck].key
    done = _facts(goals, node, lambda fact: fact.subject == which and tag in fact.keys)
    if done:
        step = RouteStep(
            game.ante, 0, "skip", f"{which.removesuffix('_tag').capitalize()} Blind for {_name('tag', tag)}"
        )
        yield node.after("skip_blind", step, done)


def _buys(goals: _Goals, node: _Node) -> Iterator[_Node]:
    game = node.game

    def bought(action: str, what: str, name: str, dollars: int, done: frozenset[int]) -> Iterator[_Node]:
        if game.is_legal(action):
            yield node.after(action, RouteStep(game.ante, node.shop, what, name, dollars), done)

    for i, offer in enumerate(game.shop):
        card = _row(offer.item)
        done = _facts(
            goals, node, lambda fact, card=card: fact.subject == "shop" and is_wanted(fact.wanted, card)
        )
        if done:
            yield from bought(f"buy_card {i}", "buy", _card_name(card), offer.price, done)
    for i, offer in enumerate(game.shop_vouchers):
        key = str(offer.item)
        done = _facts(goals, node, lambda fact, key=key: fact.subject == "voucher" and key in fact.keys)
        if done:
            yield from bought(f"buy_voucher {i}", "buy", _name("voucher", key), offer.price, done)
    wanted = goals.packs.get(game.ante, set())
    for i, offer in enumerate(game.shop_packs):
        pack = str(offer.item)
        kind = pack.rsplit("_", 1)[0]
        done = _facts(goals, node, lambda fact, kind=kind: fact.subject == "booster" and kind in fact.keys)
        if done or wanted:
            yield from bought(f"buy_pack {i}", "open", _name("booster", pack), offer.price, done)
    if node.cards < goals.cards.get(game.ante, 0):
        for one in bought("reroll", "reroll", "", game.reroll_price, frozenset()):
            one.cards += len(one.game.shop)
            yield one


def _picks(goals: _Goals, node: _Node) -> Iterator[_Node]:
    game = node.game
    legal = [str(action) for action in game.legal_actions()]
    for i, offer in enumerate(game.pack_cards):
        card = _row(offer.item)
        action = next((text for text in legal if text.split()[:2] == ["pick", str(i)]), None)
        if action is None:
            continue
        done = _facts(
            goals, node, lambda fact, card=card: fact.subject == "pack_card" and is_wanted(fact.wanted, card)
        )
        soul = card["key"] == SOUL and any(fact.subject == "legendary" for fact in goals.facts)
        if not done and not soul:
            continue
        name = _card_name(card)
        if soul:
            after = node.after(action)
            made = _row(after.game.jokers[-1])
            name = f"{name}: {_card_name(made)}"
            done |= _facts(
                goals,
                node,
                lambda fact, made=made: fact.subject == "legendary" and is_wanted(fact.wanted, made),
            )
        yield node.after(action, RouteStep(game.ante, node.shop, "take", name), done)


def _facts(goals: _Goals, node: _Node, is_so: Any) -> frozenset[int]:
    """Facts that are not reached yet, may be so in this ante, and are."""
    return frozenset(
        i for i, fact in enumerate(goals.facts) if i not in node.done and _in(fact, node) and is_so(fact)
    )


def _row(item: object) -> dict[str, Any]:
    """A card as in a seed report."""
    if isinstance(item, Card):
        row: dict[str, Any] = {"key": f"{item.suit}_{item.rank}", "edition": item.edition}
        if item.enhancement:
            row["enhancement"] = (
                item.enhancement if item.enhancement.startswith("m_") else f"m_{item.enhancement}"
            )
        return row | ({"seal": item.seal} if item.seal else {})
    assert isinstance(item, Joker | Consumable)
    row = {"key": item.key, "edition": item.edition}
    if isinstance(item, Joker):
        row |= {"eternal": item.eternal, "perishable": item.perishable, "rental": item.rental}
    return row


def _card_name(card: dict[str, Any]) -> str:
    key = card["key"]
    name = key if len(key) == 3 else _name("joker" if key.startswith("j_") else "consumable", key)
    edition = card.get("edition")
    return f"{name} ({edition})" if edition else name


def _name(kind: Any, key: str) -> str:
    return name_of(content()[kind][key])
