"""What the page holds of the layers of the example, and of campaigns that are odd."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from accord.agreement.result import number
from accord.kinds.spans.page import worst_documents
from accord.kinds.units.breakdown import LATER
from accord.kinds.units.drawing import aligner_view
from accord.model import Corpus, Document, Span, Spans, TokenLabels, Unit, Units
from accord.reporting.agree_payload import agree_payload
from accord.verbs.agree import agree
from accord.verbs.align import align
from accord.verbs.read import read
from tests.build import corpus_of_units, noisy_units
from tests.layers import layer_of
from tests.trees import corpus_of, dependencies

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HARBOUR = "examples/harbour"
ITEM = {"id", "document", "text", "before", "after", "file", "line", "elsewhere", "disagreement", "labels"}


def labels(path: str, most: int) -> tuple[dict[str, Any], dict[str, Any]]:
    corpus = read(f"{HARBOUR}/{path}")
    agreement = agree(corpus, "alpha")
    return layer_of(corpus, agreement, most), agree_payload(agreement, 10)


def spans(path: str, most: int) -> tuple[dict[str, Any], dict[str, Any]]:
    corpus = read(f"{HARBOUR}/{path}")
    agreement = agree(corpus, "corrected-f1", repair="begin", draws=0)
    return layer_of(corpus, agreement, most), agree_payload(agreement, 10)


def units(path: str, most: int) -> tuple[dict[str, Any], dict[str, Any]]:
    corpus = read(f"{HARBOUR}/{path}")
    agreement = agree(corpus, "gamma", samples=3)
    return layer_of(corpus, agreement, most), agree_payload(agreement, 10)


def trees(path: str, most: int) -> tuple[dict[str, Any], dict[str, Any]]:
    corpus = read(f"{HARBOUR}/{path}")
    agreement = agree(corpus)
    return layer_of(corpus, agreement, most), agree_payload(agreement, 10)


EXAMPLES = [
    (labels, "annotators"),
    (labels, "urgency.csv"),
    (labels, "weather.csv"),
    (spans, "annotators"),
    (units, "radio.csv"),
    (trees, "trees"),
    (trees, "phrases"),
]
of_examples = pytest.mark.parametrize(("made", "path"), EXAMPLES)


def same(row: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(row[key] == other[key] for key in ("value", "undefined", "interval"))


@of_examples
def test_the_numbers_are_those_of_accord_agree(made: Any, path: str) -> None:
    layer, payload = made(path, 1_000)
    json.dumps(layer, allow_nan=False)
    assert layer["agreement"] == payload
    by_pair = {(row["first"], row["second"]): row for row in layer["pairs"]}
    assert by_pair
    for row in payload.get("pairs", ()):
        assert same(by_pair[row["first"], row["second"]], row)
    by_document = {row["document"]: row for row in layer["documents"]}
    assert by_document.keys() == {row["document"] for row in payload["documents"]}
    assert all(same(by_document[row["document"]], row) for row in payload["documents"])
    for row, held in zip(payload.get("annotators", ()), layer["annotators_table"], strict=False):
        found = {key: held["labels" if key == "given" else key] for key in row}
        assert row == {**found, "against_rest": {key: found["against_rest"][key] for key in row["against_rest"]}}


@of_examples
def test_items_are_whole_and_every_difference_of_a_pair_can_be_opened(made: Any, path: str) -> None:
    layer, _ = made(path, 1_000)
    items = layer["items"]
    assert items["left_out"] == 0
    assert items["total"] == len(items["shown"]) > 0
    for item in items["shown"]:
        assert item.keys() >= ITEM
        assert item["file"].startswith(HARBOUR)
        assert item["line"] >= 1
    for row in layer["pairs"]:
        opened = [
            item
            for item in items["shown"]
            if None not in (pair := (item["labels"][row["first"]], item["labels"][row["second"]]))
            and pair[0] != pair[1]
        ]
        assert len(opened) == (row["differing"] if row["places"] is None else row["places"])


@of_examples
def test_most_limits_what_is_listed_and_not_what_is_counted(made: Any, path: str) -> None:
    one, _ = made(path, 1)
    everything, _ = made(path, 1_000)
    shown, everyone = one["items"]["shown"], everything["items"]["shown"]
    assert len(one["documents"]) == len(one["annotators_table"]) == 1
    assert one["items"]["total"] == everything["items"]["total"]
    assert one["items"]["left_out"] == one["items"]["total"] - len(shown)
    (listed_document,) = (row["document"] for row in one["documents"])
    hardest_there = next(item for item in everyone if item["document"] == listed_document)
    assert shown == [item for item in everyone if item in (everyone[0], hardest_there)]
    assert one["documents"] == everything["documents"][:1]
    for name in ("aligner", "trees_view"):
        if view := one[name]:
            listed = view.get("documents", view.get("sentences"))
            assert view["total"] == view["left_out"] + len(listed) == everything[name]["total"]
            assert len(listed) == (1 if name == "aligner" else len(shown))


@of_examples
def test_few_items_hold_examples_of_pairs_and_confusions(made: Any, path: str) -> None:
    layer, _ = made(path, 20)
    shown = layer["items"]["shown"]
    for row in layer["pairs"]:
        assert any(
            None not in (pair := {item["labels"][row["first"]], item["labels"][row["second"]]}) and len(pair) == 2
            for item in shown
        )
    confusions = layer["labels_view"]["confusions"]
    assert not confusions or confusions[0]["examples"]


def test_annotators_of_spans_are_measured_with_the_rest_and_without() -> None:
    corpus = read(f"{HARBOUR}/annotators")
    found = agree(corpus, "corrected-f1", repair="begin", draws=0)
    table = {row["annotator"]: row for row in layer_of(corpus, found, 10)["annotators_table"]}
    for name, row in table.items():
        others = [other for other in table if other != name]
        alone = agree(corpus, "corrected-f1", repair="begin", draws=0, annotators=others)
        assert row["without"]["value"] == pytest.approx(number(alone.result.value))
        assert row["labels"] == found.annotators[name].given


def test_annotators_of_trees_without_one_are_the_others() -> None:
    corpus = read(f"{HARBOUR}/trees")
    layer = layer_of(corpus, agree(corpus), 10)
    for row in layer["annotators_table"]:
        others = [name for name in corpus.annotators if name != row["annotator"]]
        assert row["without"]["value"] == pytest.approx(number(agree(corpus, annotators=others).result.value))


def test_two_annotators_agree_with_each_other_as_much_as_all_do() -> None:
    corpus = read(f"{HARBOUR}/trees")
    agreement = agree(corpus, annotators=["ada", "bram"])
    for row in layer_of(corpus, agreement, 10)["annotators_table"]:
        assert row["against_rest"]["value"] == pytest.approx(number(agreement.result.value))


def test_what_numbers_count_is_said() -> None:
    counts = {path: made(path, 5)[0]["counts"] for made, path in EXAMPLES if made is not spans}
    assert set(counts["urgency.csv"].values()) == {"item", "label"}
    assert set(counts["annotators"].values()) == {"token", "label"}
    assert set(counts["trees"].values()) == {"sentence", "tree"}
    assert counts["radio.csv"]["pairs"] == "document"
    assert counts["radio.csv"]["documents"] == counts["radio.csv"]["drift"] == "unitary alignment"
    of_spans = spans("annotators", 5)[0]["counts"]
    assert (of_spans["pairs"], of_spans["items"], of_spans["annotators"]) == ("sentence", "place", "span")


# --- trees ----------------------------------------------------------------------------------------------------------


def test_versions_of_a_sentence_have_heads_from_1_and_labels() -> None:
    ada, bram = [dependencies("2:nsubj 0:root 2:obj", "s1")], [dependencies("2:nsubj 0:root 1:obl", "s1")]
    layer = layer_of(corpus := corpus_of(ada=ada, bram=bram), agree(corpus), 5)
    (sentence,) = layer["trees_view"]["sentences"]
    assert sentence["tokens"] == ["w1", "w2", "w3"]
    assert sentence["versions"]["ada"] == {
        "heads": [2, 0, 2],
        "labels": ["nsubj", "root", "obj"],
        "brackets": None,
        "file": None,
        "line": None,
        "tokens": None,
    }
    assert sentence["versions"]["bram"]["heads"] == [2, 0, 1]
    assert layer["items"]["shown"][0]["labels"] == {"ada": "tree 1", "bram": "tree 2"}
    assert layer["documents"][0]["strip"] == [0.6667]


def test_sentences_are_counted_for_every_two_annotators() -> None:
    same_tree, other = dependencies("0:root 1:obj", "s1"), dependencies("0:root 1:obl", "s1")
    second, third = dependencies("0:root", "s2"), dependencies("0:root", "s3")
    corpus = corpus_of(ada=[same_tree, second], bram=[same_tree, second], chloe=[other, third])
    layer = layer_of(corpus, agree(corpus), 5)
    counts = {(row["first"], row["second"]): (row["used"], row["excluded"], row["differing"]) for row in layer["pairs"]}
    assert counts == {("ada", "bram"): (2, 1, 0), ("ada", "chloe"): (1, 2, 1), ("bram", "chloe"): (1, 2, 1)}


def test_brackets_of_phrases_say_which_are_leaves() -> None:
    layer, _ = trees("phrases", 10)
    sentence = layer["trees_view"]["sentences"][0]
    for version in sentence["versions"].values():
        leaves = [bracket for bracket in version["brackets"] if bracket["leaf"]]
        assert [(each["start"], each["end"]) for each in leaves] == [
            (place, place + 1) for place in range(len(sentence["tokens"]))
        ]
        assert version["brackets"][0]["start"] == 0
        assert version["brackets"][0]["end"] == len(sentence["tokens"])


# --- the aligner ----------------------------------------------------------------------------------------------------


def test_the_aligner_of_spans_shows_the_documents_it_is_given() -> None:
    corpus = read(f"{HARBOUR}/annotators")
    agreement = agree(corpus, "corrected-f1", repair="begin", draws=0)
    worst = worst_documents(agreement, 2)
    assert worst == [row["document"] for row in layer_of(corpus, agreement, 2)["documents"]]
    some = Corpus.of(
        tuple(document for document in corpus.documents if document.id in worst),
        {key: held for key, held in corpus.annotations.items() if key[0] in worst},
    )
    aligner = aligner_view(align(some, repair="begin"), len(agreement.documents))
    assert (aligner.total, aligner.left_out, aligner.of) == (12, 10, "token")
    assert {each.document for each in aligner.documents} == set(worst)
    for each in aligner.documents:
        assert each.text is not None
        assert each.tokens is not None
        assert each.text.split(" ") == each.tokens
        for unit in each.units:
            assert unit.text == " ".join(each.tokens[int(unit.start) : int(unit.end)])


def test_the_worst_documents_and_alignments_come_first() -> None:
    layer, _ = units("radio.csv", 10)
    documents = layer["aligner"]["documents"]
    assert [each["disorder"] for each in documents] == sorted((each["disorder"] for each in documents), reverse=True)
    for each in documents:
        disorders = [link["disorder"] for link in each["alignments"]]
        assert disorders == sorted(disorders, reverse=True)


# --- pairs of units -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coefficient", ["gamma", "gamma-cat", "u-alpha"])
def test_pairs_of_units_are_those_of_two_annotators_alone(coefficient: str) -> None:
    noisy = corpus_of_units({"d": noisy_units(1), "e": noisy_units(2)})
    corpus = _disjoint() if coefficient == "u-alpha" else noisy
    agreement = agree(corpus, coefficient, samples=3)
    assert list(agreement.pairs.keys()) == list(combinations("abc", 2))
    for pair in agreement.pairs:
        result = agree(corpus, coefficient, samples=3, annotators=pair.key).result
        assert (pair.value, pair.interval) == (result.value, result.interval)


def _disjoint() -> Corpus:
    marked = {
        name: [Unit(10 * number + shift, 10 * number + 5, "AB"[number % 2]) for number in range(4)]
        for shift, name in enumerate("abc")
    }
    return corpus_of_units({"d": marked})


def test_pairs_that_cannot_be_measured_say_why() -> None:
    marked = {"a": [Unit(0, 4, "A")], "b": [Unit(0, 5, "A")], "c": [Unit(1, 5, "B")]}
    agreement = agree(corpus_of_units({"d": marked}), "gamma", samples=2, without="B")
    assert "there is no category 'B'" in str(agreement.pairs["a", "b"].value)


@pytest.mark.slow
def test_pairs_are_left_out_where_there_is_much_to_align(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = {name: [Unit(0, 4, "A"), Unit(6, 9, "B")] for name in "abcd"}
    corpus = corpus_of_units({f"d{number}": marked for number in range(60)})
    agreement = agree(corpus, "gamma", samples=2)
    later = layer_of(corpus, agreement, 5)
    assert {row["undefined"] for row in later["pairs"]} == {LATER}
    assert {(row["used"], row["differing"]) for row in later["pairs"]} == {(60, 0)}
    monkeypatch.setattr("accord.kinds.units.breakdown.MAX_ALIGNED", 10_000)
    agreement = agree(corpus, "gamma", samples=2)
    assert {row["value"] for row in layer_of(corpus, agreement, 5)["pairs"]} == {1.0}


def test_a_baseline_has_places_and_no_aligner() -> None:
    corpus = _disjoint()
    layer = layer_of(corpus, agree(corpus, "u-alpha"), 10)
    assert layer["aligner"] is None
    assert layer["items"]["total"] == 4
    assert layer["items"]["shown"][0]["labels"] == {"a": "A 0-5", "b": "A 1-5", "c": "A 2-5"}
    assert layer["documents"][0]["value"] == layer["agreement"]["results"][0]["value"]


# --- odd campaigns --------------------------------------------------------------------------------------------------


def test_annotators_who_share_no_document() -> None:
    documents = tuple(Document(name, (), "Fog") for name in "de")
    corpus = Corpus.of(documents, {("d", "ada"): Spans((Span(0, 3),), 3), ("e", "bram"): Spans((), 3)})
    layer = layer_of(corpus, agree(corpus, "corrected-f1", draws=0), 5)
    (row,) = layer["pairs"]
    assert (row["value"], row["used"], row["excluded"], row["differing"]) == (None, 0, 2, 0)


def test_nothing_marked_is_not_the_same_as_not_annotated() -> None:
    spans_of = {"ada": (Span(0, 3, "A"),), "bram": (), "chloe": (Span(0, 3, "A"),)}
    layers = {("d", name): Spans(found, 7) for name, found in spans_of.items()}
    layers["e", "dora"] = Spans((), 7)
    corpus = Corpus.of((Document("d", (), "Fog, א."), Document("e", (), "Nothing")), layers)
    (item,) = layer_of(corpus, agree(corpus, "corrected-f1", draws=0), 5)["items"]["shown"]
    assert item["labels"] == {"ada": "A 0-3", "bram": "", "chloe": "A 0-3", "dora": None}
    assert (item["text"], item["before"], item["after"]) == ("Fog", "", ", א.")


def test_an_empty_label_is_a_label() -> None:
    tokens = {"ada": ("", "O"), "bram": ("O", "O")}
    layers = {("d", name): TokenLabels((given,), "f.conll", (1,)) for name, given in tokens.items()}
    corpus = Corpus.of((Document("d", (("Fog", "lifts"),)),), layers)
    (item,) = layer_of(corpus, agree(corpus), 5)["items"]["shown"]
    assert item["labels"] == {"ada": "", "bram": "O"}


def test_tokens_of_a_hundred_thousand_characters_make_no_large_page() -> None:
    sentences = tuple(("x" * 100_000, "fog") for _ in range(20))
    given = {"ada": ("A", "O"), "bram": ("O", "A")}
    layers = {("d", name): TokenLabels((labels,) * 20, "f.conll", (1,) * 20) for name, labels in given.items()}
    corpus = Corpus.of((Document("d", sentences),), layers)
    layer = layer_of(corpus, agree(corpus), 100)
    assert layer["items"]["total"] == 40
    assert len(json.dumps(layer["items"])) < 40 * 1_000


def test_many_annotators_are_listed_by_how_much_they_did_and_items_name_who_looked() -> None:
    layers = {
        (f"d{number}", f"a{number + shift}"): Spans((Span(shift, 3),) * (shift == 0 or number == 5), 3)
        for number in range(70)
        for shift in range(2)
    }
    corpus = Corpus.of(tuple(Document(f"d{number}", (), "fog") for number in range(70)), layers)
    layer = layer_of(corpus, agree(corpus, "corrected-f1", match="exact", draws=0), 4)
    assert layer["pairs"] == []
    assert len(layer["annotators_table"]) == 4
    assert "a6" in {row["annotator"] for row in layer["annotators_table"]}
    assert all(len(item["labels"]) == 2 for item in layer["items"]["shown"])


def test_units_in_seconds_have_no_text() -> None:
    corpus = Corpus.of(
        (Document("d"),),
        {
            ("d", name): Units((Unit(0.5, end, "A"),), "second", "radio.csv", 2)
            for name, end in (("ada", 1.0), ("bram", 1.25))
        },
    )
    layer = layer_of(corpus, agree(corpus, "gamma", samples=2), 5)
    (item,) = layer["items"]["shown"]
    assert item["text"] is None
    assert item["labels"] == {"ada": "A 0.5-1", "bram": "A 0.5-1.25"}
    assert (item["file"], item["line"]) == ("radio.csv", 2)
    assert len(layer["documents"][0]["strip"]) == 60
    assert layer["aligner"]["of"] == "second"


@pytest.mark.parametrize("coefficient", ["gamma", "u-alpha"])
def test_every_unit_is_found_where_its_file_has_it(tmp_path: Path, coefficient: str) -> None:
    rows = [
        f"{document},{who},{start},{start + 4 + shift + document_number},{'AB'[start // 10 % 2]}"
        for document_number, document in enumerate(("d", "e"))
        for shift, who in enumerate(("ada", "bram", "chloe"))
        for start in range(0, 60, 10)
        if (who, start) != ("chloe", 30)
    ]
    (tmp_path / "u.csv").write_text("\n".join(["document,annotator,start,end,category", *rows]), encoding="utf-8")
    corpus = read(str(tmp_path / "u.csv"))
    layer = layer_of(corpus, agree(corpus, coefficient, samples=2), 50)
    assert layer["items"]["left_out"] == 0
    for item in layer["items"]["shown"]:
        places = {name: int(place.rpartition(":")[2]) for name, place in item["elsewhere"].items()}
        marked = {name: marks for name, marks in item["labels"].items() if marks}
        first = next(name for name in marked if name not in places)
        assert {first, *places} == set(marked)
        for name, line in {first: item["line"], **places}.items():
            category, _, borders = marked[name].partition(" ")
            assert rows[line - 2] == ",".join([item["document"], name, *borders.split("-"), category])
