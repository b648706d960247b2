"""A scoring as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload
from accord.agreement.result import Undefined, number
from accord.reporting.levels import all_levels
from accord.scoring.counts import PARTS, Average, Counts, counted_as_zero
from accord.scoring.errors import confusion, error_kinds
from accord.scoring.schemas import MucCounts, schema_counts, schema_counts_by_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.agreement.result import Result
    from accord.reporting.levels import Level
    from accord.scoring.run import LocatedError, Run
    from accord.scoring.scores import Scores
    from accord.scoring.seeds import Distribution, RankSum


def score_payload(
    scores: Scores, *, schemas: bool = False, confused: bool = False, errors: bool = False, error_counts: bool = False
) -> dict[str, Any]:
    """The whole scoring as JSON; ratios from 0 to 1, null where undefined."""
    return {
        "version": 1,
        "signature": str(scores.signature),
        "reference": scores.reference,
        "encoding": scores.encoding.name,
        "encoding_detected": scores.encoding_detected,
        "repair": scores.repair,
        "repair_reference": scores.repair_reference,
        "invalid_reference": scores.invalid_reference,
        "results": [_result_payload(result) for result in scores.results],
        "runs": [
            _run_payload(run, scores, schemas=schemas, confused=confused, errors=errors, error_counts=error_counts)
            for run in scores.runs
        ],
        "systems": [] if scores.crossed else list(_systems_payload(scores)),
        "tests": [] if scores.crossed else [test_payload(test) for test in scores.tests],
        **(_crossed(scores) if scores.crossed else {}),
    }


def _crossed(scores: Scores) -> dict[str, Any]:
    """What each repair changes."""
    from accord.reporting.crossed_repairs import crossed_payload
    from accord.scoring.crossed_repairs import crossed_repairs

    return {"repairs": crossed_payload(crossed_repairs(scores))}


def _result_payload(result: Result) -> dict[str, Any]:
    """The headline of a run: the form that every coefficient has."""
    return {
        "coefficient": result.name,
        "value": number(result.value),
        "undefined": result.value.reason if isinstance(result.value, Undefined) else None,
        "interval": interval_payload(result.interval),
        "used": dict(result.used),
        "excluded": dict(result.excluded),
        "signature": str(result.signature),
    }


def _run_payload(
    run: Run, scores: Scores, *, schemas: bool, confused: bool, errors: bool, error_counts: bool
) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "file": run.file,
        "repair": run.repair,
        "micro": counts_payload(run.micro)
        | {"intervals": {part: interval_payload(run.intervals[part]) for part in PARTS}},
        "macro": average_payload(run.macro),
        "weighted": average_payload(run.weighted),
        "types": {type_: counts_payload(counts) for type_, counts in run.types.items()},
        "accuracy": number(run.accuracy),
        "tokens": run.tokens,
        "sentences": run.sentences,
        "invalid": run.invalid,
        "undefined": {part: value.reason for part in PARTS if isinstance(value := run.ratio(part), Undefined)},
        "counted_as_zero": counted_as_zero(run.types),
    }
    if schemas:
        payload["schemas"] = {schema: _muc(counts) for schema, counts in schema_counts(run.label_runs).items()}
        payload["schemas_by_type"] = {
            type_: {schema: _muc(counts) for schema, counts in by_schema.items()}
            for type_, by_schema in schema_counts_by_type(run.label_runs).items()
        }
    if confused:
        payload["confusion"] = [
            {"reference": ours, "predicted": theirs, "count": count}
            for (ours, theirs), count in sorted(confusion(run.label_runs).items())
        ]
    if run.surface:
        payload["surface"] = {
            where.replace(" ", "_"): {
                "micro": counts_payload(surface.micro),
                "types": {type_: counts_payload(counts) for type_, counts in surface.types.items()},
            }
            for where, surface in run.surface.items()
        }
    if run.documents:
        payload["documents"] = {document: counts_payload(counts) for document, counts in run.documents.items()}
    if error_counts:
        names = ("kind", "reference_type", "reference", "predicted_type", "predicted")
        payload["error_counts"] = [
            {"count": count, **dict(zip(names, form, strict=True))} for form, count in run.error_forms().most_common()
        ]
    if errors:
        payload["error_kinds"] = error_kinds(run.label_runs)
        payload["errors"] = [_error_payload(error, run, scores) for error in run.errors]
    if left := scores.left_out.get(run.file):
        payload["left_out"] = {
            "tokens": left.tokens,
            "mentions": left.mentions,
            "predicted_mentions": run.left_out.predicted,
            "missing_tokens": left.filled,
            "f1_with_left_out": number(run.whole.f1),
            "f1_at_best": number(run.at_best.f1),
            "differences": [finding.payload() for finding in left.differences],
        }
    return payload


def average_payload(scores: Counts | Average | MucCounts) -> dict[str, Any]:
    """Precision, recall and F1."""
    return {part: number(getattr(scores, part)) for part in PARTS}


def counts_payload(counts: Counts) -> dict[str, Any]:
    """Precision, recall and F1 with the counts that they are made of."""
    return average_payload(counts) | counts._asdict()


def _muc(counts: MucCounts) -> dict[str, Any]:
    return average_payload(counts) | counts._asdict() | {"possible": counts.possible, "actual": counts.actual}


def _error_payload(error: LocatedError, run: Run, scores: Scores) -> dict[str, Any]:
    ours, theirs = error.match
    return {
        "kind": error.match.kind,
        "file": scores.reference if ours else run.file,
        "line": error.line or None,
        "reference": {"type": ours.type, "text": error.words(0)} if ours else None,
        "predicted": {"type": theirs.type, "text": error.words(1)} if theirs else None,
    }


def distribution_payload(distribution: Distribution) -> dict[str, Any]:
    """Mean, deviation, error and interval of a score over runs."""
    return {
        "mean": number(distribution.mean),
        "sd": number(distribution.sd),
        "se": number(distribution.se),
        "interval": interval_payload(distribution.interval),
        "counted_as_zero": distribution.counted_as_zero,
    }


def _systems_payload(scores: Scores) -> Iterator[dict[str, Any]]:
    spread = scores.over_runs()
    for system, runs in scores.by_system().items():
        found = all_levels(runs)
        yield {
            "system": system,
            "runs": [run.file for run in runs],
            **{level.kind: _distributions_payload(level, spread[system]) for level in found if not level.type},
            "types": {level.type: _distributions_payload(level, spread[system]) for level in found if level.type},
        }


def _distributions_payload(level: Level, spread: Mapping[str, Distribution]) -> dict[str, Any]:
    return {part: distribution_payload(spread[level.measure(part)]) for part in PARTS}


def test_payload(test: RankSum) -> dict[str, Any]:
    """A rank-sum test between two systems."""
    return {"test": "rank-sum", **asdict(test)}
