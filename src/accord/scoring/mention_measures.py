"""Mentions as counts that add up: every measure of a run, sentence by sentence, from what both sides marked there."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from accord.scoring.counted_measure import CountedMeasure, LabelMeasures, summed_by_label
from accord.scoring.counted_scores import CountedRun
from accord.scoring.counts import Counts
from accord.scoring.instances import MISSED, RIGHT, SPURIOUS, Instance, in_context
from accord.scoring.run import PREDICTED, REFERENCE
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from accord.model import Sentence, Span
    from accord.scoring.corrected import Corrected, Correction
    from accord.scoring.run import Run
    from accord.study.spans import Text


def counted_mentions(
    run: Run,
    reference: str = REFERENCE,
    beyond_chance: Callable[[Correction], Mapping[str, Corrected]] | None = None,
) -> CountedRun:
    """A run that kept the mentions of every sentence, as runs of other kinds are; ``reference`` is its file."""
    by_type: list[dict[str, Counts]] = []
    documents: list[str] = []
    for number, text in enumerate(run.texts):
        found = _by_type(text)
        if number in run.further:
            by_type[-1] = summed_by_label([by_type[-1], found])
        else:
            by_type.append(found)
            documents.append(text.document)
    f1 = CountedMeasure("f1", UnitRows.of(run.per_sentence or [_summed(each) for each in by_type]))
    return CountedRun(
        run.file,
        {f1.name: f1},
        partial(summed_by_label, by_type),
        {"sentences": run.sentences, "tokens": run.tokens, "invalid labels": run.invalid},
        of_labels=LabelMeasures.of(by_type),
        documents=documents,
        instances=partial(_instances, run, reference),
        beyond_chance=beyond_chance,
        left_out=run.left_out,
        units=run.units,
        partial=run.partial,
    )


def _instances(run: Run, reference: str) -> Iterator[Instance]:
    """Every mention of both sides, sentence by sentence."""
    unit = -1
    for number, (text, sentence) in enumerate(zip(run.texts, run.reference_sentences, strict=True)):
        unit += number not in run.further
        ours, theirs = (set(text.spans[side]) for side in (REFERENCE, PREDICTED))
        for span in sorted(ours | theirs):
            counts = (RIGHT if span in theirs else MISSED) if span in ours else SPURIOUS
            place = sentence.place(reference, span.start)._replace(token=None)
            against = sorted(theirs if counts == MISSED else ours) if counts != RIGHT else ()
            said = (
                f"{each.type} {_words(sentence, each)}".rstrip()
                for each in against
                if each.start < span.end and span.start < each.end
            )
            yield Instance(
                *(unit, span.type, counts, span[:2], _words(sentence, span), span.length, place),
                other="; ".join(said),
                context=in_context(sentence.tokens, span.start, span.end),
            )


def _words(sentence: Sentence, span: Span) -> str:
    return " ".join(filter(None, sentence.tokens[span.start : span.end]))


def _summed(by_type: dict[str, Counts]) -> Counts:
    return Counts(*map(sum, zip(*by_type.values(), strict=True))) if by_type else Counts()


def _by_type(text: Text) -> dict[str, Counts]:
    """What a sentence counts of each type by exact match."""
    ours, theirs = (text.spans[side] for side in (REFERENCE, PREDICTED))
    wanted, given, right = (Counter(span.type for span in spans) for spans in (ours, theirs, set(ours) & set(theirs)))
    return {type_: Counts(wanted[type_], given[type_], right[type_]) for type_ in {**wanted, **given}}
