"""What can be said of how units are aligned, and of agreement on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accord.alignment import METHODS, OBJECTIVES
from accord.alignment.effort import SECONDS
from accord.chance.random_units import SAMPLERS
from accord.distance import POSITIONS
from accord.kinds.chunk_options import ChunkOptions
from accord.kinds.common_options import AnnotatorOptions, CommonOptions
from accord.kinds.options import listed, option
from accord.kinds.shared_documents import DocumentOptions

FORBID_ALL = "all"
WEIGHTS = ("units", "documents")
"""What documents count in a value over all of them: as many as the units of their average annotator, or one each."""

SAMPLER_HELP = (
    f"How they are drawn: {', '.join(SAMPLERS)}; repeatable, of which accord-2011 takes the one of "
    "least disorder. Default: statistical, and of accord-2011 random1 and random2."
)


def _pairs(given: tuple[str, ...]) -> tuple[tuple[str, ...] | str, ...]:
    """The pairs of categories that a command line gives, or all that differ."""
    return (FORBID_ALL,) if FORBID_ALL in given else tuple(tuple(listed(pair)) for pair in given)


@dataclass(frozen=True)
class AlignmentOptions:
    """How two units differ, and how the best alignment of them is searched for."""

    method: str = option(
        "exact",
        "The best alignment, algorithm 1 of 2011, or one in which units may be aligned more than once.",
        choices=METHODS,
    )
    position: str = option("sporadic", "How far apart two units are.", choices=lambda: tuple(POSITIONS))
    distance: Any = option(
        "nominal",
        "How different categories are: nominal, ordinal, numerical, levenshtein, jaccard, or a file with a matrix; in "
        "Python also a matrix, or a function of two categories.",
        metavar="NAME|FILE",
        short="-d",
    )
    labels: tuple[str, ...] | None = option(
        None, r"All categories, lowest first. Write \, for a comma in one.", many=True, metavar="A,B,..."
    )
    position_weight: float = option(1.0, "Weight of the position.", range=(0, None))
    category_weight: float = option(1.0, "Weight of the category.", range=(0, None))
    delta_empty: float = option(1.0, "What an unmatched unit costs.", range=(0, None))
    forbid: Any = option(
        (),
        "Two categories, as A,B, that are never aligned; repeatable; all: none that differ.",
        type=tuple,
        many=True,
        metavar="PAIR|all",
        parse=_pairs,
    )
    dissimilarity: Any = option(
        None, "A function of two units that takes the place of position and category.", python=True
    )
    seconds: float = option(
        SECONDS,
        "How long one alignment may take; one that the clock ends is not reproducible, and is marked so.",
        range=(0, None),
    )


@dataclass(frozen=True)
class SelectionOptions(ChunkOptions, AnnotatorOptions):
    """Which units are looked at."""

    without: tuple[str, ...] = option(
        (), "Leave out units of this category; repeatable.", many=True, metavar="CATEGORY"
    )


@dataclass(frozen=True)
class AlignOptions(AlignmentOptions, SelectionOptions):
    """What is aligned, and how."""

    objective: str = option(
        "sum",
        "What is made least: disorder in all (2015), or its mean over unitary alignments (2011).",
        choices=OBJECTIVES,
    )


@dataclass(frozen=True)
class UnitOptions(AlignmentOptions, DocumentOptions, SelectionOptions, CommonOptions):
    """How units are aligned, what chance would do, and what documents count."""

    samples: int = option(30, "Random continua per document that say what chance would do.", range=(2, 100_000))
    sampler: tuple[str, ...] | None = option(
        None, SAMPLER_HELP, choices=lambda: tuple(SAMPLERS), many=True, metavar="NAME"
    )
    ground_truth: tuple[str, ...] | None = option(
        None, "Draw them like these annotators only; repeatable.", many=True, metavar="ANNOTATOR"
    )
    precision: float | None = option(
        None,
        "Draw more until the expected disorder is known to within this share of itself, such as 0.02.",
        metavar="SHARE",
    )
    weights: str = option("units", "What documents count: as many as they have units, or one each.", choices=WEIGHTS)
    reference: str | None = option(
        None, "Whose spans or units are a reference, which stays as it is.", metavar="ANNOTATOR"
    )
    workers: int = option(1, "Processes that share the work.", range=(1, 256))
