"""Weights from the definitions: loops over items and pairs of annotators, in exact fractions.

A table has one row per item and one column per annotator, None where an annotator gave no label.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Row = Sequence[str | None]
    Pairs = dict[tuple[str, str], Fraction]


def confusion(table: Sequence[Row]) -> Pairs:
    """How often one says the first label where another says the second; of two annotators the first and the second."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in table:
        given = [label for label in row if label is not None]
        if len(row) == 2 and len(given) == 2:
            counts[given[0], given[1]] += Fraction(1)  # type: ignore[assignment]
        elif len(row) > 2 and len(given) >= 2:
            for one, other in permutations(given, 2):
                counts[one, other] += Fraction(1, 2 * (len(given) - 1))  # type: ignore[assignment]
    return {pair: Fraction(count) for pair, count in counts.items()}


def smoothed(pairs: Pairs, labels: Sequence[str], smooth: Fraction) -> Pairs:
    """Every pair of labels so much more often."""
    return {(one, other): pairs.get((one, other), Fraction(0)) + smooth for one in labels for other in labels}


def weight(kind: str, pairs: Pairs, labels: Sequence[str], gold: str, predicted: str) -> Fraction:
    """gamma(gold, predicted) of all pairs of labels, for an error."""
    total = sum(pairs.values())
    says = {label: sum(pairs[label, other] for other in labels) for label in labels}
    is_said = {label: sum(pairs[other, label] for other in labels) for label in labels}
    if kind == "f1":
        both = says[gold] + is_said[gold]
        return 2 * pairs[gold, gold] / both if both else Fraction(1)
    if kind == "cm":
        return 1 - (pairs[gold, predicted] + pairs[predicted, gold]) / (2 * total)
    if kind == "cm-cond":
        halves = [
            pairs[pair] / whole
            for pair, whole in (((gold, predicted), says[gold]), ((predicted, gold), is_said[gold]))
            if whole
        ]
        return 1 - sum(halves, Fraction(0)) / len(halves) if halves else Fraction(1)
    if kind == "cm-max":
        met = {(one, other): pairs[one, other] + pairs[other, one] for one, other in permutations(labels, 2)}
        largest = max(met.values())
        return 1 - Fraction(9, 10) * met[gold, predicted] / largest if largest else Fraction(1)
    return Fraction(1)
