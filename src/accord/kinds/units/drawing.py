"""What the page holds of alignments: the documents of most disorder, with their text, units and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.alignment.alignment import EMPTY
from accord.kinds.page.context import without_middle
from accord.messages import position
from accord.payload.views import AlignedDocument, AlignedUnit, AlignerView, AlignmentLink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.alignment.alignment import Alignment
    from accord.compute.progress import OnProgress
    from accord.kinds.units.aligned import Aligned
    from accord.model import Corpus

MAX_LINKS = 1_000
"""The most unitary alignments of one document that are drawn, the worst of them."""
MAX_TEXT = 50_000
"""The most characters or tokens of one document that are shown."""


def aligner_view(aligned: Aligned, total: int, most: int | None = None) -> AlignerView:
    """The documents of most disorder, of so many that could be aligned."""
    worst = sorted(aligned.alignments, key=lambda alignment: -alignment.disorder)[:most]
    return AlignerView(
        total=total,
        left_out=total - len(worst),
        of=aligned.study.of,
        signature=str(aligned.signature),
        documents=[_document(aligned, alignment) for alignment in worst],
    )


def _document(aligned: Aligned, alignment: Alignment) -> AlignedDocument:
    """One document; units that are in none of the alignments shown are left out."""
    continuum = alignment.continuum
    units = aligned.study.units(continuum)
    words = aligned.texts.get(continuum.document)
    rows = alignment.worst_first[:MAX_LINKS]
    members = alignment.members[rows].tolist()
    kept = sorted({member for row in members for member in row if member != EMPTY})
    number = {member: index for index, member in enumerate(kept)} | {EMPTY: None}
    return AlignedDocument(
        document=continuum.document,
        length=position(float(continuum.high)),
        text=None if words is None else words[:MAX_TEXT] if isinstance(words, str) else " ".join(words[:MAX_TEXT]),
        tokens=None if words is None or isinstance(words, str) else list(words[:MAX_TEXT]),
        text_left_out=0 if words is None else max(0, len(words) - MAX_TEXT),
        disorder=alignment.disorder,
        annotators=continuum.annotators,
        units=[
            AlignedUnit(
                annotator=continuum.annotators[continuum.owner[unit]],
                start=position(units[unit].start),
                end=position(units[unit].end),
                category=units[unit].category,
                text=without_middle(aligned.words(continuum, unit)) or None,
            )
            for unit in kept
        ],
        alignments=[
            AlignmentLink(disorder=float(alignment.disorders[row]), members=[number[member] for member in found])
            for row, found in zip(rows.tolist(), members, strict=True)
        ],
        alignments_left_out=alignment.size - len(rows),
    )


def aligned_view(
    corpus: Corpus, documents: Sequence[str], total: int, options: Any, progress: OnProgress | None
) -> AlignerView:
    """The alignments of some documents of so many, of annotators and read as the options of a measure say."""
    from accord.kinds.units.align import align_units
    from accord.kinds.units.options import AlignOptions

    selection = AlignOptions(
        annotators=options.annotators, exclude=options.exclude, encoding=options.encoding, repair=options.repair
    )
    aligned = align_units(corpus.within(set(documents)), selection, progress)
    return aligner_view(aligned, total)
