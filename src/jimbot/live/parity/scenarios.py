"""Single recorded steps of the real game: the state before is set up in notation, the step is run, and the
state after is compared. Cards that the step draws from random streams are compared by number only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jimbot.game import Game
from jimbot.game.content import content
from jimbot.live.parity.compare import Field, compare
from jimbot.live.parity.recordings import ENDINGS, read_lines
from jimbot.live.parity.replay import Watch
from jimbot.live.protocol.calls import from_call
from jimbot.live.protocol.known import key_named

RANDOM_AFTER = ("hand.cards", "hand.face_down", "consumables.keys", "shop.cards", "pack.cards", "blinds.")
AREAS = {
    "shop": "shop",
    "vouchers": "shop_vouchers",
    "packs": "shop_packs",
}
NEEDED = ("scenario", "seed", "method", "params", "before", "after")
CERTAIN = "j_oops/x:NEGATIVE"  # seven of them make every chance certain, as chance_numerator does


def _frame(state: dict[str, Any]) -> list[str]:
    status = {name: blind.get("status") for name, blind in state["blinds"].items()}
    order = ("small", "big", "boss")
    on_deck = next((n for n in order if status[n] in ("CURRENT", "SELECT")), None)
    if on_deck is None:  # a shop: the blind after the last one that was beaten
        on_deck = order[max((i for i, n in enumerate(order) if status[n] == "DEFEATED"), default=-1) + 1]
    tokens = [f"ante={state['ante']}", f"on_deck={on_deck}", f"money={state['money']}"]
    if "name" in state["blinds"]["boss"]:
        tokens.append(f"boss={key_named('blind', state['blinds']['boss']['name'])}")
    r = state["round"]
    names = ("hands_left", "discards_left", "hands_played", "discards_used")
    return tokens + [f"{name}={r[name]}" for name in names] + [f"score={r['chips']}"]


def _hands(state: dict[str, Any]) -> str:
    rows = [
        f"{content()['hand'][name]['slug']}:{level}:{played}:{this_round}"
        for name, (level, _, _, played, this_round) in state["hands"].items()
    ]
    return f"hands=[{','.join(rows)}]"


def _joker(card: dict[str, Any], more: int = 0) -> str:
    code = str(card["key"])
    if card.get("n") is not None and content()["joker"][card["key"]]["counts"]:
        code += f":{card['n']:g}"
    code += _more(more) + (f"/x:{card['edition']}" if card.get("edition") else "")
    code += "".join(f"/{sticker}" for sticker in ("eternal", "rental") if card.get(sticker))
    return code + (f"/perishable:{card['perishable']}" if card.get("perishable") else "")


def _item(card: dict[str, Any], more: int = 0) -> str:
    code = str(card.get("key") or card["card"])
    return code + (f"/x:{card['edition']}" if card.get("edition") else "") + _more(more)


def _more(more: int) -> str:
    return f"+{more}" if more else ""


def _owned(scenario: dict[str, Any], game: Game | None = None) -> list[str]:
    """The tokens of jokers and consumables. What is recorded above what a card sells for in this game is what
    it has gained, as an Egg or under Gift Card."""
    tokens = []
    for area, code in (("jokers", _joker), ("consumables", _item)):
        cards = scenario["before"][area]["cards"]
        here = [0] * len(cards) if game is None else [card.sell for card in getattr(game, area)]
        above = [card.get("sell", sell) - sell for card, sell in zip(cards, here, strict=False)]
        codes = [code(card, 0 if game is None else more) for card, more in zip(cards, above, strict=True)]
        certain = [CERTAIN] * 7 if area == "jokers" and scenario.get("chance_numerator") else []
        tokens.append(f"{area}=[{','.join(codes + certain)}]")
    return tokens


def _position(scenario: dict[str, Any]) -> Game:
    state = scenario["before"]
    round_end = state["state"] == "ROUND_EVAL"
    vouchers = f"vouchers=[{','.join(state['vouchers_used'])}]"
    tokens = [*_frame(state), _hands(state), vouchers, *_owned(scenario)]
    for area, token in AREAS.items():
        if area in state:
            tokens.append(f"{token}=[{','.join(_item(c) for c in state[area]['cards'])}]")
    if state["state"] == "SHOP":
        tokens.append("phase=SHOP")
    elif state["state"] == "SMODS_BOOSTER_OPENED":
        cards = ",".join(_item(c) for c in state["pack"]["cards"])
        tokens += ["phase=PACK", "pack=p_buffoon_normal_1", f"pack_cards=[{cards}]"]
    elif state["state"] == "BLIND_SELECT":
        tokens.append("phase=BLIND_SELECT")
    else:
        current = next((b for b in state["blinds"].values() if "score" in b), None)
        tokens += [f"target={current['score']}"] if current and not round_end else []
        hand = [c.replace("/d", "") for c in state["hand"]["cards"]] or ["S_A"]
        tokens += ["phase=SELECTING_HAND", f"hand=[{','.join(hand)}]"]
    seed = scenario["seed"]
    if not round_end:
        game = Game.from_notation(" ".join(["jimbot1", f"seed={seed} variant=steamodded", *tokens]))
        return game.edited(" ".join([*_owned(scenario, game), *_rerolls(state, game)]))
    tokens = [t for t in tokens if not t.startswith(("score=", "hands_left=", "hands_played=", "on_deck="))]
    left = state["round"]["hands_left"] + 1
    game = Game.from_notation(
        f"jimbot1 seed={seed} variant=steamodded on_deck=small target=1 hands_left={left} {' '.join(tokens)}"
    )
    game.apply("play 0")
    # the end of the round wears counters down and raises prices; the recorded ones have been through it
    game = game.edited(" ".join(_owned(scenario)))
    return game.edited(" ".join(_owned(scenario, game)))


def _rerolls(state: dict[str, Any], game: Game) -> list[str]:
    """What the price of a reroll says: one is free, by Chaos the Clown, or these were paid before."""
    cost = state["round"].get("reroll_cost")
    if cost is None or game.phase != "SHOP":
        return []
    if cost == 0:
        return ["free_rerolls=1"]
    return ["free_rerolls=0", f"rerolls_paid={max(0, cost - game.edited('free_rerolls=0').reroll_price)}"]


def _comparable(scenario: dict[str, Any], compared: Field) -> bool:
    if compared.name == "deck.count":  # the recorded hands were put together by hand, besides the deck
        return False
    if compared.name.startswith("hands.") and scenario["before"]["state"] == "ROUND_EVAL":
        return False
    if compared.name.startswith("jokers.") and scenario.get("chance_numerator"):
        return compared.name.endswith((".n", ".sell"))
    return not compared.name.startswith(RANDOM_AFTER)


def run_scenario(scenario: dict[str, Any], watch: Watch | None = None) -> list[Field]:
    """The fields that differ after the step."""
    game = _position(scenario)
    before = game.reveal().clone()
    game.apply(from_call(scenario["method"], scenario["params"], game))
    fields = [f for f in compare(game, scenario["after"], "full") if _comparable(scenario, f)]
    if scenario["method"] == "play":
        fields.append(Field("score", game.reveal().score - before.score, scenario["score"]))
        fields.append(Field("hand_type", game.reveal().last_hand, scenario["hand_type"]))
    after = scenario["after"]
    fields.append(Field("consumables", len(game.consumables), len(after["consumables"]["cards"])))
    differing = [f for f in fields if not f.equal]
    if watch is not None:
        watch(before, game, scenario, not differing)
    return differing


def is_scenarios(path: Path) -> bool:
    return path.name.endswith(ENDINGS) and "scenario" in path.name


def read_scenarios(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file. Errors name the file and the line."""
    rows = []
    for number, row in enumerate(read_lines(path), 1):
        missing = [name for name in NEEDED if name not in row]
        if missing:
            raise ValueError(f"{path} line {number}: not a scenario: it has no {missing[0]!r}")
        rows.append(row)
    if not rows:
        raise ValueError(f"{path}: the file is empty")
    return rows
