"""What systems of any kind have right and wrong, as the page holds it: each run, label, document and error."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from accord.agreement.payload import value_payload
from accord.agreement.result import Undefined, number
from accord.formats.names import short_names
from accord.payload.systems import (
    ErrorCount,
    ErrorRow,
    LabelScore,
    RunErrors,
    SystemDocument,
    SystemLabel,
    SystemMean,
    SystemRun,
)
from accord.payload.values import Estimate
from accord.scoring.seeds import distribution

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.result import Interval, Result
    from accord.scoring.counted_measure import CountedMeasure
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.counts import Counts
    from accord.scoring.instances import Instance

    Systems = Mapping[str, Sequence[CountedRun]]
    _Form = tuple[str, str, str | None]
    """In which way something is wrong, its label, and what was predicted in its place."""

WRONG = "wrong"
"""What is predicted otherwise than the reference has it, where both say something of the same."""
ALPHA = "alpha"
"""The key of agreement with the reference, for kinds that measure it."""
_EXAMPLES = 10
"""How many errors of one kind are shown."""
_FOUND = "f1"
"""How the names of measures end of which precision and recall are different."""


def system_runs(systems: Systems, alphas: Mapping[str, Result | None]) -> list[SystemRun]:
    """Every run with its measures; ``alphas`` are those there was time for, None of runs there was none for."""
    names = short_names([run.file for runs in systems.values() for run in runs])
    return [
        SystemRun(
            file=run.file,
            name=names[run.file],
            system=system,
            measures={name: _estimate(each) for name, each in _measures(run).items()}
            | ({ALPHA: _alpha(alphas[run.file])} if run.file in alphas else {}),
            sizes=dict(run.sizes),
        )
        for system, runs in systems.items()
        for run in runs
    ]


def _measures(run: CountedRun) -> dict[str, CountedMeasure]:
    """The measures of a run; of one that finds things also precision and recall, and the mean over labels."""
    names = list(run.scores)
    if run.headline.counts and run.headline.name.endswith(_FOUND):
        names += ["precision", "recall"]
        names += ["macro-f1"] if run.of_labels is not None and run.of_labels.labels else []
    return {name: run.measure(name) for name in dict.fromkeys(names)}


def _alpha(found: Result | None) -> Estimate:
    if found is None:
        return Estimate(value=None, undefined="there was no time for it", interval=None)
    return Estimate(**value_payload(found.value), interval=_interval(found.interval))


def _estimate(measure: CountedMeasure) -> Estimate:
    return Estimate(**value_payload(measure.value), interval=_interval(measure.interval))


def _interval(found: Interval | Undefined) -> Interval | None:
    return None if isinstance(found, Undefined) else found


def system_means(systems: Systems) -> list[SystemMean]:
    """How each measure is distributed over the runs of each system."""
    means = []
    for system, runs in systems.items():
        measured = [_measures(run) for run in runs]
        for name, first in measured[0].items():
            each = distribution([found[name].value for found in measured if name in found], first.formula)
            means.append(
                SystemMean(
                    system=system,
                    measure=name,
                    mean=number(each.mean),
                    sd=number(each.sd),
                    se=number(each.se),
                    interval=_interval(each.interval),
                )
            )
    return means


# --- labels ---------------------------------------------------------------------------------------------------------


def system_labels(systems: Systems, most: int, *, intervals: bool) -> tuple[list[SystemLabel], int]:
    """So many labels, the most frequent first, in every run; how many more there are."""
    runs = [run for each in systems.values() for run in each]
    wanted: Counter[str] = Counter()
    for run in runs:
        for label, counts in run.labels.items():
            wanted[label] = max(wanted[label], counts.reference)
    ordered = sorted(wanted, key=lambda label: (-wanted[label], label))
    measured = [run.of_labels.f1() if intervals and run.of_labels else {} for run in runs]
    rows = [
        SystemLabel(
            label=label,
            reference=wanted[label],
            runs=[
                _label_score(run.labels[label], each.get(label)) if label in run.labels else None
                for run, each in zip(runs, measured, strict=True)
            ],
        )
        for label in ordered[:most]
    ]
    return rows, len(ordered) - len(rows)


def _label_score(counts: Counts, measure: CountedMeasure | None) -> LabelScore:
    return LabelScore(
        precision=number(counts.precision),
        recall=number(counts.recall),
        f1=number(counts.f1),
        interval=None if measure is None else _interval(measure.interval),
        **counts._asdict(),
    )


# --- errors ---------------------------------------------------------------------------------------------------------


def run_errors(run: CountedRun, name: str, most: int) -> RunErrors | None:
    """What a run has wrong, some of each kind of error; None where its kind does not list what is counted."""
    counts: Counter[_Form] = Counter()
    shown: dict[_Form, list[ErrorRow]] = defaultdict(list)
    if run.instances is not None:
        for each in run.instances():
            if not each.is_right:
                form = _form(each)
                counts[form] += 1
                if len(shown[form]) < _EXAMPLES:
                    shown[form].append(_error_row(each, form[0], run.documents))
    elif run.confused:
        counts.update(
            {(WRONG, ours, theirs): count for (ours, theirs), count in run.confused.items() if ours != theirs}
        )
    else:
        return None
    ordered = sorted(counts.items(), key=lambda each: (-each[1], str(each[0])))
    rows = [row for form, _ in ordered for row in shown[form]][:most]
    return RunErrors(
        file=run.file,
        name=name,
        total=counts.total(),
        counts=[
            ErrorCount(kind=kind, label=label, predicted=predicted, count=count)
            for (kind, label, predicted), count in ordered[:most]
        ],
        shown=sorted(rows, key=_place),
        left_out=counts.total() - len(rows),
    )


def _form(instance: Instance) -> _Form:
    """In which way something is wrong."""
    reference, predicted, _ = instance.counts
    if reference and predicted:
        return WRONG, instance.label, instance.other
    return "missed" if reference else "spurious", instance.label, None


def _error_row(instance: Instance, kind: str, documents: Sequence[str]) -> ErrorRow:
    place = instance.place
    return ErrorRow(
        kind=kind,
        label=instance.label,
        text=instance.text or (place.token if place else None) or "",
        other=instance.other,
        context=instance.context,
        document=documents[instance.unit] if documents else "",
        file=place.file if place else None,
        line=place.line if place else None,
    )


def _place(row: ErrorRow) -> tuple[str, int]:
    return row.file or "", row.line or 0


# --- documents ------------------------------------------------------------------------------------------------------


def system_documents(systems: Systems, best: str, most: int) -> tuple[list[SystemDocument], int]:
    """So many documents, the worst of the best system first, and how many more there are; none where there is one."""
    runs = [run for each in systems.values() for run in each]
    if any(len(set(run.documents)) < 2 for run in runs):
        return [], 0
    by_run = [run.headline.by(run.documents) for run in runs]
    first = next(found for run, found in zip(runs, by_run, strict=True) if run.file == systems[best][0].file)
    turned = 1 if runs[0].headline.formula.lower_is_better else -1

    def goodness(document: str) -> tuple[bool, float]:
        value = number(first[document].value) if document in first else None
        return value is None, -turned * (value or 0.0)

    sizes = Counter(runs[0].documents)
    ordered = sorted(sizes, key=goodness)
    rows = [
        SystemDocument(
            document=document,
            size=sizes[document],
            runs=[_of_document(found.get(document)) for found in by_run],
        )
        for document in ordered[:most]
    ]
    return rows, len(ordered) - len(rows)


def _of_document(measure: CountedMeasure | None) -> Estimate:
    if measure is None:
        return Estimate(value=None, undefined="it lacks this document", interval=None)
    return _estimate(measure)


def size(systems: Systems) -> int:
    """How many units of all runs there are to go through."""
    return sum(len(run.headline.rows) for run in _all(systems))


def _all(systems: Systems) -> Iterator[CountedRun]:
    for runs in systems.values():
        yield from runs
