"""A scoring corrected for chance as tables and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import Undefined, number
from accord.messages import option, plural
from accord.reporting.numbers import (
    UNDEFINED,
    exact,
    exact_interval,
    p_value,
    percent,
    percent_interval,
    reasons,
    rounded,
)
from accord.reporting.table import Table
from accord.scoring.run import ALL, EASY, HARD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.kinds.spans.beyond_chance import BeyondChance, CorrectedRun, CorrectedSystem, Subset


def chance_tables(found: BeyondChance) -> Iterator[Table]:
    """All sentences, then the hard and the easy ones: the runs, and the systems if they have several."""
    for part in found.parts:
        yield _table(part, found)
        if part.systems:
            yield _system_table(part, found)


def _table(part: Subset, found: BeyondChance) -> Table:
    ranked = ("rank by F1", "rank by corrected F1") if len(part.runs) > 1 else ()
    f1 = f"{found.correction.match.name} F1"
    columns = ("run", f1, "chance", "corrected F1", "95% interval", "sd by chance", "z", "p", *ranked)
    rows = tuple(
        (
            run.file,
            percent(run.measured.observed),
            percent(run.measured.expected),
            percent(run.measured.value),
            percent_interval(run.measured.interval),
            percent(run.measured.sd),
            rounded(run.measured.z, 1),
            p_value(run.measured.p),
            *((_rank(run.rank_observed), _rank(run.rank)) if ranked else ()),
        )
        for run in part.runs
    )
    return Table(columns, rows, title=_title(part, found), notes=tuple(_notes(part, found)))


def _system_table(part: Subset, found: BeyondChance) -> Table:
    ranked = ("rank by F1", "rank by corrected F1") if len(part.systems) > 1 else ()
    columns = ("system", "runs", f"{found.correction.match.name} F1", "chance", "corrected F1", "SD", *ranked)
    rows = tuple(
        (
            system.name,
            str(len(system.runs)),
            *map(percent, (system.observed, system.expected, system.value, system.sd)),
            *((_rank(system.rank_observed), _rank(system.rank)) if ranked else ()),
        )
        for system in part.systems
    )
    notes = ("means over runs; SD: standard deviation of corrected F1 over runs (n - 1)",) if part.name == ALL else ()
    return Table(columns, rows, title=f"{_title(part, found)}, by system", notes=notes)


def chance_records(found: BeyondChance) -> Table:
    """One row a part and run, then one a part and system of several runs; ratios from 0 to 1 in full.

    In the row of a system the numbers are means, ``sd_over_runs`` is the standard deviation of ``value``, and ranks are
    among systems.
    """
    columns = (
        *("part", "sentences", "system", "runs", "file", "match", "observed", "expected", "value", "low", "high"),
        *("sd", "z", "p", "sd_over_runs", "rank_observed", "rank", "signature"),
    )
    rows = [row for part in found.parts for row in (*_run_records(part, found), *_system_records(part, found))]
    return Table(columns, tuple(rows))


def _run_records(part: Subset, found: BeyondChance) -> Iterator[tuple[str, ...]]:
    system_of = {file: system for system, files in found.scores.systems.items() for file in files}
    for run in part.runs:
        whole = run.measured
        yield (
            *(part.name, str(whole.count), system_of.get(run.file, ""), "1", run.file, found.correction.match.name),
            *map(exact, (whole.observed, whole.expected, whole.value)),
            *exact_interval(whole.interval),
            *map(exact, (whole.sd, whole.z, whole.p)),
            *("", *_ranks(run), str(run.signature)),
        )


def _system_records(part: Subset, found: BeyondChance) -> Iterator[tuple[str, ...]]:
    for system in part.systems:
        if len(system.runs) > 1:
            yield (
                *(part.name, str(part.sentences), system.name, str(len(system.runs)), "", found.correction.match.name),
                *map(exact, (system.observed, system.expected, system.value)),
                *("", "", "", "", "", exact(system.sd), *_ranks(system), ""),
            )


def _ranks(ranked: CorrectedRun | CorrectedSystem) -> tuple[str, str]:
    first, second = ("" if rank is None else str(rank) for rank in (ranked.rank_observed, ranked.rank))
    return first, second


def _rank(rank: int | None) -> str:
    return UNDEFINED if rank is None else str(rank)


def _title(part: Subset, found: BeyondChance) -> str:
    sentences = plural(part.sentences, "sentence")
    if part.name == ALL:
        return f"Corrected for chance: {sentences}"
    side = {HARD: "below", EASY: "from"}[part.name]
    kind = f"{part.name} {'sentence' if part.sentences == 1 else 'sentences'}"
    return f"Corrected for chance: {part.sentences:,} {kind}, F1 of the reference by chance {side} {_threshold(found)}"


def _threshold(found: BeyondChance) -> str:
    return f"{100 * (found.correction.threshold or 0):g}"


def _notes(part: Subset, found: BeyondChance) -> Iterator[str]:
    wholes = [run.measured for run in part.runs]
    model = found.correction.model
    if part.name == ALL:
        yield f"chance places the predicted spans at random, the reference lies as it does; types {_TYPES[model.types]}"
        drawn = {run.draws for run in part.runs}
        if drawn == {0}:
            yield f"p: by the normal distribution ({option('draws', 1000)} draws placements instead)"
        elif found.correction.draws is None:
            yield f"p: from {max(drawn):,} random placements, where few sentences are marked by both"
        columns = [[run.rank for run in part.runs], [run.rank_observed for run in part.runs]]
        if any(len(set(ranks)) < len(ranks) for ranks in columns):
            yield "equal values share the better rank"
        methods = {whole.interval.method for whole in wholes if not isinstance(whole.interval, Undefined)}
        yield from (f"interval: {method}" for method in sorted(methods))
        unmarked = {run.unmarked for run in part.runs} if found.correction.threshold is not None else set()
        if any(unmarked):
            count = plural(max(unmarked), "sentence")
            yield f"without mentions in the reference, neither hard nor easy: {count}"
    if len({whole.count for whole in wholes}) > 1:
        counts = ", ".join(f"{run.file} {run.measured.count:,}" for run in part.runs)
        yield f"runs are aligned with different sentences, ranks compare them all the same: {counts}"
    yield from reasons(value for whole in wholes for value in (whole.value, whole.interval, whole.value and whole.sd))
    yield str(part.signature)


_TYPES = {"apart": "each for itself", "joint": "placed together", "ignore": "ignored"}


def chance_payload(found: BeyondChance) -> dict[str, Any]:
    """What ``chance`` holds in the JSON of a scoring."""
    correction = found.correction
    return {
        "match": correction.match.name,
        "types": correction.model.types,
        "split_difficulty": correction.threshold,
        "draws": max(run.draws for part in found.parts for run in part.runs),
        "parts": [
            {
                "part": part.name,
                "sentences": part.sentences,
                "runs": [_run_payload(run) for run in part.runs],
                "systems": [_system_payload(system) for system in part.systems],
            }
            for part in found.parts
        ],
    }


def _run_payload(run: CorrectedRun) -> dict[str, Any]:
    whole = run.measured
    return {
        "file": run.file,
        "sentences": whole.count,
        "observed": number(whole.observed),
        "expected": number(whole.expected),
        **value_payload(whole.value),
        "interval": interval_payload(whole.interval),
        **{name: number(getattr(whole, name)) for name in ("sd", "z", "p")},
        "rank": run.rank,
        "rank_observed": run.rank_observed,
        "signature": str(run.signature),
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
