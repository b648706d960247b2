"""Scores broken down into groups, as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import Undefined, number
from accord.messages import plural
from accord.reporting.compare import measure_title
from accord.reporting.numbers import exact, exact_interval, p_value, percent, percent_interval, thousands
from accord.reporting.score_payload import counts_payload, distribution_payload
from accord.reporting.systems import WHAT_IS_DISTRIBUTED
from accord.reporting.table import Table, said_once
from accord.scoring.seeds import distribution

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.scoring.breakdown import Breakdown, Group
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.scores import Scores
    from accord.scoring.seeds import Distribution

COLUMNS = (
    *("run", "by", "group", "measure", "value", "low", "high", "precision", "recall"),
    *("reference", "predicted", "correct", "difference", "p", "q"),
)


def breakdown_tables(scores: Scores | CountedScores) -> Iterator[Table]:
    """A table for each way of grouping, the runs beneath each other; then the mean over the runs of each system."""
    for by, found in _by_way(scores).items():
        yield _table(scores, by, found)
        if _several_runs(scores):
            yield _over_runs(scores, by, found)


def _several_runs(scores: Scores | CountedScores) -> list[str]:
    """The systems that have several runs."""
    return [system for system, files in scores.systems.items() if len(files) > 1]


def _by_way(scores: Scores | CountedScores) -> dict[str, list[Breakdown]]:
    found: dict[str, list[Breakdown]] = {}
    for each in scores.breakdowns:
        found.setdefault(each.by, []).append(each)
    return found


def _names(found: Sequence[Breakdown]) -> list[str]:
    """All groups, in the order of the run that has most of them."""
    fullest = max(found, key=lambda each: len(each.groups))
    return list(dict.fromkeys(group.name for each in (fullest, *found) for group in each.groups))


def _table(scores: Scores | CountedScores, by: str, found: Sequence[Breakdown]) -> Table:
    several = len(found) > 1
    shares = _is_share(found)
    title = measure_title(found[0].measure)
    parts = () if shares else ("precision", "recall")
    counts = ("reference", "correct") if shares else ("reference", "predicted", "correct")
    columns = (by, *(["run"] * several), title.removeprefix("micro "), "95% interval", *parts, *counts)
    rows = [
        (
            name,
            *([each.file] * several),
            percent(group.measure.value),
            percent_interval(group.measure.interval),
            *(percent(getattr(group.counts, part)) for part in parts),
            *(thousands(getattr(group.counts, part)) for part in counts),
            percent(group.difference),
            *map(p_value, (group.p, group.q)),
        )
        for name in _names(found)
        for each in found
        for group in each.groups
        if group.name == name
    ]
    tested = sum(
        not isinstance(group.p, Undefined)
        for each in scores.breakdowns
        if each.file == found[0].file
        for group in each.groups
    )
    interval = f"interval: jackknife over {found[0].unit}s"
    notes = (
        *filter(None, [found[0].note]),
        *(
            []
            if shares
            else ["what was predicted wrongly is in the group of the prediction, all else in the reference's"]
        ),
        interval
        + (f"; p: against all others; q: false discovery rate over {plural(tested, 'group')}" if tested else ""),
        *dict.fromkeys(
            f"no p: {group.p.reason}" for each in found for group in each.groups if isinstance(group.p, Undefined)
        ),
    )
    return Table(
        (*columns, "- rest", "p", "q"),
        said_once(rows) if several else tuple(rows),
        title=f"{'' if several else found[0].file + ': '}{title} by {by}",
        notes=notes,
    )


def _is_share(found: Sequence[Breakdown]) -> bool:
    """Whether both sides label all that is counted, so that precision and recall are the same."""
    counts = (group.counts for each in found for group in each.groups)
    return not found[0].measure.endswith("f1") and all(each.reference == each.predicted for each in counts)


def _over_runs(scores: Scores | CountedScores, by: str, found: Sequence[Breakdown]) -> Table:
    rows = [
        (group, system, str(len(each.values)), *map(percent, (each.mean, each.sd)), percent_interval(each.interval))
        for group, systems in _distributions(scores, found).items()
        for system, each in systems.items()
    ]
    columns = (by, "system", "runs", "mean", "SD", "95% interval")
    title = f"{measure_title(found[0].measure)} by {by}, over runs"
    return Table(columns, said_once(rows), title=title, notes=(WHAT_IS_DISTRIBUTED,))


def _distributions(scores: Scores | CountedScores, found: Sequence[Breakdown]) -> dict[str, dict[str, Distribution]]:
    """How the value of each group is distributed over the runs of each system."""
    nothing = Undefined("it has nothing of the group")
    of_file = {each.file: {group.name: group for group in each.groups} for each in found}
    formula = found[0].groups[0].measure.formula if found[0].groups else None

    def values(system: str, name: str) -> list[Any]:
        groups = (of_file[file].get(name) for file in scores.systems[system])
        return [group.measure.value if group else nothing for group in groups]

    return {
        name: {
            system: distribution(values(system, name), *([formula] if formula else []))
            for system in _several_runs(scores)
        }
        for name in _names(found)
    }


def breakdown_records(scores: Scores | CountedScores) -> Table:
    """One row a run and group, ratios from 0 to 1 in full."""
    rows = [
        (
            *(each.file, each.by, group.name, each.measure),
            *(exact(group.measure.value), *exact_interval(group.measure.interval)),
            *(exact(group.counts.precision), exact(group.counts.recall)),
            *map(str, group.counts),
            *map(exact, (group.difference, group.p, group.q)),
        )
        for each in scores.breakdowns
        for group in each.groups
    ]
    return Table(COLUMNS, tuple(rows))


def breakdown_payload(scores: Scores | CountedScores) -> dict[str, Any]:
    """All groups of all runs as JSON; nothing where none were asked for."""
    if not scores.breakdowns:
        return {}
    return {
        "breakdowns": [
            {
                "file": each.file,
                "by": each.by,
                "measure": each.measure,
                "note": each.note or None,
                "groups": list(map(_group_payload, each.groups)),
            }
            for each in scores.breakdowns
        ],
        "breakdowns_over_runs": [
            {"by": by, "group": group, "system": system, **distribution_payload(each)}
            for by, found in _by_way(scores).items()
            for group, systems in _distributions(scores, found).items()
            for system, each in systems.items()
        ],
    }


def _group_payload(group: Group) -> dict[str, Any]:
    return {
        "group": group.name,
        **value_payload(group.measure.value),
        "interval": interval_payload(group.measure.interval),
        **counts_payload(group.counts),
        "difference": number(group.difference),
        "p": number(group.p),
        "q": number(group.q),
        "untested": group.p.reason if isinstance(group.p, Undefined) else None,
    }
