"""A problem in the data: a value that is collected, never an exception."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from accord.model.place import Place


class Severity(StrEnum):
    """How much a finding matters: an error stops a measurement, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Finding(NamedTuple):
    """What is wrong, where, and what to do about it.

    >>> from accord.model import Place
    >>> print(Finding("empty-token", Severity.ERROR, Place("a.conll", 3), "the token is empty", "delete the row"))
    a.conll:3: error: the token is empty [empty-token] (delete the row)
    """

    code: str
    severity: Severity
    place: Place
    message: str
    hint: str = ""

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.place}: {self.severity}: {self.message} [{self.code}]{hint}"

    def payload(self) -> dict[str, object]:
        """The finding as JSON holds it."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "file": self.place.file,
            "line": self.place.line,
            "token": self.place.token,
            "message": self.message,
            "hint": self.hint,
        }
