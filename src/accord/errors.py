"""What can go wrong through the caller or the files, each with the exit code a shell sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.messages import printable

if TYPE_CHECKING:
    from collections.abc import Sequence


class AccordError(Exception):
    """Anything accord refuses to do, said in one sentence."""

    exit_code = 2

    def __str__(self) -> str:
        return printable(super().__str__())


class UsageError(AccordError):
    """The caller asked for something that does not exist or does not fit."""


class NotApplicable(AccordError):
    """The measure exists, but not for this kind of data."""


class MissingExtra(AccordError):
    """A capability needs a package that is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}: pip install 'accord[{extra}]'")


class ReadError(AccordError):
    """The files hold problems that stop the work; all of them are listed."""

    exit_code = 1

    def __init__(self, summary: str, findings: Sequence[object] = ()) -> None:
        super().__init__(summary)
        self.summary = summary
        self.findings = tuple(findings)

    def __str__(self) -> str:
        return "\n".join(map(printable, [*map(str, self.findings), *self.summary.split("\n")]))


def fault(error: BaseException, *, in_full: bool = True) -> str:
    """What is said of an error that nobody foresaw: it is not the caller's, unless the machine is too small.

    In full it has the words of the error, in which anything may stand.
    """
    if isinstance(error, MemoryError):
        return "not enough memory for this input"
    what = f"{type(error).__name__}: {error}" if in_full else type(error).__name__
    return f"this is a fault of the program, not of your files: {what}"
