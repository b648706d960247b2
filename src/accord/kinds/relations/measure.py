"""One coefficient of relations with its uncertainty and its signature."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.other_annotators import other_annotators, without_pairs
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Measured, Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.sums import Sums, Unit, of_one, without_each
from accord.agreement.uncertainty import interval_of
from accord.kinds.relations.spread import variance_of_total
from accord.kinds.relations.steps import by_chance, corrected, seen

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from accord.agreement.result import Interval, Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.kinds.relations.coefficient import Cell, RelationCoefficient
    from accord.kinds.relations.study import RelationStudy

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RelationMeasure:
    """One coefficient of one study of relations: rows that add up over documents, and what follows from them."""

    study: RelationStudy
    coefficient: RelationCoefficient
    uncertainty: Uncertainty

    @cached_property
    def seen_study(self) -> RelationStudy:
        """What the coefficient sees of the study."""
        return self.coefficient.seen(self.study)

    @cached_property
    def _cells(self) -> list[tuple[int, Cell]]:
        """What everything adds, with the number of its document."""
        return [
            (number, cell)
            for number, graph in enumerate(self.seen_study.graphs)
            for cell in self.coefficient.cells(self.seen_study, graph)
        ]

    def rows(self, keep: Callable[[Cell], bool] | None = None) -> Floats:
        """Observed and expected disagreement and size of each document, shape (documents, 3)."""
        rows = np.zeros((len(self.study.graphs), 3))
        for number, cell in self._cells:
            if keep is None or keep(cell):
                rows[number] += cell[2:]
        return rows

    @cached_property
    def whole(self) -> Measured:
        """All documents together, with the standard deviation of F1 by chance."""
        rows = self.rows()
        return replace(self.measured(rows), sd=self._sd(rows.sum(axis=0)[2]) if self.coefficient.has_sd else None)

    def _sd(self, size: float) -> Value:
        variance = variance_of_total(self.seen_study)
        if isinstance(variance, Undefined):
            return variance
        return float(2 * sqrt(variance) / size) if size else Undefined("nobody drew an arc")

    @cached_property
    def result(self) -> Result:
        """The value with its signature."""
        whole = self.whole
        return Result(
            name=self.coefficient.name,
            value=whole.value,
            interval=whole.interval,
            signature=self.signature,
            observed=whole.observed,
            expected=whole.expected,
            sd=whole.sd,
            other_annotators=self._other_annotators(),
            used={"documents": len(self.study.graphs), "relations": self.study.count().total()},
            excluded=self.study.left_out,
        )

    @property
    def signature(self) -> Signature:
        """What is needed to compute the value again."""
        study = self.study
        choices: dict[str, object] = {
            "mentions": study.matching if study.proved else f"{study.matching}+unproved",
            "linkable": study.space.name,
            "P": self._linkable,
            **({"symmetric": "+".join(sorted(study.symmetric))} if study.symmetric else {}),
            "chance": f"within-document+{'types-apart' if self.seen_study.apart else 'one-a-pair'}",
            **self.coefficient.choices,
            "sum": self.coefficient.summed,
            "unit": study.unit,
            "annotators": len(study.annotators),
            "docs": len(study.graphs),
            "arcs": study.count().total(),
            **self.uncertainty.choices(),
        }
        choices |= {"over": "documents"} if "over" in choices else {}
        return Signature(self.coefficient.name, choices | {"data": study.digest()})

    @property
    def _linkable(self) -> str:
        """How many pairs of mentions an annotator could link, on average, in all documents together.

        Where some types are symmetric and others are not, in either way.
        """
        links = self.study.links()

        def pairs(type_: str) -> float:
            return sum(
                sum(links.linkable(graph, [name], type_) for name in graph.arcs) / len(graph.arcs)
                for graph in links.graphs
            )

        return "+".join(f"{pairs(type_):g}" for type_ in links.types) or "0"

    def measured(self, rows: Floats) -> Measured:
        """The coefficient of some documents, from the row of each."""
        totals = rows.sum(axis=0)[None, :]
        why = self.why_undefined(totals[0])
        return Measured(
            value_of(corrected(totals), why),
            value_of(seen(totals), why),
            value_of(by_chance(totals), why),
            self.interval(rows, corrected, self._bounds(totals[0])),
            len(rows),
        )

    def why_undefined(self, totals: Floats) -> str:
        """Why there is no value, where there is none."""
        if not self.study.graphs:
            return "no document was looked at by two annotators"
        return "chance would not disagree either" if totals[2] else "nobody drew an arc"

    @staticmethod
    def _bounds(totals: Floats) -> tuple[float, float]:
        """From the value where nothing is common to 1; from -1 where that is higher."""
        _, _, size = totals
        least = corrected(np.array([[size, totals[1], size]]))[0]
        return (-1.0 if np.isnan(least) else min(-1.0, float(least))), 1.0

    def _other_annotators(self) -> Interval | Undefined:
        """Where it would lie for other annotators like these."""
        rows = self.rows()
        looked: dict[str, list[int]] = {name: [] for name in self.study.annotators}
        for number, graph in enumerate(self.seen_study.graphs):
            for name in graph.arcs:
                looked[name].append(number)
        changes = without_pairs(
            np.array([number for number, _ in self._cells], dtype=np.int64),
            [cell.pair for _, cell in self._cells],
            np.array([cell[2:] for _, cell in self._cells], dtype=np.float64).reshape(-1, 3),
            {name: np.array(documents, dtype=np.int64) for name, documents in looked.items()},
        )
        return other_annotators(
            ResampleRows.each(rows),
            corrected,
            self._bounds(rows.sum(axis=0)),
            "document",
            self.uncertainty,
            changes=changes,
            annotators=len(looked),
        )

    def sums(self, type_: str | None = None) -> Sums:
        """What it is made of, document by document: of everything, or of one type."""

        def keep(cell: Cell) -> bool:
            return type_ is None or cell.type == type_

        cells = [(number, cell) for number, cell in self._cells if keep(cell)]
        looked = {
            name: [number for number, graph in enumerate(self.seen_study.graphs) if name in graph.arcs]
            for name in self.study.annotators
        }
        without = partial(
            without_each,
            np.array([number for number, _ in cells], dtype=np.int64),
            [cell.pair for _, cell in cells],
            np.array([cell[2:] for _, cell in cells], dtype=np.float64).reshape(-1, 3),
            looked,
        )
        units = [Unit(graph.document) for graph in self.seen_study.graphs]
        return Sums(units, self.rows(keep), corrected, "document", without)

    def sums_with(self, name: str) -> Sums:
        """The same of an annotator with all others, on the documents that this one looked at."""
        looked = [number for number, graph in enumerate(self.seen_study.graphs) if name in graph.arcs]
        units = [Unit(self.seen_study.graphs[number].document) for number in looked]
        return Sums(units, self.rows(lambda cell: name in cell.pair)[looked], corrected, "document", of_one)

    def interval(
        self, rows: Floats, values: Callable[[Floats], Floats], bounds: tuple[float, float]
    ) -> Interval | Undefined:
        """The interval of any statistic over documents."""
        return interval_of(ResampleRows.each(rows), values, bounds, "document", self.uncertainty)


def value_of(values: Floats, reason: str) -> Value:
    """The only one of some values, or why there is none."""
    value = float(values[0])
    return Undefined(reason) if np.isnan(value) else value
