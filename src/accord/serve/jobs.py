"""Work that takes a while, in a process of its own: it says how far it is, can be stopped, and the latest wins."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from secrets import token_hex
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from accord.errors import AccordError, fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    Work = Callable[..., Iterator[Any]]
    """Takes arguments and ``progress``, and yields results, each better than the one before; sent to the process."""

RUNNING, DONE, FAILED, CANCELLED = "running", "done", "failed", "cancelled"
_SAID_EVERY = 0.1
_ENDS_WITHIN = 5.0


@dataclass
class Job:
    """One piece of work, as far as it is."""

    id: str = field(default_factory=lambda: token_hex(8))
    state: str = RUNNING
    what: str = "starting"
    done: int = 0
    total: int = 0
    message: str = ""

    def payload(self) -> dict[str, object]:
        """The job as JSON holds it."""
        return {
            "id": self.id,
            "state": self.state,
            "what": self.what,
            "done": self.done,
            "total": self.total,
            "message": self.message,
        }


class Jobs:
    """The work of one session: one job at a time, and a new one stops the one before."""

    def __init__(self) -> None:
        self.latest: Job | None = None
        self._process: BaseProcess | None = None
        self._thread: Thread | None = None
        self._lock = Lock()

    def start(self, work: Work, arguments: dict[str, Any], finished: Callable[[Any], object]) -> Job:
        """Begin; ``finished`` is called with every result, unless the job was stopped in the meantime."""
        self.cancel()
        job = Job()
        context = get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(theirs, work, arguments), daemon=True)
        with self._lock:
            self.latest, self._process = job, process
            with _deaf_to_ctrl_c():
                process.start()
            theirs.close()
            self._thread = Thread(target=self._follow, args=(job, process, ours, finished), daemon=True)
            self._thread.start()
        return job

    def cancel(self, id_: str | None = None) -> None:
        """Stop the job that is running, if it is the one that is meant."""
        with self._lock:
            job, process = self.latest, self._process
            if job is None or process is None or job.state != RUNNING or id_ not in {None, job.id}:
                return
            job.state = CANCELLED
            process.terminate()

    def close(self) -> None:
        """Stop what is running and wait until it is gone."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(_ENDS_WITHIN)

    def _follow(self, job: Job, process: BaseProcess, told: Connection, finished: Callable[[Any], object]) -> None:
        """Take what the process says until it ends."""
        with told:
            while job.state == RUNNING:
                try:
                    kind, said = told.recv()
                except (EOFError, OSError):
                    break
                self._take(job, kind, said, finished)
        process.join(_ENDS_WITHIN)
        with self._lock:
            if job.state == RUNNING:
                job.state, job.message = FAILED, "the work ended before it was done: is there enough memory?"

    def _take(self, job: Job, kind: str, said: Any, finished: Callable[[Any], object]) -> None:
        with self._lock:
            if job.state != RUNNING:
                return
            if kind == "progress":
                job.what, job.done, job.total = said
            elif kind == "result":
                try:
                    finished(said)
                except Exception as error:
                    job.state, job.message = FAILED, fault(error)
            elif kind == "failed":
                job.state, job.message = FAILED, said
            else:
                job.state = DONE


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C, which is for the server: that ends the process itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would undo this
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(told: Connection, work: Work, arguments: dict[str, Any]) -> None:
    """In the process: do the work, and say how far it is, also from other threads that work goes on in."""
    last, lock = 0.0, Lock()

    def tell(kind: str, said: Any) -> None:
        with lock:
            told.send((kind, said))

    def progress(what: str, done: int, total: int) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= _SAID_EVERY or done >= total:
            last = now
            tell("progress", (what, done, total))

    try:
        for result in work(**arguments, progress=progress):
            tell("result", result)
        tell("done", None)
    except AccordError as error:
        tell("failed", str(error))
    except BrokenPipeError:  # nobody listens any more
        return
    except Exception as error:
        tell("failed", fault(error))
