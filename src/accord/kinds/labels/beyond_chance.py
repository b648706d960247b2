"""Accuracy beyond what chance would reach, where each side gives every label as often as it does.

    chance = sum over labels of r_k p_k / n^2,   corrected accuracy = (accuracy - chance) / (1 - chance)

with r_k and p_k of n items that have label k in the reference and in the system. Corrected accuracy is Cohen's kappa of
the two. Of one label it is F1 with what r_k p_k / n items would be by chance, corrected, which is kappa of that label
against all others. Only the counts of both sides matter, so it is the same whether the reference is held fixed or not.

Chance exchanges the labels of the system between items. Their number that is right has the variance

    (S - sum r_k p_k^2 / n - sum p_k r_k^2 / n + S^2 / n^2) / (n - 1),   S = sum r_k p_k

(Wald & Wolfowitz 1944). p is by the normal distribution, or from random exchanges where there are few items; of one
label it is exact, of the hypergeometric distribution.

Where items have sets of labels, the share of items with the same set is corrected in the same way, each set as one
label; F1 of a label is that of items that have it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from hashlib import sha256
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.interval import LEVEL
from accord.agreement.result import Measured, Undefined, drawn_p
from accord.agreement.signature import Signature
from accord.errors import NotApplicable
from accord.kinds.labels.score_formulas import KAPPA
from accord.messages import call, option
from accord.scoring.corrected import CORRECTED, DRAWS, FEW, Corrected
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.formula import Formula, share
from accord.scoring.run import ALL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.resample import Floats, Integers
    from accord.agreement.result import Value
    from accord.kinds.labels.label_pairs import LabelPairs
    from accord.scoring.corrected import Correction
    from accord.scoring.unit_rows import UnitRows

_SAME = "both sides have one label only: chance would agree as well"
_OF_SPANS = ("match", "types", "model", "fixed", "split_difficulty")
_AT_ONCE = 4_000_000
_NOTHING = 1e-9
"""A variance below this is what is left of a difference of equal numbers."""


def corrected_labels(
    pairs: LabelPairs,
    unit: str,
    item: str,
    correction: Correction,
    documents: Sequence[str] = (),
    *,
    members: Mapping[str, LabelPairs] | None = None,
) -> dict[str, Corrected]:
    """What a system has right beyond chance; ``documents`` are those of the units, where they are known.

    Where labels are sets, ``members`` says of each label whether items have it.
    """
    correction.refuse(_OF_SPANS, "labels" if members is None else "sets of labels")
    if not pairs.fits:
        what = "labels" if members is None else "sets of labels"
        raise NotApplicable(f"{len(pairs.labels):,} different {what} are too many to say what chance gives of each")
    rows = pairs.rows(pairs.counts())
    how = _Draws(correction.draws, correction.seed)
    observed, given = ("accuracy", "labels") if members is None else ("exact match", "whole sets")
    name = f"{CORRECTED}{observed.replace(' ', '-')}"
    return {
        ALL: Corrected(
            _measured(rows, unit, how),
            CountedMeasure(name, rows, unit, _ACCURACY),
            replace(_signature(pairs, unit, item, how), measure=name),
            observed,
            f"chance: both sides give their {given} as often as they do, to any {item}; corrected {observed} is "
            f"Cohen's kappa{'' if members is None else _of_sets()}",
            draws=how.of(len(pairs.reference)),
            by_label=partial(_by_label, pairs, rows, unit) if members is None else partial(_by_member, members, unit),
            by_document=partial(_by_document, rows, unit, documents, how),
            of_label=("F1", "corrected F1"),
            drawn="exchanges",
            label_note="p: exact, of all exchanges",
        )
    }


def _of_sets() -> str:
    how = call("agree", option("distance", "jaccard"))
    return f" of sets; Jaccard is not corrected: {how} gives alpha of both sides over it"


_ACCURACY = Formula(KAPPA.of, _SAME, bounds=(-1.0, 1.0))


class _Draws(NamedTuple):
    """How many exchanges give p, if that was said, and the seed of the random numbers."""

    said: int | None
    seed: int

    def of(self, items: int) -> int:
        """How many for so many items; 0 for the normal distribution."""
        return (DRAWS if items < FEW else 0) if self.said is None else self.said


def _measured(rows: UnitRows, unit: str, how: _Draws) -> Measured:
    """Accuracy of some units: rows of three counts for each label."""
    measure = CountedMeasure(f"{CORRECTED}accuracy", rows, unit, _ACCURACY)
    reference, predicted, correct = (np.array(rows.totals[part::3]) for part in range(3))
    items = int(reference.sum())
    if not items:
        nothing = Undefined("there are no items")
        return Measured(nothing, nothing, nothing, nothing, len(rows), nothing, nothing)
    observed, expected = correct.sum() / items, (reference * predicted.astype(float)).sum() / items**2
    sd = _sd(reference.astype(float), predicted.astype(float), items)
    found = Measured(measure.value, float(observed), float(expected), measure.interval, len(rows), sd)
    if isinstance(sd, Undefined):
        return replace(found, p=sd)
    if draws := how.of(items):
        drawn = _drawn(reference, predicted, draws, np.random.default_rng(how.seed))
        return replace(found, p=drawn_p(int(np.count_nonzero(drawn >= correct.sum())), draws))
    return replace(found, p=erfc(found.z / sqrt(2)) / 2 if isinstance(found.z, float) else 1.0)


def _sd(reference: Floats, predicted: Floats, items: int) -> Value:
    """The standard deviation of accuracy, where labels are exchanged between items."""
    if items < 2:
        return Undefined("two items are needed to exchange labels")
    same = float((reference * predicted).sum())
    mixed = float((reference * predicted * (reference + predicted)).sum())
    variance = (same - mixed / items + same**2 / items**2) / (items - 1)
    return sqrt(variance) / items if variance > _NOTHING else 0.0


def _drawn(reference: Integers, predicted: Integers, draws: int, rng: np.random.Generator) -> Integers:
    """How many items are right in each draw, in which labels of the system are exchanged; it may have given fewer."""
    ours = np.repeat(np.arange(len(reference)), reference)
    theirs = np.concatenate([np.repeat(np.arange(len(predicted)), predicted), np.full(len(ours) - predicted.sum(), -1)])
    size = max(1, _AT_ONCE // len(ours))
    blocks = [min(size, draws - start) for start in range(0, draws, size)]
    right = [(rng.permuted(np.tile(theirs, (block, 1)), axis=1) == ours).sum(axis=1) for block in blocks]
    found: Integers = np.concatenate(right)
    return found


def _by_label(pairs: LabelPairs, rows: UnitRows, unit: str) -> dict[str, Measured]:
    """F1 of each label that occurs, the most frequent first, against what chance gives of it.

    How many items both sides give a label is then hypergeometric.
    """
    items = sum(rows.totals[::3])
    counts = {label: rows.totals[3 * number : 3 * number + 3] for number, label in enumerate(pairs.labels)}
    return {
        label: _of_counts(CountedMeasure(label, rows, unit, _of_label(pairs.labels.index(label))), counts[label], items)
        for label in sorted(counts, key=lambda label: -counts[label][0])
        if any(counts[label])
    }


def _by_member(members: Mapping[str, LabelPairs], unit: str) -> dict[str, Measured]:
    """F1 of each label of sets, against what chance gives of it: an item has it or has it not."""
    return {
        label: _by_label(pairs, pairs.rows(pairs.counts()), unit)[label]
        for label, pairs in members.items()
        if pairs.counts()[:, :2].any()
    }


def _of_counts(measure: CountedMeasure, counts: Sequence[int], items: int) -> Measured:
    from scipy.stats import hypergeom

    reference, predicted, correct = counts
    size = reference + predicted
    sd: Value = Undefined("two items are needed to exchange labels")
    if items > 1:
        variance = reference * predicted * (items - reference) * (items - predicted) / items**2 / (items - 1)
        sd = 2 * sqrt(variance) / size
    return Measured(
        measure.value,
        2 * correct / size,
        2 * reference * predicted / items / size,
        measure.interval,
        len(measure.rows),
        sd,
        float(hypergeom.sf(correct - 1, items, reference, predicted)),
    )


def _of_label(number: int) -> Formula:
    """F1 of a label corrected for chance, of three counts for each label."""

    def value(totals: Integers) -> Floats:
        reference, predicted, correct = (totals[:, 3 * number + part].astype(float) for part in range(3))
        expected = share(2 * reference * predicted, totals[:, ::3].sum(axis=1))
        return share(2 * correct - expected, reference + predicted - expected)

    return Formula(value, "chance would agree as well", bounds=(-1.0, 1.0))


def _by_document(rows: UnitRows, unit: str, documents: Sequence[str], how: _Draws) -> dict[str, Measured]:
    groups = rows.grouped(documents) if documents else {}
    return {str(name): _measured(some, unit, how) for name, some in groups.items()}


def _signature(pairs: LabelPairs, unit: str, item: str, how: _Draws) -> Signature:
    whole = sha256(repr(pairs.labels).encode("utf-8", "surrogatepass"))
    for codes in (pairs.reference, pairs.predicted):
        whole.update(np.ascontiguousarray(codes, dtype=np.int64).tobytes())
    draws = how.of(len(pairs.reference))
    choices: dict[str, object] = {
        "chance": "both-marginals",
        "of": f"{item}s",
        "items": len(pairs.reference),
        "labels": len(pairs.labels),
        "sd": "exact",
        **({"draws": draws, "seed": how.seed} if draws else {"p": "normal"}),
        "ci": "jackknife",
        "level": LEVEL,
        "over": f"{unit}s",
        "data": whole.hexdigest()[:8],
    }
    return Signature(f"{CORRECTED}accuracy", choices)
