"""An image as a PNG file."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MARK = b"tEXtSoftware\0jimbot"  # the second chunk: a file that has it may be written over
RGB8 = (8, 2, 0, 0, 0)  # bits per sample, colour type, compression, filter, interlace


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(image: NDArray[np.uint8]) -> bytes:
    """A PNG of an image of shape (height, width, 3)."""
    if not isinstance(image, np.ndarray):
        raise ValueError(f"an image must be a numpy array, not {type(image).__name__}")
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or 0 in image.shape:
        raise ValueError(
            f"an image must be uint8 of shape (height, width, 3), not {image.dtype} of shape {image.shape}"
        )
    height, width, _ = image.shape
    rows = np.zeros((height, 1 + width * 3), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = image.reshape(height, width * 3)
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">II5B", width, height, *RGB8)),
            _chunk(MARK[:4], MARK[4:]),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)),
            _chunk(b"IEND", b""),
        )
    )


def is_ours(data: bytes) -> bool:
    """Whether a file that begins so was written here."""
    return data.startswith(SIGNATURE) and data[37 : 37 + len(MARK)] == MARK
