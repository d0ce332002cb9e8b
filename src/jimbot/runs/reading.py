"""Reading files that somebody else may have written: what is damaged or hostile is refused in one line.

Nothing is unpickled, and nothing is allocated because a file claims to be large.
"""

from __future__ import annotations

import io
import json
import math
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

MOST = 4 << 30  # bytes of the arrays of one file
Arrays = dict[str, NDArray[Any]]
Place = str | os.PathLike[str]


@contextmanager
def reading(path: Place, otherwise: str) -> Iterator[None]:
    """Within: whatever a library raises over the content of a file is a ValueError that says it is
    ``otherwise``, such as "no file of weights". What names the file already stays as it is."""
    name = os.fspath(path)
    try:
        yield
    except Exception as error:
        told = (str(error).splitlines() or [""])[0][:200] or type(error).__name__
        if (isinstance(error, ValueError) and name in told) or (
            isinstance(error, OSError) and error.filename
        ):
            raise
        raise ValueError(f"{name} is {otherwise}: {told}") from None


def parse_json(text: str | bytes, path: Place) -> Any:
    """The content of a file, or of a line of it."""
    with reading(path, "no JSON"):
        return json.loads(text)


def read_json(path: Place) -> Any:
    return parse_json(Path(path).read_bytes(), path)


def read_arrays(
    source: Place | bytes, path: Place, otherwise: str = "damaged, or no file of arrays"
) -> Arrays:
    """The arrays of a .npz file, or of its bytes."""
    file: Any = io.BytesIO(source) if isinstance(source, bytes) else source
    with reading(path, otherwise), zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
        if sum(entry.file_size for entry in entries) > MOST:
            raise ValueError(f"its arrays would take more than {MOST >> 30} GiB")
        arrays: Arrays = {}
        for entry in entries:
            with archive.open(entry) as part:
                arrays[entry.filename.removesuffix(".npy")] = _array(part, entry.file_size)
        return arrays


def read_array(path: Place, otherwise: str = "damaged, or no array") -> NDArray[Any]:
    """The array of a .npy file."""
    with reading(path, otherwise), open(path, "rb") as file:
        return _array(file, os.fstat(file.fileno()).st_size)


def _array(file: IO[bytes], size: int) -> NDArray[Any]:
    """An array from a file of so many bytes: it must hold what its head claims."""
    head = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    version = npy.read_magic(file)
    if version not in head:
        raise ValueError(f"version {version} of the format is not known")
    shape, columns_first, dtype = head[version](file)
    if dtype.hasobject:
        raise ValueError("it holds Python objects, which are not read")
    claimed = math.prod(shape) * dtype.itemsize
    if min((0, *shape)) < 0 or claimed > size:
        raise ValueError(f"it claims {claimed:,} bytes of data and is {size:,} bytes long")
    data = file.read(claimed)
    if len(data) != claimed:
        raise ValueError("it is cut off")
    return np.frombuffer(data, dtype).reshape(shape, order="F" if columns_first else "C").copy()


def finite(arrays: Arrays, path: Place) -> Arrays:
    """The same arrays, once all of their numbers are found to be some."""
    for name, array in arrays.items():
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise ValueError(f"{os.fspath(path)} holds numbers in {name} that are not finite")
    return arrays
