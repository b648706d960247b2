"""Zip archives that nobody vouches for: their members, read within bounds and never unpacked to the disk.

Everything is checked where an archive is opened, before anything of it is read: names that lead out of it, links,
passwords, names that stand twice, and how large it all becomes. An archive in an archive shares the bounds of the
outermost one.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zlib
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from accord.formats.foreign import ForeignFile
from accord.formats.source import MAX_RATIO, Source, most_from
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self
    from zipfile import ZipInfo

ZIP_START = b"PK\x03\x04"
"""How an archive with anything in it begins."""
_MEBIBYTE = 1 << 20
_MAX_MEMBER, _MAX_TOTAL = 512 * _MEBIBYTE, 4096 * _MEBIBYTE
"""How large a member and all together may become: no export of a tool comes near, and memory must hold a member."""
_MAX_MEMBERS, _MAX_DEPTH = 200_000, 2
_OUTSIDE = re.compile(r"[/\\]|[A-Za-z]:|(?:.*[/\\])?\.\.(?:[/\\]|$)", re.DOTALL)
_ENCRYPTED = 1
_SYSTEM_UNIX = 3
_LAYOUT = re.compile(r"(?:.*/)?(?:__MACOSX/|\.)", re.DOTALL)
_DAMAGED = (BadZipFile, zlib.error, OSError, EOFError)
_UNREADABLE = (*_DAMAGED, NotImplementedError, ValueError, struct.error, RuntimeError)
"""What Python's reader raises at the beginning of an archive or a member."""


@dataclass(slots=True)
class _Room:
    """What is left of the bounds that an archive and those in it share."""

    size: int = _MAX_TOTAL
    members: int = _MAX_MEMBERS


@dataclass(frozen=True, slots=True)
class Archive:
    """The members of a zip by name, each safe to read: hidden ones and folders are left out.

    with Archive.of(source) as archive:
        for name in archive.names:
            content = read_something(archive.source(name))
    """

    name: str
    """How messages call it."""
    file_encoding: str
    _zip: ZipFile
    _members: dict[str, ZipInfo]
    _room: _Room
    _depth: int = field(default=0)

    @classmethod
    def of(cls, source: Source) -> Self:
        """The archive that a file is, or an error that says why it cannot be read."""
        return cls._open(source.name, source.file_encoding, source.open(), _Room(), 0)

    @classmethod
    def _open(cls, name: str, file_encoding: str, stream: IO[bytes], room: _Room, depth: int) -> Self:
        with _refusing(name, _UNREADABLE):
            opened = ZipFile(stream)
            infos = opened.infolist()
        room.members -= len(infos)
        if room.members < 0:
            most = f"{_MAX_MEMBERS:,} files"
            raise ForeignFile(f"{name} holds more than {most}: unpack it, and name those that are meant")
        for info in infos:
            _check(name, info)
        held = [info for info in infos if not info.is_dir()]
        again, times = next(iter(Counter(info.filename for info in held).most_common(1)), ("", 0))
        if times > 1:
            raise ForeignFile(f"{name} holds {again!r:.80} {times} times, and who reads it cannot tell which is meant")
        room.size -= sum(info.file_size for info in held)
        if room.size < 0:
            most = f"{_MAX_TOTAL // _MEBIBYTE:,} MiB"
            raise ForeignFile(f"{name} becomes more than {most}: unpack it, and name the files that are meant")
        members = {info.filename: info for info in held if not _LAYOUT.match(info.filename)}
        return cls(name, file_encoding, opened, members, room, depth)

    @property
    def names(self) -> list[str]:
        """The names of the members in the order in which they stand there."""
        return list(self._members)

    def __contains__(self, name: str) -> bool:
        return name in self._members

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """A member as a stream, for what is read piece by piece."""
        path = self._path(name)
        with _refusing(path, _UNREADABLE):
            opened = self._zip.open(self._members[name])
        with _refusing(path, _DAMAGED), opened as stream:
            yield stream

    def read(self, name: str) -> bytes:
        """All bytes of a member."""
        with self.open(name) as stream:
            data = stream.read()
        if len(data) != self._members[name].file_size:
            raise _damaged(self._path(name), f"{plural(len(data), 'byte')} where {self._members[name].file_size:,} are")
        return data

    def source(self, name: str) -> Source:
        """A member as a file that readers take."""
        return Source(self._path(name), self.file_encoding, content=self.read(name))

    def inner(self, name: str) -> Self:
        """The archive that a member is."""
        path = self._path(name)
        if self._depth == _MAX_DEPTH:
            raise ForeignFile(f"{path} lies more than {_MAX_DEPTH} archives deep: unpack the outer ones")
        return self._open(path, self.file_encoding, io.BytesIO(self.read(name)), self._room, self._depth + 1)

    def _path(self, name: str) -> str:
        """How messages call a member."""
        return str(PurePosixPath(self.name, name))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._zip.close()


def is_zip(source: Source) -> bool:
    """Whether a file begins like a zip."""
    return source.head(len(ZIP_START)) == ZIP_START


def compressions(source: Source) -> set[int]:
    """How the members of a zip are compressed, by the numbers of the methods."""
    with _refusing(source.name, _UNREADABLE), source.open() as stream, ZipFile(stream) as archive:
        return {info.compress_type for info in archive.infolist()}


def _check(archive: str, info: ZipInfo) -> None:
    """Refuse a member that no export has need for."""
    name = info.filename
    what = f"{archive} holds {name!r:.80}"
    if _OUTSIDE.match(name) or _OUTSIDE.match(info.orig_filename) or not name:
        raise ForeignFile(f"{what}, a name that leads out of the archive: nothing of it is read")
    if info.create_system == _SYSTEM_UNIX and stat.S_ISLNK(info.external_attr >> 16):
        raise ForeignFile(f"{what}, a link to another file: zip the file itself")
    if info.flag_bits & _ENCRYPTED:
        raise ForeignFile(f"{what}, which is locked by a password: unpack it, and name what comes out")
    if info.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise ForeignFile(f"{what}, compressed in a way that is not read (method {info.compress_type}): zip it again")
    if info.file_size > _MAX_MEMBER:
        raise ForeignFile(f"{what}, which becomes more than {_MAX_MEMBER // _MEBIBYTE:,} MiB: unpack it, and name that")
    if info.file_size > most_from(info.compress_size):
        raise ForeignFile(f"{what}, which becomes more than {MAX_RATIO} times as large: is this a zip bomb?")


@contextmanager
def _refusing(name: str, errors: tuple[type[Exception], ...]) -> Iterator[None]:
    """Say what is wrong with an archive in one sentence, whichever of these Python's reader raises."""
    try:
        yield
    except errors as error:
        raise _damaged(name, error) from None


def _damaged(name: str, why: object) -> ForeignFile:
    return ForeignFile(f"{name} cannot be read: {str(why) or 'it ends too soon'} (is the archive damaged?)")
