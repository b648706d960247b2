"""How far a long task is, on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from accord.compute.progress import OnProgress


@contextmanager
def progress(what: str) -> Iterator[OnProgress | None]:
    """A bar that is told how many steps are done, and of how many; nothing where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=total > 1)


@contextmanager
def stages() -> Iterator[Callable[[str, int, int], object] | None]:
    """A line that says what is being done and how much of it; nothing where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("looking at the files") as status:
        yield lambda what, done, total: status.update(f"{what}: {done:,} of {total:,}" if total > 1 else what)
