"""The alignment of a document for papers, from the payload of a layer: the picture that `accord align` draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.agreement.signature import Signature
from accord.reporting.alignment_drawn import Drawn, DrawnUnit
from accord.reporting.layer_figures import chosen
from accord.reporting.scene import nothing

if TYPE_CHECKING:
    from accord.payload.layer import LayerPayload
    from accord.payload.views import AlignedDocument, AlignerView
    from accord.reporting.scene import Picture


@dataclass(frozen=True, slots=True)
class AlignerFigure:
    """An alignment that the payload holds."""

    drawn: Drawn

    def svg(self) -> str:
        """The picture as SVG, in the light: it is for papers."""
        from accord.reporting.alignment_figure import alignment_figure

        return alignment_figure(self.drawn, in_the_dark=False)

    def png(self) -> bytes:
        """The same in pixels, drawn by matplotlib."""
        from accord.reporting.alignment_plot import alignment_png

        return alignment_png(self.drawn)


def aligner_figure(layer: LayerPayload, part: str | None = None) -> Picture:
    """What everyone marked in a document, a lane an annotator, with lines between what is aligned."""
    aligner = layer.aligner
    if aligner is None:
        return nothing(f"the layer {layer.name} has {layer.kind}, and nothing that is aligned")
    if not aligner.documents:
        return nothing("no document of this layer is aligned")
    return AlignerFigure(_held(layer.name, aligner, chosen(aligner.documents, "document", part)))


def _held(layer: str, aligner: AlignerView, found: AlignedDocument) -> Drawn:
    """A document of the payload, which of very many unitary alignments holds the worst, and the disorder of all."""
    rows = found.alignments
    categories = sorted({unit.category or "" for each in aligner.documents for unit in each.units})
    worst = f", its {len(rows):,} worst unitary alignments" if found.alignments_left_out else ""
    annotators = tuple(found.annotators)
    return Drawn(
        f"Alignment of {found.document}{worst}: {layer}",
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
    )
