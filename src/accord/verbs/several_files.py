"""Several files that are rewritten one by one, into a folder that has all of them or is not there."""

from __future__ import annotations

import os
from os import PathLike, fspath
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, TypeVar

from accord.errors import UsageError
from accord.formats.output import STANDARD_OUTPUT, whole_folder
from accord.formats.source import STANDARD_INPUT
from accord.verbs.arguments import check_path, refuse_repeated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Path = str | PathLike[str]
Several = list[Any] | tuple[Any, ...]
"""Paths of several files; one in a list goes into a folder too."""
Done = TypeVar("Done")


def rewrite_each(paths: Sequence[Path], output: Path, rewrite: Callable[[str, str], Done]) -> list[Done]:
    """Rewrite files into a new folder, under their names behind the folder that all of them lie in.

    ``runs/1/test.conll`` and ``runs/2/test.conll`` become ``1/test.conll`` and ``2/test.conll``. If one of them is
    refused, nothing is written.
    """
    files = [check_path(path, "path") for path in paths]
    target = check_path(output, "output")
    if not files:
        raise UsageError("there is no file to rewrite")
    if STANDARD_INPUT in files:
        raise UsageError("standard input has no name in a folder: give it alone, or name files")
    if target == STANDARD_OUTPUT:
        raise UsageError("several files cannot go to standard output: name a folder")
    refuse_repeated(files, "file")
    done = []
    with whole_folder(target) as folder:
        for file, name in zip(files, _names(files), strict=True):
            written = folder / name
            written.parent.mkdir(parents=True, exist_ok=True)
            done.append(rewrite(file, fspath(written)))
    return done


def _names(files: Sequence[str]) -> list[str]:
    """The names of files behind the folder that all of them lie in.

    >>> _names(["runs/1/test.conll", "runs/2/test.conll"]), _names(["a.conll"])
    (['1/test.conll', '2/test.conll'], ['a.conll'])
    """
    whole = [File(file).absolute() for file in files]
    common = os.path.commonpath([file.parent for file in whole])
    return [str(file.relative_to(common)) for file in whole]
