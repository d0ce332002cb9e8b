"""Files of arrays, which somebody else may have written.

Nothing is unpickled, and nothing is allocated because a file claims to be large.
"""

from __future__ import annotations

import io
import math
import os
import zipfile
from collections.abc import Mapping
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from jimbot.runs.machine import write_whole
from jimbot.runs.reading import MAX_MODEL, Place, open_file, reading

Arrays = dict[str, NDArray[Any]]


def write_arrays(path: Place, arrays: Mapping[str, Any], sync: bool = True) -> None:
    """Writes a compressed .npz file, whole or not at all."""
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)
    write_whole(path, data.getvalue(), sync=sync)


def read_arrays(
    source: Place | bytes, path: Place | None = None, otherwise: str = "damaged, or no file of arrays"
) -> Arrays:
    """The arrays of a .npz file, or of bytes that were read from ``path``."""
    name = (path or "the file") if isinstance(source, bytes) else source
    with reading(name, otherwise), _opened(source) as file, zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
        if sum(entry.file_size for entry in entries) > MAX_MODEL:
            raise ValueError(f"its arrays would take more than {MAX_MODEL >> 30} GiB")
        arrays: Arrays = {}
        for entry in entries:
            with archive.open(entry) as part:
                arrays[entry.filename.removesuffix(".npy")] = _array(part, entry.file_size)
        return arrays


def _opened(source: Place | bytes) -> IO[bytes]:
    return io.BytesIO(source) if isinstance(source, bytes) else open_file(source)


def read_array(path: Place, otherwise: str = "damaged, or no array") -> NDArray[Any]:
    """The array of a .npy file."""
    with reading(path, otherwise), open_file(path) as file:
        return _array(file, os.fstat(file.fileno()).st_size)


def _array(file: IO[bytes], size: int) -> NDArray[Any]:
    """An array from a file of this many bytes: it must hold what its head claims."""
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
