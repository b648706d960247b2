"""Evaluates one run in one pass over reference and prediction."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import chain
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

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.agreement.result import Value
    from accord.encoding import Encoding
    from accord.model import Finding, Sentence, SentenceBatch
    from accord.scoring.label_runs import Pair
    from accord.study.spans import Text


_BITS = 32
"""The counts of a sentence are one number, so many bits each, for adding numbers is what takes time."""


def _packed(counts: Counts, *, refused: bool) -> int:
    reference, predicted, correct = counts
    return reference | predicted << _BITS | correct << 2 * _BITS | refused << 3 * _BITS


def _unpacked(packed: int) -> Counts:
    """The counts in a number.

    >>> _unpacked(_packed(Counts(3, 2, 1), refused=True) + _packed(Counts(1, 0, 0), refused=False))
    Counts(reference=4, predicted=2, correct=1)
    """
    return Counts(*(packed >> place * _BITS & (1 << _BITS) - 1 for place in range(3)))


class Tallies(dict[str, int]):
    """What each label run counts, in one number with whether its labels are refused; looked at once."""

    def __init__(self, reader: LabelRunReader, repair: str, repair_reference: str) -> None:
        super().__init__()
        self.reader = reader
        self.strict = repair == NO_REPAIR
        self.strict_reference = repair_reference == NO_REPAIR

    def __missing__(self, label_run: str) -> int:
        marked = self.reader.mark(label_run)
        refused = (
            marked.unreadable
            or (marked.predicted_errors > 0 and self.strict)
            or (marked.reference_errors > 0 and self.strict_reference)
        )
        self[label_run] = packed = _packed(exact_match(marked), refused=refused)
        return packed


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
        self.tallies = Tallies(self.reader, repair, repair_reference)
        self.times: Counter[str] = Counter()
        """How often each label run occurs."""
        self.packed: Counter[int] = Counter()
        """How many sentences count the same."""
        self.last = 0
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
        self.units: tuple[int, ...] = ()
        """Which sentence of the reference each one is; nothing where all are scored."""
        self.partial: frozenset[int] = frozenset()
        """Those of which something was left out."""

    def add(self, pair: Pair, reference_file: str, predicted_file: str) -> None:
        """Count the label runs of some sentences."""
        sentences = self.reader.sentences(pair)
        self.tokens += len(pair.reference.tokens)
        self.times.update(chain.from_iterable(sentences))
        packed_of = self.tallies.__getitem__
        packed = [sum(map(packed_of, label_runs)) for label_runs in sentences]
        total = sum(packed)
        if pair.further:
            self.packed[self.last] -= 1
            packed[0] += self.last
        self.packed.update(packed)
        self.last = packed[-1]
        if self.per_sentence is not None:
            self.per_sentence[len(self.per_sentence) - pair.further :] = map(_unpacked, packed)
        if self.documents is not None:
            document = self.documents.get(pair.reference.document, Counts())
            self.documents[pair.reference.document] = document.plus(_unpacked(total))
        if total >> 3 * _BITS:
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
        return self.packed.total()

    def run(self, file: str) -> Run:
        """The result, once all sentences were added."""
        label_runs = tuple((self.reader.mark(label_run), times) for label_run, times in self.times.items())
        kinds: Counter[tuple[int, ...]] = Counter()
        for packed, times in self.packed.items():
            if times:
                kinds[_unpacked(packed)] += times
        micro = Counts(*(sum(row[part] * times for row, times in kinds.items()) for part in range(3)))
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
            intervals={part: jackknife(kinds, partial(_part, part)) for part in PARTS},
            per_sentence=tuple(self.per_sentence or ()),
            documents=self.documents or {},
            errors=tuple(self.errors or ()),
            surface=self.surface.counts() if self.surface else {},
            texts=tuple(self.texts or ()),
            reference_sentences=tuple(self.reference_sentences),
            further=frozenset(self.further),
            units=self.units,
            partial=self.partial,
        )

    def _refused_labels(self, batch: SentenceBatch, file: str, repair: str) -> Iterator[Finding]:
        """What is wrong with labels, but for what the repair fixes."""
        for sentence in batch.sentences():
            for finding in label_findings(sentence, file, self.scheme):
                if repair == NO_REPAIR or finding.code != "invalid-transition":
                    yield finding

    def _texts(self, pair: Pair) -> Iterator[Text]:
        """Each sentence with the mentions of both sides."""
        from accord.study.spans import Text

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
            offset += length


def _shifted(pair: Match, shift: int) -> Match:
    return Match(
        *(mention and mention._replace(start=mention.start + shift, end=mention.end + shift) for mention in pair)
    )


def _part(name: str, row: tuple[int, ...]) -> Value:
    value: Value = getattr(Counts(*row), name)
    return value
