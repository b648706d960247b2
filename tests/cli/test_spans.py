"""Files of spans on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

    Write = Callable[..., Path]

MARKED = """\
{"document": "d1", "annotator": "ada", "text": "Pym left Gannet Rock.", "spans": [[0, 3, "PER"], [9, 20, "LOC"]]}
{"document": "d1", "annotator": "bram", "text": "Pym left Gannet Rock.", "spans": []}
{"document": "d2", "annotator": "ada", "text": "Pym stayed.", "spans": [[0, 3, "PER"]]}
"""


def test_check_says_how_much_was_checked(accord: Accord, write: Write) -> None:
    path = write("marked.jsonl", MARKED)
    assert accord("check", path) == (0, f"{path}: 0 errors in 3 spans, 2 types, 2 documents, 2 annotators\n", "")
    path = write("bad.jsonl", MARKED.replace("[9, 20", "[9, 40"))
    done = accord("check", path, "--json")
    assert (done.code, [(finding["line"], finding["code"]) for finding in done.json]) == (1, [(1, "invalid-span")])


def test_summary_and_count(accord: Accord, write: Write) -> None:
    path = write("marked.jsonl", MARKED)
    table = accord("summary", path).out.splitlines()
    assert table[0].endswith("3 spans of 2 types in 2 documents by 2 annotators, 1 of 3 annotations without a span")
    assert [row.split() for row in table[2:]] == [
        ["PER", "2", "66.67", "6", "3.00"],
        ["LOC", "1", "33.33", "11", "11.00"],
        ["all", "3", "100.00", "17", "5.67"],
    ]
    (summary,) = accord("summary", path, "--json").json
    assert summary["spans"] == {"unit": "character", "annotators": 2, "annotations": 3, "without_spans": 1}
    assert "annotation without a span,,,1," in accord("summary", path, "--format", "csv").out
    assert accord("count", path, "--surface", "--json").json == [
        {"count": 2, "type": "PER", "text": "Pym"},
        {"count": 1, "type": "LOC", "text": "Gannet Rock"},
    ]


def test_verbs_for_labels_refuse_spans_in_one_line(accord: Accord, write: Write) -> None:
    path = write("marked.jsonl", MARKED)
    for arguments in (("text", path), ("agree", path, "-c", "alpha")):
        done = accord(*arguments)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert "spans" in done.err
