"""Score parsers against a reference, and compare them over its sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.agreement.signature import Signature
from accord.checks.trees import is_tree
from accord.errors import NotApplicable, ReadError, UsageError
from accord.formats.formats import TREE_FORMATS
from accord.formats.names import distinct_names, some
from accord.formats.runs import group_runs
from accord.kinds.trees.flatten import flatten
from accord.kinds.trees.runs import TreeCompared, TreeRun, TreeScores
from accord.kinds.trees.scores import score_trees as scored
from accord.kinds.trees.study import HEADLESS, TRACE, Reading, lacks_heads, study_trees
from accord.messages import option, plural, suggestion
from accord.model import Finding, Place, Severity
from accord.scoring.compare import compare_systems
from accord.verbs.arguments import check_path, check_whole_number
from accord.verbs.label_sources import as_inputs
from accord.verbs.read import Campaign

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike

    from accord.formats import Columns
    from accord.formats.inputs import Inputs
    from accord.kinds.trees.study import ParseStudy

RESAMPLES = 10_000


def score_trees(
    reference: str | PathLike[str],
    predictions: str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    universal: bool = False,
    functions: bool = True,
    traces: bool = True,
    by_file: bool = False,
    columns: Columns | None = None,
) -> TreeScores:
    """Score the trees in some files against those of a reference, sentence by sentence.

    Words must be the same. ``universal`` cuts labels of dependencies at their colon; functional tags and traces of
    phrases are kept unless said otherwise.
    """
    listed = [predictions] if isinstance(predictions, str) or not hasattr(predictions, "__iter__") else predictions
    files = [check_path(reference, "reference"), *(check_path(path, "prediction") for path in listed)]
    if len(files) < 2:
        raise UsageError("there is no prediction to score")
    inputs = as_inputs(columns)
    _refuse_other_kinds(files, inputs)
    corpus = Campaign("files", inputs).read(files)
    if inputs.layer is not None and corpus.layer.kind != "trees":
        raise UsageError(f"parsers are scored on their trees: leave out {option('layer', inputs.layer)}")
    reading = Reading("author", universal, functions, traces)
    whole = study_trees(corpus, reading, least=1)
    gold, *names = distinct_names(files)
    whole = _with_all_heads(whole, gold)
    runs: list[TreeRun] = []
    problems: list[Finding] = []
    for file, name in zip(files[1:], names, strict=True):
        parses = _pairs(whole, gold, name)
        unlike = (each._replace(severity=Severity.ERROR, hint="") for each in parses.mismatches)
        found = [*_alone(whole, gold, name, file), *unlike]
        problems += found
        if not found:
            pairs = [(sentence.trees[gold], sentence.trees[name]) for sentence in parses.sentences]
            runs.append(TreeRun(file, scored(pairs), parses))
    if problems:
        count = plural(len(problems), "difference")
        hint = (
            f" ({option('traces', False, flag='--no-traces')} leaves empty leaves out)"
            if traces and _one_has_traces(whole)
            else ""
        )
        what = "tokens" if any(each.code == "token-mismatch" for each in problems) else "sentences"
        raise ReadError(f"the {what} of a prediction are not those of {files[0]}: {count}{hint}", problems)
    signature = Signature(
        next(iter(runs[0].scores)),
        {
            **{key: value for key, value in whole.choices.items() if key != "non-trees"},
            "runs": len(runs),
            "sents": len(runs[0].parses.sentences),
            "tokens": sum(sentence.tokens for sentence in runs[0].parses.sentences),
            "ci": "jackknife",
            "data": flatten(whole).digest,
        },
    )
    systems = {file: [file] for file in files[1:]} if by_file else group_runs(files[1:])
    return TreeScores(files[0], tuple(runs), systems, signature, (*corpus.assumptions, *_said(whole)))


def _refuse_other_kinds(files: Sequence[str], inputs: Inputs) -> None:
    """Refuse predictions that hold other trees than the reference, or none."""
    reference, *predicted = [TREE_FORMATS.get(inputs.sniff(inputs.source(file)).format) for file in files]
    for file, held in zip(files[1:], predicted, strict=True):
        if reference and held != reference:
            raise UsageError(f"{file} holds {held or 'no trees'}, and the reference {files[0]} {reference}")


def _one_has_traces(whole: ParseStudy) -> bool:
    """Whether some have empty leaves where others do not."""
    return any(len({TRACE in tree.labels for tree in each.trees.values()}) > 1 for each in whole.sentences)


def _with_all_heads(whole: ParseStudy, gold: str) -> ParseStudy:
    """The sentences whose reference is finished: to score against a head that is missing says nothing."""
    kept = tuple(each for each in whole.sentences if gold not in each.trees or not lacks_heads(each.trees[gold]))
    count = len(whole.sentences) - len(kept)
    if not kept:
        raise NotApplicable(f"{gold} has no sentence in which every token has a head")
    return replace(whole, sentences=kept, left_out={**whole.left_out, **({HEADLESS: count} if count else {})})


def _said(whole: ParseStudy) -> Iterator[str]:
    """Which sentences are left out, and which are scored though their graphs are no trees."""
    if count := whole.left_out.get(HEADLESS):
        yield f"left out: {plural(count, 'sentence')} of the reference with tokens without a head"
    graphs = [tree for each in whole.sentences for tree in each.trees.values() if not is_tree(tree)]
    if graphs:
        yield (
            f"{plural(len(graphs), 'graph')} that {'is' if len(graphs) == 1 else 'are'} no tree: scored token by token "
            f"and kept in alpha as {option('non_trees', 'author')} does (accord check says which)"
        )


def _pairs(whole: ParseStudy, gold: str, name: str) -> ParseStudy:
    """Every sentence that reference and prediction have, with both trees."""
    wanted = [sentence for sentence in whole.sentences if gold in sentence.trees and name in sentence.trees]
    both = [replace(sentence, trees={each: sentence.trees[each] for each in (gold, name)}) for sentence in wanted]
    return replace(whole, sentences=tuple(both), annotators=(gold, name))


def _alone(whole: ParseStudy, gold: str, name: str, file: str) -> Iterator[Finding]:
    """Which sentences the reference and the prediction in a file have each for themselves."""
    for code, holder, other in (("missing-sentences", gold, name), ("extra-sentences", name, gold)):
        alone = [each.name for each in whole.sentences if holder in each.trees and other not in each.trees]
        if alone:
            message = f"{other} lacks {plural(len(alone), 'sentence')} that {holder} has: {some(alone)}"
            yield Finding(code, Severity.ERROR, Place(file), message)


def compare_trees(
    reference: str | PathLike[str],
    predictions: Sequence[str | PathLike[str]],
    *,
    measure: str | None = None,
    universal: bool = False,
    functions: bool = True,
    traces: bool = True,
    resamples: int = RESAMPLES,
    seed: int = 1,
    by_file: bool = False,
    columns: Columns | None = None,
) -> TreeCompared:
    """Test every pair of parsers by paired bootstrap and approximate randomisation over sentences.

    ``measure`` is las (the default), uas, clas, or bracket-f1 of phrases.
    """
    resamples = check_whole_number(resamples, "resamples", least=1)
    seed = check_whole_number(seed, "seed", least=0)
    scores = score_trees(
        reference,
        predictions,
        universal=universal,
        functions=functions,
        traces=traces,
        by_file=by_file,
        columns=columns,
    )
    return compare_scored(scores, measure=measure, resamples=resamples, seed=seed)


def compare_scored(
    scores: TreeScores, *, measure: str | None = None, resamples: int = RESAMPLES, seed: int = 1
) -> TreeCompared:
    """The same of parsers that are scored already."""
    chosen = scores.runs[0].headline.name if measure is None else measure
    if chosen not in scores.runs[0].scores:
        known = suggestion(chosen, list(scores.runs[0].scores))
        raise UsageError(f"there is no measure {chosen!r} of these trees: {known}")
    by_name = {run.file: run.scores[chosen] for run in scores.runs}
    systems = {name: [by_name[file] for file in files] for name, files in scores.systems.items()}
    if len(systems) < 2:
        files = ", ".join(by_name)
        raise UsageError(
            f"two systems are needed, {files} is one: files whose names differ only in a number are runs of one system "
            f"({option('by_file', True)} takes them apart)"
        )
    choices = {**scores.signature.choices, "resamples": resamples, "seed": seed}
    comparisons = compare_systems(systems, resamples, seed)
    return TreeCompared(chosen, tuple(comparisons), scores, Signature(chosen, choices))
