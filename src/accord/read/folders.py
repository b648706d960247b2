"""The files behind paths, looking into folders."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.read.formats import TEXT_OF_GLOZZ
from accord.read.names import ending
from accord.read.source import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Iterable

_NO_DATA = {
    ".md",
    ".rst",
    ".py",
    ".pyc",
    ".ipynb",
    ".sh",
    ".html",
    ".wav",
    ".mp3",
    ".mp4",
    ".pfsx",
    ".aam",
    ".pdf",
    ".png",
    ".jpg",
    ".svg",
    ".toml",
    ".yaml",
    ".yml",
    ".sqlite",
    ".sqlite-wal",
    ".sqlite-shm",
}
_NO_DATA_NAMES = {"readme", "license", "licence", "copying", "changelog", "makefile"}


@dataclass(frozen=True, slots=True)
class Files:
    """The files to read, those found by looking into folders, and those in folders that hold no data."""

    paths: tuple[str, ...]
    found: frozenset[str] = frozenset()
    skipped: tuple[str, ...] = ()


def find_files(paths: Iterable[str]) -> Files:
    """The files behind some paths, looking into folders; hidden files, read-me files and programs are passed over.

    So are the texts of Glozz, which its annotations look for themselves.
    """
    listed: list[str] = []
    skipped: list[str] = []
    found: set[str] = set()
    for path in paths:
        if path == STANDARD_INPUT or not Path(path).is_dir():
            listed.append(path)
            continue
        inside = [file for file in sorted(Path(path).rglob("*")) if file.is_file() and not _is_hidden(file, path)]
        data = [str(file) for file in inside if not _is_no_data(file) and ending(str(file)) != TEXT_OF_GLOZZ]
        if not data:
            raise UsageError(f"there are no data files in the folder {path}")
        skipped += [str(file) for file in inside if _is_no_data(file)]
        listed += data
        found.update(data)
    for file, times in Counter(map(Path, listed)).items():
        if times > 1:
            raise UsageError(f"{file} is given twice")
    annotated = [path for path in listed if ending(path) != TEXT_OF_GLOZZ]
    if listed and not annotated:
        raise UsageError(f"{listed[0]} is a text without annotations: name the files that end in .aa")
    return Files(tuple(annotated), frozenset(found), tuple(skipped))


def _is_hidden(file: Path, folder: str) -> bool:
    return any(part.startswith((".", "__")) for part in file.relative_to(folder).parts)


def _is_no_data(file: Path) -> bool:
    return file.suffix.casefold() in _NO_DATA or file.name.casefold().split(".")[0] in _NO_DATA_NAMES
