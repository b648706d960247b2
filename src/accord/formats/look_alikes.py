"""Labels that differ only in case, white space or Unicode form: perhaps one label, and counted as two."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from accord.encoding.shape import bare_type
from accord.model import Finding, ItemLabels, Severity, Spans, TokenLabels, Units
from accord.model.array_map import ArrayMap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.model import Place
    from accord.model.corpus import Annotation


def look_alikes(labels: Iterable[str], place: Place) -> list[Finding]:
    """A warning for each two labels that look alike; of chunk labels, the types.

    >>> from accord.model import Place
    >>> [finding.message for finding in look_alikes(["B-PER", "I-PER", "B-Per", "O"], Place("a.conll"))]
    ["the labels 'PER' and 'Per' differ only in case"]
    """
    first: dict[str, str] = {}
    found = []
    for label in sorted({bare_type(label) for label in labels}):
        other = first.setdefault(_plain(label), label)
        if other != label:
            difference = _difference(other, label)
            one, two = (repr(each) if difference == "case" else ascii(each) for each in (other, label))
            message = f"the labels {one} and {two} differ only in {difference}"
            hint = "they count as two: write them alike if they mean the same"
            found.append(Finding("look-alike-labels", Severity.WARNING, place, message, hint))
    return found


def labels_in(annotation: Annotation) -> set[str]:
    """The labels, types or categories of an annotation that has such."""
    if isinstance(annotation, ItemLabels):
        labels = annotation.labels
        return set(labels.used if isinstance(labels, ArrayMap) else labels.values())
    if isinstance(annotation, TokenLabels):
        return {label for sentence in annotation.labels for label in sentence}
    if isinstance(annotation, Spans):
        return set(annotation.columns[2])
    return {unit.category for unit in annotation.units} if isinstance(annotation, Units) else set()


def _plain(label: str) -> str:
    return "".join(normalize("NFC", normalize("NFC", label).casefold()).split())


def _difference(one: str, other: str) -> str:
    if normalize("NFC", one) == normalize("NFC", other):
        return "Unicode form"
    return "white space" if "".join(one.split()) == "".join(other.split()) else "case"
