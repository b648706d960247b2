"""Output: files that are written whole or not at all, over nothing that is read, in the encoding of the input."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.folders import find_files
from accord.formats.source import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STANDARD_OUTPUT = "-"
_IN_MEMORY = 1 << 26
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\ud800-\udfff]')
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LONGEST_NAME = 80
COMPRESSIONS = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
"""The endings that compress what is written, with the module that does."""


@contextmanager
def in_unicode(path: str) -> Iterator[None]:
    """Refuse to write half a character, which some formats can hold and UTF-8 cannot."""
    try:
        yield
    except UnicodeEncodeError as error:
        said = error.object[max(0, error.start - 20) : error.end + 20]
        raise UsageError(f"cannot write {path}: {said!r} holds half a character, as JSON may: take it out") from None


@contextmanager
def whole_file(path: str) -> Iterator[IO[bytes]]:
    """Write to a temporary file beside the target and rename it at the end; on any failure nothing is left behind.

    ``-`` is standard output; an ending .gz, .bz2 or .xz compresses. A link is followed, a file keeps its permissions,
    and what is no regular file (a pipe, a device) is written to as it is.
    """
    if path == STANDARD_OUTPUT:
        with SpooledTemporaryFile(_IN_MEMORY) as held, in_unicode(path):
            yield held
            held.seek(0)
            shutil.copyfileobj(held, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    target = Path(path).resolve()
    if target.is_dir() or path.endswith(os.sep):
        raise UsageError(f"cannot write {path}: it is a folder")
    special = target.exists() and not target.is_file()
    part = target if special else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        opened = part.open("wb" if special else "xb")
        with opened as stream, _compressed(stream, target.suffix) as output, in_unicode(path):
            yield output
        if not special:
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    finally:
        if not special:
            part.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: str) -> Iterator[Path]:
    """A folder to fill, which is renamed to its target at the end; on any failure nothing is left behind.

    A folder that holds anything is never written over.
    """
    if path == STANDARD_OUTPUT:
        raise UsageError("several files cannot go to standard output: name a folder")
    target = Path(path).resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise UsageError(f"cannot write {path}: a folder is written, and something is there already")
        part.mkdir()
        with in_unicode(path):
            yield part
        if target.exists():
            target.rmdir()
        part.replace(target)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def file_names(names: Iterable[str], ending: str = "") -> dict[str, str]:
    """A file name for each name of a document or an annotator, different in any case of letters, and safe anywhere.

    >>> file_names(["ada", "../b", "Ada", "con", ""], ".txt")
    {'ada': 'ada.txt', '../b': '-..-b.txt', 'Ada': 'Ada-2.txt', 'con': 'con-.txt', '': '-.txt'}
    """
    made: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        whole = _UNSAFE.sub("-", name).rstrip(". ")[:_LONGEST_NAME] or "-"
        whole = f"-{whole}" if whole.startswith((".", "__")) else whole  # such files are hidden
        whole = f"{whole}-" if _DEVICE.fullmatch(whole) else whole
        tries = (whole if number == 1 else f"{whole}-{number}" for number in count(1))
        chosen = next(each for each in tries if each.casefold() not in taken)
        taken.add(chosen.casefold())
        made[name] = f"{chosen}{ending}"
    return made


def _compressed(stream: IO[bytes], suffix: str) -> IO[bytes]:
    """The stream, or one that compresses into it, the same bytes each time."""
    compressed: IO[bytes]
    if suffix == ".gz":
        import gzip

        compressed = gzip.GzipFile("", "wb", fileobj=stream, mtime=0)  # type: ignore[assignment]
    elif suffix in COMPRESSIONS:
        compressed = import_module(COMPRESSIONS[suffix]).open(stream, "wb")
    else:
        compressed = stream
    return compressed


def refuse_over(inputs: Iterable[str | None], *outputs: str | None) -> None:
    """Refuse to write over a file that is read, whatever its name or link, and to write two things into one file."""
    given = [path for path in inputs if path is not None and path != STANDARD_INPUT]
    files = [file for path in given for file in (find_files([path]).paths if Path(path).is_dir() else [path])]
    read, written = {Path(file).resolve() for file in files}, set()
    for output in outputs:
        if output is None or output == STANDARD_OUTPUT or _is_special(target := Path(output).resolve()):
            continue
        if target in read:
            raise UsageError(f"{output} is a file that is read: name another to write")
        if target in written:
            raise UsageError(f"{output} is named for two things to write: name a file for each")
        written.add(target)


def _is_special(target: Path) -> bool:
    return target.exists() and not target.is_file()


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
