"""Arrays in one file (npz, without pickle), read within bounds whatever the file holds."""

from __future__ import annotations

import io
import struct
import zlib
from lzma import LZMAError
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

import numpy as np

from accord.formats.output import whole_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.generic]

_MIN_BYTES, _MAX_RATIO = 1 << 26, 100
"""Contents may have so many bytes in any case, or so many times those of the file: weights and words of a tagger shrink
to a third when they are compressed, rarely to a tenth; a file made to fill the memory shrinks to a thousandth."""
_UNREADABLE = (
    BadZipFile,
    EOFError,
    KeyError,
    LZMAError,
    MemoryError,
    NotImplementedError,  # a compression that zipfile does not know
    OSError,
    OverflowError,
    RecursionError,
    RuntimeError,  # encrypted
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)


class Unreadable(Exception):
    """These bytes are not the arrays that were asked for."""


def max_bytes(size: int) -> int:
    """How much a file of this size may unpack to."""
    return max(_MIN_BYTES, _MAX_RATIO * size)


def write_arrays(path: str, arrays: Mapping[str, ArrayLike]) -> None:
    """Write arrays, the same bytes for the same arrays, whole or not at all."""
    with whole_file(path) as stream:
        np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]


def read_arrays(content: bytes) -> dict[str, Array]:
    """The arrays of a file by name, without objects; raises `Unreadable` for anything else."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            held = archive.infolist()
            if sum(each.file_size for each in held) > max_bytes(len(content)):
                raise Unreadable
            return {each.filename.removesuffix(".npy"): _array(archive.read(each)) for each in held}
    except _UNREADABLE:
        raise Unreadable from None


def _array(content: bytes) -> Array:
    """An array as numpy writes it, whose bytes must all be there before any room is made for it."""
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    if version != (1, 0):
        raise ValueError(f"arrays of version {version}")
    shape, by_column, kind = np.lib.format.read_array_header_1_0(stream)
    if kind.hasobject:
        raise ValueError("an array of objects")
    flat = np.frombuffer(content, kind, offset=stream.tell())
    return flat.reshape(shape, order="F" if by_column else "C")
