"""A decision in words: what is played, bought, sold or used."""

from __future__ import annotations

from rich.text import Text

from jimbot.game import Action, Card
from jimbot.game.seen import Seen
from jimbot.view import decision
from jimbot.view.picture.card_text import card_face, card_text


def decision_text(game: Seen, action: Action) -> Text:
    """Such as: play 10♥ 10♠, buy Blueprint, use The Fool on K♣."""
    made = decision(game, action)
    words = [Text(made.verb)]
    if made.thing is not None:
        words.append(card_text(made.thing) if isinstance(made.thing, Card) else Text(made.thing))
    if made.thing is not None and made.cards:
        words.append(Text("on"))
    return Text(" ").join([*words, *map(card_face, made.cards)])
