from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]
ANNOTATORS = HARBOUR / "annotators"


def records(*marked: tuple[str, str, list[list[object]] | None], length: int = 20) -> str:
    """JSON lines of (document, annotator, spans)."""
    return "\n".join(
        json.dumps({"document": document, "annotator": annotator, "length": length, "spans": spans})
        for document, annotator, spans in marked
    )


def test_json_keeps_its_contract(accord: Accord) -> None:
    done = accord("agree", ANNOTATORS, "-c", "corrected-f1", "--repair", "begin", "--json")
    (result,) = done.json["results"]
    assert set(result) >= {"value", "observed", "expected", "sd", "p", "interval", "signature", "undefined"}
    assert result["value"] == pytest.approx((result["observed"] - result["expected"]) / (1 - result["expected"]))
    assert "|enc:BIO|repair:begin|" in result["signature"]
    assert "|over:documents|" in result["signature"]
    assert len(done.json["pairs"]) == 3
    assert {part["label"] for part in done.json["labels"]} == {"PER", "LOC", "ORG", "SHIP", "DATE"}


@pytest.mark.parametrize("format_", ["text", "csv", "latex", "markdown"])
def test_every_layout_holds_the_parts(accord: Accord, format_: str) -> None:
    done = accord("agree", ANNOTATORS, "-c", "corrected-f1", "--repair", "begin", "-f", format_)
    assert done.code == 0
    assert all(part in done.out for part in ("SHIP", "ada", "doc7"))


@pytest.mark.parametrize("types", ["apart", "joint"])
def test_types_add_up_to_the_whole(accord: Accord, types: str) -> None:
    options = [
        "-c",
        "corrected-f1",
        "--repair",
        "begin",
        "--types",
        types,
        "--match",
        "exact",
        "--draws",
        "0",
        "--json",
    ]
    payload = accord("agree", ANNOTATORS, *options).json
    assert len(payload["labels"]) == 5
    lowest, highest = (choose(part["expected"] for part in payload["labels"]) for choose in (min, max))
    assert lowest < payload["results"][0]["expected"] < highest


def test_spans_need_no_option(accord: Accord, write: Write) -> None:
    path = write("marked.jsonl", records(("d", "ada", [[0, 4, "A"]]), ("d", "bram", [[2, 6, "A"]])))
    result = accord("agree", path, "--json").json["results"][0]
    # one span of 4 each in 20 characters: 17 starts, so 1 - (1 - 2/4) / (1 - chance)
    chance = sum(max(0, 4 - abs(one - other)) for one in range(17) for other in range(17)) / 17**2 / 4
    assert result["observed"] == pytest.approx(0.5)
    assert result["expected"] == pytest.approx(chance)


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ((("d", "ada", [[0, 4, "A"]]), ("e", "bram", [[0, 4, "A"]])), "no document was looked at by two annotators"),
        ((("d", "ada", []), ("d", "bram", [])), "nothing is marked"),
        ((("d", "ada", [[0, 20, "A"]]), ("d", "bram", [[0, 20, "A"]])), "chance would agree as well"),
    ],
)
def test_what_is_undefined_says_why(
    accord: Accord, write: Write, spans: tuple[tuple[str, str, list[list[object]]], ...], said: str
) -> None:
    done = accord("agree", write("marked.jsonl", records(*spans)), "-c", "corrected-f1", "--json")
    assert done.json["results"][0]["value"] is None
    assert done.json["results"][0]["undefined"] == said
    assert accord("agree", write("marked.jsonl", records(*spans)), "-c", "corrected-f1").code == 0


def test_spans_of_one_annotator_that_overlap(accord: Accord, write: Write) -> None:
    nested = [[0, 6, "A"], [2, 4, "A"]]
    path = write("nested.jsonl", records(("d", "ada", nested), ("d", "bram", nested)))
    assert "say --model overlap" in accord("agree", path).err
    assert "say --match union" in accord("agree", path, "--model", "overlap").err
    result = accord("agree", path, "--model", "overlap", "--match", "union", "--json").json["results"][0]
    assert result["value"] == pytest.approx(1)
    assert "chance:sampled:1000" in result["signature"]
    assert 0 < result["sd"] < 1
    assert result["p"] < 0.2
    exact = accord("agree", path, "--model", "overlap", "--match", "exact", "--json").json["results"][0]
    assert exact["observed"] == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-c", "alpha", "--match", "exact"], "--match is for spans"),
        (["-c", "corrected-f1", "-c", "alpha"], "ask for them apart"),
        (["-c", "corrected-f1", "--distance", "masi"], "--distance is for labels"),
        (["-c", "corrected-f1", "--match", "tokn"], "did you mean token"),
        (["-c", "corrected-f1", "--match", "iou:2"], "say which share must be common"),
        (["-c", "corrected-f1", "--reference", "adda"], "did you mean ada"),
        (["-c", "corrected-f1", "--shared", "9"], "cannot share a mark by 9"),
        (["-c", "corrected-f1", "--shared", "two"], "a whole number"),
        (["-c", "corrected-f1", "--shared", "2", "--match", "exact"], "take the match token"),
        (["-c", "corrected-f1", "--shared", "2", "--model", "overlap"], "disjoint spans only"),
        (["-c", "corrected-f1", "--normalize-by-max", "--match", "overlap"], "the matches token and exact"),
        (["-c", "corrected-f1", "--gap", "1", "--model", "overlap"], "for disjoint spans"),
        (["-c", "corrected-f1", "--gap", "100"], "--gap 100 apart: take a smaller gap"),
        (["-c", "corrected-f1", "--permutations", "5"], "--permutations is for labels"),
    ],
)
def test_a_wrong_call_gets_one_line(accord: Accord, options: list[str], said: str) -> None:
    done = (
        accord("agree", ANNOTATORS, "--repair", "begin", *options)
        if "alpha" not in options[1]
        else accord("agree", ANNOTATORS, *options)
    )
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_invalid_sequences_are_refused_until_a_repair_is_named(accord: Accord) -> None:
    done = accord("agree", ANNOTATORS, "-c", "corrected-f1")
    assert done.code == 1
    assert "repair begin, discard, last-type (--repair)" in done.err


def test_one_document_is_warned_of(accord: Accord, write: Write) -> None:
    ada = write("ada.conll", "a\tB-X\nb\tO\n\nc\tO\n")
    bram = write("bram.conll", "a\tO\nb\tB-X\n\nc\tO\n")
    done = accord("agree", ada, bram, "-c", "corrected-f1", "--text", "document")
    assert "does the file lack document marks?" in done.out


def test_characters_and_tokens_are_not_added_up(accord: Accord, write: Write) -> None:
    both = [
        {"document": "d", "annotator": who, "text": "abcdef", "spans": [[0, 2, "A"]]} for who in ("ada", "bram")
    ] + [{"document": "e", "annotator": who, "tokens": ["a", "b"], "spans": [[0, 1, "A"]]} for who in ("ada", "bram")]
    done = accord("agree", write("both.jsonl", "\n".join(map(json.dumps, both))))
    assert done.code == 2
    assert "measure them apart" in done.err


def test_every_part_has_sd_z_and_p(accord: Accord) -> None:
    payload = accord("agree", ANNOTATORS, "-c", "corrected-f1", "--repair", "begin", "--json").json
    for part in (*payload["results"], *payload["labels"], *payload["pairs"], *payload["documents"]):
        assert part["z"] == pytest.approx((part["observed"] - part["expected"]) / part["sd"])
        assert part["p"] == pytest.approx(1 / 1_001)
    pair = payload["pairs"][0]
    only = ("--annotators", pair["first"], "--annotators", pair["second"])
    alone = accord("agree", ANNOTATORS, "-c", "corrected-f1", "--repair", "begin", *only, "--json").json["results"][0]
    for name in ("value", "observed", "expected", "sd", "z"):
        assert pair[name] == pytest.approx(alone[name])
    assert pair["interval"]["low"] == pytest.approx(alone["interval"]["low"])


@pytest.mark.parametrize(
    "options", [["--shared", "2"], ["--match", "union"], ["--types", "joint"], ["--reference", "ada"]]
)
def test_parts_add_up_whatever_is_measured(accord: Accord, options: list[str]) -> None:
    asked = ("agree", ANNOTATORS, "-c", "corrected-f1", "--repair", "begin", "--draws", 50, *options)
    payload = accord(*asked, "--json").json
    rows = list(csv.DictReader(StringIO(accord(*asked, "--format", "csv").out)))
    parts = [*payload["results"], *payload["labels"], *payload["pairs"], *payload["documents"]]
    rows = [row for row in rows if row["part"] in {"all", "label", "pair", "document"}]
    assert len(rows) == len(parts)
    for row, part in zip(rows, parts, strict=True):
        for name in ("value", "sd", "z", "p"):
            assert float(row[name]) == part[name]
        assert 0 < part["sd"] < 1


def test_without_draws_p_is_normal_and_what_cannot_be_counted_out_says_so(accord: Accord, write: Write) -> None:
    path = write("d.jsonl", records(("d", "ada", [[0, 4, "A"]]), ("d", "bram", [[0, 4, "A"]])))
    assert "p: by the normal distribution" in accord("agree", path, "--draws", 0).out
    done = accord("agree", path, "--draws", 0, "--match", "union")
    assert "the spread by chance is too costly to compute exactly: ask for draws" in done.out
    assert done.code == 0


def test_a_text_beyond_all_memory_is_refused(accord: Accord, write: Write) -> None:
    path = write("long.jsonl", records(("d", "ada", [[0, 4, "A"]]), ("d", "bram", [[0, 4, "A"]]), length=10**12))
    done = accord("agree", path)
    assert done.code == 2
    assert "a text of 1,000,000,000,000 is too long" in done.err


def test_texts_that_nobody_marked_anything_in(accord: Accord, write: Write) -> None:
    path = write(
        "sparse.jsonl",
        records(("d", "ada", []), ("d", "bram", []), ("e", "ada", [[0, 2, "A"]]), ("e", "bram", [[1, 3, "A"]])),
    )
    for options in ([], ["--types", "joint"], ["--match", "union"], ["--shared", "2"]):
        empty, marked = accord("agree", path, *options, "--json").json["documents"]
        assert (empty["value"], empty["undefined"], empty["sd"], empty["p"]) == (None, "nothing is marked", None, None)
        assert marked["sd"] > 0
