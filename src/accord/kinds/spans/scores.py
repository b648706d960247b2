"""Spans of systems against those of a reference: which documents are compared, and what is counted in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import NotApplicable, ReadError
from accord.kinds.shared_documents import shared_documents
from accord.kinds.spans.mark_arrays import NOWHERE, in_columns, mark_arrays
from accord.kinds.spans.mark_scores import MarkRun, MarkTexts
from accord.kinds.spans.marked_pair import MarkedPair
from accord.kinds.spans.span_measures import BESIDE, Rule
from accord.messages import plural
from accord.model import Span, Spans
from accord.scoring.counted_measure import LabelMeasures, summed_by_label
from accord.scoring.counted_scores import Counted, CountedRun
from accord.scoring.counts import Counts
from accord.scoring.terms import ScoreTerms
from accord.scoring.unit_rows import UnitRows
from accord.study.texts import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from accord.kinds.spans.mark_arrays import Borders, Integers, Marked
    from accord.model import Corpus
    from accord.model.place import Place
    from accord.scoring.corrected import Corrected, Correction
    from accord.scoring.counted_measure import CountedMeasure

EXACT = "exact"
"""When a span is correct where nothing is said."""


def count_spans(corpus: Corpus, files: Mapping[str, str], match: str, documents: str) -> Counted:
    """What systems have right of the spans of a reference, document by document."""
    rule = Rule(match)
    units = dict.fromkeys(each.unit for each in corpus.annotations.values() if isinstance(each, Spans))
    if len(units) > 1:
        raise NotApplicable(f"there are spans of {' and of '.join(f'{each}s' for each in units)}: score them apart")
    unit = next(iter(units), "character")
    compared = shared_documents(corpus, files, documents)
    notes = tuple(_notes(corpus, files, set(compared.names)))
    marked = [[_marked(corpus, document, name) for document in compared.names] for name in files]
    (reference, *systems), types = mark_arrays(marked)
    texts = texts_of(corpus, unit)
    (gold, _), *others = files.items()
    runs = []
    for (name, file), theirs in zip(others, systems, strict=True):
        pair = MarkedPair(reference, theirs, compared.names, types)
        shown = MarkRun(pair, MarkTexts(texts, [partial(_place, corpus, who) for who in (gold, name)]))
        beyond = partial(_beyond_chance, corpus, compared.names, (gold, name), unit)
        runs.append(replace(_by_rule(pair, rule, shown, file, unit), beyond_chance=beyond))
    choices: dict[str, object] = {
        "match": rule.name,
        "unit": unit,
        "runs": len(runs),
        **compared.choices,
        "docs": len(compared.names),
        "spans": len(reference),
        "ci": "jackknife",
        "data": digest(compared.names, types, [reference, *systems]),
    }
    return Counted(tuple(runs), choices, (*compared.notes, *notes), label="type", terms=_terms(rule))


def _beyond_chance(
    corpus: Corpus, documents: Sequence[str], names: tuple[str, str], unit: str, correction: Correction
) -> Mapping[str, Corrected]:
    """What of F1 chance would reach."""
    from accord.kinds.spans.beyond_chance import corrected_corpus  # here, for it loads much that few ask for

    return corrected_corpus(corpus, documents, names, unit, correction)


def _terms(rule: Rule) -> ScoreTerms:
    """What is scored in words."""
    when = "with its type and its borders" if rule.name == EXACT else f"by the match {rule.name}"
    return ScoreTerms(
        scored="spans",
        right=f"{rule.name} F1: a span is right {when}",
        part="type",
        marked="span",
        wrong="missed or made up",
        each="F1 of each type",
    )


def scored(
    pair: MarkedPair,
    measures: Mapping[str, CountedMeasure],
    by_type: Integers,
    partners: Callable[[], Integers] | None,
    shown: MarkRun,
    *,
    file: str,
    what: str,
    length_of: str,
) -> CountedRun:
    """A run from its measures, and what is counted of each type; the partners of what is right."""
    return CountedRun(
        file,
        measures,
        partial(_labels, by_type, pair.types),
        {"documents": len(pair.documents), what: len(pair.ours)},
        of_labels=_of_labels(by_type, pair.types),
        confusion=pair.confused,
        documents=pair.documents,
        errors=shown.errors,
        instances=None if partners is None else partial(shown.instances, partners),
        length_of=length_of,
    )


def _by_rule(pair: MarkedPair, rule: Rule, shown: MarkRun, file: str, unit: str) -> CountedRun:
    """A run by the rule of the headline, with the other rules beside it."""
    headline = rule.headline(pair)
    beside = (measure(pair) for measure in BESIDE)
    measures = {headline.name: headline} | {each.name: each for each in beside if each.name != headline.name}
    return scored(
        pair,
        measures,
        rule.by_type(pair),
        rule.partners(pair),
        shown,
        file=file,
        what="spans",
        length_of=f"{unit}s",
    )


def _labels(rows: Integers, types: Sequence[str]) -> dict[str, Counts]:
    """The counts of each type, most frequent in the reference first."""
    totals = rows.sum(axis=0).reshape(-1, 3).tolist()
    return summed_by_label([{type_: Counts(*each) for type_, each in zip(types, totals, strict=True) if any(each)}])


def _of_labels(rows: Integers, types: Sequence[str]) -> LabelMeasures:
    """The same, document by document."""
    labels = list(_labels(rows, types))
    number = {type_: 3 * index for index, type_ in enumerate(types)}
    columns = [number[label] + each for label in labels for each in range(3)]
    return LabelMeasures(labels, UnitRows.of(rows[:, columns], len(columns)), "document")


def _marked(corpus: Corpus, document: str, name: str) -> Marked:
    """What somebody marked in a document: spans, or wholes of parts where something has gaps."""
    said = corpus.annotations.get((document, name))
    if not isinstance(said, Spans):
        return ((), (), ()), {}
    nowhere = [(NOWHERE + 2 * at, NOWHERE + 2 * at + 1, type_) for at, type_ in enumerate(said.unplaced)]
    if not said.wholes:
        return in_columns([*said.spans, *nowhere]) if nowhere else said.columns, {}
    wholes = [sorted(parts) for parts in said.wholes]
    gaps = {at: tuple((each.start, each.end) for each in parts) for at, parts in enumerate(wholes) if len(parts) > 1}
    whole = [(parts[0].start, max(each.end for each in parts), parts[0].type) for parts in wholes]
    return in_columns([*whole, *nowhere]), gaps


def _notes(corpus: Corpus, files: Mapping[str, str], documents: Collection[str]) -> Iterator[str]:
    """How spans count that have gaps, or no place; a reference whose spans have none is refused."""
    gaps, lost = Counter[str](), Counter[str]()
    for (document, name), said in corpus.annotations.items():
        if name in files and document in documents and isinstance(said, Spans):
            if said.wholes:
                gaps[name] += sum(len(parts) > 1 for parts in said.wholes)
            if said.unplaced:
                lost[name] += len(said.unplaced)
    gold, gold_file = next(iter(files.items()))
    if lost[gold]:
        raise ReadError(f"{gold_file}: {plural(lost[gold], 'span')} of the reference without a place in its text")
    if gaps.total():
        yield f"{plural(gaps.total(), 'span')} with gaps: each counts once, by all its parts"
    for name, count in lost.items():
        if count:
            yield f"{files[name]}: {plural(count, 'span')} without a place in the text: each counts as a spurious one"


def _place(corpus: Corpus, name: str, document: str, borders: Borders, type_: str) -> Place | None:
    """Where a span stands, or all of its document."""
    said = corpus.annotations.get((document, name))
    if not isinstance(said, Spans) or said.place is None:
        return None
    parts = {Span(int(start), int(end), type_) for start, end in borders}
    line = next((line for each, line in zip(said.mentions, said.lines, strict=False) if {*each} == parts), said.line)
    return said.place._replace(line=line)


def digest(documents: Sequence[str], types: Sequence[str], sides: Sequence[Any]) -> str:
    """Eight digits that change with any document, type or mark."""
    whole = sha256(repr((list(documents), list(types))).encode("utf-8", "surrogatepass"))
    for side in sides:
        gaps = [borders for borders in side.with_gaps if borders]
        whole.update(repr((len(side), gaps)).encode())
        for column in (side.document, side.start, side.end, side.gaps, side.type):
            whole.update(np.ascontiguousarray(column).data)
    return whole.hexdigest()[:8]
