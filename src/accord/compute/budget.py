"""How long costly work may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.compute.progress import OnProgress


_UNDER_WAY = 1.0
"""After so many seconds it shows how long a task takes."""
_FAR_MORE = 2.0
"""A forecast may be wrong by this factor."""


class OutOfTime(Exception):
    """The seconds for costly work are used up."""


@dataclass
class Budget:
    """Seconds of processor time for costly work, all of it together; None is as long as it takes.

    >>> Budget(0).spent, Budget(None).spent
    (True, False)
    """

    seconds: float | None
    begun: float = field(default_factory=process_time)

    @property
    def left(self) -> float | None:
        """How many seconds are left, never less than 0."""
        return None if self.seconds is None else max(0.0, self.seconds - (process_time() - self.begun))

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.left == 0

    def enough_for(self, seconds: float) -> bool:
        """Whether a task that takes so long can be begun.

        >>> Budget(60).enough_for(30), Budget(0).enough_for(0.1), Budget(None).enough_for(3_600)
        (True, False, True)
        """
        return self.left is None or (not self.spent and seconds <= self.left)

    def check(self) -> None:
        """Stop here if nothing is left."""
        if self.spent:
            raise OutOfTime

    def watching(self, told: OnProgress | None = None) -> OnProgress:
        """Something to be told how far a task is; it tells ``told``, and stops a task for which time will not do.

        That is known when the time is up, or once a task is under way and would need far more than what is left.
        """
        start, allowed = process_time(), self.left

        def tell(done: int, total: int) -> None:
            if told is not None:
                told(done, total)
            if done < total:
                self.check()
                taken = process_time() - start
                if allowed is not None and done and taken > _UNDER_WAY and taken * total > _FAR_MORE * allowed * done:
                    raise OutOfTime

        return tell
