"""The typed rows of jimbot.game.content are those of the engine, column by column."""

from __future__ import annotations

import typing
from types import NoneType, UnionType

import pytest

from jimbot.game.content import content, find
from jimbot.game.content.rows import ROWS


def fits(value: object, wanted: object) -> bool:
    if isinstance(wanted, UnionType):
        return any(fits(value, one) for one in typing.get_args(wanted))
    if wanted is None:
        wanted = NoneType
    outer = typing.get_origin(wanted)
    if outer is list:
        (inner,) = typing.get_args(wanted)
        return type(value) is list and all(fits(item, inner) for item in value)
    if outer is tuple:
        parts = typing.get_args(wanted)
        return type(value) is tuple and len(value) == len(parts) and all(map(fits, value, parts))
    return type(value) is wanted


def test_every_table_has_a_type():
    assert set(ROWS) == set(content())


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_has_the_columns_of_its_type(kind):
    columns = typing.get_type_hints(ROWS[kind])
    for key, row in content()[kind].items():
        assert set(row) == set(columns), key
        assert row["key"] == key
        for name, value in row.items():
            assert fits(value, columns[name]), (key, name, value, columns[name])


def test_items_are_found_by_key_and_by_name():
    assert find("j_baron") == find("Baron") == find("baron") == ("joker", content()["joker"]["j_baron"])
    with pytest.raises(ValueError, match="did you mean j_baron"):
        find("barom")
