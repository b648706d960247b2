"""Soft evaluation: how near predicted shares of labels p come to those of the annotators q, item by item.

    cross-entropy        - sum of q log p'               in nats; p' = p, but at least the clip; lowest: H(q)
    KL                   cross-entropy - H(q)            0 where both are the same
    JSD                  H(m) - (H(q) + H(p)) / 2        base 2, m = (q + p) / 2; from 0 to 1; not its square root
    Manhattan            sum of |q - p|                  from 0 to 2
    entropy correlation  Pearson's r of H(q) and H(p)    over items: are the items that divide people those in doubt?
    entropy similarity   cosine of H(q) and H(p)         over items
    accuracy             the likeliest label is that of most annotators; items with two such are left out

The first four are means over items. How to read them: cross-entropy and KL have no upper bound but the one that the
clip gives them: a share of 0 for a label that somebody gave costs -log clip. They favour soft predictions, JSD and
Manhattan sharp ones, and they do not always rank systems alike: report several.

Uma, A. et al. (2021). Learning from disagreement: a survey. Rizzi, G. et al. (2024). Soft metrics for evaluation with
disagreements: an assessment.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Result, Undefined, shown
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import Uncertainty, interval_of
from accord.errors import UsageError
from accord.messages import plural
from accord.model.presentation import ResultExport
from accord.study.coding import MISSING
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.agreement.result import Interval, Value
    from accord.study.quotient import Floats
    from accord.study.soft import SoftStudy

CLIP = 1e-12
"""The smallest share that a logarithm is taken of."""


class SoftMeasure(NamedTuple):
    """One measure as a function of sums over items (resamples, columns), and the values it can have."""

    name: str
    title: str
    statistic: Callable[[Floats], Floats]
    highest: float | None
    """None where the clip sets it."""
    lowest: float = 0.0
    undefined: str = "there are no items"


class Columns(NamedTuple):
    """What is summed over items."""

    items: Floats
    cross_entropy: Floats
    kl: Floats
    jsd: Floats
    manhattan: Floats
    asked: Floats
    """The entropy of the annotators, and below of the prediction, with squares and product."""
    told: Floats
    asked_squared: Floats
    told_squared: Floats
    product: Floats
    decided: Floats
    right: Floats


@dataclass(frozen=True, slots=True)
class ByAnnotator:
    """The prediction against one annotator: how often their label is the likeliest, and the mean -log of its share."""

    annotator: str
    items: int
    accuracy: float
    accuracy_interval: Interval | Undefined
    cross_entropy: float
    cross_entropy_interval: Interval | Undefined


@dataclass(frozen=True, repr=False)
class SoftScores(ResultExport):
    """All soft measures of one prediction."""

    study: SoftStudy
    results: tuple[Result, ...]
    annotators: tuple[ByAnnotator, ...]
    uncertainty: Uncertainty

    def __getitem__(self, name: str) -> Value:
        for result in self.results:
            if result.name == name:
                return result.value
        raise KeyError(f"there is no measure {name}: there are {', '.join(each.name for each in self.results)}")

    def __repr__(self) -> str:
        values = ", ".join(f"{each.name} {shown(each.value)}" for each in self.results)
        return f"<SoftScores of {plural(len(self.study.items), 'item')}: {values}>"


def soft_scores(study: SoftStudy, uncertainty: Uncertainty, clip: float = CLIP) -> SoftScores:
    """Every measure with its interval over items."""
    if not 0 < clip < 0.5:
        raise UsageError(f"the clip lies between 0 and 0.5, {clip:g} does not")
    columns = columns_of(study.reference, study.predicted, clip)
    units = ResampleRows.each(np.stack(columns, axis=1))
    choices = {
        "clip": f"{clip:g}",
        "reference": study.made_of,
        "items": len(study.items),
        "labels": len(study.labels),
        **uncertainty.choices(),
    }
    results = tuple(_result(measure, units, choices, uncertainty, clip) for measure in MEASURES)
    annotators = tuple(_by_annotator(study, who, uncertainty, clip) for who in study.answers)
    return SoftScores(study, results, annotators, uncertainty)


def columns_of(reference: Floats, predicted: Floats, clip: float = CLIP) -> Columns:
    """What is summed, for every item, shape (items,) each."""
    cross = -(reference * np.log(np.maximum(predicted, clip))).sum(axis=1)
    asked, told, between = map(entropy, (reference, predicted, (reference + predicted) / 2))
    modes = reference == reference.max(axis=1, keepdims=True)
    decided = modes.sum(axis=1) == 1
    return Columns(
        np.ones(len(reference)),
        cross,
        cross - asked,
        np.maximum(between - (asked + told) / 2, 0.0) / log(2),
        np.abs(reference - predicted).sum(axis=1),
        asked,
        told,
        asked**2,
        told**2,
        asked * told,
        decided.astype(np.float64),
        decided * _chosen(predicted, reference.argmax(axis=1)),
    )


def entropy(shares: Floats) -> Floats:
    """H = - sum of p log p in nats, shape (items,)."""
    found: Floats = -np.where(shares > 0, shares * np.log(np.where(shares > 0, shares, 1.0)), 0.0).sum(axis=1)
    return np.maximum(found, 0.0)


def _chosen(predicted: Floats, codes: np.ndarray) -> Floats:
    """1 where the code is the likeliest label, a part of it where several are, else 0."""
    likeliest = predicted == predicted.max(axis=1, keepdims=True)
    rows = np.arange(len(codes))
    share: Floats = likeliest[rows, codes] / likeliest.sum(axis=1)
    return share


def _mean(column: str, over: str = "items") -> Callable[[Floats], Floats]:
    at, count = Columns._fields.index(column), Columns._fields.index(over)
    return lambda totals: quotient(totals[:, at], totals[:, count])


def _correlation(totals: Floats) -> Floats:
    by = Columns(*totals.T)
    product = by.items * by.product - by.asked * by.told
    apart = (by.items * by.asked_squared - by.asked**2, by.items * by.told_squared - by.told**2)
    varies = np.all([spread > 1e-12 * by.items**2 for spread in apart], axis=0)
    return np.where(varies, quotient(product, np.sqrt(np.where(varies, apart[0] * apart[1], 0.0))), np.nan)


def _similarity(totals: Floats) -> Floats:
    by = Columns(*totals.T)
    return quotient(by.product, np.sqrt(np.maximum(by.asked_squared * by.told_squared, 0.0)))


MEASURES = (
    SoftMeasure("cross-entropy", "cross-entropy", _mean("cross_entropy"), None),
    SoftMeasure("kl", "KL divergence", _mean("kl"), None),
    SoftMeasure("jsd", "JSD (base 2)", _mean("jsd"), 1.0),
    SoftMeasure("manhattan", "Manhattan", _mean("manhattan"), 2.0),
    SoftMeasure(
        "entropy-correlation",
        "entropy correlation",
        _correlation,
        1.0,
        -1.0,
        "all items have the same entropy, by the annotators or by the prediction",
    ),
    SoftMeasure(
        "entropy-similarity",
        "entropy similarity",
        _similarity,
        1.0,
        undefined="nothing has entropy, by the annotators or by the prediction",
    ),
    SoftMeasure(
        "accuracy",
        "accuracy",
        _mean("right", "decided"),
        1.0,
        undefined="no item has a label that most annotators gave",
    ),
)


def _result(
    measure: SoftMeasure, units: ResampleRows, choices: dict[str, object], uncertainty: Uncertainty, clip: float
) -> Result:
    value = float(measure.statistic(units.totals()[None, :])[0])
    bounds = measure.lowest, -log(clip) if measure.highest is None else measure.highest
    return Result(
        measure.name,
        Undefined(measure.undefined) if np.isnan(value) else value,
        interval_of(units, measure.statistic, bounds, "item", uncertainty),
        Signature(f"soft:{measure.name}", choices),
        used={"items": units.count},
    )


def _by_annotator(study: SoftStudy, who: str, uncertainty: Uncertainty, clip: float) -> ByAnnotator:
    answered = np.flatnonzero(study.answers[who] != MISSING)
    codes, predicted = study.answers[who][answered], study.predicted[answered]
    rows = np.arange(len(codes))
    cost = -np.log(np.maximum(predicted[rows, codes], clip))
    units = ResampleRows.each(np.stack([np.ones(len(codes)), _chosen(predicted, codes), cost], axis=1))

    def measured(column: int, highest: float) -> tuple[float, Interval | Undefined]:
        def statistic(totals: Floats) -> Floats:
            return quotient(totals[:, column], totals[:, 0])

        value = float(statistic(units.totals()[None, :])[0])
        return value, interval_of(units, statistic, (0.0, highest), "item", uncertainty)

    return ByAnnotator(who, len(codes), *measured(1, 1.0), *measured(2, -log(clip)))
