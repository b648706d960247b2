from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from accord.agreement.result import Interval, Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.distance.pq_gram import PqGram
from accord.distance.tree_variants import TreeEdit
from accord.errors import UsageError
from accord.kinds.trees import coefficient as module
from accord.kinds.trees.coefficient import TreeAlpha
from tests.oracle.trees import Tree, study_of

LEAF, STAR, CHAIN = Tree("a"), Tree("a", (Tree("b"), Tree("c"))), Tree("a", (Tree("b", (Tree("c"),)),))
TABLE: list[list[Tree | None]] = [
    [STAR, STAR, None],
    [CHAIN, STAR, STAR],
    [LEAF, LEAF, LEAF],
    [None, CHAIN, CHAIN],
    [None, None, STAR],
]


class TestValue:
    def test_weighs_items_by_their_trees(self) -> None:
        whole = TreeAlpha(study_of(TABLE)).whole
        apart = 2  # from the chain to the star: the last node is deleted and inserted elsewhere
        assert whole.observed == pytest.approx(4 * apart**2 / 2 / 10)
        assert (whole.items, whole.trees) == (4, 10)
        # Of 45 pairs of 4 stars, 3 chains and 3 leaves, 12 are a star and a chain, and 21 are a leaf and another; the
        # leaf is 2 from both.
        assert whole.expected == pytest.approx((12 + 21) * apart**2 / 45)
        assert whole.value == pytest.approx(1 - 0.8 / (132 / 45))

    def test_is_undefined_where_all_trees_are_equal(self) -> None:
        for pairs in ("all", "sampled"):
            whole = TreeAlpha(study_of([[STAR, STAR]] * 3), pairs=pairs).whole
            assert whole.value == Undefined("chance would not disagree either: the trees are all alike")
            assert (whole.observed, whole.expected) == (0, 0)

    def test_is_undefined_where_nothing_pairs(self) -> None:
        whole = TreeAlpha(study_of([[STAR, None], [None, LEAF]])).whole
        assert isinstance(whole.value, Undefined)
        assert whole.value == whole.interval
        assert whole.value.reason.startswith("no sentence was annotated by two annotators: sentences are matched by")

    def test_of_one_sentence_is_0_for_chance_sees_the_same_pair(self) -> None:
        whole = TreeAlpha(study_of([[STAR, LEAF]])).whole
        assert whole.value == 0
        assert whole.interval == Undefined("an interval over sentences needs two of them")


class TestResult:
    def test_says_what_is_left_out_and_how_it_was_made(self) -> None:
        result = TreeAlpha(study_of(TABLE)).result
        assert result.excluded == {"sentences with a single tree": 1}
        assert result.used == {"sentences": 4, "trees": 10}
        assert str(result.signature).startswith(
            "alpha|dist:tree-edit|variant:plain|power:squared|unit:sentence|missing:keep|items:4|trees:10|annotators:3|"
            "docs:1|pairs:all|ci:jackknife|level:0.95|over:items|data:"
        )

    def test_says_how_many_pairs_were_drawn(self) -> None:
        agreement = TreeAlpha(study_of(TABLE), PqGram(), linear=True, pairs="sampled", precision=0.5)
        assert "dist:pq-gram|variant:plain|p:2|q:3|power:linear|" in str(agreement.signature)
        assert "|pairs:2000|" in str(agreement.signature)
        assert "|seed:1|" in str(agreement.signature)

    def test_the_digest_changes_with_a_tree(self) -> None:
        one, other = (str(TreeAlpha(study_of([[tree, LEAF], [STAR, STAR]])).signature) for tree in (STAR, CHAIN))
        assert one != other


class TestIntervals:
    def test_of_jackknife_and_bootstrap_are_alike(self) -> None:
        study = study_of(TABLE * 10)
        jackknife, bootstrap = (
            TreeAlpha(study, uncertainty=Uncertainty(method)).whole.interval for method in ("jackknife", "bootstrap")
        )
        assert isinstance(jackknife, Interval)
        assert isinstance(bootstrap, Interval)
        assert bootstrap.low == pytest.approx(jackknife.low, abs=0.05)
        assert bootstrap.high == pytest.approx(jackknife.high, abs=0.05)

    def test_of_a_sample_are_not_resampled(self) -> None:
        agreement = TreeAlpha(study_of(TABLE * 3), pairs="sampled", uncertainty=Uncertainty("bootstrap"))
        assert agreement.whole.interval == Undefined(
            "a bootstrap needs the distances of all pairs of trees: take the jackknife"
        )

    def test_trees_that_differ_only_in_size_are_alike_to_diff(self) -> None:
        table = [[Tree("a"), Tree("a", (Tree("a"),) * each)] for each in (10, 11, 12, 13)]
        agreement = TreeAlpha(study_of(table), TreeEdit("diff"), linear=True).whole
        assert isinstance(agreement.value, Undefined)

    def test_of_systematic_disagreement_stay_within_what_values_can_be(self) -> None:
        low = TreeAlpha(study_of([*[[STAR, CHAIN]] * 5, [LEAF, LEAF]])).whole
        assert isinstance(low.value, float)
        assert isinstance(low.interval, Interval)
        assert -1 <= low.interval.low < low.value < 0 < low.interval.high


class TestParts:
    def test_of_two_annotators_are_those_of_their_trees(self) -> None:
        found = TreeAlpha(study_of(TABLE)).annotator_pairs[("a0", "a1")]
        alone = TreeAlpha(study_of([row[:2] for row in TABLE])).whole
        assert found == replace(alone, other_annotators=None)

    def test_of_a_document_of_one_sentence_chance_cannot_be_told(self) -> None:
        table = [[STAR, LEAF], [STAR, CHAIN], [STAR, STAR], [LEAF, LEAF]]
        documents = TreeAlpha(study_of(table, [0, 1, 1, 2])).documents
        single, several, alike = documents.values()
        assert single.value == single.expected == Undefined("chance cannot be told from one sentence")
        assert (single.observed, single.items) == (4, 1)
        assert not isinstance(several.value, Undefined)
        assert alike.value == Undefined("chance would not disagree either: the trees are all alike")

    def test_of_documents_and_lengths(self) -> None:
        agreement = TreeAlpha(study_of(TABLE, [0, 0, 1, 1, 1]))
        assert agreement.documents["d0"] == replace(TreeAlpha(study_of(TABLE[:2])).whole, other_annotators=None)
        assert {name: part.items for name, part in agreement.lengths.items()} == {"1-5": 3}

    def test_are_the_same_where_the_whole_is_a_sample(self, monkeypatch: pytest.MonkeyPatch) -> None:
        exact = TreeAlpha(study_of(TABLE, [0, 0, 1, 1, 1]))
        expected = exact.documents
        monkeypatch.setattr(module, "MAX_STEPS", 1)
        sampled = TreeAlpha(study_of(TABLE, [0, 0, 1, 1, 1]))
        assert sampled.whole.sampling
        assert sampled.documents == expected

    def test_of_a_few_trees_are_exact_also_where_pairs_are_drawn(self) -> None:
        study = study_of(TABLE, [0, 0, 1, 1, 1])
        for distance in (TreeEdit(), TreeEdit("norm"), PqGram()):
            exact, sampled = (TreeAlpha(study, distance, pairs=pairs) for pairs in ("all", "sampled"))
            assert sampled.whole.sampling
            for found, expected in (
                (sampled.documents, exact.documents),
                (sampled.annotator_pairs, exact.annotator_pairs),
            ):
                assert [part.sampling for part in found.values()] == [None] * len(expected)
                values = [part.value for part in found.values()]
                assert values == [pytest.approx(part.value) for part in expected.values()]

    def test_of_many_trees_are_drawn_where_that_is_asked_for(self) -> None:
        study = study_of(TABLE * 20, [0] * 90 + [1] * 10)
        many, few = TreeAlpha(study, pairs="sampled").documents.values()
        assert (many.sampling is None, few.sampling is None) == (False, True)

    def test_hardest_sentences_come_first(self) -> None:
        agreement = TreeAlpha(study_of(TABLE))
        assert agreement.hardest() == [(1, 4 / 3)]
        assert np.isnan(agreement.apart[4])


class TestChoices:
    def test_are_checked(self) -> None:
        with pytest.raises(UsageError, match="unknown pairs 'al': did you mean all"):
            TreeAlpha(study_of(TABLE), pairs="al")
        with pytest.raises(UsageError, match="the precision lies between 0 and 1, 0 does not"):
            TreeAlpha(study_of(TABLE), precision=0)

    def test_all_pairs_of_too_many_trees_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "MAX_TREES", 5)
        with pytest.raises(UsageError, match="the distances between 11 trees are too many to keep: 5 trees at most"):
            TreeAlpha(study_of(TABLE), pairs="all")
