"""What files are called in a database of decisions, and whether two names are of one file."""

from __future__ import annotations

import re
from os.path import normpath, relpath
from pathlib import Path
from typing import TYPE_CHECKING

from accord.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_CONTENT = re.compile(r"[0-9a-f]{32} ")


def names_of(files: Iterable[str], database: Path) -> list[str]:
    """What files are called by where they lie: their paths from the database, which hold when all is moved together."""
    folder = absolute(database).parent
    return [_relative(absolute(file), folder) for file in files]


def names_of_contents(
    files: Iterable[str], dropped_into: str = "/", open_file: Callable[[str], Source] = Source
) -> list[str]:
    """What files are called by what is in them, with the folders they were dropped with, or in which they lie."""
    return [f"{open_file(file).sha256()[:32]} {_relative(absolute(file), absolute(dropped_into))}" for file in files]


def gone(names: Iterable[str], database: Path) -> list[str]:
    """Those of the files, called by where they lie, that are not there."""
    folder = absolute(database).parent
    return [name for name in names if not _CONTENT.match(name) and not (folder / name).exists()]


def root_of(name: str) -> str:
    """What all names of one file share: that of its content, or else where it lies.

    >>> root_of("0123456789abcdef0123456789abcdef round1/ada.conll"), root_of("round1/ada.conll")
    ('0123456789abcdef0123456789abcdef ', 'round1/ada.conll')
    """
    content = _CONTENT.match(name)
    return content[0] if content else name


def is_one_file(name: str, other: str) -> bool:
    """Whether two names of the same root are of one file: one has all the folders of the other, or more.

    So ``ada.conll`` in two folders is two files, though the same stands in it.

    >>> content = "0123456789abcdef0123456789abcdef "
    >>> is_one_file(content + "round1/ada.conll", content + "data/round1/ada.conll")
    True
    >>> is_one_file(content + "round1/ada.conll", content + "round2/ada.conll")
    False
    """
    if name == other:
        return True
    folders, others = (each.removeprefix(root_of(each)).split("/")[::-1] for each in (name, other))
    return all(one == two for one, two in zip(folders, others, strict=False))


def absolute(path: str | Path) -> Path:
    """A path from the root, without following links."""
    return Path(normpath(Path(path).absolute()))


def _relative(file: Path, folder: Path) -> str:
    try:
        return Path(relpath(file, folder)).as_posix()
    except ValueError:  # on another drive
        return file.as_posix()
