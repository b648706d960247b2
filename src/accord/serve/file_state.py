"""Whether files are what they were when they were looked at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from accord.errors import AccordError, UsageError
from accord.formats.folders import find_files
from accord.formats.names import gold_of, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

Seen = tuple[str, int, int] | str
"""The state of a file, or why it has none."""


def state_of(path: str) -> tuple[str, int, int]:
    """What changes when a file does."""
    try:
        found = Path(path).stat()
    except OSError as error:
        why = error.strerror or str(error)
        raise UsageError(f"{path} cannot be read any more ({why.lower()}): put it back") from None
    return path, found.st_mtime_ns, found.st_size


def seen(path: str) -> Seen:
    """The same, also where the file is gone."""
    try:
        return state_of(path)
    except UsageError as gone:
        return str(gone)


def watched(paths: Sequence[str]) -> dict[str, Seen]:
    """All files behind paths as they are now; none where these cannot be looked into, which the page says, too.

    Gold standards that lie in folders are made while the page is looked at, and are not among what it shows.
    """
    try:
        files = find_files(paths)
    except AccordError:
        return {}
    return {path: seen(path) for path in files.paths if path not in files.found or gold_of(stem(path)) is None}
