"""Which runs a caller gives, and to which system each belongs: the same for every kind and for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from glob import glob, has_magic
from os import PathLike
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.errors import UsageError
from accord.formats.folders import find_files
from accord.formats.names import stem
from accord.formats.runs import group_runs, say_system, shared_start
from accord.messages import option
from accord.model import Corpus
from accord.verbs.arguments import check_path, lists, refuse_repeated
from accord.verbs.label_sources import is_label_lists

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class SystemRuns(NamedTuple):
    """The runs by name, the runs of each system, and what was taken for granted about that."""

    runs: dict[str, Any]
    systems: dict[str, list[str]]
    notes: tuple[str, ...] = ()


def system_runs(
    reference: Any, predictions: Any, *, by_file: bool = False, runs: bool = False, by_column: bool = False
) -> SystemRuns:
    """The runs as the caller names them, or as their files are called.

    A mapping says which system has which runs: a file, a pattern like "bert-*.conll", a folder, or a list of these, of
    label lists or of corpora. Of all else, ``runs`` says that it is one system, and ``by_file`` that each is one. The
    file of the reference is a run like any other where that is another column of it, ``by_column``.
    """
    found = _system_runs(reference, predictions, by_file=by_file, runs=runs)
    given = Path(reference).resolve() if _is_path(reference) and not by_column else None
    itself = [run for run in found.runs.values() if given and _is_path(run) and Path(run).resolve() == given]
    return found._replace(notes=(*found.notes, *(f"{run} is the reference itself" for run in itself)))


def _system_runs(reference: Any, predictions: Any, *, by_file: bool, runs: bool) -> SystemRuns:
    if by_file and runs:
        raise UsageError(
            f"{option('runs', True)} and {option('by_file', True)} contradict each other: give one of them"
        )
    if isinstance(predictions, Mapping):
        if by_file or runs:
            said = option("runs", True) if runs else option("by_file", True)
            raise UsageError(f"{said} is for files without a system, and {say_system()} names their systems")
        return _named(predictions, folders=not _is_folder(reference))
    several, is_list = _listed(predictions)
    if not several:
        raise UsageError("there is no prediction to score")
    called = [_name(run, f"run {number}" if is_list else "predicted") for number, run in enumerate(several, 1)]
    refuse_repeated(called, "run")
    named = dict(zip(called, several, strict=True))
    names = list(named)
    if runs:
        return SystemRuns(named, {_common_name(names): names})
    if by_file:
        return SystemRuns(named, {name: [name] for name in names})
    groups = group_runs(names)
    return SystemRuns(named, groups.systems, groups.notes)


def _named(predictions: Mapping[Any, Any], *, folders: bool) -> SystemRuns:
    """Systems that the caller names, each one run or a list of runs."""
    runs: dict[str, Any] = {}
    systems: dict[str, list[str]] = {}
    for called, held in predictions.items():
        system, (given, is_list) = str(called), _listed(held)
        several = [run for each in given for run in _behind(each, system, folders=folders)]
        if not several:
            raise UsageError(f"{system}: there is no prediction to score")
        refuse_repeated([str(run) for run in several if _is_path(run)], "run")
        alone = len(several) == 1 and (_is_path(several[0]) or not is_list)
        systems[system] = []
        for number, run in enumerate(several, 1):
            name = system if alone else _name(run, f"{system} {number}")
            name = f"{system} {number}" if name in runs and not alone else name
            if name in runs:
                raise UsageError(f"there are two runs called {name}: give the systems other names")
            runs[name] = run
            systems[system].append(name)
    if not runs:
        raise UsageError("there is no prediction to score")
    return SystemRuns(runs, systems)


def _listed(given: Any) -> tuple[list[Any], bool]:
    """The runs, and whether they are listed; a path, a corpus and the labels of sentences are a single one."""
    held = given if isinstance(given, Corpus) else lists(given)
    if not isinstance(held, list):
        return [held], False
    return ([held], False) if held and is_label_lists(held) else (held, True)


def _behind(given: Any, system: str, *, folders: bool) -> Sequence[Any]:
    """The files of a pattern or, where ``folders`` hold runs, of a folder; anything else as it is."""
    if not _is_path(given):
        return [given]
    path = check_path(given, system)
    if folders and Path(path).is_dir():
        return find_files([path]).paths
    if has_magic(path) and not Path(path).exists():
        found = sorted(glob(path, recursive=True))  # noqa: PTH207 - Path.glob takes no absolute pattern
        if not found:
            raise UsageError(f"{system}: no file is called like {path}")
        return found
    return [path]


def _is_path(given: Any) -> bool:
    return isinstance(given, str | PathLike)


def _is_folder(reference: Any) -> bool:
    return _is_path(reference) and Path(reference).is_dir()


def _name(run: Any, otherwise: str) -> str:
    """What a run is called: by its path, by its own name, or as is said here."""
    if _is_path(run):
        return check_path(run, otherwise)
    return str(getattr(run, "name", otherwise))


def _common_name(files: Iterable[str]) -> str:
    """What the runs of one system are called together.

    >>> _common_name(["out/bert-1-dev.txt", "out/bert-2-dev.txt"]), _common_name(["a/x.txt", "a/y.txt"])
    ('bert', 'a')
    """
    paths = list(files)
    groups = group_runs(paths).systems
    if len(groups) == 1:
        return next(iter(groups))
    stems, folders = [stem(path, paths) for path in paths], [PurePath(path).parent.parts for path in paths]
    alike = stems[0][: shared_start(stems)].rstrip("-_. 0123456789")
    folder = folders[0][: shared_start(folders)][-1:]
    return alike or (folder[0] if folder else "system")
