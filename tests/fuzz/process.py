"""Runs cases in a process of its own, which is ended where a case takes too long, and says what went wrong."""

from __future__ import annotations

import contextlib
import faulthandler
import re
import resource
import tempfile
import traceback
import warnings
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from tests.fuzz.cases import Case

FOLDER = "case"
MEMORY = 2 << 30
"""Bytes that a case may take."""
_STARTING = 300
"""Seconds within which everything is loaded, also where kernels are compiled for the first time."""
_SAID = re.compile(r"Traceback|fault of the program|not enough memory")


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong: where, in a word that tells faults apart, and all that is known of it."""

    where: str
    details: str


class Runner:
    """A process that runs one case after another."""

    def __init__(self, limit: float) -> None:
        """Let a case take so many seconds."""
        self.limit = limit
        self._process: Any = None
        self._ends: Connection | None = None

    def run(self, case: Case) -> Fault | None:
        """Run a case, and give what went wrong, if something did."""
        ends = self._started()
        with tempfile.TemporaryDirectory() as root:
            stack = Path(root) / "stack.txt"
            ends.send((root, case.write(Path(root), FOLDER), str(stack)))
            try:
                if ends.poll(self.limit + 5):
                    answer: Fault | None = ends.recv()
                    return answer
            except EOFError:
                self._process.join()
                fault = Fault("crash", f"the process ended with {self._process.exitcode}")
                self.close()
                return fault
            self.close()
            known = stack.read_text(encoding="utf-8", errors="replace")
            return Fault(f"hang-{_last_frame(known)}", f"longer than {self.limit:g} seconds\n{known}")

    def _started(self) -> Connection:
        if self._ends is None:
            context = get_context("spawn")
            self._ends, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self.limit))
            self._process.start()
            theirs.close()
            assert self._ends.poll(_STARTING), "the process of the cases does not start"
            assert self._ends.recv() == "ready"
        return self._ends

    def close(self) -> None:
        """End the process."""
        if self._ends is not None:
            self._process.kill()
            self._process.join()
            self._ends.close()
            self._ends = None


def _serve(ends: Connection, limit: float) -> None:
    """What the process does: run cases until nobody sends one."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY * 3 // 2,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    ends.send("ready")
    with contextlib.suppress(EOFError):
        while True:
            root, command, stack = ends.recv()
            with contextlib.chdir(root), Path(stack).open("w", encoding="utf-8") as file:
                faulthandler.dump_traceback_later(limit, file=file)
                fault = fault_of(command)
                faulthandler.cancel_dump_traceback_later()
            ends.send(fault)


def fault_of(command: str) -> Fault | None:
    """Run a command line in this process, and say what went wrong."""
    import click

    from accord.cli.main import main
    from accord.errors import AccordError
    from tests.snapshots.running import arguments_of, new_stream, streams, written

    out, err = new_stream(), new_stream()
    most = MEMORY + peak(reset=True)
    try:
        with streams(out, err), warnings.catch_warnings():
            warnings.simplefilter("error")
            main(["--debug", *arguments_of(command)])
    except (SystemExit, AccordError, click.ClickException, click.exceptions.Exit, click.Abort):
        pass
    except BaseException as error:  # whatever it is, it is reported
        details = "".join(traceback.format_exception(error))
        return Fault(f"{type(error).__name__}-{_last_frame(details)}", details[-8_000:])
    if (taken := peak()) > most:
        return Fault("memory", f"{taken / 2**30:.1f} GiB")
    printed = written(err) + written(out)
    said = _SAID.search(printed)
    return Fault(f"said-{said[0].split()[0]}", printed[:8_000]) if said else None


def peak(*, reset: bool = False) -> int:
    """The most memory that this process took since it was set back; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    if reset:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii"))
    return int(found[1]) * 1024 if found else 0


def _last_frame(stack: str) -> str:
    """Where in accord it happened, as a name for a folder."""
    frames = re.findall(r'/src/accord/([\w/]+)\.py", line (\d+)', stack)
    if not frames:
        return "elsewhere"
    module, line = frames[0 if "most recent call first" in stack else -1]
    return f"{module.replace('/', '.')}-{line}"


def keep(case: Case, fault: Fault, folder: Path) -> Path:
    """Keep the files of a case beside its command, to be run in ``folder``, and what went wrong; once for a fault."""
    name = fault.where[:100]
    if not (folder / name).exists():
        command = case.write(folder, name)
        (folder / f"{name}.txt").write_text(
            f"accord {command}\n\n{fault.details}\n", encoding="utf-8", errors="backslashreplace"
        )
    return folder / name
