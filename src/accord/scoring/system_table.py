"""Systems and some of their measures, as a table for a paper.

Of a system with several runs a cell has the mean and the standard deviation over runs (n - 1), of one with a single run
the value with its interval over sentences or documents. The best of each measure is marked, and so are the systems that
differ from it, or from a system that is named: with p < 0.05 in approximate randomisation over sentences or documents,
corrected by Holm's method for all pairs of systems, as `accord.compare` has it. The test says nothing of other seeds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from accord.agreement.result import Undefined
from accord.errors import NotApplicable, UsageError
from accord.messages import option, suggestion
from accord.model.presentation import ResultExport
from accord.scoring.corrected import CORRECTED
from accord.scoring.counted_scores import with_all_labels
from accord.scoring.counts import PARTS
from accord.scoring.same_units import SameUnits
from accord.scoring.seeds import distribution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.result import Interval, Value
    from accord.agreement.signature import Signature
    from accord.scoring.compare import Comparison
    from accord.scoring.corrected import Correction
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.formula import Formula
    from accord.scoring.seeds import Distribution
    from accord.scoring.system_scores import Measured, SystemScores

SPREADS = ("auto", "sd", "se", "interval", "none")
"""What stands beside a value: auto is sd over several runs and the interval of a single one."""
BEST, NOBODY = "best", "none"
SIGNIFICANT = 0.05
NOT_COMPARED = "nothing was compared"
"""Why there is no p where none is asked for: of the best itself, or of a single system."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A measure of a system."""

    over_runs: Distribution
    interval: Interval | Undefined
    """Of a single run over sentences or documents, of several over runs."""
    p: float | Undefined
    """Of the difference from the best, or from the system that was named; corrected by Holm's method."""

    @property
    def value(self) -> Value:
        """The value, or the mean of several runs."""
        return self.over_runs.mean

    @property
    def differs(self) -> bool:
        """Whether p is below 0.05."""
        return not isinstance(self.p, Undefined) and self.p < SIGNIFICANT


@dataclass(frozen=True, repr=False)
class SystemTable(ResultExport):
    """Systems with some of their measures."""

    reference: str
    systems: Mapping[str, Sequence[str]]
    """The systems, each with its runs by name."""
    formulas: Mapping[str, Formula]
    """The measures, and what they are made by."""
    cells: Mapping[str, Mapping[str, Cell]]
    """Of every system each measure."""
    spread: str
    against: str | None
    """Whom p compares with: the best, a system, or nobody."""
    untested: Mapping[str, str]
    """The measures without tests, and why."""
    unit: str
    signature: Signature
    usual: bool = False
    """Whether nobody named the measures."""

    def __repr__(self) -> str:
        return f"<SystemTable of {', '.join(self.formulas)} of {', '.join(self.systems)}>"

    def shown_spread(self, system: str) -> str:
        """What stands beside the values of a system."""
        if self.spread != "auto":
            return self.spread
        return "sd" if len(self.systems[system]) > 1 else "interval"


def system_table(
    scores: SystemScores[Any],
    measures: Sequence[str],
    *,
    spread: str = "auto",
    against: str | None = BEST,
    corrected: Correction | None = None,
    resamples: int = 10_000,
    seed: int = 1,
) -> SystemTable:
    """Some measures of all systems; precision, recall and the headline where none is named.

    ``corrected`` says how chance is taken off where a measure is corrected for it.
    """
    if spread not in SPREADS:
        raise UsageError(f"{option('spread', spread)}: {suggestion(spread, list(SPREADS))}")
    against = None if against in {None, NOBODY} else against
    if against not in {None, BEST, *scores.systems}:
        raise UsageError(f"{option('against', against)}: {suggestion(str(against), [BEST, NOBODY, *scores.systems])}")
    chosen = list(dict.fromkeys(measures)) or _usual(scores)
    counted = with_all_labels(scores.counted()) if scores.kept else {}
    found = {name: _measured(scores, counted, name, corrected) for name in chosen}
    headlines = {name for name in found if name.removeprefix("micro-") in scores.measures}
    stated = {name: scores.measured(name) if name in headlines else each for name, each in found.items()}
    formulas = {name: next(iter(each.values()))[0].formula for name, each in found.items()}
    untested: dict[str, str] = {}
    p: dict[str, dict[str, float | Undefined]] = {}
    for name, each in found.items():
        pairs = _compared(each, counted, resamples, seed) if against and len(each) > 1 else NOT_COMPARED
        if isinstance(pairs, str):
            untested[name] = pairs if scores.kept else f"{pairs} ({option('per_sentence', 'types')} keeps more)"
        else:
            p[name] = _against(pairs, _best(each, formulas[name]) if against == BEST else [str(against)])
    cells = {
        system: {
            name: _cell(each[system], stated[name][system], p.get(name, {}).get(system, Undefined(NOT_COMPARED)))
            for name, each in found.items()
        }
        for system in scores.systems
    }
    return SystemTable(
        reference=scores.reference,
        systems=scores.systems,
        formulas=formulas,
        cells=cells,
        spread=spread,
        against=against if p else None,
        untested=untested if against and len(scores.systems) > 1 else {},
        unit=scores.unit,
        signature=_signature(scores, chosen, {"resamples": resamples, "seed": seed} if p else {}),
        usual=not measures,
    )


def _usual(scores: SystemScores[Any]) -> list[str]:
    """The measures of a scoring, with precision and recall before F1."""
    head, *others = scores.measures
    halves = ("precision", "recall") if head.endswith("f1") else ()
    return [*halves, head, *(name for name in others if name not in PARTS)]


def _measured(
    scores: SystemScores[Any], counted: Mapping[str, Sequence[CountedRun]], name: str, corrected: Correction | None
) -> Mapping[str, Sequence[Measured]]:
    """A measure of all runs, with what is counted in every sentence where that was kept."""
    if name.startswith(CORRECTED) and counted:
        if corrected is None:
            raise UsageError(f"{name} is corrected for chance: say how ({option('corrected', flag='--chance')})")
        return {system: [corrected.whole(run, name).measure for run in runs] for system, runs in counted.items()}
    if not counted or name in scores.of_totals:
        return scores.measured(name)
    return {system: [run.measure(name) for run in runs] for system, runs in counted.items()}


def _compared(
    measured: Mapping[str, Sequence[Measured]], systems: Mapping[str, Sequence[CountedRun]], resamples: int, seed: int
) -> list[Comparison] | str:
    """Every two systems on the units that all have, or why they cannot be compared."""
    from accord.scoring.compare import compare_systems
    from accord.scoring.counted_measure import CountedMeasure

    counted = {system: [run for run in runs if isinstance(run, CountedMeasure)] for system, runs in measured.items()}
    if any(len(counted[system]) < len(runs) for system, runs in measured.items()):
        return "it is known of all sentences together only"
    try:
        same = SameUnits.of(run for runs in systems.values() for run in runs)
    except NotApplicable as why:
        return str(why)
    if same is not None:
        counted = {
            system: [same.measure(each, run) for run, each in zip(systems[system], runs, strict=True)]
            for system, runs in counted.items()
        }
    return compare_systems(counted, resamples, seed)


def _best(measured: Mapping[str, Sequence[Measured]], formula: Formula) -> list[str]:
    """The systems with the best mean."""
    means = {system: distribution([run.value for run in runs], formula).mean for system, runs in measured.items()}
    defined = {system: mean for system, mean in means.items() if not isinstance(mean, Undefined)}
    best = (min if formula.lower_is_better else max)(defined.values(), default=None)
    return [system for system, mean in defined.items() if mean == best]


def _against(pairs: Sequence[Comparison], named: Sequence[str]) -> dict[str, float | Undefined]:
    """Of every system p of its difference from those named, the largest of these."""
    found: dict[str, list[float | Undefined]] = {}
    for pair in pairs:
        for system, other in ((pair.first, pair.second), (pair.second, pair.first)):
            if other in named and system not in named:
                found.setdefault(system, []).append(pair.p_holm)
    return {system: _largest(several) for system, several in found.items()}


def _largest(several: Sequence[float | Undefined]) -> float | Undefined:
    without = [p for p in several if isinstance(p, Undefined)]
    return without[0] if without else max(p for p in several if not isinstance(p, Undefined))


def _cell(runs: Sequence[Measured], stated: Sequence[Measured], p: float | Undefined) -> Cell:
    """Of what is ``stated`` of every run anyway the interval is that which stands there."""
    over_runs = distribution([run.value for run in runs], runs[0].formula)
    return Cell(over_runs, stated[0].interval if len(runs) == 1 else over_runs.interval, p)


def _signature(scores: SystemScores[Any], measures: Sequence[str], more: Mapping[str, object]) -> Signature:
    made = {key: value for key, value in scores.signature.choices.items() if key != "avg"}
    return replace(scores.signature, measure=",".join(measures), choices={**made, **more})
