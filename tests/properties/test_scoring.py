"""Scoring by label runs, against plain sets of mentions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.encoding import encoding
from accord.scoring.label_runs import Mismatch, pair_batches
from tests.build import Labels, evaluate, in_batches, sentences_of
from tests.oracle import chunks as oracle
from tests.oracle import scoring
from tests.properties.strategies import REPAIRS, TYPES, sentence_pairs

if TYPE_CHECKING:
    import random

    from accord.scoring.run import Run

each_encoding = pytest.mark.parametrize("name", oracle.ENCODINGS)
sizes = st.lists(st.integers(1, 4), min_size=1, max_size=3)


def mentions(labels: Labels, name: str, repair: str) -> scoring.Marked:
    return scoring.marked(oracle.read(sentence, name, repair) for sentence in labels)


def summary(run: Run) -> tuple[object, ...]:
    """Everything of a run that does not depend on the order of its sentences."""
    return run.micro, run.types, run.accuracy, run.tokens, run.sentences, run.invalid, sorted(run.per_sentence)


@each_encoding
@given(data=st.data())
def test_counts_are_those_of_plain_sets(name: str, data: st.DataObject) -> None:
    reference, predicted = data.draw(sentence_pairs(name))
    for repair in REPAIRS:
        ours, theirs = mentions(reference, name, "begin"), mentions(predicted, name, repair)
        run = evaluate(reference, predicted, encoding(name), repair, "begin", per_sentence=True)
        assert run.micro == scoring.exact(ours, theirs), repair
        assert run.types == scoring.exact_by_type(ours, theirs), repair
        assert list(run.per_sentence) == [
            scoring.exact(
                scoring.marked([oracle.read(gold, name, "begin")]), scoring.marked([oracle.read(system, name, repair)])
            )
            for gold, system in zip(reference, predicted, strict=True)
        ], repair


@each_encoding
@given(data=st.data())
def test_tokens_accuracy_and_errors_are_those_of_the_labels_as_written(name: str, data: st.DataObject) -> None:
    reference, predicted = data.draw(sentence_pairs(name))
    for repair in REPAIRS:
        run = evaluate(reference, predicted, encoding(name), repair)
        assert run.accuracy == scoring.accuracy(reference, predicted)
        assert (run.sentences, run.tokens) == (len(reference), sum(map(len, reference)))
        assert run.invalid == sum(len(oracle.invalid_positions(labels, name, TYPES)) for labels in predicted)


@each_encoding
@given(data=st.data())
def test_the_reference_has_its_own_repair(name: str, data: st.DataObject) -> None:
    reference, predicted = data.draw(sentence_pairs(name))
    for repair in REPAIRS:
        run = evaluate(reference, predicted, encoding(name), "begin", repair)
        ours, theirs = mentions(reference, name, repair), mentions(predicted, name, "begin")
        assert run.micro == scoring.exact(ours, theirs), repair


@given(pair=sentence_pairs("BIO"), seed=st.randoms(use_true_random=False))
def test_the_order_of_sentences_does_not_matter(pair: tuple[Labels, Labels], seed: random.Random) -> None:
    together = list(zip(*pair, strict=True))
    seed.shuffle(together)
    shuffled = ([ours for ours, _ in together], [theirs for _, theirs in together])
    before, after = (evaluate(*sides, encoding("BIO"), per_sentence=True) for sides in (pair, shuffled))
    assert summary(before) == summary(after)
    for part, interval in before.intervals.items():
        assert after.intervals[part] == (interval and pytest.approx(interval))


@given(pair=sentence_pairs("BIOES"), ours=sizes, theirs=sizes)
def test_how_the_text_is_cut_into_stretches_does_not_matter(
    pair: tuple[Labels, Labels], ours: list[int], theirs: list[int]
) -> None:
    one_by_one = evaluate(*pair, encoding("BIOES"), per_sentence=True)
    in_bulk = evaluate(*pair, encoding("BIOES"), per_sentence=True, sizes=(ours, theirs))
    assert summary(one_by_one) == summary(in_bulk)
    assert one_by_one.per_sentence == in_bulk.per_sentence


@given(pair=sentence_pairs("BIO"), ours=sizes, theirs=sizes)
def test_every_pair_keeps_the_lines_of_both_files(
    pair: tuple[Labels, Labels], ours: list[int], theirs: list[int]
) -> None:
    sides = [sentences_of(labels) for labels in pair]
    paired = list(pair_batches(in_batches(sides[0], ours), in_batches(sides[1], theirs)))
    assert [sentence for both in paired for sentence in both.reference.sentences()] == sides[0]
    assert [sentence for both in paired for sentence in both.predicted.sentences()] == sides[1]


@given(
    pair=sentence_pairs("BIO"),
    dropped=st.integers(0, 100),
    side=st.sampled_from([0, 1]),
    ours=sizes,
    theirs=sizes,
)
def test_a_dropped_token_never_goes_unnoticed(
    pair: tuple[Labels, Labels], dropped: int, side: int, ours: list[int], theirs: list[int]
) -> None:
    sides = [sentences_of(labels) for labels in pair]
    number = dropped % len(sides[side])
    sentence = sides[side][number]
    sides[side][number] = sentence._replace(tokens=sentence.tokens[:-1], labels=sentence.labels[:-1])
    with pytest.raises(Mismatch):
        list(pair_batches(in_batches(sides[0], ours), in_batches(sides[1], theirs)))


@given(pair=sentence_pairs("BIO"))
def test_averages_over_types_are_means_of_their_scores(pair: tuple[Labels, Labels]) -> None:
    ours, theirs = (mentions(side, "BIO", "begin") for side in pair)
    by_type = scoring.exact_by_type(ours, theirs)
    run = evaluate(*pair, encoding("BIO"))
    if not by_type:
        assert run.macro.f1 == Undefined("there are no types")
        return
    scores = {type_: scoring.f1(triple) for type_, triple in by_type.items()}
    assert run.macro.f1 == sum(scores.values(), Fraction(0)) / len(scores)
    if ours:
        assert run.weighted.f1 == sum(by_type[type_][0] * f1 for type_, f1 in scores.items()) / len(ours)
        assert run.weighted.recall == run.micro.recall  # the weights cancel


@given(pair=sentence_pairs("BIO"))
def test_surface_forms_count_once(pair: tuple[Labels, Labels]) -> None:
    """The words of every sentence are made the same, so that forms recur."""
    forms = [
        {
            (" ".join(f"w{index}" for index in range(start, end)), type_)
            for _, start, end, type_ in mentions(side, "BIO", "begin")
        }
        for side in pair
    ]
    run = evaluate(*pair, encoding("BIO"), surface=True, words="w{1}", sizes=([3], [2]))
    placed = [set(mentions(side, "BIO", "begin")) for side in pair]
    in_place = {
        (" ".join(f"w{at}" for at in range(start, end)), type_) for _, start, end, type_ in set.intersection(*placed)
    }
    for where, correct in (("anywhere", forms[0] & forms[1]), ("in place", in_place)):
        sides = (*forms, correct)
        assert run.surface[where].micro == tuple(map(len, sides))
        for type_ in TYPES:
            of_type = tuple(sum(form[1] == type_ for form in side) for side in sides)
            assert run.surface[where].types.get(type_, (0, 0, 0)) == of_type


@given(pair=sentence_pairs("BIO"))
def test_a_perfect_prediction_scores_one(pair: tuple[Labels, Labels]) -> None:
    run = evaluate(pair[0], pair[0], encoding("BIO"))
    assert run.accuracy == 1
    assert run.micro.f1 == (
        1 if mentions(pair[0], "BIO", "begin") else Undefined("there is neither reference nor prediction")
    )
