"""Seeds for training, development, validation and test, which never mix; the luck of agents; the search for
seeds that hold what one looks for."""

from jimbot.game.seeds.lists import ALPHABET, LISTS, list_of, luck, mix, read_seeds, seed, seed_list
from jimbot.game.seeds.parse import QueryError, parse
from jimbot.game.seeds.query import Fact, Join, Query, Wanted
from jimbot.game.seeds.search import Search, find, kept_luck

__all__ = [
    "ALPHABET",
    "LISTS",
    "Fact",
    "Join",
    "Query",
    "QueryError",
    "Search",
    "Wanted",
    "find",
    "kept_luck",
    "list_of",
    "luck",
    "mix",
    "parse",
    "read_seeds",
    "seed",
    "seed_list",
]
