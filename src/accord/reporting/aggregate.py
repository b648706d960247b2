"""An aggregation as tables."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from accord.agreement.payload import lowest_first
from accord.agreement.result import Undefined
from accord.learn.aggregate.reference import Accuracy, Found
from accord.messages import plural
from accord.reporting.numbers import (
    UNDEFINED,
    ends,
    four_digits,
    interval_name,
    percent,
    percent_interval,
    reasons,
    rounded,
    thousands,
)
from accord.reporting.table import Table, not_shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.learn.aggregate.aggregation import Aggregation, Annotator


def aggregate_tables(aggregation: Aggregation, most: int, *, matrices: bool = False) -> Iterator[Table]:
    """The whole, the annotators, how well a reference is met, and the least certain items."""
    yield _whole(aggregation)
    if aggregation.against:
        yield _against(aggregation)
    yield _annotators(aggregation, most)
    if matrices:
        lowest = sorted(aggregation.annotators, key=lambda each: lowest_first(each.competence))
        yield from (_matrix(aggregation, annotator) for annotator in lowest[:most])
    yield _uncertain(aggregation, most)


def _whole(aggregation: Aggregation) -> Table:
    fit, unit = aggregation.fit, aggregation.coding.unit
    items = len(aggregation.chosen)
    counts = aggregation.times_chosen
    expected = aggregation.posterior.mean(axis=0).tolist()
    rows = tuple(
        (label, thousands(counts[code]), percent(counts[code] / items), percent(expected[code]))
        for code, label in enumerate(aggregation.labels)
    )
    size = f"{plural(items, unit)}, {plural(int(aggregation.votes.count), 'label')}"
    changed, ties = int(aggregation.changed.sum()), plural(aggregation.tied, "tie")
    notes = [
        f"{size} by {plural(len(aggregation.coding.annotators), 'annotator')}; expected: the mean of the posteriors",
        *([_climbed(aggregation)] if fit.log_likelihood is not None else []),
        f"{thousands(changed)} of them changed against the majority; {ties} left to the seed",
        *aggregation.remarks,
        str(aggregation.signature),
    ]
    columns = ("label", f"{unit}s", f"% of {unit}s", "% expected")
    return Table(columns, rows, title=f"Labels by {aggregation.method}", notes=tuple(notes))


def _climbed(aggregation: Aggregation) -> str:
    fit = aggregation.fit
    steps = f"after {plural(len(fit.climb), 'step')}" if not fit.draws else f"mean of {plural(len(fit.climb), 'draw')}"
    what = "bound on the log evidence" if "variational" in aggregation.choices.values() else "log-likelihood"
    remark = f", {fit.remark}" if fit.remark else ""
    return f"{what} {rounded(fit.log_likelihood, 2)} {steps}{remark}; {'' if fit.converged else 'not '}converged"


def _against(aggregation: Aggregation) -> Table:
    first = aggregation.against[0]
    if isinstance(first, Found):
        counts = first.counts
        shares = (percent(share) for share in (counts.precision, counts.recall, counts.f1))
        found = (*shares, *map(thousands, (counts.reference, counts.predicted, counts.correct)))
        marked = ("precision", "recall", "F1", "reference", "chosen", "correct")
        return Table(marked, (found,), title="Against the reference")
    rows = tuple(
        (
            each.name,
            percent(each.value),
            percent_interval(each.interval(aggregation.level)),
            thousands(each.right),
            thousands(each.compared),
        )
        for each in dict.fromkeys(aggregation.against)
        if isinstance(each, Accuracy)
    )
    without = first.without
    unit = aggregation.coding.unit
    notes = (f"left out: {plural(without, unit)} that the reference does not hold",) if without else ()
    columns = ("method", "accuracy", interval_name(aggregation.level), "right", f"{unit}s")
    return Table(columns, rows, title="Against the reference", notes=notes)


def _annotators(aggregation: Aggregation, most: int) -> Table:
    lowest = sorted(aggregation.annotators, key=lambda each: lowest_first(each.competence))
    rows = tuple(
        (each.name, thousands(each.given), four_digits(each.competence), ends(each.interval)) for each in lowest[:most]
    )
    what = "how often an annotator knows the label rather than guesses"
    if aggregation.method != "mace":
        what = "the share of an annotator's labels that are right, as far as the method can tell"
    notes = (
        f"competence: {what}",
        *_of_intervals(aggregation),
        *not_shown(len(lowest), most),
        *reasons([part for each in lowest for part in (each.competence, each.interval)]),
    )
    columns = ("annotator", "labels", "competence", interval_name(aggregation.level))
    return Table(columns, rows, title="Annotators, the lowest first", notes=notes)


def _of_intervals(aggregation: Aggregation) -> Iterator[str]:
    """What the intervals of competence are intervals of."""
    if any(not isinstance(each.interval, Undefined) for each in aggregation.annotators):
        drawn, model = aggregation.fit.draws, aggregation.fit.log_likelihood is not None
        by = "posterior draws" if drawn else f"each resample of {aggregation.coding.unit}s is refitted"
        yield f"interval: of the competence on other {aggregation.coding.unit}s{', if the model holds' * model}; {by}"


def _matrix(aggregation: Aggregation, annotator: Annotator) -> Table:
    """How often an annotator gives which label to items of a label."""
    rows = tuple(
        (label, *(UNDEFINED if isnan(share) else percent(share) for share in row))
        for label, row in zip(aggregation.labels, annotator.confusion.tolist(), strict=True)
    )
    return Table(("label", *aggregation.labels), rows, title=f"What {annotator.name} gives to items of a label, in %")


def _uncertain(aggregation: Aggregation, most: int) -> Table:
    rows = tuple(
        (
            str(each.item.place or ""),
            each.item.name,
            *([each.item.text] if aggregation.coding.unit == "token" else []),
            each.label,
            four_digits(each.probability),
            f"{each.next_label} {four_digits(each.next_probability)}" if each.next_label else "",
            ", ".join(f"{label} {count}" for label, count in each.ballots.items()),
        )
        for each in aggregation.uncertain(most)
    )
    text = ("token",) if aggregation.coding.unit == "token" else ()
    columns = ("where", aggregation.coding.unit, *text, "label", "probability", "next", "votes")
    table = Table(columns, rows, title=f"The least certain {aggregation.coding.unit}s")
    return table if any(row[0] for row in rows) else table.selected(range(1, len(columns)))
