"""The four schemas of MUC and SemEval, and the kinds of error: identities that hold for any text."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.encoding import Mention, encoding
from accord.scoring.errors import KINDS, NOTHING, confusion, error_kinds, match
from accord.scoring.label_runs import MarkedLabelRun
from accord.scoring.schemas import MucCounts, muc_counts, overlapping, schema_counts
from tests.build import Labels, evaluate, sentences_of
from tests.oracle import scoring
from tests.oracle.chunks import read_begin
from tests.properties.strategies import SCHEMAS, Laid, laid_chunks, sentence_pairs

pairs = sentence_pairs("BIO")


@pytest.mark.parametrize("schema", SCHEMAS)
@given(ours=laid_chunks(), theirs=laid_chunks())
def test_a_sentence_is_counted_as_the_plain_loop_counts_it(schema: str, ours: Laid, theirs: Laid) -> None:
    reference, predicted = ([Mention(*chunk) for chunk in chunks] for chunks, _ in (ours, theirs))
    assert muc_counts(reference, predicted, schema)._asdict() == scoring.muc(ours[0], theirs[0], schema)


@given(ours=laid_chunks(), theirs=laid_chunks())
def test_partners_are_those_that_the_plain_search_finds(ours: Laid, theirs: Laid) -> None:
    reference, predicted = (tuple(Mention(*chunk) for chunk in chunks) for chunks, _ in (ours, theirs))
    matches = list(match(MarkedLabelRun(reference, predicted, 0)))
    found = {(tuple(a), tuple(b)) for a, b in matches if a and b}
    assert found == scoring.partners(ours[0], theirs[0])
    assert sorted(a for a, _ in matches if a) == list(reference)
    assert sorted(b for _, b in matches if b) == list(predicted)


def test_the_work_on_a_long_island_grows_with_its_length() -> None:
    """Each mention is looked at for its neighbours, not for all others: reads per mention stay the same."""

    class Counted(tuple[Mention, ...]):
        reads = 0

        def __getitem__(self, index: Any) -> Any:
            Counted.reads += 1
            return super().__getitem__(index)

    reads = []
    for length in (1_000, 4_000):
        reference = Counted(Mention(start, start + 2, "X") for start in range(0, length, 2))
        predicted = tuple(Mention(start, start + 2, "X") for start in range(1, length, 2))
        Counted.reads = 0
        assert sum(len(others) for _, others in overlapping(reference, predicted)) == length - 1
        reads.append(Counted.reads)
    assert reads[1] < 4.1 * reads[0]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_island_as_long_as_a_book_is_counted(schema: str) -> None:
    """Shifted by one token, all overlap and none is right: a search among all pairs would take minutes."""
    length = 60_000
    reference = [Mention(start, start + 2, "X") for start in range(0, length, 2)]
    predicted = [Mention(start, start + 2, "X") for start in range(1, length, 2)]
    counts = muc_counts(reference, predicted, schema)
    assert (counts.possible, counts.actual, counts.missed, counts.spurious) == (30_000, 30_000, 0, 0)
    assert error_kinds([(MarkedLabelRun(tuple(reference), tuple(predicted), 0), 1)])["boundary"] == 30_000


@given(pair=pairs)
def test_islands_add_up_to_sentences(pair: tuple[Labels, Labels]) -> None:
    """A mention never overlaps one of another label run, so counting by label runs or by sentences is the same."""
    counted = schema_counts(evaluate(*pair, encoding("BIO")).label_runs)
    for schema in SCHEMAS:
        total: Counter[str] = Counter()
        for ours, theirs in zip(*pair, strict=True):
            total.update(scoring.muc(read_begin(ours, "BIO"), read_begin(theirs, "BIO"), schema))
        assert counted[schema]._asdict() == {field: total[field] for field in MucCounts._fields}, schema


@given(pair=pairs)
def test_identities_of_the_schemas(pair: tuple[Labels, Labels]) -> None:
    run = evaluate(*pair, encoding("BIO"))
    counted = schema_counts(run.label_runs)
    for schema, counts in counted.items():
        assert counts.correct + counts.incorrect + counts.partial + counts.missed == run.micro.reference, schema
        assert counts.correct + counts.incorrect + counts.partial + counts.spurious == run.micro.predicted, schema
        assert (counts.possible, counts.actual) == (run.micro.reference, run.micro.predicted), schema
        assert (counts.partial == 0) or schema == "partial"
    assert counted["strict"].correct == run.micro.correct <= counted["type"].correct
    assert counted["exact"].correct == counted["partial"].correct
    assert (counted["exact"].incorrect, 0) == (counted["partial"].partial, counted["partial"].incorrect)


@given(counts=st.builds(MucCounts, *[st.integers(0, 9)] * 5))
def test_precision_recall_and_f1_of_a_schema_by_their_definition(counts: MucCounts) -> None:
    credit = counts.correct + Fraction(counts.partial, 2)
    precision, recall = counts.precision, counts.recall
    if isinstance(precision, Undefined) or isinstance(recall, Undefined):
        assert counts.correct == counts.partial == counts.incorrect == 0
        return
    assert precision == credit / (counts.correct + counts.incorrect + counts.partial + counts.spurious)
    assert recall == credit / (counts.correct + counts.incorrect + counts.partial + counts.missed)
    assert counts.f1 == (2 * precision * recall / (precision + recall) if credit else 0)


@given(pair=pairs)
def test_every_mention_is_correct_or_one_error(pair: tuple[Labels, Labels]) -> None:
    run = evaluate(*pair, encoding("BIO"))
    kinds = error_kinds(run.label_runs)
    assert set(kinds) == set(KINDS)
    shared = kinds["boundary"] + kinds["type"] + kinds["both"]
    assert kinds["missed"] + shared == run.micro.reference - run.micro.correct
    assert kinds["spurious"] + shared == run.micro.predicted - run.micro.correct


@given(pair=pairs)
def test_kinds_of_error_agree_with_plain_sets_of_spans(pair: tuple[Labels, Labels]) -> None:
    """What overlaps nothing is missed or spurious; the same span with another type is an error of type."""
    ours, theirs = (scoring.marked(read_begin(labels, "BIO") for labels in side) for side in pair)
    kinds = error_kinds(evaluate(*pair, encoding("BIO")).label_runs)

    def alone(mentions: scoring.Marked, others: scoring.Marked) -> int:
        return sum(not any(m[0] == o[0] and m[1] < o[2] and o[1] < m[2] for o in others) for m in mentions)

    same_span = len({mention[:3] for mention in ours} & {mention[:3] for mention in theirs})
    assert kinds["missed"] >= alone(ours, theirs)
    assert kinds["spurious"] >= alone(theirs, ours)
    assert kinds["type"] == same_span - len(ours & theirs)


@given(pair=pairs)
def test_a_confusion_has_every_mention_once_in_its_row_and_in_its_column(pair: tuple[Labels, Labels]) -> None:
    run = evaluate(*pair, encoding("BIO"))
    table, kinds = confusion(run.label_runs), error_kinds(run.label_runs)
    for type_, counts in run.types.items():
        assert sum(times for (ours, _), times in table.items() if ours == type_) == counts.reference
        assert sum(times for (_, theirs), times in table.items() if theirs == type_) == counts.predicted
    assert (NOTHING, NOTHING) not in table
    assert (
        sum(times for (ours, theirs), times in table.items() if ours == theirs) == run.micro.correct + kinds["boundary"]
    )
    assert sum(times for (_, theirs), times in table.items() if theirs == NOTHING) == kinds["missed"]
    assert sum(times for (ours, _), times in table.items() if ours == NOTHING) == kinds["spurious"]


@given(pair=pairs)
def test_located_errors_are_the_counted_ones_and_stand_where_they_say(pair: tuple[Labels, Labels]) -> None:
    run = evaluate(*pair, encoding("BIO"), sizes=([3], [2]), locate=True)
    kinds = Counter(error.match.kind for error in run.errors)
    assert {kind: kinds[kind] for kind in KINDS} == error_kinds(run.label_runs)
    line_of = {token: s.line + i for s in sentences_of(pair[0]) for i, token in enumerate(s.tokens)}
    gold = {mention for labels in pair[0] for mention in read_begin(labels, "BIO")}
    for error in run.errors:
        words = error.words(0) or error.words(1)
        assert error.line == line_of[words.split()[0]]
        mention = error.match.reference
        assert mention is None or mention in gold
