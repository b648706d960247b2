"""What a file is, and why."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping

import pytest

from accord.errors import ReadError
from accord.formats.dialect import Dialect, sniff_dialect
from accord.formats.formats import FORMATS, recognisers
from accord.formats.label_columns import twin_columns
from accord.formats.layout import Layout
from accord.formats.names import ending
from accord.formats.roles import roles
from accord.formats.sniff import sniff
from accord.formats.source import Source

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

SENTENCES = "EU\tNNP\nrejects\tVBZ\n\nGerman\tJJ\ncall\tNN\n"


@pytest.mark.parametrize(
    ("name", "content", "format_", "reason"),
    [
        ("a.jsonl", "whatever", "jsonl", ".jsonl"),
        ("a.NDJSON", "whatever", "jsonl", ".ndjson"),
        ("a.csv", SENTENCES, "table", ".csv"),
        ("a.conll", "item,label\n1,x\n", "conll", ".conll"),
        ("a.csv.gz", gzip.compress(b"item,label\n", mtime=0), "table", ".csv"),
        ("a.tsv", "item\tada\tbram\n1\tx\ty\n", "table", ".tsv"),
        ("a.tsv", "item\tannotator\tlabel\n\n1\tada\tx\n\n2\tada\ty\n", "table", "first row names"),
        ("a.tsv", "s1\tx\ty\n\ns2\tx\ty\n\ns3\ty\ty\n", "table", "not grouped into sentences"),
        ("a.tsv", SENTENCES, "conll", "blank lines divide sentences"),
        pytest.param(
            "a.txt", "\n" * 60 + SENTENCES, "conll", "divide sentences", id="blank lines, which once never ended"
        ),
        ("a.tsv", "", "table", "nothing in it"),
        ("a.txt", "", "conll", "nothing in it"),
        ("a.txt", ' \n{"id": 1, "label": "x"}\n', "jsonl", "starts with {"),
        ("a.json", "[\n", "jsonl", "starts with ["),
        ("a.txt", "{ -LRB-\nEU NNP\n\nand CC\nso RB\n", "conll", "blank lines divide sentences"),
        ("a.txt", "(\tO\nCNN\tB-ORG\n)\tO\n\nHe\tO\nruns\tO\n", "conll", "blank lines divide sentences"),
        ("a.txt", "( O\nCNN B-ORG\n", "conll", "chunk labels"),
        ("a.txt", "(\t(\nCNN\tNNP\n)\t)\n\nHe\tPRP\nruns\tVBZ\n", "conll", "blank lines divide sentences"),
        ("a.txt", "( (\nCNN NNP\n) )\n\nHe PRP\nruns VBZ\n", "conll", "blank lines divide sentences"),
        ("a.txt", '{"a":1}\tO\nCNN\tB-ORG\n\nHe\tO\nruns\tO\n', "conll", "blank lines divide sentences"),
        ("a.txt", '{"a":1} O\nCNN B-ORG\n', "conll", "chunk labels"),
        ("a.txt", "[]\tX\nCNN\tY\n\nHe\tX\nruns\tY\n", "conll", "blank lines divide sentences"),
        ("a.txt", "(S\t(NP a)\t(VP b))\n(S\t(NP c)\t(VP d))\n", "brackets", "starts like one"),
        ("a.txt", "(S a b)\n(S c) d)\n", "brackets", "starts like one"),
        ("a.txt", "(S\n\t(NP O)\n\t(VP O))\n", "brackets", "starts like one"),
        ("a.txt", '{\n\t"id": 1,\n\t"label": "O"\n}\n', "jsonl", "starts with {"),
        ("a.txt", '{"id": 1, "label": "O"\n{"id": 2, "label": "O"}\n', "jsonl", "starts with {"),
        ("a.txt", SENTENCES, "conll", "blank lines divide sentences"),
        ("a", "EU NNP\nrejects VBZ\n \t \nGerman JJ\ncall NN\n", "conll", "blank lines divide sentences"),
        ("a.txt", "-DOCSTART- O\n\nEU B-ORG\nrejects O\n", "conll", ""),
        ("a.txt", "EU\tB-ORG\nrejects\tO\n", "conll", "chunk labels"),
        ("a.txt", "Anna\tB_PER\nleft\tO\n\nhe\tO\n", "conll", "blank lines divide sentences"),
        ("a.tsv", "Anna\tb-per\nleft\to\n\nhe\to\n", "conll", "blank lines divide sentences"),
        ("a", "Anna\tNNP\nleft\tVBD\n\nhe\tPRP\n", "conll", "blank lines divide sentences"),
        ("a.tsv", "Anna\tPER-B\n\nhe\tO\n", "conll", "chunk labels"),
        ("a", "Anna\tB_PER\nhe\tO\n", "conll", "chunk labels"),
        ("a.txt", "id\tada\n1\tx\n\n2\ty\n", "table", "same columns"),
        ("a.txt", "item;ada;bram\n1;x;y\n2;x;y\n", "table", "same columns"),
        ("a.txt", 'item,ada,bram\n1,"x, y",x\n2,"x, y","x, y"\n3,x,"x, y"\n', "table", "same columns"),
        ("a.txt", "Item|Rater|Rating\n1|ada|5\n", "table", "first row names"),
        ("a.txt", "EU NNP\nrejects VBZ\n", "conll", "divided by spaces"),
    ],
)
def test_the_format_of_a_file(lay: Lay, name: str, content: str | bytes, format_: str, reason: str) -> None:
    found = sniff(Source(*lay({name: content})))
    assert found.format == format_
    assert reason in found.reason


@pytest.mark.parametrize(
    ("content", "format_"),
    [
        ("( DT\nCNN NNP\n) DT\nHe PRP\n", "conll"),
        ('{"a":1} NN\nHe PRP\n', "conll"),
        ("(S (NP a) (VP b))\n(S (NP c) (VP d))\n", "brackets"),
        ('{"tokens": ["He"], "labels": ["O"]}\n{"tokens": ["Ann"], "labels": ["B-PER"]}\n', "jsonl"),
    ],
)
def test_an_encoding_makes_regular_rows_columns_but_not_trees_or_json(lay: Lay, content: str, format_: str) -> None:
    assert sniff(Source(*lay({"a.txt": content})), of_tokens=True).format == format_


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\0\0\0",
        "This is some prose.\nIt goes on, as prose does.\n\nAnd on.\n",
        "one line of prose",
    ],
)
def test_what_is_no_data_is_refused_with_a_hint(lay: Lay, content: str | bytes) -> None:
    with pytest.raises(ReadError, match=r"a\.txt: error: no format that accord reads.*\[unknown-format\] \(if it is"):
        sniff(Source(*lay({"a.txt": content})))


def test_the_ending_of_a_name() -> None:
    assert [ending(path) for path in ("x/a.B.CSV", "a.tsv.bz2", "a.d/plain", "a.conll.xz")] == [
        ".csv",
        ".tsv",
        "",
        ".conll",
    ]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("item annotator label", {"item": 0, "annotator": 1, "label": 2}),
        ("WorkerId HITId Answer", {"annotator": 0, "item": 1, "label": 2}),
        ("doc_id text_id coder category", {"document": 0, "item": 1, "annotator": 2, "label": 3}),
        ("text comment_id rater-id value", {"item": 1, "annotator": 2, "label": 3}),
        ("text user rating", {"item": 0, "annotator": 1, "label": 2}),
        ("id ada bram", {"item": 0}),
        ("ada bram", {}),
    ],
)
def test_the_roles_of_columns(names: str, found: dict[str, int]) -> None:
    assert roles(names.split()) == found


@pytest.mark.parametrize(
    ("lines", "dialect"),
    [
        (["item,ada", "1,x;y;z", "2,a|b"], Dialect(",")),
        (["item;ada;bram", "1;a,b;c,d"], Dialect(";")),
        (["item|ada", "1|x"], Dialect("|")),
        (["item\tada", "1\tx, y"], Dialect("\t")),
        (["item\tada", '1\t"x"'], Dialect("\t")),
        (["item\tada", '1\t"', '2\t"x"'], Dialect("\t", quoted=False)),
        (["item\tada", '1\t"', '2\t"'], Dialect("\t", quoted=False)),
        (["item\tada", '1\t"x', 'y"', "2\tz"], Dialect("\t")),
        (["item\tada", '1\t"x\ty"', '2\t"z"'], Dialect("\t")),
        (["item\tada", '1\t"x" y', "2\tz"], Dialect("\t", quoted=False)),
        (["1\ta,b,c", "2\ta,,c"], Dialect("\t")),
        (["sep=;", "item,x;ada"], Dialect(";", skipped=1)),
        (["item"], Dialect(",")),
        ([], Dialect(",")),
    ],
)
def test_what_divides_a_table(lines: list[str], dialect: Dialect) -> None:
    assert sniff_dialect(lines) == dialect


@pytest.mark.parametrize(
    ("content", "layout", "twins"),
    [
        ("a\tNOUN\tVERB\nb\tVERB\tNOUN\n", Layout("\t", 3, 0, (2,)), (1, 2)),
        ("a NN B-PER I-PER\nb VB O O\nc NN B-LOC B-LOC\n", Layout(" ", 4, 0, (3,)), (2, 3)),
        ("EU NNP B-NP B-ORG\nsaid VBD B-VP O\n", Layout(" ", 4, 0, (3,)), (3,)),
        ("a x O\nb y O\n", Layout(" ", 3, 0, (2,)), (2,)),
    ],
)
def test_columns_that_hold_the_same_kind_of_labels(
    lay: Lay, content: str, layout: Layout, twins: tuple[int, ...]
) -> None:
    assert twin_columns(Source(*lay({"a.txt": content})), layout) == twins


def test_what_recognises_files_is_asked_only_where_it_may() -> None:
    own = {name: FORMATS.get(name) for name in FORMATS.entries}
    recognised = {name for name, each in own.items() if each.recognise}
    assert {name for name, _ in recognisers("a.bin", "")} == recognised
    assert not any(each.endings for each in own.values())
    assert [name for name, _ in recognisers("a.csv", "item,ada,bram\n1,x,y\n")] == []
    assert [name for name, _ in recognisers("A.ANN", "T1\tORG 0 4\tAcme\n")] == ["brat"]
    assert [name for name, _ in recognisers("a.tsv", "#FORMAT=WebAnno TSV 3.3\n")] == ["webanno"]
