"""Where agreement breaks, on tables small enough to see it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.kinds.labels.breakdown import breakdown_of
from accord.kinds.labels.coincidence import coincidence_matrix, confusion_matrix
from accord.model import Corpus, Document, ItemLabels
from accord.verbs.agree import agree
from tests.oracle import agreement as oracle
from tests.properties.tables import NAMES, SCALES, Table, applies, columns, tables

PAIR = {"ann": list("AAAAABBBCC"), "bob": list("AAAABABBCB")}
"""A A four times, A B, B A, B B twice, C C and C B once each."""
TRIO = {"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"], "cy": ["A", "B", "B", None]}


class TestLabels:
    def test_each_against_the_others_the_most_frequent_first(self) -> None:
        labels = agree(PAIR, "kappa").labels
        assert [(each.label, each.given) for each in labels] == [("A", 10), ("B", 7), ("C", 3)]
        assert [each.specific for each in labels] == pytest.approx([8 / 10, 4 / 7, 2 / 3])
        # A or not: 8 of 10 agree, each says A for half of the items
        assert labels[0].measured.value == pytest.approx((0.8 - 0.5) / 0.5)
        assert labels[2].measured.observed == pytest.approx(0.9)

    def test_specific_agreement_of_three_weighs_an_item_by_its_labels(self) -> None:
        """A: 3 of its labels in an item of 3 A, 2 of them with one more A among two others, 1 alone with a B."""
        found = {each.label: each.specific for each in agree(TRIO, "alpha", distance="nominal").labels}
        assert found["A"] == pytest.approx((3 * 1 + 2 * 1 / 2 + 1 * 0) / 6)
        assert found["B"] == pytest.approx((3 * 1 + 1 * 0 + 1 * 0) / 5)

    def test_a_label_that_nobody_used_is_not_there(self) -> None:
        assert [each.label for each in agree(PAIR, "kappa", labels=["A", "B", "C", "D"]).labels] == ["A", "B", "C"]


class TestPairsAndAnnotators:
    def test_pairs_on_the_items_that_both_labelled(self) -> None:
        pairs = agree(TRIO, "fleiss", distance="nominal").pairs
        assert [(pair.first, pair.second, pair.measured.count) for pair in pairs] == [
            ("ann", "bob", 4),
            ("ann", "cy", 3),
            ("bob", "cy", 3),
        ]
        assert [pair.measured.observed for pair in pairs] == pytest.approx([3 / 4, 2 / 3, 2 / 3])

    def test_one_annotator_against_the_rest(self) -> None:
        """Ann's labels differ by 0, 1/2, 0 and 1 from the others'; she says A for 2 of 4, the others for 5/8."""
        ann = agree(TRIO, "alpha", distance="nominal").annotators[0]
        rest_a = (1 + 1 / 2 + 0 + 1) / 4
        expected = 1 / 2 * (1 - rest_a) + 1 / 2 * rest_a
        assert (ann.annotator, ann.given) == ("ann", 4)
        assert ann.against_rest == pytest.approx(1 - (0 + 1 / 2 + 0 + 1) / 4 / expected)

    def test_the_rest_of_two_is_nobody(self) -> None:
        assert all(isinstance(each.without, Undefined) for each in agree(PAIR, "kappa").annotators)

    @pytest.mark.parametrize("distance", ["nominal", "ordinal", "interval"])
    @given(data=st.data())
    def test_leaving_out_an_annotator_is_measuring_the_others(self, distance: str, data: st.DataObject) -> None:
        labels = columns(data.draw(tables(SCALES[distance], least=1).filter(lambda rows: len(rows[0]) > 2)))
        name = data.draw(st.sampled_from([name for name in oracle.COEFFICIENTS if applies(name, distance, 3)]))
        whole = agree(labels, name, distance=distance, interval=None)
        for left, each in zip(labels, whole.annotators, strict=True):
            others = [other for other in labels if other != left]
            given = breakdown_of(whole).coding.labels
            alone = agree(labels, name, distance=distance, annotators=others, labels=given, interval=None).result.value
            found = [None if isinstance(value, Undefined) else float(value) for value in (each.without, alone)]
            assert found[0] == (None if found[1] is None else pytest.approx(found[1], abs=1e-9))


class TestDocuments:
    def test_every_document_with_something_to_compare(self) -> None:
        layers = {
            ("calm", "ann"): ItemLabels({"1": "A", "2": "B"}),
            ("calm", "bob"): ItemLabels({"1": "A", "2": "B"}),
            ("wild", "ann"): ItemLabels({"1": "A", "2": "B"}),
            ("wild", "bob"): ItemLabels({"1": "B", "2": "A"}),
            ("lone", "bob"): ItemLabels({"1": "A"}),
        }
        corpus = Corpus.of((Document("calm"), Document("lone"), Document("wild")), layers)
        documents = agree(corpus, "kappa").documents
        assert [(each.document, each.measured.value, each.measured.count) for each in documents] == [
            ("calm", 1, 2),
            ("wild", -1, 2),
        ]


class TestItems:
    def test_the_hardest_first_and_none_without_disagreement(self) -> None:
        hardest = agree(TRIO, "alpha", distance="nominal").hardest()
        assert [(each.name, each.disagreement) for each in hardest] == [("4", 1), ("2", pytest.approx(2 / 3))]
        assert hardest[0].versions == {"ann": "B", "bob": "A", "cy": None}

    def test_among_equals_those_with_more_labels_then_in_their_order(self) -> None:
        data = {"a": list("1111"), "b": ["2", "2", "2", "1"], "c": [None, "3", "3", "1"]}
        hardest = agree(data, "alpha", distance="nominal").hardest(2)
        assert [each.name for each in hardest] == ["2", "3"]

    def test_distances_count(self) -> None:
        data = {"ann": ["1", "1", "2"], "bob": ["2", "9", "2"]}
        assert [each.disagreement for each in agree(data, "alpha", distance="interval").hardest()] == [64, 1]

    def test_items_with_one_label_do_not_change_ordinal_distances(self) -> None:
        data = {"ann": ["1", "1", "2", "2"], "bob": ["2", "3", "2", None]}
        plain, singles = (
            agree(data, "alpha", distance="ordinal", keep_singletons=each).hardest() for each in (False, True)
        )
        assert [each.disagreement for each in singles] == [each.disagreement for each in plain]


class TestConfusions:
    def test_what_costs_most_and_what_merging_would_do(self) -> None:
        confusions = agree(PAIR, "kappa").confusions()
        assert [(each.first, each.second, each.pairs) for each in confusions] == [("A", "B", 2), ("B", "C", 1)]
        assert [each.share for each in confusions] == pytest.approx([2 / 3, 1 / 3])
        # A and B as one: 9 of 10 agree; C is 2 of ann's 10, 1 of bob's
        expected = 0.8 * 0.9 + 0.2 * 0.1
        assert confusions[0].merged == pytest.approx((0.9 - expected) / (1 - expected))

    def test_labels_of_a_scale_cannot_be_merged(self) -> None:
        [confusion] = agree({"a": ["1", "2"], "b": ["1", "4"]}, "alpha", distance="linear").confusions()
        assert confusion.merged == Undefined("only labels that are names can be merged: not numbers, ranks or sets")

    @given(table=tables(least=2))
    def test_merged_is_measured_anew(self, table: Table) -> None:
        for each in agree(columns(table), "fleiss", distance="nominal").confusions(2):
            both = {each.first, each.second}
            renamed: Table = [tuple("AB" if label in both else label for label in row) for row in table]
            expected = oracle.measured("fleiss", renamed, ["AB", *NAMES], "nominal")
            found = None if isinstance(each.merged, Undefined) else float(each.merged)
            assert found == (None if expected is None else pytest.approx(float(expected)))


class TestMatrices:
    def test_confusions_of_two(self) -> None:
        coding = breakdown_of(agree(PAIR, "kappa")).coding
        assert confusion_matrix(coding, 0, 1).tolist() == [[4, 1, 0], [1, 2, 0], [0, 1, 1]]

    def test_coincidences_sum_to_the_labels(self) -> None:
        coding = breakdown_of(agree(TRIO, "alpha", distance="nominal")).coding
        assert coincidence_matrix(coding).tolist() == [[4, 2], [2, 3]]
        assert coincidence_matrix(coding).sum(axis=1).tolist() == coding.counts.tolist()
