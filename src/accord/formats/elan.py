"""ELAN: annotations of a recording in tiers, with times in milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.numbers import whole_number
from accord.formats.tiers import Interval, Tier, add_tiers
from accord.formats.xml_tree import Element, read_xml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.columns import Columns
    from accord.formats.source import Source

_ALIGN = "give it a time in ELAN"


def read_elan(source: Source, told: Columns) -> Content:
    """ELAN files (.eaf) of tiers over a recording, in seconds.

    An annotation that refers to another has the times of that one.
    """
    content = Content(source.name)
    root = read_xml(source, "ANNOTATION_DOCUMENT", content)
    if root is None:
        return content
    header = root.first("HEADER")
    counted_in = header.attributes.get("TIME_UNITS", "milliseconds") if header else "milliseconds"
    if header and counted_in != "milliseconds":
        message = f"times are counted in {counted_in}, and milliseconds are needed"
        content.report("invalid-unit", header.line, message, "save the file anew with ELAN")
        return content
    times = _Times(root, content)
    add_tiers([_tier(element, times) for element in root.all("TIER")], told, content)
    return content


def _tier(element: Element, times: _Times) -> Tier:
    said = element.attributes
    intervals = [
        Interval(*ends, value.text if (value := annotation.first("ANNOTATION_VALUE")) else "", annotation.line)
        for annotation in _annotations(element)
        if (ends := times.of(annotation)) is not None
    ]
    name = said.get("TIER_ID", "").strip()
    return Tier(name, intervals, element.line, said.get("ANNOTATOR", "").strip(), said.get("PARTICIPANT", "").strip())


def _annotations(tier: Element) -> Iterator[Element]:
    for each in tier.all("ANNOTATION"):
        yield from each.children


class _Times:
    """When annotations start and end, in seconds; reports those that have no time."""

    def __init__(self, root: Element, content: Content) -> None:
        self.content = content
        self.slots = {
            slot.attributes.get("TIME_SLOT_ID"): slot.attributes.get("TIME_VALUE")
            for slot in root.all("TIME_ORDER", "TIME_SLOT")
        }
        self.annotations = {
            annotation.attributes.get("ANNOTATION_ID"): annotation
            for tier in root.all("TIER")
            for annotation in _annotations(tier)
        }

    def of(self, annotation: Element) -> tuple[float, float] | None:
        """Start and end of an annotation, or of the one it refers to, however far off."""
        passed = {annotation.attributes.get("ANNOTATION_ID")}
        aligned = annotation
        while (parent := aligned.attributes.get("ANNOTATION_REF")) is not None:
            if parent in passed or parent not in self.annotations:
                self._report(annotation, f"it refers to the annotation {parent!r}, which has no time")
                return None
            passed.add(parent)
            aligned = self.annotations[parent]
        start, end = (self._time(annotation, aligned.attributes.get(f"TIME_SLOT_REF{number}")) for number in (1, 2))
        return None if start is None or end is None else (start, end)

    def _time(self, annotation: Element, slot: str | None) -> float | None:
        if slot not in self.slots:
            self._report(annotation, f"there is no time slot {slot!r}" if slot else "it has no time slot")
            return None
        value = self.slots[slot]
        if value is None or (time := whole_number(value.strip())) is None:
            self._report(
                annotation, f"the time slot {slot!r} {f'is at {value!r:.40}, no number' if value else 'has no time'}"
            )
            return None
        return time / 1000

    def _report(self, annotation: Element, message: str) -> None:
        name = annotation.attributes.get("ANNOTATION_ID", "")
        self.content.report("missing-time", annotation.line, f"annotation {name!r}: {message}", _ALIGN)


ELAN = Format(read_elan, endings=(".eaf",), takes=("annotator", "document", "side_by_side"))
