"""Parsers against a reference: which sentences are compared, and what is counted in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from accord.checks.trees import is_tree
from accord.errors import NotApplicable, ReadError, UsageError
from accord.kinds.trees.coefficient import TreeAlpha
from accord.kinds.trees.flatten import flatten
from accord.kinds.trees.instances import bracket_errors, bracket_instances
from accord.kinds.trees.scores import labels_of, score_trees
from accord.kinds.trees.study import HEADLESS, TRACE, lacks_heads, study_trees
from accord.kinds.trees.terms import TERMS
from accord.kinds.trees.word_run import Columns, score_words
from accord.kinds.trees.words import WordPairs
from accord.messages import call, option, plural
from accord.model import DependencyTree, Finding, Severity
from accord.scoring.counted_measure import LabelMeasures, summed_by_label
from accord.scoring.counted_scores import Counted, CountedRun, one_sided

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.result import Result
    from accord.kinds.trees.study import ParsedSentence, ParseStudy, Reading
    from accord.model import Corpus
    from accord.scoring.corrected import Corrected, Correction


_ELSEWHERE = "sentences of one id stand in documents of other names: see the comments # newdoc id"


def count_trees(corpus: Corpus, files: Mapping[str, str], reading: Reading) -> Counted:
    """The measures of every parser, sentence by sentence; words must be the same as those of the reference."""
    (gold, gold_file), *others = files.items()
    whole = _with_all_heads(study_trees(corpus, reading, least=1), gold)
    scored: dict[str, ParseStudy] = {}
    problems: list[Finding] = []
    times = Counter(each.name for each in whole.sentences)
    for name, file in others:
        scored[name] = _pairs(whole, gold, name)
        unlike = (each._replace(severity=Severity.ERROR, hint="") for each in scored[name].mismatches)
        names = {who: [_called(each, times) for each in whole.sentences if who in each.trees] for who in (gold, name)}
        problems += [*one_sided("sentence", names, file, _ELSEWHERE if max(times.values()) > 1 else ""), *unlike]
    if problems:
        raise _refusal(problems, whole, gold_file)
    columns = Columns.of({file: _trees(whole.sentences, name) for name, file in files.items()})
    runs = [_run(file, scored[name], gold, name, columns) for name, file in others]
    choices = {
        **{key: value for key, value in whole.choices.items() if key != "non-trees"},
        "runs": len(runs),
        "sents": runs[0].sizes["sentences"],
        "tokens": runs[0].sizes["tokens"],
        "ci": "jackknife",
        "data": flatten(whole).digest,
        **columns.choices(),
    }
    notes = [*_said(whole), *([] if whole.phrases else columns.said)]
    return Counted(tuple(runs), choices, tuple(notes), terms=TERMS[runs[0].headline.name])


def _called(sentence: ParsedSentence, times: Mapping[str, int]) -> str:
    """Its id, with its document where another document has a sentence of that id."""
    return sentence.name if times[sentence.name] == 1 else f"{sentence.name} in {sentence.document}"


def _trees(sentences: Sequence[ParsedSentence], name: str) -> list[DependencyTree]:
    """The dependency trees of one side."""
    held = (each.trees.get(name) for each in sentences)
    return [tree for tree in held if isinstance(tree, DependencyTree)]


def _refusal(problems: Sequence[Finding], whole: ParseStudy, gold_file: str) -> ReadError:
    """What differs, and which option scores it nevertheless."""
    hint = ""
    if whole.reading.traces and _one_has_traces(whole):
        hint = f" ({option('traces', False, flag='--no-traces')} leaves empty leaves out)"
    elif not whole.phrases:
        hint = f" ({option('align_words', True)} aligns words by the characters of the text)"
    what = "tokens" if any(each.code == "token-mismatch" for each in problems) else "sentences"
    count = plural(len(problems), "difference")
    return ReadError(f"the {what} of a prediction are not those of {gold_file}: {count}{hint}", problems)


def _run(file: str, parses: ParseStudy, gold: str, name: str, columns: Columns) -> CountedRun:
    """What one parser scores."""
    pairs = [(each.trees[gold], each.trees[name]) for each in parses.sentences]
    documents = [each.document for each in parses.sentences]
    sizes = {"sentences": len(pairs), "tokens": sum(each.tokens for each in parses.sentences)}
    beside = partial(_alpha, parses)
    chance: dict[str, Any] = {"beyond_chance": _no_chance, "corrects": False}
    if not parses.phrases:
        units = [
            WordPairs.same(ours, theirs, document)
            for (ours, theirs), document in zip(pairs, documents, strict=True)
            if isinstance(ours, DependencyTree) and isinstance(theirs, DependencyTree)
        ]
        return replace(score_words(file, units, columns, sizes), beside=beside, **chance)
    labels = [labels_of(*pair) for pair in pairs]
    return CountedRun(
        file,
        score_trees(pairs),
        partial(summed_by_label, labels),
        sizes,
        beside,
        LabelMeasures.of(labels),
        documents=documents,
        errors=partial(bracket_errors, pairs),
        instances=partial(bracket_instances, pairs),
        **chance,
    )


def _no_chance(correction: Correction) -> Mapping[str, Corrected]:
    """Refuse to correct attachment or brackets: no chance level of them is known."""
    del correction
    raise UsageError(
        f"leave out {option('chance', flag='--chance')}: what is corrected for chance of trees is alpha over tree edit "
        f"distance, which stands beside the scores without it ({call('agree')} of both files has more of it)"
    )


def _alpha(parses: ParseStudy) -> tuple[Result, str]:
    """Agreement of a parser with the reference, and how near a sample of pairs gives it."""
    alpha = TreeAlpha(flatten(parses), read_by=parses.choices)
    sampling = alpha.whole.sampling
    within = (
        f"alpha from a sample of pairs of trees: that of all pairs lies within {sampling.half_width:.4f}"
        if sampling
        else ""
    )
    return alpha.result, within


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
