"""The file around the text: raw DEFLATE."""

from __future__ import annotations

import re
import zlib

from jimbot.saves.table import HEAD, SaveError, Table, parse, write

MAX_PACKED = 1 << 20
MAX_TEXT = 8 << 20
TALISMAN = re.compile(r"if .{0,40}OmegaMeta ")
BEGIN = 64  # characters that show what a text is
RAW = -15  # window of 32 KiB, no header
LEVEL, MEMORY = 1, 8  # what the game's own compressor does


def is_save(data: bytes) -> bool:
    """Whether some bytes can be a file of the game, or of it with the mod Talisman, by their beginning."""
    begin = data[:BEGIN]
    if not begin.startswith(HEAD.encode()):
        try:
            begin = zlib.decompressobj(RAW).decompress(data[:512], BEGIN)
        except zlib.error:
            return False
    return begin.startswith(HEAD.encode()[:6]) or TALISMAN.match(begin.decode(errors="replace")) is not None


def text_of(data: bytes) -> str:
    """The text of a file. SaveError if it does not inflate, as one that is being written does not."""
    if len(data) > MAX_PACKED:
        raise SaveError(f"{len(data):,} bytes; a save has at most {MAX_PACKED:,}")
    if not data.startswith(HEAD[:6].encode()):
        packed = zlib.decompressobj(RAW)
        try:
            data = packed.decompress(data, MAX_TEXT + 1)
        except zlib.error as error:
            raise SaveError(f"not a save of the game: its bytes do not inflate ({error})") from None
        if len(data) > MAX_TEXT:
            raise SaveError(f"a text of more than {MAX_TEXT:,} bytes")
        if not packed.eof:
            raise SaveError("not a whole file: its bytes end too early")
        if packed.unused_data:
            raise SaveError(f"{len(packed.unused_data)} bytes follow the end of the save")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise SaveError(f"byte {error.start + 1} of its text is no UTF-8") from None


def unpack(data: bytes) -> Table:
    """The table that a file holds."""
    text = text_of(data)
    if TALISMAN.match(text):
        raise SaveError("saved with the mod Talisman: its numbers are not those of the game")
    return parse(text)


def pack_text(text: str) -> bytes:
    packed = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, MEMORY)
    return packed.compress(text.encode()) + packed.flush()


def pack(table: Table) -> bytes:
    """The file of a table."""
    return pack_text(write(table))
