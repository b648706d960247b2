"""The files behind paths, looking into folders."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from errno import EACCES
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.dataset_folders import is_dataset
from accord.formats.formats import TEXT_OF_GLOZZ
from accord.formats.names import ending, short_names, some
from accord.formats.source import STANDARD_INPUT
from accord.formats.uima_files import is_type_system, is_unpacked

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

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
    ".conf",
    ".toml",
    ".yaml",
    ".yml",
    ".sqlite",
    ".sqlite-wal",
    ".sqlite-shm",
}
PUT_IT_THERE = "put it there"
"""What to do about a text that is not beside its annotations."""
_NO_DATA_NAMES = {"readme", "license", "licence", "copying", "changelog", "makefile"}


@dataclass(frozen=True, slots=True)
class Files:
    """The files to read, those found by looking into folders, and those in folders that hold no data.

    ``lost`` says which of the files, or folders, cannot be opened, and why. They are among the files to read, so that
    whoever reads them says so. ``outside`` are links that lead out of the folder that was named: whoever packed the
    folder may not read by them what lies elsewhere.
    """

    paths: tuple[str, ...]
    found: frozenset[str] = frozenset()
    skipped: tuple[str, ...] = ()
    lost: Mapping[str, str] = field(default_factory=dict)
    outside: tuple[str, ...] = ()

    def passed_over(self) -> list[str]:
        """What was found and is not read."""
        short = short_names([*self.paths, *self.skipped, *self.outside])
        said = []
        if self.skipped:
            said.append(f"passed over, as no data: {some([short[path] for path in self.skipped])}")
        if self.outside:
            links = some([short[path] for path in self.outside])
            said.append(f"passed over, as links that lead out of the folder: {links} (to read them, name them)")
        return said


def find_files(paths: Iterable[str]) -> Files:
    """The files behind some paths, looking into folders; hidden files, read-me files and programs are passed over.

    So are the texts of Glozz and brat and the type systems of UIMA, which annotations look for themselves.
    """
    listed: list[str] = []
    skipped: list[str] = []
    found: set[str] = set()
    lost: dict[str, str] = {}
    outside: list[str] = []
    for path in paths:
        if path == STANDARD_INPUT or not Path(path).is_dir() or is_dataset(Path(path)):
            listed.append(path)
            continue
        inside = _without_files_of_projects(sorted(_look_into(Path(path), lost, outside, Path(path).resolve())))
        standoff = {file.with_suffix("") for file in inside if file.suffix == ".ann"}
        data = [str(file) for file in inside if not _is_no_data(file) and not _is_text_of_others(file, standoff)]
        if not data:
            links = f", but links that lead out of it: name {outside[0]}, if that is meant" if outside else ""
            raise UsageError(f"there are no data files in the folder {path}{links}")
        skipped += [str(file) for file in inside if _is_no_data(file)]
        listed += data
        found.update(data)
    seen: set[Path | str] = set()
    for path in listed:
        file = path if path == STANDARD_INPUT else Path(path).resolve()
        if file in seen:
            raise UsageError(f"{path} is given twice")
        seen.add(file)
    annotated = [path for path in listed if ending(path) != TEXT_OF_GLOZZ]
    if listed and not annotated:
        raise UsageError(f"{listed[0]} is a text without annotations: name the files that end in .aa")
    known = {path: why for path, why in lost.items() if path in found}
    return Files(tuple(annotated), frozenset(found), tuple(skipped), known, tuple(sorted(outside)))


def _without_files_of_projects(files: list[Path]) -> list[Path]:
    """The files without those of unpacked projects, which are read from the one that describes the project."""
    projects = {file.parent: file for file in files if is_unpacked(file.name)}
    if not projects:
        return files
    return [file for file in files if file in projects.values() or not projects.keys() & set(file.parents)]


def _look_into(
    folder: Path, lost: dict[str, str], outside: list[str], top: Path, above: frozenset[Path] = frozenset()
) -> Iterator[Path]:
    """The files below a folder that are not hidden, and what cannot be opened there.

    Links are followed within the folder at the top, and not in circles.
    """
    above |= {folder.resolve()}
    try:
        entries = [entry for entry in folder.iterdir() if not entry.name.startswith((".", "__"))]
    except OSError as error:
        lost[str(folder)] = _why(error)
        yield folder
        return
    for entry in entries:
        try:
            mode = entry.stat().st_mode
        except OSError as error:
            lost[str(entry)] = "the link leads nowhere" if entry.is_symlink() else _why(error)
            yield entry
            continue
        if entry.is_symlink() and not entry.resolve().is_relative_to(top):
            outside.append(str(entry))
        elif S_ISDIR(mode) and is_dataset(entry):
            yield entry
        elif S_ISDIR(mode) and entry.resolve() not in above:
            yield from _look_into(entry, lost, outside, top, above)
        elif S_ISREG(mode):
            if not os.access(entry, os.R_OK):
                lost[str(entry)] = os.strerror(EACCES).lower()
            yield entry


def leads_away(text: Path) -> bool:
    """Whether a text beside annotations is a link out of the folder of their campaign, whose folders lie in it."""
    return text.is_symlink() and not text.resolve().is_relative_to(text.parent.resolve().parent)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _is_text_of_others(file: Path, standoff: Collection[Path]) -> bool:
    """Whether a file is the text of annotations that lie in another one, or says what their types are."""
    if file.suffix != ".txt" or not standoff:
        return is_type_system(str(file)) or ending(str(file)) == TEXT_OF_GLOZZ
    name = file.with_suffix("")
    return name in standoff or any(
        each.parent == file.parent and each.name.startswith(tuple(f"{name.name}{mark}" for mark in "-_."))
        for each in standoff
    )


def _is_no_data(file: Path) -> bool:
    return file.suffix.casefold() in _NO_DATA or file.name.casefold().split(".")[0] in _NO_DATA_NAMES
