"""Score the mentions of chunk labels against a reference."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from accord.agreement.signature import Signature
from accord.checks import can_repair, offer_repair
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.encoding.scheme import OUTSIDE
from accord.errors import ReadError, UsageError
from accord.messages import call, option, plural, printable
from accord.scoring.evaluation import Evaluation
from accord.scoring.label_runs import Mismatch, Pair, pair_batches
from accord.scoring.scores import LeftOut, Scores
from accord.verbs.label_sources import digests, refuse_errors, say_sizes
from accord.verbs.repairs import Repairs, repair_name
from accord.verbs.token_matching import TokenMatching

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.encoding import Encoding
    from accord.model import LabelSource
    from accord.scoring.corrected import Corrected, Correction
    from accord.scoring.run import Run
    from accord.verbs.systems import SystemRuns


BY_TYPE = "types"
"""What ``per_sentence`` keeps beside the counts of each sentence."""


def score_chunks(
    reference: LabelSource,
    predictions: Mapping[str, LabelSource],
    given: SystemRuns,
    scheme: Encoding,
    *,
    detected: bool,
    align_tokens: bool,
    missing: str | None = None,
    repair: str | Mapping[str | None, str] | Sequence[str] | None = NO_REPAIR,
    repair_reference: str | None = NO_REPAIR,
    all_repairs: bool = False,
    locate: bool = False,
    surface: bool = False,
    per_sentence: bool | str = False,
    by_document: bool = False,
    spans: bool = False,
) -> Scores:
    """Score the mentions of chunk labels by exact match."""
    if missing not in {None, OUTSIDE}:
        raise UsageError(
            f"{option('missing', missing)}: the labels are chunk labels, of which a token that is missing can only "
            f"have {OUTSIDE}"
        )
    matching = TokenMatching(align_tokens, missing)
    repairs = Repairs.of(list(REPAIRS) if all_repairs else repair, list(given.systems))
    system_of = {run: system for system, names in given.systems.items() for run in names}
    repair_reference = repair_name(repair_reference)
    runs: list[Run] = []
    left_out: dict[str, LeftOut] = {}
    refusals: list[ReadError] = []
    for name, prediction in predictions.items():
        evaluations = [
            Evaluation(
                scheme,
                method,
                repair_reference,
                locate=locate,
                surface=surface,
                per_sentence=bool(per_sentence),
                by_document=by_document,
                spans=spans or per_sentence == BY_TYPE,
            )
            for method in repairs.methods(system_of[name])
        ]
        try:
            for pair in _pairs(reference, prediction, evaluations, matching, left_out, name=name):
                for evaluation in evaluations:
                    evaluation.add(pair, reference.name, prediction.name)
            refuse_errors(reference, prediction)
            _refuse_labels(evaluations[0], reference, prediction)
        except ReadError as refusal:
            refusals.append(refusal)
        runs += [evaluation.run(name) for evaluation in evaluations]
    if refusals:
        raise _together(refusals)
    choices: dict[str, object] = {
        "match": "exact",
        "avg": "micro",
        "enc": scheme.name,
        "repair": str(repairs),
        "repair-ref": repair_reference,
    }
    return Scores(
        reference=reference.name,
        encoding=scheme,
        encoding_detected=detected,
        repair=str(repairs),
        repair_reference=repair_reference,
        runs=tuple(runs),
        systems=given.systems,
        left_out=left_out,
        invalid_reference=sum(label_run.reference_errors * times for label_run, times in runs[0].label_runs),
        signature=Signature("f1", choices | _sizes(runs, left_out) | digests(reference, predictions.values())),
        copies=tuple(_copies(predictions)),
        run_notes=given.notes,
        beyond_chance=partial(_beyond_chance, scheme, repair_reference),
    )


def _beyond_chance(
    scheme: Encoding, repair_reference: str, run: Run, correction: Correction
) -> Mapping[str, Corrected]:
    """What a run marked beyond chance; with NumPy, which scoring alone does without."""
    from accord.kinds.spans.beyond_chance import corrected_mentions

    read_by = {"enc": scheme.name, "repair": run.repair, "repair-ref": repair_reference}
    return corrected_mentions(run, correction, read_by)


def _pairs(
    reference: LabelSource,
    predicted: LabelSource,
    evaluations: Sequence[Evaluation],
    matching: TokenMatching,
    left_out: dict[str, LeftOut],
    *,
    name: str,
) -> Iterator[Pair]:
    """Sentence pairs; where tokens differ, all differences are raised, or noted where what can be aligned is scored."""
    try:
        yield from pair_batches(reference.batches(), predicted.batches())
    except Mismatch:
        alignment = matching.align(reference, predicted, evaluations[0].scheme.divides)
        for evaluation in evaluations:
            evaluation.leave_out(alignment.left_out, alignment.predicted_left_out, reference.name, predicted.name)
            evaluation.units, evaluation.partial = alignment.units, frozenset(alignment.partial)
        mentions = evaluations[0].left_out.reference
        tokens = sum(len(part.tokens) for part in alignment.left_out)
        left_out[name] = LeftOut(tuple(alignment.findings), tokens, mentions, alignment.filled)
        yield from islice(alignment.paired(), evaluations[0].sentences, None)


def _refuse_labels(evaluation: Evaluation, reference: LabelSource, predicted: LabelSource) -> None:
    """Raise what is wrong with labels that no repair was asked for, or that none can fix."""
    ours, theirs = map(offer_repair, (evaluation.reference_findings, evaluation.predicted_findings))
    problems = [*ours, *theirs]
    if not problems:
        return
    found = ((reference, ours), (predicted, theirs))
    refused = [label_source for label_source, findings in found if findings]
    advice = [
        _other_encoding(label_source, evaluation.scheme, is_reference=label_source is reference)
        for label_source in refused
    ]
    if all(finding.code == "invalid-transition" for finding in problems):
        *methods, last = REPAIRS
        repairs = f"repair {', '.join(methods)} or {last}"
        if ours:
            fix = "fix it with accord repair" if can_repair(ours) else "fix it"
            choose = f"{fix}, or say how to read it: {repairs} ({option('repair_reference')})"
            advice.append(f"the reference is never repaired unasked: {choose}")
        else:
            choose = f"{repairs} ({option('repair')}), or see them all ({call('score', option('all_repairs', True))})"
            advice.append(f"say how to read invalid sequences: {choose}")
    said = "; ".join(filter(None, advice))
    files = " and ".join(label_source.name for label_source in refused)
    count = f"{plural(len(problems), 'problem')} in the labels of {files}: nothing was scored"
    raise ReadError(f"{count}; {said}" if said else count, problems)


def _other_encoding(label_source: LabelSource, scheme: Encoding, *, is_reference: bool) -> str:
    """What to do about labels that are valid in another encoding than the one they were read by."""
    verdicts = Census.of(label_source.batches()).verdicts()
    valid = [verdict.encoding for verdict in verdicts if not verdict.errors]
    alike = [encoding.name for encoding in valid if encoding.suffix == scheme.suffix]
    names = alike or [encoding.name for encoding in valid]
    if not names:
        return ""
    if is_reference:
        return f"{label_source.name} is valid {', '.join(names)}: was encoding {names[0]} meant?"
    return (
        f"{label_source.name} is valid {', '.join(names)}: if that is its encoding, convert it to {scheme.name} first"
    )


def _together(refusals: Sequence[ReadError]) -> ReadError:
    """All refusals as one, each problem once."""
    findings = dict.fromkeys(finding for refusal in refusals for finding in refusal.findings)
    return ReadError("\n".join(dict.fromkeys(printable(refusal.summary) for refusal in refusals)), list(findings))


def _sizes(runs: Sequence[Run], left_out: Mapping[str, LeftOut]) -> dict[str, object]:
    sizes: dict[str, object] = {"runs": len({run.file for run in runs})}
    sizes["sents"] = say_sizes([run.sentences for run in runs])
    sizes["tokens"] = say_sizes([run.tokens for run in runs])
    if filled := sum(part.filled for part in left_out.values()):
        sizes |= {"missing": OUTSIDE, "missing-tokens": filled}
    lost = any(part.tokens for part in left_out.values()) or any(any(run.left_out) for run in runs)
    if lost or (left_out and not filled):
        sizes["left-out-tokens"] = sum(part.tokens for part in left_out.values())
        sizes["left-out-mentions"] = sum(run.left_out.reference + run.left_out.predicted for run in runs)
    return sizes


def _copies(label_sources: Mapping[str, LabelSource]) -> Iterator[tuple[str, str]]:
    """Runs whose file is the same as one before."""
    first: dict[str, str] = {}
    for name, label_source in label_sources.items():
        digest = label_source.digest()
        if digest and first.setdefault(digest, name) != name:
            yield name, first[digest]
