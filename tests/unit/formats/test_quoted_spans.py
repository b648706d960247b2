"""Spans that name words and no place, as language models return them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.errors import ReadError
from accord.formats.quoted_spans import place_quotes

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "Rome is in Italy. Romeo left Rome."


def placed(*named: tuple[str, str]) -> list[tuple[int, int, str]]:
    """Where words are put."""
    found = place_quotes([{"text": words, "label": label} for words, label in named], TEXT).spans
    return [(int(each["start"]), int(each["end"]), each["label"]) for each in found]


@pytest.mark.parametrize(
    ("named", "wanted"),
    [
        ([("Italy", "LOC")], [(11, 16, "LOC")]),
        ([("Rome", "LOC"), ("Rome", "LOC")], [(0, 4, "LOC"), (29, 33, "LOC")]),
        ([("Rome", "LOC"), ("Rome", "PER")], [(0, 4, "LOC"), (29, 33, "PER")]),
        ([("Rome", "LOC")], []),
        ([("Rom", "LOC")], []),
        ([("Romeo", "PER"), ("Romeo", "ORG")], [(18, 23, "PER"), (18, 23, "ORG")]),
        ([("Romeo", "PER"), ("Romeo", "PER")], [(18, 23, "PER")]),
        ([("Berlin", "LOC")], []),
        ([("tal", "X")], [(12, 15, "X")]),
    ],
)
def test_words_are_put_where_they_stand(named: list[tuple[str, str]], wanted: list[tuple[int, int, str]]) -> None:
    """Not within other words, if they stand by themselves too: Rome is twice there, and Rom three times, in words."""
    assert placed(*named) == wanted


def write(path: Path, name: str, spans: list[Any], **more: Any) -> Path:
    file = path / name
    file.write_text(json.dumps({"document": "d", **more, "spans": spans}) + "\n", encoding="utf-8")
    return file


def test_what_has_no_place_counts_as_spurious_in_a_system_only(tmp_path: Path) -> None:
    """Of two in the reference one is found; three were predicted, one of them of words that are not there."""
    gold = write(tmp_path, "gold.jsonl", [[0, 4, "LOC"], [11, 16, "LOC"]], text=TEXT)
    named = [{"text": "Italy", "label": "LOC"}, {"text": "Rome", "label": "LOC"}, {"text": "Paris", "label": "LOC"}]
    system = write(tmp_path, "system.jsonl", named, text=TEXT)
    scores = accord.score(gold, system)
    assert scores.run.headline.counts == (2, 3, 1)
    assert any(
        "2 spans without a place in the text: each counts as a spurious one" in said for said in scores.assumptions
    )
    for match in ("token", "boundary:1000000", "overlap"):
        assert accord.score(gold, system, match=match).run.headline.counts[2] in {1, 5}
    with pytest.raises(ReadError, match="of the reference without a place"):
        accord.score(system, gold)
    with pytest.raises(ReadError) as refused:
        accord.read(system)
    assert [finding.code for finding in refused.value.findings] == ["unplaced-span"] * 2  # type: ignore[attr-defined]


def test_without_a_text_there_is_no_place(tmp_path: Path) -> None:
    file = write(tmp_path, "system.jsonl", [{"text": "Italy", "label": "LOC"}], length=40)
    with pytest.raises(ReadError, match="and no text"):
        accord.read(file)
