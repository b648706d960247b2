"""What is read is not written over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.folders import find_files
from accord.formats.source import STANDARD_INPUT
from accord.write.whole import STANDARD_OUTPUT

if TYPE_CHECKING:
    from collections.abc import Iterable


def refuse_over(inputs: Iterable[str | None], *outputs: str | None) -> None:
    """Refuse to write over a file that is read, whatever its name or link, and to write two things into one file."""
    given = [path for path in inputs if path is not None and path != STANDARD_INPUT]
    files = [file for path in given for file in (find_files([path]).paths if Path(path).is_dir() else [path])]
    read, written = {Path(file).resolve() for file in files}, set()
    for output in outputs:
        if output is None or output == STANDARD_OUTPUT or _is_special(target := Path(output).resolve()):
            continue
        if target in read:
            raise UsageError(f"{output} is a file that is read: name another to write")
        if target in written:
            raise UsageError(f"{output} is named for two things to write: name a file for each")
        written.add(target)


def _is_special(target: Path) -> bool:
    return target.exists() and not target.is_file()
