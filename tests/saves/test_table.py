"""The files of the game: unpacked, printed and packed again to the same bytes; what is none is refused by name."""

from __future__ import annotations

import time
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jimbot.saves import SaveError, is_save, pack, parse, text_of, unpack, write
from jimbot.saves.table import MAX_DEPTH, MAX_ENTRIES

TEXT = 'return {["a"]={[1]="x",[2]=-20,["b c"]=true,},["n"]=0.99581791275432,["s"]=5.57893721e-05,["t"]={},["u"]=1e+308,}'
TABLE = {
    "a": {1: "x", 2: -20, "b c": True},
    "n": 0.99581791275432,
    "s": 5.57893721e-05,
    "t": {},
    "u": 1e308,
}


def raw(data: bytes) -> bytes:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packed.compress(data) + packed.flush()


def test_a_table_is_read_and_printed_to_the_same_text() -> None:
    assert parse(TEXT) == TABLE
    assert list(parse(TEXT)) == list(TABLE)
    assert write(parse(TEXT)) == TEXT
    assert unpack(pack(TABLE)) == TABLE
    assert unpack(TEXT.encode()) == TABLE  # the game also reads files that are not packed


@pytest.mark.parametrize("text", ["-0", "inf", "-inf", "99999999999999", "1e+15", "0.1", "-5e-07"])
def test_numbers_keep_their_form(text: str) -> None:
    assert write(parse(f'return {{["n"]={text},}}')) == f'return {{["n"]={text},}}'


def test_escapes() -> None:
    text = 'return {["a\\"b"]="\\"MANUAL_REPLACE\\"",["n"]="one\\\ntwo\\\\three\\rfour\\0",}'
    table = parse(text)
    assert table == {'a"b': '"MANUAL_REPLACE"', "n": "one\ntwo\\three\rfour\0"}
    assert write(table) == text


def test_a_comma_may_be_missing_at_the_end_of_a_table() -> None:
    assert parse('return {["a"]={["b"]=1},["c"]="d"}') == {"a": {"b": 1}, "c": "d"}


KEYS = st.text(max_size=8) | st.integers(-(10**9), 10**9)
NUMBERS = st.integers(-(10**13), 10**13) | st.floats(allow_nan=False).map(lambda x: float(f"{x:.14g}"))
VALUES = st.recursive(
    st.text(max_size=12) | NUMBERS | st.booleans(),
    lambda inner: st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_any_table_is_what_it_was_after_packing(table: dict[str | int, object]) -> None:
    text = write(table)
    assert unpack(pack(table)) == table
    assert write(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "character 1: a save begins with 'return {', found the end"),
        ("return 5", "a save begins with"),
        ("return {", "character 9: an entry"),
        ('return {["a"]=1', "character 9: an entry"),
        ('return {["a"]=1["b"]=2,}', "an entry"),
        ('return {["a"]=nil,}', "an entry"),
        ('return {["a"]=os.exit(),}', "character 9"),
        ('return {["a"]=f(1),}', "character 9"),
        ("return {a=1,}", "character 9"),
        ('return {["a"]=1,} os.exit()', "goes on after its table"),
        ('return {["a"]=1,},', "goes on after its table"),
        ('return {["a"]=1,["a"]=2,}', "character 17: an entry that is there already"),
        ('return {["a"]="\\q",}', "unknown escape"),
        ('return {["a"]=1.2.3,}', "'1.2.3' is no number"),
        ('return {["a"]=' + "9" * 40 + ",}", "more digits"),
        ("return {" + '["a"]={' * (MAX_DEPTH + 1), f"tables deeper than {MAX_DEPTH}"),
        ("return {" + "".join(f"[{i}]=1," for i in range(MAX_ENTRIES + 1)) + "}", "entries"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(text: str, why: str) -> None:
    with pytest.raises(SaveError) as caught:
        parse(text)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "end too early"),
        (b"PK\3\4 an archive", "not a save of the game"),
        (pack(TABLE)[:-3], "end too early"),
        (pack(TABLE) + b"more", "4 bytes follow"),
        (zlib.compress(TEXT.encode()), "not a save of the game"),
        (bytes(2 << 20), "at most 1,048,576"),
        (raw(bytes(64 << 20)), "more than 8,388,608 bytes"),
        (raw(b'return {["a"]="\xff",}'), "byte 16 of its text is no UTF-8"),
        (raw(b'return {["a"]=to_big(12),}'), "a call of to_big, as mods write it"),
        (raw(b'return {["a"]=os.execute("x"),}'), "an entry such as"),
        (raw(b"return {[1]=setmetatable({},{}),}"), "a call of setmetatable"),
        (raw(b'if not OmegaMeta then return {["a"]=1,}'), "the mod Talisman"),
    ],
)
def test_what_is_no_file_of_the_game_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(SaveError, match=why):
        unpack(data)


def test_a_file_is_known_by_its_beginning() -> None:
    assert is_save(pack(TABLE))
    assert is_save(TEXT.encode())
    assert is_save(raw(b'if BigMeta or OmegaMeta then return {["a"]=1,}'))  # refused by name when it is read
    for other in (
        b"",
        b"jimbot1 seed=A",
        b"if only",
        raw(b"if only"),
        b'{"a": 1}',
        b"\x89PNG\r\n",
        bytes(600),
    ):
        assert not is_save(other)


@pytest.mark.parametrize(
    "text", ['return {["' * 100_000, 'return {["a"]="' + "\\" * 900_000, "return {[" * 90_000]
)
def test_hostile_text_is_refused_at_once(text: str) -> None:
    begin = time.process_time()
    with pytest.raises(SaveError):
        parse(text)
    assert time.process_time() - begin < 1


@pytest.mark.shared
def test_files_of_the_real_game_are_packed_again_to_the_same_bytes(shared: Path) -> None:
    files = sorted((shared / "saves" / "samples").glob("*/*.jkr"))
    read = {path.name: path.read_bytes() for path in files}
    refused = {name for name, data in read.items() if text_of(data).startswith("if ")}
    foreign = {
        "meta_LucasOMS_8f93ce.jkr"
    }  # another program has written it: no commas at the end of its tables
    assert (len(read), len(refused)) == (42, 4)
    for name in read.keys() - refused:
        table = unpack(read[name])
        same = (write(table) == text_of(read[name]), pack(table) == read[name])
        assert same == ((False, False) if name in foreign else (True, True)), name
        assert is_save(read[name]), name
    for name in refused:
        with pytest.raises(SaveError, match="Talisman"):
            unpack(read[name])
