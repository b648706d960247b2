"""Work that has begun, beside which something else can be done."""

from __future__ import annotations

from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made")


def interruptible(work: Callable[[], Made]) -> Made:
    """Do the work beside this thread, which hears Ctrl-C and SIGTERM meanwhile.

    For one long call into compiled code that lets other threads run: Python hears nothing before it returns.
    """
    return BackgroundTask(work).result()


class BackgroundTask(Generic[Made]):
    """Work in a thread of its own, which ends with the program at the latest and has the caller's context variables.

    >>> BackgroundTask(lambda: 6 * 7).result()
    42
    """

    def __init__(self, work: Callable[[], Made]) -> None:
        """Begin the work."""
        self._made: list[Made] = []
        self._failed: BaseException | None = None

        def run() -> None:
            try:
                self._made.append(work())
            except BaseException as error:
                self._failed = error

        self._thread = Thread(target=copy_context().run, args=(run,), daemon=True)
        self._thread.start()

    def done_within(self, seconds: float) -> bool:
        """Wait so long at most; whether it is done."""
        self._thread.join(max(0.0, seconds))
        return not self._thread.is_alive()

    def result(self) -> Made:
        """Wait for what it makes, or raise what went wrong."""
        self._thread.join()
        if self._failed is not None:
            raise self._failed
        return self._made[0]
