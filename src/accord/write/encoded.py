"""Text in the encoding of the files that it goes with."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def encoded(pieces: Iterable[str], file_encoding: str) -> Iterator[bytes]:
    """Pieces of text as bytes, bytes that did not decode as they were."""
    try:
        yield from codecs.iterencode(pieces, file_encoding, "surrogateescape")
    except UnicodeEncodeError as error:
        said = error.object[error.start : error.end]
        raise UsageError(
            f"{said!r} cannot be written in {file_encoding}, the encoding of the files: keep them as UTF-8"
        ) from None


def recoded(pieces: Iterable[bytes], file_encoding: str) -> Iterator[bytes]:
    """UTF-8 in another encoding; each piece is whole characters."""
    if codecs.lookup(file_encoding).name == "utf-8":
        return iter(pieces)
    return encoded((piece.decode("utf-8", "surrogateescape") for piece in pieces), file_encoding)
