"""How far a long task is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    OnProgress = Callable[[int, int], object]
    """Takes how many steps are done, and of how many."""
    OnStage = Callable[[str, int, int], object]
    """Takes what is being done, how many steps of it are done, and of how many; what it raises stops the work."""

Done = TypeVar("Done")


@dataclass
class Progress:
    """Counts steps, those that are done and those that are known of so far, and tells both whenever they change.

    >>> progress = Progress(lambda done, total: print(f"{done} of {total}"))
    >>> progress.expect(2)
    0 of 2
    >>> list(progress.over("ab"))
    1 of 2
    2 of 2
    ['a', 'b']
    """

    told: OnProgress | None = None
    done: int = 0
    total: int = 0

    def expect(self, steps: int) -> None:
        """There are so many more steps to do."""
        self.total += steps
        self._tell()

    def advance(self, steps: int) -> None:
        """So many more are done."""
        self.done += steps
        self._tell()

    def over(self, results: Iterable[Done]) -> Iterator[Done]:
        """The same results, each of them a step."""
        for result in results:
            self.advance(1)
            yield result

    def _tell(self) -> None:
        if self.told is not None:
            self.told(self.done, self.total)
