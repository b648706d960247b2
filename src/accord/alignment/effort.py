"""How hard the best alignment is searched for: work that is counted, and a clock for emergencies."""

from __future__ import annotations

from time import monotonic

MAX_WORK = 2_000_000_000
"""How much is done for one alignment: a comparison of two numbers is one, and a second has some hundred million."""

PER_ITERATION = 50_000
"""What an iteration of the simplex algorithm counts."""

PER_NODE = 2_000_000
"""What a node of an integer program counts."""

SECONDS = 60.0
"""How long one alignment may take besides, if nothing else is said."""


class TooMany(Exception):
    """There are too many unitary alignments to be looked at, by their number or by the work or time that is left."""


class Effort:
    """What may still be done for one alignment.

    Work is the same on every machine, and so is what is found with it. The clock is not: once it has struck, the result
    is one that another run need not give.
    """

    def __init__(self, seconds: float = SECONDS, work: int | None = None) -> None:
        """So much work, and so many seconds from now."""
        self.left = MAX_WORK if work is None else work
        self.until = monotonic() + seconds
        self.out_of_time = False

    def spend(self, work: int = 0) -> None:
        """Count work that was done; raise where there is none left, or no time."""
        self.left -= work
        if monotonic() > self.until:
            self.out_of_time = True
            raise TooMany
        if self.left <= 0:
            raise TooMany

    @property
    def over(self) -> bool:
        """Whether nothing more may be done."""
        try:
            self.spend()
        except TooMany:
            return True
        return False
