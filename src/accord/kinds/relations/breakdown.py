"""Agreement on relations taken apart: types, annotators, documents, pairs of mentions, and where it is lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.breakdown import (
    MAX_ANNOTATORS,
    ByAnnotator,
    ByDocument,
    ByLabel,
    ByPair,
    Confusion,
    Extra,
    HardItem,
    Outliers,
    Rows,
)
from accord.agreement.ceiling import defined, halves
from accord.agreement.document_outliers import harder
from accord.agreement.outliers import outliers_of_pairs
from accord.agreement.resample import holm
from accord.agreement.result import Measured, Undefined
from accord.errors import NotApplicable
from accord.kinds.relations.item import item_name, item_text, shown_version
from accord.kinds.relations.measure import value_of
from accord.kinds.relations.steps import corrected, steps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.agreement.ceiling import Ceiling
    from accord.agreement.result import Value
    from accord.agreement.sums import Sums
    from accord.kinds.relations.measure import RelationMeasure
    from accord.kinds.relations.study import Item, RelationStudy

UNIT = "mention pair"
"""What an item is called: two mentions that somebody linked."""
_STEPS = (
    "found: F1 of mentions; linkable: arcs both of whose ends the other has; linked: links between these, beyond "
    "chance; typed: alpha of the types of common links"
)


@dataclass(frozen=True)
class RelationBreakdown:
    """One coefficient of one study of relations, taken apart."""

    measure: RelationMeasure

    @property
    def _study(self) -> RelationStudy:
        return self.measure.study

    def labels(self) -> Rows[ByLabel]:
        """Every type: its arcs against all that is not of it, the most frequent first."""
        given = Counter(
            arc.type for graph in self.measure.seen_study.graphs for arcs in graph.arcs.values() for arc in arcs
        )
        items = Counter(
            type_
            for item in self.measure.seen_study.items
            for type_ in {arc.type for arcs in self.measure.seen_study.versions(item).values() for arc in arcs}
        )
        return Rows(
            ByLabel(type_, count, measured.observed, measured)
            for type_, count in sorted(given.items(), key=lambda entry: (-entry[1], entry[0]))
            for measured in [replace(self._of_type(type_), count=items[type_])]
        )

    def _of_type(self, type_: str) -> Measured:
        if self.measure.coefficient.summed == "arc":
            return self.measure.measured(self.measure.rows(lambda cell: cell.type == type_))
        return replace(self.measure, study=self.measure.seen_study.of_type(type_)).whole

    def pairs(self) -> Rows[ByPair]:
        """Every two annotators, on the documents that both looked at."""
        if len(self._study.annotators) > MAX_ANNOTATORS:
            return Rows(why=f"there are more than {MAX_ANNOTATORS} annotators")
        return Rows(self._pair(*pair) for pair in combinations(self._study.annotators, 2))

    def _pair(self, one: str, other: str) -> ByPair:
        both = [number for number, graph in enumerate(self._study.graphs) if {one, other} <= graph.arcs.keys()]
        rows = self.measure.rows(lambda cell: one in cell.pair and other in cell.pair)
        shared = [between[one, other] for _, between in self._distances if (one, other) in between]
        differing = sum(distance > 0 for distance in shared)
        measured = replace(self.measure.measured(rows[both]), count=len(shared))
        return ByPair(one, other, measured, differing, len(self._study.items) - len(shared))

    @cached_property
    def _distances(self) -> list[tuple[Item, dict[tuple[str, str], float]]]:
        """Every item with the distance of every two annotators who looked, as far as the coefficient sees it."""
        found = []
        for item in self._study.items:
            distances = self.measure.seen_study.distances(item)
            every_two = combinations(enumerate(self._study.annotators), 2)
            found.append(
                (
                    item,
                    {
                        (one, other): float(distances[row, column])
                        for (row, one), (column, other) in every_two
                        if not np.isnan(distances[row, column])
                    },
                )
            )
        return found

    def annotators(self) -> Rows[ByAnnotator]:
        """Every annotator: with all others, and the others without this one."""
        total, count = self.measure.rows().sum(axis=0), self._study.count()

        def row(name: str) -> ByAnnotator:
            own = self.measure.rows(lambda cell: name in cell.pair).sum(axis=0)
            without: Value = Undefined("one annotator would be left")
            if len(self._study.annotators) > 2:
                without = value_of(corrected((total - own)[None, :]), self.measure.why_undefined(total - own))
            return ByAnnotator(
                name, count[name], value_of(corrected(own[None, :]), self.measure.why_undefined(own)), without
            )

        return Rows(map(row, self._study.annotators))

    def documents(self) -> Rows[ByDocument]:
        """Every document, with the mean distance of its items."""
        rows = self.measure.rows()
        apart: dict[str, list[float]] = {}
        for item, between in self._distances:
            apart.setdefault(item.document, []).append(_mean(between.values()))
        return Rows(
            ByDocument(
                name,
                replace(self.measure.measured(rows[[number]]), count=len(apart.get(name, ()))),
                _mean(apart[name]) if name in apart else None,
            )
            for number, name in enumerate(self._study.documents)
        )

    def ceilings(self) -> tuple[Ceiling, ...] | Undefined:
        """By the Jaccard distance, which is a metric; F1 is none."""
        if self.measure.coefficient.name != "relation-jaccard":
            return Undefined("F1 is no metric, so it bounds no best system (relation-jaccard does)")
        whole = self.measure.whole
        apart = whole.observed if isinstance(whole.observed, Undefined) else 1 - float(whole.observed)
        return defined([halves("Jaccard distance of relations", apart, Undefined("it is not measured of relations"))])

    def sums(self) -> Sums | Undefined:
        """The coefficient, document by document."""
        return self.measure.sums() if self._study.graphs else Undefined(self.measure.why_undefined(np.zeros(3)))

    def sums_of_labels(self) -> dict[str, Sums]:
        """Every type, where arcs are counted."""
        if self.measure.coefficient.summed != "arc":
            return {}
        types = self.measure.seen_study.types
        return {type_: self.measure.sums(type_) for type_ in types}

    def sums_of_annotators(self) -> dict[str, Sums]:
        """Every annotator with all others."""
        return {name: self.measure.sums_with(name) for name in self._study.annotators}

    def hardest(self, most: int) -> list[HardItem]:
        """The pairs of mentions on which annotators differ most."""
        return [self._hard_item(item, disagreement) for disagreement, item in self._hard[:most]]

    @cached_property
    def _hard(self) -> list[tuple[float, Item]]:
        apart = [(_mean(between.values()), item) for item, between in self._distances]
        return sorted((each for each in apart if each[0] > 0), key=lambda each: -each[0])

    @property
    def differing(self) -> int:
        """On how many pairs of mentions annotators differ."""
        return len(self._hard)

    def _hard_item(self, item: Item, disagreement: float) -> HardItem:
        graph = self._study.graph_of[item.document]
        said = self._study.versions(item)
        text, before, after = item_text(graph, item)
        return HardItem(
            self._study.item_id(item),
            item.document,
            item_name(graph, item),
            disagreement,
            {
                name: shown_version(said[name], item, self._study) if name in said else None
                for name in self._study.annotators
            },
            text,
            before,
            after,
            graph.places,
        )

    def confusions(self, most: int) -> list[Confusion]:
        """The types that two annotators gave a link, the one this and the other that, and what if they were one."""
        pairs: Counter[tuple[str, str]] = Counter()
        items: dict[tuple[str, str], dict[str, None]] = {}
        for id_, ours, theirs in self._by_link():
            for first, second in {(min(a, b), max(a, b)) for a in ours - theirs for b in theirs - ours}:
                pairs[first, second] += 1
                items.setdefault((first, second), {})[id_] = None
        disagreement = sum(self.measure.rows()[:, 0]) if self.measure.coefficient.summed == "arc" else None
        return [
            Confusion(
                first,
                second,
                count,
                2 * count / disagreement if disagreement else 0.0,
                self._merged(first, second),
                len(items[first, second]),
                tuple(items[first, second])[:5],
            )
            for (first, second), count in sorted(pairs.items(), key=lambda entry: (-entry[1], entry[0]))[:most]
        ]

    def _merged(self, first: str, second: str) -> Value:
        try:
            return replace(self.measure, study=self.measure.seen_study.merged(first, second)).whole.value
        except NotApplicable as reason:
            return Undefined(str(reason))

    def _by_link(self) -> Iterator[tuple[str, set[str], set[str]]]:
        """The types that every two annotators gave every link that both drew, as far as they count, with its item."""
        study = self.measure.seen_study
        for item in study.items:
            drawn: list[dict[tuple[int, int], set[str]]] = []
            for arcs in study.versions(item).values():
                links: dict[tuple[int, int], set[str]] = {}
                for arc in arcs:
                    links.setdefault((arc.source, arc.target), set()).add(arc.type)
                drawn.append(links)
            for one, other in combinations(drawn, 2):
                for link in one.keys() & other.keys():
                    yield study.item_id(item), one[link], other[link]

    def reversed(self) -> Counter[str]:
        """How often one of two annotators drew an arc one way and the other only the other way, by type."""
        found: Counter[str] = Counter()
        for graph in self._study.graphs:
            for one, other in combinations(graph.arcs.values(), 2):
                ours, theirs = one - other, other - one
                found.update(arc.type for arc in ours if arc._replace(source=arc.target, target=arc.source) in theirs)
        return found

    def outliers(self) -> Outliers | Undefined:
        """Annotators who drift or are behind the rest over the items, and documents that are harder than the others."""
        if not self._study.items:
            return Undefined("nobody drew an arc")
        agreed = [
            (item.document, {pair: 1 - distance for pair, distance in between.items()})
            for item, between in self._distances
        ]
        annotators = outliers_of_pairs(agreed, self._study.annotators, self.measure.uncertainty.level, UNIT)
        number = {name: place for place, name in enumerate(self._study.documents)}
        means = np.array([_mean(between.values()) for _, between in self._distances])
        chances = harder(means, np.array([number[item.document] for item, _ in self._distances]))
        known = {name: float(p) for name, p in zip(number, chances, strict=False) if not np.isnan(p)}
        return Outliers(annotators, dict(zip(known, holm(list(known.values())), strict=True)))

    @cached_property
    def steps(self) -> dict[str, Measured]:
        """Mentions found, arcs linkable, mentions linked, links typed."""
        found = {}
        for step in steps_of(self._study):
            totals = step.rows.sum(axis=0)[None, :]
            why = "chance would not disagree either" if totals.any() else step.nothing
            plain = step.expected is None
            found[step.name] = Measured(
                value_of(step.values(totals), why),
                value_of(step.observed(totals), why),
                Undefined("it is not corrected for chance") if plain else value_of(step.expected(totals), why),  # type: ignore[misc]
                self.measure.interval(step.rows, step.values, (0.0 if plain else -1.0, 1.0)),
                len(step.rows),
            )
        return found

    def extra(self, most: int) -> tuple[Extra, ...]:
        """Where agreement is lost, and arcs drawn the other way round."""
        steps = Extra(
            "steps",
            "Found, linkable, linked, typed",
            ("step", "value", "interval", "observed", "expected"),
            tuple((name, each.value, each.interval, each.observed, each.expected) for name, each in self.steps.items()),
            (_STEPS,),
        )
        turned = self.reversed().most_common(most)
        return steps, *(
            [Extra("reversed", "Arcs the other way round", ("type", "pairs"), tuple(turned))] if turned else []
        )


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known)
