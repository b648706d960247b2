"""What a coefficient of labels is made of, item by item: of all labels, of one against all others, of one annotator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.sums import Sums, Unit, Without, of_one
from accord.kinds.labels.against_rest import rows_against_rest
from accord.kinds.labels.icc import IntraclassCorrelation
from accord.kinds.labels.other_annotators import changes_of_items

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.between import Between
    from accord.kinds.labels.coefficient import Coefficient
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding


def sums_of(coding: Coding, coefficient: Coefficient, distance: Distance, *, by_document: bool) -> Sums:
    """A coefficient of a coding."""
    sample = coefficient.sample(coding, distance)

    def without() -> dict[str, Without]:
        found = changes_of_items(coding, coefficient, distance)
        return {
            name: Without(items, rows, np.ones(len(items), dtype=np.int64))
            for name, (items, rows) in zip(coding.annotators, found, strict=True)
        }

    return Sums(
        _units(coding, np.arange(len(coding.codes))),
        sample.rows[sample.kind_of],
        sample.value,
        coding.unit,
        without,
        by_document=by_document,
        by_annotator=coefficient.by_annotator,
        of_mean=isinstance(coefficient, IntraclassCorrelation) and coefficient.of_mean,
    )


def sums_against_rest(coding: Coding, between: Between, annotator: int, *, by_document: bool) -> Sums | None:
    """One annotator against the rest, of whom none can be left out; nothing where labels are very many."""
    found = rows_against_rest(coding, between, annotator)
    if found is None:
        return None
    items, rows, statistic = found
    return Sums(_units(coding, items), rows, statistic, coding.unit, of_one, by_document=by_document)


def _units(coding: Coding, items: NDArray[np.intp]) -> list[Unit]:
    """What items are called; those of tokens begin with their document, which is said apart."""
    named = [(coding.documents[coding.document_of[item]], coding.item(item).name) for item in items.tolist()]
    if coding.unit != "token":
        return [Unit(*each) for each in named]
    return [Unit(document, name.removeprefix(f"{document}:")) for document, name in named]
