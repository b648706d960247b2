"""Agreement on labels from the definitions: loops over items and pairs of labels, in exact fractions where there are.

A table has one row per item and one column per annotator, None where an annotator gave no label. ``labels`` are all
there are, in their order. A coefficient that is undefined is None.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import pi, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Number = Fraction | float
    Row = Sequence[str | None]
    Distance = Callable[[str, str], Number]
    Coefficient = Callable[[Sequence[Row], Sequence[str], Distance], Number | None]


def given(row: Row) -> list[str]:
    """The labels of an item, without the missing ones."""
    return [label for label in row if label is not None]


def compared(table: Sequence[Row]) -> list[Row]:
    """The items with two labels or more."""
    return [row for row in table if len(given(row)) >= 2]


def used(table: Sequence[Row], labels: Sequence[str], *, singles: bool = False) -> list[str]:
    """The labels of the items that count."""
    return [label for label in labels if any(label in row for row in table if len(given(row)) >= 2 - singles)]


def mean(numbers: Sequence[Number]) -> Number | None:
    """The mean, or None of nothing."""
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else None


# --- distances -------------------------------------------------------------------------------------------------------


def nominal(a: str, b: str) -> Number:
    return Fraction(a != b)


def interval(a: str, b: str) -> Number:
    return (Fraction(a) - Fraction(b)) ** 2


def linear(a: str, b: str) -> Number:
    return abs(Fraction(a) - Fraction(b))


def radical(a: str, b: str) -> Number:
    return sqrt(abs(Fraction(a) - Fraction(b)))


def ratio(a: str, b: str) -> Number:
    x, y = Fraction(a), Fraction(b)
    return ((x - y) / (x + y)) ** 2 if x + y else Fraction(0)


def jaccard(a: str, b: str) -> Number:
    one, other = set(a.split("|")) - {""}, set(b.split("|")) - {""}
    return 1 - Fraction(len(one & other), len(one | other)) if one | other else Fraction(0)


def masi(a: str, b: str) -> Number:
    one, other = set(a.split("|")) - {""}, set(b.split("|")) - {""}
    if one == other:
        shape = Fraction(1)
    elif one < other or other < one:
        shape = Fraction(2, 3)
    else:
        shape = Fraction(1, 3) if one & other else Fraction(0)
    return 1 - (1 - jaccard(a, b)) * shape


def levenshtein(a: str, b: str) -> Number:
    """The fewest edits, found by trying all three for the last letters, as a share of the longer label."""

    @cache
    def edits(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        return min(edits(i - 1, j) + 1, edits(i, j - 1) + 1, edits(i - 1, j - 1) + (a[i - 1] != b[j - 1]))

    return Fraction(edits(len(a), len(b)), max(len(a), len(b))) if a or b else Fraction(0)


def ordinal(table: Sequence[Row], labels: Sequence[str]) -> Distance:
    """Krippendorff's: the labels given from one grade to the other, the two at the ends by half, squared."""
    pooled = [label for row in compared(table) for label in given(row)]

    def distance(a: str, b: str) -> Number:
        low, high = sorted((labels.index(a), labels.index(b)))
        between = sum(pooled.count(labels[grade]) for grade in range(low, high + 1))
        return (Fraction(between) - Fraction(pooled.count(a) + pooled.count(b), 2)) ** 2

    return distance


def ordinal_gwet(labels: Sequence[str]) -> Distance:
    """The number of ways to choose two of the grades from one to the other."""

    def distance(a: str, b: str) -> Number:
        low, high = sorted((labels.index(a), labels.index(b)))
        return Fraction(len(list(combinations(range(low, high + 1), 2))))

    return distance


def circular(labels: Sequence[str]) -> Distance:
    numbers = [Fraction(label) for label in labels]
    way_round = max(numbers, default=0) - min(numbers, default=0) + 1
    return lambda a, b: sin(pi * float((Fraction(a) - Fraction(b)) / way_round)) ** 2


def bipolar(labels: Sequence[str]) -> Distance:
    numbers = [Fraction(label) for label in labels]

    def distance(a: str, b: str) -> Number:
        x, y = Fraction(a), Fraction(b)
        return Fraction(0) if x == y else (x - y) ** 2 / ((x + y - 2 * min(numbers)) * (2 * max(numbers) - x - y))

    return distance


def distance_named(name: str, table: Sequence[Row], labels: Sequence[str]) -> Distance:
    """The distance of this name; some depend on the labels there are, one on how often they were given."""
    plain: dict[str, Distance] = {
        "nominal": nominal,
        "interval": interval,
        "linear": linear,
        "radical": radical,
        "ratio": ratio,
        "jaccard": jaccard,
        "masi": masi,
        "levenshtein": levenshtein,
    }
    if name == "ordinal":
        return ordinal(table, labels)
    return plain.get(name) or {"ordinal-gwet": ordinal_gwet, "circular": circular, "bipolar": bipolar}[name](labels)


# --- what is observed, and what chance would do ----------------------------------------------------------------------


def within(row: Row, distance: Distance) -> Number:
    """The mean distance of two labels of an item."""
    found = mean([distance(a, b) for a, b in permutations(given(row), 2)])
    assert found is not None
    return found


def observed_by_item(table: Sequence[Row], distance: Distance) -> Number | None:
    """The mean over items of the mean distance of two labels."""
    return mean([within(row, distance) for row in compared(table)])


def observed_by_label(table: Sequence[Row], distance: Distance) -> Number | None:
    """The same with items that count as often as they have labels."""
    return mean([within(row, distance) for row in compared(table) for _ in given(row)])


def drawn(first: dict[str, Fraction], second: dict[str, Fraction], distance: Distance) -> Number:
    """The distance to be expected of two labels drawn with these probabilities."""
    return sum((p * q * distance(a, b) for a, p in first.items() for b, q in second.items()), Fraction(0))


def shares(labels: Sequence[str], found: Sequence[str]) -> dict[str, Fraction]:
    """The share of each label."""
    return {label: Fraction(found.count(label), len(found)) for label in labels}


def pooled_shares(table: Sequence[Row], labels: Sequence[str]) -> dict[str, Fraction]:
    """The mean over items of the share of each label in the item."""
    items = [shares(labels, given(row)) for row in table if given(row)]
    return {label: sum((item[label] for item in items), Fraction(0)) / len(items) for label in labels}


def largest(labels: Sequence[str], distance: Distance) -> Number:
    """The largest distance of two labels."""
    return max((distance(a, b) for a in labels for b in labels), default=Fraction(0))


def corrected(observed: Number | None, expected: Number | None) -> Number | None:
    """The one equation; undefined where there is nothing to compare, or chance would not disagree."""
    return None if observed is None or not expected else 1 - observed / expected


# --- coefficients ----------------------------------------------------------------------------------------------------


def agreement(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    observed = observed_by_item(table, distance)
    return None if observed is None else 1 - observed / (largest(labels, distance) or 1)


def uniform(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    """Bennett's S and Randolph's kappa."""
    even = {label: Fraction(1, len(labels)) for label in labels}
    return corrected(observed_by_item(table, distance), drawn(even, even, distance))


def fleiss(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    """Scott's pi and Fleiss' kappa."""
    if not compared(table):
        return None
    pool = pooled_shares(table, labels)
    return corrected(observed_by_item(table, distance), drawn(pool, pool, distance))


def conger(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    """Cohen's kappa, weighted or not, and multi-kappa."""
    columns = [given(column) for column in zip(*table, strict=True)]
    own = [shares(labels, column) for column in columns if column]
    by_chance = mean([drawn(one, other, distance) for one, other in permutations(own, 2)])
    return corrected(observed_by_item(table, distance), by_chance)


def light(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    """The mean of the kappas of all pairs of annotators that have one."""
    columns = list(zip(*table, strict=True))
    kappas = [
        conger(compared(list(zip(one, other, strict=True))), labels, distance)
        for one, other in combinations(columns, 2)
    ]
    return mean([kappa for kappa in kappas if kappa is not None])


def gwet(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    """AC1 and AC2."""
    far = largest(labels, distance)
    if not compared(table) or len(labels) < 2 or not far:
        return None
    weights = sum((1 - distance(a, b) / far for a in labels for b in labels), Fraction(0))
    spread = sum((p * (1 - p) for p in pooled_shares(table, labels).values()), Fraction(0))
    by_chance = weights * spread / (len(labels) * (len(labels) - 1))
    return corrected(observed_by_item(table, distance), far * (1 - by_chance))


def alpha(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    """Krippendorff's alpha: any two of all the labels that stand beside another."""
    pool = [label for row in compared(table) for label in given(row)]
    return corrected(observed_by_label(table, distance), mean([distance(a, b) for a, b in permutations(pool, 2)]))


def pairwise_f1(table: Sequence[Row], labels: Sequence[str], distance: Distance) -> Number | None:
    """The mean over labels of the mean over pairs of annotators of F1."""
    found = []
    for label in labels:
        scores = []
        for one, other in combinations(list(zip(*table, strict=True)), 2):
            both = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
            used = sum(a == label for a, _ in both) + sum(b == label for _, b in both)
            if used:
                scores.append(Fraction(2 * sum(a == label == b for a, b in both), used))
        found.append(mean(scores))
    return mean([score for score in found if score is not None])


COEFFICIENTS: dict[str, Coefficient] = {
    "observed": agreement,
    "s": uniform,
    "randolph": uniform,
    "pi": fleiss,
    "fleiss": fleiss,
    "kappa": conger,
    "weighted-kappa": conger,
    "multi-kappa": conger,
    "concordance": conger,
    "light": light,
    "ac1": gwet,
    "ac2": gwet,
    "alpha": alpha,
    "pairwise-f1": pairwise_f1,
}
"""The definition of each coefficient, by the name that accord has for it."""


def measured(
    name: str, table: Sequence[Row], labels: Sequence[str], distance: str, *, singles: bool = False
) -> Number | None:
    """A coefficient of a table; items with one label are left out, or count for what chance would do."""
    kept = [row for row in table if len(given(row)) >= (1 if singles else 2)]
    return COEFFICIENTS[name](kept, labels, cache(distance_named(distance, kept, labels)))


def jackknife_error(values: Sequence[float]) -> float:
    """The standard error from the values without each unit in turn."""
    centre = sum(values) / len(values)
    return sqrt((len(values) - 1) / len(values) * sum((value - centre) ** 2 for value in values))
