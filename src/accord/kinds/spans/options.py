"""What can be said of agreement on spans."""

from __future__ import annotations

from dataclasses import dataclass

from accord.kinds.chunk_options import ChunkOptions
from accord.kinds.common_options import CommonOptions
from accord.kinds.options import option
from accord.kinds.shared_documents import DocumentOptions

MODELS = ("disjoint", "overlap")
TYPES = ("apart", "joint", "ignore")
TEXTS = ("sentence", "document")
FIXED = ("reference", "none")
"""Whose spans lie as they do when a system is scored: those of the reference, or nobody's."""


@dataclass(frozen=True)
class SpanOptions(DocumentOptions, ChunkOptions, CommonOptions):
    """When spans match, how chance places them, and what of all that is counted."""

    match: str | None = option(
        None,
        "When two spans match: token, union, exact, overlap, iou:0.5 or boundary:1. Default: token for agreement "
        "and beyond chance, exact for scores.",
        metavar="HOW",
    )
    model: str = option("disjoint", "How chance places spans.", choices=MODELS)
    types: str = option(
        "apart", "Types of spans: each on its own, all together without overlap, or ignored.", choices=TYPES
    )
    gap: int = option(0, "Least number of tokens between two spans.", range=(0, None))
    text: str = option(
        "sentence", "Where chance may place spans: anywhere in their sentence, or in their document.", choices=TEXTS
    )
    reference: str | None = option(
        None, "Whose spans or units are a reference, which stays as it is.", metavar="ANNOTATOR"
    )
    shared: int | str | None = option(
        None, "Count tokens that so many annotators mark, instead of pairs.", metavar="N|all", type=str
    )
    normalize_by_max: bool = option(False, "Normalise by the highest F1 that these lengths allow.")
    draws: int = option(
        1_000, "Random placements for p, and for sd where it is too costly to compute exactly.", range=(0, 1_000_000)
    )
