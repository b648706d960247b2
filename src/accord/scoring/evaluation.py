"""Evaluates one run in one pass over reference and prediction."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from accord.agreement.jackknife import jackknife
from accord.checks import label_findings
from accord.encoding.repair import NO_REPAIR
from accord.model import Span, batches
from accord.scoring.counts import PARTS, Counts, exact_match, exact_match_by_type
from accord.scoring.errors import Match, match
from accord.scoring.label_runs import LABEL_RUNS, LabelRunReader
from accord.scoring.run import PREDICTED, REFERENCE, LocatedError, Run
from accord.scoring.surface import SurfaceForms
from accord.study.spans import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.agreement.result import Value
    from accord.encoding import Encoding
    from accord.model import Finding, Sentence, SentenceBatch
    from accord.scoring.label_runs import Pair


@dataclass(slots=True)
class Tally:
    """How often an label run occurs, what it counts, and whether its labels are refused."""

    times: int
    reference: int
    predicted: int
    correct: int
    refused: bool


class Evaluation:
    """Takes sentence pairs and keeps what a run needs, and no more.

    ``locate`` also keeps each error with its place, ``surface`` the distinct surface forms, ``per_sentence`` the
    counts of each sentence, ``by_document`` those of each document of the reference, ``spans`` the mentions of both in
    each sentence: these grow with the text, the rest with the number of different label_runs.
    """

    def __init__(
        self,
        scheme: Encoding,
        repair: str,
        repair_reference: str = NO_REPAIR,
        *,
        locate: bool = False,
        surface: bool = False,
        per_sentence: bool = False,
        by_document: bool = False,
        spans: bool = False,
    ) -> None:
        self.scheme = scheme
        self.repair = repair
        self.repair_reference = repair_reference
        self.reader = LabelRunReader(scheme, repair, repair_reference)
        self.kinds: Counter[tuple[int, ...]] = Counter()
        self.tallies: dict[str, Tally] = {}
        self.last = Counts()
        """What the last sentence counts."""
        self.tokens = 0
        self.left_out = Counts()
        self.reference_findings: list[Finding] = []
        self.predicted_findings: list[Finding] = []
        self.errors: list[LocatedError] | None = [] if locate else None
        self.surface: SurfaceForms | None = SurfaceForms() if surface else None
        self.per_sentence: list[Counts] | None = [] if per_sentence else None
        self.documents: dict[str, Counts] | None = {} if by_document else None
        self.texts: list[Text] | None = [] if spans else None
        self.reference_sentences: list[Sentence] = []
        self.further: set[int] = set()

    def add(self, pair: Pair, reference_file: str, predicted_file: str) -> None:
        """Count the label runs of some sentences."""
        refused = False
        tallies, kinds = self.tallies, self.kinds
        sentences = self.reader.sentences(pair)
        self.tokens += len(pair.reference.tokens) - len(sentences)
        for label_runs in sentences:
            reference = predicted = correct = 0
            for label_run in label_runs:
                tally = tallies.get(label_run) or self._tally(label_run)
                tally.times += 1
                reference += tally.reference
                predicted += tally.predicted
                correct += tally.correct
                if tally.refused:
                    refused = True
            counts = Counts(reference, predicted, correct)
            if pair.further:
                kinds[self.last] -= 1
            self.last = self.last.plus(counts) if pair.further else counts
            kinds[self.last] += 1
            if self.per_sentence is not None:
                self.per_sentence[len(self.per_sentence) - pair.further :] = [self.last]
            if self.documents is not None:
                document = self.documents.get(pair.reference.document, Counts())
                self.documents[pair.reference.document] = document.plus(counts)
        if refused:
            self.reference_findings += self._refused_labels(pair.reference, reference_file, self.repair_reference)
            self.predicted_findings += self._refused_labels(pair.predicted, predicted_file, self.repair)
        if self.errors is not None or self.surface is not None:
            self._locate(pair)
        if self.texts is not None:
            if pair.further:
                self.further.add(len(self.texts))
            self.texts += self._texts(pair)

    def leave_out(
        self, reference: Sequence[Sentence], predicted: Sequence[Sentence], reference_file: str, predicted_file: str
    ) -> None:
        """Count what has no counterpart to be held against; its labels are refused like those that are scored."""
        ours = sum(len(self.reader.reference.mentions(sentence.labels)) for sentence in reference)
        theirs = sum(len(self.reader.predicted.mentions(sentence.labels)) for sentence in predicted)
        self.left_out = self.left_out.plus(Counts(ours, theirs))
        for batch in batches(reference):
            self.reference_findings += self._refused_labels(batch, reference_file, self.repair_reference)
        for batch in batches(predicted):
            self.predicted_findings += self._refused_labels(batch, predicted_file, self.repair)

    @property
    def sentences(self) -> int:
        """How many sentences were added."""
        return sum(self.kinds.values())

    def run(self, file: str) -> Run:
        """The result, once all sentences were added."""
        label_runs = tuple((self.reader.mark(label_run), tally.times) for label_run, tally in self.tallies.items())
        micro = Counts()
        for row, times in self.kinds.items():
            micro = micro.plus(Counts(*row), times)
        return Run(
            file=file,
            repair=self.repair,
            micro=micro,
            left_out=self.left_out,
            types=exact_match_by_type(label_runs),
            tokens=self.tokens,
            sentences=self.sentences,
            differing=sum(label_run.differing * times for label_run, times in label_runs),
            invalid=sum(label_run.predicted_errors * times for label_run, times in label_runs),
            label_runs=label_runs,
            intervals={part: jackknife(+self.kinds, partial(_part, part)) for part in PARTS},
            per_sentence=tuple(self.per_sentence or ()),
            documents=self.documents or {},
            errors=tuple(self.errors or ()),
            surface=self.surface.counts() if self.surface else {},
            texts=tuple(self.texts or ()),
            reference_sentences=tuple(self.reference_sentences),
            further=frozenset(self.further),
        )

    def _tally(self, label_run: str) -> Tally:
        marked = self.reader.mark(label_run)
        refused = (
            marked.unreadable
            or (marked.predicted_errors > 0 and self.repair == NO_REPAIR)
            or (marked.reference_errors > 0 and self.repair_reference == NO_REPAIR)
        )
        self.tallies[label_run] = Tally(0, *exact_match(marked), refused)
        return self.tallies[label_run]

    def _refused_labels(self, batch: SentenceBatch, file: str, repair: str) -> Iterator[Finding]:
        """What is wrong with labels, but for what the repair fixes."""
        for sentence in batch.sentences():
            for finding in label_findings(sentence, file, self.scheme):
                if repair == NO_REPAIR or finding.code != "invalid-transition":
                    yield finding

    def _texts(self, pair: Pair) -> Iterator[Text]:
        """Each sentence with the mentions of both sides."""
        for ours, theirs in zip(pair.reference.sentences(), pair.predicted.sentences(), strict=True):
            marked = {
                REFERENCE: self.reader.reference.mentions(ours.labels),
                PREDICTED: self.reader.predicted.mentions(theirs.labels),
            }
            spans = {side: tuple(Span(*mention) for mention in mentions) for side, mentions in marked.items()}
            self.reference_sentences.append(ours)
            yield Text(ours.document, len(ours.tokens), spans)

    def _locate(self, pair: Pair) -> None:
        text = self.reader.alphabet.write(pair)
        offset = 0
        for ours, theirs in zip(pair.reference.sentences(), pair.predicted.sentences(), strict=True):
            length = len(ours.tokens)
            for found in LABEL_RUNS.finditer(text, offset, offset + length):
                marked = self.reader.mark(found.group())
                shift = found.start() - offset
                if self.surface is not None:
                    self.surface.add(marked, ours.tokens, shift)
                if self.errors is not None:
                    self.errors += [
                        LocatedError(_shifted(pair_, shift), ours, theirs)
                        for pair_ in match(marked)
                        if pair_.kind != "correct"
                    ]
            offset += length + 1


def _shifted(pair: Match, shift: int) -> Match:
    return Match(
        *(mention and mention._replace(start=mention.start + shift, end=mention.end + shift) for mention in pair)
    )


def _part(name: str, row: tuple[int, ...]) -> Value:
    value: Value = getattr(Counts(*row), name)
    return value
