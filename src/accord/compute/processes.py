"""Tasks that are worked off here or in several processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Done = TypeVar("Done")

_taken: list[Any] = []
"""In a process that works for another: the function, and what its tasks share."""


def each(
    function: Callable[[Shared, Task], Done], shared: Shared, tasks: Sequence[Task], workers: int = 1
) -> Iterator[Done]:
    """The results of a function for each task, in order; what the tasks share is sent to each worker once.

    >>> list(each(pow, 2, [1, 2, 3]))
    [2, 4, 8]
    """
    if min(workers, len(tasks)) <= 1:
        yield from (function(shared, task) for task in tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    pool = ProcessPoolExecutor(min(workers, len(tasks)), get_context("spawn"), _take, (function, shared))
    try:
        yield from pool.map(_do, tasks)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            child.terminate()  # nobody waits for what was begun
        raise
    pool.shutdown()


def _take(function: Callable[[Any, Any], Any], shared: Any) -> None:
    from threading import Thread

    Thread(target=_end_with_parent, daemon=True).start()
    _taken[:] = [function, shared]


def _end_with_parent() -> None:
    """End this process when the one it works for is gone, which, if it was killed, could not say so."""
    import os
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(task: Any) -> Any:
    function, shared = _taken
    return function(shared, task)
