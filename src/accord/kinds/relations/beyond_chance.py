"""F1 of arcs against a reference beyond what chance would reach, where each side draws its arcs anywhere.

    corrected F1 = (F1 - chance) / (1 - chance)

Chance is that of `accord.kinds.relations.coefficient`: each side's arcs, with their types, lie anywhere on the pairs of
its mentions in the document. It is exact, and so is the standard deviation; p is by the normal distribution, where arcs
of both sides are found in 30 documents or more, and from random placements where there are fewer.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import erfc, sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.uncertainty import Uncertainty
from accord.errors import UsageError
from accord.kinds.relations.coefficient import RelationF1
from accord.kinds.relations.drawn import Drawn
from accord.kinds.relations.measure import RelationMeasure
from accord.kinds.relations.steps import corrected
from accord.messages import option
from accord.scoring.corrected import CORRECTED, DRAWS, FEW, Corrected
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.formula import Formula
from accord.scoring.run import ALL
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.resample import Floats
    from accord.agreement.result import Measured, Value
    from accord.kinds.relations.study import RelationStudy
    from accord.scoring.corrected import Correction

_OF_SPANS = ("match", "types", "model", "split_difficulty")


def corrected_relations(study: RelationStudy, documents: Sequence[str], correction: Correction) -> dict[str, Corrected]:
    """What a system drew beyond chance: a study of it and the reference, and the documents in the order of the rows."""
    correction.refuse(_OF_SPANS, "relations")
    if correction.fixed == "reference":
        raise UsageError(f"{option('fixed', 'reference')} is for spans: arcs of both sides are placed at random")
    measure = RelationMeasure(study, RelationF1(), Uncertainty(seed=correction.seed))
    by_document = dict(zip(study.documents, measure.rows(), strict=True))
    rows = np.array([by_document.get(name, np.zeros(3)) for name in documents]).reshape(-1, 3)
    few = sum(all(graph.arcs.values()) for graph in study.graphs) < FEW
    draws = (DRAWS if few else 0) if correction.draws is None else correction.draws
    drawn = Drawn(study, draws, correction.seed)
    formula = Formula(corrected, "chance would not disagree either, or nobody drew an arc", bounds=(-np.inf, 1.0))
    how: dict[str, object] = {"draws": draws, "seed": correction.seed} if draws else {"p": "normal"}
    signature = measure.signature
    return {
        ALL: Corrected(
            drawn.with_p(measure.whole) if draws else _with_normal_p(measure.whole),
            CountedMeasure(f"{CORRECTED}relation-f1", UnitRows.of(rows), "document", formula),
            replace(signature, measure=f"{CORRECTED}relation-f1", choices={**signature.choices, **how}),
            "relation F1",
            "chance places the arcs of both sides anywhere between the mentions of their document",
            draws=draws,
            by_label=partial(_by_type, measure, drawn),
            by_document=partial(_by_document, measure, by_document, drawn),
            label_note=f"p: from {draws:,} random placements" if draws else "",
        )
    }


def _with_normal_p(measured: Measured) -> Measured:
    """The same with p by the normal distribution."""
    p: Value = erfc(measured.z / sqrt(2)) / 2 if isinstance(measured.z, float) else 1.0
    return replace(measured, p=p)


def _by_type(measure: RelationMeasure, drawn: Drawn) -> dict[str, Measured]:
    return {
        type_: drawn.with_p(
            measure.measured(measure.rows(lambda cell, type_=type_: cell.type == type_)),  # type: ignore[misc]
            type_=type_,
        )
        for type_ in measure.study.types
    }


def _by_document(measure: RelationMeasure, rows: Mapping[str, Floats], drawn: Drawn) -> dict[str, Measured]:
    return {name: drawn.with_p(measure.measured(row[None, :]), document=name) for name, row in rows.items()}
