"""How far a page is, on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def telling() -> Iterator[Callable[[str, int, int], object] | None]:
    """A line that says what is being done and how much of it; nothing where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("looking at the files") as status:
        yield lambda what, done, total: status.update(f"{what}: {done:,} of {total:,}" if total > 1 else what)
