"""Reference and prediction side by side: how they are paired, and what an label run says."""

from __future__ import annotations

import pytest

from accord.encoding import encoding
from accord.model import Sentence
from accord.scoring.label_runs import LabelRunReader, MarkedLabelRun, Mismatch, pair_batches
from tests.build import in_batches, sentences_of


def marked(reference: str, predicted: str, name: str = "BIO") -> list[list[MarkedLabelRun]]:
    """The label runs of each sentence; sentences are divided by a bar."""
    sides = [in_batches(sentences_of(row.split() for row in side.split("|")), [9]) for side in (reference, predicted)]
    reader = LabelRunReader(encoding(name), "begin", "begin")
    return [
        [reader.mark(label_run) for label_run in label_runs]
        for pair in pair_batches(*sides)
        for label_runs in reader.sentences(pair)
    ]


def test_an_island_is_what_either_side_marks() -> None:
    [[first, second]] = marked("O B-PER I-PER O O O B-LOC", "O O B-PER I-PER O O B-LOC")
    assert first == MarkedLabelRun(((0, 2, "PER"),), ((1, 3, "PER"),), differing=3)  # type: ignore[arg-type]
    assert second == MarkedLabelRun(((0, 1, "LOC"),), ((0, 1, "LOC"),), differing=0)  # type: ignore[arg-type]


def test_an_island_ends_with_its_sentence() -> None:
    assert [len(label_runs) for label_runs in marked("O B-PER|I-PER O|O O", "O B-PER|I-PER O|O O")] == [1, 1, 0]


def test_errors_are_counted_for_each_side() -> None:
    [[label_run]] = marked("B-PER I-LOC I-LOC", "I-PER I-LOC I-PER")
    assert (label_run.reference_errors, label_run.predicted_errors) == (1, 3)


@pytest.mark.parametrize(("reference", "predicted"), [("B-PER", "b-per"), ("PER", "B-PER")])
def test_a_label_that_is_none_makes_an_island_unreadable(reference: str, predicted: str) -> None:
    [[label_run]] = marked(reference, predicted)
    assert label_run.unreadable
    assert label_run.differing == 1


A, B, C = (Sentence((word, "."), ("O", "O")) for word in "abc")
LONGER = Sentence(("a", ".", "."), ("O", "O", "O"))


@pytest.mark.parametrize(
    ("reference", "predicted"),
    [
        pytest.param([A, B], [A], id="cut short"),
        pytest.param([A], [A, B], id="too long"),
        pytest.param([], [A], id="nothing in the reference"),
        pytest.param([A], [], id="nothing predicted"),
        pytest.param([A, B], [A, C], id="another token"),
        pytest.param([A], [LONGER], id="one token more"),
        pytest.param([LONGER], [A], id="one token less"),
        pytest.param([A, B], [Sentence(("a", ".", "b", "."), ("O",) * 4)], id="two sentences in one"),
    ],
)
@pytest.mark.parametrize("size", [1, 2])
def test_different_tokens_are_never_paired(reference: list[Sentence], predicted: list[Sentence], size: int) -> None:
    with pytest.raises(Mismatch):
        list(pair_batches(in_batches(reference, [size]), in_batches(predicted, [size])))


def test_nothing_and_nothing_are_the_same() -> None:
    assert list(pair_batches(iter([]), iter([]))) == []
