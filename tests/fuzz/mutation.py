"""Changes to the bytes of a file: what people, editors and other programs do to files, and what nobody would do."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Change = Callable[[bytes, Random], bytes]

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb"[^\s,;|\"]+")
_VALUE = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\d[\w.+-]*|\btrue\b|\bfalse\b|\bnull\b|\[[^\[\]\n]*\]')
_LARGE = 200_000

NUMBERS = [
    *(b"9" * 5_000, b"1" + b"0" * 4_400, b"-" + b"7" * 5_000, b"0." + b"3" * 5_000),
    *(b"9223372036854775808", b"18446744073709551616", b"4294967296", b"99999999999"),
    *(b"1e999", b"-1e999", b"1e308", b"-1e308", b"1e154", b"1e-320", b"1E400000", b"1e" + b"9" * 30),
    *(b"nan", b"-nan", b"inf", b"-Infinity", b"NaN", b"-0", b"0", b"-1", b"+5", b"00007", b"1_000", b"0x10"),
    *(b"1,5", b"1.5.2", b".5", b"5.", b".", b"-", b"+", b"e5", b"", b" ", b"\x1c5", b"5\x1f", b"\x005", b"5\x0b"),
    *("٣".encode(), "²".encode(), "１２".encode(), "५.५".encode(), b"\xc2\xa05", "−5".encode(), b"1/3", b"5%"),
]
"""What may stand where a number should."""
WORDS = [
    *(b"", b" ", b"\0", b"\t", b"\r", b"\n", b"\n\n", b"\x1e", b"\x0c", b"\x85", b"\x7f", b"\xff", b"\xed\xa0\x80"),
    *("\u2028".encode(), "\ufeff".encode(), "\u202e".encode(), "a\u0301".encode(), "\U0010ffff".encode()),
    *(b'"', b"'", b"`", b"\\", b"\\ud800", b'"\\ud800"', b"(", b")", b"()", b"[", b"]", b"{", b"}", b"<", b"&", b"#"),
    *(b"O", b"B-", b"I-", b"-", b"_", b"B-PER|B-LOC", b"<NA>", b"None", b"null", b"true", b"%s", b"{0}", b"=1+1"),
    *(b" " * _LARGE, b"0" * _LARGE, b"-" * _LARGE, b'"' * _LARGE, b"\t" * _LARGE, b"\\" * 5_000, b"\n" * 50_000),
    *(b"a" * _LARGE, b"(" * 3_000, b"(X " * 3_000, b"__proto__", b"../../x", b"-DOCSTART-", b"# newdoc id = x"),
    *(b"item", b"annotator", b"label", b"ada", b"start", b"-o", b"--debug", b"1-2", b"1.1", b"0-0", b"5-1"),
]
"""What may stand where a word should."""
VALUES = [
    *(b"[" * depth + b"]" * depth for depth in (1, 2, 50, 900, 5_000, 100_000)),
    *(b'{"a":' * depth + b"1" + b"}" * depth for depth in (1, 50, 900, 5_000)),
    *(b"{a = " * 200 + b"1" + b"}" * 200, b"{a = 1}", b"{kind = {kind = 'f1'}}", b"[1, 2]", b'["a", 1]', b'[["a"]]'),
    *(b"true", b"null", b'""', b'"\\u0000"', b'"a\\u0000b"', b'"."', b'"/"', b'"nothing"', b'"/dev/null"', b"''"),
    *(b"1979-05-27", b"1979-05-27T07:32:00Z", b"07:32:00", b"nan", b"inf", b"-1", b"0", b"3", b"1.5", b"1e400"),
]
"""What may stand where a value of JSON or TOML should."""


def mutated(data: bytes, chance: Random) -> bytes:
    """A file with one change, or with some."""
    for _ in range(1 if chance.random() < 0.6 else chance.randrange(2, 6)):
        data = _changed(data, chance)
    return data


def _replaced(pattern: re.Pattern[bytes], values: list[bytes]) -> Change:
    def change(data: bytes, chance: Random) -> bytes:
        found = list(pattern.finditer(data))
        if not found:
            return data
        place, value = chance.choice(found), chance.choice(values)
        if chance.random() < 0.05:  # everywhere, so that all rows agree
            return data.replace(place[0], value[:100]) if place[0] else data
        return data[: place.start()] + value + data[place.end() :]

    return change


def _lines(change: Callable[[list[bytes], Random], None]) -> Change:
    def changed(data: bytes, chance: Random) -> bytes:
        lines = data.splitlines(keepends=True)
        if lines:
            change(lines, chance)
        return b"".join(lines)

    return changed


def _delete_line(lines: list[bytes], chance: Random) -> None:
    del lines[chance.randrange(len(lines))]


def _repeat_line(lines: list[bytes], chance: Random) -> None:
    at = chance.randrange(len(lines))
    lines[at:at] = [lines[at]] * chance.choice([1, 1, 2, 50])


def _move_line(lines: list[bytes], chance: Random) -> None:
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)


def _move_word(lines: list[bytes], chance: Random) -> None:
    """Give a row a cell of another, or one cell too many."""
    words = [word for line in lines for word in _WORD.findall(line)] or [b"x"]
    at = chance.randrange(len(lines))
    parts = re.split(rb"([\t ,;|])", lines[at])
    parts[2 * chance.randrange(len(parts) // 2 + 1)] = chance.choice(words)
    if chance.random() < 0.3:
        parts.insert(0, chance.choice(words) + chance.choice([b"\t", b",", b" ", b";"]))
    lines[at] = b"".join(parts)


def _delete_piece(data: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.choice([1, 1, 5, 50]) :]


def _truncated(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _random_bytes(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.choice([1, 2, 20])) + data[at + chance.choice([0, 1]) :]


def _encoded(data: bytes, chance: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(chance.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "cp037"]), "replace")


def _compressed(data: bytes, chance: Random) -> bytes:
    packed = gzip.compress(data, mtime=0)
    return packed if chance.random() < 0.3 else _delete_piece(packed, chance)


def _divided(data: bytes, chance: Random) -> bytes:
    """Another divider, or other line ends."""
    old, new = chance.choice(
        [(b"\t", b" "), (b",", b";"), (b",", b"\t"), (b"\n", b"\r"), (b"\n", b"\r\n"), (b"\n\n", b"\n"), (b"\n", b"")]
    )
    return data.replace(old, new)


def _member(data: bytes, chance: Random) -> bytes:
    """A change of a file in a zip, as spreadsheets and projects are, or of its name."""
    try:
        with ZipFile(io.BytesIO(data)) as held:
            files = {name: held.read(name) for name in held.namelist()}
    except (BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return _random_bytes(data, chance)
    if not files:
        return data
    name = chance.choice(sorted(files))
    content = chance.choice(_CHANGES)(files.pop(name), chance)
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as made:
        for each, other in files.items():
            made.writestr(each, other)
        made.writestr(chance.choice([name] * 6 + _NAMES), content)
    return stream.getvalue()


def _changed(data: bytes, chance: Random) -> bytes:
    change = _member if data.startswith(b"PK\x03\x04") and chance.random() < 0.8 else chance.choice(_CHANGES)
    return change(data, chance)


_NAMES = [
    *("../x.tsv", "/x.tsv", "a/../../x", "annotation/d.txt/\n.tsv", "annotation//ada.tsv"),
    *("x" * 300, "C:\\x", "\u202e"),
]
"""What a member may be called."""
_CHANGES: list[Change] = [
    *[_replaced(_NUMBER, NUMBERS)] * 5,
    *[_replaced(_WORD, WORDS)] * 3,
    *[_replaced(_WORD, NUMBERS)] * 2,
    *[_replaced(_VALUE, VALUES)] * 4,
    *(_lines(_delete_line), _lines(_repeat_line), _lines(_move_line), _lines(_move_word), _lines(_move_word)),
    *(_delete_piece, _delete_piece, _truncated, _random_bytes, _encoded, _compressed, _divided),
]
