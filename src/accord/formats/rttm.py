"""RTTM: who speaks when, a line a turn, as diarisation tools write it."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING

from accord.formats.content import Content, undecodable_bytes
from accord.formats.formats import Format
from accord.formats.roles import column_number
from accord.formats.source import UNDECODABLE
from accord.formats.unitisings import Unitisings, position
from accord.messages import plural
from accord.model import Unit

if TYPE_CHECKING:
    from accord.formats.columns import Columns
    from accord.formats.source import Source

_FIELDS = ("type", "file", "channel", "onset", "duration", "orthography", "subtype", "speaker", "confidence")
_TURN = "SPEAKER"
_NOT_GIVEN = "<NA>"
_SHAPE = "write SPEAKER FILE CHANNEL ONSET DURATION <NA> <NA> NAME <NA> <NA>"


def read_rttm(source: Source, told: Columns) -> Content:
    """RTTM: who speaks when, in seconds; the name is the category, the file in the line the document.

    The annotator is the file that is read, unless told which field names one.
    """
    content = Content(source.name)
    units = Unitisings(content, "second")
    said = {"document": told.document, "annotator": told.annotator, "category": (told.labels or (None,))[0]}
    fields = {
        role: column_number(field, role, _FIELDS, len(_FIELDS)) for role, field in said.items() if field is not None
    }
    fields.setdefault("category", _FIELDS.index("speaker"))
    if _FIELDS.index("file") not in fields.values():
        fields.setdefault("document", _FIELDS.index("file"))
    others: Counter[str] = Counter()
    for line, text in enumerate(source.lines(), 1):
        row = text.split()
        if UNDECODABLE.search(text):
            content.findings.append(undecodable_bytes(source, line, text))
        elif not row or text.startswith(";"):
            continue
        elif len(row) < len(_FIELDS):
            content.report("ragged-row", line, f"{plural(len(row), 'field')} instead of 9 or 10: {text[:60]!r}", _SHAPE)
        elif row[0] != _TURN:
            others[row[0]] += 1
        else:
            names = {role: row[field] for role, field in fields.items()}
            _add(units, names, (row[3], row[4]), line)
    units.finish()
    roles = ", ".join(f"{role} in the field {_FIELDS[field]!r}" for role, field in fields.items())
    unused = f"; not used: {', '.join(f'{count:,} of {kind}' for kind, count in others.items())}" if others else ""
    own = "" if "annotator" in fields else "; the annotator is the file (or a field that annotator= says)"
    content.assumption = f"turns in seconds, {roles}{own}{unused}"
    return content


def _add(units: Unitisings, names: dict[str, str], written: tuple[str, str], line: int) -> None:
    for role, text in zip(("onset", "duration"), written, strict=True):
        if position(text) is None:
            units.content.report("invalid-unit", line, f"the {role} is {text!r:.40}, no number", _SHAPE)
            return
    start, length = (Decimal(text.strip()) for text in written)
    category = "" if names["category"] == _NOT_GIVEN else names["category"]
    # added as decimals, for two turns that end at one time must not differ in the last digit
    unit = Unit(float(start), float(start + length), category)
    if not isfinite(unit.end):
        units.content.report("invalid-unit", line, "the turn ends where no number reaches", _SHAPE)
        return
    units.add(names.get("document"), names.get("annotator"), unit, line)


RTTM = Format(
    read_rttm,
    takes=("annotator", "document", "side_by_side"),
    shape=re.compile(r"(?:;.*\n|[^\S\n]*\n)*+(?:SPEAKER|SPKR-INFO)(?:[ \t]+\S+){8,9}[ \t]*(?:\n|$)"),
)
