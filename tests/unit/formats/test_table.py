"""Tables of item labels: what is read, what is assumed, and what is wrong, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from accord.errors import ReadError, UsageError
from accord.formats import Columns, Content
from accord.formats.source import Source
from accord.formats.table import read_table
from accord.model import Corpus, ItemLabels, Severity
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Labels = dict[tuple[str | None, str | None], dict[str, str]]

LONG = "item,annotator,label\n"


@pytest.fixture
def table(lay: Lay) -> Callable[..., Content]:
    def make(content: str | bytes, name: str = "a.csv", file_encoding: str = "utf-8", **said: object) -> Content:
        (path,) = lay({name: content})
        return read_table(Source(path, file_encoding), Columns(**said))  # type: ignore[arg-type]

    return make


Table = Callable[..., Content]


def labels(content: Content) -> Labels:
    return {key: dict(answers.labels) for key, answers in content.answers.items()}


def problems(content: Content) -> list[tuple[int | None, str]]:
    return [(finding.place.line, finding.code) for finding in content.findings]


# --- long ------------------------------------------------------------------------------------------------------------


def test_a_long_table_tells_an_empty_label_from_none(table: Table) -> None:
    content = table(LONG + "1,ada,x\n1,bram,\n2,ada,y\n")
    assert labels(content) == {(None, "ada"): {"1": "x", "2": "y"}, (None, "bram"): {"1": ""}}
    assert [(each.code, each.severity) for each in content.findings] == [("empty-answer", Severity.WARNING)]
    assert content.names_annotators


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("label;Coder ID;Unit\nx;ada;1\n", {(None, "ada"): {"1": "x"}}),
        (
            "doc\titem\trater\trating\nd1\t1\tada\t5\nd2\t1\tada\t3\n",
            {("d1", "ada"): {"1": "5"}, ("d2", "ada"): {"1": "3"}},
        ),
        ("item|user|verdict\n1|ada|x\n", {(None, "ada"): {"1": "x"}}),
        ("number,worker,label\n7,ada,x\n", {(None, "ada"): {"7": "x"}}),
        ("doc,annotator,label\nd1,ada,x\n", {(None, "ada"): {"d1": "x"}}),
        ("id,text,label,confidence\n1,so,x,0.5\n", {(None, None): {"1": "x"}}),
        (' item , annotator,label \n 1 ,"ada ", x y \n', {(None, "ada"): {"1": "x y"}}),
    ],
)
def test_columns_are_found_by_their_names(table: Table, content: str, found: Labels) -> None:
    read = table(content)
    assert labels(read) == found
    assert read.findings == []


@pytest.mark.parametrize("rule", ["|---|---|---|", "| :--- | :---: | ---: |", "---|---|---"])
def test_the_line_below_the_header_of_markdown_is_no_item(table: Table, rule: str) -> None:
    """It counted as an item on which all agree."""
    content = table(f"| item | ada | bram |\n{rule}\n| 1 | x | y |\n")
    assert labels(content) == {(None, "ada"): {"1": "x"}, (None, "bram"): {"1": "y"}}
    assert content.findings == []


@pytest.mark.parametrize("rows", ["1,ada,x\n2,ada,y\n", "1,ada,x\n\n"])
def test_a_header_that_stands_there_again_is_no_row(table: Table, rows: str) -> None:
    """As where files were put one below the other: an item called item, labelled label by annotator."""
    content = table(f"{LONG}{rows}{LONG}1,bram,x\n")
    assert set(labels(content)) == {(None, "ada"), (None, "bram")}
    assert [(each.code, each.severity) for each in content.findings] == [("repeated-header", Severity.WARNING)]


def test_a_table_says_what_it_assumed(table: Table) -> None:
    content = table("id;remark;text;annotator;label\n1;?;so;ada;x\n")
    assert content.assumption == (
        "a long table divided by semicolons, "
        "item in column 'id'; annotator in 'annotator'; label in 'label'; text in 'text'; not used: 'remark'"
    )


# --- wide ------------------------------------------------------------------------------------------------------------


def test_an_empty_cell_of_a_wide_table_is_an_item_not_annotated(table: Table) -> None:
    content = table("item,ada,bram\n1,,x\n2,y,\n3, ,\n")
    assert labels(content) == {(None, "ada"): {"2": "y"}, (None, "bram"): {"1": "x"}}
    assert list(content.answers) == [(None, "ada"), (None, "bram")]
    assert "each of the columns 'ada', 'bram' an annotator" in content.assumption


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (",ada,bram\ns1,x,y\n", {(None, "ada"): {"s1": "x"}, (None, "bram"): {"s1": "y"}}),
        ("doc,item,ada\nd1,1,x\n", {("d1", "ada"): {"1": "x"}}),
        ("doc,ada,bram\nd1,x,y\n", {(None, "ada"): {"d1": "x"}, (None, "bram"): {"d1": "y"}}),
        ("ada,id,text,Notes,bram\nx,1,so,hm,y\n", {(None, "ada"): {"1": "x"}, (None, "bram"): {"1": "y"}}),
        ("item,1,2\nA,x,y\n", {(None, "1"): {"A": "x"}, (None, "2"): {"A": "y"}}),
        ("item,ada,\n1,x,\n", {(None, "ada"): {"1": "x"}}),
        ("item,ada\n1,x,,\n", {(None, "ada"): {"1": "x"}}),
    ],
)
def test_the_shapes_of_wide_tables(table: Table, content: str, found: Labels) -> None:
    read = table(content)
    assert labels(read) == found
    assert read.findings == []


def test_an_annotator_without_any_label_is_pointed_out(table: Table) -> None:
    content = table("item,ada,bram\n1,x,\n2,y,\n")
    assert problems(content) == [(1, "empty-column")]
    assert content.findings[0].severity is Severity.WARNING
    assert labels(content) == {(None, "ada"): {"1": "x", "2": "y"}}


# --- joined ----------------------------------------------------------------------------------------------------------


def test_labels_joined_in_one_cell_are_one_annotator_a_place(table: Table) -> None:
    content = table("1\tso\t,B,A\n\n2\tit\tA,,\n\n3\tgoes\t,,C\n", "a.tsv")
    assert labels(content) == {
        (None, "annotator1"): {"2": "A"},
        (None, "annotator2"): {"1": "B"},
        (None, "annotator3"): {"1": "A", "3": "C"},
    }
    assert content.assumption.startswith("a joined table divided by tabs, item in column number 0")


@pytest.mark.parametrize("header", ["", "item;labels\n"])
@pytest.mark.parametrize("short", [0, 1, 2, 3])
def test_a_joined_table_with_one_short_row_is_no_other_table(table: Table, header: str, short: int) -> None:
    cells = ["a,b,c", "b,b,c", "a,,c", "c,c,c"]
    cells[short] = "a,b"
    content = table(header + "".join(f"d{number};{cell}\n" for number, cell in enumerate(cells)))
    assert content.assumption.startswith("a joined table")
    assert [(finding.place.line, finding.code) for finding in content.findings] == [
        (short + 1 + bool(header), "ragged-row")
    ]
    assert {annotator for _, annotator in content.answers} == {"annotator1", "annotator2", "annotator3"}


def test_lists_of_labels_are_labels(table: Table) -> None:
    content = table("item;label\n1;a,b\n2;a\n3;b,c\n4;a,b,c\n")
    assert labels(content) == {(None, None): {"1": "a,b", "2": "a", "3": "b,c", "4": "a,b,c"}}


def test_joined_labels_written_as_a_list_of_python(table: Table) -> None:
    """Brackets and quotes were part of the labels, so that nobody agreed."""
    content = table("item,labels\n1,\"['x', 'y']\"\n2,\"['x', 'x']\"\n3,\"['y', 'y']\"\n")
    assert labels(content) == {
        (None, "annotator1"): {"1": "x", "2": "x", "3": "y"},
        (None, "annotator2"): {"1": "y", "2": "x", "3": "y"},
    }


def test_a_joined_cell_with_a_label_too_few_is_reported(table: Table) -> None:
    content = table('item,labels\n1,"a,b,"\n2,"a,b"\n', layout="joined", label=("labels",))
    assert problems(content) == [(3, "ragged-row")]


# --- what the caller says --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        {"item": "number", "annotator": "who", "label": "verdict"},
        {"item": "NUMBER", "annotator": 2, "label": (-1,)},
        {"item": 0, "annotator": "2", "label": "3"},
    ],
)
def test_columns_by_name_or_number(table: Table, said: dict[str, object]) -> None:
    content = table("number,type,who,verdict\n1,q,ada,x\n", **said)
    assert labels(content) == {(None, "ada"): {"1": "x"}}


def test_a_table_without_header_is_read_by_numbers(table: Table) -> None:
    content = table("1,ada,x\n2,ada,y\n1,bram,x\n", item=0, annotator=1, label=(2,))
    assert labels(content) == {(None, "ada"): {"1": "x", "2": "y"}, (None, "bram"): {"1": "x"}}


def test_only_the_columns_asked_for_are_annotators(table: Table) -> None:
    content = table("item,ada,bram,gold\n1,x,y,z\n", label=("ada", "bram"))
    assert labels(content) == {(None, "ada"): {"1": "x"}, (None, "bram"): {"1": "y"}}


def test_the_layout_asked_for_is_taken(table: Table) -> None:
    content = table("item,annotator,label\n1,x,y\n", layout="wide")
    assert labels(content) == {(None, "annotator"): {"1": "x"}, (None, "label"): {"1": "y"}}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"label": ("lable",)}, "no label column 'lable': did you mean label?"),
        ({"item": 3}, "no item column 3: the file has columns 0 to 2 (or -1 to -3 from the end)"),
        ({"layout": "lonk"}, "unknown layout 'lonk' of a table: did you mean long?"),
        ({"label": (0, 1, 2), "layout": "joined"}, "all columns are columns of labels: one must be the item"),
    ],
)
def test_what_does_not_exist_is_a_mistake_of_the_caller(table: Table, said: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        table("nr,who,label\n1,ada,x\n", **said)
    assert str(caught.value) == message


# --- line ends, encodings, quotes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark(table: Table, end: str) -> None:
    text = "\ufeffitem;annotator;label\n1;Zoë;x\n2;Zoë\n".replace("\n", end)
    content = table(text.encode())
    assert labels(content) == {(None, "Zoë"): {"1": "x"}}
    assert problems(content) == [(3, "ragged-row")]


def test_a_file_in_another_encoding(table: Table) -> None:
    text = f"{LONG}1,Zoë,x\n2,ada,x\n"
    assert problems(table(text.encode("latin-1"))) == [(2, "undecodable-bytes")]
    assert list(table(text.encode("latin-1"), file_encoding="latin-1").answers) == [(None, "Zoë"), (None, "ada")]


def test_line_numbers_stay_right_behind_cells_with_line_ends(table: Table) -> None:
    content = table(LONG + '"1\r\n1",ada,"x, ""y"""\r\n2,ada\r\n,ada,x\n3,,x\n')
    assert labels(content) == {(None, "ada"): {"1\n1": 'x, "y"'}}
    assert problems(content) == [(4, "ragged-row"), (5, "missing-item"), (6, "missing-annotator")]


def test_quotes_in_a_table_of_tabs_may_be_just_characters(table: Table) -> None:
    content = table('item\tannotator\tlabel\n1\tada\t"\n2\tada\tx\n', "a.tsv")
    assert labels(content) == {(None, "ada"): {"1": '"', "2": "x"}}


def test_a_quote_that_is_not_closed_is_pointed_out(table: Table) -> None:
    assert (3, "unclosed-quote") in problems(table(LONG + '1,ada,x\n2,"bram,x\n3,c,d\n'))
    far = LONG + '1,ada,x\n2,"bram,x\n' + "3,c,d\n" * 30_000
    assert problems(table(far)) == [(3, "unclosed-quote")]


def test_a_cell_may_end_in_a_line_end(table: Table) -> None:
    assert problems(table(LONG + '1,ada,"x\n"\n')) == []


def test_a_cell_that_is_too_long_is_reported(table: Table) -> None:
    assert problems(table(LONG + f"1,ada,x\n2,ada,{'y' * 200_000}\n")) == [(3, "unreadable-row")]


# --- problems --------------------------------------------------------------------------------------------------------


def test_a_label_given_twice(table: Table) -> None:
    same, other = table(LONG + "1,ada,x\n1,bram,x\n1,ada,x\n1,ada,y\n").repeated_labels()
    assert (same.severity, same.place.line) == (Severity.WARNING, 4)
    assert same.message == "ada's label of item '1' stands here again, the same as at line 2"
    assert (other.severity, other.place.line) == (Severity.ERROR, 5)
    assert other.message == "ada's label of item '1' is 'y' here and 'x' at line 2"


def test_the_same_item_in_two_documents_is_not_the_same(table: Table) -> None:
    assert table("doc,item,annotator,label\nd1,1,ada,x\nd2,1,ada,y\n").findings == []


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", [(None, "empty-file")]),
        ("\n \n,,\n", [(None, "empty-file")]),
        (LONG, [(None, "empty-file")]),
        ("sep=;\n", [(None, "empty-file")]),
        (",;", [(1, "unknown-columns")]),
        ("item,ada,bram\n1,,\n", [(None, "empty-file")]),
        ("item\n1\n", [(1, "unknown-columns")]),
        ("\n\nitem\n1\n", [(3, "unknown-columns")]),
        ("a,b,start,end\n1,2,3,4\n", [(1, "unknown-columns")]),
        ("id,text\n1,so\n", [(1, "unknown-columns")]),
        ("id,worker,easy,hard\n1,ada,x,y\n", [(1, "unknown-columns")]),
        ("1,ada,x\n2,ada,y\n", [(1, "no-header")]),
        ("7,quite,new\n8,other,words\n", [(1, "no-header")]),
        ("EU,B-ORG\nrejects,O\n", [(1, "no-header")]),
        ("item,ada,ada\n1,x,y\n", [(1, "duplicate-column")]),
        ("item,annotator,label,label\n1,ada,x,y\n", [(1, "duplicate-column")]),
        ("item,ada,\n1,x,y\n", [(1, "missing-annotator")]),
        ("item,ada,bram\n1,x\n2,x,y,z\n3,x,y\n,x,y\n,,\n", [(2, "ragged-row"), (3, "ragged-row"), (5, "missing-item")]),
        ("doc,item,annotator,label\n,1,ada,x\nd,1,ada,x\n", [(2, "missing-document")]),
        ("doc,item,annotator,label\n,,ada,x\nd,1,ada,x\n", [(2, "missing-item"), (2, "missing-document")]),
    ],
)
def test_all_problems_are_found_with_their_lines(
    table: Table, content: str, found: list[tuple[int | None, str]]
) -> None:
    read = table(content)
    assert problems(read) == found
    assert all(finding.hint for finding in read.findings)
    assert all("\n" not in str(finding) for finding in read.findings)


def test_a_hundred_thousand_rows(table: Table) -> None:
    rows = "".join(f"i{item},{annotator},{item % 3}\n" for item in range(20_000) for annotator in "abcde")
    content = table(LONG + rows + "i7,a,2\n")
    assert {key: len(held) for key, held in labels(content).items()} == {(None, name): 20_000 for name in "abcde"}
    (again,) = content.repeated_labels()
    assert again.message == "a's label of item 'i7' is '2' here and '1' at line 37"
    assert again.place.line == 100_002


# --- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "assumed"),
    [
        ("id,text,annotator,label\n1,Send a boat.,ada,x\n1,Send a boat.,bram,y\n2,,ada,x\n", "text in 'text'"),
        ("id,ada,bram,comment_text\n1,x,y,Send a boat.\n2,x,,\n", "text in 'comment_text'"),
        ("tweet;worker;label;tweet_id\nSend a boat.;ada;x;1\n", "text in 'tweet'"),
        ("item;labels;sentence;context\n1;x,y;Send a boat.;all day\n2;y,y;;\n", "text in 'sentence'"),
        ("id,message,ada,bram\n1,Send a boat.,x,y\n2,,x,\n", "text in 'message'"),
        ("id,tweetText,ada,bram\n1,Send a boat.,x,y\n2,,x,\n", "text in 'tweetText'"),
        ("id,question,ada,bram\n1,Send a boat.,x,y\n2,,x,\n", "text in 'question'"),
    ],
)
def test_a_column_may_hold_the_text_of_items(table: Table, content: str, assumed: str) -> None:
    read = table(content)
    assert read.findings == []
    assert {item: text for item, text in read.texts.items() if text} == {(None, "1"): "Send a boat."}
    assert assumed in read.assumption


def test_a_text_that_names_the_item_is_no_text_besides(table: Table) -> None:
    read = table("tweet,annotator,label\nSend a boat.,ada,x\n")
    assert labels(read) == {(None, "ada"): {"Send a boat.": "x"}}
    assert not any(read.texts.values())


def test_the_first_of_two_texts_stands_and_the_second_is_reported_once(table: Table) -> None:
    read = table("item,text,annotator,label\n1,boat,ada,x\n1,goat,bram,x\n2,ship,ada,x\n2,sheep,bram,x\n")
    assert read.texts == {(None, "1"): "boat", (None, "2"): "ship"}
    assert problems(read) == [(3, "text-mismatch")]
    assert not read.has_errors


def test_what_reads_like_a_text_is_neither_label_nor_annotator(table: Table) -> None:
    calls = ["Send a boat at once.", "All is well on board.", "We have lost our mast.", ""]
    rows = "".join(f"{number},{call},x,y\n" for number, call in enumerate(calls))
    for name in ("call", "response"):
        read = table(f"id,{name},ada,bram\n{rows}")
        assert set(labels(read)) == {(None, "ada"), (None, "bram")}
        assert read.texts == {(None, str(number)): call for number, call in enumerate(calls)}
    answers = table("id,annotator,answer\n" + "".join(f"{number},ada,{call}\n" for number, call in enumerate(calls)))
    assert labels(answers) == {(None, "ada"): {str(number): call for number, call in enumerate(calls)}}
    remarks = table(f"id,comment,ada,bram\n{rows}")
    assert not any(remarks.texts.values())
    assert set(labels(remarks)) == {(None, "ada"), (None, "bram")}


def test_labels_of_several_words_stay_labels(table: Table) -> None:
    phrases = ["so it may be", "as it was before", "not in the least"]
    joined = table("item;labels\n" + "".join(f"{number};fresh, fresh, calm, calm\n" for number in range(4)))
    assert set(labels(joined)) == {(None, f"annotator{number}") for number in range(1, 5)}
    alone = table("item,label\n" + "".join(f"{number},{phrase}\n" for number, phrase in enumerate(phrases)))
    assert labels(alone) == {(None, None): {str(number): phrase for number, phrase in enumerate(phrases)}}
    sourced = table(
        "item,annotator,label,source\n" + "".join(f"{number},ada,{phrase},x\n" for number, phrase in enumerate(phrases))
    )
    assert list(labels(sourced)[None, "ada"].values()) == phrases
    wide = table(
        "item,ada,bram\n" + "".join(f"{number},{phrase},{phrases[0]}\n" for number, phrase in enumerate(phrases))
    )
    assert set(labels(wide)) == {(None, "ada"), (None, "bram")}


def test_a_column_called_like_a_text_is_the_label_where_nothing_else_is(table: Table) -> None:
    assert labels(table("item,annotator,claim\n1,ada,true\n2,ada,false\n")) == {
        (None, "ada"): {"1": "true", "2": "false"}
    }
    assert table("id,annotator,label,sentences\n1,ada,x,Send a boat.\n").texts == {(None, "1"): "Send a boat."}


# --- a header with other cells than all rows -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "message", "hint"),
    [
        (
            "item,ada,bram,# see x.org",
            "the header has 4 cells, and all 3 rows have 3",
            "take away the name that is too many",
        ),
        ("ada,bram", "the header has 2 cells, and all 3 rows have 3", "name every column"),
    ],
)
def test_a_header_with_other_cells_than_all_rows_is_said_once(
    table: Table, header: str, message: str, hint: str
) -> None:
    content = table(f"\n{header}\n1,x,y\n2,y,y\n3,x,x\n")
    (finding,) = content.findings
    assert (finding.code, finding.place.line, finding.message, finding.hint) == ("ragged-row", 2, message, hint)
    assert content.answers == {}


def test_rows_with_other_cells_are_said_one_by_one(table: Table) -> None:
    assert problems(table("item,ada,bram\n1,x\n2,x,y\n3,y\n")) == [(2, "ragged-row"), (4, "ragged-row")]
    assert problems(table("item,ada,bram\n1,x\n2,x,y,z\n")) == [(2, "ragged-row"), (3, "ragged-row")]


def test_doccano_joins_the_labels_of_a_text(lay: Lay) -> None:
    path = lay({"d.csv": "id,text,label\n1,Fog at sea,sad#angry\n2,Rain,sad\n3,Sun,\n"})
    corpus = read(path)
    assert corpus.annotations["d", "d"].labels == {"1": "sad#angry", "2": "sad", "3": ""}  # type: ignore[attr-defined]
    assert "labels with # in them are one label each (format='doccano' makes them several)" in corpus.assumptions[0]
    told = read(path, format="doccano")
    assert told.annotations["d", "d"].labels == {"1": "angry|sad", "2": "sad", "3": ""}  # type: ignore[attr-defined]


# --- tables of other programs ----------------------------------------------------------------------------------------


def labels_of(corpus: Corpus, who: str) -> dict[str, str]:
    (held,) = (
        held.labels for (_, name), held in corpus.annotations.items() if name == who and isinstance(held, ItemLabels)
    )
    return dict(held)


def test_rows_that_sum_up_the_others_are_no_items(lay: Lay) -> None:
    rows = "".join(f"s{n},{n % 3},{n % 3}\n" for n in range(9))
    corpus = read(lay({"t.csv": f'item,ada,bram\n{rows}Total,9,9\nMean,"1,0",1.0\n'}))
    assert [(finding.code, finding.place.line) for finding in corpus.findings] == [("summary-row", 11)]
    assert len(labels_of(corpus, "ada")) == 9
    words = read(lay({"w.csv": f"item,ada,bram\nmean,4,5\n{rows}count,yes,no\n"}))  # words that were rated
    assert not words.findings
    assert {"mean", "count"} <= set(labels_of(words, "ada"))
    long = read(lay({"l.csv": "item,annotator,label\ns1,ada,1\ns1,bram,2\ntotal,ada,3\ntotal,bram,3\n"}))
    assert not long.findings


def test_the_index_of_a_frame_is_no_annotator_beside_a_column_of_items(lay: Lay, table: Table) -> None:
    head, rows = ",Unnamed: 0,item,ada,bram\n", "".join(f"{n},{n},s{n},{n % 3},{n % 2}\n" for n in range(9))
    corpus = read(lay({"t.csv": head + rows}))
    assert corpus.annotators == ("ada", "bram")
    assert not corpus.findings
    assert problems(table("item,,ada,bram\ns1,x,1,2\ns2,y,2,2\n")) == [(1, "missing-annotator")]


def test_columns_for_annotators_and_questions_are_asked_about(lay: Lay, table: Table) -> None:
    head, rows = "item,joy_ada,fear_ada,joy_bram,fear_bram\n", "".join(f"s{n},1,0,{n % 2},1\n" for n in range(9))
    assert problems(table(head + rows)) == [(1, "crossed-columns")]
    path = lay({"t.csv": head + rows})
    assert read(path, label=["joy_ada", "joy_bram"]).annotators == ("joy_ada", "joy_bram")
    numbered = "item,team_a_1,team_a_2,team_a_3\n" + rows.replace(",1\n", "\n")
    assert len(read(lay({"n.csv": numbered})).annotators) == 3


def test_two_annotators_without_a_label_in_common_are_named(lay: Lay) -> None:
    rows = [(f"s{n}", "ny"[n % 2], "yes" if n % 3 else "no") for n in range(12)]
    wide = "item,ada,bram\n" + "".join(f"{','.join(row)}\n" for row in rows)
    long = "item,annotator,label\n" + "".join(f"{item},ada,{one}\n{item},bram,{two}\n" for item, one, two in rows)
    for text in (wide, long):
        (found,) = read(lay({"t.csv": text})).findings
        assert (found.code, found.message) == ("no-common-label", "nobody else gives a label of ada's ('n', 'y')")
    few = "".join(f"{','.join(row)}\n" for row in rows[:8])
    assert not read(lay({"f.csv": f"item,ada,bram\n{few}"})).findings
    measured = "".join(f"s{n},{n / 7:.3f},{n / 9:.4f}\n" for n in range(1, 40))
    assert not read(lay({"m.csv": f"item,ada,bram\n{measured}"})).findings


def test_results_of_mechanical_turk_are_read(lay: Lay, table: Table) -> None:
    head = "HITId,AssignmentId,WorkerId,Input.tweet,Answer.mood,Approve\n"
    rows = "".join(f"h{n},a{n}{who},{who},t {n},{'sad' if n % 2 else 'glad'},\n" for n in range(4) for who in "xyz")
    corpus = read(lay({"t.csv": head + rows}))
    assert corpus.annotators == ("x", "y", "z")
    assert labels_of(corpus, "x") == {"h0": "glad", "h1": "sad", "h2": "glad", "h3": "sad"}
    several = head.replace(",Approve", ",Answer.stance") + rows
    assert problems(table(several)) == [(1, "unknown-columns")]


def test_of_several_columns_of_labels_one_is_asked_for(lay: Lay, table: Table) -> None:
    head = "item,annotator,label,rating\n"
    rows = "".join(f"s{n},{who},{'xy'[n % 2]},{n % 4}\n" for n in range(8) for who in ("ada", "bram"))
    assert problems(table(head + rows)) == [(1, "several-labels")]
    path = lay({"t.csv": head + rows})
    assert set(labels_of(read(path, label="rating"), "ada").values()) == set("0123")
    other = "".join(f"s{n},{who},{'xy'[n % 2]},{n * 7.3:.2f}\n" for n in range(8) for who in ("ada", "bram"))
    assert not problems(table("item,annotator,label,code\n" + other))  # measured, and new in each row


def test_of_several_keys_of_labels_one_is_asked_for(lay: Lay) -> None:
    line = '{{"item": "s{}", "annotator": "{}", "label": "{}", "rating": {}}}\n'
    rows = [line.format(n, who, "xy"[n % 2], n % 4) for n in range(8) for who in ("ada", "bram")]
    path = lay({"t.jsonl": "".join(rows)})
    with pytest.raises(ReadError, match="say which is meant: label='label', or label='rating'"):
        read(path)
    assert set(labels_of(read(path, label="rating"), "ada").values()) == set("0123")


def test_a_title_above_the_header_is_named(table: Table) -> None:
    rows = "".join(f"s{n},{n % 3},{n % 2}\n" for n in range(9))
    (finding,) = table(f"Ratings of May,,\nitem,ada,bram\n{rows}").findings
    assert (finding.code, finding.hint) == ("no-header", "delete what stands above the names of the columns")


def test_counts_of_labels_may_have_one_that_nobody_gave(table: Table) -> None:
    rows = "".join(f"s{n},{n % 6},{5 - n % 6},0\n" for n in range(12))
    assert problems(table(f"item,pos,neg,neu\n{rows}")) == [(1, "counted-labels")]


def test_a_table_divided_by_blanks_is_no_file_of_tokens(lay: Lay) -> None:
    rows = "".join(f"s{n} {n % 3} {n % 2}\n" for n in range(9))
    with pytest.raises(ReadError, match="divide them by commas or tabs"):
        read(lay({"t.txt": f"item ada bram\n{rows}"}))
    assert read(lay({"u.txt": f"Ann ada bram\n{rows}"})).annotators
