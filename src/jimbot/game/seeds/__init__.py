"""Seeds for training, development, validation and test, which never mix; what agents draw from; the search
for seeds that hold what one looks for."""

from jimbot.game.seeds.lists import ALPHABET, LISTS, draw_seed, list_of, mix, read_seeds, seed, seed_list
from jimbot.game.seeds.odds import Odds, odds
from jimbot.game.seeds.parse import QueryError, parse
from jimbot.game.seeds.query import Fact, Join, Outcome, Query, Wanted
from jimbot.game.seeds.search import Search, find, kept_draw_seed

__all__ = [
    "ALPHABET",
    "LISTS",
    "Fact",
    "Join",
    "Odds",
    "Outcome",
    "Query",
    "QueryError",
    "Search",
    "Wanted",
    "draw_seed",
    "find",
    "kept_draw_seed",
    "list_of",
    "mix",
    "odds",
    "parse",
    "read_seeds",
    "seed",
    "seed_list",
]
