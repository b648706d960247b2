"""Say which units of several annotators are aligned with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.options import chosen, options_of
from accord.kinds.units.align import align_units
from accord.kinds.units.options import AlignOptions
from accord.verbs.arguments import check_function, signature_with
from accord.verbs.read import as_corpus, taken_campaign

if TYPE_CHECKING:
    from accord.compute.progress import OnProgress
    from accord.kinds.units.aligned import Aligned


def align(data: Any, *, progress: OnProgress | None = None, **options: Any) -> Aligned:
    """The alignment of least disorder of every document.

    ``data`` is a corpus or paths: units, spans, or chunk labels, whose mentions are the units. The options are those of
    `accord.kinds.units.options.AlignOptions`: which annotators and categories are looked at (annotators, exclude,
    without, encoding, repair), what is made least (objective: sum of disorder as in 2015, or mean over unitary
    alignments as in 2011), and how units are aligned. The method is exact, greedy (algorithm 1 of 2011) or soft. Two
    units differ by ``delta_empty`` times ``position_weight`` times their ``position`` (sporadic, hamming) and
    ``category_weight`` times the ``distance`` of their categories: its name, a matrix or a function of two labels.
    ``labels`` are all categories, lowest first; ``forbid`` holds pairs of categories that are never aligned, or is
    "all". A function ``dissimilarity`` of two units takes the place of all that. After so many ``seconds`` for one
    alignment the best so far is taken, which another run need not find. ``progress`` is called with how many documents
    were aligned, and of how many. What says how the data are read, as ``annotator`` does, is as in `accord.read`.

    >>> rows = [("ada", "call", 0, 4), ("ada", "weather", 7, 9), ("ben", "call", 1, 4)]
    >>> aligned = align([dict(zip(("annotator", "category", "start", "end"), row, strict=True)) for row in rows])
    >>> [(row["alignment"], row["annotator"], row["category"]) for row in aligned.to_records()]
    [(1, 'ada', 'weather'), (2, 'ada', 'call'), (2, 'ben', 'call')]
    """
    check_function(progress, "progress")
    campaign = taken_campaign(options)
    corpus = as_corpus(data, of_units=True, encoding=options.get("encoding"), campaign=campaign)
    return align_units(corpus, chosen(AlignOptions, options), progress)


align.__signature__ = signature_with(align, options_of(AlignOptions))  # type: ignore[attr-defined]
