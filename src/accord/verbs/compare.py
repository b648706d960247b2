"""Compare systems over the sentences or documents of one test set."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import UsageError
from accord.messages import option
from accord.scoring.compare import Compared, compare_systems
from accord.scoring.corrected import CORRECTED
from accord.scoring.counted_scores import with_all_labels
from accord.scoring.counts import PARTS
from accord.scoring.examples import Differences, differences
from accord.scoring.same_units import SameUnits
from accord.scoring.seeds import distribution
from accord.verbs.arguments import check_whole_number, signature_with
from accord.verbs.breakdown import instances_of
from accord.verbs.chance import correction
from accord.verbs.references import of_one_reference
from accord.verbs.score import score, score_options
from accord.verbs.score_chunks import BY_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
    repair: str | Mapping[str | None, str] | None = NO_REPAIR,
    repair_reference: str | None = NO_REPAIR,
    align_tokens: bool = False,
    missing: str | None = None,
    measure: str | None = None,
    types: str | None = None,
    model: str | None = None,
    fixed: str | None = None,
    over: str | None = None,
    examples: int = 0,
    resamples: int = RESAMPLES,
    seed: int = 1,
    by_file: bool = False,
    runs: bool = False,
    columns: Columns | None = None,
    reference_columns: Columns | None = None,
    **options: Any,
) -> Compared:
    """Test every pair of systems by paired bootstrap and approximate randomisation over sentences or documents.

    Systems are given and scored as in `score`. ``measure`` is the headline unless another is named: uas, clas, link-f1;
    precision, recall, macro-f1, weighted-f1 and the like; of one label f1:PER; corrected-f1, corrected-accuracy and the
    like for what is left once chance is taken off, with ``match``, ``types``, ``model`` and ``fixed`` as in
    `score_beyond_chance`. ``over`` "documents" exchanges and draws whole documents, whose sentences are not
    independent. Where tokens differ, ``align_tokens`` and ``missing`` are those of `score`; a sentence of which one
    system lacks something is left out of all. ``examples`` lists so many things a side that one system has right and
    the other wrong, in ``differences``.

    >>> gold = [["B-PER", "O"], ["B-LOC", "O"]]
    >>> compared = compare(gold, {"a": gold, "b": [["O", "O"], ["B-LOC", "O"]]}, encoding="BIO", resamples=99)
    >>> round(compared.comparisons[0].difference, 4)
    0.3333
    """
    resamples = check_whole_number(resamples, "resamples", least=1)
    seed = check_whole_number(seed, "seed", least=0)
    examples = check_whole_number(examples, "examples", least=0)
    if over not in {None, DOCUMENTS}:
        raise UsageError(f"{option('over', over)}: choose {DOCUMENTS}, or leave it out")
    corrected = _correction(measure, options, types=types, model=model, fixed=fixed)
    found = score(
        reference,
        predictions,
        encoding=encoding,
        repair=repair,
        repair_reference=repair_reference,
        align_tokens=align_tokens,
        missing=missing,
        per_sentence=(over is None and measure in {None, *PARTS} and not examples) or BY_TYPE,
        by_file=by_file,
        runs=runs,
        columns=columns,
        reference_columns=reference_columns,
        **options,
    )
    scores = of_one_reference(found, "systems are compared against")
    compared = compare_scores(scores, measure=measure, corrected=corrected, over=over, resamples=resamples, seed=seed)
    return replace(compared, differences=tuple(_differences(scores, examples))) if examples else compared


def _correction(measure: str | None, options: dict[str, Any], **how: Any) -> Correction | None:
    """How chance is taken off, where a corrected measure is compared; draws are for p against chance, unused here.

    The match is then that of the correction, and none of the ``options`` of scores.
    """
    if measure is not None and measure.startswith(CORRECTED):
        return correction(match=options.pop("match", None), **how, draws=0)
    for name, value in how.items():
        if value is not None:
            raise UsageError(f"{option(name, value)} is for {option('measure', f'{CORRECTED}f1')}: give both")
    return None


def _differences(scores: Scores | CountedScores, most: int) -> Iterator[Differences]:
    """Examples of every two systems, each of one run."""
    instances_of(scores, option("examples"))
    if any(run.units for runs in scores.counted().values() for run in runs):
        raise UsageError(f"{option('examples')} is for outputs with the tokens of the reference: leave it out")
    for (first, ours), (second, theirs) in combinations(scores.counted().items(), 2):
        for system, runs in ((first, ours), (second, theirs)):
            if len(runs) > 1:
                raise UsageError(
                    f"{option('examples')} lists what two outputs have right, and {system} has {len(runs)} runs: "
                    f"give one of each system ({option('by_file', True)} takes runs apart)"
                )
        yield differences((first, second), (ours[0], theirs[0]), most)


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
            f"two systems are needed, and {files} {'are' if len(scores.runs) > 1 else 'is'} one: files whose names "
            f"differ only in a number are runs of one system ({option('by_file', True)} takes them apart)"
        )
    chosen = scores.measures[0] if measure is None else measure
    made = {key: value for key, value in scores.signature.choices.items() if key != "avg" or chosen in PARTS}
    if corrected is None:
        measured = {name: [run.measure(chosen) for run in runs] for name, runs in with_all_labels(systems).items()}
    else:
        found = {name: [corrected.whole(run, chosen) for run in runs] for name, runs in systems.items()}
        made |= next(iter(found.values()))[0].placement
        measured = {name: [each.measure for each in runs] for name, runs in found.items()}
    same = SameUnits.of(run for runs in systems.values() for run in runs)
    if same is not None:
        measured = {
            name: [same.measure(each, run) for run, each in zip(systems[name], measures, strict=True)]
            for name, measures in measured.items()
        }
    if over == DOCUMENTS:
        measured = {
            name: [
                each.over(same.documents(run) if same else run.documents, "document")
                for run, each in zip(systems[name], measures, strict=True)
            ]
            for name, measures in measured.items()
        }
    choices = {**made, "resamples": resamples, "seed": seed, **({"over": over} if over else {})}
    if same is not None:
        choices |= {"left-out": same.left_out}
    return Compared(
        tuple(compare_systems(measured, resamples, seed)),
        replace(scores.signature, measure=chosen, choices=choices),
        scores,
        {name: distribution([each.value for each in runs], runs[0].formula) for name, runs in measured.items()},
        chosen,
        next(iter(measured.values()))[0].unit,
        next(iter(measured.values()))[0].formula,
        left_out=same.left_out if same else 0,
    )


compare.__signature__ = signature_with(compare, score_options())  # type: ignore[attr-defined]
