"""One sitting at the terminal: reads commands, plays them, keeps what undo needs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from jimbot.apps.cli import prompt
from jimbot.apps.cli.choices import draw_choices
from jimbot.apps.cli.info import describe
from jimbot.console import console
from jimbot.content import find_words
from jimbot.documents.game_files import read_game, write_save
from jimbot.game import HIDDEN, Card, Game, Score
from jimbot.picture.score_text import draw_score
from jimbot.picture.terminal import draw, draw_deck, draw_hands
from jimbot.records import number

HELP = """\
Name cards, jokers and offers by the numbers shown on the screen.
  p 1 3 5         play cards                    d 2 4        discard cards
  score 1 3 5     what a play would score, step by step
  u 1 on 2 3      use consumable 1 on hand cards 2 and 3
  s j1   s c1     sell a joker, a consumable
  b 1  bv 1  bp 1 buy a card, a voucher, open a pack
  ub 1 on 2       buy a consumable and use it at once
  t 1 on 2 3      take a card from the pack (on hand cards 2 and 3)
  n               continue: play the blind, cash out, leave the shop
  k               skip: the blind, the pack      r            reroll: the shop, the boss
  sort rank|suit  sort the hand                 move j 2 1   move joker 2 to place 1 (h: hand, c: consumables)
  deck            cards still to be drawn       hands        levels of the poker hands
  info X          about j1, c1, an offer (1, v1, p1), or any name
  show            draw the position again       undo [N]     take back N decisions
  save FILE       save the run                  load FILE    continue a saved run
  transcript FILE write the decisions, for jimbot replay
  quit            leave"""

ALIASES = {
    "play": "p",
    "discard": "d",
    "use": "u",
    "buy": "b",
    "sell": "s",
    "take": "t",
    "pick": "t",
    "next": "n",
    "skip": "k",
    "reroll": "r",
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
}


class Session:
    """A game, the positions before it, and a place to write."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.past: list[Game] = []
        self.out = console()
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "score": self._score,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "transcript": self._transcript,
            "deck": lambda words: self.out.print(draw_deck(self.game)),
            "hands": lambda words: self.out.print(draw_hands(self.game)),
            "info": self._info,
            "show": lambda words: self._show(),
            "help": lambda words: self.out.print(HELP),
        }

    def run(self) -> None:
        """Reads commands until `quit` or the end of the input."""
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # bytes that are no text are a slip like any other
        self._show()
        while (line := self._read()) is not None:
            words = line.split()
            if not words:
                continue
            name = ALIASES.get(words[0].lower(), words[0].lower())
            if name == "quit":
                break
            try:
                self._do(name, words[1:])
            except ValueError as error:
                self._complain(str(error))
            except OSError as error:
                self._complain(f"{error.filename}: {error.strerror}")
        self.out.print(f"Seed {self.game.seed}. Goodbye.")

    def _read(self) -> str | None:
        """The next line, None at the end. Piped input is shown, so that the output reads like a sitting."""
        try:
            if sys.stdin.isatty():
                import readline  # noqa: F401  (line editing and history)

                return input("> ")
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            return None
        if line:
            self.out.print(f"> {line.rstrip()}", style="dim")
        return line or None

    def _complain(self, message: str) -> None:
        self.out.print(Text(f"! {message}", style="red"), soft_wrap=True)

    def _show(self) -> None:
        self.out.print()
        self.out.print(draw(self.game, self.out.width))
        self.out.print(draw_choices(self.game))

    def _do(self, name: str, words: list[str]) -> None:
        if name in self.commands:
            self.commands[name](words)
            return
        action = prompt.to_action(self.game, name, words)
        if action is None:
            raise ValueError(f"unknown command {name!r}; '?' lists all commands")
        reason = self.game.why_illegal(action)
        if reason is not None:
            raise ValueError(f"'{' '.join([name, *words])}' is not legal now: {reason}")
        score = self.game.score(prompt.hand_positions(self.game, words)) if name == "p" else None
        before = self.game.round_score
        self.past.append(self.game.clone())
        self.game.apply(action)
        if score is not None:
            self._tell(score, self.game.round_score - before)
        self._show()

    def _tell(self, score: Score, gained: float) -> None:
        """The steps of a play, and what it really gave where chance or hidden cards had a say."""
        self.out.print(draw_score(score))
        if not score.exact:
            self.out.print(f"  It scored {number(gained)}.")

    def _score(self, words: list[str]) -> None:
        self.out.print(draw_score(self.game.score(prompt.hand_positions(self.game, words))))

    def _undo(self, words: list[str]) -> None:
        count = words[0] if words else "1"
        if len(words) > 1 or not (count.isascii() and count.isdigit()) or int(count) < 1:
            raise ValueError(f"undo takes a number of decisions, such as 'undo 3', not {' '.join(words)!r}")
        if int(count) > len(self.past):
            raise ValueError(f"cannot undo {count} decisions; {len(self.past)} can be taken back")
        for _ in range(int(count)):
            self.game = self.past.pop()
        self._show()

    def _save(self, words: list[str]) -> None:
        path = write_save(self.game, _file("save", words))
        self.out.print(f"Saved to {path}.", soft_wrap=True)

    def _load(self, words: list[str]) -> None:
        game = read_game(_file("load", words))
        self.past.append(self.game)
        self.game = game
        self._show()

    def _transcript(self, words: list[str]) -> None:
        text = self.game.transcript
        path = Path(_file("transcript", words)).expanduser()
        with path.open("x") as file:
            file.write(text)
        self.out.print(f"Wrote {len(text.splitlines()) - 1} decisions to {path}.", soft_wrap=True)

    def _info(self, words: list[str]) -> None:
        if not words:
            raise ValueError("write 'info X', where X is j1, c1, an offer (1, v1, p1) or any name")
        item = self._shown(words[0]) if len(words) == 1 else None
        if isinstance(item, Card) or item == HIDDEN:
            raise ValueError(f"{words[0]} is a playing card" if isinstance(item, Card) else "it is face down")
        self.out.print(describe(*find_words([item] if item else words)))

    def _shown(self, word: str) -> Card | str | None:
        """What goes by j1, c1, v1, p1 or a number on the screen, as its key or card; None for a name."""
        game = self.game
        prefix, digits = word.rstrip("0123456789"), word.lstrip("jcvp")
        offers = game.pack_cards if game.phase == "PACK" else game.shop
        things: dict[str, list[Card | str]] = {
            "j": [joker.key for joker in game.jokers],
            "c": [consumable.key for consumable in game.consumables],
            "v": [offer.key for offer in game.shop_vouchers],
            "p": [offer.key for offer in game.shop_packs],
            "": [offer.item if isinstance(offer.item, Card) else offer.key for offer in offers],
        }
        if prefix not in things or not (digits.isascii() and digits.isdigit()):
            return None
        if not 1 <= int(digits) <= len(things[prefix]):
            raise ValueError(f"nothing is shown as {word!r}")
        return things[prefix][int(digits) - 1]


def _file(name: str, words: list[str]) -> str:
    if not words:
        raise ValueError(f"write '{name} FILE'")
    return " ".join(words)
