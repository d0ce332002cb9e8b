"""One sitting at the terminal: reads commands and plays them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from jimbot.agents.advice import Adviser, why_not
from jimbot.apps.cli.choices import draw_choices
from jimbot.apps.cli.info import describe
from jimbot.apps.kept import state_folder
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.apps.spoken import in_words
from jimbot.apps.typed import to_action
from jimbot.apps.typed_cards import hand_positions
from jimbot.documents.game_files import read_game, write_save
from jimbot.game import HIDDEN, Action, Card, Game, Score
from jimbot.game.content import find_words
from jimbot.game.records import counted, number
from jimbot.game.seen import Seen
from jimbot.runs.console import console
from jimbot.view.picture.decision_text import decision_text
from jimbot.view.picture.score_text import draw_score
from jimbot.view.picture.suggestion_text import draw_suggestions
from jimbot.view.picture.terminal import draw, draw_deck, draw_hands
from jimbot.view.words import chips_words

HELP = """\
Name cards, jokers and offers by the numbers shown on the screen.
  p 1 3 5         play cards                    d 2 4        discard cards
                  also p 135, p 1-3, p AH 10S: number by number, from to, by name
  score 1 3 5     what a play would score, step by step
  hint [N]        what the agent would do, the N best
  why p 1 3 5     why not this decision: its rank, what it costs in chance to win
  auto [N|blind|run]  the agent makes N decisions, or plays to the next blind, or to the end
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
  show            draw the position again
  undo [N]        take back N decisions         redo [N]     make them again
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


HINTS = 3
UNTIL = ("blind", "run")


class PlaySession:
    """A sitting, an agent to ask, and a place to write."""

    def __init__(
        self,
        game: Game,
        agent: str = "heuristic",
        autosave: Path | None = None,
        replaces: bool = False,
    ) -> None:
        self.sitting = Sitting(game, autosave, replaces=replaces)
        self.spec = agent
        self._agent: Adviser | None = None
        self.out = console()
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "score": self._score,
            "undo": lambda words: self._shift(words, "undo", self.sitting.undo),
            "redo": lambda words: self._shift(words, "redo", self.sitting.redo),
            "hint": self._hint,
            "why": self._why,
            "auto": self._auto,
            "save": self._save,
            "load": self._load,
            "transcript": self._transcript,
            "deck": lambda words: self.out.print(draw_deck(self.game)),
            "hands": lambda words: self.out.print(draw_hands(self.game)),
            "info": self._info,
            "show": lambda words: self._show(),
            "help": lambda words: self.out.print(HELP),
        }

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def agent(self) -> Adviser:
        """Made when it is first asked: some take a while."""
        if self._agent is None:
            self._agent = Adviser(self.spec)
        return self._agent

    def run(self) -> None:
        """Reads commands until `quit` or the end of the input."""
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # bytes that are no text are a slip like any other
        line: str | None = "show"
        while line is not None and self._obeys(line):
            line = self._read()
        self.out.print(f"Seed {self.game.seed}. Goodbye.")
        if self.sitting.autosave is not None and not self.game.over and not self.sitting.unkept:
            path = self.sitting.autosave
            where = f" --name {path.stem}" if path.parent == state_folder() else f" --autosave {path}"
            self.out.print(f"The run is kept: jimbot play --resume{where}", soft_wrap=True)

    def _obeys(self, line: str) -> bool:
        """False if the player leaves."""
        words = line.split()
        if not words:
            return True
        name = ALIASES.get(words[0].lower(), words[0].lower())
        if name == "quit":
            return False
        try:
            said = in_words(self.game, line)
            if said is not None:
                self._make(said, line)
            else:
                self._do(name, words[1:])
        except ValueError as error:
            self._complain(str(error))
        except OSError as error:
            self._complain(f"{error.filename}: {error.strerror}")
        except KeyboardInterrupt:
            return not self._leaves()
        return True

    def _read(self) -> str | None:
        """The next line, None at the end. Piped input is shown, so that the output reads like a sitting."""
        while True:
            try:
                if sys.stdin.isatty():
                    import readline  # noqa: F401  (line editing and history)

                    return input("> ")
                line = sys.stdin.readline()
            except EOFError:
                self.out.print()
                return None
            except KeyboardInterrupt:
                if self._leaves():
                    return None
                continue
            if line:
                self.out.print(f"> {line.rstrip()}", style="dim")
            return line or None

    def _leaves(self) -> bool:
        """Asks after Ctrl-C; a second one, or the end of the input, is a yes."""
        self.out.print()
        if not sys.stdin.isatty():
            return True
        kept = "it is kept" if self.sitting.autosave is not None else "it is lost unless you save it"
        try:
            return input(f"Leave this run ({kept})? [y/N] ").strip().lower() in ("y", "yes")
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            return True

    def _complain(self, message: str) -> None:
        self.out.print(Text(f"! {message}", style="red"), soft_wrap=True)

    def _show(self) -> None:
        self.out.print()
        self.out.print(draw(self.game, self.out.width))
        self.out.print(draw_choices(self.game))
        if self.sitting.unkept:
            self._complain(self.sitting.unkept)

    def _do(self, name: str, words: list[str]) -> None:
        if name in self.commands:
            self.commands[name](words)
            return
        self._make(self._read_action(name, words), " ".join([name, *words]))

    def _make(self, action: Action, typed: str) -> None:
        """Makes a decision; a play is shown step by step."""
        reason = self.game.why_illegal(action)
        if reason is not None:
            raise ValueError(f"'{typed.strip()}' is not legal now: {reason}")
        score = self.game.score(action.cards) if action.kind == "play" else None
        before = self.game.round_score
        self.sitting.act(action)
        if score is not None:
            self._show_score(score, self.game.round_score - before)
        self._show()

    def _read_action(self, name: str, words: list[str]) -> Action:
        made = to_action(self.game, name, words)
        if made is None:
            raise ValueError(f"unknown command {name!r}; '?' lists all commands")
        return Action(made)

    def _why(self, words: list[str]) -> None:
        if not words:
            raise ValueError("write 'why' and a decision, such as 'why p 1 3 5'")
        name = ALIASES.get(words[0].lower(), words[0].lower())
        action = in_words(self.game, " ".join(words)) or self._read_action(name, words[1:])
        self.out.print(str(why_not(self.agent, self.sitting.view(), action)), soft_wrap=True)

    def _show_score(self, score: Score, gained: float) -> None:
        """The steps of a play, and what it really gave where chance or hidden cards had a say."""
        self.out.print(draw_score(score))
        if not score.exact:
            self.out.print(f"  It scored {number(gained)}.")

    def _score(self, words: list[str]) -> None:
        self.out.print(draw_score(self.game.score(hand_positions(self.game, words))))

    def _shift(self, words: list[str], name: str, shift: Callable[[int], None]) -> None:
        shift(_count(name, words, 1, "a number of decisions"))
        self._show()

    def _hint(self, words: list[str]) -> None:
        most = _count("hint", words, HINTS, "a number of suggestions")
        if self.game.over:
            raise ValueError("the run is over: there is nothing to decide")
        self.out.print(draw_suggestions(self.sitting.hints(self.agent, most), self.game.phase))

    def _auto(self, words: list[str]) -> None:
        until = words[0].lower() if len(words) == 1 and words[0].lower() in UNTIL else None
        most = None if until else _count("auto", words, 1, "a number of decisions, 'blind' or 'run'")
        pilot, done = autopilot(self.sitting, self.agent), 0
        blind = self.game.ante, self.game.blind_on_deck
        try:
            while not self.game.over and (most is None or done < most):
                if until == "blind" and self._at_next_blind(blind):
                    break
                before = self.game.round_score
                move = next(pilot)
                self._show_decision(move.view, move.action, self.game.round_score - before)
                done += 1
        except KeyboardInterrupt:
            self.out.print("stopped")
        self._show()

    def _at_next_blind(self, begun: tuple[int, int]) -> bool:
        game = self.game
        return game.phase == "BLIND_SELECT" and (game.ante, game.blind_on_deck) != begun

    def _show_decision(self, game: Seen, action: Action, gained: float) -> None:
        scored = f": {chips_words(gained)} chips" if action.kind == "play" else ""
        self.out.print(Text(f"{self.spec}: ", style="dim") + decision_text(game, action) + scored)

    def _save(self, words: list[str]) -> None:
        path = write_save(self.game, _file("save", words))
        self.out.print(f"Saved to {path}.", soft_wrap=True)

    def _load(self, words: list[str]) -> None:
        self.sitting.replace(read_game(_file("load", words)))
        self._show()

    def _transcript(self, words: list[str]) -> None:
        text = self.game.transcript
        path = Path(_file("transcript", words)).expanduser()
        with path.open("x") as file:
            file.write(text)
        self.out.print(f"Wrote {counted(len(text.splitlines()) - 1, 'decision')} to {path}.", soft_wrap=True)

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


def _count(name: str, words: list[str], default: int, what: str) -> int:
    count = words[0] if words else str(default)
    if len(words) > 1 or not (count.isascii() and count.isdigit()) or int(count) < 1:
        raise ValueError(f"{name} takes {what}, such as '{name} 3', not {' '.join(words)!r}")
    return int(count)


def _file(name: str, words: list[str]) -> str:
    if not words:
        raise ValueError(f"write '{name} FILE'")
    return " ".join(words)
