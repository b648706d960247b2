"""Units on their way from a file: positions as numbers, the units of each annotator together, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.content import Unitising
from accord.formats.numbers import finite_number
from accord.model import Severity, Unit

if TYPE_CHECKING:
    from accord.formats.content import Content

_WRITE_NUMBERS = "write positions as numbers with a point, like 12.5"


def position(written: object) -> float | None:
    """A position as it is written, or None for what is no finite number.

    >>> position("1.5"), position(" 100000000.25 "), position("1,5"), position("nan"), position("1e999")
    (1.5, 100000000.25, None, None, None)
    """
    return finite_number(written)


class Unitisings:
    """Collects the units of one file by document and annotator, and reports those that cannot be or stand twice.

    A unit without length is kept, for a study says how many it leaves out; so is one that stands twice.
    """

    def __init__(self, content: Content, measured_in: str = "position") -> None:
        """Collect into the content of a file."""
        self.content = content
        self.measured_in = measured_in
        self.units: dict[tuple[str | None, str | None], dict[Unit, list[int | None]]] = {}
        self.lines: dict[tuple[str | None, str | None], int | None] = {}
        self.lengths: dict[tuple[str | None, str | None], float] = {}

    def looked_at(self, document: str | None, annotator: str | None, line: int | None) -> dict[Unit, list[int | None]]:
        """What an annotator who looked at a document has marked there so far, with the lines."""
        found = self.units.get((document, annotator))
        if found is None:
            self.lines[document, annotator] = line
            found = self.units[document, annotator] = {}
        return found

    def add_written(
        self,
        document: str | None,
        annotator: str | None,
        written: tuple[str, str, str],
        line: int | None,
        length: float | None = None,
    ) -> None:
        """Take in a unit whose start and end, with its category after them, are still text.

        The continuum has a length, if that is known.
        """
        start, end, category = position(written[0]), position(written[1]), written[2].strip()
        if start is None or end is None:
            self._report_no_numbers(written, line)
        elif length is not None and not (start >= 0 and end <= length):
            message = f"{_name(Unit(start, end, category))} lies outside the text, which has a length of {length:.15g}"
            self.content.report("invalid-unit", line, message, "correct its start and end, or the text")
        else:
            self.add(document, annotator, Unit(start, end, category), line)

    def add(self, document: str | None, annotator: str | None, unit: Unit, line: int | None) -> None:
        """Take in a unit, or report why it cannot be one."""
        if not unit.start < unit.end and not self._may_be(unit, line):
            return
        stands = self.looked_at(document, annotator, line).setdefault(unit, [])
        if stands:
            by = f" by {annotator}" if annotator else ""
            where = f" at line {stands[0]}" if stands[0] is not None else ""
            message, hint = f"{_name(unit)}{by} is there already{where}", "both count: delete one if it is a slip"
            self.content.report("duplicate-unit", line, message, hint, Severity.WARNING)
        stands.append(line)

    def _report_no_numbers(self, written: tuple[str, str, str], line: int | None) -> None:
        for role, text in (("start", written[0].strip()), ("end", written[1].strip())):
            if position(text) is None:
                wrong = f"is {text!r:.40}, no number" if text else "is empty"
                self.content.report("invalid-unit", line, f"the {role} {wrong}", _WRITE_NUMBERS)

    def _may_be(self, unit: Unit, line: int | None) -> bool:
        """Whether a unit that is not as most are may be one; reports why not, or that it has no length."""
        if unit.end < unit.start:
            hint = "exchange start and end, if that is meant"
            self.content.report("invalid-unit", line, f"{_name(unit)} ends before it starts", hint)
            return False
        hint = "measures leave it out: correct its end, or delete it"
        self.content.report("empty-unit", line, f"{_name(unit)} has no length", hint, Severity.WARNING)
        return True

    def finish(self) -> None:
        """Hand over what was collected."""
        self.content.unitisings += [
            Unitising(
                annotator,
                document,
                tuple(unit for unit, stands in found.items() for _ in stands),
                self.measured_in,
                self.lines[document, annotator],
                self.lengths.get((document, annotator)),
                tuple(line for stands in found.values() for line in stands),
            )
            for (document, annotator), found in self.units.items()
        ]
        self.content.findings.sort(key=lambda finding: finding.place.line or 0)
        if not self.units and not self.content.has_errors:
            self.content.report("empty-file", None, "there is not a single unit in it", "is it the right file?")


def _name(unit: Unit) -> str:
    """How messages call a unit."""
    return f"the unit [{unit.start:.15g}, {unit.end:.15g}]" + (f" {unit.category!r:.40}" if unit.category else "")
