"""Tiers of a recording: each an annotator, a continuum of its own or a category."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.formats.names import some
from accord.formats.roles import column_number
from accord.formats.unitisings import Unitisings
from accord.model import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.columns import Columns
    from accord.formats.content import Content

_FIELDS = ("tier", "value", "annotator", "participant")
_ALIKE = 0.5


class Interval(NamedTuple):
    """From a second to another, what is written there, and the line."""

    start: float
    end: float
    value: str
    line: int


class Tier(NamedTuple):
    """A row of intervals, and what is said of all of them."""

    name: str
    intervals: list[Interval]
    line: int
    annotator: str = ""
    participant: str = ""

    def field(self, name: str | None, value: str = "") -> str | None:
        """What a field says of an interval with this value; None where no field is meant."""
        said = {"tier": self.name, "value": value, "annotator": self.annotator, "participant": self.participant}
        return None if name is None else said[name]


def add_tiers(given: Sequence[Tier], told: Columns, content: Content) -> None:
    """Take in the intervals of all tiers as units, and say what the tiers were taken for.

    Tiers are annotators where the caller says so, or in the only file where all hold the same kind of values; else
    the file is one annotator's and each tier a continuum. Where the file names several annotators, these count.
    """
    tiers = [tier for tier in given if tier.intervals or tier.name.casefold() != "default"]  # ELAN makes an empty one
    fields = _fields(tiers, told)
    units = Unitisings(content, "second")
    for tier in tiers:
        document, annotator = tier.field(fields.get("document")), tier.field(fields.get("annotator"))
        units.looked_at(document, annotator, tier.line)
        for start, end, value, line in tier.intervals:
            units.add(document, annotator, Unit(start, end, tier.field(fields["category"], value) or ""), line)
    units.finish()
    roles = ", ".join(f"the {field} is the {role}" for role, field in fields.items())
    own = "" if "annotator" in fields else ", the file is the annotator"
    content.assumption = f"tiers {some([tier.name for tier in tiers])} in seconds: {roles}{own}"


def _fields(tiers: Sequence[Tier], told: Columns) -> dict[str, str]:
    """Which field is the annotator, the document and the category."""
    said = {"annotator": told.annotator, "document": told.document, "category": (told.labels or (None,))[0]}
    fields = {
        role: _FIELDS[column_number(field, role, _FIELDS, len(_FIELDS))]
        for role, field in said.items()
        if field is not None
    }
    fields.setdefault("category", "value")
    if "annotator" not in fields and "tier" not in fields.values():
        if len({tier.annotator for tier in tiers}) > 1 and all(tier.annotator for tier in tiers):
            fields["annotator"] = "annotator"
        elif told.side_by_side or (told.side_by_side is None and _alike(tiers)):
            fields["annotator"] = "tier"
    if "annotator" not in fields and "tier" not in fields.values() and len(tiers) > 1:
        fields.setdefault("document", "tier")
    return fields


def _alike(tiers: Sequence[Tier]) -> bool:
    """Whether there are several tiers, and all hold the same kind of values."""
    held = [{interval.value for interval in tier.intervals} for tier in tiers if tier.intervals]
    return len(held) > 1 and all(len(ours & theirs) >= _ALIKE * len(ours | theirs) for ours in held for theirs in held)
