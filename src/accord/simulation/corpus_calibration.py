"""What an agreement that was observed corresponds to: how much of each sort of error, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.result import Interval, Undefined, number
from accord.agreement.signature import Signature
from accord.compute.progress import Progress
from accord.errors import NotApplicable
from accord.model.presentation import ResultExport
from accord.simulation.mixture import Trials, consequences, divided, estimate

if TYPE_CHECKING:
    from accord.agreement.result import Result
    from accord.compute.progress import OnProgress
    from accord.kinds.error_model import ErrorModel, Floats
    from accord.simulation.mixture import Consequences

TIMES = (0.0, 0.5, 1.0, 1.5, 2.0)
"""The curves are drawn at so many times the errors that were found."""
WORSE = (1.1, 1.25, 1.5, 2.0)
"""So many times the errors of one system another makes, which ought to be ranked below it."""
TOGETHER = "all together"
"""The curve of all sorts of errors."""
_SYSTEMS = 100
"""So many pairs of systems are scored."""


class Share(NamedTuple):
    """How much of one sort of error there is, and what it costs."""

    sort: str
    amount: float
    low: float
    high: float
    loss: float
    """What it takes off the agreement, where the sorts share out what they take off together."""
    alone: float
    """What it would take off by itself."""
    words: str


class Point(NamedTuple):
    """The mean agreement at so many times the errors that were found, and how far single corpora lie around it."""

    times: float
    value: float
    sd: float


class TimesReading(NamedTuple):
    """How many times the errors that were found the observed agreement corresponds to, and its ends."""

    times: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class CorpusCalibration(ResultExport):
    """What an observed agreement corresponds to.

    Annotators err in several ways at once. How much of each there is in a corpus is estimated from the traces that
    errors leave: pairs of annotators that differ, units that some lack, borders apart, heads that are not the same.
    Errors are simulated on what the corpus holds, and amounts are those with which simulated annotators leave the same
    traces; their intervals hold together, all of them with the level of confidence. What errors take off the agreement
    is divided among them by what each takes off on average over all orders in which they may come (Shapley value), so
    that the parts add up.

    How to read it: as the errors of annotators who are equally good, err independently and would agree but for their
    errors. Where one is much worse than the others, where some items are harder than others or where annotators share
    an error, amounts are averages, and an error that all share leaves no trace. ``modelled`` is the agreement of
    simulated annotators with these errors: where it lies far from the observed one, something else is at work.

    Mathet, Y., Widlöcher, A., Fort, K., François, C., Galibert, O., Grouin, C., Kahn, J., Rosset, S. & Zweigenbaum, P.
    (2012). Manual corpus annotation: giving meaning to the evaluation metrics. COLING 2012. McFadden, D. (1989). A
    method of simulated moments. Econometrica 57(5). Shapley, L. S. (1953). A value for n-person games.
    """

    kind: str
    result: Result
    errors: tuple[Share, ...]
    curves: dict[str, tuple[Point, ...]]
    consequences: Consequences
    annotators: int
    texts: int
    drawn: int
    unit: str
    score_name: str
    repeats: int
    level: float
    seed: int
    reached: bool
    """Whether simulated annotators leave the traces that were found, but for chance."""

    def __repr__(self) -> str:
        shares = ", ".join(f"{each.sort} {each.amount:.3f}" for each in self.errors)
        return f"<CorpusCalibration {self.result.name} {self.result.value}: {shares}>"

    @property
    def modelled(self) -> Point:
        """The agreement of simulated annotators with the errors that were found."""
        return next(each for each in self.curves[TOGETHER] if each.times == 1)

    @property
    def loss(self) -> float:
        """What all errors together take off the agreement."""
        return sum(each.loss for each in self.errors)

    @property
    def reading(self) -> TimesReading:
        """Where the observed agreement and the ends of its interval lie on the curve of all errors together."""
        line = self.curves[TOGETHER]
        ends = self.result.interval
        if isinstance(ends, Undefined):
            return TimesReading(_times(line, number(self.result.value)), None, None)
        return TimesReading(_times(line, number(self.result.value)), _times(line, ends.high), _times(line, ends.low))

    @property
    def interval(self) -> Interval | Undefined:
        """That of the observed agreement."""
        return self.result.interval

    @property
    def signature(self) -> Signature:
        """What is needed to compute it again."""
        measured = self.result.signature
        made = {
            "errors": "+".join(each.sort for each in self.errors),
            "repeats": self.repeats,
            "drawn": f"{self.drawn}/{self.texts}",
            "level": f"{self.level:g}",
            "seed": self.seed,
        }
        kept = {name: choice for name, choice in measured.choices.items() if name not in {"seed", "level"}}
        return Signature(measured.measure, {"calibrated": self.kind, **made, **kept})


def calibrate_errors(
    kind: str,
    model: ErrorModel,
    *,
    repeats: int = 10,
    level: float = 0.95,
    seed: int = 1,
    progress: OnProgress | None = None,
) -> CorpusCalibration:
    """The errors behind the agreement of a corpus, the curves of that corpus, and what follows for scores."""
    if isinstance(model.result.value, Undefined):
        raise NotApplicable(f"there is no agreement to calibrate: {model.result.value.reason}")
    steps = Progress(progress)
    sorts = len(model.sorts)
    steps.expect(2**sorts + len(TIMES) * (sorts + 1))
    found = estimate(Trials(model, seed))
    trials = Trials(model, seed + 1, partial(steps.advance, 1))  # others than those by which amounts were found
    low, high = found.ends(level)
    by_set, parts = divided(trials, found.amounts, repeats)
    shares = tuple(
        Share(
            sort.name,
            float(found.amounts[place]),
            float(low[place]),
            float(high[place]),
            float(parts[place]),
            by_set[frozenset()] - by_set.get(frozenset({place}), by_set[frozenset()]),
            sort.said(float(found.amounts[place])),
        )
        for place, sort in enumerate(model.sorts)
    )
    curves = {
        sort.name: _curve(trials, np.where(np.arange(sorts) == place, found.amounts, 0.0), found.most, repeats)
        for place, sort in enumerate(model.sorts)
        if found.amounts[place] > 0
    }
    curves[TOGETHER] = _curve(trials, found.amounts, found.most, repeats)
    return CorpusCalibration(
        kind,
        model.result,
        shares,
        curves,
        consequences(trials, found.amounts, _SYSTEMS, WORSE, level),
        model.annotators,
        model.texts,
        model.drawn,
        model.unit,
        model.score_name,
        repeats,
        level,
        seed,
        found.reached,
    )


def _curve(trials: Trials, amounts: Floats, most: Floats, repeats: int) -> tuple[Point, ...]:
    """The agreement at some times the errors, as far as there can be so many."""
    there = amounts > 0
    farthest = min((most[there] / amounts[there]).tolist(), default=np.inf)
    points = []
    for times in TIMES:
        if times <= max(farthest, 1.0):
            values = trials.values(np.minimum(amounts * times, most), repeats)
            values = values[~np.isnan(values)]
            if len(values):
                points.append(Point(times, float(values.mean()), float(values.std(ddof=1)) if len(values) > 1 else 0.0))
    return tuple(points)


def _times(line: tuple[Point, ...], value: float | None) -> float | None:
    """How many times the errors give a value, in straight lines between those simulated; None beyond their ends."""
    if value is None or not line:
        return None
    if value >= line[0].value:
        return 0.0
    for before, after in pairwise(line):
        if before.value >= value >= after.value:
            fall = before.value - after.value
            return before.times + (after.times - before.times) * (before.value - value) / fall if fall else before.times
    return None
