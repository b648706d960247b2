"""Which database holds the decisions on files, and what they are filed under in it."""

from __future__ import annotations

from contextlib import contextmanager
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError
from accord.settle.called import absolute, names_of, names_of_contents
from accord.settle.database import DECISIONS
from accord.settle.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from accord.settle.decision import Decision

    Alike = Callable[[str], bool]


def beside(paths: Sequence[str]) -> Path:
    """Where the decisions on files and folders go: into the folder that they share."""
    folders = [path if path.is_dir() else path.parent for path in map(absolute, paths)]
    return (Path(commonpath(folders)) if folders else Path.cwd()) / DECISIONS


def databases(files: Iterable[str]) -> list[Path]:
    """All databases that lie beside files or in the folders above, the nearest first."""
    folders = {folder for file in files for folder in absolute(file).parents}
    return [
        each / DECISIONS for each in sorted(folders, key=lambda each: -len(each.parts)) if (each / DECISIONS).is_file()
    ]


class Holding(NamedTuple):
    """The database that holds decisions on files, if any does, and why others cannot be used."""

    path: Path | None
    closed: tuple[str, ...] = ()
    otherwise: tuple[tuple[Path, str], ...] = ()
    """Databases with decisions that are not used as they were made with other options."""

    @property
    def said(self) -> list[str]:
        """What a user should know of these others."""
        closed = [f"decisions that cannot be read are left aside: {why}" for why in self.closed]
        return closed + [not_used(path, reading) for path, reading in self.otherwise]


def not_used(path: Path, reading: str) -> str:
    """That decisions are about something else of the same files, and what they are about."""
    how = f"with {reading}" if reading else "without options that say what stands where"
    return f"what was decided on these files in {path}, read {how}, is not used: say the same to use it"


def nothing(_reading: str) -> bool:
    """Nothing is read alike with other options."""
    return False


def holding(
    files: Sequence[str], reading: str = "", alike: Alike = nothing, among: Iterable[Path] | None = None
) -> Holding:
    """The database beside files or above that holds decisions on what is read of them; a usage error where several do.

    ``alike`` says whether the same is read with other options; ``among`` names the databases to look into.
    """
    found, closed, otherwise, apart = [], [], [], []
    for path in databases(files) if among is None else among:
        try:
            with _opened(path) as store:
                names = [*names_of(files, path), *names_of_contents(files)]
                others = [(path, each) for each in decided_otherwise(names, store, reading, alike)]
                if decisions_on(files, store, reading, alike):
                    found.append(path)
                    apart += others
                else:
                    otherwise += others
        except UsageError as error:
            if among is not None:
                raise
            closed.append(str(error))
    if len(found) > 1:
        raise UsageError(
            f"there are decisions in {' and in '.join(map(str, found))}: say which are meant (--decisions)"
        )
    return Holding(found[0] if found else None, tuple(closed), tuple(apart if found else otherwise))


def decisions_in(path: Path, files: Sequence[str], reading: str = "", alike: Alike = nothing) -> dict[str, Decision]:
    """What a database holds on what is read of files; it is only read itself."""
    with _opened(path) as store:
        return decisions_on(files, store, reading, alike)


def decisions_on(files: Sequence[str], store: Store, reading: str = "", alike: Alike = nothing) -> dict[str, Decision]:
    """What was decided on files where they lie, or else when the same files were dropped on a page."""
    for names in (names_of(files, store.path), names_of_contents(files)):
        layer = store.layer_of(names, known_reading(names, store, reading, alike)) or store.layer_of(names, None)
        if layer is not None:
            return store.decisions(layer)
    return {}


def known_reading(names: Sequence[str], store: Store, reading: str, alike: Alike) -> str:
    """The reading under which decisions on files are kept: this one, or else one with which the same is read."""
    known = store.readings_of(names)
    return reading if reading in known else next(filter(alike, sorted(known)), reading)


def decided_otherwise(names: Sequence[str], store: Store, reading: str, alike: Alike) -> list[str]:
    """With which options something was decided that is not used: on the same, or where there is nothing on this."""
    known = store.readings_of(names)
    used = known_reading(names, store, reading, alike)
    return sorted(each for each in known - {used} if used not in known or alike(each))


@contextmanager
def _opened(path: Path) -> Iterator[Store]:
    store = Store(path, only_read=True)
    try:
        yield store
    finally:
        store.close()
