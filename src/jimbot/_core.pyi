"""The native Balatro engine behind jimbot."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy
from numpy.typing import NDArray


class Card:
    """A playing card as the engine keeps it."""

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    @property
    def number(self) -> int: ...

    @property
    def bonus(self) -> int: ...

    @property
    def rank(self) -> int: ...

    @property
    def suit(self) -> str: ...

    @property
    def enhancement(self) -> str | None: ...

    @property
    def edition(self) -> str | None: ...

    @property
    def seal(self) -> str | None: ...

    @property
    def debuffed(self) -> bool: ...

    @property
    def face_down(self) -> bool: ...

    @property
    def forced(self) -> bool: ...

    @property
    def played_this_ante(self) -> bool: ...

    @property
    def code(self) -> str: ...

class Joker:
    """A joker as the engine keeps it."""

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def edition(self) -> str | None: ...

    @property
    def value(self) -> float: ...

    @property
    def extra(self) -> int: ...

    @property
    def number(self) -> int: ...

    @property
    def sell_bonus(self) -> int: ...

    @property
    def rounds_left(self) -> int: ...

    @property
    def eternal(self) -> bool: ...

    @property
    def perishable(self) -> bool: ...

    @property
    def rental(self) -> bool: ...

    @property
    def debuffed(self) -> bool: ...

    @property
    def pinned(self) -> bool: ...

    @property
    def face_down(self) -> bool: ...

class Consumable:
    """A tarot, planet or spectral card as the engine keeps it."""

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def edition(self) -> str | None: ...

    @property
    def number(self) -> int: ...

    @property
    def sell_bonus(self) -> int: ...

class Action:
    """
    One complete decision. Made by the constructor of its kind, or read from its text.
    """

    def __init__(self, text: str) -> None:
        """From its text, such as "play 0,2"."""

    @property
    def kind(self) -> str:
        """Such as play, buy_card or leave_shop."""

    @property
    def index(self) -> int:
        """The place of what is bought, sold, used or picked, from 0."""

    @property
    def cards(self) -> list[int]:
        """Places of the cards in the hand, from 0; or the new order."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @staticmethod
    def play(cards: Iterable[int]) -> Action:
        """Plays these cards of the hand. Positions count from 0 everywhere."""
    @staticmethod
    def discard(cards: Iterable[int]) -> Action:
        """Discards these cards of the hand."""
    @staticmethod
    def use(index: int, cards: Iterable[int] = ()) -> Action:
        """Uses a consumable, on these cards of the hand if it takes any."""
    @staticmethod
    def sell_joker(index: int) -> Action:
        """Sells a joker."""
    @staticmethod
    def sell_consumable(index: int) -> Action:
        """Sells a consumable."""
    @staticmethod
    def buy_card(index: int) -> Action:
        """Buys a joker, consumable or playing card of the shop."""
    @staticmethod
    def buy_and_use(index: int, cards: Iterable[int] = ()) -> Action:
        """Buys a consumable of the shop and uses it at once, on these cards of the hand if it takes any."""
    @staticmethod
    def buy_voucher(index: int) -> Action:
        """Buys a voucher."""
    @staticmethod
    def buy_pack(index: int) -> Action:
        """Buys a booster pack and opens it."""
    @staticmethod
    def pick(index: int, cards: Iterable[int] = ()) -> Action:
        """Takes a card of the open pack; what is used at once is used on these cards of the hand."""
    @staticmethod
    def skip_pack() -> Action:
        """Takes nothing more from the open pack."""
    @staticmethod
    def reroll() -> Action:
        """Rerolls the shop."""
    @staticmethod
    def leave_shop() -> Action:
        """Goes on to the next blind."""
    @staticmethod
    def select_blind() -> Action:
        """Plays the blind."""
    @staticmethod
    def skip_blind() -> Action:
        """Skips the blind for its tag."""
    @staticmethod
    def reroll_boss() -> Action:
        """Draws another boss, where a voucher allows it."""
    @staticmethod
    def cash_out() -> Action:
        """Takes the money of a beaten blind and enters the shop."""
    @staticmethod
    def rearrange_hand(order: Iterable[int]) -> Action:
        """Puts the hand into this order: the card at ``order[0]`` comes first."""
    @staticmethod
    def rearrange_jokers(order: Iterable[int]) -> Action:
        """Puts the jokers into this order."""
    @staticmethod
    def rearrange_consumables(order: Iterable[int]) -> Action:
        """Puts the consumables into this order."""
    @staticmethod
    def sort_hand(by: Literal["rank", "suit"]) -> Action:
        """Sorts the hand."""

class IllegalAction(ValueError):
    """An action that the rules refuse. The game is as it was."""

STATE_BYTES: int = 9936

SAVE_BYTES: int = 9960

def find_deck(arg: str, /) -> int | None:
    """Number of a deck by key or name."""

def find_stake(arg: str, /) -> int | None:
    """Number of a stake by key or name."""

def find_challenge(arg: str, /) -> int | None:
    """Number of a challenge by key or name."""

class Game:
    """One run, hidden part and all: one value of plain bytes."""

    @staticmethod
    def start(seed: str, deck: int, stake: int, challenge: int, variant: int, endless: bool, one_chip: bool, target_percent: int = 100) -> Game: ...

    @staticmethod
    def from_bytes(arg: bytes, /) -> Game: ...

    @staticmethod
    def from_notation(arg: str, /) -> Game: ...

    def to_bytes(self) -> bytes: ...

    def state_bytes(self) -> bytes: ...

    def clone(self) -> Game: ...

    def __copy__(self) -> Game: ...

    def __deepcopy__(self, arg: object, /) -> Game: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    def notation(self, rng: bool = True) -> str: ...

    def edit(self, arg: str, /) -> None: ...

    def determinize(self, arg: int, /) -> Game: ...

    def legal_actions(self) -> list[Action]: ...

    def legal_indices(self, arg: str, /) -> list[int]: ...

    def why_illegal(self, arg: Action, /) -> str | None: ...

    def apply(self, arg: Action, /) -> None:
        """
        Makes a decision. Raises IllegalAction, and changes nothing, if the rules refuse it.
        """

    def explain(self, arg: Action, /) -> dict[str, Any]: ...

    @property
    def streams(self) -> str:
        """The random streams that were used, as in the notation."""

    @property
    def orbital_hands(self) -> str:
        """Hands of Orbital Tags in the last antes, as in the notation."""

    @property
    def seed(self) -> str: ...

    @property
    def deck(self) -> str: ...

    @property
    def stake(self) -> str: ...

    @property
    def challenge(self) -> str | None: ...

    @property
    def variant(self) -> str: ...

    @property
    def endless(self) -> bool: ...

    @property
    def one_chip(self) -> bool: ...

    @property
    def target_percent(self) -> int: ...

    @property
    def calls_only(self) -> bool:
        """Only what the protocol has calls for is legal."""

    @calls_only.setter
    def calls_only(self, arg: bool, /) -> None: ...

    @property
    def phase(self) -> str: ...

    @property
    def won(self) -> bool: ...

    @property
    def lost(self) -> bool: ...

    @property
    def truncated(self) -> bool: ...

    @property
    def ante(self) -> int: ...

    @property
    def round(self) -> int: ...

    @property
    def money(self) -> int: ...

    @property
    def score(self) -> float: ...

    @property
    def target(self) -> float: ...

    @property
    def hands_left(self) -> int: ...

    @property
    def discards_left(self) -> int: ...

    @property
    def hands_played(self) -> int: ...

    @property
    def discards_used(self) -> int: ...

    @property
    def hands_played_run(self) -> int: ...

    @property
    def discards_unused(self) -> int: ...

    @property
    def skips(self) -> int: ...

    @property
    def tarots_used(self) -> int: ...

    @property
    def starting_deck_size(self) -> int: ...

    @property
    def next_number(self) -> int: ...

    @property
    def deck_size(self) -> int: ...

    @property
    def blind_on_deck(self) -> int: ...

    @property
    def blind_disabled(self) -> bool: ...

    @property
    def boss_rerolled(self) -> bool: ...

    @property
    def current_blind(self) -> str: ...

    @property
    def blinds(self) -> tuple[tuple[str, str, float, int], tuple[str, str, float, int], tuple[str, str, float, int]]: ...

    @property
    def ante_tags(self) -> tuple[tuple[str, str | None], tuple[str, str | None]]: ...

    @property
    def tags(self) -> list[tuple[str, str | None]]: ...

    @property
    def ante_voucher(self) -> str | None: ...

    @property
    def voucher_seen(self) -> bool: ...

    @property
    def vouchers(self) -> list[str]: ...

    @property
    def hand_levels(self) -> list[tuple[str, int, int, int, int, int]]: ...

    @property
    def last_hand(self) -> str | None: ...

    @property
    def last_consumable(self) -> str | None: ...

    @property
    def mouth_hand(self) -> str | None: ...

    @property
    def ox_hand(self) -> str | None: ...

    @property
    def eye_hands(self) -> list[str]: ...

    @property
    def cards(self) -> list[Card]: ...

    @property
    def hand(self) -> list[Card]: ...

    @property
    def discard_pile(self) -> list[Card]: ...

    @property
    def draw_pile_size(self) -> int: ...

    @property
    def deck_order(self) -> list[Card]: ...

    @property
    def jokers(self) -> list[Joker]: ...

    @property
    def acts_as(self) -> list[int | None]:
        """Position of the joker whose effect each joker has; None: it has none."""

    @property
    def consumables(self) -> list[Consumable]: ...

    @property
    def shop(self) -> list[tuple[Joker | Consumable | Card, int]]: ...

    @property
    def pack_cards(self) -> list[tuple[Joker | Consumable | Card, int]]: ...

    @property
    def shop_vouchers(self) -> list[tuple[str, int]]: ...

    @property
    def shop_packs(self) -> list[tuple[str, int]]: ...

    @property
    def pack(self) -> str | None: ...

    @property
    def pack_picks_left(self) -> int: ...

    @property
    def reroll_price(self) -> int: ...

    @property
    def free_rerolls(self) -> int: ...

    @property
    def chance_numerator(self) -> int: ...

    @property
    def spendable(self) -> int: ...

    @property
    def hand_size(self) -> int: ...

    @property
    def joker_slots(self) -> int: ...

    @property
    def consumable_slots(self) -> int: ...

    @property
    def shop_slots(self) -> int: ...

    @property
    def hands_per_round(self) -> int: ...

    @property
    def discards_per_round(self) -> int: ...

    @property
    def sort_mode(self) -> str: ...

    def joker_sell_value(self, arg: int, /) -> int: ...

    def consumable_sell_value(self, arg: int, /) -> int: ...

    def joker_price(self, arg: int, /) -> int: ...

    def consumable_price(self, arg: int, /) -> int: ...

    @property
    def targets(self) -> tuple[tuple[int, str], int, str, str]: ...

    @property
    def cash_out_rows(self) -> tuple[int, int, int, int, int, int]: ...

def content() -> dict[str, Any]:
    """Every row of the content tables, by kind and key."""

def pools() -> dict[str, Any]:
    """The pools that random cards come from, in the game's order."""

def base_requirement(arg0: int, arg1: int, /) -> float:
    """Chips that the Small Blind of an ante needs."""

def joker_text(arg0: Game, arg1: Joker, /) -> str:
    """What a joker says, with the numbers of the moment."""

def joker_number(arg0: Game, arg1: Joker, /) -> float | None:
    """The number that a joker shows."""

def joker_target(arg0: Game, arg1: Joker, /) -> str | None:
    """The rank, suit or hand that a joker names at the moment."""

def card_text(arg0: Game, arg1: Card, /) -> str:
    """What a playing card says."""

def consumable_text(arg0: Game, arg1: str, /) -> str:
    """What a consumable says."""

def blind_text(arg0: Game, arg1: str, /) -> str:
    """What a blind says."""

def most_played_hand(arg: Game, /) -> str:
    """Key of the poker hand that was played most often."""

def tag_text(game: Game, key: str, hand: str | None = None) -> str:
    """What a tag says."""

class Dealer:
    """
    Deals what a seed holds, without a run: bosses, vouchers, tags, shops, packs.
    """

    def __init__(self, seed: str, deck: int = 0, stake: int = 1) -> None: ...

    @property
    def ante(self) -> int: ...

    @ante.setter
    def ante(self, arg: int, /) -> None: ...

    def set_in_use(self, arg: Sequence[str], /) -> None: ...

    def set_vouchers(self, arg: Sequence[str], /) -> None: ...

    def set_deck_enhancements(self, arg: Sequence[str], /) -> None: ...

    def set_played(self, arg: Sequence[str], /) -> None: ...

    def set_gros_michel_extinct(self, arg: bool, /) -> None: ...

    def boss(self) -> str: ...

    def voucher(self) -> str: ...

    def tag(self) -> str: ...

    def shop_row(self, arg: int, /) -> list[Joker | Consumable | Card]: ...

    def clear_row(self) -> None: ...

    def booster(self) -> str: ...

    def open(self, arg: str, /) -> list[Joker | Consumable | Card]: ...

    def legendary(self) -> Joker: ...

    def deal(self) -> list[str]: ...

    def round_targets(self) -> tuple[int, str, int, str]: ...

def give_joker(game: Game, key: str, edition: str | None, eternal: bool, perishable: int, rental: bool) -> bool:
    """Adds a joker; false without room."""

def give_consumable(game: Game, key: str, edition: str | None) -> bool:
    """Adds a consumable; false without room."""

def give_card(game: Game, rank: int, suit: str, enhancement: str | None, edition: str | None, seal: str | None) -> bool:
    """Adds a playing card; false without room."""

def offer_voucher(game: Game, key: str) -> bool:
    """Puts a voucher into the shop."""

def offer_pack(game: Game, key: str) -> bool:
    """Puts a booster pack into the shop."""

def restock_shop(game: Game) -> None:
    """Deals the whole shop again."""

def set_number(game: Game, name: str, value: float) -> None:
    """Sets money, score, ante, round, hands_left or discards_left."""

def pick_anyway(game: Game, index: int, positions: Sequence[int]) -> None:
    """Picks from a pack as the mod does, whose rules are looser."""

def sell_anyway(game: Game, position: int) -> None:
    """Sells a joker as the mod does, Eternal or not."""

def hash_text(arg: str, /) -> float:
    """The number that a stream of this name begins with."""

def round13(arg: float, /) -> float:
    """Rounded to 13 decimals, as the game prints it."""

def advance_stream(arg: float, /) -> float:
    """The next number of a stream."""

def stream_steps(start: float, state: float, most: int) -> int | None:
    """
    How often a stream was used to come from its first number to this one; None: more often, or never.
    """

def find_stream(arg: str, /) -> tuple[int | None, bool] | None:
    """
    A random stream by its key: its ante, None for one of the run, and whether it draws from a pool.
    """

def seed_from_number(arg: int, /) -> str:
    """A seed of eight characters for every number."""

class LuaRandom:
    """The generator behind every draw of the game, seeded by a number."""

    def __init__(self, arg: float, /) -> None: ...

    def real(self) -> float: ...

    def integer(self, arg0: int, arg1: int, /) -> int: ...

MAX_SEEDS: int = 10000000

SEED_NAMES: int = 1785793904896

SEED_QUEUE: int = 10

MAX_ASKED_ANTE: int = 39

class SeedQuery:
    """A condition on seeds: facts, joined by all, any and none."""

    def __init__(self) -> None: ...

    def named(self, subject: str, first_ante: int, last_ante: int, keys: Sequence[str]) -> int: ...

    def card(self, subject: str, first_ante: int, last_ante: int, first_slot: int, last_slot: int, keys: Sequence[str], suits: str, ranks: str, edition: str | None, enhancement: str | None, seal: str | None, stickers: Sequence[str]) -> int: ...

    def join(self, how: str, parts: Sequence[int]) -> int: ...

class SeedFinder:
    """The search for the seeds that meet a condition."""

    def __init__(self, query: SeedQuery, deck: int, stake: int, code: str = '') -> None: ...

    def find(self, first: int, count: int, threads: int, draw_seed: int | None) -> list[tuple[int, str]]:
        """Numbers and names of the seeds of a stretch that meet the condition."""

    def keep(self, seeds: Sequence[int], threads: int) -> list[int]:
        """
        Those of these seeds, by number in the order of names, that meet the condition.
        """

    @property
    def questions(self) -> list[tuple[str, int, int, int, int, int, float]]:
        """
        Key, group, first and last draw, entries, wanted ones, limit: of each group, one question at least is passed by every seed that meets the condition.
        """

    @property
    def stages(self) -> list[tuple[int, int]]:
        """
        Parts of the condition and levels, in the order in which they are asked.
        """

def seed_codes() -> list[str]:
    """
    Ways of reading seeds side by side on this processor, the fastest first.
    """

def stream_digest(key: str, first: int, count: int, threads: int, code: str) -> int:
    """
    The bits of the first draws of a stream, added up over seeds in the order of their names.
    """

MAX_PLAYOUTS: int = 1000000

def playouts(games: int, first: int = 0, threads: int = 1, deck: int = 0, stake: int = 1, challenge: int = 255, one_chip: bool = False, all_content: bool = False) -> dict[str, Any]:
    """Whole random games: counts, sums, and a signature over all decisions."""

def timings(n: int = 100000) -> dict[str, Any]:
    """Nanoseconds for a clone, a new run and the like, measured."""

def random_decision(arg0: Game, arg1: int, /) -> Action:
    """A legal decision by chance: first its kind, then its arguments."""

def plan_hand(game: Game, discards: int, samples: int, seed: int) -> Action:
    """The next play or discard, from what a player sees."""

def clear_chance(game: Game, action: Action, discards: int, samples: int, seed: int) -> float:
    """The chance to clear the blind after this action."""

def weigh_hands(game: Game, discards: int, samples: int, seed: int) -> list[tuple[Action, float]]:
    """
    What plan_hand compares, with its worth, best first; one alone where nothing is compared.
    """

def best_plays(game: Game, without: Action | None = None) -> list[tuple[Action, str, float]]:
    """
    The play of each poker hand that scores most, best first, of the cards that an action leaves.
    """

def mean_score(game: Game, action: Action, worlds: int, seed: int) -> float:
    """
    Over redrawn games: of a play, or of the best play of the hand that follows a discard.
    """

class Foreseen:
    """Rounds that the planner played out in redrawn games."""

    @property
    def worlds(self) -> int: ...

    @property
    def cleared(self) -> int: ...

    @property
    def hands_left(self) -> int:
        """Of all rounds that were cleared."""

    @property
    def discards_left(self) -> int:
        """Of all rounds that were cleared."""

    @property
    def discards(self) -> int:
        """Before the next play, in all worlds."""

    @property
    def next(self) -> dict[str, int]:
        """How often each poker hand was the next to be played."""

def foresee(game: Game, action: Action, discards: int, samples: int, worlds: int, seed: int) -> Foreseen:
    """A play or discard, and the rest of its round by the planner."""

def joker_habits() -> dict[str, Any]:
    """
    By key of each joker: what it reads, its place in the row, whether its counter steps, as the agents see it.
    """

def play_round(game: Game, discards: int, samples: int, seed: int) -> list[Action]:
    """The plays and discards of a whole round, made on the game."""

MOVES: int = 95

MAX_GAMES: int = 1000000

MAX_THREADS: int = 1024

def env_spec() -> dict[str, Any]:
    """
    Moves, tables, facts and rewards of the environments, as declared once.
    """

def path(arg0: Game, arg1: Action, /) -> list[int]:
    """The moves that lead to a decision; empty if none do."""

class Batch:
    """Many games, stepped by one call into arrays that were allocated once."""

    def __init__(self, games: int, threads: int, autoreset: bool, blind_steps: int, reward: int, discount: float, planner: tuple[int, int] | None, flat: bool) -> None: ...

    @property
    def games(self) -> int: ...

    def set_starts(self, arg: Sequence[tuple[int, int, int, int, bool, bool, int, float, Game | None]], /) -> None: ...

    def set_max_ante(self, arg: int, /) -> None: ...

    def reset(self, arg0: int, arg1: int, /) -> None: ...

    def next_episode(self, arg: int, /) -> None: ...

    def begin_run(self, arg0: int, arg1: str, arg2: int, arg3: int, arg4: int, arg5: int, arg6: bool, arg7: bool, arg8: int, /) -> None: ...

    def begin_position(self, arg0: int, arg1: Game, /) -> None: ...

    def step(self, moves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Index of the first game whose move is refused, else -1."""

    def step_one(self, arg: int, /) -> tuple[float, bool, bool]:
        """For a batch of one, with a move that `is_legal`."""

    def is_legal(self, arg0: int, arg1: int, /) -> bool: ...

    def why_refused(self, arg0: int, arg1: int, /) -> str: ...

    def random_moves(self, seed: int, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def info(self, arg: int, /) -> dict[str, Any]: ...

    def game(self, arg: int, /) -> Game: ...

    def picked(self, arg: int, /) -> list[int]: ...

    def decision(self, arg0: int, arg1: int, /) -> Action | None:
        """What a legal move decides; None if it only picks a card."""

    def has_begun(self, arg: int, /) -> bool:
        """Was game i reset or begun?"""

    def seat(self, arg: int, /) -> tuple[Game, int, int, list[float], int, int, int, int]: ...

    def restore(self, arg0: int, arg1: tuple[Game, int, int, Sequence[float], int, int, int, int], /) -> None: ...

    def episode(self, arg: int, /) -> int: ...

    @property
    def observations(self) -> NDArray[numpy.uint8]: ...

    @property
    def final_observations(self) -> NDArray[numpy.uint8]: ...

    @property
    def flat(self) -> NDArray[numpy.float32]: ...

    @property
    def final_flat(self) -> NDArray[numpy.float32]: ...

    @property
    def facts(self) -> NDArray[numpy.float64]: ...

    @property
    def rewards(self) -> NDArray[numpy.float32]: ...

    @property
    def terminated(self) -> NDArray[numpy.bool_]: ...

    @property
    def truncated(self) -> NDArray[numpy.bool_]: ...

def strength(game: Game, blind: int, rounds: int, seed: int, exact: bool = False, arranged: bool = False) -> tuple[float, float]:
    """
    Mean and deviation of ln(chips of a round) with this build; arranged: with its jokers in the best order.
    """

def tuning() -> dict[str, tuple[float, float, float, bool]]:
    """
    The constants of planner and strategist: value, least, most, whether it is a whole number.
    """

def judge_layout() -> list[tuple[str, int, int, int]]:
    """
    The judge's inputs: name, first column, columns, and columns in use of each block.
    """

class Judge:
    """The chance to win from a position between rounds, by its weights."""

    def __init__(self, weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], first: int, second: int) -> None: ...

def blind_number(arg: Game, /) -> int:
    """The blind to be played next, 0 to 23."""

class Decision:
    """What an agent does, and what it weighed."""

    @property
    def action(self) -> Action: ...

    @property
    def then(self) -> Action | None:
        """For the position that follows, if it is legal there."""

    @property
    def chance(self) -> float:
        """To win, before the decision; 0 where nothing was weighed."""

    @property
    def worlds(self) -> int:
        """Redrawn games that a search played on in."""

    @property
    def dared(self) -> bool:
        """Taken whatever its price, for learning."""

    @property
    def alternatives(self) -> list[tuple[Action, float]]:
        """What was weighed with its price, best first."""

class Strategist:
    """
    The heuristic agent: every decision of a run, by judge, network and planner.
    """

    def __init__(self, judge: Judge, rounds: int, discards: int, samples: int, curiosity: float = 0.0, quirk: int = 0, daring: float = 0.0, without: Sequence[str] = [], tuning: Mapping[str, float] = {}, network: Network | None = None, trust: float = 0.0) -> None: ...

    def decide(self, game: Game, draw_seed: int, detailed: bool = False) -> Decision: ...

    def features_after(self, arg0: Game, arg1: Action, arg2: int, /) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]: ...

def relations() -> dict[str, Any]:
    """
    What jokers, consumables, bosses and vouchers act on and bring, as their rows' hooks show; and how much more jokers do under the rule of another.
    """

def front_cards() -> list[tuple[int, str]]:
    """Rank and suit of the 52 cards, by number."""

def worth_with(game: Game, judge: Judge, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], rounds: int, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    With the jokers of each row added: ln(chips of a round), the same against the boss, chance to win.
    """

def play_lessons(expert: Strategist | Search | None, seeds: Sequence[str], draw_seeds: Sequence[int], deck: int, stake: int, challenge: int, threads: int, max_steps: int) -> list[bytes]:
    """
    Whole games of an expert (None: greedy hands) with what it thought of its alternatives.
    """

def relabel_lessons(lessons: Sequence[bytes], expert: Strategist | Search | None, draw_seed: int, threads: int, hands: float = 1.0, others: float = 1.0) -> list[bytes]:
    """
    What the expert would do in these games: in shares of the decisions about hands and of the others.
    """

def examples(lessons: Sequence[bytes], redraws: int, rounds: int, threads: int) -> dict[str, Any]:
    """The decisions of games as rows for a learner."""

def lesson_info(lesson: bytes) -> dict[str, Any]:
    """Seed, deck, stake, result and length of a game."""

def lesson_steps(lesson: bytes) -> list[tuple[Action, bool, Action | None, Action | None, list[tuple[Action, Action | None, float]]]]:
    """The decisions of a game, with what the expert thought of alternatives."""

def make_lesson(seed: str, deck: int, stake: int, challenge: int, variant: int, steps: Sequence[tuple[Action, bool, Action | None, Action | None, Sequence[tuple[Action, Action | None, float]]]]) -> bytes:
    """A game from its decisions."""

def choices(game: Game, redraws: int, rounds: int, draw_seed: int) -> tuple[list[tuple[Action, Action | None]], dict[str, Any]]:
    """
    What can be done, each with a second action if it has one; and the row that a learner sees.
    """

def play_network(network: Network, seeds: Sequence[str], draw_seeds: Sequence[int], deck: int, stake: int, challenge: int, threads: int, max_steps: int, target_percent: int = 100, positions: Sequence[Game] = [], keep_from: int = 24, temperature: float = 1.0, expert: Strategist | Search | None = None, share: float = 0.0) -> dict[str, Any]:
    """
    Whole games of a network on seeds and then from positions: the rows it saw game by game, what it took and thought, and of each game its decisions, furthest blind, end and lesson. Its choices are drawn by their probabilities, or the likeliest is taken where temperature is 0; the expert makes a share of the decisions. Of each game that reaches the blind of number keep_from, one of its shop entries and blind selects from there on.
    """

def legal_hand_ids(game: Game) -> list[int]:
    """Ids of every play and discard that is legal now, in order."""

def position_columns() -> list[tuple[str, int, int]]:
    """What a learner sees of a position: name, first column, columns."""

def choice_columns() -> list[tuple[str, int, int]]:
    """What a learner sees of an alternative: name, first column, columns."""

PRICE_SCALE: float = 10.0

class Rated:
    """A choice as a network of decisions rates it."""

    @property
    def action(self) -> Action: ...

    @property
    def then(self) -> Action | None:
        """What a sale makes room for."""

    @property
    def probability(self) -> float: ...

    @property
    def value(self) -> float:
        """The chance to win that it leaves."""

class Network:
    """A network of decisions, by its weights."""

    def __init__(self, width: int, hidden: int, weights: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]], redraws: int = 0, rounds: int = 0) -> None: ...

    def rate(self, game: Game, draw_seed: int) -> list[Rated]:
        """Every choice, most likely first."""

class Outcome:
    """What a choice led to in redrawn games."""

    @property
    def chance(self) -> float:
        """To win."""

    @property
    def less(self) -> float:
        """Less than by the first choice, in the same games."""

    @property
    def error(self) -> float:
        """The standard error of that difference."""

    @property
    def cleared(self) -> float:
        """Share of the games in which the next blind was beaten."""

class Search:
    """
    The likely choices of a strategist and its network, played on in redrawn games.
    """

    def __init__(self, network: Network, strategist: Strategist | None, candidates: int, worlds: int, blinds: int, trust: float, milliseconds: float, threads: int) -> None: ...

    def decide(self, game: Game, draw_seed: int, detailed: bool = False) -> Decision: ...

    def measure(self, game: Game, choices: Sequence[tuple[Action, Action | None]], worlds: int, draw_seed: int) -> list[Outcome]:
        """
        Each choice, with what follows it, played on in the same redrawn games.
        """

def build() -> dict[str, Any]:
    """
    How this module was built: compiler, tuned for the machine it was built on or not, the commit (of a wheel from a checkout, else empty), the layout of saved games.
    """
