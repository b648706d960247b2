"""Scores of the labels of items, slowly and from the definitions; nothing stands for no answer."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

Labels = list[str]


def accuracy(reference: Labels, predicted: Labels) -> Fraction | None:
    """Equal labels / items; an item without an answer is wrong."""
    same = sum(ours == theirs for ours, theirs in zip(reference, predicted, strict=True))
    return Fraction(same, len(reference)) if reference else None


def recall(label: str, reference: Labels, predicted: Labels) -> Fraction | None:
    """Of the items that have a label in the reference, those that have it in the prediction."""
    found = [theirs == label for ours, theirs in zip(reference, predicted, strict=True) if ours == label]
    return Fraction(sum(found), len(found)) if found else None


def f1(label: str, reference: Labels, predicted: Labels) -> Fraction | None:
    """2 both / (reference + predicted)."""
    both = sum(ours == theirs == label for ours, theirs in zip(reference, predicted, strict=True))
    size = reference.count(label) + predicted.count(label)
    return Fraction(2 * both, size) if size else None


def balanced_accuracy(reference: Labels, predicted: Labels) -> Fraction:
    """The mean recall of the labels of the reference."""
    recalls = [recall(label, reference, predicted) or Fraction(0) for label in set(reference)]
    return sum(recalls, Fraction(0)) / len(recalls)


def macro_f1(reference: Labels, predicted: Labels) -> Fraction:
    """The mean F1 of all labels that occur."""
    labels = {*reference, *predicted} - {""}
    return sum((f1(label, reference, predicted) or Fraction(0) for label in labels), Fraction(0)) / len(labels)


def kappa(reference: Labels, predicted: Labels) -> Fraction | None:
    """(observed - expected) / (1 - expected) agreement, expected over all pairs of a reference and a prediction."""
    pairs = [(ours, theirs) for ours in reference for theirs in predicted]
    expected = Fraction(sum(ours == theirs for ours, theirs in pairs), len(pairs))
    observed = accuracy(reference, predicted)
    assert observed is not None
    return None if expected == 1 else (observed - expected) / (1 - expected)


def mcc(reference: Labels, predicted: Labels) -> float | None:
    """The correlation of two tables of items by labels (Gorodkin 2004), from its covariances."""
    labels = sorted({*reference, *predicted})

    def covariance(one: Labels, other: Labels) -> Fraction:
        total = Fraction(0)
        for label in labels:
            x, y = [int(each == label) for each in one], [int(each == label) for each in other]
            mean_x, mean_y = Fraction(sum(x), len(x)), Fraction(sum(y), len(y))
            total += sum(((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)), Fraction(0))
        return total

    both = covariance(reference, reference) * covariance(predicted, predicted)
    return float(covariance(reference, predicted)) / sqrt(both) if both else None


def weighted_kappa(reference: list[Fraction], predicted: list[Fraction], power: int) -> Fraction | None:
    """1 - observed / expected distance, which is |x - y| to a power; expected over all pairs."""
    observed = [abs(x - y) ** power for x, y in zip(reference, predicted, strict=True)]
    expected = [abs(x - y) ** power for x in reference for y in predicted]
    by_chance = Fraction(sum(expected), len(expected))
    return 1 - Fraction(sum(observed), len(observed)) / by_chance if by_chance else None


def mean_error(reference: list[Fraction], predicted: list[Fraction], power: int) -> float:
    """The root, for squares, of the mean of |x - y| to a power."""
    errors = [abs(x - y) ** power for x, y in zip(reference, predicted, strict=True)]
    return float(float(sum(errors) / len(errors)) ** (1 / power))


def jaccard(reference: list[frozenset[str]], predicted: list[frozenset[str]]) -> Fraction:
    """The mean of the share of labels that both have; 1 where neither has any."""
    shares = [
        Fraction(len(x & y), len(x | y)) if x | y else Fraction(1) for x, y in zip(reference, predicted, strict=True)
    ]
    return sum(shares, Fraction(0)) / len(shares)


def hamming_loss(reference: list[frozenset[str]], predicted: list[frozenset[str]]) -> Fraction | None:
    """Labels of one side only / (items * labels)."""
    labels = frozenset().union(*reference, *predicted)
    wrong = sum(len(x ^ y) for x, y in zip(reference, predicted, strict=True))
    return Fraction(wrong, len(labels) * len(reference)) if labels else None
