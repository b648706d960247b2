"""The alignment of a document for papers, from the payload of a layer: the picture that `accord align` draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.signature import Signature
from accord.reporting.alignment_drawn import Drawn, DrawnUnit, most_disorder_of
from accord.reporting.alignment_figure import alignment_scene
from accord.reporting.layer_figures import chosen
from accord.reporting.scene import nothing

if TYPE_CHECKING:
    from accord.payload.layer import LayerPayload
    from accord.payload.views import AlignedDocument, AlignerView
    from accord.reporting.scene import Scene


def aligner_figure(layer: LayerPayload, wide: float | None = None, part: str | None = None) -> Scene:
    """What everyone marked in a document, a lane an annotator, with lines between what is aligned.

    The document is the ``part``, or the one of most disorder.
    """
    aligner = layer.aligner
    if aligner is None:
        return nothing(f"{layer.kind} have no alignment here; of spans and units accord align makes one")
    if not aligner.documents:
        return nothing("no document of this layer is aligned")
    choice = most_disorder_of(len(aligner.documents), aligner.left_out) if part is None else ""
    found = chosen(aligner.documents, "document", part)
    return alignment_scene(_held(layer, aligner, found, choice), wide)


def _held(layer: LayerPayload, aligner: AlignerView, found: AlignedDocument, choice: str) -> Drawn:
    """A document of the payload, which of very many unitary alignments holds the worst, and the disorder of all."""
    rows = found.alignments
    categories = sorted({unit.category or "" for each in aligner.documents for unit in each.units})
    worst = f", its {len(rows):,} worst unitary alignments" if found.alignments_left_out else ""
    annotators = tuple(found.annotators)
    return Drawn(
        found.document,
        layer.titled(f"Alignment of {found.document}{worst}"),
        annotators,
        [
            DrawnUnit(
                annotators.index(unit.annotator),
                float(unit.start),
                float(unit.end),
                categories.index(unit.category or ""),
                unit.text or "",
            )
            for unit in found.units
        ],
        [row.members for row in rows],
        [row.disorder for row in rows],
        found.disorder,
        proved=False,
        categories=categories,
        of=aligner.of,
        empty=float(str(Signature.parse(aligner.signature).choices["empty"])),
        signature=aligner.signature,
        choice=choice,
    )
