"""What a layer can be measured on and by: only what its labels, units and annotators allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.formats.names import references_among
from accord.kinds.kind import kind_of

if TYPE_CHECKING:
    from accord.model import Corpus

_MAX_LABELS = 50
"""Up to so many labels somebody may want to put in order."""


def choices(corpus: Corpus, repair: str) -> dict[str, Any]:
    """The units that can be compared in a layer, each with coefficients and distances; its annotators and labels.

    A coefficient comes with how many ``annotators`` it takes at most, which of the ``distances`` it takes, and whether
    it must, or must not, be ``weighted`` by another than the nominal one; a distance with whether it ``needs_order`` of
    the labels. ``references`` are annotators who are looked at only where that is said.
    """
    kind = kind_of(corpus)
    labels = kind.labels(corpus)
    return {
        "units": kind.choices(corpus, repair),
        "annotators": list(corpus.annotators),
        "references": references_among(corpus.annotators),
        "documents": [document.id for document in corpus.documents],
        "labels": list(labels) if len(labels) <= _MAX_LABELS else [],
    }
