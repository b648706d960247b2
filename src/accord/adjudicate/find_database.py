"""Which database holds the decisions on files."""

from __future__ import annotations

from contextlib import contextmanager
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.adjudicate.database import DECISIONS
from accord.adjudicate.decision_index import decisions_on, filed_in, never_alike
from accord.adjudicate.file_ids import absolute, gone
from accord.adjudicate.store import Store
from accord.errors import UsageError
from accord.formats.names import some
from accord.formats.source import Source
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.decision_index import Alike, DecisionIndex, NotUsed


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


class DatabaseChoice(NamedTuple):
    """The database that holds decisions on files, if any does, and why others cannot be used."""

    path: Path | None
    closed: tuple[str, ...] = ()
    not_used: tuple[NotUsed, ...] = ()
    on_others: tuple[str, ...] = ()
    """Databases that hold decisions on files that are gone, and none on these."""

    @property
    def left_aside(self) -> list[str]:
        """Why databases cannot be read, or are about other files."""
        return [*(f"decisions that cannot be read are left aside: {why}" for why in self.closed), *self.on_others]

    @property
    def said(self) -> list[str]:
        """What a user should know of decisions that are not used."""
        return [*self.left_aside, *map(str, self.not_used)]


def find_database(
    files: Sequence[str],
    reading: str = "",
    alike: Alike = never_alike,
    among: Iterable[Path] | None = None,
    open_file: Callable[[str], Source] = Source,
) -> DatabaseChoice:
    """The database beside files or above that holds decisions on what is read of them; a usage error where several do.

    ``alike`` says whether the same is read with other options; ``among`` names the databases to look into,
    ``open_file`` gives files that a run has opened.
    """
    looked_into: list[DatabaseChoice] = []
    for path in databases(files) if among is None else among:
        try:
            with _opened(path) as store:
                looked_into.append(_in_one(filed_in(store, files, reading, alike, open_file), store))
        except UsageError as error:
            if among is not None:
                raise
            looked_into.append(DatabaseChoice(None, (str(error),)))
    return together(looked_into)


def _in_one(ways: Sequence[DecisionIndex], store: Store) -> DatabaseChoice:
    """What one database holds on files that may be filed there in several ways."""
    used = next((way for way in ways if way.decisions), None)
    not_used = tuple(each for way in ([used] if used else ways) for each in way.not_used)
    on_others = () if used or not_used else _on_others(store)
    return DatabaseChoice(store.path if used else None, (), not_used, on_others)


def _on_others(store: Store) -> tuple[str, ...]:
    """That a database is about files that are gone, which may be these under their former names."""
    missing = gone(store.decided_files(), store.path)
    if not missing:
        return ()
    why = f"{store.path} holds decisions on {some(missing)}, not there any more, and none on these files"
    return (f"{why}: a file that was renamed or moved needs its former name for them to be used",)


def together(held: Sequence[DatabaseChoice]) -> DatabaseChoice:
    """The one database among several, or for several layers, that holds decisions; a usage error where several do."""
    found = list(dict.fromkeys(each.path for each in held if each.path))
    if len(found) > 1:
        raise UsageError(
            f"there are decisions in {' and in '.join(map(str, found))}: say which are meant ({option('decisions')})"
        )
    closed = dict.fromkeys(why for each in held for why in each.closed)
    not_used = (other for each in held if each.path or not found for other in each.not_used)
    on_others = dict.fromkeys(why for each in held if not found for why in each.on_others)
    return DatabaseChoice(found[0] if found else None, tuple(closed), tuple(not_used), tuple(on_others))


def decisions_in(
    path: Path,
    files: Sequence[str],
    reading: str = "",
    alike: Alike = never_alike,
    open_file: Callable[[str], Source] = Source,
) -> dict[str, Decision]:
    """What a database holds on what is read of files; it is only read itself."""
    with _opened(path) as store:
        return decisions_on(files, store, reading, alike, open_file)


@contextmanager
def _opened(path: Path) -> Iterator[Store]:
    store = Store(path, only_read=True)
    try:
        yield store
    finally:
        store.close()
