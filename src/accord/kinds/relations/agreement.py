"""How much annotators agree on relations beyond chance: the value with its uncertainty, taken apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Measured, Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import interval_of
from accord.kinds.relations.parts import by_chance, corrected, parts_of, seen
from accord.kinds.relations.spread import variance_of_total

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Interval, Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.kinds.relations.coefficient import Cell, RelationCoefficient
    from accord.kinds.relations.study import Item, RelationStudy

    Floats = NDArray[np.float64]


class HardPair(NamedTuple):
    """Two mentions that annotators linked differently, and the mean distance of every two who looked."""

    item: Item
    disagreement: float


@dataclass(frozen=True)
class RelationAgreement:
    """How much annotators agree on relations, beyond chance."""

    study: RelationStudy
    coefficient: RelationCoefficient
    uncertainty: Uncertainty

    @cached_property
    def _seen(self) -> RelationStudy:
        return self.coefficient.seen(self.study)

    @cached_property
    def _cells(self) -> list[tuple[int, Cell]]:
        """What everything adds, with the number of its document."""
        return [
            (number, cell)
            for number, graph in enumerate(self._seen.graphs)
            for cell in self.coefficient.cells(self._seen, graph)
        ]

    def _rows(self, keep: Callable[[Cell], bool] | None = None) -> Floats:
        """Observed and expected disagreement and size of each document, shape (documents, 3)."""
        rows = np.zeros((len(self.study.graphs), 3))
        for number, cell in self._cells:
            if keep is None or keep(cell):
                rows[number] += cell[2:]
        return rows

    @cached_property
    def whole(self) -> Measured:
        """All documents together, with the standard deviation of F1 by chance."""
        rows = self._rows()
        return replace(self._measured(rows), sd=self._sd(rows.sum(axis=0)[2]) if self.coefficient.has_sd else None)

    def _sd(self, size: float) -> Value:
        variance = variance_of_total(self._seen)
        if isinstance(variance, Undefined):
            return variance
        return 2 * sqrt(variance) / size if size else Undefined("nobody drew an arc")

    @cached_property
    def result(self) -> Result:
        """The same as a result with its signature."""
        whole = self.whole
        return Result(
            name=self.coefficient.name,
            value=whole.value,
            interval=whole.interval,
            signature=self.signature,
            observed=whole.observed,
            expected=whole.expected,
            sd=whole.sd,
            used={"documents": len(self.study.graphs), "relations": self.study.count().total()},
            excluded=self.study.left_out,
        )

    @property
    def signature(self) -> Signature:
        """What is needed to compute the value again."""
        study = self.study
        choices: dict[str, object] = {
            "mentions": study.matching if study.proved else f"{study.matching}+unproved",
            "pairs": study.space.name,
            "P": f"{self._pairs_of_mentions:g}",
            **({"symmetric": "+".join(sorted(study.symmetric))} if study.symmetric else {}),
            "chance": f"within-document+{'types-apart' if self._seen.apart else 'one-a-pair'}",
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
    def _pairs_of_mentions(self) -> float:
        """How many pairs of mentions an annotator could link, on average, in all documents together."""
        links = self.study.links()
        return sum(
            sum(links.linkable(graph, [name], type_) for name in graph.arcs for type_ in links.types) / len(graph.arcs)
            for graph in links.graphs
        )

    def _measured(self, rows: Floats) -> Measured:
        totals = rows.sum(axis=0)[None, :]
        why = self._why_undefined(totals[0])
        return Measured(
            _value(corrected(totals), why),
            _value(seen(totals), why),
            _value(by_chance(totals), why),
            self._interval(rows, corrected, self._bounds(totals[0])),
            len(rows),
        )

    def _why_undefined(self, totals: Floats) -> str:
        if len(self.study.annotators) < 2:
            return f"agreement needs two annotators, and there is {['none', 'one'][len(self.study.annotators)]}"
        if not self.study.graphs:
            return "no document was looked at by two annotators"
        return "chance would not disagree either" if totals[2] else "nobody drew an arc"

    @staticmethod
    def _bounds(totals: Floats) -> tuple[float, float]:
        """From the value where nothing is common to 1; from -1 where that is higher."""
        _, expected, size = totals
        return (min(-1.0, 1 - size / expected) if expected > 1e-9 else -1.0), 1.0

    def _interval(
        self, rows: Floats, values: Callable[[Floats], Floats], bounds: tuple[float, float]
    ) -> Interval | Undefined:
        return interval_of(ResampleRows.each(rows), values, bounds, "document", self.uncertainty)

    @cached_property
    def types(self) -> dict[str, Measured]:
        """Every type: its arcs against all that is not of it."""
        if self.coefficient.summed == "arc":
            names = self._seen.types
            return {type_: self._measured(self._rows(lambda cell, type_=type_: cell.type == type_)) for type_ in names}  # type: ignore[misc]
        return {
            type_: RelationAgreement(self.study.of_type(type_), self.coefficient, self.uncertainty).whole
            for type_ in self.study.types
        }

    @cached_property
    def pairs(self) -> dict[tuple[str, str], Measured]:
        """Every two annotators, on the documents that both looked at."""
        found = {}
        for pair in combinations(self.study.annotators, 2):
            both = [number for number, graph in enumerate(self.study.graphs) if graph.arcs.keys() >= set(pair)]
            rows = self._rows(lambda cell, pair=set(pair): set(cell.pair) == pair)  # type: ignore[misc]
            found[pair] = self._measured(rows[both])
        return found

    @cached_property
    def annotators(self) -> dict[str, tuple[Value, Value]]:
        """Every annotator: with all others, and the others without this one."""
        total = self._rows().sum(axis=0)
        found = {}
        for name in self.study.annotators:
            own = self._rows(lambda cell, name=name: name in cell.pair).sum(axis=0)  # type: ignore[misc]
            without: Value = Undefined("one annotator would be left")
            if len(self.study.annotators) > 2:
                without = _value(corrected((total - own)[None, :]), self._why_undefined(total - own))
            found[name] = _value(corrected(own[None, :]), self._why_undefined(own)), without
        return found

    @cached_property
    def documents(self) -> dict[str, Measured]:
        """Every document."""
        rows = self._rows()
        return {name: self._measured(rows[[number]]) for number, name in enumerate(self.study.documents)}

    @cached_property
    def parts(self) -> dict[str, Measured]:
        """Mentions found, arcs linkable, mentions linked, links typed."""
        found = {}
        for part in parts_of(self.study):
            totals = part.rows.sum(axis=0)[None, :]
            why = "chance would not disagree either" if totals.any() else part.nothing
            low = 0.0 if part.expected is None else -1.0
            found[part.name] = Measured(
                _value(part.values(totals), why),
                _value(part.observed(totals), why),
                Undefined("it is not corrected for chance")
                if part.expected is None
                else _value(part.expected(totals), why),
                self._interval(part.rows, part.values, (low, 1.0)),
                len(part.rows),
            )
        return found

    def confusions(self) -> Counter[tuple[str, str]]:
        """How often two annotators gave a link two types, over every two of them; the types in alphabetical order."""
        found: Counter[tuple[str, str]] = Counter()
        for one, other in self._by_link():
            for ours in sorted(one - other):
                for theirs in sorted(other - one):
                    found[min(ours, theirs), max(ours, theirs)] += 1
        return found

    def _by_link(self) -> Sequence[tuple[set[str], set[str]]]:
        """The types that every two annotators gave every link that both drew."""
        said = []
        for graph in self.study.graphs:
            drawn: dict[str, dict[tuple[int, int], set[str]]] = {}
            for name, arcs in graph.arcs.items():
                for arc in arcs:
                    drawn.setdefault(name, {}).setdefault((arc.source, arc.target), set()).add(arc.type)
            for one, other in combinations(drawn.values(), 2):
                said += [(one[link], other[link]) for link in one.keys() & other.keys()]
        return said

    def reversed(self) -> Counter[str]:
        """How often one of two annotators drew an arc one way, and the other only the other way, by type."""
        found: Counter[str] = Counter()
        for graph in self.study.graphs:
            for one, other in combinations(graph.arcs.values(), 2):
                ours, theirs = one - other, other - one
                found.update(arc.type for arc in ours if arc._replace(source=arc.target, target=arc.source) in theirs)
        return found

    def hardest(self, most: int = 10) -> list[HardPair]:
        """The pairs of mentions on which annotators differ most."""
        found = []
        for item in self.study.items:
            distances = self.study.distances(item)
            every_two = distances[np.triu_indices(len(distances), 1)]
            found.append(HardPair(item, float(np.nanmean(every_two))))
        return sorted((pair for pair in found if pair.disagreement), key=lambda pair: -pair.disagreement)[:most]


def _value(values: Floats, reason: str) -> Value:
    value = float(values[0])
    return Undefined(reason) if np.isnan(value) else value
