"""Relations against a reference: what was found of each type, with mentions matched strictly or leniently.

    precision = correct / predicted,   recall = correct / reference,   F1 = 2 correct / (reference + predicted)

An arc is correct where both ends are the same mention, and direction and type are the same. Strict: mentions have equal
borders and types, which is "Rel+" and brateval's exact match; lenient: mentions overlap, matched one to one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from accord.agreement.jackknife import jackknife
from accord.agreement.result import Undefined
from accord.kinds.relations.graph import graph_of
from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from accord.agreement.result import Interval
    from accord.model.relation import Relations

_REFERENCE, _PREDICTED = "reference", "predicted"


@dataclass(frozen=True)
class RelationScores:
    """The counts of each document by type, and what is not counted."""

    per_document: Mapping[str, Mapping[str, Counts]]
    matching: str
    left_out: Mapping[str, int]

    @cached_property
    def types(self) -> dict[str, Counts]:
        """Every type, in alphabetical order."""
        total: dict[str, Counts] = {}
        for counts in self.per_document.values():
            for type_, found in counts.items():
                total[type_] = total.get(type_, Counts()).plus(found)
        return dict(sorted(total.items()))

    @cached_property
    def counts(self) -> Counts:
        """All types together."""
        return _sum(self.types.values())

    @cached_property
    def interval(self) -> Interval | Undefined:
        """A jackknife interval of F1 over documents."""
        rows = Counter(tuple(_sum(counts.values())) for counts in self.per_document.values())
        if len(self.per_document) < 2:
            return Undefined("an interval over documents needs two of them")
        found = jackknife(rows, lambda row: Counts(*row).f1, student=True)
        return found if isinstance(found, Undefined) else found._replace(method="jackknife over documents")


def score_relations(
    documents: Iterable[tuple[str, Relations, Relations]], matching: str = "strict", symmetric: Collection[str] = ()
) -> RelationScores:
    """The counts of documents, each with what the reference and the prediction hold."""
    left_out: Counter[str] = Counter()
    per_document = {}
    for document, reference, predicted in documents:
        drawn = {_REFERENCE: reference, _PREDICTED: predicted}
        arcs = graph_of(document, drawn, matching, symmetric, left_out=left_out).arcs
        wanted, given, right = (
            Counter(arc.type for arc in found)
            for found in (arcs[_REFERENCE], arcs[_PREDICTED], arcs[_REFERENCE] & arcs[_PREDICTED])
        )
        per_document[document] = {
            type_: Counts(wanted[type_], given[type_], right[type_]) for type_ in sorted({*wanted, *given})
        }
    return RelationScores(per_document, matching, dict(+left_out))


def _sum(counts: Iterable[Counts]) -> Counts:
    total = Counts()
    for found in counts:
        total = total.plus(found)
    return total
