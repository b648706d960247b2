"""Which database holds the decisions on files."""

from __future__ import annotations

from contextlib import closing
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.adjudicate.database import DECISIONS
from accord.adjudicate.file_ids import absolute, gone
from accord.adjudicate.store import Store
from accord.errors import UsageError
from accord.formats.names import some
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.decision_index import FilesRead


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
    """The database that holds decisions on files, if any does, and what a user should know of others."""

    path: Path | None
    left_aside: Sequence[str] = ()
    """Why databases cannot be read, or are about other files."""
    not_used: Sequence[str] = ()
    """What was decided on the files with other options."""
    otherwise: Path | None = None
    """The nearest database with nothing but such decisions on them."""

    def decisions(self, read: FilesRead) -> dict[str, Decision]:
        """What the database holds on files; it is only read itself."""
        if self.path is None:
            return {}
        with closing(Store(self.path, only_read=True)) as store:
            return read.decisions_in(store)


def find_database(*layers: FilesRead, named: Path | None = None) -> DatabaseChoice:
    """The database beside files or above that holds decisions on what is read of them; a usage error where several do.

    The one that is ``named`` is meant, whatever it holds.
    """
    if named and not named.is_file():
        raise UsageError(f"there is no file {named}")
    closed: list[str] = []
    used: list[tuple[Path, list[str]]] = []
    not_used: list[tuple[Path, list[str]]] = []
    on_others: list[str] = []
    for read in layers:
        for path in [named] if named else databases(read.files):
            try:
                with closing(Store(path, only_read=True)) as store:
                    filed = read.filed_in(store)
                    using = next((each for each in filed if each.decisions), None)
                    said = [why for each in ([using] if using else filed) for why in each.not_used]
                    if using or said:
                        (used if using else not_used).append((path, said))
                    else:
                        on_others += _on_others(store)
            except UsageError as error:
                if named:
                    raise
                closed.append(f"decisions that cannot be read are left aside: {error}")
    found = list(dict.fromkeys(path for path, _ in used))
    if len(found) > 1:
        raise UsageError(
            f"there are decisions in {' and in '.join(map(str, found))}: say which are meant ({option('decisions')})"
        )
    return DatabaseChoice(
        found[0] if found else named,
        list(dict.fromkeys(closed if found else [*closed, *on_others])),
        list(dict.fromkeys(why for _, said in used or not_used for why in said)),
        not_used[0][0] if not_used else None,
    )


def _on_others(store: Store) -> list[str]:
    """That a database is about files that are gone, which may be these under their former names."""
    missing = gone(store.decided_files(), store.path)
    why = f"{store.path} holds decisions on {some(missing)}, not there any more, and none on these files"
    return [f"{why}: a file that was renamed or moved needs its former name for them to be used"] if missing else []
