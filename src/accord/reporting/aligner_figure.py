"""The alignment of a document for papers, from the payload of a layer: the picture that `accord align` draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.agreement.signature import Signature
from accord.alignment.alignment import EMPTY
from accord.reporting.alignment_drawn import Drawn
from accord.reporting.layer_figures import chosen
from accord.reporting.scene import nothing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.reporting.scene import Picture
    from accord.study.units import Continuum

    Row = Mapping[str, Any]


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


def aligner_figure(layer: Row, part: str | None = None) -> Picture:
    """What everyone marked in a document, a lane an annotator, with lines between what is aligned."""
    if not layer["aligner"] and layer["kind"] == "trees":
        return nothing(f"the layer {layer['name']} has trees, and nothing that is aligned")
    if not layer["aligner"] or not layer["aligner"]["documents"]:
        return nothing("no document of this layer is aligned")
    return AlignerFigure(_held(layer, chosen(layer["aligner"]["documents"], "document", part)))


def _held(layer: Row, found: Row) -> Drawn:
    """A document of the payload, which of very many unitary alignments holds the worst, and the disorder of all."""
    import numpy as np

    aligner, rows = layer["aligner"], found["alignments"]
    categories = sorted({unit["category"] or "" for each in aligner["documents"] for unit in each["units"]})
    worst = f", its {len(rows):,} worst unitary alignments" if found["alignments_left_out"] else ""
    members = [[EMPTY if each is None else each for each in row["members"]] for row in rows]
    return Drawn(
        f"Alignment of {found['document']}{worst}: {layer['name']}",
        _continuum(found, categories),
        np.array(members, dtype=np.int64).reshape(len(rows), len(found["annotators"])),
        np.array([row["disorder"] for row in rows], dtype=float),
        found["disorder"],
        proved=False,
        categories=categories,
        words=[unit["text"] or "" for unit in found["units"]],
        of=aligner["of"],
        empty=float(str(Signature.parse(aligner["signature"]).choices["empty"])),
        signature=aligner["signature"],
    )


def _continuum(found: Row, categories: Sequence[str]) -> Continuum:
    import numpy as np

    from accord.study.units import Continuum

    units, annotators = found["units"], tuple(found["annotators"])
    start, end = (np.array([unit[border] for unit in units], dtype=float) for border in ("start", "end"))
    return Continuum(
        found["document"],
        annotators,
        np.array([annotators.index(unit["annotator"]) for unit in units], dtype=np.int64),
        start,
        end,
        np.array([categories.index(unit["category"] or "") for unit in units], dtype=np.int64),
        0.0,
        float(found["length"] or 0.0),
    )
