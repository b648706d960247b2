"""Tables of errors in translations: layers, scores, and what is no error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accord.errors import ReadError
from accord.model import ItemLabels, Span, Spans
from accord.verbs.agree import agree
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "wmt_mqm"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")
HEADER = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\t# more\n"


def row(rater: str, target: str, category: str, severity: str, source: str = "Ann left.") -> str:
    return f'sys\td1\t1\t7\t{rater}\t{source}\t{target}\t{category}\t{severity}\t{{"a":1}}\n'


def test_several_errors_of_a_segment_and_none(lay: Lay) -> None:
    path = lay(
        {
            "a.tsv": HEADER
            + row("r1", "Ann <v>links</v>.", "Accuracy/Mistranslation", "Major")
            + row("r1", "Ann links<v>.</v>", "Fluency/Punctuation", "Minor")
            + row("r1", "Ann links.", "Found", "HOTW-test")
            + row("r2", "Ann links. ", "No-error", "No-error")
        }
    )
    corpus = read(path)
    assert list(corpus.layers) == ["errors", "severity", "score"]
    found = {who: each.spans for (_, who), each in corpus.annotations.items() if isinstance(each, Spans)}
    assert found == {
        "r1": (Span(4, 9, "Accuracy/Mistranslation"), Span(9, 10, "Fluency/Punctuation")),
        "r2": (),
    }
    assert corpus.documents[0].text == "Ann links."
    scores = read(path, layer="score").annotations
    assert {key: each.labels for key, each in scores.items() if isinstance(each, ItemLabels)} == {
        ("d1", "r1"): {"1 sys": "5.1"},
        ("d1", "r2"): {"1 sys": "0"},
    }
    assert any("left out: 1 attention test" in line for line in corpus.assumptions)


def test_errors_of_the_source_cost_nothing_and_stand_apart(lay: Lay) -> None:
    path = lay(
        {
            "a.tsv": HEADER
            + row("r1", "Ann links.", "Source issue", "Minor", "Ann <v>left</v>.")
            + row("r2", "<v>Ann links.</v>", "Non-translation!", "Major")
            + row("r3", "Ann links.", "Style", "Grave")
        }
    )
    corpus = read(path)
    assert list(corpus.layers) == ["errors", "severity", "score", "source"]
    of_source = read(path, layer="source").annotations
    assert {who: each.spans for (_, who), each in of_source.items() if isinstance(each, Spans)} == {
        "r1": (Span(4, 8, "Source issue"),),
        "r2": (),
        "r3": (),
    }
    scores = read(path, layer="score").annotations
    labels = {who: each.labels for (_, who), each in scores.items() if isinstance(each, ItemLabels)}
    assert labels == {"r1": {"1 sys": "0"}, "r2": {"1 sys": "25"}}  # nobody knows what a grave error costs
    assert any("1 error without a mark" in line for line in corpus.assumptions)


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        pytest.param(row("r1", "Ann <v>links.", "Style", "Minor"), "a.tsv:2 error invalid-span", id="open mark"),
        pytest.param(
            row("r1", "Ann links.", "Style", "Minor").replace("\t7", ""), "a.tsv:2 error ragged-row", id="cells"
        ),
        pytest.param(row("", "Ann links.", "Style", "Minor"), "a.tsv:2 error missing-annotator", id="nobody"),
        pytest.param(
            row("r1", "Ann links.", "Style", "Minor") + row("r1", "Ann ging.", "Style", "Minor"),
            "a.tsv:3 error text-mismatch",
            id="another translation",
        ),
        pytest.param("", "a.tsv error empty-file", id="nothing"),
    ],
)
def test_refused(refused: Refused, rows: str, code: str) -> None:
    cut = HEADER.replace("\tmetadata\t# more", "") if "ragged" in code else HEADER
    rows = rows.replace('\t{"a":1}', "") if "ragged" in code else rows
    assert refused({"a.tsv": cut + rows}) == [code]


@REAL
@pytest.mark.data
def test_one_rater_per_segment() -> None:
    corpus = read(DATA / "mqm_ted_ende_talk.1.tsv")
    held = [each for each in corpus.annotations.values() if isinstance(each, Spans)]
    assert (len(corpus.documents), len(corpus.annotators), len(held)) == (
        239,
        4,
        238,
    )  # and the talk, in which segments have scores
    severities = read(DATA / "mqm_ted_ende_talk.1.tsv", layer="severity").annotations.values()
    found = [span.type for each in severities if isinstance(each, Spans) for span in each.spans]
    assert (found.count("Minor"), found.count("Major")) == (105, 53)  # of 106, two stand in the same place
    assert any(
        "159 errors in 238 segments" in line and "1 error of the severity" in line for line in corpus.assumptions
    )
    assert sum(len(each.spans) for each in held) == 159
    assert sum(not each.spans for each in held) == 130


@REAL
@pytest.mark.data
def test_side_by_side_with_three_raters() -> None:
    path = DATA / "sxs_mqm_generalMT2023_ende_slice.tsv"
    severities = read(path, layer="severity").annotations
    found = [span.type for each in severities.values() if isinstance(each, Spans) for span in each.spans]
    assert (found.count("Minor"), found.count("Major")) == (37, 3)
    assert len({document for document, _ in severities}) == 5
    assert len(severities) == 15
    assert any("left out: 2 attention tests" in line for line in read(path).assumptions)
    assert agree(read(path, layer="score")).used["items"] == 5


def test_columns_that_are_needed(lay: Lay) -> None:
    path = lay({"a.tsv": "system\tdoc\trater\nx\ty\tz\n"})
    with pytest.raises(ReadError, match="no column is called source or target or category or severity or seg_id"):
        read(path, format="mqm")
