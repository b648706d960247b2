"""The objects of a JSON file one by one, be it an array of them or several, or lines; one is held at a time."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from accord.formats.json_values import TOO_DEEP, Wrong, kind, say_no_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.source import Source

_BETWEEN = re.compile(r"[\s,]*")
_MAX_OBJECT = 1 << 28
"""The most characters of one object: longer ones are no annotations, and would fill the memory."""
_SHAPE, _WHOLE = "write an array of objects, or one object per line", "export it again, or fetch it again"


class WrongAt(Wrong):
    """What cannot be used, and its line: nothing after it can be read."""

    def __init__(self, code: str, message: str, hint: str, line: int) -> None:
        super().__init__(code, message, hint)
        self.line = line


def json_objects(source: Source, decoder: json.JSONDecoder) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of arrays, of lines, or the only one, each with its line; nothing after them is passed over.

    Raises `WrongAt` where there is none.
    """
    pieces = source.pieces()
    text, at, line, in_array = "", 0, 1, False
    while True:
        between = _BETWEEN.match(text, at)
        start = at if between is None else between.end()
        line += text.count("\n", at, start)
        at = start
        if at == len(text):
            text, at = next(filter(None, pieces), ""), 0
            if not text and in_array:
                raise WrongAt("invalid-json", "the array does not end: the file is cut off", _WHOLE, line)
            if not text:
                return
            continue
        if text[at] == ("]" if in_array else "["):
            in_array, at = not in_array, at + 1
            continue
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            more = "".join(_some(pieces, len(text) - at)) if len(text) - at <= _MAX_OBJECT else ""
            if not more:
                where = line + text.count("\n", at, error.pos)
                raise WrongAt("invalid-json", say_no_json(error), _SHAPE, where) from None
            text, at = text[at:] + more, 0
            continue
        except Wrong as wrong:
            code, message, hint = wrong.args
            raise WrongAt(code, message, hint, line) from None
        except RecursionError:
            raise WrongAt("invalid-json", TOO_DEEP, _SHAPE, line) from None
        if not isinstance(value, dict):
            raise WrongAt("unknown-shape", f"{kind(value)} instead of an object", _SHAPE, line)
        yield line, value
        line += text.count("\n", at, end)
        at = end


def _some(pieces: Iterator[str], least: int) -> Iterator[str]:
    """Pieces of at least so many characters together, as far as there are any."""
    while least > 0 and (piece := next(pieces, None)) is not None:
        least -= len(piece)
        yield piece
