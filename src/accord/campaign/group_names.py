"""What groups of files are called: like the folder they lie in, or like the file where there is only one."""

from __future__ import annotations

from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING

from accord.campaign.file_layers import Group
from accord.formats.names import stem
from accord.formats.source import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Sequence


def root_of(paths: Sequence[str]) -> str:
    """The folder that all files share."""
    parents = [str(Path(path).absolute().parent) for path in paths if path != STANDARD_INPUT]
    return commonpath(parents) if parents else ""


def named_groups(groups: Sequence[Sequence[str]], root: str) -> list[Group]:
    """Groups by the folder they lie in, or by their file where there is only one; each name once.

    Folders tell apart what is called the same, the ending of a file or a number what these do not.
    """
    named: list[Group] = []
    for name, paths in zip(_by_folders([_within(paths, root) for paths in groups]), groups, strict=True):
        taken = {group.name for group in named}
        suffix = Path(paths[0]).suffix.lstrip(".")
        tries = [name, f"{name}-{suffix}", *(f"{name}-{number}" for number in range(2, len(groups) + 2))]
        named.append(Group(next(each for each in tries if each not in taken), tuple(paths)))
    return named


def _within(paths: Sequence[str], root: str) -> tuple[str, ...]:
    """The folders from the root to that of several files, or to a file and its name."""
    place = Path(root_of(paths)) if len(paths) > 1 else Path(paths[0]).absolute().parent / stem(paths[0])
    inside = place.relative_to(root).parts if place.is_relative_to(root) else ()
    return inside or (place.name or "files",)


def _by_folders(places: Sequence[tuple[str, ...]]) -> list[str]:
    """The last part of each place, with as many folders before it as tell it from the others.

    >>> _by_folders([("round1", "labels"), ("round2", "labels"), ("labels",), ("round2", "spans")])
    ['round1-labels', 'round2-labels', 'labels', 'spans']
    """
    names = [place[-1] for place in places]
    for depth in range(2, max(map(len, places), default=0) + 1):
        names = [
            "-".join(place[-depth:]) if names.count(name) > 1 else name
            for place, name in zip(places, names, strict=True)
        ]
    return names
