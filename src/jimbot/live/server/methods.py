"""The table of methods: parameters, states, and the function that runs each."""

from __future__ import annotations

from jimbot.live.protocol.names import SAVE_STATES
from jimbot.live.server import methods_debug, methods_round, methods_run, methods_shop
from jimbot.live.server.schema import (
    ARRAY,
    BOOLEAN,
    INTEGER,
    INTEGERS,
    STRING,
    TABLE,
    Served,
    required,
)

PATH = {"path": required(STRING)}
IN_ROUND = ("SELECTING_HAND",)
IN_SHOP = ("SHOP",)
IN_PACK = ("SMODS_BOOSTER_OPENED",)
ON_BLIND = ("BLIND_SELECT",)

ALL = {
    "health": Served(methods_run.health),
    "gamestate": Served(methods_run.gamestate),
    "start": Served(
        methods_run.start, {"deck": required(STRING), "stake": required(STRING), "seed": STRING}, ("MENU",)
    ),
    "menu": Served(methods_run.menu),
    "save": Served(methods_run.save, PATH, SAVE_STATES),
    "load": Served(methods_run.load, PATH),
    "screenshot": Served(methods_run.screenshot, PATH),
    "select": Served(methods_round.select, {}, ON_BLIND),
    "skip": Served(methods_round.skip, {}, ON_BLIND),
    "play": Served(methods_round.play, {"cards": required(INTEGERS)}, IN_ROUND),
    "discard": Served(methods_round.discard, {"cards": required(INTEGERS)}, IN_ROUND),
    "use": Served(
        methods_round.use, {"consumable": required(INTEGER), "cards": INTEGERS}, ("SELECTING_HAND", "SHOP")
    ),
    "rearrange": Served(
        methods_round.rearrange,
        {"hand": INTEGERS, "jokers": INTEGERS, "consumables": INTEGERS},
        ("SELECTING_HAND", "SHOP", "SMODS_BOOSTER_OPENED"),
    ),
    "cash_out": Served(methods_shop.cash_out, {}, ("ROUND_EVAL",)),
    "next_round": Served(methods_shop.next_round, {}, IN_SHOP),
    "reroll": Served(methods_shop.reroll, {}, IN_SHOP),
    "buy": Served(methods_shop.buy, {"card": INTEGER, "voucher": INTEGER, "pack": INTEGER}, IN_SHOP),
    "pack": Served(methods_shop.pack, {"card": INTEGER, "targets": INTEGERS, "skip": BOOLEAN}, IN_PACK),
    "sell": Served(methods_shop.sell, {"joker": INTEGER, "consumable": INTEGER}, ("SELECTING_HAND", "SHOP")),
    "add": Served(
        methods_debug.add,
        {
            "key": required(STRING),
            "seal": STRING,
            "edition": STRING,
            "enhancement": STRING,
            "eternal": BOOLEAN,
            "perishable": INTEGER,
            "rental": BOOLEAN,
        },
        ("SELECTING_HAND", "SHOP", "ROUND_EVAL"),
    ),
    "set": Served(
        methods_debug.set_fields,
        {
            "money": INTEGER,
            "chips": INTEGER,
            "ante": INTEGER,
            "round": INTEGER,
            "hands": INTEGER,
            "discards": INTEGER,
            "shop": BOOLEAN,
        },
    ),
}

DEBUG = {
    "test_endpoint": Served(
        methods_debug.echo,
        {
            "required_string": required(STRING),
            "required_integer": required(INTEGER),
            "optional_string": STRING,
            "optional_integer": INTEGER,
            "optional_array_integers": INTEGERS,
        },
    ),
    "test_validation": Served(
        methods_debug.echo,
        {
            "required_field": required(STRING),
            "string_field": STRING,
            "integer_field": INTEGER,
            "boolean_field": BOOLEAN,
            "array_field": ARRAY,
            "table_field": TABLE,
            "array_of_integers": INTEGERS,
        },
    ),
    "test_error_endpoint": Served(methods_debug.fail, {"error_type": required(STRING)}),
    "test_state_endpoint": Served(methods_debug.confirm_state, {}, ("SPLASH", "MENU")),
}
