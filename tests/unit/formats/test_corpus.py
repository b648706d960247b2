"""Whole campaigns: which files become which documents and layers."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from accord.errors import ReadError, UsageError
from accord.formats import FORMATS, Columns, Content
from accord.formats.formats import Format
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
from accord.model import Corpus, Document, Finding, ItemLabels, Place, TokenLabels
from accord.verbs.read import read
from tests.build import items_of

if TYPE_CHECKING:
    from accord.formats.source import Source
    from accord.model.corpus import Annotation

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

ROOT = Path(__file__).parents[3]
HARBOUR = ROOT / "examples" / "harbour"
DATA = ROOT.parent / "shared" / "data"

needs_data = pytest.mark.skipif(not DATA.exists(), reason="the folder of real data is not here")

ONE = "a\tO\nb\tB-X\n\nc\tO\n"
OTHER = "x\tO\n\ny\tO\n"
MARKED = "-DOCSTART- O\n\na O\nb O\n\n-DOCSTART- O\n\nc O\nd O\n\n-DOCSTART- O\n\ne O\nf O\n"


def holdings(corpus: Corpus) -> dict[str, list[str]]:
    """The documents, each with those who annotated it."""
    return {
        document.id: [who for who in corpus.annotators if (document.id, who) in corpus.annotations]
        for document in corpus.documents
    }


def labels_of(layer: Annotation) -> Any:
    """The labels of tokens or items."""
    assert isinstance(layer, TokenLabels | ItemLabels)
    return layer.labels


# --- tokens ----------------------------------------------------------------------------------------------------------


def test_one_file_an_annotator_is_one_document(lay: Lay) -> None:
    corpus = read(lay({"ada.conll": ONE, "bram.conll": ONE.replace("B-X", "O").replace("\n", "\r\n")}))
    assert corpus.documents == (Document("text", (("a", "b"), ("c",))),)
    assert corpus.annotations == {
        ("text", "ada"): TokenLabels((("O", "B-X"), ("O",)), "ada.conll", (1, 4)),
        ("text", "bram"): TokenLabels((("O", "O"), ("O",)), "bram.conll", (1, 4)),
    }
    assert corpus.annotators == ("ada", "bram")
    assert corpus.findings == ()
    what = "2 columns divided by tabs, token in 0, label in 1"
    assert corpus.assumptions == (
        f"ada.conll, bram.conll: read as conll (its name ends in .conll): {what}",
        "2 annotators (ada, bram), one per file",
    )


def test_paths_may_come_one_by_one_as_a_list_or_as_path_objects(lay: Lay) -> None:
    lay({"ada.conll": ONE, "bram.conll": ONE})
    expected = read("ada.conll", "bram.conll")
    assert read(["ada.conll", "bram.conll"]) == read(Path("ada.conll"), ["bram.conll"]) == expected


def test_a_single_file_is_a_document_of_its_name(lay: Lay) -> None:
    assert holdings(read(lay({"Zoë.conll": ONE}))) == {"Zoë": ["Zoë"]}


def test_folders_names_and_patterns_name_documents(lay: Lay) -> None:
    folders = read(lay({"f/ada/d1.conll": ONE, "f/ada/d2.conll": OTHER, "f/bram/d1.conll": ONE}))
    names = read(lay({"n/d1-ada.conll": ONE, "n/d1-bram.conll": ONE, "n/d2-ada.conll": OTHER}))
    swapped = read(lay({"s/ada_d1.conll": ONE, "s/bram_d1.conll": ONE, "s/ada_d2.conll": OTHER}))
    nested = read(lay({"i/d1/ada.conll": ONE, "i/d1/bram.conll": ONE, "i/d2/ada.conll": OTHER}))
    told = read(lay({"t/ada.d2.conll": OTHER, "t/bram.d1.conll": ONE}), annotators_by="{annotator}.{document}")
    assert holdings(folders) == {"d1": ["ada", "bram"], "d2": ["ada"]}
    assert holdings(names) == holdings(swapped) == holdings(nested) == holdings(folders)
    assert holdings(told) == {"d2": ["ada"], "d1": ["bram"]}


def test_systems_with_several_runs_are_not_taken_for_documents(lay: Lay) -> None:
    corpus = read(lay({f"{name}-{run}.conll": ONE for name in ("beacon", "lantern") for run in (1, 2)}))
    assert holdings(corpus) == {"text": ["beacon-1", "beacon-2", "lantern-1", "lantern-2"]}


def test_a_document_left_out_in_the_middle_has_no_layer(lay: Lay) -> None:
    without_second = MARKED.replace("-DOCSTART- O\n\nc O\nd O\n\n", "")
    corpus = read(lay({"ada.conll": without_second, "bram.conll": MARKED}))
    assert holdings(corpus) == {"doc1": ["ada", "bram"], "doc2": ["bram"], "doc3": ["ada", "bram"]}
    assert corpus.annotators == ("ada", "bram")
    third = corpus.annotations["doc3", "ada"]
    assert isinstance(third, TokenLabels)
    assert third.lines == (8,)
    assert "not every annotator has all 3 documents: ada has 2" in corpus.assumptions


def test_equal_documents_are_told_apart_by_their_order(lay: Lay) -> None:
    twice = "-DOCSTART- O\n\na O\n\n-DOCSTART- O\n\na B\n"
    corpus = read(lay({"ada.conll": twice, "bram.conll": twice.replace("B", "O")}))
    assert [labels_of(layer) for layer in corpus.annotations.values()] == [(("O",),), (("B",),), (("O",),), (("O",),)]
    assert holdings(corpus) == {"doc1": ["ada", "bram"], "doc2": ["ada", "bram"]}


def test_named_documents_are_the_same_by_name_in_any_order(lay: Lay) -> None:
    first, second = "# newdoc id = x\na\tO\n", "# newdoc id = doc1\nb\tO\n"
    corpus = read(lay({"ada.conll": f"{first}\n{second}", "bram.conll": f"{second}\n{first}"}))
    assert holdings(corpus) == {"x": ["ada", "bram"], "doc1": ["ada", "bram"]}


@pytest.mark.parametrize("names", [("ada", "bram"), ("bram", "ada")])
def test_a_name_that_only_one_annotator_gives_is_that_of_the_same_tokens_in_any_order(
    lay: Lay, names: tuple[str, str]
) -> None:
    nameless, named = "-DOCSTART-\tO\n\na\tO\n\n-DOCSTART-\tO\n\nb\tO\n", "# newdoc id = x\nb\tO\n"
    corpus = read(lay({f"{names[0]}.conll": nameless, f"{names[1]}.conll": named}))
    assert {name: set(held) for name, held in holdings(corpus).items()} == {"doc1": {names[0]}, "x": {*names}}


def test_a_number_as_name_tells_equal_documents_apart(lay: Lay) -> None:
    twice = "-DOCSTART-\tO\n\na\tO\n\n-DOCSTART-\tO\n\na\tB\n"
    corpus = read(lay({"ada.conll": twice, "gold.conll": "# newdoc id = doc2\na\tB\n"}))
    assert holdings(corpus) == {"doc1": ["ada"], "doc2": ["ada", "gold"]}


def test_a_number_counts_those_without_a_name(lay: Lay) -> None:
    mixed = "# newdoc id = x\nb\tO\n\n# newdoc\na\tO\n\n# newdoc\na\tB\n"
    files = lay({"ada.conll": mixed, "bram.conll": mixed, "gold.conll": "# newdoc id = doc2\na\tB\n"})
    corpus = read(files)
    assert holdings(corpus) == {"x": ["ada", "bram"], "doc1": ["ada", "bram"], "doc2": ["ada", "bram", "gold"]}
    assert {labels_of(corpus.annotations["doc2", who]) for who in corpus.annotators} == {(("B",),)}


@pytest.mark.parametrize("order", list(permutations(["ada", "bram", "gold"])))
def test_a_number_as_name_is_that_of_the_same_document_in_any_order(lay: Lay, order: tuple[str, ...]) -> None:
    files = {
        "ada.conll": "# newdoc\na\tO\n\n# newdoc\na\tB\n",
        "bram.conll": "# newdoc\nb\tO\n",
        "gold.conll": "# newdoc id = doc2\na\tB\n\n# newdoc id = doc3\nb\tO\n",
    }
    lay(files)
    corpus = read([f"{name}.conll" for name in order])
    held = {
        name: {who: labels_of(corpus.annotations[name, who]) for who in who_} for name, who_ in holdings(corpus).items()
    }
    a, b = (("O",),), (("B",),)
    assert held == {"doc1": {"ada": a}, "doc2": {"ada": b, "gold": b}, "doc3": {"bram": a, "gold": a}}


@pytest.mark.parametrize("order", list(permutations(["ada", "bram", "chloe"])))
def test_a_file_without_marks_is_divided_like_the_one_of_the_same_tokens(lay: Lay, order: tuple[str, ...]) -> None:
    first, second = "a O\n\n", "b O\n\n"
    mark = "-DOCSTART- O\n\n"
    lay({"ada.conll": mark + first + mark + second, "bram.conll": mark + second + mark + first})
    lay({"chloe.conll": second + first})
    corpus = read([f"{name}.conll" for name in order])
    assert {name: {*who} for name, who in holdings(corpus).items()} == {name: {*order} for name in ("doc1", "doc2")}
    assert [document.sentences for document in corpus.documents] == [(("a",),), (("b",),)]


@pytest.mark.parametrize("order", [("ada", "gold"), ("gold", "ada")])
def test_a_sentence_missing_under_the_number_of_a_nameless_document_is_a_mismatch(
    refused: Refused, order: tuple[str, str]
) -> None:
    whole = "".join(f"-DOCSTART- O\n\nw{number} O\n\nv{number} O\n\n" for number in range(30))
    texts = {"ada": whole, "gold": "# newdoc id = doc2\nw1 O\n"}
    assert refused({f"{name}.conll": texts[name] for name in order}) == ["ada.conll:11 error token-mismatch"]


def test_a_document_that_is_a_file_may_be_named_in_another(lay: Lay) -> None:
    files = {f"{who}/{name}.conll": f"{name}\tO\n" for who in ("ada", "bram") for name in ("d1", "d2")}
    gold = '{"document":"d2","annotator":"gold","tokens":["d2"],"labels":["O"]}\n'
    corpus = read(lay(files | {"gold.jsonl": gold}))
    assert holdings(corpus) == {"d1": ["ada", "bram"], "d2": ["ada", "bram", "gold"]}


def test_who_has_a_document_in_a_folder_and_in_a_file_has_it_twice(refused: Refused) -> None:
    files = {f"{who}/{name}.conll": f"{name}\tO\n" for who in ("ada", "bram") for name in ("d1", "d2")}
    again = '{"document":"d2","annotator":"ada","tokens":["d2"],"labels":["O"]}\n'
    assert refused(files | {"more.jsonl": again}) == ["more.jsonl:1 error duplicate-document"]


def test_documents_with_and_without_names_are_the_same_by_their_tokens(lay: Lay) -> None:
    named = "# newdoc id = doc1\na\tO\n\n# newdoc id = x\nb\tO\n"
    marked = "-DOCSTART-\tO\n\nb\tO\n\n-DOCSTART-\tO\n\nz\tO\n"
    corpus = read(lay({"ada.conll": named, "bram.conll": marked}))
    assert holdings(corpus) == {"doc1": ["ada"], "x": ["ada", "bram"], "doc2": ["bram"]}


def test_a_file_without_marks_is_divided_like_one_that_has_them(lay: Lay) -> None:
    corpus = read(lay({"ada.conll": MARKED, "bram.conll": MARKED.replace("-DOCSTART- O\n\n", "")}))
    assert holdings(corpus) == {name: ["ada", "bram"] for name in ("doc1", "doc2", "doc3")}
    layer = corpus.annotations["doc2", "bram"]
    assert isinstance(layer, TokenLabels)
    assert (layer.file, layer.lines) == ("bram.conll", (4,))
    assert any("bram.conll has no document marks" in sentence for sentence in corpus.assumptions)


def test_sentences_before_the_first_mark_are_a_document_too(lay: Lay) -> None:
    corpus = read(lay({"ada.conll": f"x O\n\n{MARKED}", "bram.conll": MARKED}))
    assert holdings(corpus) == {
        "doc1": ["ada"],
        "doc2": ["ada", "bram"],
        "doc3": ["ada", "bram"],
        "doc4": ["ada", "bram"],
    }


def test_a_file_without_marks_and_with_other_tokens_is_refused(refused: Refused) -> None:
    unmarked = MARKED.replace("-DOCSTART- O\n\n", "").replace("e O", "E O")
    assert refused({"ada.conll": MARKED, "bram.conll": unmarked}) == ["bram.conll error missing-document-marks"]


def test_columns_that_look_alike_are_annotators_of_a_single_file(lay: Lay) -> None:
    (path,) = lay({"tweets.txt": "so\tADV\tADV\nit\tPRON\tDET\n\ngoes\tVERB\tVERB\nthat\tDET\tPRON\n"})
    corpus = read(path)
    assert holdings(corpus) == {"tweets": ["column1", "column2"]}
    assert labels_of(corpus.annotations["tweets", "column2"]) == (("ADV", "DET"), ("VERB", "PRON"))
    assert holdings(read(path, annotators_by="files")) == {"tweets": ["tweets"]}
    assert holdings(read(path, labels=1)) == {"tweets": ["tweets"]}


def test_columns_as_told_and_by_their_names(lay: Lay) -> None:
    rows = "# global.columns = FORM POS ADA BRAM\nso\tADV\tO\tB-X\nit\tPRON\tB-Y\tO\n"
    (path,) = lay({"a.conll": rows})
    assert holdings(read(path, labels=["ADA", "BRAM"])) == {"a": ["ADA", "BRAM"]}
    assert holdings(read(path, labels=[1, -1])) == {"a": ["POS", "BRAM"]}
    assert holdings(read(path, annotators_by="columns")) == {"a": ["POS", "ADA", "BRAM"]}


def test_columns_of_several_files_are_not_taken_for_annotators_unless_told(lay: Lay) -> None:
    corpus = read(lay({"ada.txt": "a X Y\nb Y X\n", "bram.txt": "a X X\nb Y Y\n"}))
    assert holdings(corpus) == {"text": ["ada", "bram"]}
    assert labels_of(corpus.annotations["text", "ada"]) == (("Y", "X"),)


def test_several_files_of_columns_are_several_documents(lay: Lay) -> None:
    corpus = read(lay({"b1.txt": "a X X\nb Y X\n", "b2.txt": "c X X\nd Y X\n"}), annotators_by="columns")
    assert holdings(corpus) == {"b1": ["column1", "column2"], "b2": ["column1", "column2"]}


def test_different_tokens_are_all_reported_with_both_places(lay: Lay) -> None:
    changed = "a\tO\nB\tO\n\nc\tO\nd\tO\n\ne\tO\n"
    with pytest.raises(ReadError) as caught:
        read(lay({"ada.conll": ONE, "bram.conll": changed, "chloe.conll": ONE}))
    assert [
        (str(finding.place), finding.message) for finding in caught.value.findings if isinstance(finding, Finding)
    ] == [
        ("bram.conll:2:B", "bram has 'B' where ada has 'b' (ada.conll:2)"),
        ("bram.conll:5:d", "bram has 'd' where ada has the end of the sentence (ada.conll:4)"),
        ("bram.conll:7:e", "bram has this sentence, ada (ada.conll) does not: 'e'"),
    ]
    assert caught.value.summary == "3 problems in bram.conll: nothing was read"


def test_most_annotators_decide_what_the_tokens_are(refused: Refused) -> None:
    files = {"ada.conll": ONE.replace("b\t", "B\t"), "bram.conll": ONE, "chloe.conll": ONE}
    assert refused(files) == ["ada.conll:2 error token-mismatch"]


def test_a_sentence_that_was_left_out_does_not_spoil_those_behind_it(refused: Refused) -> None:
    sentences = [f"w{number}\tO\nv{number}\tO\n" for number in range(6)]
    files = {"ada.conll": "\n".join(sentences), "bram.conll": "\n".join(sentences[:1] + sentences[2:])}
    assert refused(files) == ["ada.conll:4 error token-mismatch"]


def test_sentences_in_another_order_are_held_against_each_other_one_by_one(lay: Lay) -> None:
    first, second, third, fourth = (f"{word}\tO\n" for word in ("one", "two", "three", "four"))
    ordered, swapped = f"{first}\n{second}\n{third}\n{fourth}", f"{first}\n{third}\n{second}\n{fourth}"
    with pytest.raises(ReadError) as caught:
        read(lay({"ada.conll": ordered, "bram.conll": swapped}))
    assert [finding.message for finding in caught.value.findings if isinstance(finding, Finding)] == [
        "bram has 'three' where ada has 'two' (ada.conll:3)",
        "bram has 'two' where ada has 'three' (ada.conll:5)",
    ]


def test_all_tokens_of_a_record_stand_on_its_line(lay: Lay) -> None:
    records = [
        '{"doc": "d", "annotator": "ada", "tokens": ["a", "b"], "labels": ["O", "O"]}',
        '{"doc": "d", "annotator": "bram", "tokens": ["a", "c"], "labels": ["O", "O"]}',
    ]
    with pytest.raises(ReadError) as caught:
        read(lay({"a.jsonl": "\n".join(records)}))
    (finding,) = caught.value.findings
    assert str(finding).startswith("a.jsonl:2:c: error: bram has 'c' where ada has 'b' (a.jsonl:1) [token-mismatch] (")


def test_a_changed_token_in_a_nameless_document_is_a_mismatch_and_no_new_document(refused: Refused) -> None:
    files = {"ada.conll": MARKED, "bram.conll": MARKED.replace("d O", "D O")}
    assert refused(files) == ["bram.conll:9 error token-mismatch"]


def test_a_document_given_twice_is_refused(refused: Refused) -> None:
    named = "# newdoc id = x\na\tO\n"
    assert refused({"ada.conll": f"{named}\n{named}"}) == ["ada.conll:5 error duplicate-document"]
    files = {"1-d-ada.conll": ONE, "2-d-ada.conll": ONE}
    assert refused(files, annotators_by="*-{document}-{annotator}") == ["2-d-ada.conll:1 error duplicate-document"]


def test_problems_of_all_files_are_raised_together(refused: Refused) -> None:
    files = {
        "ada.conll": "a\tO\nb\tO\n\nc\n",
        "bram.csv": "item,label\n1\n",
        "chloe.jsonl": "{",
        "dan.conll": ONE.encode("utf-16"),
    }
    assert refused(files) == [
        "ada.conll:4 error ragged-row",
        "bram.csv:2 error ragged-row",
        "chloe.jsonl:1 error invalid-json",
        "dan.conll error unreadable-file",
    ]


def test_annotators_of_other_texts_cannot_be_compared(lay: Lay) -> None:
    files = {"ada.conll": "# newdoc id = x\na\tO\n", "bram.conll": "# newdoc id = y\nb\tO\n"}
    corpus = read(lay(files))
    assert [finding.code for finding in corpus.findings] == ["no-overlap"]


# --- items -----------------------------------------------------------------------------------------------------------


def test_a_table_of_rows_is_a_document_of_its_name(lay: Lay) -> None:
    corpus = read(lay({"urgency.csv": "item,annotator,label\n1,ada,x\n1,bram,\n2,ada,y\n"}))
    assert corpus.documents == (Document("urgency", items={"1": "", "2": ""}, named=False),)
    assert corpus.annotations == {
        ("urgency", "ada"): ItemLabels({"1": "x", "2": "y"}, "urgency.csv", {"1": 2, "2": 4}),
        ("urgency", "bram"): ItemLabels({"1": ""}, "urgency.csv", {"1": 3}),
    }
    assert items_of(corpus, "ada") == [("urgency", "1", "x"), ("urgency", "2", "y")]


def test_items_and_documents_keep_the_order_of_the_file(lay: Lay) -> None:
    wide = "document,item,ada,bram,chloe\nd1,1,,X,X\nd2,1,Y,Y,\nd1,2,Y,,Y\nd1,3,,Z,Z\n"
    records = [
        {"document": "d1", "item": "1", "labels": {"ada": None, "bram": "X", "chloe": "X"}},
        {"document": "d2", "item": "1", "labels": {"ada": "Y", "bram": "Y", "chloe": None}},
        {"document": "d1", "item": "2", "labels": {"ada": "Y", "bram": None, "chloe": "Y"}},
        {"document": "d1", "item": "3", "labels": {"ada": None, "bram": "Z", "chloe": "Z"}},
    ]
    for path in lay({"a.csv": wide, "a.jsonl": "\n".join(map(json.dumps, records))}):
        corpus = read(path)
        assert [document.id for document in corpus.documents] == ["d1", "d2"]
        coding = coding_from_corpus(corpus, CodingOptions())
        assert [coding.describe(number).name for number in range(4)] == ["1", "2", "3", "1"]


def test_tables_of_one_annotator_each(lay: Lay) -> None:
    corpus = read(lay({"ada.csv": "item,label\n1,x\n2,y\n", "bram.csv": "item;label\n2;y\n"}))
    assert {key: labels_of(layer) for key, layer in corpus.annotations.items()} == {
        ("items", "ada"): {"1": "x", "2": "y"},
        ("items", "bram"): {"2": "y"},
    }


def test_tables_that_name_their_annotators_are_put_together(lay: Lay) -> None:
    header = "item,annotator,label\n"
    corpus = read(lay({"ada.csv": f"{header}1,ada,x\n", "more.csv": f"{header}2,ada,y\n1,bram,z\n"}))
    assert {key: labels_of(layer) for key, layer in corpus.annotations.items()} == {
        ("items", "ada"): {"1": "x", "2": "y"},
        ("items", "bram"): {"1": "z"},
    }


def test_tables_with_the_same_items_are_documents_each(lay: Lay) -> None:
    rows = "item,annotator,label\n1,ada,x\n1,bram,y\n"
    corpus = read(lay({"b1.csv": rows, "b2.csv": rows}))
    assert holdings(corpus) == {"b1": ["ada", "bram"], "b2": ["ada", "bram"]}
    assert any(sentence.startswith("each file is a document") for sentence in corpus.assumptions)


def test_warnings_stay_with_the_corpus(lay: Lay) -> None:
    corpus = read(lay({"a.csv": "item,annotator,label\n1,ada,x\n1,ada,x\n1,bram,x\n"}))
    assert [(finding.code, finding.place) for finding in corpus.findings] == [("duplicate-label", Place("a.csv", 3))]


def test_the_same_label_in_two_files_of_one_annotator(refused: Refused) -> None:
    files = {"a1/ada.csv": "item,label\n1,x\n2,y\n", "a2/ada.csv": "item,label\n2,z\n1,x\n"}
    assert refused(files, annotators_by="{annotator}") == [
        "a2/ada.csv:2 error duplicate-label",
    ]


def test_items_that_nobody_shares(lay: Lay) -> None:
    corpus = read(lay({"a.csv": "item,annotator,label\n1,ada,x\n2,bram,x\n"}))
    assert [finding.code for finding in corpus.findings] == ["no-overlap"]


def test_json_lines_of_tokens_by_several_annotators(lay: Lay) -> None:
    records = (
        '{"id": "s1", "tokens": ["a", "b"], "labels": {"ada": ["O", "X"], "bram": ["O", "O"]}}\n'
        '{"id": "s2", "tokens": ["c"], "labels": {"ada": ["O"], "bram": null}}\n'
    )
    corpus = read(lay({"a.jsonl": records}))
    assert holdings(corpus) == {"s1": ["ada", "bram"], "s2": ["ada"]}
    assert corpus.annotations["s1", "ada"] == TokenLabels((("O", "X"),), "a.jsonl", lines=(1,), one_line=True)


def test_json_lines_of_one_annotator_each_meet_by_their_tokens(lay: Lay) -> None:
    ada = '{"tokens": ["a"], "labels": ["O"]}\n{"tokens": ["b"], "labels": ["O"]}\n{"tokens": ["c"], "labels": ["O"]}\n'
    bram = '{"tokens": ["c"], "labels": ["X"]}\n{"tokens": ["a"], "labels": ["Y"]}\n'
    corpus = read(lay({"ada.jsonl": ada, "bram.jsonl": bram}))
    assert holdings(corpus) == {"doc1": ["ada", "bram"], "doc2": ["ada"], "doc3": ["ada", "bram"]}
    assert labels_of(corpus.annotations["doc1", "bram"]) == (("Y",),)
    assert labels_of(corpus.annotations["doc3", "bram"]) == (("X",),)


def test_tokens_and_items_may_lie_side_by_side(lay: Lay) -> None:
    corpus = read(lay({"ada.conll": ONE, "bram.conll": ONE, "mood.csv": "item,ada,bram\n1,x,y\n"}))
    assert holdings(corpus) == {"text": ["ada", "bram"], "mood": ["ada", "bram"]}
    with pytest.raises(UsageError, match="text by ada has labels of tokens and of items"):
        read(lay({"ada.conll": ONE, "bram.conll": ONE, "text.csv": "item,ada,bram\n1,x,y\n"}))


# --- folders and mistakes --------------------------------------------------------------------------------------------


def test_unrelated_files_in_a_folder_are_left_aside_and_said(lay: Lay) -> None:
    lay(
        {
            "c/ada.conll": ONE,
            "c/bram.conll": ONE,
            "c/README.md": "# hi",
            "c/notes.txt": "Some prose.\nThat, you see, goes on.\n",
        }
    )
    corpus = read("c")
    assert holdings(corpus) == {"text": ["ada", "bram"]}
    assert [(finding.code, str(finding.severity), finding.place.file) for finding in corpus.findings] == [
        ("unknown-format", "warning", "c/notes.txt")
    ]
    assert "passed over, as no data: README.md" in corpus.assumptions
    with pytest.raises(ReadError, match="unknown-format"):
        read("c/ada.conll", "c/notes.txt")


def test_a_folder_of_nothing_that_can_be_read(refused: Refused, lay: Lay) -> None:
    lay({"c/x.bin": b"\0\0"})
    with pytest.raises(ReadError, match="there is no file that can be read"):
        read("c")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"annotators_by": "folder"}, "unknown way 'folder' to tell annotators apart: did you mean folders?"),
        ({"annotators_by": "rows"}, "no annotators are named in the rows of ada.conll, bram.conll"),
        ({"annotators_by": "columns"}, "ada.conll has one column of labels"),
        ({"format": "connl"}, "unknown format 'connl': did you mean conll?"),
        ({"item": 0}, "item is for files of the format jsonl or table"),
        ({"labels": []}, "give one or more label columns, each once"),
        ({"labels": [1, 1]}, "give one or more label columns, each once"),
        ({"labels": 5}, "no label column 5"),
        ({"file_encoding": "utf-99"}, "unknown file encoding 'utf-99'"),
    ],
)
def test_mistakes_of_the_caller_are_one_sentence(lay: Lay, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(lay({"ada.conll": ONE, "bram.conll": ONE}), **options)  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_format_of_another_package_says_what_it_takes(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    def reader(source: Source, columns: Columns) -> Content:
        content = Content(source.name)
        content.answer(None, "ada", str(columns.item), "x", 1)
        return content

    monkeypatch.setitem(sys.modules, "some_package", SimpleNamespace(FORMAT=Format(reader, (".other",), ("item",))))
    monkeypatch.setitem(FORMATS.targets, "other", "some_package:FORMAT")
    monkeypatch.setitem(FORMATS.spellings, "other", "other")
    corpus = read(lay({"a.other": "?"}), item="key")
    assert items_of(corpus, "ada") == [("a", "key", "x")]
    with pytest.raises(UsageError, match="token is for files of the format conll or jsonl, and these are other"):
        read("a.other", token=1)


def test_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.formats.source._stream_bytes", lambda _: b"item,annotator,label\n1,ada,x\n")
    corpus = read("-")
    assert items_of(corpus, "ada") == [("stdin", "1", "x")]


def test_no_files_and_missing_files(lay: Lay) -> None:
    with pytest.raises(UsageError, match="name at least one file"):
        read()
    with pytest.raises(UsageError, match=r"cannot read nope\.conll"):
        read("nope.conll")


def test_a_way_that_contradicts_the_file(lay: Lay) -> None:
    with pytest.raises(UsageError, match=r"a\.csv says itself who annotated"):
        read(lay({"a.csv": "item,annotator,label\n1,ada,x\n"}), annotators_by="files")


def test_the_format_may_be_told(lay: Lay) -> None:
    corpus = read(lay({"a.txt": "id x\n1 y\n"}), format="CoNLL")
    assert holdings(corpus) == {"a": ["a"]}
    assert "read as conll (as told)" in corpus.assumptions[0]


def test_every_format_says_what_it_is() -> None:
    for name in FORMATS:
        first = (FORMATS.get(name).__doc__ or "").split("\n")[0]
        assert first.endswith(".")


# --- the data that comes with accord, and real data ------------------------------------------------------------------


def test_the_harbour_volunteers() -> None:
    corpus = read(HARBOUR / "annotators")
    assert corpus.annotators == ("ada", "bram", "chloe")
    assert [document.id for document in corpus.documents] == [f"doc{number}" for number in range(1, 13)]
    missing = [(document.id, who) for document in corpus.documents for who in corpus.annotators]
    assert [pair for pair in missing if pair not in corpus.annotations] == [("doc9", "chloe")]
    assert sum(len(document.sentences) for document in corpus.documents) == 85
    assert sum(len(tokens) for document in corpus.documents for tokens in document.sentences) == 1_298


def test_the_harbour_ratings() -> None:
    urgency, weather = read(HARBOUR / "urgency.csv"), read(HARBOUR / "weather.csv")
    assert sum(len(labels_of(layer)) for layer in urgency.annotations.values()) == 242
    assert {who: len(items_of(weather, who)) for who in weather.annotators} == {"ada": 12, "bram": 10, "chloe": 10}
    assert ("weather", "d03", "gale") in items_of(weather, "chloe")


@needs_data
@pytest.mark.data
def test_the_tweets_of_two_annotators() -> None:
    corpus = read(DATA / "pos" / "annotation-all.txt")
    assert holdings(corpus) == {"annotation-all": ["column1", "column2"]}
    assert corpus.documents[0].sentences[0][:3] == ("Security", "increased", "in")
    assert labels_of(corpus.annotations["annotation-all", "column1"])[0][7:8] == ("ADP",)
    assert labels_of(corpus.annotations["annotation-all", "column2"])[0][7:8] == ("ADJ",)


@needs_data
@pytest.mark.data
def test_the_crowd_of_tweets() -> None:
    corpus = read(DATA / "pos" / "gimpel_crowdsourced-tf.tsv.gz")
    assert corpus.annotators == tuple(f"annotator{number}" for number in range(1, 178))
    assert items_of(corpus, "annotator8")[0] == ("gimpel_crowdsourced-tf", "000000", "PRON")


@needs_data
@pytest.mark.data
def test_names_with_the_annotator_first() -> None:
    assert holdings(read(DATA / "trees" / "ndt")) == {"caterpillar": ["odin", "thor"], "danish": ["odin", "thor"]}


@needs_data
@pytest.mark.data
def test_toxic_comments_need_a_label_column() -> None:
    path = os.fspath(DATA / "units" / "toxic_spans" / "annotations.csv")
    with pytest.raises(ReadError, match="no column is named like a label"):
        read(path)
    corpus = read(path, labels="not toxic")
    assert len(corpus.annotators) == 3_579
    assert [finding.code for finding in corpus.findings] == ["duplicate-label"]


def test_numbers_are_the_same_however_they_are_written(lay: Lay) -> None:
    """As pandas writes a column of whole numbers with a gap in it."""
    corpus = read(lay({"r.csv": "item,ada,bram\n1,3.0,3\n2,,4\n3,4.50,4.5\n4,-0,0\n"}))
    given = {who: each.labels for (_, who), each in corpus.annotations.items() if isinstance(each, ItemLabels)}
    assert given == {"ada": {"1": "3", "3": "4.5", "4": "0"}, "bram": {"1": "3", "2": "4", "3": "4.5", "4": "0"}}
    assert "labels are numbers, so 3.0 and 3 are the same" in corpus.assumptions
    names = read(lay({"n.csv": "item,ada,bram\n1,3.0,3\n2,v3.0,4\n"}))
    kept = [each.labels for each in names.annotations.values() if isinstance(each, ItemLabels)]
    assert {label for labels in kept for label in labels.values()} == {"3.0", "3", "v3.0", "4"}
