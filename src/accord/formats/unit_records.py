"""Units in JSON lines: stretches of a continuum at any positions, whole numbers or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.formats.json_values import Record, Wrong, answers_by_name, as_text, kind
from accord.formats.unitisings import Unitisings, position

if TYPE_CHECKING:
    from accord.formats.content import Content

UNITS = "units"
_PARTS = (("start",), ("end",), ("category", "label", "type"))
_SHAPE = 'write [start, end, category] or {"start": ..., "end": ..., "category": ...}'


class UnitRecords:
    """Collects the records of a file that hold units."""

    def __init__(self, content: Content) -> None:
        """Collect into the content of a file."""
        self.units = Unitisings(content)
        self.shapes: dict[str, None] = {}

    def add(self, record: Record, document: str | None, annotator: str | None, line: int) -> None:
        """Take in what annotators marked on one continuum; whoever has null there did not look."""
        given, length = record[UNITS], _length(record)
        for name, value in answers_by_name(given, annotator, UNITS).items():
            if not isinstance(value, list):
                raise Wrong("wrong-type", f"{UNITS!r} holds {kind(value)} where a list is needed", _SHAPE)
            if document is None and (document, name) in self.units.units:
                message = "no document, while the same annotator has others"
                raise Wrong("missing-document", message, 'add "document"')
            self.units.looked_at(document, name, line)
            if length is not None:
                self.units.lengths[document, name] = length
            for element in value:
                start, end, category = _parts(element)
                self.units.add_written(document, name, (start, end, category), line, length)
        who = "several annotators per line" if isinstance(given, dict) else "one annotator per line"
        self.shapes[f"units in {UNITS!r}, {who}"] = None

    def finish(self) -> None:
        """Hand over what was collected, if there is anything."""
        if self.shapes:
            self.units.finish()


def _length(record: Record) -> float | None:
    """How long the continuum is, where the record says that or has its text."""
    text = record.get("text")
    return float(len(text)) if isinstance(text, str) else position(record.get("length"))


def _parts(element: Any) -> tuple[str, str, str]:
    """Start, end and category as they are written."""
    if isinstance(element, dict):
        parts = [next((element[name] for name in names if element.get(name) is not None), "") for names in _PARTS]
    elif isinstance(element, list) and len(element) in {2, 3}:
        parts = [*element, ""]
    else:
        raise Wrong("wrong-type", f"{kind(element)} is no unit", _SHAPE)
    start, end = (part if isinstance(part, str) else kind(part) for part in parts[:2])
    return start, end, "" if parts[2] is None else as_text(parts[2], "category")
