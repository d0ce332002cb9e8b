"""What a position holds that its player cannot know: for people who ask for it, never for advice."""

from __future__ import annotations

from jimbot.game import Game
from jimbot.game.seen import card_record
from jimbot.view import Ware, card_words, position

TITLE = "The truth, which no player sees and the advice does not know"
REROLLS = 3
ON = {
    "PACK": "skip_pack",
    "ROUND_EVAL": "cash_out",
    "SHOP": "leave_shop",
    "BLIND_SELECT": "select_blind",
}


def truth(game: Game) -> dict[str, str]:
    """The order in which cards come, and what shops offer, as it is if nothing changes it before: of another
    round or shop than the present one, if nothing is bought or used until then."""
    in_round, shop = _at("SELECTING_HAND", game), _at("SHOP", game)
    found = {} if in_round is None else {"next cards": _draws(in_round, game.phase != "SELECTING_HAND")}
    if shop is None:
        return found
    if game.phase != "SHOP":
        found["next shop"] = _offered(shop, len(position(shop).shop))
    shop = shop.edited("money=100000")
    for number in range(1, REROLLS + 1):
        shop.apply("reroll")
        found[f"reroll {number}"] = _offered(shop, len(shop.shop))
    return found


def _draws(in_round: Game, with_hand: bool) -> str:
    engine = in_round.reveal()
    order = [*(engine.hand if with_hand else []), *reversed(engine.deck_order)]
    cards = [card_record(card, face_up=True) for card in order]
    return ", ".join(map(card_words, cards))


def _offered(shop: Game, most: int) -> str:
    return ", ".join(map(_ware, position(shop).shop[:most]))


def _ware(ware: Ware) -> str:
    if ware.card is not None:
        return card_words(ware.card)
    return f"{ware.name} ({ware.edition})" if ware.edition else ware.name


def _at(phase: str, game: Game) -> Game | None:
    """A copy that has gone on to this phase; None where the run ends before, or no play scores."""
    ahead: Game | None = game.clone()
    while ahead is not None and ahead.phase != phase:
        if ahead.over:
            return None
        if ahead.phase == "SELECTING_HAND":
            ahead = _won(ahead)
        else:
            ahead.apply(ON[ahead.phase])
    return ahead


def _won(game: Game) -> Game | None:
    """The end of the round by the first play that scores."""
    low = game.edited("target=1")
    for action in low.legal_actions():
        if action.kind == "play":
            after = low.clone()
            after.apply(action)
            if after.phase == "ROUND_EVAL":
                return after
    return None
