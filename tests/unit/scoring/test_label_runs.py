"""Reference and prediction side by side: how they are paired, and what an island says."""

from __future__ import annotations

import pytest

from accord.encoding import encoding
from accord.model import Sentence
from accord.scoring.label_runs import IslandReader, MarkedIsland, Mismatch, pair_stretches
from tests.build import in_stretches, sentences_of


def marked(reference: str, predicted: str, name: str = "BIO") -> list[list[MarkedIsland]]:
    """The islands of each sentence; sentences are divided by a bar."""
    sides = [in_stretches(sentences_of(row.split() for row in side.split("|")), [9]) for side in (reference, predicted)]
    reader = IslandReader(encoding(name), "begin", "begin")
    return [
        [reader.mark(island) for island in islands]
        for pair in pair_stretches(*sides)
        for islands in reader.sentences(pair)
    ]


def test_an_island_is_what_either_side_marks() -> None:
    [[first, second]] = marked("O B-PER I-PER O O O B-LOC", "O O B-PER I-PER O O B-LOC")
    assert first == MarkedIsland(((0, 2, "PER"),), ((1, 3, "PER"),), differing=3)  # type: ignore[arg-type]
    assert second == MarkedIsland(((0, 1, "LOC"),), ((0, 1, "LOC"),), differing=0)  # type: ignore[arg-type]


def test_an_island_ends_with_its_sentence() -> None:
    assert [len(islands) for islands in marked("O B-PER|I-PER O|O O", "O B-PER|I-PER O|O O")] == [1, 1, 0]


def test_errors_are_counted_for_each_side() -> None:
    [[island]] = marked("B-PER I-LOC I-LOC", "I-PER I-LOC I-PER")
    assert (island.reference_errors, island.predicted_errors) == (1, 3)


@pytest.mark.parametrize(("reference", "predicted"), [("B-PER", "b-per"), ("PER", "B-PER")])
def test_a_label_that_is_none_makes_an_island_unreadable(reference: str, predicted: str) -> None:
    [[island]] = marked(reference, predicted)
    assert island.unreadable
    assert island.differing == 1


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
        list(pair_stretches(in_stretches(reference, [size]), in_stretches(predicted, [size])))


def test_nothing_and_nothing_are_the_same() -> None:
    assert list(pair_stretches(iter([]), iter([]))) == []
