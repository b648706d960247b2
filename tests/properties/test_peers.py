"""The same labels read and scored by other programs; where one of them is known to be wrong, what we chose instead."""

from __future__ import annotations

import logging
import random
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from accord.agreement.result import Undefined, number
from accord.checks import label_findings
from accord.encoding import decode, encode, encoding
from accord.encoding.decode import invalid_steps
from accord.errors import ReadError
from accord.model import Sentence
from accord.scoring.schemas import schema_counts
from accord.verbs.score import score
from tests.build import Labels, evaluate
from tests.oracle.chunks import ENCODINGS, Chunk, holds, invalid_positions, label_set, write

if TYPE_CHECKING:
    from accord.scoring.run import Run

pytestmark = pytest.mark.peer
TYPES = ("PER", "LOC", "creative-work")
SEQUENCES = 1_500


def random_chunks(rng: random.Random, length: int) -> list[Chunk]:
    chunks, position = [], 0
    while position < length:
        size = min(rng.randint(1, 3), length - position)
        if rng.random() < 0.6:
            chunks.append((position, position + size, rng.choice(TYPES)))
        position += size
    return chunks


def random_text(name: str, seed: int, *, valid: bool = False) -> Labels:
    """Sentences that are valid, nearly valid and wild, in equal parts."""
    rng = random.Random(f"{name} {seed}")
    labels = label_set(name, TYPES)
    text: Labels = []
    while len(text) < SEQUENCES:
        length = rng.randint(1, 10)
        chunks = random_chunks(rng, length)
        if not holds(chunks, name):
            continue
        sentence = write(chunks, length, name)
        changes = 0 if valid else [0, 2, 3 * length][len(text) % 3]
        for _ in range(changes):
            sentence[rng.randrange(length)] = rng.choice(labels)
        text.append(sentence)
    return text


def tagged(reference: Labels, name: str) -> Labels:
    """A system's prediction of a text: right in the main."""
    rng = random.Random(f"tagger {name}")
    labels = label_set(name, TYPES)
    return [[label if rng.random() < 0.8 else rng.choice(labels) for label in sentence] for sentence in reference]


def errors(labels: list[str], name: str) -> int:
    scheme = encoding(name)
    return sum(1 for _ in invalid_steps(scheme, [scheme.parse(label) for label in labels]))


class TestSeqScore:
    @pytest.fixture(autouse=True)
    def seqscore(self) -> None:
        self.encoding = pytest.importorskip("seqscore.encoding")
        self.validation = pytest.importorskip("seqscore.validation")
        self.scoring = pytest.importorskip("seqscore.scoring")
        self.model = pytest.importorskip("seqscore.model")

    def mentions(self, chunks: list[Chunk]) -> list[Any]:
        return [self.model.Mention(self.model.Span(start, end), type_) for start, end, type_ in chunks]

    @pytest.mark.parametrize("name", [name for name in ENCODINGS if not name.startswith("IOE")])
    def test_errors_and_valid_sequences(self, name: str) -> None:
        scheme = self.encoding.get_encoding(name)
        for labels in random_text(name, 1):
            theirs = self.validation.validate_labels(labels, scheme)
            assert errors(labels, name) == len(theirs)
            if not theirs.errors:
                found = decode(labels, name, "none")
                assert self.mentions(list(found)) == scheme.decode_labels(labels)
                assert encode(found, len(labels), name) == scheme.encode_mentions(
                    self.mentions(list(found)), len(labels)
                )

    @pytest.mark.parametrize(("name", "repair"), [("BIO", "conlleval"), ("BIO", "discard"), ("IOB", "conlleval")])
    def test_repaired_labels(self, name: str, repair: str) -> None:
        scheme = self.encoding.get_encoding(name)
        for labels in random_text(name, 2):
            repaired = encode(decode(labels, name, repair), len(labels), name)
            assert repaired == list(scheme.repair_labels(labels, repair))

    @pytest.mark.parametrize(("name", "repair"), [("BIO", "conlleval"), ("BIO", "discard"), ("IOB", "conlleval")])
    def test_scores(self, name: str, repair: str) -> None:
        reference = random_text(name, 3, valid=True)
        predicted = tagged(reference, name)
        run = evaluate(reference, predicted, encoding(name), repair)
        theirs, accuracy = self.scoring.score_label_sequences(predicted, reference, name, repair=repair)
        assert (run.tokens, run.tokens - run.differing) == (accuracy.total, accuracy.hits)
        for ours, score_ in [(run.micro, theirs), *((run.types[type_], theirs.type_scores[type_]) for type_ in TYPES)]:
            assert list(ours) == [score_.total_ref, score_.total_pos, score_.true_pos]
            assert number(ours.f1) == pytest.approx(score_.f1)

    def test_it_reports_a_bad_state_three_times_and_we_once(self) -> None:
        labels = ["O", "b-per", "O"]
        assert len(self.validation.validate_labels(labels, self.encoding.get_encoding("BIO"))) == 3
        findings = list(label_findings(Sentence(("a", "b", "c"), tuple(labels), 1), "file", encoding("BIO")))
        assert [finding.code for finding in findings] == ["invalid-state"]

    def test_it_lets_an_empty_type_pass_and_we_do_not(self) -> None:
        assert self.validation.validate_labels(["B-"], self.encoding.get_encoding("BIO")).is_valid()
        assert [finding.code for finding in label_findings(Sentence(("a",), ("B-",), 1), "file", encoding("BIO"))] == [
            "empty-type"
        ]

    def test_it_repairs_the_reference_unasked_and_we_refuse(self) -> None:
        reference, predicted = [["I-PER", "O"]], [["B-PER", "O"]]
        theirs, _ = self.scoring.score_label_sequences(predicted, reference, "BIO", repair="discard")
        assert theirs.total_ref == 0
        with pytest.raises(ReadError, match="repair_reference="):
            score(reference, predicted, encoding="BIO", repair="discard")


class TestSeqeval:
    @pytest.fixture(autouse=True)
    def seqeval(self) -> None:
        self.labeling = pytest.importorskip("seqeval.metrics.sequence_labeling")
        self.v1 = pytest.importorskip("seqeval.metrics.v1")
        self.scheme = pytest.importorskip("seqeval.scheme")

    @pytest.mark.parametrize("name", ["BIO", "IOB", "IO", "BIOES", "IOE1", "IOE2"])
    def test_the_default_mode_is_begin(self, name: str) -> None:
        for labels in random_text(name, 4):
            theirs = [(start, end + 1, type_) for type_, start, end in self.labeling.get_entities(labels)]
            assert decode(labels, name, "begin") == theirs

    @pytest.mark.parametrize("name", ["BIO", "BIOES"])
    def test_the_default_mode_with_the_state_behind_and_without_types(self, name: str) -> None:
        for labels in random_text(name, 5):
            turned = ["-".join(label.split("-", 1)[::-1]) for label in labels]
            theirs = [(start, end + 1, type_) for type_, start, end in self.labeling.get_entities(turned, suffix=True)]
            assert decode(turned, f"{name}-suffix", "begin") == theirs
            bare = [label[0] for label in labels]
            theirs = [(start, end + 1, type_) for type_, start, end in self.labeling.get_entities(bare)]
            assert decode(bare, name, "begin") == theirs

    def strict(self, labels: list[str], scheme: str) -> list[Chunk]:
        found = self.scheme.Tokens(labels, getattr(self.scheme, scheme)).entities
        return [(entity.start, entity.end, entity.tag) for entity in found]

    @pytest.mark.parametrize(
        ("name", "scheme"), [("BIO", "IOB2"), ("BIOES", "IOBES"), ("BILOU", "BILOU"), ("IOE2", "IOE2")]
    )
    def test_the_strict_mode_is_discard(self, name: str, scheme: str) -> None:
        for labels in random_text(name, 6):
            assert decode(labels, name, "discard") == self.strict(labels, scheme)

    def test_the_strict_mode_of_iob1_is_discard_but_for_one_step_it_forgot(self) -> None:
        """It loses the mention that is a right B before a B of another type; we keep it."""
        for length in range(1, 6):
            for labels in map(list, product(["O", "B-PER", "I-PER", "B-LOC", "I-LOC"], repeat=length)):
                lost = [
                    (index, index + 1, labels[index][2:])
                    for index in range(1, length - 1)
                    if labels[index][0] == labels[index + 1][0] == "B"
                    and labels[index - 1][2:] == labels[index][2:] != labels[index + 1][2:]
                ]
                kept = [chunk for chunk in decode(labels, "IOB", "discard") if chunk not in lost]
                assert kept == self.strict(labels, "IOB1")
        assert decode(["I-PER", "B-PER", "B-LOC"], "IOB", "discard") == [(0, 1, "PER"), (1, 2, "PER")]

    def test_its_ioe1_loses_the_first_of_touching_mentions_where_that_is_one_token(self) -> None:
        """Of valid labels; its source says that some cases are still to be done, so invalid ones are not compared."""
        lost_some = False
        for length in range(1, 6):
            for labels in map(list, product(["O", "E-PER", "I-PER", "E-LOC", "I-LOC"], repeat=length)):
                if invalid_positions(labels, "IOE1", ("PER", "LOC")):
                    continue
                mentions = decode(labels, "IOE1", "none")
                lost = [
                    mention
                    for mention in mentions
                    if mention.end - mention.start == 1
                    and labels[mention.start][0] == "E"
                    and not any(other.end == mention.start and other.type == mention.type for other in mentions)
                ]
                assert [each for each in mentions if each not in lost] == self.strict(labels, "IOE1")
                lost_some |= bool(lost)
        assert lost_some

    @pytest.mark.parametrize(
        ("name", "repair", "scheme"),
        [
            ("BIO", "begin", ""),
            ("BIOES", "begin", ""),
            ("BIO", "discard", "IOB2"),
            ("BIOES", "discard", "IOBES"),
            ("BILOU", "discard", "BILOU"),
            ("IOE2", "begin", ""),
            ("IOE2", "discard", "IOE2"),
        ],
    )
    def test_scores(self, name: str, repair: str, scheme: str) -> None:
        reference = random_text(name, 8, valid=True)
        predicted = tagged(reference, name)
        run = evaluate(reference, predicted, encoding(name), repair)
        module, choice = (self.v1, {"scheme": getattr(self.scheme, scheme)}) if scheme else (self.labeling, {})

        def theirs(average: str | None) -> Any:
            return module.precision_recall_fscore_support(
                reference, predicted, average=average, zero_division=0, **choice
            )

        for average, ours in (("micro", run.micro), ("macro", run.macro), ("weighted", run.weighted)):
            assert [number(value) for value in (ours.precision, ours.recall, ours.f1)] == pytest.approx(
                theirs(average)[:3]
            )
        per_type = list(zip(*theirs(None), strict=True))
        assert sorted(run.types) == list(run.types) == sorted(TYPES)
        for ours, row in zip(run.types.values(), per_type, strict=True):
            assert [number(value) for value in (ours.precision, ours.recall, ours.f1)] == pytest.approx(row[:3])
            assert ours.reference == row[3]
        assert number(run.accuracy) == pytest.approx(self.labeling.accuracy_score(reference, predicted))


class TestNervaluate:
    SCHEMAS: ClassVar = {"strict": "strict", "exact": "exact", "partial": "partial", "type": "ent_type"}

    @pytest.fixture(autouse=True)
    def nervaluate(self) -> None:
        self.module = pytest.importorskip("nervaluate")

    @pytest.mark.parametrize("wild", [False, True], ids=["a system", "a system on an invalid reference"])
    def test_the_four_schemas(self, wild: bool) -> None:
        reference = random_text("BIO", 9, valid=not wild)
        predicted = tagged(reference, "BIO")
        self.check_equal(evaluate(reference, predicted, encoding("BIO")), reference, predicted)

    def test_a_prediction_over_two_mentions_of_its_type_answers_to_the_nearest(self) -> None:
        reference = [["B-PER", "B-PER", "I-PER", "I-PER", "I-PER"]]
        predicted = [["B-PER", "I-PER", "I-PER", "I-PER", "B-PER"]]
        self.check_equal(evaluate(reference, predicted, encoding("BIO")), reference, predicted)

    def test_the_four_schemas_sentence_by_sentence(self) -> None:
        references, predictions = random_text("BIO", 10), random_text("BIO", 11)
        for ours, theirs in zip(references, predictions, strict=True):
            length = min(len(ours), len(theirs))
            reference, predicted = [ours[:length]], [theirs[:length]]
            self.check_equal(evaluate(reference, predicted, encoding("BIO")), reference, predicted)

    def check_equal(self, run: Run, reference: Labels, predicted: Labels) -> None:
        theirs = self.module.Evaluator(reference, predicted, tags=list(TYPES), loader="list").evaluate()["overall"]
        for schema, counts in schema_counts(run.label_runs).items():
            other = theirs[self.SCHEMAS[schema]]
            assert list(counts) == [other.correct, other.incorrect, other.partial, other.missed, other.spurious], schema
            values = [
                0 if isinstance(value, Undefined) else float(value)
                for value in (counts.precision, counts.recall, counts.f1)
            ]
            assert values == pytest.approx([other.precision, other.recall, other.f1]), schema


class TestIobes:
    @pytest.fixture(autouse=True)
    def iobes(self) -> None:
        self.module = pytest.importorskip("iobes")
        self.parse = pytest.importorskip("iobes.parse")
        self.module.LOGGER.setLevel(logging.CRITICAL)

    @pytest.mark.parametrize(
        ("name", "theirs"),
        [("BIO", "BIO"), ("IOB", "IOB"), ("BIOES", "IOBES"), ("BILOU", "BILOU"), ("BMEOW", "BMEOW")],
    )
    def test_it_reads_as_begin_does(self, name: str, theirs: str) -> None:
        for labels in random_text(name, 12):
            spans = self.parse.parse_spans(labels, self.module.SpanEncoding[theirs])
            assert decode(labels, name, "begin") == [(span.start, span.end, span.type) for span in spans]
