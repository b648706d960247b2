"""Tables of units: which columns are what, who marked what where, and what is wrong with them."""

from __future__ import annotations

import codecs
import csv
import gzip
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accord.errors import NotApplicable, ReadError, UsageError
from accord.formats.sniff import sniff
from accord.formats.source import Source
from accord.kinds.units.study import study_units
from accord.model import Corpus, Unit, Units
from accord.verbs.agree import agree
from accord.verbs.check import check
from accord.verbs.difficulty import difficulty
from accord.verbs.read import read
from accord.verbs.score import score
from tests.build import items_of, units_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]
Marked = dict[tuple[str, str], list[tuple[float, float, str]]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "units"
BARE = "ada,Noun,3,16\nada,Verb,18,20.5\nbram,Noun,4,16\n"
NAMED = "annotator,category,start,end\n" + BARE
EVERYTHING: Marked = {("a", "ada"): [(3, 16, "Noun"), (18, 20.5, "Verb")], ("a", "bram"): [(4, 16, "Noun")]}


def marked(corpus: Corpus) -> Marked:
    layers = {key: layer for key, layer in corpus.annotations.items() if isinstance(layer, Units)}
    assert len(layers) == len(corpus.annotations)
    return {key: [(unit.start, unit.end, unit.category) for unit in layer.units] for key, layer in layers.items()}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", BARE),
        ("a.csv", NAMED),
        ("a.txt", BARE),
        ("a.txt", NAMED.replace(",", "|")),
        ("a.tsv", BARE.replace(",", "\t")),
        ("a.csv", NAMED.replace(",", ";")),
        ("a.csv", BARE.replace(",", " , ")),
        ("a.csv", BARE.replace("\n", "\r\n")),
        ("a.csv", codecs.BOM_UTF8 + NAMED.encode()),
        ("a.csv.gz", gzip.compress(NAMED.encode(), mtime=0)),
        ("a.csv", "Rater ID,Onset,Offset,Label\nada,3,16,Noun\nada,18,20.5,Verb\nbram,4,16,Noun\n"),
        ("a.csv", "end,begin,type,coder\n16,3,Noun,ada\n20.5,18,Verb,ada\n16,4,Noun,bram\n"),
        ("a.csv", "id,start_time,end_time,class,worker\n1,3,16,Noun,ada\n2,18,20.5,Verb,ada\n3,4,16,Noun,bram\n"),
    ],
)
def test_units_are_read_with_or_without_a_header(lay: Lay, name: str, content: str | bytes) -> None:
    assert marked(read(lay({name: content}))) == EVERYTHING


def test_another_text_encoding_is_said(lay: Lay, refused: Refused) -> None:
    files = {"a.csv": BARE.encode("utf-16")}
    assert refused(files) == ["a.csv error unreadable-file"]
    assert marked(read(lay(files), file_encoding="utf-16")) == EVERYTHING


@pytest.mark.parametrize(
    "content",
    [
        "item,ada,bram,chloe\n1,1,2,3\n2,1,2,2\n",
        "item,annotator,label\ns1,ada,3\n",
        "ada,Noun,16,3\nada,Verb,20,18\n",
        "ada,Noun,3,x\nada,Verb,18,y\n",
        "1,2,3,4\n2,3,4,5\n",
        "item,start\n1,2\n",
        "item,annotator,label,start,end\ns1,ada,x,2024-01-01,2024-01-02\n",
        "Pym,NNP,B-PER,1\nleft,VBD,O,2\n",
    ],
)
def test_other_tables_are_not_taken_for_units(lay: Lay, content: str) -> None:
    assert sniff(Source(*lay({"a.csv": content}))).format == "table"


def test_tokens_with_offsets_are_no_units(lay: Lay) -> None:
    tokens = "Pym\tB-PER\t0\t3\nleft\tO\t4\t8\n\nRusk\tB-PER\t9\t13\nstayed\tO\t14\t20\n"
    assert sniff(Source(*lay({"a.txt": tokens}))).format == "conll"
    assert sniff(Source("a.txt"), of_tokens=True).format == "conll"


def test_whoever_speaks_of_items_means_no_units(lay: Lay, refused: Refused) -> None:
    timed = "question,rater,answer,start,end\nq1,ada,yes,9:00,9:05\nq1,bram,no,9:00,9:10\n"
    assert refused({"a.csv": timed}) == ["a.csv:1 error unknown-columns"]
    assert items_of(read("a.csv", item="question"), "ada") == [("a", "q1", "yes")]
    assert marked(read(lay({"a.csv": "1,2,3,4\n2,3,4,5\n"}), format="units")) == {
        ("a", "1"): [(3, 4, "2")],
        ("a", "2"): [(4, 5, "3")],
    }


def test_large_positions_keep_their_digits(lay: Lay) -> None:
    corpus = read(lay({"a.csv": "ada,x,100000000.125,100000000.25\nbram,x,123456789.0625,123456790\n"}))
    assert marked(corpus)["a", "ada"] == [(100000000.125, 100000000.25, "x")]
    assert marked(corpus)["a", "bram"] == [(123456789.0625, 123456790, "x")]


def test_an_empty_category_is_none_and_markup_is_text(lay: Lay) -> None:
    corpus = read(lay({"a.csv": "ada,,3,16\nbram,<script>alert(1)</script>,4,16\n"}))
    assert marked(corpus) == {("a", "ada"): [(3, 16, "")], ("a", "bram"): [(4, 16, "<script>alert(1)</script>")]}
    assert units_of(corpus, "ada") == [("a", Unit(3, 16, ""))]


def test_a_row_of_an_annotator_alone_says_that_nothing_was_found(lay: Lay) -> None:
    assert marked(read(lay({"a.csv": NAMED + "chloe,,,\n"}))) == EVERYTHING | {("a", "chloe"): []}


def test_columns_may_be_said(lay: Lay) -> None:
    rows = "who,stance,from,to,topic\nada,x,1,2,sea\nbram,y,1,2,air\n"
    corpus = read(lay({"a.csv": rows}), annotator="who", label="stance", document="topic")
    assert marked(corpus) == {("sea", "ada"): [(1, 2, "x")], ("air", "bram"): [(1, 2, "y")]}


# --- documents and annotators ----------------------------------------------------------------------------------------


def test_start_and_end_may_be_said(lay: Lay) -> None:
    rows = "who,what,anfang,ende,Pegel\nada,x,1,2,9\nbram,y,1,3,9\n"
    found = read(lay({"a.csv": rows}), start="anfang", end="ende", annotator="who", label="what")
    assert marked(found) == {("a", "ada"): [(1, 2, "x")], ("a", "bram"): [(1, 3, "y")]}


def test_a_column_names_the_documents(lay: Lay) -> None:
    corpus = read(lay({"a.csv": "file,rater,start,end\nd1,ada,1,2\nd2,ada,3,4\nd1,bram,1,3\n"}))
    assert marked(corpus) == {("d1", "ada"): [(1, 2, "")], ("d2", "ada"): [(3, 4, "")], ("d1", "bram"): [(1, 3, "")]}
    assert corpus.assumptions[-1] == "not every annotator has all 2 documents: bram has 1"


def test_other_columns_are_not_used_unless_units_may_belong_to_them(lay: Lay, refused: Refused) -> None:
    corpus = read(lay({"ada.csv": "category,start,end,severity\nx,1,2,high\n"}))
    assert marked(corpus) == {("ada", "ada"): [(1, 2, "x")]}
    assert corpus.assumptions[0].endswith("; not used: 'severity'")
    assert refused({"a.csv": "annotation,type,start,end\n0,x,1,2\n"}) == ["a.csv:1 error unknown-columns"]


TWO_TEXTS = [
    (who, label, at, at + 3, text) for text in "xy" for who in ("ada", "bram") for at, label in ((0, "P"), (5, "Q"))
]


def table_of(document: str) -> str:
    rows = (",".join(map(str, row)) for row in TWO_TEXTS)
    return "\n".join([f"annotator,category,start,end,{document}", *rows, ""])


@pytest.mark.parametrize("name", ["doc_id", "document_id", "text_id", "file_name", "filename", "article_id", "video"])
def test_documents_are_told_by_what_their_column_is_called(lay: Lay, name: str) -> None:
    assert {document for document, _ in marked(read(lay({"a.csv": table_of(name)})))} == {"x", "y"}


@pytest.mark.parametrize("name", ["doc_id", "file", "document"])
def test_documents_have_a_column_beside_what_units_cover(lay: Lay, name: str) -> None:
    rows = [f"{','.join(map(str, row))},{word}" for row in TWO_TEXTS for word in ["abc"]]
    longer = [f"ada,P,{at},{at + 4},{text},abcd" for text in "xy" for at in (10, 20)]
    table = "\n".join([f"annotator,category,start,end,{name},text", *rows, *longer])
    assert {document for document, _ in marked(read(lay({"a.csv": table})))} == {"x", "y"}


@pytest.mark.parametrize("name", ["id", "ID", "post_id"])
def test_ids_that_annotators_share_are_asked_about(lay: Lay, name: str) -> None:
    """Also where units lie over each other in each of them."""
    rows = [
        f"{who},x,{at + late},{at + 9},{text}"
        for text in "pqr"
        for late, who in enumerate(("ada", "bram"))
        for at in (1, 4, 7)
    ]
    path = lay({"a.csv": "\n".join([f"annotator,category,start,end,{name}", *rows])})
    with pytest.raises(ReadError, match=f"the column '{name}' may name documents"):
        read(path)
    assert {document for document, _ in marked(read(path, document=name))} == {"p", "q", "r"}
    assert {document for document, _ in marked(read(path, document="-"))} == {"a"}


@pytest.mark.parametrize("ids", [("u1", "u2", "u3", "u4"), ("u1", "u2", "u1", "u2"), ("a1", "a1", "b1", "b1")])
def test_ids_of_units_or_of_an_annotators_work_name_no_documents(lay: Lay, ids: tuple[str, ...]) -> None:
    places = [("ada", 1), ("ada", 5), ("bram", 1), ("bram", 6)]
    rows = [f"{who},x,{at},{at + 3},{id_}" for (who, at), id_ in zip(places, ids, strict=True)]
    corpus = read(lay({"a.csv": "\n".join(["annotator,category,start,end,id", *rows])}))
    assert {document for document, _ in marked(corpus)} == {"a"}


def test_what_may_be_categories_under_another_name_is_said(lay: Lay) -> None:
    rows = [f"{who},{at},{at + 3},{'xy'[at % 2]},{at}" for who in ("ada", "bram") for at in (1, 4, 8)]
    path = lay({"a.csv": "\n".join(["annotator,start,end,manner,certainty", *rows])})
    (finding,) = read(path).findings
    assert (finding.code, finding.severity) == ("unused-column", "warning")
    assert "'manner' may hold them" in finding.message
    assert not read(path, label="manner").findings


def test_a_column_that_may_name_documents_is_asked_about(lay: Lay) -> None:
    path = lay({"a.csv": table_of("essay_nr")})
    with pytest.raises(ReadError) as caught:
        read(path)
    said = str(caught.value.findings[0])
    assert "(say document='essay_nr' if it does, document='-' if it does not)" in said
    assert {document for document, _ in marked(read(path, document="essay_nr"))} == {"x", "y"}
    assert {document for document, _ in marked(read(path, document="-"))} == {"a"}
    assert {document for document, _ in marked(read(lay({"b.csv": table_of("confidence")})))} == {"b"}
    overlapping = [f"{who},{label},{at},{at + 9},{label}{at % 2}" for at in range(9) for who, label in ("aP", "bQ")]
    rows = "\n".join(["annotator,category,start,end,manner", *overlapping])
    assert {document for document, _ in marked(read(lay({"c.csv": rows})))} == {"c"}


def test_a_column_of_what_units_cover_names_no_documents(lay: Lay) -> None:
    rows = "annotator,label,start,end,text\nada,x,1,4,Pym\nbram,x,5,9,left\n"
    assert list(marked(read(lay({"a.csv": rows})))) == [("a", "ada"), ("a", "bram")]


def test_what_units_cover_names_no_documents_where_it_recurs(lay: Lay) -> None:
    words = [(who, at, word) for who in ("ada", "bram") for at, word in ((1, "he"), (5, "she"), (9, "he"), (20, "she"))]
    rows = [f"{who},x,{at},{at + len(word)},{word}" for who, at, word in words]
    corpus = read(lay({"a.csv": "\n".join(["annotator,label,start,end,text", *rows])}))
    assert list(marked(corpus)) == [("a", "ada"), ("a", "bram")]
    assert corpus.assumptions[0].endswith("; not used: 'text' (what the units cover)")


def test_a_text_that_may_be_a_name_or_what_units_cover_is_asked_about(lay: Lay) -> None:
    rows = [f"{who},x,{at},{at + 2},{word}" for who in ("ada", "bram") for at, word in ((1, "he"), (5, "it"))]
    path = lay({"a.csv": "\n".join(["annotator,label,start,end,text", *rows])})
    with pytest.raises(ReadError, match="names documents or is what units cover"):
        read(path)
    assert {document for document, _ in marked(read(path, document="-"))} == {"a"}
    assert {document for document, _ in marked(read(path, document="text"))} == {"he", "it"}


def test_names_of_texts_are_documents(lay: Lay) -> None:
    rows = [f"{who},x,{at},{at + at % 3 + 1},t{1 + at // 9}" for who in ("ada", "bram") for at in (1, 5, 9, 14)]
    corpus = read(lay({"a.csv": "\n".join(["annotator,label,start,end,text", *rows])}))
    assert {document for document, _ in marked(corpus)} == {"t1", "t2"}


def test_each_file_is_a_document_where_the_rows_name_annotators(lay: Lay) -> None:
    corpus = read(lay({"d1.csv": BARE, "d2.csv": "chloe,x,1,2\ndora,x,1,2\n"}))
    assert list(marked(corpus)) == [("d1", "ada"), ("d1", "bram"), ("d2", "chloe"), ("d2", "dora")]
    assert "each file is a document, for the units of several annotators stand in one" in corpus.assumptions


@pytest.mark.parametrize("header", ["", "annotator,category,start,end\n"])
def test_files_of_one_annotator_each_are_one_document(lay: Lay, header: str) -> None:
    files = {"one.csv": f"{header}ada,x,1,2\n", "two.csv": f"{header}bram,x,1,3\n"}
    assert marked(read(lay(files))) == {("continuum", "ada"): [(1, 2, "x")], ("continuum", "bram"): [(1, 3, "x")]}


def test_files_without_annotators_are_the_annotators(lay: Lay) -> None:
    header = "category,start,end\n"
    corpus = read(lay({"ada.csv": f"{header}x,1,2\n", "bram.csv": header}))
    assert marked(corpus) == {("continuum", "ada"): [(1, 2, "x")], ("continuum", "bram"): []}
    assert corpus.assumptions[-1] == "2 annotators (ada, bram), one per file"


def test_folders_and_names_tell_annotators_and_documents(lay: Lay) -> None:
    rows = "start,end\n1,2\n"
    wanted = {(document, who) for document in ("d1", "d2") for who in ("ada", "bram")}
    files = {f"{who}/{document}.csv": rows for document, who in sorted(wanted)}
    assert set(marked(read(lay(files)))) == wanted
    named = {f"{document}-{who}.csv": rows for document, who in sorted(wanted)}
    assert set(marked(read(lay(named)))) == wanted


@pytest.mark.parametrize("layout", ["{d}/{a}", "{a}/{d}", "{d}-{a}", "{a}-{d}"])
def test_units_show_which_part_of_a_path_is_the_annotator(lay: Lay, layout: str) -> None:
    files = {}
    for number, document in enumerate(("harbour", "market", "station"), 1):
        for late, who in enumerate(("ada", "bram", "chloe")):
            starts = [number * 7 + 20 * each for each in range(4)]
            rows = "".join(f"x,{start},{start + 9 + late}\n" for start in starts)
            files[layout.format(d=document, a=who) + ".csv"] = f"category,start,end\n{rows}"
    corpus = read(lay(files))
    assert corpus.annotators == ("ada", "bram", "chloe")
    assert [document.id for document in corpus.documents] == ["harbour", "market", "station"]


def test_documents_are_as_paths_name_them_where_each_file_has_one_annotator(lay: Lay) -> None:
    wanted = {(document, who) for document in ("d1", "d2") for who in ("ada", "bram")}
    corpus = read(lay({f"{who}/{document}.csv": f"{who},x,1,2\n" for document, who in sorted(wanted)}))
    assert set(marked(corpus)) == wanted
    assert "documents are as the paths name them: 2 annotators (ada, bram), one per folder" in corpus.assumptions


@pytest.mark.parametrize(
    ("rows", "units"),
    [
        ("ada,1,0,7\nada,2,15,36\nbram,1,0,7\nbram,2,15,45\n", [(0, 7, "1"), (15, 36, "2")]),
        ("ada,1,-3,-1\nada,2,0,4\nbram,1,-3,-1\nbram,A,0,4\n", [(-3, -1, "1"), (0, 4, "2")]),
        ("ada;X;1,5;5,5\nada;X;6;7\nbram;X;1,5;6,25\nbram;X;7;8\n", [(1.5, 5.5, "X"), (6, 7, "X")]),
        ("ada;1;0,5;7\nada;2;1500,125;1501\nbram;1;0,5;7\nbram;1;8;9\n", [(0.5, 7, "1"), (1500.125, 1501, "2")]),
        ('ada,1,"1,5",7\nada,2,8,9\nbram,1,2,7\nbram,1,8,9\n', [(1.5, 7, "1"), (8, 9, "2")]),
    ],
    ids=["numbers for categories", "some", "decimal commas", "both", "quoted decimal commas"],
)
def test_tables_of_numbers_without_a_header(lay: Lay, rows: str, units: list[tuple[float, float, str]]) -> None:
    corpus = read(lay({"a.csv": rows}))
    assert marked(corpus)["a", "ada"] == units
    comma = corpus.assumptions[0].endswith("decimals after a comma")
    assert comma == ("1,5" in rows or "0,5" in rows)


def test_ratings_without_a_header_are_no_units(refused: Refused) -> None:
    assert refused({"a.csv": "t1,1,3,4\nt2,2,2,5\nt3,1,4,5\nt4,1,2,3\n"}) == ["a.csv:1 error no-header"]


def test_a_comma_before_three_digits_may_stand_between_thousands(lay: Lay) -> None:
    rows = "annotator;category;start;end\nada;x;1,500;2,000\nbram;x;1,250;2,000\n"
    (path,) = lay({"a.csv": rows})
    (finding,) = check(path)
    assert finding.message == "it cannot be told whether 1,250 is 1.250 or 1250"
    (path,) = lay({"a.csv": rows.replace("1,500", "0,500")})
    assert check(path) == []


def test_units_before_zero_differ_as_others_do(lay: Lay) -> None:
    there = [("ada", "X", 0, 15), ("ada", "Y", 23, 29), ("bram", "X", 1, 15), ("bram", "Y", 23, 30)]
    values = []
    for shift in (0, 20):
        rows = "".join(f"{who},{name},{start - shift},{end - shift}\n" for who, name, start, end in there)
        corpus = read(lay({"a.csv": f"annotator,category,start,end\n{rows}"}))
        values.append([agree(corpus, name).result.value for name in ("gamma", "u-alpha", "pk", "boundary-similarity")])
    assert values[1] == pytest.approx(values[0])


# --- what is wrong ---------------------------------------------------------------------------------------------------


def test_all_that_is_wrong_is_found_in_one_go(lay: Lay) -> None:
    rows = ["ada,x,1,2", "ada,x,9,3", "ada,x,5,5", "ada,x,nan,3", "ada,x,1,inf", "ada,x,1", ",x,1,2", "ada,x,1,2"]
    rows += ["ada,x,3,-1", 'ada,x,"1,5,5",2', "ada,x,,4", "ada,x,1e999,1e999", "ada,x,1_000,2_000"]
    (path,) = lay({"a.csv": "annotator,category,start,end\n" + "\n".join(rows) + "\n"})
    found = [(finding.place.line, str(finding.severity), finding.code) for finding in check(path)]
    assert found == [
        (3, "error", "invalid-unit"),
        (4, "warning", "empty-unit"),
        (5, "error", "invalid-unit"),
        (6, "error", "invalid-unit"),
        (7, "error", "ragged-row"),
        (8, "error", "missing-annotator"),
        (9, "warning", "duplicate-unit"),
        (10, "error", "invalid-unit"),
        (11, "error", "invalid-unit"),
        (12, "error", "invalid-unit"),
        (13, "error", "invalid-unit"),
        (13, "error", "invalid-unit"),
        (14, "error", "invalid-unit"),
        (14, "error", "invalid-unit"),
    ]
    assert str(check(path)[0]) == (
        "a.csv:3: error: the unit [9, 3] 'x' ends before it starts [invalid-unit] "
        "(exchange start and end, if that is meant)"
    )


def test_units_without_length_and_doubled_ones_are_kept_and_said(lay: Lay) -> None:
    corpus = read(lay({"a.csv": "ada,x,1,2\nada,x,1,2\nada,x,5,5\nbram,x,1,2\n"}))
    assert marked(corpus)["a", "ada"] == [(1, 2, "x"), (1, 2, "x"), (5, 5, "x")]
    assert [(finding.place.line, finding.code) for finding in corpus.findings] == [
        (2, "duplicate-unit"),
        (3, "empty-unit"),
    ]
    study = study_units(corpus)
    assert (study.count(), study.left_out) == (Counter(ada=2, bram=1), {"units without length": 1})


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("", ["a.csv error empty-file"]),
        ("annotator,category,start,end\n", ["a.csv error empty-file"]),
        (b"ada,x,1,2\nada,caf\xe9,3,4\n", ["a.csv:2 error undecodable-bytes"]),
        ('annotator,category,start,end\nada,"x,1,2\n', ["a.csv:2 error ragged-row", "a.csv:2 error unclosed-quote"]),
    ],
)
def test_what_cannot_be_read(refused: Refused, content: str | bytes, wanted: list[str]) -> None:
    assert refused({"a.csv": content}) == wanted


def test_columns_that_hold_no_units(refused: Refused) -> None:
    assert refused({"a.csv": "x,y\n1,2\n"}, format="units") == ["a.csv:1 error unknown-columns"]


def test_units_are_not_taken_for_labels_or_spans(lay: Lay) -> None:
    corpus = read(lay({"a.csv": BARE}))
    with pytest.raises(NotApplicable, match=r"^there are units on a continuum: this is for labels of tokens or items$"):
        agree(corpus, "alpha")
    with pytest.raises(NotApplicable, match=r"^there are units on a continuum: this is for spans of a text"):
        agree(corpus, "corrected-f1")
    with pytest.raises(NotApplicable, match=r"^there are units on a continuum: this is for spans of a text"):
        difficulty(corpus)
    alone = read(lay({"b.csv": "ada,x,1,2\n"}))
    with pytest.raises(UsageError, match="encoding='BIO' is for labels of tokens, and units are scored here"):
        score(alone, [["O"]], encoding="BIO")
    with pytest.raises(UsageError, match="there are units, and labels of tokens or items: read the files apart"):
        read(lay({"a.csv": BARE, "b.csv": "item,annotator,label\n1,ada,x\n"}))


# --- real data -------------------------------------------------------------------------------------------------------


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}")
@pytest.mark.parametrize("path", sorted(DATA.glob("*.csv")), ids=lambda path: path.stem)
def test_the_files_of_pygamma_are_read_as_they_are(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        wanted = Counter((who, category, float(start), float(end)) for who, category, start, end in csv.reader(file))
    corpus = read(path)
    found = Counter(
        (who, unit.category, unit.start, unit.end) for who in corpus.annotators for _, unit in units_of(corpus, who)
    )
    assert found == wanted
    assert {finding.code for finding in corpus.findings} <= {"empty-unit"}
