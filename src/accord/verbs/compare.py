"""Compare systems over the sentences or documents of one test set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import UsageError
from accord.messages import option, suggestion
from accord.scoring.compare import Compared, compare_systems
from accord.verbs.arguments import check_whole_number, signature_with
from accord.verbs.score import score, score_options

if TYPE_CHECKING:
    from accord.encoding import Encoding
    from accord.formats import Columns
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.scores import Scores

RESAMPLES = 10_000


def compare(
    reference: Any,
    predictions: Any,
    *,
    encoding: str | Encoding | None = None,
    repair: str | None = NO_REPAIR,
    repair_reference: str | None = NO_REPAIR,
    measure: str | None = None,
    resamples: int = RESAMPLES,
    seed: int = 1,
    by_file: bool = False,
    columns: Columns | None = None,
    reference_columns: Columns | None = None,
    **options: Any,
) -> Compared:
    """Test every pair of systems by paired bootstrap and approximate randomisation over sentences or documents.

    Systems are given and scored as in `score`. ``measure`` is one of several where there are: of trees las (the
    default), uas or clas, of relations relation-f1 (the default) or link-f1.

    >>> gold = [["B-PER", "O"], ["B-LOC", "O"]]
    >>> compared = compare(gold, {"a": gold, "b": [["O", "O"], ["B-LOC", "O"]]}, encoding="BIO", resamples=99)
    >>> round(compared.comparisons[0].difference, 4)
    0.3333
    """
    resamples = check_whole_number(resamples, "resamples", least=1)
    seed = check_whole_number(seed, "seed", least=0)
    scores = score(
        reference,
        predictions,
        encoding=encoding,
        repair=repair,
        repair_reference=repair_reference,
        per_sentence=True,
        by_file=by_file,
        columns=columns,
        reference_columns=reference_columns,
        **options,
    )
    return compare_scores(scores, measure=measure, resamples=resamples, seed=seed)


def compare_scores(
    scores: Scores | CountedScores, *, measure: str | None = None, resamples: int = RESAMPLES, seed: int = 1
) -> Compared:
    """The same of systems that are scored already."""
    chosen = scores.measures[0] if measure is None else measure
    if chosen not in scores.measures:
        known = suggestion(chosen, list(scores.measures))
        raise UsageError(f"there is no measure {chosen!r} of these systems: {known}")
    systems = scores.measured(chosen)
    if len(systems) < 2:
        files = ", ".join(run.file for run in scores.runs)
        raise UsageError(
            f"two systems are needed, {files} is one: files whose names differ only in a number are runs of one system "
            f"({option('by_file', True)} takes them apart)"
        )
    choices = {**scores.signature.choices, "resamples": resamples, "seed": seed}
    signature = replace(scores.signature, measure=chosen, choices=choices)
    return Compared(tuple(compare_systems(systems, resamples, seed)), signature, scores, chosen)


compare.__signature__ = signature_with(compare, score_options())  # type: ignore[attr-defined]
