"""Score labels of tokens that are no chunk labels, such as parts of speech; and align tokens that differ."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.result import Undefined
from accord.agreement.signature import Signature
from accord.checks import empty_labels
from accord.errors import UsageError
from accord.kinds.labels.tag_instances import TagPair, tag_errors, tag_instances
from accord.kinds.labels.terms import OF_TOKENS
from accord.messages import decimal, option, plural
from accord.model import sentences_of
from accord.scoring.counted_scores import CountedScores
from accord.scoring.counts import Counts
from accord.scoring.label_runs import Mismatch, pair_batches
from accord.verbs.label_sources import digests, refuse_errors, refuse_findings, say_sizes
from accord.verbs.token_matching import TokenMatching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from accord.agreement.result import Value
    from accord.model import LabelSource, Sentence
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.tokens import TokenAlignment
    from accord.verbs.systems import SystemRuns

    Labels = tuple[str, ...]


class Rows(NamedTuple):
    """The labels of both sides for each sentence with its document, and how many tokens have no counterpart."""

    sentences: list[tuple[Labels, Labels]]
    documents: list[str]
    pairs: Callable[[], Iterable[TagPair]]
    """The same sentences with their tokens, read again."""
    left_out: int = 0
    predicted_left_out: int = 0
    alignment: TokenAlignment | None = None

    def notes(self, run: CountedRun, missing: str | None) -> Iterator[str]:
        """What is to be known where tokens differ."""
        if self.alignment is None:
            return
        if self.alignment.filled:
            yield f"{run.file}: {plural(self.alignment.filled, 'token')} missing, taken as {missing}"
        if self.left_out or self.predicted_left_out:
            yield (
                f"{run.file}: left out, not aligned: {plural(self.left_out, 'token')} of the reference, "
                f"{self.predicted_left_out:,} of the prediction"
            )
        if self.left_out:
            worst, best = (percent_of(each) for each in (run.at_worst, run.at_best))
            yield f"{run.file}: accuracy is {worst} with these tokens of the reference as wrong, {best} as right"


def score_tags(
    reference: LabelSource,
    predictions: Mapping[str, LabelSource],
    given: SystemRuns,
    *,
    align_tokens: bool = False,
    missing: str | None = None,
    told: bool = False,
) -> CountedScores:
    """Score the label of every token as it is written; tokens that a prediction lacks may have a label, too."""
    refuse_findings([found for each in sentences_of(reference) for found in empty_labels(each, reference.name)])
    if missing is not None:
        _refuse_unknown(missing, reference)
    matching = TokenMatching(align_tokens, missing)
    rows = {name: _rows(reference, source, matching) for name, source in predictions.items()}
    runs = tuple(_run(found, name, reference.name) for name, found in rows.items())
    filled = sum(found.alignment.filled for found in rows.values() if found.alignment)
    lost = sum(found.left_out + found.predicted_left_out for found in rows.values())
    choices: dict[str, object] = {
        "of": "tokens",
        "runs": len(runs),
        "sents": say_sizes([run.sizes["sentences"] for run in runs]),
        "tokens": say_sizes([run.sizes["tokens"] for run in runs]),
        **({"missing": missing, "missing-tokens": filled} if filled else {}),
        **({"left-out-tokens": lost} if lost else {}),
        "ci": "jackknife",
        **digests(reference, predictions.values()),
    }
    seen = f"labels of tokens, which are no chunk labels like B-PER: scored as they are (or say {option('encoding')})"
    notes = [
        *([] if told else [seen]),
        *(note for found, run in zip(rows.values(), runs, strict=True) for note in found.notes(run, missing)),
    ]
    measure = runs[0].headline.name
    made = Signature(measure, choices)
    return CountedScores(reference.name, runs, given.systems, made, tuple(notes), "label", given.notes, terms=OF_TOKENS)


def _run(rows: Rows, name: str, file: str) -> CountedRun:
    from accord.kinds.labels.scores import score_same_labels  # here, for it loads numpy

    run = replace(
        score_same_labels(rows.sentences, name, documents=rows.documents),
        errors=partial(tag_errors, rows.pairs, file),
        instances=partial(tag_instances, rows.pairs, file),
        length_of="characters",
    )
    if rows.alignment is None:
        return run
    return replace(
        run,
        left_out=Counts(rows.left_out, rows.left_out),
        units=rows.alignment.units,
        partial=frozenset(rows.alignment.partial),
    )


def _refuse_unknown(label: str, reference: LabelSource) -> None:
    """Refuse a label for tokens that are missing which no token of the reference has."""
    known = {each for sentence in sentences_of(reference) for each in sentence.labels}
    if label not in known:
        raise UsageError(
            f"{option('missing', label)}: no token of {reference.name} has that label: name one that some have, or "
            f"leave what is missing out ({option('align_tokens', True)})"
        )


def percent_of(value: Value) -> str:
    """A share in a note."""
    return "undefined" if isinstance(value, Undefined) else decimal(100 * Fraction(value), 2)


def _rows(reference: LabelSource, predicted: LabelSource, matching: TokenMatching) -> Rows:
    """Both labels of each token; where tokens differ, of those that have a counterpart, if that is asked for."""
    pairs: Callable[[], Iterable[TagPair]] = partial(_pairs, reference, predicted)
    lost = (0, 0)
    alignment = None
    try:
        sentences, documents = _labels(pairs())
    except Mismatch:
        alignment = matching.align(reference, predicted)
        both = [TagPair(*pair, number in alignment.further) for number, pair in enumerate(alignment.pairs)]
        pairs = partial(iter, both)
        sentences, documents = _labels(both)
        lost = (_tokens(alignment.left_out), _tokens(alignment.predicted_left_out))
    refuse_errors(reference, predicted)
    return Rows(sentences, documents, pairs, lost[0], lost[1], alignment)


def _pairs(reference: LabelSource, predicted: LabelSource) -> Iterator[TagPair]:
    """Both sides of each sentence, whose tokens are the same."""
    for pair in pair_batches(reference.batches(), predicted.batches()):
        yield from map(TagPair, pair.reference.sentences(), pair.predicted.sentences())


def _labels(pairs: Iterable[TagPair]) -> tuple[list[tuple[Labels, Labels]], list[str]]:
    """The labels of both sides of each sentence, and its document."""
    sentences: list[tuple[Labels, Labels]] = []
    documents: list[str] = []
    for ours, theirs, further in pairs:
        if further:
            before = sentences[-1]
            sentences[-1] = (before[0] + ours.labels, before[1] + theirs.labels)
        else:
            sentences.append((ours.labels, theirs.labels))
            documents.append(ours.document)
    return sentences, documents


def _tokens(sentences: Iterable[Sentence]) -> int:
    return sum(len(sentence.tokens) for sentence in sentences)
