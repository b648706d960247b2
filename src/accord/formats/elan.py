"""ELAN: annotations of a recording in tiers, with times in milliseconds."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.numbers import whole_number
from accord.formats.tiers import Interval, Tier, add_tiers
from accord.formats.xml_tree import Element, read_xml
from accord.messages import plural
from accord.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.columns import Columns
    from accord.formats.source import Source

_ALIGN = "give it a time in ELAN"


def read_elan(source: Source, told: Columns) -> Content:
    """ELAN files (.eaf): tiers over a recording, in seconds.

    An annotation that refers to another has the times of that one. Borders without a time are spread evenly between
    those around them, as ELAN shows them.
    """
    content = Content(source.name)
    root = read_xml(source, "ANNOTATION_DOCUMENT", content)
    if root is None:
        return content
    header = root.first("HEADER")
    counted_in = header.attributes.get("TIME_UNITS", "milliseconds") if header else "milliseconds"
    if header and counted_in != "milliseconds":
        message = f"times are counted in {counted_in}, and milliseconds are needed"
        content.report("invalid-unit", header.line, message, "save the file again with ELAN")
        return content
    media = [each.attributes.get("MEDIA_URL", "") for each in header.all("MEDIA_DESCRIPTOR")] if header else []
    content.recording = PurePosixPath(media[0].replace("\\", "/")).name if media else ""
    content.is_document = bool(content.recording)
    times = _Times(root, content)
    times.spread()
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


def _chains(tier: Element) -> Iterator[list[str]]:
    """The slots of annotations that follow each other without a gap, from the first to the last."""
    said = (annotation.attributes for annotation in _annotations(tier))
    following = {each["TIME_SLOT_REF1"]: each.get("TIME_SLOT_REF2") for each in said if "TIME_SLOT_REF1" in each}
    for slot in following.keys() - set(following.values()):
        chain: dict[str, None] = {slot: None}
        while (after := following.get(slot)) is not None and after not in chain:
            chain[after] = None
            slot = after  # noqa: PLW2901 - the chain is walked along
        yield list(chain)


class _Times:
    """When annotations start and end, in seconds; reports those that have no time."""

    def __init__(self, root: Element, content: Content) -> None:
        self.root = root
        self.content = content
        self.slots = {
            slot.attributes.get("TIME_SLOT_ID"): slot.attributes.get("TIME_VALUE")
            for slot in root.all("TIME_ORDER", "TIME_SLOT")
        }
        self.between: dict[str | None, float] = {}
        """Slots without a time, and where they are shown, in milliseconds."""
        self.annotations = {
            annotation.attributes.get("ANNOTATION_ID"): annotation
            for tier in root.all("TIER")
            for annotation in _annotations(tier)
        }

    def spread(self) -> None:
        """Place the slots without a time, of each tier evenly between those before and after them; and say so."""
        open_ = {slot for slot, value in self.slots.items() if value is None}
        chains = [chain for tier in self.root.all("TIER") for chain in _chains(tier)] if open_ else []
        placed = -1
        while placed < len(self.between):  # a tier may divide what another one leaves open
            placed = len(self.between)
            for chain in chains:
                self._spread(chain)
        if self.between:
            message = f"{plural(len(self.between), 'time slot')} without a time"
            hint = "they are placed evenly between those around them, as ELAN shows them"
            self.content.report("missing-time", None, message, hint, Severity.WARNING)

    def _spread(self, chain: Sequence[str]) -> None:
        known = [number for number, slot in enumerate(chain) if self._milliseconds(slot) is not None]
        for first, last in pairwise(known):
            start, end = (self._milliseconds(chain[number]) or 0 for number in (first, last))
            for number in range(first + 1, last):
                if self.slots.get(chain[number], "") is None:
                    self.between[chain[number]] = start + (end - start) * (number - first) / (last - first)

    def _milliseconds(self, slot: str | None) -> float | None:
        return self.between[slot] if slot in self.between else whole_number((self.slots.get(slot) or "").strip())

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
        value, time = self.slots[slot], self._milliseconds(slot)
        if time is None:
            self._report(
                annotation, f"the time slot {slot!r} {f'is at {value!r:.40}, no number' if value else 'has no time'}"
            )
            return None
        return time / 1000

    def _report(self, annotation: Element, message: str) -> None:
        name = annotation.attributes.get("ANNOTATION_ID", "")
        self.content.report("missing-time", annotation.line, f"annotation {name!r}: {message}", _ALIGN)


ELAN = Format(
    read_elan,
    takes=("annotator", "document", "side_by_side"),
    shape=re.compile(r"\s*(?:<[?!][^>]*>\s*)*<ANNOTATION_DOCUMENT\b"),
)
