"""What many tests need to set up, in a line each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.signature import Signature
from accord.alignment.alignment import Alignment
from accord.distance.dissimilarity import Dissimilarity
from accord.encoding import encoding
from accord.kinds.units.aligned import Aligned
from accord.model import Corpus, Document, ItemLabels, Sentence, SentenceBatch, Span, Spans, Unit, Units
from accord.scoring.counts import PARTS, Counts
from accord.scoring.evaluation import Evaluation
from accord.scoring.label_runs import pair_batches
from accord.scoring.run import Run
from accord.scoring.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.encoding import Encoding
    from accord.study.units import UnitStudy

Labels = list[list[str]]
"""One list of labels a sentence."""


def run_of(sentences: Sequence[Counts], types: dict[str, Counts] | None = None, file: str = "run") -> Run:
    """A run of which only the counts matter."""
    total = Counts(*(sum(column) for column in zip(*sentences, strict=True)))
    return Run(
        file=file,
        repair="begin",
        micro=total,
        types=types or {},
        tokens=0,
        sentences=len(sentences),
        differing=0,
        invalid=0,
        label_runs=(),
        intervals=dict.fromkeys(PARTS, Undefined("only the counts matter")),
        per_sentence=tuple(sentences),
    )


def scores_of(systems: Mapping[str, Sequence[Run]]) -> Scores:
    """Scores of systems of which only the counts of their runs matter; runs are called by system and number."""
    runs = {
        system: [replace(run, file=f"{system} {number}") for number, run in enumerate(own, 1)]
        for system, own in systems.items()
    }
    return Scores(
        reference="reference",
        encoding=encoding("BIO"),
        encoding_detected=False,
        repair="none",
        repair_reference="none",
        runs=tuple(run for own in runs.values() for run in own),
        systems={system: [run.file for run in own] for system, own in runs.items()},
        left_out={},
        invalid_reference=0,
        signature=Signature("f1", {}),
    )


def sentences_of(labels: Iterable[Sequence[str]], words: str = "w{0}.{1}") -> list[Sentence]:
    """Sentences that carry these labels; a word is made of the numbers of its sentence and its place."""
    line = 1
    sentences = []
    for number, row in enumerate(labels):
        tokens = tuple(words.format(number, index) for index in range(len(row)))
        sentences.append(Sentence(tokens, tuple(row), line, "1"))
        line += len(row) + 1
    return sentences


def in_batches(sentences: Sequence[Sentence], sizes: Sequence[int]) -> Iterator[SentenceBatch]:
    """The sentences in bulk, so many at a time, the sizes over and over."""
    start = turn = 0
    while start < len(sentences):
        group = sentences[start : start + sizes[turn % len(sizes)]]
        tokens = [token for sentence in group for token in sentence.tokens]
        labels = [label for sentence in group for label in sentence.labels]
        lengths = [len(sentence.tokens) for sentence in group]
        yield SentenceBatch(tokens, labels, lengths, group[0].line, group[0].document)
        start, turn = start + len(group), turn + 1


def crossed(labels: str, *rows: str) -> dict[str, list[str]]:
    """Two annotators, from how often the first gave the row's label where the second gave the column's."""
    names = labels.split()
    pairs = [
        (first, second)
        for first, row in zip(names, rows, strict=True)
        for second, count in zip(names, row.split(), strict=True)
        for _ in range(int(count))
    ]
    return {"first": [first for first, _ in pairs], "second": [second for _, second in pairs]}


def evaluate(
    reference: Labels,
    predicted: Labels,
    scheme: Encoding,
    repair: str = "begin",
    repair_reference: str = "begin",
    *,
    sizes: tuple[Sequence[int], Sequence[int]] = ((1,), (1,)),
    words: str = "w{0}.{1}",
    **keep: bool,
) -> Run:
    """Score labels the way `accord score` does, each side cut into batches of its own sizes."""
    evaluation = Evaluation(scheme, repair, repair_reference, **keep)
    sides = [
        in_batches(sentences_of(side, words), size) for side, size in zip((reference, predicted), sizes, strict=True)
    ]
    for pair in pair_batches(*sides):
        evaluation.add(pair, "reference", "predicted")
    return evaluation.run("predicted")


def aligned_by_hand(study: UnitStudy, members: Sequence[Sequence[Sequence[int]]]) -> Aligned:
    """A study with these units of each continuum aligned, categories the same or not."""
    dissimilarity = Dissimilarity(1 - np.eye(len(study.categories)))
    bare = tuple(
        Alignment(
            continuum,
            np.array(rows, dtype=np.int64).reshape(-1, len(continuum.annotators)),
            np.zeros(len(rows)),
            "sum",
            "hand",
            0.0,
        )
        for continuum, rows in zip(study.continua, members, strict=True)
    )
    unmeasured = Aligned(study, dissimilarity, bare)
    measured = [replace(each, disorders=unmeasured.pair_parts(each).dissimilarity.mean(axis=1)) for each in bare]
    return replace(unmeasured, alignments=tuple(measured))


def aligned_in_turn(study: UnitStudy) -> Aligned:
    """A study whose annotators all have as many units, the first unit of each aligned, then the second."""
    return aligned_by_hand(
        study, [np.arange(len(each)).reshape(len(each.annotators), -1).T.tolist() for each in study.continua]
    )


def corpus_of_units(documents: Mapping[str, Mapping[str, Iterable[Unit]]]) -> Corpus:
    """What each annotator marked in each document."""
    layers = {
        (document, annotator): Units(tuple(units))
        for document, marked in documents.items()
        for annotator, units in marked.items()
    }
    return Corpus.of(tuple(map(Document, documents)), layers)


def noisy_units(seed: int, annotators: int = 3, units: int = 12, noise: float = 0.4) -> dict[str, list[Unit]]:
    """Annotators who mark much the same, one beside the other, whose categories often differ."""
    rng = np.random.default_rng(seed)
    start = np.cumsum(rng.integers(4, 40, units))
    length = rng.integers(4, 30, units)
    category = rng.integers(3, size=units)
    found = {}
    for name in "abcdefg"[:annotators]:
        starts = start + (rng.uniform(-noise, noise, units) * length).round()
        ends = np.maximum(starts + 1, start + length + (rng.uniform(-noise, noise, units) * length).round())
        categories = np.where(rng.random(units) < noise, rng.integers(3, size=units), category)
        kept = rng.random(units) > noise / 4
        rows = zip(starts[kept].tolist(), ends[kept].tolist(), categories[kept].tolist(), strict=True)
        found[name] = [Unit(float(first), float(last), "ABC"[number]) for first, last, number in rows]
    return found


def items_of(corpus: Corpus, annotator: str) -> list[tuple[str, str, str]]:
    """The item labels of one annotator: document, item, label."""
    said = corpus.annotations_of(annotator, ItemLabels)
    return [(document.id, *answer) for document, labels in said for answer in labels.labels.items()]


def spans_of(corpus: Corpus, annotator: str) -> list[tuple[str, Span]]:
    """The spans of one annotator, each with its document."""
    return [
        (document.id, span) for document, marked in corpus.annotations_of(annotator, Spans) for span in marked.spans
    ]


def units_of(corpus: Corpus, annotator: str) -> list[tuple[str, Unit]]:
    """The units of one annotator, each with its document."""
    return [
        (document.id, unit) for document, marked in corpus.annotations_of(annotator, Units) for unit in marked.units
    ]
