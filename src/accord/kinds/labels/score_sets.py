"""Sets of labels against a reference: items that have any number of labels.

    exact-match   items with the same set / items
    jaccard       the mean over items of the labels of both / the labels of either; 1 where both have none
    hamming-loss  labels that one side has and the other not / (items * all labels)

and F1 of each label, micro (all labels together), macro (their mean) and weighted (by their number in the reference).
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import UsageError
from accord.kinds.labels.beyond_chance import corrected_labels
from accord.kinds.labels.label_pairs import LabelPairs
from accord.kinds.labels.scored_labels import members_in
from accord.messages import option
from accord.scoring.counted_measure import CountedMeasure, LabelMeasures
from accord.scoring.counted_scores import CountedRun
from accord.scoring.formula import RECALL, Formula, macro, micro, share, weighted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from accord.agreement.resample import Floats, Integers
    from accord.scoring.corrected import Corrected, Correction
    from accord.scoring.counted_scores import ScoringError
    from accord.scoring.instances import Instance

_SEPARATORS = ("|", ";", ",", "#")
_MAX_STEPS = 1 << 31


def score_sets(
    pairs: LabelPairs,
    separator: str,
    file: str,
    *,
    documents: Sequence[str] = (),
    errors: Callable[[], Iterable[ScoringError]] | None = None,
    instances: Callable[[], Iterable[Instance]] | None = None,
) -> CountedRun:
    """All measures of items whose labels are sets."""
    sets = [frozenset(members_in(label, separator)) for label in pairs.labels]
    nothing: frozenset[str] = frozenset()
    ours = [sets[code] for code in pairs.pairs[0].tolist()]
    theirs = [[*sets, nothing][code] for code in pairs.pairs[1].tolist()]
    members = sorted(set().union(*sets))
    table = _by_member(ours, theirs, members)
    one, same, answered = np.ones(len(ours), dtype=np.int64), pairs.same, pairs.answered
    columns = range(3 * len(members))
    of_labels = LabelMeasures(members, pairs.rows(table), "item")
    measures = [
        CountedMeasure("exact-match", pairs.rows(np.stack([one, one, same], axis=1)), "item"),
        _jaccard(pairs, ours, theirs, min(len(members), 2 * max(map(len, sets), default=0))),
        *(
            CountedMeasure(f"{name}-f1", of_labels.rows, "item", formula("f1").on(columns))
            for name, formula in (("micro", micro), ("macro", macro), ("weighted", weighted))
        ),
        CountedMeasure("hamming-loss", pairs.rows(np.column_stack([one, table])), "item", _hamming(len(members))),
    ]
    if not answered.all():
        measures.append(CountedMeasure("coverage", pairs.rows(np.stack([one, one, answered], axis=1)), "item", RECALL))
    return CountedRun(
        file,
        {measure.name: measure for measure in measures},
        lambda: {label: counts for label, counts in of_labels.counts.items() if any(counts)},
        {"items": pairs.units},
        of_labels=of_labels,
        documents=documents,
        errors=errors,
        instances=instances,
        beyond_chance=partial(_beyond_chance, pairs, sets, members, documents),
    )


def _beyond_chance(
    pairs: LabelPairs,
    sets: Sequence[frozenset[str]],
    members: Sequence[str],
    documents: Sequence[str],
    correction: Correction,
) -> Mapping[str, Corrected]:
    """Exact match beyond chance, and each label for itself."""

    def having(label: str) -> LabelPairs:
        code = np.array([*(0 if label in each else 1 for each in sets), 2])
        return LabelPairs((label, ""), code[pairs.reference], code[pairs.predicted], pairs.units)

    each = {label: having(label) for label in members}
    return corrected_labels(pairs, "item", "item", correction, documents, members=each)


def _by_member(ours: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]], members: Sequence[str]) -> np.ndarray:
    """Three counts for each label side by side, for each pair of sets."""
    column = {label: 3 * number for number, label in enumerate(members)}
    table = np.zeros((len(ours), 3 * len(members)), dtype=np.int64)
    for row, both in enumerate(zip(ours, theirs, strict=True)):
        for part, some in enumerate((*both, both[0] & both[1])):
            for label in some:
                table[row, column[label] + part] = 1
    return table


def _jaccard(
    pairs: LabelPairs, ours: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]], largest: int
) -> CountedMeasure:
    """The mean Jaccard index, whose parts are added up exactly where they have a common denominator of usual size.

    That is one of all unions that can be, which are no larger than ``largest``: rows of systems that are compared
    change places, so they must count in the same steps.
    """
    shares = [
        Fraction(len(one & other), len(one | other)) if one | other else Fraction(int(answered))
        for one, other, answered in zip(ours, theirs, pairs.answered.tolist(), strict=True)
    ]
    steps = lcm(*range(1, largest + 1))
    exact = steps < _MAX_STEPS
    steps = steps if exact else 1
    parts = np.array([int(each * steps) if exact else float(each) for each in shares])

    def mean(totals: Integers) -> Floats:
        return share(totals[:, 1], totals[:, 0]) / steps

    rows = pairs.rows(np.column_stack([np.ones(len(shares), dtype=parts.dtype), parts]))
    return CountedMeasure("jaccard", rows, "item", Formula(mean, "there is no item"))


def _hamming(labels: int) -> Formula:
    def loss(totals: Integers) -> Floats:
        wrong = totals[:, 1::3].sum(axis=1) + totals[:, 2::3].sum(axis=1) - 2 * totals[:, 3::3].sum(axis=1)
        return share(wrong, totals[:, 0] * labels)

    return Formula(loss, "there is no label", lower_is_better=True)


def refuse_possible_sets(labels: Sequence[str]) -> None:
    """Refuse labels that may be one or several: all their parts occur as labels or in other ones, too."""
    for separator in _SEPARATORS:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for label in labels:
            for member in members_in(label, separator):
                found[member].add(label)
        for label in labels:
            members = members_in(label, separator)
            if len(members) > 1 and all(len(found[member]) > 1 for member in members):
                raise UsageError(
                    f"{label!r} may be one label or a set of {len(members)}: say {option('set_separator', separator)} "
                    f"if labels are sets, or {option('set_separator', '')} if each is one label"
                )
