"""What alignments show: confusions, what was missed and what was added."""

from __future__ import annotations

import numpy as np

from accord.alignment.alignment import Alignment
from accord.distance.dissimilarity import Dissimilarity
from accord.kinds.units.aligned import ABSENT, Aligned
from accord.model import Unit
from accord.study.units import study_of
from tests.build import aligned_by_hand

ANN = [Unit(0, 4, "A"), Unit(10, 14, "B")]
BOB = [Unit(0, 4, "B"), Unit(10, 15, "B"), Unit(20, 22, "C")]
CAT = [Unit(10, 14, "A")]


def harbour() -> Aligned:
    """Three annotators of one document, and two of another."""
    study = study_of(
        [("d1", 0.0, {"ann": ANN, "bob": BOB, "cat": CAT}), ("d2", 0.0, {"ann": ANN, "cat": CAT})],
        ("ann", "bob", "cat"),
    )
    return aligned_by_hand(study, [[[0, 2, -1], [1, 3, 5], [-1, 4, -1]], [[0, -1], [1, 2]]])


def test_answers_of_all_documents() -> None:
    assert harbour().answers.tolist() == [[0, 1, -1], [1, 1, 0], [-1, 2, -1], [0, ABSENT, -1], [1, ABSENT, 0]]


def test_unitary_alignments_by_how_many_units_they_hold() -> None:
    assert harbour().by_units.tolist() == [0, 2, 2, 1]


def test_who_missed_what_and_who_added_what() -> None:
    aligned = harbour()
    assert aligned.missed.tolist() == [1, 0, 3]
    assert aligned.missed_of_most.tolist() == [0, 0, 2]
    assert aligned.missed_by_category.tolist() == [[0, 0, 1], [0, 0, 0], [2, 1, 1]]
    assert aligned.added.tolist() == [1, 1, 0]
    assert aligned.added_by_category.tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 0]]


def test_confusions_by_pair_of_annotators() -> None:
    found = np.stack(harbour().confusions).T.tolist()
    assert found == [[0, 1, 0, 1, 1], [0, 1, 1, 1, 1], [0, 2, 1, 0, 2], [1, 2, 1, 0, 1]]
    assert harbour().coincidences.tolist() == [[0, 4, 0], [4, 1, 0], [0, 0, 0]]


def test_the_disorder_is_the_mean_of_its_pairs() -> None:
    aligned = harbour()
    alignment = aligned.alignments[0]
    parts = aligned.pair_parts(alignment)
    np.testing.assert_allclose(parts.dissimilarity.mean(axis=1), alignment.disorders)
    np.testing.assert_allclose((parts.position + parts.category)[1], parts.dissimilarity[1])
    assert np.isnan(parts.position[2]).all()


def test_a_function_has_no_parts() -> None:
    aligned = harbour()
    by = Dissimilarity(aligned.dissimilarity.categories, by=lambda _, first, second: np.abs(first - second) / 10)
    parts = Aligned(aligned.study, by, aligned.alignments).pair_parts(aligned.alignments[0])
    assert parts.dissimilarity[0].tolist() == [0.2, 1.0, 1.0]
    assert np.isnan(parts.position).all()
    assert np.isnan(parts.category).all()
    assert "dist:function|empty:1" in str(Aligned(aligned.study, by, aligned.alignments).signature)


def test_nobody_marked_anything() -> None:
    study = study_of([("d", 0.0, {"ann": [], "bob": []})], ("ann", "bob"))
    aligned = aligned_by_hand(study, [[]])
    assert aligned.by_units.tolist() == [0, 0, 0]
    assert aligned.missed.tolist() == aligned.missed_of_most.tolist() == aligned.added.tolist() == [0, 0]
    assert aligned.missed_by_category.shape == aligned.added_by_category.shape == (2, 0)
    assert len(aligned.confusions.pairs) == 0
    assert aligned.coincidences.shape == (0, 0)
    assert aligned.pair_parts(aligned.alignments[0]).dissimilarity.shape == (0, 1)


def test_no_documents() -> None:
    aligned = aligned_by_hand(study_of([], ("ann", "bob")), [])
    assert aligned.added.tolist() == [0, 0]
    assert "objective:none" in str(aligned.signature)


def test_the_signature_says_how_it_was_aligned() -> None:
    signature = str(harbour().signature)
    assert repr(harbour()) == f"<Aligned 2 documents ({signature})>"
    assert signature.startswith(
        "alignment|objective:sum|method:hand|dist:sporadic|alpha:1|beta:1|empty:1|docs:2|annotators:3|v:"
    )


def test_words_where_the_text_is_known() -> None:
    aligned = harbour()
    texts = {"d1": "The old harbour of Oslo", "d2": ("the", "old", "harbour", "town", "by", "night")}
    told = Aligned(aligned.study, aligned.dissimilarity, aligned.alignments, texts)
    first, second = (alignment.continuum for alignment in aligned.alignments)
    assert told.words(first, 1) == "rbou"
    assert told.words(second, 0) == "the old harbour town"
    assert told.words(second, 1) == ""
    assert aligned.words(first, 0) == ""


def test_an_alignment_of_one_annotator_adds_nothing() -> None:
    study = study_of([("d", 0.0, {"ann": ANN})], ("ann",))
    continuum = study.continua[0]
    alone = Alignment(continuum, np.array([[0], [1]]), np.zeros(2), "sum", "hand", 0.0)
    aligned = Aligned(study, Dissimilarity(np.zeros((2, 2))), (alone,))
    assert aligned.added.tolist() == [0]
    assert aligned.pair_parts(alone).dissimilarity.shape == (2, 0)
