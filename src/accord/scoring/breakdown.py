"""Where a system fails: what it scores of each group of things, and whether that differs from the rest.

Every thing that the headline counts (a mention, an arc, the label of an item) belongs to one group: by its length, the
frequency of its words, whether training data hold it, its document, its label, or anything that stands beside it in the
file. What a system made up belongs to a group by its own length and words, all else by those of the reference. The
counts of all groups together are those of the headline.

    value of a group  = the headline, of its things alone; jackknife interval over the units that hold some of them
    difference        = value of the group - value of all others
    t                 = difference / SE,   with the units of the smaller side - 1 as degrees of freedom
    SE^2              = sum_u w_u^2, and no less than if all things were independent
    w_u               = e_u(group) / d(group) - e_u(rest) / d(rest),   e_u = n_u - V d_u

where the headline is a quotient V = n / d of counts (F1: n = 2 correct, d = reference + predicted), and n_u and d_u
are those of unit u. The w_u add up to the difference. They are taken around the value of all, as if nothing differed,
so that a group in which all is right is not certain for that alone: a score test, which allows for things of one
sentence that go wrong together. q is p corrected for the number of groups of a run by Benjamini and Hochberg.

How to read it: of the groups with q below 0.05 one in twenty, on average, does not differ from the rest. A group that
differs need not be the cause: long mentions are also rare ones.

Liang, K.-Y. & Zeger, S. L. (1986). Longitudinal data analysis using generalized linear models.
Benjamini, Y. & Hochberg, Y. (1995). Controlling the false discovery rate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.resample import benjamini_hochberg
from accord.agreement.result import Undefined
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.counts import Counts
from accord.scoring.formula import F1
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.agreement.resample import Floats, Integers
    from accord.agreement.result import Value
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.instances import Instance

_TIE = 1e-12


class Grouping(NamedTuple):
    """What things are grouped by: the group of each, and all groups in the order in which they are shown."""

    by: str
    group_of: Callable[[CountedRun, Instance], str]
    order: Sequence[str] = ()
    """Those that are known beforehand; others follow in the order in which they come first."""
    note: str = ""
    """What is to be said of it."""


@dataclass(frozen=True, slots=True)
class Group:
    """What a system scores of some of the things that its headline counts, and of all others."""

    name: str
    measure: CountedMeasure
    """The headline of the group, over the units that hold something of it."""
    difference: Value
    p: Value
    q: Value

    @property
    def counts(self) -> Counts:
        """What the reference has of it, the system, and both."""
        return Counts(*self.measure.rows.totals)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The groups of one run."""

    by: str
    file: str
    measure: str
    unit: str
    groups: tuple[Group, ...]
    note: str = ""


def break_down(run: CountedRun, groupings: Sequence[Grouping]) -> list[Breakdown]:
    """The groups of a run by each of several groupings; q is corrected for all of them."""
    assert run.instances is not None
    instances = list(run.instances())
    found = [_by(run, instances, each) for each in groupings]
    tested = [group for each in found for group in each.groups if not isinstance(group.p, Undefined)]
    corrected = dict(zip(map(id, tested), benjamini_hochberg([group.p for group in tested]), strict=True))  # type: ignore[misc]
    return [
        replace(each, groups=tuple(replace(group, q=corrected.get(id(group), group.p)) for group in each.groups))
        for each in found
    ]


def _by(run: CountedRun, instances: Sequence[Instance], grouping: Grouping) -> Breakdown:
    import numpy as np

    names = [grouping.group_of(run, each) for each in instances]
    known = dict.fromkeys([*grouping.order, *names])
    number = {name: index for index, name in enumerate(known)}
    group_of = np.fromiter((number[name] for name in names), np.int64, len(names))
    unit_of = np.fromiter((each.unit for each in instances), np.int64, len(names))
    counts = np.array([each.counts for each in instances], dtype=np.int64).reshape(-1, 3)
    headline = run.headline
    formula = headline.formula if headline.counts else F1
    part = formula.of_counts
    measure = CountedMeasure(headline.name if headline.counts else part, UnitRows.of([]), headline.unit, F1)
    measure = replace(measure, formula=replace(formula, columns=None))
    whole = _Units.of(unit_of, counts)
    inside = np.argsort(group_of, kind="stable")
    borders = np.searchsorted(group_of[inside], range(len(known) + 1))
    groups = []
    for name, start, end in zip(known, borders, borders[1:], strict=False):
        if start < end:
            members = inside[start:end]
            units = _Units.of(unit_of[members], counts[members])
            here = replace(measure, rows=UnitRows.of(units.counts))
            groups.append(_tested(name, here, units, whole))
    return Breakdown(grouping.by, run.file, measure.name, measure.unit, tuple(groups), grouping.note)


class _Units(NamedTuple):
    """The units that hold something, in order, what is counted in each, and of how many things of which counts.

    ``kinds`` and ``times`` are of the shapes (kinds, 3) and (kinds,), ``counts`` of the shape (units, 3).
    """

    numbers: Integers
    counts: Integers
    kinds: Integers
    times: Integers

    @classmethod
    def of(cls, unit_of: Integers, counts: Integers) -> _Units:
        import numpy as np

        numbers, place = np.unique(unit_of, return_inverse=True)
        summed = np.zeros((len(numbers), 3), dtype=np.int64)
        np.add.at(summed, place, counts)
        return cls(numbers, summed, *np.unique(counts, axis=0, return_counts=True))


def _tested(name: str, measure: CountedMeasure, units: _Units, whole: _Units) -> Group:
    """A group against all others."""
    rest = Counts(*(whole.counts.sum(axis=0) - units.counts.sum(axis=0)).tolist())
    part = measure.formula.of_counts
    value, other = measure.value, getattr(rest, part)
    for each, reason in ((value, "the group has no value"), (other, "nothing is left beside the group")):
        if isinstance(each, Undefined):
            missing = Undefined(reason)
            return Group(name, measure, missing, missing, missing)
    difference = value - other
    p = _p(units, whole, part, measure.unit)
    return Group(name, measure, difference, p, p)


def _p(units: _Units, whole: _Units, part: str, unit: str) -> Value:
    """How often the value of a group would lie as far from that of the rest if they were equal."""
    import numpy as np

    from accord.agreement.item_groups import two_sided

    value = _quotient(whole.counts, part)
    value = value[0].sum() / value[1].sum()

    def around(counts: Integers) -> Floats:
        above, below = _quotient(counts, part)
        found: Floats = above - value * below
        return found

    below, below_here = (_quotient(each.counts, part)[1] for each in (whole, units))
    here, rest = below_here.sum(), below.sum() - below_here.sum()
    at = np.searchsorted(whole.numbers, units.numbers)
    apart = -around(whole.counts) / rest
    apart[at] += around(units.counts) * (1 / here + 1 / rest)
    smaller = min(
        np.count_nonzero(below_here),
        np.count_nonzero(below) - np.count_nonzero((below[at] == below_here) & (below_here > 0)),
    )
    if smaller < 2:
        return Undefined(f"a test needs two {unit}s on both sides")
    count, count_here = whole.times.sum(), units.times.sum()
    of_one = whole.times @ around(whole.kinds) ** 2 / count
    independent = of_one * (count_here / here**2 + (count - count_here) / rest**2)
    error = sqrt(max(float((apart**2).sum()), float(independent)))
    if error < _TIE:
        return Undefined("nothing varies")
    return two_sided(float(apart.sum()) / error, int(smaller) - 1)


def _quotient(counts: Integers, part: str) -> tuple[Floats, Floats]:
    """What a measure divides by what, unit by unit."""
    reference, predicted, correct = (column.astype(float) for column in counts.T)
    if part == "f1":
        return 2 * correct, reference + predicted
    return correct, predicted if part == "precision" else reference
