"""MessagePack, as far as spaCy writes it: read within bounds, and written."""

from __future__ import annotations

from struct import Struct, pack, unpack_from
from struct import error as damaged
from typing import Any

from accord.errors import ReadError

_MAX_DEPTH = 64
_NUMBERS = {
    mark: Struct(form) for mark, form in enumerate([">f", ">d", ">B", ">H", ">I", ">Q", ">b", ">h", ">i", ">q"], 0xCA)
}
_SIZES = {1: ">B", 2: ">H", 4: ">I"}
_BINARY, _TEXT = {0xC4: 1, 0xC5: 2, 0xC6: 4}, {0xD9: 1, 0xDA: 2, 0xDB: 4}
_LIST, _MAP = {0xDC: 2, 0xDD: 4}, {0xDE: 2, 0xDF: 4}
_PLAIN = {0xC0: None, 0xC2: False, 0xC3: True}


def unpack(data: bytes) -> Any:
    """The value that bytes hold; keys of maps that are lists become tuples.

    >>> unpack(pack_value({"a": [1, -2, 0.5, None, True, b"x"]}))
    {'a': [1, -2, 0.5, None, True, b'x']}
    """
    try:
        value, end = _value(data, 0, 0)
    except (damaged, IndexError, UnicodeDecodeError, TypeError):
        raise ReadError("its MessagePack is damaged") from None
    if end != len(data):
        raise ReadError("its MessagePack goes on after its end")
    return value


def _value(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    """The value that starts at a place, and where it ends."""
    if depth > _MAX_DEPTH:
        raise ReadError("lists too deep in each other")
    mark = data[at]
    at += 1
    if mark <= 0x7F or mark >= 0xE0:
        return (mark if mark <= 0x7F else mark - 256), at
    if mark in _PLAIN:
        return _PLAIN[mark], at
    if mark in _NUMBERS:
        (number,) = _NUMBERS[mark].unpack_from(data, at)
        return number, at + _NUMBERS[mark].size
    if mark <= 0x9F:
        return _several(data, at, mark & 0x0F, depth, pairs=mark <= 0x8F)
    if mark <= 0xBF:
        return _bytes(data, at, mark & 0x1F).decode(), at + (mark & 0x1F)
    for sizes in (_BINARY, _TEXT, _LIST, _MAP):
        if mark in sizes:
            (size,) = unpack_from(_SIZES[sizes[mark]], data, at)
            at += sizes[mark]
            if sizes is _LIST or sizes is _MAP:
                return _several(data, at, size, depth, pairs=sizes is _MAP)
            held = _bytes(data, at, size)
            return (held if sizes is _BINARY else held.decode()), at + size
    raise ReadError(f"its MessagePack holds something else than plain data (0x{mark:x})")


def _bytes(data: bytes, at: int, size: int) -> bytes:
    if at + size > len(data):
        raise IndexError
    return data[at : at + size]


def _several(data: bytes, at: int, count: int, depth: int, *, pairs: bool) -> tuple[Any, int]:
    held = []
    for _ in range(2 * count if pairs else count):
        value, at = _value(data, at, depth + 1)
        held.append(value)
    if not pairs:
        return held, at
    keys = [tuple(key) if isinstance(key, list) else key for key in held[::2]]
    return dict(zip(keys, held[1::2], strict=True)), at


def pack_value(value: Any) -> bytes:
    """A value of plain data as bytes."""
    if value is None or isinstance(value, bool):
        return bytes([{None: 0xC0, False: 0xC2, True: 0xC3}[value]])
    if isinstance(value, int):
        return pack(">Bq", 0xD3, value) if value < 0 else bytes([value]) if value < 128 else pack(">BQ", 0xCF, value)
    if isinstance(value, float):
        return pack(">Bd", 0xCB, value)
    if isinstance(value, bytes):
        return pack(">BI", 0xC6, len(value)) + value
    if isinstance(value, str):
        text = value.encode("utf-8", "surrogatepass")
        return pack(">BI", 0xDB, len(text)) + text
    if isinstance(value, dict):
        return pack(">BI", 0xDF, len(value)) + b"".join(pack_value(part) for pair in value.items() for part in pair)
    return pack(">BI", 0xDD, len(value)) + b"".join(map(pack_value, value))
