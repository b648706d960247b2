"""From a corpus to a coding: tokens, items, what was left out, and where an item stands."""

from __future__ import annotations

import pytest

from accord.errors import NotApplicable, UsageError
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
from accord.model import Corpus, Document, ItemLabels, Place, TokenLabels

TOKENS = Corpus.of(
    (Document("one", (("The", "ship"), ("sank",))), Document("none", ()), Document("two", ((), ("Hm",)))),
    {
        ("one", "ann"): TokenLabels((("DET", "NOUN"), ("VERB",)), "ann.conll", (3, 6)),
        ("one", "bob"): TokenLabels((("DET", "X"), ("VERB",)), "bob.conll", (3, 6)),
        ("two", "bob"): TokenLabels(((), ("X",)), "bob.conll", (9, 9)),
    },
)
ITEMS = Corpus.of(
    (Document("b"), Document("a")),
    {
        ("a", "ann"): ItemLabels({"1": "yes", "2": "no"}, "a.csv", {"1": 2, "2": 3}),
        ("b", "ann"): ItemLabels({"1": "no"}),
        ("a", "bob"): ItemLabels({"2": "no", "3": "", "1": "no"}, "a.csv", {"2": 4, "3": 5, "1": 6}),
        ("b", "bob"): ItemLabels({"1": "no"}),
    },
)


class TestTokens:
    def test_who_did_not_label_a_document_has_no_labels_there(self) -> None:
        coding = coding_from_corpus(TOKENS, CodingOptions())
        assert coding.unit == "token"
        assert coding.annotators == ("ann", "bob")
        assert coding.labels == ("DET", "NOUN", "VERB", "X")
        assert coding.codes.tolist() == [[0, 0], [1, 3], [2, 2]]
        assert coding.left_out == {"tokens with one label": 1}
        assert coding.items == 3

    def test_where_a_token_stands(self) -> None:
        coding = coding_from_corpus(TOKENS, CodingOptions(keep_singletons=True))
        assert [coding.item(index) for index in range(4)] == [
            ("one:1:1", "The", Place("ann.conll", 3), "ann"),
            ("one:1:2", "ship", Place("ann.conll", 4), "ann"),
            ("one:2:1", "sank", Place("ann.conll", 6), "ann"),
            ("two:2:1", "Hm", Place("bob.conll", 9), "bob"),
        ]
        assert [coding.documents[number] for number in coding.document_of] == ["one", "one", "one", "two"]

    def test_all_tokens_of_a_sentence_on_one_line(self) -> None:
        layers = {("d", name): TokenLabels((("A", "B"),), f"{name}.jsonl", (7,), one_line=True) for name in ("a", "b")}
        coding = coding_from_corpus(Corpus.of((Document("d", (("x", "y"),)),), layers), CodingOptions())
        assert [coding.item(index).place for index in (0, 1)] == [Place("a.jsonl", 7)] * 2

    def test_labels_that_are_no_answer(self) -> None:
        coding = coding_from_corpus(TOKENS, CodingOptions(missing=frozenset({"X", "never used"})))
        assert coding.left_out == {"labels 'X'": 2, "tokens without a label": 1, "tokens with one label": 1}
        assert coding.labels == ("DET", "VERB")  # NOUN stands alone now
        assert coding.codes.tolist() == [[0, 0], [1, 1]]

    def test_items_with_one_label_count_for_chance_where_the_caller_says_so(self) -> None:
        coding = coding_from_corpus(TOKENS, CodingOptions(keep_singletons=True))
        assert coding.codes.tolist() == [[0, 0], [1, 3], [2, 2], [-1, 3]]
        assert coding.items == 3
        assert coding.left_out == {"tokens with one label (counted for chance only)": 1}


class TestItems:
    def test_items_of_the_same_name_in_two_documents_are_two(self) -> None:
        coding = coding_from_corpus(ITEMS, CodingOptions())
        assert coding.unit == "item"
        assert coding.labels == ("no", "yes")
        assert coding.codes.tolist() == [[0, 0], [1, 0], [0, 0]]
        assert [coding.documents[number] for number in coding.document_of] == ["b", "a", "a"]
        assert coding.left_out == {"items with one label": 1}

    def test_where_an_item_stands(self) -> None:
        coding = coding_from_corpus(ITEMS, CodingOptions(keep_singletons=True))
        assert [coding.item(index) for index in range(4)] == [
            ("1", "", None, "ann"),
            ("1", "", Place("a.csv", 2), "ann"),
            ("2", "", Place("a.csv", 3), "ann"),
            ("3", "", Place("a.csv", 5), "bob"),
        ]

    def test_an_empty_label_is_a_label_and_no_label_is_none(self) -> None:
        assert coding_from_corpus(ITEMS, CodingOptions(keep_singletons=True)).labels == ("", "no", "yes")

    def test_tokens_and_items_are_measured_apart(self) -> None:
        mixed = Corpus.of((*TOKENS.documents, *ITEMS.documents), {**TOKENS.annotations, **ITEMS.annotations})
        with pytest.raises(NotApplicable, match="measure them apart"):
            coding_from_corpus(mixed, CodingOptions())


class TestLabelsToldOf:
    def test_their_order_is_the_one_told_and_those_that_nobody_used_are_there(self) -> None:
        coding = coding_from_corpus(ITEMS, CodingOptions(labels=("yes", "perhaps", "no", "")))
        assert coding.labels == ("yes", "perhaps", "no", "")
        assert coding.ordered
        assert coding.counts.tolist() == [1, 0, 5, 0]

    def test_strangers_are_refused(self) -> None:
        with pytest.raises(UsageError, match=r"the data hold the label 'no', not among those given: .*missing="):
            coding_from_corpus(ITEMS, CodingOptions(labels=("yes", "nope")))

    def test_no_label_twice(self) -> None:
        with pytest.raises(UsageError, match="name each once"):
            coding_from_corpus(ITEMS, CodingOptions(labels=("yes", "no", "yes")))
