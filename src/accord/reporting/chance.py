"""A scoring corrected for chance as tables and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import Undefined, number
from accord.messages import option, plural
from accord.reporting.compare import measure_title
from accord.reporting.numbers import (
    UNDEFINED,
    exact,
    exact_interval,
    measured,
    measured_interval,
    p_value,
    reasons,
    rounded,
)
from accord.reporting.table import Table, said_once
from accord.scoring.run import ALL, EASY, HARD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.agreement.result import Measured
    from accord.scoring.corrected import BeyondChance, CorrectedRun, CorrectedSystem, Subset
    from accord.scoring.formula import Formula

_LABEL = "label"
_NUMBERS = ("95% interval", "sd by chance", "z", "p")


def chance_tables(found: BeyondChance, *, by_document: bool = False) -> Iterator[Table]:
    """All sentences, then the hard and the easy ones: the runs, and the systems if they have several.

    Of all sentences also each type, and each document where that is asked for.
    """
    for part in found.parts:
        yield _table(part, found)
        if part.systems:
            yield _system_table(part, found)
        if part.name == ALL:
            by_label = {run.file: run.corrected.by_label() for run in part.runs}
            if any(len(each) > 1 for each in by_label.values()):
                yield _table_of("type", by_label, part, found)
            if by_document:
                yield _table_of("document", {run.file: run.corrected.by_document() for run in part.runs}, part, found)


def _table(part: Subset, found: BeyondChance) -> Table:
    ranked = _ranked(part) if len(part.runs) > 1 else ()
    columns = ("run", *_called(part), *_NUMBERS, *ranked)
    formula = _formula(part)
    rows = tuple(
        (run.file, *_cells(run.measured, formula), *(_shown_ranks(run) if ranked else ())) for run in part.runs
    )
    return Table(columns, rows, title=_title(part, found), notes=tuple(_notes(part, found)))


def _formula(part: Subset) -> Formula:
    """How the values of a part are shown."""
    return part.runs[0].corrected.measure.formula


def _cells(whole: Measured, formula: Formula) -> tuple[str, ...]:
    return (
        *(measured(value, formula) for value in (whole.observed, whole.expected, whole.value)),
        measured_interval(whole.interval, formula),
        measured(whole.sd, formula),
        rounded(whole.z, 1),
        p_value(whole.p),
    )


def _system_table(part: Subset, found: BeyondChance) -> Table:
    ranked = _ranked(part) if len(part.systems) > 1 else ()
    columns = ("system", "runs", *_called(part), "SD", *ranked)
    rows = tuple(
        (
            system.name,
            str(len(system.runs)),
            *(measured(value, _formula(part)) for value in (system.observed, system.expected, system.value, system.sd)),
            *(_shown_ranks(system) if ranked else ()),
        )
        for system in part.systems
    )
    said = f"means over runs; SD: standard deviation of {_corrected(part)} over runs (n - 1)"
    return Table(columns, rows, title=f"{_title(part, found)}, by system", notes=(said,) if part.name == ALL else ())


def _table_of(what: str, found_of: Mapping[str, Mapping[str, Measured]], part: Subset, found: BeyondChance) -> Table:
    """Each type or document, the runs beneath each other; ``found_of`` by file and name."""
    names = dict.fromkeys(name for each in found_of.values() for name in each)
    formula = _formula(part)
    rows = [
        (name, file, *_cells(each[name], formula)) for name in names for file, each in found_of.items() if name in each
    ]
    values = [value for each in found_of.values() for row in each.values() for value in (row.value, row.interval)]
    of_label = part.runs[0].corrected.of_label if what == "type" else None
    called = _called(part) if of_label is None else (of_label[0], "chance", of_label[1])
    columns = (_LABEL if of_label else what, "run", *called, *_NUMBERS)
    always = found.correction.draws is not None or part.runs[0].corrected.of_disorder
    notes = [] if what == "type" or always else [_few(part)]
    if what == "type" and part.runs[0].corrected.label_note:
        notes.append(part.runs[0].corrected.label_note)
    notes += reasons(values)
    return Table(columns, said_once(rows), title=f"{_title(part, found)}, each {columns[0]}", notes=tuple(notes))


def _few(part: Subset) -> str:
    return f"p: from random {part.runs[0].corrected.drawn} where there are few {_unit(part)}s"


def _called(part: Subset) -> tuple[str, str, str]:
    return part.runs[0].corrected.observed, "chance", _corrected(part)


def _corrected(part: Subset) -> str:
    return measure_title(part.runs[0].corrected.measure.name)


def _ranked(part: Subset) -> tuple[str, str]:
    corrected, first = _corrected(part), part.runs[0].corrected
    plain = first.observed if first.of_disorder else corrected.removeprefix("corrected ")
    return f"rank by {plain}", f"rank by {corrected}"


def chance_records(found: BeyondChance, *, by_document: bool = False) -> Table:
    """One row a part and run, then one a part and system of several runs; ratios from 0 to 1 in full.

    In the row of a system the numbers are means, ``sd_over_runs`` is the standard deviation of ``value``, and ranks are
    among systems. After them is one row per run and type, and one per run and document where that is asked for.
    """
    columns = (
        *("part", "sentences", "system", "runs", "file", "match", "observed", "expected", "value", "low", "high"),
        *("sd", "z", "p", "sd_over_runs", "rank_observed", "rank", "signature", "type", "document"),
    )
    rows = [row for part in found.parts for row in (*_run_records(part, found), *_system_records(part))]
    first = found.parts[0]
    for run in first.runs:
        each = [((name, ""), measured) for name, measured in run.corrected.by_label().items()]
        if by_document:
            each += [(("", name), measured) for name, measured in run.corrected.by_document().items()]
        rows += [_record(first, run, found, measured, of) for of, measured in each]
    return Table(columns, tuple(rows))


def _run_records(part: Subset, found: BeyondChance) -> Iterator[tuple[str, ...]]:
    return (_record(part, run, found, run.measured) for run in part.runs)


def _record(
    part: Subset, run: CorrectedRun, found: BeyondChance, measured: Measured, of: tuple[str, str] = ("", "")
) -> tuple[str, ...]:
    """A run, or what it has ``of`` one type or document; ranks are of runs."""
    system = next(name for name, files in found.systems.items() if run.file in files)
    return (
        *(part.name, str(measured.count), system, "1", run.file, _match(run)),
        *map(exact, (measured.observed, measured.expected, measured.value)),
        *exact_interval(measured.interval),
        *map(exact, (measured.sd, measured.z, measured.p)),
        *("", *(("", "") if any(of) else _ranks(run)), str(run.signature), *of),
    )


def _match(run: CorrectedRun) -> str:
    return str(run.signature.choices.get("match", ""))


def _system_records(part: Subset) -> Iterator[tuple[str, ...]]:
    for system in part.systems:
        if len(system.runs) > 1:
            yield (
                *(part.name, str(part.sentences), system.name, str(len(system.runs)), "", _match(system.runs[0])),
                *map(exact, (system.observed, system.expected, system.value)),
                *("", "", "", "", "", exact(system.sd), *_ranks(system), "", "", ""),
            )


def _ranks(ranked: CorrectedRun | CorrectedSystem) -> tuple[str, str]:
    first, second = ("" if rank is None else str(rank) for rank in (ranked.rank_observed, ranked.rank))
    return first, second


def _shown_ranks(ranked: CorrectedRun | CorrectedSystem) -> tuple[str, str]:
    first, second = (rank or UNDEFINED for rank in _ranks(ranked))
    return first, second


def _title(part: Subset, found: BeyondChance) -> str:
    unit = _unit(part)
    if part.name == ALL:
        return f"Corrected for chance: {plural(part.sentences, unit)}"
    side = {HARD: "below", EASY: "from"}[part.name]
    kind = plural(part.sentences, f"{part.name} {unit}")
    return f"Corrected for chance: {kind}, F1 of the reference by chance {side} {_threshold(found)}"


def _unit(part: Subset) -> str:
    return part.runs[0].corrected.measure.unit


def _threshold(found: BeyondChance) -> str:
    return f"{100 * (found.correction.threshold or 0):g}"


def _notes(part: Subset, found: BeyondChance) -> Iterator[str]:
    wholes = [run.measured for run in part.runs]
    unit, said = _unit(part), part.runs[0].corrected.drawn
    if part.name == ALL:
        yield part.runs[0].corrected.how
        if not part.runs[0].corrected.of_disorder and any(_above_one(whole) for whole in wholes):
            yield "above 100: every pair that matches counts, so a span that matches several counts with each of them"
        drawn = {run.draws for run in part.runs}
        if all(whole.p is None or isinstance(whole.p, Undefined) for whole in wholes):
            pass
        elif drawn == {0} and not said:
            yield "p: by the normal distribution"
        elif drawn == {0}:
            yield f"p: by the normal distribution ({option('draws', 1000)} draws {said} instead)"
        elif part.runs[0].corrected.of_disorder:
            yield f"p: which share of {max(drawn):,} random {said} has no more disorder; z below 0: less than chance"
        elif found.correction.draws is None:
            yield f"p: from {max(drawn):,} random {said}, where there are few {unit}s"
        columns = [[run.rank for run in part.runs], [run.rank_observed for run in part.runs]]
        if any(len(set(ranks)) < len(ranks) for ranks in columns):
            yield "equal values share the better rank"
        methods = {whole.interval.method for whole in wholes if not isinstance(whole.interval, Undefined)}
        yield from (f"interval: {method}" for method in sorted(methods))
        unmarked = {run.corrected.unmarked for run in part.runs} if found.correction.threshold is not None else set()
        if any(unmarked):
            yield f"without mentions in the reference, neither hard nor easy: {plural(max(unmarked), unit)}"
    if len({whole.count for whole in wholes}) > 1:
        counts = ", ".join(f"{run.file} {run.measured.count:,}" for run in part.runs)
        yield f"runs are aligned with different {unit}s, ranks compare them all the same: {counts}"
    yield from reasons(value for whole in wholes for value in _doubtful(whole))
    yield str(part.signature)


def _above_one(whole: Measured) -> bool:
    observed = number(whole.observed)
    return observed is not None and observed > 1


def _doubtful(whole: Measured) -> tuple[object, ...]:
    """What may be undefined; where there is no value, nothing else is looked at."""
    return (whole.value, whole.interval, *((whole.sd, whole.p) if whole.value else ()))


def chance_payload(found: BeyondChance, *, by_label: bool = True, by_document: bool = False) -> dict[str, Any]:
    """What ``chance`` holds in the JSON of a scoring; labels and documents are measured where they are wanted."""
    first = found.parts[0].runs[0].corrected
    choices = first.signature.choices
    return {
        "measure": first.measure.name,
        **{name: choices.get(name) for name in ("match", "types", "model", "fixed")},
        "split_difficulty": found.correction.threshold,
        "draws": max(run.draws for part in found.parts for run in part.runs),
        "parts": [
            {
                "part": part.name,
                "sentences": part.sentences,
                "runs": [_run_payload(run, by_label=by_label, by_document=by_document) for run in part.runs],
                "systems": [_system_payload(system) for system in part.systems],
            }
            for part in found.parts
        ],
    }


def _run_payload(run: CorrectedRun, *, by_label: bool, by_document: bool) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "file": run.file,
        **_measured_payload(run.measured),
        "rank": run.rank,
        "rank_observed": run.rank_observed,
        "signature": str(run.signature),
    }
    if by_label:
        payload["labels"] = {name: _measured_payload(each) for name, each in run.corrected.by_label().items()}
    if by_document:
        payload["documents"] = {name: _measured_payload(each) for name, each in run.corrected.by_document().items()}
    return payload


def _measured_payload(whole: Measured) -> dict[str, Any]:
    return {
        "sentences": whole.count,
        "observed": number(whole.observed),
        "expected": number(whole.expected),
        **value_payload(whole.value),
        "interval": interval_payload(whole.interval),
        **{name: number(getattr(whole, name)) for name in ("sd", "z", "p")},
    }


def _system_payload(system: CorrectedSystem) -> dict[str, Any]:
    return {
        "system": system.name,
        "runs": [run.file for run in system.runs],
        "observed": number(system.observed),
        "expected": number(system.expected),
        **value_payload(system.value),
        "sd_over_runs": number(system.sd),
        "rank": system.rank,
        "rank_observed": system.rank_observed,
    }
