"""Blocks of work on all cores, for compiled functions that let other threads run beside them."""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from accord.compute.background_task import BackgroundTask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Block = TypeVar("Block")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_threads(
    work: Callable[[Block], None],
    blocks: Iterable[Block],
    workers: int | None = None,
    done: Callable[[Block], object] | None = None,
) -> None:
    """Do the work for every block, the next one wherever a thread is free; the largest should come first.

    ``done`` is told of each block that is done, one at a time; what it raises stops the work.
    """
    blocks = list(blocks)
    workers = min(workers or cores(), len(blocks))
    if workers < 2:
        for block in blocks:
            work(block)
            if done is not None:
                done(block)
        return
    waiting, lock = blocks[::-1], Lock()

    def in_turn() -> None:
        while True:
            with lock:
                if not waiting:
                    return
                block = waiting.pop()
            try:
                work(block)
                with lock:
                    if done is not None:
                        done(block)
            except BaseException:
                with lock:
                    waiting.clear()  # the others need not go on with what comes to nothing
                raise

    begun = [BackgroundTask(in_turn) for _ in range(workers)]
    try:
        for each in begun:
            each.result()
    finally:
        with lock:
            waiting.clear()
