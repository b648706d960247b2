from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.serve.jobs import CANCELLED, DONE, FAILED, RUNNING, Jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def counting(upto: int, progress: Callable[[str, int, int], object]) -> Iterator[int]:
    for number in range(upto):
        progress("counting", number, upto)
        yield number


def very_long(progress: Callable[[str, int, int], object]) -> Iterator[int]:
    progress("waiting", 0, 1)
    for _ in range(10_000):
        time.sleep(0.01)
    yield 0


def stubborn(progress: Callable[[str, int, int], object]) -> Iterator[str]:
    """Does not hear that it is to end, and comes with its result later."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    progress("deaf", 0, 1)
    time.sleep(1)
    yield "stale"


def refusing(progress: Callable[[str, int, int], object]) -> Iterator[int]:
    raise UsageError("this cannot be done")


def failing(progress: Callable[[str, int, int], object]) -> Iterator[int]:
    raise RuntimeError("oops")


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_results_come_in_order_and_the_job_is_done() -> None:
    jobs, found = Jobs(), list[Any]()
    job = jobs.start(counting, {"upto": 3}, found.append)
    until(lambda: job.state != RUNNING)
    assert (job.state, found) == (DONE, [0, 1, 2])
    jobs.close()


def test_a_job_that_is_stopped_stops_at_once_and_says_nothing_more() -> None:
    jobs, found = Jobs(), list[Any]()
    job = jobs.start(very_long, {}, found.append)
    until(lambda: job.what == "waiting")
    began = time.monotonic()
    jobs.cancel(job.id)
    jobs.close()
    assert (job.state, found) == (CANCELLED, [])
    assert time.monotonic() - began < 5


def test_a_job_is_not_stopped_by_the_id_of_another() -> None:
    jobs = Jobs()
    job = jobs.start(very_long, {}, lambda _: None)
    until(lambda: job.what == "waiting")
    jobs.cancel("another")
    assert job.state == RUNNING
    jobs.close()
    assert job.state == CANCELLED


def test_the_latest_job_wins() -> None:
    jobs, old, new = Jobs(), list[Any](), list[Any]()
    first = jobs.start(very_long, {}, old.append)
    second = jobs.start(counting, {"upto": 2}, new.append)
    until(lambda: second.state != RUNNING)
    assert (first.state, second.state, old, new) == (CANCELLED, DONE, [], [0, 1])
    jobs.cancel(first.id)
    assert second.state == DONE
    jobs.close()


def test_what_a_stopped_job_says_too_late_is_not_taken_for_the_new_one() -> None:
    jobs, old, new = Jobs(), list[Any](), list[Any]()
    first = jobs.start(stubborn, {}, old.append)
    until(lambda: first.what == "deaf")
    follower = jobs._thread
    assert follower is not None
    second = jobs.start(counting, {"upto": 2}, new.append)
    until(lambda: second.state != RUNNING)
    follower.join()
    assert (first.state, first.what, old) == (CANCELLED, "deaf", [])
    assert (second.state, new) == (DONE, [0, 1])
    jobs.close()


def test_what_the_work_refuses_is_said_in_its_words() -> None:
    jobs = Jobs()
    job = jobs.start(refusing, {}, lambda _: None)
    until(lambda: job.state != RUNNING)
    assert (job.state, job.message) == (FAILED, "this cannot be done")
    jobs.close()


def test_a_job_whose_result_cannot_be_taken_has_failed() -> None:
    def cannot(result: Any) -> None:
        raise KeyError(result)

    jobs = Jobs()
    job = jobs.start(counting, {"upto": 2}, cannot)
    until(lambda: job.state != RUNNING)
    assert (job.state, job.message) == (FAILED, "this is a fault of the program, not of your files: KeyError: 0")
    jobs.close()


def test_a_fault_is_said_without_a_traceback() -> None:
    jobs = Jobs()
    job = jobs.start(failing, {}, lambda _: None)
    until(lambda: job.state != RUNNING)
    assert job.state == FAILED
    assert job.message == "this is a fault of the program, not of your files: RuntimeError: oops"
    jobs.close()
