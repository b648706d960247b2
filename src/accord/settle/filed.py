"""Which database holds the decisions on files, and what they are filed under in it."""

from __future__ import annotations

from hashlib import sha256
from os.path import commonpath, normpath, relpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError
from accord.settle.store import DECISIONS, Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.settle.decision import Decision


def beside(paths: Sequence[str]) -> Path:
    """Where the decisions on files and folders go: into the folder that they share."""
    folders = [path if path.is_dir() else path.parent for path in map(_absolute, paths)]
    return (Path(commonpath(folders)) if folders else Path.cwd()) / DECISIONS


def databases(files: Iterable[str]) -> list[Path]:
    """All databases that lie beside files or in the folders above, the nearest first."""
    folders = {folder for file in files for folder in _absolute(file).parents}
    return [
        each / DECISIONS for each in sorted(folders, key=lambda each: -len(each.parts)) if (each / DECISIONS).is_file()
    ]


class Holding(NamedTuple):
    """The database that holds decisions on files, if any does, and why others cannot be looked into."""

    path: Path | None
    closed: tuple[str, ...] = ()

    @property
    def said(self) -> list[str]:
        """What a user should know of these others."""
        return [f"decisions that cannot be read are left aside: {why}" for why in self.closed]


def holding(files: Sequence[str]) -> Holding:
    """The database beside files or above that holds decisions on them; a usage error where several do."""
    found, closed = [], []
    for path in databases(files):
        try:
            found += [path] if decisions_in(path, files) else []
        except UsageError as error:
            closed.append(str(error))
    if len(found) > 1:
        raise UsageError(
            f"there are decisions in {' and in '.join(map(str, found))}: say which are meant (--decisions)"
        )
    return Holding(found[0] if found else None, tuple(closed))


def decisions_in(path: Path, files: Sequence[str]) -> dict[str, Decision]:
    """What a database holds on files; it is only read."""
    store = Store(path, only_read=True)
    try:
        return decisions_on(files, store)
    finally:
        store.close()


def decisions_on(files: Sequence[str], store: Store) -> dict[str, Decision]:
    """What was decided on files where they lie, or else when the same files were dropped on a page."""
    layer = store.layer_of(names(files, store)) or store.layer_of(map(name_of_content, files))
    return {} if layer is None else store.decisions(layer)


def names(files: Iterable[str], store: Store) -> list[str]:
    """What files are called in a database: their paths from there, which hold when all is moved together."""
    folder = _absolute(store.path).parent
    return [_relative(_absolute(file), folder) for file in files]


def name_of_content(file: str) -> str:
    """What a dropped file is called in a database: the same content has the same name, wherever it comes from."""
    return f"{sha256(Path(file).read_bytes()).hexdigest()[:32]} {Path(file).name}"


def _absolute(path: str | Path) -> Path:
    """A path from the root, without following links."""
    return Path(normpath(Path(path).absolute()))


def _relative(file: Path, folder: Path) -> str:
    try:
        return Path(relpath(file, folder)).as_posix()
    except ValueError:  # on another drive
        return file.as_posix()
