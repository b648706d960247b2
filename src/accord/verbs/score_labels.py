"""Score labels of tokens against a reference: the mentions of chunk labels, or the labels themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.agreement.signature import Signature
from accord.checks import can_repair, offer_repair
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.errors import ReadError, UsageError
from accord.formats.conll_reader import ConllReader
from accord.formats.runs import group_runs
from accord.messages import call, option, plural, printable
from accord.scoring.evaluation import Evaluation
from accord.scoring.label_runs import Mismatch, Pair, pair_batches
from accord.scoring.scores import LeftOut, Scores
from accord.scoring.seeds import System, rank_sums, summarise
from accord.verbs.arguments import lists, refuse_repeated
from accord.verbs.label_sources import as_inputs, as_label_source, find_encoding, is_label_lists, refuse_errors
from accord.verbs.score_tags import aligned, digests, score_tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.encoding import Encoding
    from accord.formats import Columns
    from accord.model import LabelSource
    from accord.scoring.counted import CountedScores
    from accord.scoring.run import Run


def score_labels(
    reference: Any,
    predictions: Any,
    *,
    encoding: str | Encoding | None = None,
    align_tokens: bool = False,
    by_file: bool = False,
    columns: Columns | None = None,
    reference_columns: Columns | None = None,
    **of_mentions: Any,
) -> Scores | CountedScores:
    """Score mentions, if the labels are chunk labels as far as anybody says or can tell; else the labels as they are.

    ``of_mentions`` are arguments of `_score_mentions`.
    """
    named = encoding if str(encoding).casefold() != NO_ENCODING else None
    inputs = as_inputs(columns).in_encoding(named)
    told = inputs if reference_columns is None else inputs.told(as_inputs(reference_columns, "reference_columns"))
    reference_source = as_label_source(reference, "reference", told.in_encoding(named))
    scheme = None if named is not encoding else find_encoding(encoding, reference_source)
    if isinstance(reference_source, ConllReader):  # then a prediction with no label but O is no table of items either
        inputs = replace(inputs, of_tokens=True)
    runs = _runs(predictions, inputs, by_file=by_file)
    if scheme is None:
        _refuse_mention_options(of_mentions, reference_source.name)
        return score_tags(
            reference_source, runs.label_sources, runs.systems, align_tokens=align_tokens, told=encoding is not None
        )
    detected = encoding is None
    return _score_mentions(reference_source, runs, scheme, align_tokens=align_tokens, detected=detected, **of_mentions)


def _refuse_mention_options(given: Mapping[str, Any], name: str) -> None:
    """Refuse what can only be said of mentions; the counts of each sentence are there anyway."""
    for each, value in given.items():
        if each != "per_sentence" and value not in {None, False, NO_REPAIR}:
            said = option(each, value, flag=_FLAGS.get(each, ""))
            raise UsageError(
                f"{said} is for mentions, and the labels of {name} are no chunk labels like B-PER "
                f"(say which encoding: {option('encoding')}; or which column it is: "
                f"{option('columns', flag='--label-column')})"
            )


_FLAGS = {"locate": "--errors", "spans": "--chance"}


def score_mentions(reference: Any, predictions: Any, **how: Any) -> Scores:
    """Score chunk labels; a read error where the labels are none."""
    scores = score_labels(reference, predictions, **how)
    if isinstance(scores, Scores):
        return scores
    raise ReadError(f"{scores.reference}: the labels are no chunk labels like B-PER, so they mark no mentions")


def _score_mentions(
    reference_source: LabelSource,
    given: Runs,
    scheme: Encoding,
    *,
    detected: bool,
    align_tokens: bool,
    repair: str | None = NO_REPAIR,
    repair_reference: str | None = NO_REPAIR,
    all_repairs: bool = False,
    locate: bool = False,
    surface: bool = False,
    per_sentence: bool = False,
    by_document: bool = False,
    spans: bool = False,
) -> Scores:
    """Score the mentions of chunk labels by exact match."""
    methods = list(REPAIRS) if all_repairs else [_repair_name(repair)]
    repair_reference = _repair_name(repair_reference)
    label_sources, groups = given
    runs: list[Run] = []
    left_out: dict[str, LeftOut] = {}
    refusals: list[ReadError] = []
    for name, label_source in label_sources.items():
        evaluations = [
            Evaluation(
                scheme,
                method,
                repair_reference,
                locate=locate,
                surface=surface,
                per_sentence=per_sentence,
                by_document=by_document,
                spans=spans,
            )
            for method in methods
        ]
        try:
            for pair in _pairs(reference_source, label_source, evaluations, left_out if align_tokens else None, name):
                for evaluation in evaluations:
                    evaluation.add(pair, reference_source.name, label_source.name)
            refuse_errors(reference_source, label_source)
            _refuse_labels(evaluations[0], reference_source, label_source)
        except ReadError as refusal:
            refusals.append(refusal)
        runs += [evaluation.run(name) for evaluation in evaluations]
    if refusals:
        raise _together(refusals)
    repair = "all" if all_repairs else methods[0]
    systems = () if all_repairs else _systems(runs, groups)
    choices: dict[str, object] = {
        "match": "exact",
        "avg": "micro",
        "enc": scheme.name,
        "repair": repair,
        "repair-ref": repair_reference,
    }
    return Scores(
        reference=reference_source.name,
        encoding=scheme,
        encoding_detected=detected,
        repair=repair,
        repair_reference=repair_reference,
        runs=tuple(runs),
        systems=systems,
        tests=tuple(rank_sums(systems)),
        left_out=left_out,
        invalid_reference=sum(label_run.reference_errors * times for label_run, times in runs[0].label_runs),
        signature=Signature("f1", choices | _sizes(runs, left_out) | digests(reference_source, label_sources.values())),
        copies=tuple(_copies(label_sources)),
    )


def _repair_name(name: str | None) -> str:
    return NO_REPAIR if name is None or str(name) == NO_REPAIR else REPAIRS.name(name)


NO_ENCODING = "none"
"""Labels that are no chunk labels, whatever they look like."""


class Runs(NamedTuple):
    """The runs by name, and which of them belong to which system."""

    label_sources: dict[str, LabelSource]
    systems: dict[str, list[str]]


def _runs(predictions: Any, columns: Columns, *, by_file: bool) -> Runs:
    """The runs as the caller names them, or as their files are called."""
    if isinstance(predictions, Mapping):
        return _named_runs(predictions, columns)
    given = lists(predictions)
    if _is_several(given):
        label_sources = [as_label_source(labels, f"run {number}", columns) for number, labels in enumerate(given, 1)]
    else:
        label_sources = [as_label_source(given, "predicted", columns)]
    names = [label_source.name for label_source in label_sources]
    refuse_repeated(names, "run")
    systems = {name: [name] for name in names} if by_file else group_runs(names)
    return Runs(dict(zip(names, label_sources, strict=True)), systems)


def _named_runs(predictions: Mapping[Any, Any], columns: Columns) -> Runs:
    """Systems that the caller names, each one run or a list of runs."""
    if not predictions:
        raise UsageError("there is no prediction to score")
    runs = Runs({}, {})
    for system, labels in predictions.items():
        given = lists(labels)
        several = _is_several(given)
        named = {f"{system} {number}": run for number, run in enumerate(given, 1)} if several else {str(system): given}
        if twice := [name for name in named if name in runs.label_sources]:
            raise UsageError(f"there are two runs called {twice[0]}: give the systems other names")
        label_sources = {name: as_label_source(run, name, columns) for name, run in named.items()}
        refuse_repeated([label_source.name for label_source in label_sources.values()], "run")
        runs.label_sources.update(label_sources)
        runs.systems[str(system)] = list(named)
    return runs


def _is_several(given: Any) -> bool:
    """Whether a list holds runs, not the labels of one."""
    return isinstance(given, list) and not is_label_lists(given)


def _pairs(
    reference: LabelSource,
    predicted: LabelSource,
    evaluations: Sequence[Evaluation],
    left_out: dict[str, LeftOut] | None,
    name: str,
) -> Iterator[Pair]:
    """Sentence pairs; where tokens differ, all differences are raised, or noted where what can be aligned is scored."""
    try:
        yield from pair_batches(reference.batches(), predicted.batches())
    except Mismatch:
        alignment = aligned(reference, predicted, evaluations[0].scheme.divides, wanted=left_out is not None)
        assert left_out is not None
        for evaluation in evaluations:
            evaluation.leave_out(alignment.left_out, alignment.predicted_left_out, reference.name, predicted.name)
        mentions = evaluations[0].left_out.reference
        tokens = sum(len(part.tokens) for part in alignment.left_out)
        left_out[name] = LeftOut(tuple(alignment.findings), tokens, mentions)
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


def _systems(runs: Sequence[Run], groups: Mapping[str, list[str]]) -> tuple[System, ...]:
    by_name = {run.file: run for run in runs}
    return tuple(summarise(name, [by_name[run] for run in members]) for name, members in groups.items())


def _sizes(runs: Sequence[Run], left_out: Mapping[str, LeftOut]) -> dict[str, object]:
    sizes: dict[str, object] = {"runs": len({run.file for run in runs})}
    for key, counts in (("sents", [run.sentences for run in runs]), ("tokens", [run.tokens for run in runs])):
        sizes[key] = "+".join(map(str, counts if len(set(counts)) > 1 else counts[:1]))
    if left_out:
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
