"""A scoring corrected for chance as tables and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.measure.reference.run import REFERENCE
from accord.measure.result import Undefined, number
from accord.measure.spans.beyond_chance import ALL, EASY, HARD
from accord.report.numbers import (
    UNDEFINED,
    interval_payload,
    p_value,
    percent,
    percent_interval,
    rounded,
    value_payload,
)
from accord.report.table import Table
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.measure.result import Measured
    from accord.measure.spans.beyond_chance import BeyondChance, CorrectedRun, Part


def chance_tables(found: BeyondChance) -> Iterator[Table]:
    """All sentences, then the hard and the easy ones."""
    for part in found.parts:
        yield _table(part, found)


def _table(part: Part, found: BeyondChance) -> Table:
    ranked = ("rank by F1", "rank by corrected F1") if len(part.runs) > 1 else ()
    f1 = f"{found.correction.match.name} F1"
    columns = ("run", f1, "chance", "corrected F1", "95% interval", "sd by chance", "z", "p", *ranked)
    rows = tuple(
        (
            run.file,
            percent(run.agreement.whole.observed),
            percent(run.agreement.whole.expected),
            percent(run.agreement.whole.value),
            percent_interval(run.agreement.whole.interval),
            *_scattered(run.agreement.whole),
            *((_rank(run.rank_observed), _rank(run.rank)) if ranked else ()),
        )
        for run in part.runs
    )
    return Table(columns, rows, title=_title(part, found), notes=tuple(_notes(part, found)))


def _unmarked(run: CorrectedRun) -> int:
    """How many sentences have no mention in the reference."""
    return sum(not text.spans[REFERENCE] for text in run.agreement.study.texts)


def _rank(rank: int | None) -> str:
    return UNDEFINED if rank is None else str(rank)


def _scattered(part: Measured) -> tuple[str, ...]:
    sd, z, p = (Undefined("it was not asked for") if each is None else each for each in (part.sd, part.z, part.p))
    return percent(sd), rounded(z, 1), p_value(p)


def _title(part: Part, found: BeyondChance) -> str:
    sentences = plural(part.sentences, "sentence")
    if part.name == ALL:
        return f"Corrected for chance: {sentences}"
    side = {HARD: "below", EASY: "from"}[part.name]
    kind = f"{part.name} {'sentence' if part.sentences == 1 else 'sentences'}"
    return f"Corrected for chance: {part.sentences:,} {kind}, F1 of the reference by chance {side} {_threshold(found)}"


def _threshold(found: BeyondChance) -> str:
    return f"{100 * (found.correction.threshold or 0):g}"


def _notes(part: Part, found: BeyondChance) -> Iterator[str]:
    wholes = [run.agreement.whole for run in part.runs]
    model = found.correction.model
    if part.name == ALL:
        yield f"chance lays the predicted spans at random, the reference lies as it does; types {_TYPES[model.types]}"
        columns = [[run.rank for run in part.runs], [run.rank_observed for run in part.runs]]
        if any(len(set(ranks)) < len(ranks) for ranks in columns):
            yield "equal values share the better rank"
        methods = {whole.interval.method for whole in wholes if not isinstance(whole.interval, Undefined)}
        yield from (f"interval: {method}" for method in sorted(methods))
        unmarked = {_unmarked(run) for run in part.runs} if found.correction.threshold is not None else set()
        if any(unmarked):
            count = plural(max(unmarked), "sentence")
            yield f"without mentions in the reference, neither hard nor easy: {count}"
    if len({whole.count for whole in wholes}) > 1:
        counts = ", ".join(f"{run.file} {run.agreement.whole.count:,}" for run in part.runs)
        yield f"runs are aligned with different sentences, ranks compare them all the same: {counts}"
    values = [value for whole in wholes for value in (whole.value, whole.interval, whole.sd)]
    reasons = (value.reason for value in values if isinstance(value, Undefined))
    yield from dict.fromkeys(f"undefined: {reason}" for reason in reasons)
    yield str(part.signature)


_TYPES = {"apart": "each for itself", "joint": "laid together", "ignore": "ignored"}


def chance_payload(found: BeyondChance) -> dict[str, Any]:
    """What ``chance`` holds in the JSON of a scoring."""
    correction = found.correction
    return {
        "match": correction.match.name,
        "types": correction.model.types,
        "split_difficulty": correction.threshold,
        "draws": correction.draws,
        "parts": [
            {"part": part.name, "sentences": part.sentences, "runs": [_run_payload(run) for run in part.runs]}
            for part in found.parts
        ],
    }


def _run_payload(run: CorrectedRun) -> dict[str, Any]:
    whole = run.agreement.whole
    return {
        "file": run.file,
        "sentences": whole.count,
        "observed": number(whole.observed),
        "expected": number(whole.expected),
        **value_payload(whole.value),
        "interval": interval_payload(whole.interval),
        **{name: each and number(each) for name, each in (("sd", whole.sd), ("z", whole.z), ("p", whole.p))},
        "rank": run.rank,
        "rank_observed": run.rank_observed,
        "signature": str(run.signature),
    }
