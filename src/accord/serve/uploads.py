"""Files that were dropped on the page, in a folder of the session that goes when the session ends."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path, PurePosixPath
from secrets import token_hex
from shutil import rmtree
from tempfile import TemporaryDirectory

from accord.errors import UsageError
from accord.messages import plural

DROPPED = "dropped"
"""What a folder of dropped files is called, and so the page of several."""
MAX_BYTES = 256 * 2**20
MAX_FILES = 2_000
_LONGEST = 255
_DEEPEST = 32
_JOINERS = "\u200c\u200d"
"""What joins characters in some scripts and in emoji: not printable, and harmless."""
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")
_FORBIDDEN = set(':*?"<>|') if os.name == "nt" else set()


class Uploads:
    """Folders of dropped files, one for each time that something is dropped; bounded in number and size."""

    def __init__(self, most_bytes: int = MAX_BYTES, most_files: int = MAX_FILES) -> None:
        self._folder = TemporaryDirectory(prefix="accord-serve-")
        self.most_bytes, self.most_files = most_bytes, most_files
        self.bytes: Counter[str] = Counter()
        self.files: Counter[str] = Counter()
        self._order: list[str] = []

    def begin(self, shown: str | None = None) -> str:
        """A new folder; its name. Only the one that is ``shown`` and the last one before it are kept."""
        for old in self._order[:-1]:
            if shown is None or Path(shown) != self.folder(old):
                rmtree(Path(self._folder.name) / old, ignore_errors=True)
                self._order.remove(old)
        name = token_hex(8)
        self._order.append(name)
        (Path(self._folder.name) / name / DROPPED).mkdir(parents=True)
        return name

    def folder(self, name: str) -> Path:
        """The folder of a name that was given out."""
        folder = Path(self._folder.name) / name / DROPPED
        if not name.isalnum() or not folder.is_dir():
            raise UsageError("there is no such upload: drop the files again")
        return folder

    def room_for(self, upload: str, size: int) -> None:
        """Refuse what would be too much at a time."""
        if self.files[upload] >= self.most_files:
            raise UsageError(f"too many files: {plural(self.most_files, 'file')} can be dropped")
        if self.bytes[upload] + size > self.most_bytes:
            raise UsageError(
                f"too much: {self.most_bytes / 2**20:g} MiB can be dropped; name the files to accord serve"
            )

    def add(self, upload: str, name: str, content: bytes) -> None:
        """Keep one file under a safe name within its folder."""
        self.room_for(upload, len(content))
        target = self.folder(upload) / safe_path(name)
        if target.exists():
            raise UsageError(f"{name} was dropped twice")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        except OSError as error:
            if target.is_file():
                target.unlink()
            why = (error.strerror or str(error)).lower()
            raise UsageError(f"{name} cannot be kept: {why}") from None
        self.files[upload] += 1
        self.bytes[upload] += len(content)

    def close(self) -> None:
        """Delete all that was dropped."""
        self._folder.cleanup()


def safe_path(name: str) -> PurePosixPath:
    """The path of a dropped file, that leads nowhere but down; a usage error for one that would not.

    >>> safe_path("harbour/annotators/ada.conll")
    PurePosixPath('harbour/annotators/ada.conll')
    """
    parts = name.replace("\\", "/").split("/")
    if len(parts) > _DEEPEST:
        raise UsageError(f"{name[:60]!r} cannot be the name of a dropped file: it lies in more than {_DEEPEST} folders")
    if not all(map(_is_safe, parts)) or _DRIVE.match(name):
        why = f"a part of it is empty, longer than {_LONGEST} bytes, leads elsewhere, or cannot be printed"
        raise UsageError(f"{name[:60]!r} cannot be the name of a dropped file: {why}")
    return PurePosixPath(*parts)


def _is_safe(part: str) -> bool:
    """Whether a folder or a file can be called so on this system."""
    seen = "".join(each for each in part if each not in _JOINERS)
    return (
        part not in {"", ".", ".."}
        and seen.isprintable()
        and len(part.encode("utf-8", "replace")) <= _LONGEST
        and not set(part) & _FORBIDDEN
    )
