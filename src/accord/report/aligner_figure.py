"""The alignment of a document for papers, from the payload of a layer: the picture that `accord align` draws."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from accord.align.alignment import EMPTY, Alignment
from accord.measure.signature import Signature
from accord.measure.units.aligned import Aligned
from accord.report.layer_figures import chosen
from accord.report.scene import nothing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.report.scene import Picture
    from accord.study.units import Continuum

    Row = Mapping[str, Any]


@dataclass(frozen=True)
class AlignerFigure:
    """An alignment that the payload holds."""

    aligned: Aligned

    def svg(self) -> str:
        """The picture as SVG, in the light: it is for papers."""
        from accord.report.alignment_figure import alignment_figure

        return alignment_figure(self.aligned, self.aligned.alignments[0], in_the_dark=False)

    def png(self) -> bytes:
        """The same in pixels, drawn by matplotlib."""
        from accord.report.alignment_plot import alignment_png

        return alignment_png(self.aligned, self.aligned.alignments[0])


@dataclass(frozen=True)
class _HeldAlignment(Alignment):
    """Of very many unitary alignments the payload holds the worst, and the disorder of all."""

    held_disorder: float = 0.0

    @cached_property
    def disorder(self) -> float:
        return self.held_disorder


@dataclass(frozen=True)
class _HeldAligned(Aligned):
    """How all documents were aligned is said in the payload, of which this is one."""

    made: Signature = field(default_factory=lambda: Signature("alignment", {}))

    @cached_property
    def signature(self) -> Signature:
        return self.made


def aligner_figure(layer: Row, part: str | None = None) -> Picture:
    """What everyone marked in a document, a lane an annotator, with lines between what is aligned."""
    if not layer["aligner"] and layer["kind"] == "trees":
        return nothing(f"the layer {layer['name']} has trees, and nothing that is aligned")
    if not layer["aligner"] or not layer["aligner"]["documents"]:
        return nothing("no document of this layer is aligned")
    return AlignerFigure(_aligned(layer, chosen(layer["aligner"]["documents"], "document", part)))


def _aligned(layer: Row, found: Row) -> Aligned:
    """A document of the payload as it was when it was aligned, under a name that says the layer."""
    import numpy as np

    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import UnitStudy

    made = Signature.parse(layer["aligner"].get("signature") or layer["headline"]["signature"])
    categories = sorted({unit["category"] or "" for each in layer["aligner"]["documents"] for unit in each["units"]})
    rows = found["alignments"]
    worst = f", its {len(rows):,} worst unitary alignments" if found["alignments_left_out"] else ""
    continuum = _continuum(found, categories, f"{found['document']}{worst}: {layer['name']}")
    alignment = _HeldAlignment(
        continuum,
        np.array(
            [[EMPTY if each is None else each for each in row["members"]] for row in rows], dtype=np.int64
        ).reshape(len(rows), len(continuum.annotators)),
        np.array([row["disorder"] for row in rows], dtype=float),
        str(made.choices.get("objective", "sum")),
        str(made.choices.get("method", "")),
        bound=0.0,
        held_disorder=found["disorder"],
    )
    study = UnitStudy((continuum,), continuum.annotators, tuple(categories), layer["aligner"]["of"])
    far = Dissimilarity(np.zeros((len(categories),) * 2), delta_empty=float(str(made.choices.get("empty", 1))))
    texts = {continuum.document: found["tokens"] or found["text"] or ""}
    return _HeldAligned(study, far, (alignment,), texts, made=made)


def _continuum(found: Row, categories: list[str], name: str) -> Continuum:
    import numpy as np

    from accord.study.units import Continuum

    units, annotators = found["units"], tuple(found["annotators"])
    start, end = (np.array([unit[border] for unit in units], dtype=float) for border in ("start", "end"))
    return Continuum(
        name,
        annotators,
        np.array([annotators.index(unit["annotator"]) for unit in units], dtype=np.int64),
        start,
        end,
        np.array([categories.index(unit["category"] or "") for unit in units], dtype=np.int64),
        0.0,
        float(found["length"] or 0.0),
    )
