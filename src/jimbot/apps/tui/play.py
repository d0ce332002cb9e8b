"""The screen Play: a run played with keys or mouse, with previews, hints and an agent that plays on."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from jimbot.agents.advice import Adviser, why_not
from jimbot.agents.play import Moves
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.apps.tui.app import HIGH, WIDE
from jimbot.apps.tui.asked import Asked
from jimbot.apps.tui.cards import CardTile, HandView
from jimbot.apps.tui.table import TableView
from jimbot.documents.game_files import write_save
from jimbot.game import Action, Game
from jimbot.game.records import counted, number
from jimbot.view import Choice, Suggestion, choices, decision_words
from jimbot.view.picture.score_text import draw_score, score_total
from jimbot.view.picture.suggestion_text import stacked_suggestions
from jimbot.view.picture.terminal import draw_deck, draw_hands

HINTS = 5
AUTO_SECONDS = 0.4
LINES = {"hand": "rearrange_hand", "jokers": "rearrange_jokers", "consumables": "rearrange_consumables"}


class PlayScreen(Screen[None]):
    """``sitting`` is the run; the agent answers hints and plays on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"choose({(int(key) - 1) % 10})", show=False) for key in "1234567890"),
        Binding("p", "cards('play')", "Play"),
        Binding("d", "cards('discard')", "Discard"),
        Binding("n", "go_on", "Go on"),
        Binding("h", "hint", "Hint"),
        Binding("w", "why('play')", "Why not"),
        Binding("W", "why('discard')", show=False),
        Binding("a", "auto_once", "Agent: one"),
        Binding("A", "auto", "Agent: plays on"),
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("s", "sort", "Sort"),
        Binding("comma,less_than_sign", "move(-1)", "◀ move"),
        Binding("full_stop,greater_than_sign", "move(1)", "move ▶"),
        Binding("j", "jokers", "Jokers", show=False),
        Binding("escape", "clear", "Clear", show=False),
        Binding("k", "deck", "Deck", show=False),
        Binding("l", "levels", "Levels", show=False),
        Binding("ctrl+s", "save", "Save"),
        Binding("question_mark", "help", "Help"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(
        self,
        game: Game,
        agent: str = "heuristic",
        autosave: Path | None = None,
        replaces: bool = False,
    ) -> None:
        super().__init__()
        self.sitting = Sitting(game, autosave, replaces=replaces)
        self.spec = agent
        self.chosen: list[int] = []
        self.joker: int | None = None  # the joker that < and > move
        self.by_suit = False
        self._choices: list[Choice] = []
        self._agent: Adviser | None = None
        self._auto: Timer | None = None
        self._pilot: Moves | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield TableView(id="table")
                yield HandView(id="hand")
                yield OptionList(id="choices", markup=False)
            with VerticalScroll(id="right"):
                yield Static(id="preview")
                yield Static(id="side")
        yield Static(id="said")
        yield Footer()

    async def on_mount(self) -> None:
        self.query_one("#choices").focus()
        await self._show()
        self._say("? shows all keys")

    def on_resize(self) -> None:
        width, height = self.size
        if width < WIDE or height < HIGH:
            self._say(f"{width}×{height} is small: scroll, or {WIDE}×{HIGH} shows all; ? shows all keys")

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def agent(self) -> Adviser:
        """Made when it is first asked: some take a while."""
        if self._agent is None:
            self._agent = Adviser(self.spec)
        return self._agent

    # -- what is shown ----------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        unkept = self.sitting.unkept
        self.query_one("#said", Static).update(Text(f"{text}\n{unkept}" if unkept else text))

    def _beside(self, shown: RenderableType) -> None:
        self.query_one("#side", Static).update(shown)

    async def _show(self) -> None:
        """The whole screen again."""
        game = self.game
        self.chosen = [place for place in self.chosen if place < len(game.hand)]
        if self.joker is not None and self.joker >= len(game.jokers):
            self.joker = None
        self.query_one("#table", TableView).show(game)
        await self.query_one("#hand", HandView).show(game.hand, self.chosen)
        self._show_choices()
        self._preview()

    def _show_choices(self) -> None:
        listed = self.query_one("#choices", OptionList)
        self._choices = [] if self.game.over else _listed(self.game)
        listed.clear_options()
        listed.add_options([Option(_worded(choice)) for choice in self._choices])
        if self._choices:
            listed.highlighted = 0

    def _preview(self) -> None:
        preview = self.query_one("#preview", Static)
        if self.joker is not None:
            preview.update(Text(f"Joker {self.joker + 1} chosen: < and > move it", style="italic"))
        elif self.chosen and self.game.phase == "SELECTING_HAND":
            score = self.game.score(sorted(self.chosen))
            preview.update(draw_score(score))
            if self.has_class("-narrow"):  # there it is further down
                self._say(str(score_total(score)))
        elif self.chosen:
            preview.update(Text(f"{counted(len(self.chosen), 'card')} chosen", style="italic"))
        else:
            preview.update("")

    # -- choosing ---------------------------------------------------------------------------------------

    async def on_card_tile_pressed(self, message: CardTile.Pressed) -> None:
        await self.action_choose(message.place)

    async def action_choose(self, place: int) -> None:
        if place >= len(self.game.hand):
            return
        self.joker = None
        if place in self.chosen:
            self.chosen.remove(place)
        else:
            self.chosen.append(place)
        await self.query_one("#hand", HandView).show(self.game.hand, self.chosen)
        self._preview()

    async def action_clear(self) -> None:
        self.chosen, self.joker = [], None
        await self._show()

    def action_jokers(self) -> None:
        """Chooses the next joker, to be moved."""
        jokers = self.game.jokers
        if jokers:
            self.chosen = []
            self.joker = 0 if self.joker is None else (self.joker + 1) % len(jokers)
            self._say(f"{jokers[self.joker].name}: < and > move it, escape lets it be")
            self._preview()

    async def action_move(self, by: int) -> None:
        """The chosen card or joker changes places with its neighbour."""
        line, at = ("jokers", self.joker) if self.joker is not None else ("hand", None)
        if at is None and len(self.chosen) == 1:
            at = self.chosen[0]
        size = len(self.game.jokers if line == "jokers" else self.game.hand)
        if at is None or not 0 <= at + by < size:
            self._say("choose one card, or a joker with j, to move it")
            return
        order = list(range(size))
        order[at], order[at + by] = order[at + by], order[at]
        if await self._do(f"{LINES[line]} {','.join(map(str, order))}"):
            if line == "jokers":
                self.joker = at + by
            else:
                self.chosen = [at + by]
            await self._show()

    # -- deciding ---------------------------------------------------------------------------------------

    async def _do(self, action: Action | str) -> bool:
        """Makes a decision, or says why not."""
        made = Action(action) if isinstance(action, str) else action
        reason = self.game.why_illegal(made)
        if reason is not None:
            self._say(f"not now: {reason}")
            return False
        words = decision_words(self.game, made)
        before = self.game.round_score
        score = self.game.score(made.cards) if made.kind == "play" else None
        self.sitting.act(made)
        self.chosen = []
        await self._show()
        if score is not None:
            self._beside(draw_score(score))
            words += f": {number(self.game.round_score - before)} chips"
        self._say(words)
        self._say_end()
        return True

    def _say_end(self) -> None:
        if self.game.over:
            self._stop()
            self._say("The run is won." if self.game.won else "The run is over.")

    async def action_cards(self, kind: str) -> None:
        if not self.chosen:
            self._say(f"choose the cards to {kind} with 1 to 9, or click them")
            return
        await self._do(f"{kind} {','.join(map(str, sorted(self.chosen)))}")

    async def action_go_on(self) -> None:
        """Plays the blind, cashes out, leaves the shop or the pack."""
        kinds = ("select_blind", "cash_out", "leave_shop", "skip_pack")
        kind = next((kind for kind in kinds if self.game.legal_indices(kind)), None)
        if kind is None:
            self._say("play or discard: there is nothing to go on from")
            return
        await self._do(kind)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        choice = self._choices[event.option_index]
        cards = sorted(self.chosen) if choice.most else []
        if choice.least > len(cards):
            self._say(f"{choice.text}: choose {_cards(choice)} first")
            return
        await self._do(choice.action(cards))

    async def action_sort(self) -> None:
        self.by_suit = not self.by_suit
        await self._do(f"sort_hand {'suit' if self.by_suit else 'rank'}")

    async def action_undo(self) -> None:
        await self._shift("undo")

    async def action_redo(self) -> None:
        await self._shift("redo")

    async def _shift(self, way: str) -> None:
        self._stop()
        try:
            self.sitting.undo() if way == "undo" else self.sitting.redo()
        except ValueError as error:
            self._say(str(error))
            return
        self.chosen = []
        self._beside("")
        await self._show()
        self._say("taken back" if way == "undo" else "made again")

    # -- the agent --------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        if self.game.over:
            self._say("the run is over")
            return
        self._say(f"{self.spec} thinks ...")
        self._think(self.game.clone())

    @work(thread=True, exclusive=True, group="hint")
    def _think(self, game: Game) -> None:
        hints = Sitting(game).hints(self.agent, HINTS)
        self.app.call_from_thread(self._hinted, game, hints)

    def _hinted(self, game: Game, hints: list[Suggestion]) -> None:
        if game != self.game:
            return  # the player has gone on meanwhile
        self._beside(stacked_suggestions(hints))
        self._say(f"{self.spec}: {hints[0].text}")

    def action_why(self, kind: str) -> None:
        """Why not play or discard the chosen cards, or make the choice under the cursor."""
        at = self.query_one("#choices", OptionList).highlighted
        if self.chosen and self.game.phase == "SELECTING_HAND":
            action = Action(f"{kind} {','.join(map(str, sorted(self.chosen)))}")
        elif at is not None and self._choices:
            choice = self._choices[at]
            action = choice.action(sorted(self.chosen) if choice.most else ())
        else:
            self._say("choose cards, or a line of the list, to ask about")
            return
        reason = self.game.why_illegal(action)
        if reason is not None:
            self._say(f"not now: {reason}")
            return
        self._say(f"{self.spec} thinks ...")
        self._compare(self.game.clone(), action)

    @work(thread=True, exclusive=True, group="hint")
    def _compare(self, game: Game, action: Action) -> None:
        found = why_not(self.agent, Sitting(game).view(), action)
        self.app.call_from_thread(self._compared, game, str(found))

    def _compared(self, game: Game, words: str) -> None:
        if game == self.game:
            self._beside(Text(words))
            self._say(words.partition(". ")[0])

    async def action_auto_once(self) -> None:
        self._stop()
        await self._step()

    def action_auto(self) -> None:
        """The agent plays on until it is stopped."""
        if self._auto is not None:
            self._stop()
            self._say("stopped")
        elif not self.game.over:
            self._auto = self.set_interval(AUTO_SECONDS, self._step)
            self._say(f"{self.spec} plays on; A stops it")

    def _stop(self) -> None:
        if self._auto is not None:
            self._auto.stop()
        self._auto = self._pilot = None

    async def _step(self) -> None:
        if self.game.over:
            self._stop()
            return
        if self._pilot is None:
            self._pilot = autopilot(self.sitting, self.agent)
        before = self.game.round_score
        move = next(self._pilot)
        self.chosen = []
        await self._show()
        scored = f": {number(self.game.round_score - before)} chips" if move.action.kind == "play" else ""
        self._say(f"{self.spec}: {decision_words(move.view, move.action)}{scored}")
        self._say_end()

    # -- beside the game --------------------------------------------------------------------------------

    def action_deck(self) -> None:
        self._beside(draw_deck(self.game))

    def action_levels(self) -> None:
        self._beside(draw_hands(self.game))

    def action_help(self) -> None:
        self._beside(Text(HELP))

    def action_save(self) -> None:
        def save(name: str | None) -> None:
            if not name:
                return
            try:
                self._say(f"saved to {write_save(self.game, name)}")
            except (ValueError, OSError) as error:
                self._say(str(error))

        self.app.push_screen(Asked("Save the run to which file?", "run.save"), save)

    def action_leave(self) -> None:
        self._stop()
        self.dismiss()


HELP = """\
1 to 9, 0   choose a card, or click it
p, d        play, discard the chosen cards
n           go on: blind, cash-out, shop, pack
Enter       make the choice in the list
h           hint: what the agent would do
w, W        why not play, discard the chosen cards;
            without cards: why not the choice in the list
a, A        the agent decides once, plays on
u, r        undo, redo
s           sort by suit, by rank
< >         move the chosen card or joker
j           choose a joker to move
k, l        cards left, levels of hands
Ctrl-S      save to a file
q           leave; the run is kept"""


def _listed(game: Game) -> list[Choice]:
    """Cards are played and discarded by keys."""
    return [choice for choice in choices(game) if choice.kind not in ("play", "discard")]


def _cards(choice: Choice) -> str:
    if choice.least == choice.most:
        return "a card" if choice.most == 1 else f"{choice.most} cards"
    return f"{choice.least} to {choice.most} cards"


def _worded(choice: Choice) -> Text:
    text = Text(choice.text)
    if choice.price is not None:
        text.append(f"  ${choice.price}", style="yellow")
    if choice.most:
        text.append(f"  on {_cards(choice)}", style="dim")
    return text
