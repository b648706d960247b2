from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

import accord as package
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Accord

GOLD = HARBOUR / "reference.conll"
ANNOTATORS = HARBOUR / "annotators"


def test_of_a_gold_standard_the_hardest_document_comes_first(accord: Accord) -> None:
    done = accord("difficulty", GOLD)
    assert done.code == 0
    assert "    0.7886     0.2114         85    178" in done.out
    assert done.out.index("doc4") < done.out.index("doc8")
    assert "annotator  difficulty" not in done.out


def test_of_several_annotators_each_is_shown_and_with_many_documents_both_ends(accord: Accord) -> None:
    done = accord("difficulty", ANNOTATORS, "--repair", "begin", "--top", 2)
    assert "Each annotator as the standard" in done.out
    hardest, easiest = done.out.split("The hardest documents")[1].split("The easiest documents")
    assert "doc3" in hardest
    assert "doc8" in easiest
    assert "of 12 documents; --top 6 shows all" in easiest


def test_json_csv_and_python_say_the_same(accord: Accord) -> None:
    payload = accord("difficulty", GOLD, "--json").json
    rows = list(csv.DictReader(io.StringIO(accord("difficulty", GOLD, "-f", "csv").out)))
    assert float(rows[0]["difficulty"]) == payload["value"] == package.difficulty(GOLD).whole.value
    assert payload["value"] + payload["chance"] == pytest.approx(1)
    assert rows[0]["signature"] == payload["signature"]
    named = [row["name"] for row in rows if row["part"] == "document"]
    assert named == [part["document"] for part in payload["documents"]]


def test_by_sentence(accord: Accord, write: Callable[..., Path]) -> None:
    """A span of one of n tokens is met by chance in 1 / n; of both sentences together in (1/2 + 1/4) / 2."""
    path = write("two.conll", "a B-X\nb O\n\nc O\nd B-X\ne O\nf O\n")
    payload = accord("difficulty", path, "--json").json
    assert [(each["sentence"], each["value"]) for each in payload["sentences"]] == [(1, 0.5), (2, 0.75)]
    assert payload["value"] == 0.625
    assert "By sentence, the hardest first" in accord("difficulty", path).out
    rows = accord("difficulty", path, "--format", "csv").out.splitlines()
    assert sum(row.startswith("sentence,") for row in rows) == 2


def test_a_pair_that_touches_is_left_out_under_a_gap_and_its_place_is_named(
    accord: Accord, write: Callable[..., Path]
) -> None:
    path = write("gap.conll", "a B-X\nb O\nc O\n\n" * 10 + "d B-X\ne B-X\nf O\n")
    done = accord("difficulty", path, "--gap", 1)
    assert done.code == 0
    assert "sentences with spans less than 1 apart (the first: " in done.out
    assert ", sentence 11)" in done.out
    alone = write("alone.conll", "d B-X\ne B-X\nf O\n")
    refused = accord("difficulty", alone, "--gap", 1)
    assert refused.code == 2
    assert "1 of 1 sentence have spans less than --gap 1 apart: take a smaller gap" in refused.err


@pytest.mark.parametrize("format_", ["latex", "markdown"])
def test_other_formats(accord: Accord, format_: str) -> None:
    assert "0.7886" in accord("difficulty", GOLD, "--format", format_).out


def test_choices_change_the_value_and_stand_in_the_signature(accord: Accord) -> None:
    choices = ("--match", "exact", "--types", "ignore", "--text", "document", "--gap", 0, "--model", "overlap")
    payload = accord("difficulty", GOLD, *choices, "--json").json
    assert payload["unit"] == "document"
    assert payload["signature"].startswith(
        "difficulty|match:exact|model:overlap|types:ignore|of:gold|text:document|unit:token|texts:12|"
    )


def test_a_text_without_spans_has_no_difficulty(accord: Accord, write: Callable[..., Path]) -> None:
    path = write("gold.conll", "a\tO\nb\tO\n\n")
    done = accord("difficulty", path, "--encoding", "BIO")
    assert done.code == 0
    assert "undefined: nothing is marked" in done.out
    assert accord("difficulty", path, "--encoding", "BIO", "--json").json["value"] is None


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([ANNOTATORS], 1, "say how to read invalid sequences"),
        ([GOLD, "--match", "tokne"], 2, "did you mean token?"),
        ([GOLD, "--match", "union"], 2, "which the match union is not: take token"),
        ([GOLD, "--annotators", "ada"], 2, "there is no annotator 'ada'"),
        ([HARBOUR / "urgency.csv"], 2, "there are no spans"),
    ],
)
def test_what_cannot_be_measured_is_refused(accord: Accord, arguments: list[object], code: int, said: str) -> None:
    done = accord("difficulty", *arguments)
    assert done.code == code
    assert said in done.err


def test_spans_that_are_given_as_such(accord: Accord, write: Callable[..., Path]) -> None:
    line = '{{"text": "harbour lights", "annotator": "{}", "spans": [{{"start": {}, "end": {}}}]}}\n'
    path = write("spans.jsonl", line.format("ada", 0, 7) + line.format("bram", 8, 14))
    payload = accord("difficulty", path, "--json").json
    assert (payload["unit"], payload["of"]) == ("document", "character")
    assert [part["annotator"] for part in payload["annotators"]] == ["ada", "bram"]
    assert 0 < payload["value"] < 1
