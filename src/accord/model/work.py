"""When an annotation was made, in which round, and how long it took, as far as files say so."""

from __future__ import annotations

from typing import NamedTuple


class WorkNote(NamedTuple):
    """The round or batch of an annotation, its day as 2026-01-31, and the seconds that it took."""

    round: str = ""
    day: str = ""
    seconds: float | None = None
