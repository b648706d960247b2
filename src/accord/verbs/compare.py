"""Compare systems over the sentences or documents of one test set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import UsageError
from accord.messages import option
from accord.scoring.compare import Compared, compare_systems
from accord.scoring.corrected import CORRECTED
from accord.scoring.counted_scores import with_all_labels
from accord.scoring.counts import PARTS
from accord.scoring.seeds import distribution
from accord.verbs.arguments import check_whole_number, signature_with
from accord.verbs.chance import correction
from accord.verbs.score import score, score_options
from accord.verbs.score_chunks import BY_TYPE

if TYPE_CHECKING:
    from accord.encoding import Encoding
    from accord.formats import Columns
    from accord.scoring.corrected import Correction
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.scores import Scores

RESAMPLES = 10_000
DOCUMENTS = "documents"
"""What units can be grouped by."""


def compare(
    reference: Any,
    predictions: Any,
    *,
    encoding: str | Encoding | None = None,
    repair: str | None = NO_REPAIR,
    repair_reference: str | None = NO_REPAIR,
    measure: str | None = None,
    match: str | None = None,
    types: str | None = None,
    model: str | None = None,
    fixed: str | None = None,
    over: str | None = None,
    resamples: int = RESAMPLES,
    seed: int = 1,
    by_file: bool = False,
    columns: Columns | None = None,
    reference_columns: Columns | None = None,
    **options: Any,
) -> Compared:
    """Test every pair of systems by paired bootstrap and approximate randomisation over sentences or documents.

    Systems are given and scored as in `score`. ``measure`` is the headline unless another is named: uas, clas, link-f1;
    precision, recall, macro-f1, weighted-f1 and the like; of one label f1:PER; corrected-f1, corrected-accuracy and the
    like for what is left once chance is taken off, with ``match``, ``types``, ``model`` and ``fixed`` as in
    `score_beyond_chance`. ``over`` "documents" exchanges and draws whole documents, whose sentences are not
    independent.

    >>> gold = [["B-PER", "O"], ["B-LOC", "O"]]
    >>> compared = compare(gold, {"a": gold, "b": [["O", "O"], ["B-LOC", "O"]]}, encoding="BIO", resamples=99)
    >>> round(compared.comparisons[0].difference, 4)
    0.3333
    """
    resamples = check_whole_number(resamples, "resamples", least=1)
    seed = check_whole_number(seed, "seed", least=0)
    if over not in {None, DOCUMENTS}:
        raise UsageError(f"{option('over', over)}: choose {DOCUMENTS}, or leave it out")
    corrected = _correction(measure, match=match, types=types, model=model, fixed=fixed)
    scores = score(
        reference,
        predictions,
        encoding=encoding,
        repair=repair,
        repair_reference=repair_reference,
        per_sentence=(over is None and measure in {None, *PARTS}) or BY_TYPE,
        by_file=by_file,
        columns=columns,
        reference_columns=reference_columns,
        **options,
    )
    return compare_scores(scores, measure=measure, corrected=corrected, over=over, resamples=resamples, seed=seed)


def _correction(measure: str | None, **how: Any) -> Correction | None:
    """How chance is taken off, where a corrected measure is compared; draws are for p against chance, unused here."""
    if measure is not None and measure.startswith(CORRECTED):
        return correction(**how, draws=0)
    for name, value in how.items():
        if value is not None:
            raise UsageError(f"{option(name, value)} is for {option('measure', f'{CORRECTED}f1')}: give both")
    return None


def compare_scores(
    scores: Scores | CountedScores,
    *,
    measure: str | None = None,
    corrected: Correction | None = None,
    over: str | None = None,
    resamples: int = RESAMPLES,
    seed: int = 1,
) -> Compared:
    """The same of systems that are scored already; ``corrected`` says how chance is taken off a measure."""
    systems = scores.counted()
    if len(systems) < 2:
        files = ", ".join(run.file for run in scores.runs)
        raise UsageError(
            f"two systems are needed, {files} is one: files whose names differ only in a number are runs of one system "
            f"({option('by_file', True)} takes them apart)"
        )
    chosen = scores.measures[0] if measure is None else measure
    made = {key: value for key, value in scores.signature.choices.items() if key != "avg" or chosen in PARTS}
    if corrected is None:
        measured = {name: [run.measure(chosen) for run in runs] for name, runs in with_all_labels(systems).items()}
    else:
        found = {name: [corrected.whole(run, chosen) for run in runs] for name, runs in systems.items()}
        made |= next(iter(found.values()))[0].placement
        measured = {name: [each.measure for each in runs] for name, runs in found.items()}
    if over == DOCUMENTS:
        measured = {
            name: [each.over(run.documents, "document") for run, each in zip(systems[name], measures, strict=True)]
            for name, measures in measured.items()
        }
    choices = {**made, "resamples": resamples, "seed": seed, **({"over": over} if over else {})}
    return Compared(
        tuple(compare_systems(measured, resamples, seed)),
        replace(scores.signature, measure=chosen, choices=choices),
        scores,
        {name: distribution([each.value for each in runs], runs[0].formula) for name, runs in measured.items()},
        chosen,
        next(iter(measured.values()))[0].unit,
    )


compare.__signature__ = signature_with(compare, score_options())  # type: ignore[attr-defined]
