"""Where bytes come from: files, standard input, compressed or not, in any encoding; each is opened once."""

from __future__ import annotations

import codecs
import io
import re
import sys
import zlib
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from lzma import LZMAError
from os import fstat
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING

from accord.errors import ReadError, UsageError
from accord.formats.binary_files import describe_binary
from accord.formats.dataset_folders import is_dataset, shards
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from _typeshed import WriteableBuffer

STANDARD_INPUT = "-"
UNDECODABLE = re.compile("[\udc80-\udcff]")
_PIECE = 1 << 15
_SMALL = 1 << 19
"""A file of so many bytes is held in memory; a larger one is read from the disk again where it is needed again."""
_MAX_LINE = 1 << 28
"""The most characters of a line, and the most bytes of a file that is read as a whole: more would fill the memory."""
_MAX_STREAM = 1 << 31
_FREE, MAX_RATIO = 1 << 25, 250
"""From how many bytes on what is compressed may not become so many times as large: texts reach 50, a bomb 1,000."""
_PLAIN_LEAST, _PLAIN_SHARE = 4, 0.05
"""How many characters of a text are letters, digits, blanks and signs of ASCII at least, and what share of it."""
_LINE_ENDS = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_COMPRESSIONS = {
    rb"\x1f\x8b\x08": "gzip",
    rb"BZh[1-9](1AY&SY|\x17rE8P\x90)": "bz2",  # a block, or the end of an empty file: a text may start with BZh
    rb"\xfd7zXZ\x00": "lzma",
}
BYTE_ORDER_MARK = "\ufeff"


class _File:
    """The bytes of a path, opened once, to be read from the start by several readers, also at the same time."""

    def __init__(self, path: str, content: bytes | None) -> None:
        self.path = path
        self._lock = Lock()
        self._given = self._bytes = content
        self._stream: io.FileIO | None = None
        self._digest = ""

    def open(self) -> IO[bytes]:
        """A reader of its own, which stands at the start."""
        if self._bytes is None and self._stream is None:
            self._begin()
        return io.BytesIO(self._bytes) if self._bytes is not None else io.BufferedReader(_Reader(self), _PIECE)

    def _begin(self) -> None:
        try:
            if _is_stream(self.path):
                self._bytes = _stream_bytes(self.path)
                return
            stream = io.FileIO(self.path)
        except IsADirectoryError:
            if is_dataset(Path(self.path)):
                self._bytes = b"".join(shard.read_bytes() for shard in shards(Path(self.path)))
                return
            raise UsageError(f"{self.path} is a folder: name the files in it") from None
        except OSError as error:
            raise UsageError(f"cannot read {self.path}: {(error.strerror or str(error)).lower()}") from None
        except ValueError:  # a NUL in it
            raise UsageError(f"cannot read {self.path}: this is no path") from None
        if fstat(stream.fileno()).st_size > _SMALL:
            self._stream = stream
            return
        with stream:
            self._bytes = stream.readall()

    def read_into(self, buffer: WriteableBuffer, start: int) -> int:
        """Fill a buffer from a place on; readers take turns, for they share one position in the file."""
        with self._lock:
            assert self._stream is not None
            self._stream.seek(start)
            return self._stream.readinto(buffer) or 0

    def size(self) -> int:
        """How many bytes the file has."""
        if self._stream is None:
            return len(self._bytes or b"")
        return fstat(self._stream.fileno()).st_size

    def digest(self) -> str:
        """The SHA-256 of all bytes."""
        if not self._digest:
            import hashlib

            with self.open() as stream:
                self._digest = hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
        return self._digest

    def close(self) -> None:
        """Let go of the file; who reads it again opens it again."""
        if self._stream is not None:
            self._stream.close()
        self._stream, self._bytes = None, self._given

    def __del__(self) -> None:
        self.close()


class _Reader(io.RawIOBase):
    """One reader of a file that others read, too."""

    def __init__(self, file: _File) -> None:
        super().__init__()
        self._file = file
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position}
        self._position = max(0, offset + (self._file.size() if whence == io.SEEK_END else start[whence]))
        return self._position

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        count = self._file.read_into(buffer, self._position)
        self._position += count
        return count


def most_from(compressed: int) -> int:
    """How many bytes may come out of so many compressed ones."""
    return max(_FREE, MAX_RATIO * compressed)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read, ``-`` for standard input, with the name of its text encoding.

    It is opened when it is read for the first time, and however often it is read again, not a second time.
    """

    path: str
    file_encoding: str = "utf-8"
    content: bytes | None = field(default=None, repr=False, kw_only=True)
    """Its bytes, where they are in no file yet."""
    rows: Sequence[Sequence[str]] | None = field(default=None, repr=False, kw_only=True)
    """Its rows, the first of them the names of the columns, where it is a table of Python objects and no file."""
    _file: _File = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_file", _File(self.path, self.content))
        try:
            io.TextIOWrapper(io.BytesIO(), codecs.lookup(self.file_encoding).name, "surrogateescape").read()
        except (LookupError, TypeError, ValueError):
            raise UsageError(
                f"unknown file encoding {self.file_encoding!r}: use a name like utf-8, latin-1, utf-16"
            ) from None

    @property
    def name(self) -> str:
        """How messages call it."""
        return "<stdin>" if self.path == STANDARD_INPUT else self.path

    def open(self) -> IO[bytes]:
        """The bytes, decompressed where their first bytes say so."""
        head = self.head(10)
        stream = self._file.open()
        for magic, module in _COMPRESSIONS.items():
            if re.match(magic, head):
                opened: IO[bytes] = import_module(module).open(stream, "rb")
                return opened
        return stream

    def head(self, size: int) -> bytes:
        """The first bytes, as they stand in the file."""
        with self._file.open() as stream:
            return stream.read(size)

    def start(self) -> str:
        """The first piece of the text; nothing where there is none, or where the bytes are no text."""
        return "" if describe_binary(self.head(_PIECE)) else next(filter(None, self.pieces()), "")

    def sha256(self) -> str:
        """The SHA-256 of the file, as ``sha256sum`` prints it."""
        return self._file.digest()

    def digest(self) -> str:
        """The first eight hexadecimal digits of it."""
        return self.sha256()[:8]

    def close(self) -> None:
        """Let go of the file, before it is written over; who reads it again opens it again."""
        self._file.close()

    def codec(self, head: bytes) -> str:
        """The codec to decode with: a byte order mark decides among the Unicode ones."""
        marked = next((codec for mark, codec in _BYTE_ORDER_MARKS.items() if head.startswith(mark)), None)
        named = codecs.lookup(self.file_encoding).name.removesuffix("-sig")
        if marked and marked.startswith(named):
            return marked
        if marked in {"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"} and named == "utf-8":
            raise self._no_utf8(marked[:6], f"it starts with a mark of {marked[:6]}")
        return named

    def _no_utf8(self, unicode: str, why: str) -> ReadError:
        return ReadError(f"{self.name} is not UTF-8: {why} (say so: {option('file_encoding', unicode)})")

    def pieces(self, *, keep_ends: bool = False) -> Iterator[str]:
        r"""The text in pieces, line ends as ``\\n`` unless they are to be kept, bytes that do not decode escaped.

        With ``keep_ends`` a byte order mark is kept too, so that writing the pieces gives the same bytes.
        """
        try:
            with self.open() as stream:
                blocks = self._blocks(stream)
                data = next(blocks, b"")
                if (what := describe_binary(data)) is not None:
                    raise ReadError(f"{self.name} is {what}")
                codec = self.codec(data[:4])
                if codec == "utf-8" and (unicode := _unmarked(data)):
                    raise self._no_utf8(unicode, f"it reads as {unicode} without a mark")
                decoder = io.IncrementalNewlineDecoder(
                    codecs.getincrementaldecoder(codec)("surrogateescape"), translate=not keep_ends
                )
                first = True
                while data:
                    piece = decoder.decode(data)
                    if first and piece:
                        first = False
                        piece = piece if keep_ends else piece.removeprefix(BYTE_ORDER_MARK)
                    yield piece
                    data = next(blocks, b"")
                yield decoder.decode(b"", final=True)
        except UnicodeError as error:
            raise ReadError(f"{self.name} is not {self.file_encoding}: {error} ({say_encoding()})") from None
        except (OSError, EOFError, zlib.error, LZMAError) as error:
            raise self._damaged(error) from None

    def chunks(self) -> Iterator[bytes]:
        """The bytes in pieces."""
        try:
            with self.open() as stream:
                yield from self._blocks(stream)
        except (OSError, EOFError, zlib.error, LZMAError) as error:
            raise self._damaged(error) from None

    def _blocks(self, stream: IO[bytes]) -> Iterator[bytes]:
        """What a stream holds, unless it is compressed and becomes too large."""
        read, most = 0, most_from(self._file.size())
        while data := stream.read(_PIECE):
            read += len(data)
            if read > most:
                why = f"it becomes more than {MAX_RATIO} times as large"
                raise ReadError(f"{self.name} is not decompressed: {why} (if that is right, decompress it first)")
            yield data

    def whole(self, most: int = _MAX_LINE) -> bytes:
        """All bytes, for what cannot be read piece by piece, if they are no more than so many."""
        data, length = [], 0
        for block in self.chunks():
            data.append(block)
            length += len(block)
            if length > most:
                large = f"{most >> 20:,} MiB"
                raise ReadError(f"{self.name} is larger than {large}, and can only be read as a whole: divide it")
        return b"".join(data)

    def _damaged(self, error: Exception) -> ReadError:
        why = getattr(error, "strerror", None) or error
        return ReadError(f"{self.name} cannot be read to its end: {why} (is the file damaged?)")

    def output_codec(self) -> str:
        """The codec that turns the text of `lines` with kept ends back into the same bytes."""
        with self.open() as stream:
            return self.codec(stream.read(4))

    def lines(self, *, keep_ends: bool = False) -> Iterator[str]:
        r"""The lines of the text, split at ``\\n``, ``\\r\\n`` and ``\\r`` only."""
        end = "\n" if keep_ends else ""
        unfinished: list[str] = []
        length, number = 0, 1
        for piece in self.pieces(keep_ends=keep_ends):
            if keep_ends and "\r" in piece:
                *lines, rest = _LINE_ENDS.split(piece)
            else:
                *lines, rest = piece.split("\n")
                lines = [line + end for line in lines] if keep_ends else lines
            if lines:
                lines[0] = "".join([*unfinished, lines[0]])
                unfinished.clear()
                yield from lines
                length, number = 0, number + len(lines)
            if rest:
                unfinished.append(rest)
                length += len(rest)
                if length > _MAX_LINE:
                    why = f"line {number:,} has more than {_MAX_LINE >> 20} million characters"
                    raise ReadError(f"{self.name} cannot be read: {why} (are its line ends lost?)")
        if unfinished:
            yield "".join(unfinished)


def say_encoding() -> str:
    """What to do about a file whose bytes do not decode."""
    return f"say which encoding the file has: {option('file_encoding')}"


def _unmarked(head: bytes) -> str | None:
    r"""Which encoding of two or four bytes a character a text has that says it by no mark; None where it has none.

    Bytes of zero are half of each letter, digit and comma then, and in other texts there are hardly any.

    >>> _unmarked("item;ada".encode("utf-16-be")), _unmarked(b"item;ada\0"), _unmarked("пес, кот, ".encode("utf-16-le"))
    ('utf-16-be', None, 'utf-16-le')
    """
    if b"\0" not in head:
        return None
    for codec in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        try:
            text = codecs.getincrementaldecoder(codec)().decode(head)
        except UnicodeError:
            continue
        plain = sum(map(str.isascii, text))
        if "\0" not in text and plain >= max(_PLAIN_LEAST, _PLAIN_SHARE * len(text)):
            return codec
    return None


def _is_stream(path: str) -> bool:
    """Whether a path can be read only once: standard input, a pipe, a device."""
    return path == STANDARD_INPUT or (Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir())


@cache
def _stream_bytes(path: str) -> bytes:
    """All bytes of something that can be read only once."""
    if path == STANDARD_INPUT and sys.stdin is None:
        raise UsageError("standard input is closed, so - cannot be read")
    with nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else Path(path).open("rb") as stream:
        data = stream.read(_MAX_STREAM + 1)
    if len(data) > _MAX_STREAM:
        what = "standard input" if path == STANDARD_INPUT else path
        raise UsageError(f"{what} gives more than {_MAX_STREAM >> 30} GiB, which are held in memory: save it as a file")
    return data
