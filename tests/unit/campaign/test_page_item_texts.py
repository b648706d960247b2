"""Items whose own files have no text get the one that another file of the campaign has, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.campaign.item_texts import ItemTexts
from accord.campaign.report import report_payload

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SENTENCES = {"s1": "The Gannet sails", "s2": "No ship left", "7": "Nobody knows"}
VOTES = "item,ada,bram\ns1,calm,gale\ns2,calm,calm\n7,gale,calm\ns9,gale,calm\n"


def write_sentences(file: Path, texts: dict[str, str]) -> None:
    rows = ["\n".join([f"# sent_id = {id_}", *(f"{word}\tO" for word in text.split())]) for id_, text in texts.items()]
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n\n".join(rows) + "\n", encoding="utf-8")


def layer_of(folder: Path, name: str) -> dict[str, Any]:
    layers = report_payload(str(folder), budget=0)["layers"]
    return next(layer for layer in layers if layer["name"] == name)


def test_a_text_is_taken_from_the_file_that_has_the_id(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_text(VOTES, encoding="utf-8")
    for who in ("ada", "bram"):
        write_sentences(tmp_path / "marks" / f"{who}.conll", SENTENCES)
    layer = layer_of(tmp_path, "votes")
    found = {item["item"]: (item["text"], item["text_from"]) for item in layer["items"]["shown"]}
    assert found == {
        "s1": ("The Gannet sails", "ada.conll"),
        "7": (None, None),  # an id of digits alone says too little
        "s9": (None, None),
    }
    parts = {part["id"]: part["tokens"] for text in layer["texts"] for part in text["parts"]}
    assert parts["votes:s2"] == ["No ship left"]
    assert parts["votes:7"] == ["7"]


def test_a_text_is_found_in_the_files_of_layers_that_are_not_chosen(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_text(VOTES, encoding="utf-8")
    write_sentences(tmp_path / "marks" / "ada.conll", SENTENCES)
    (tmp_path / "broken.csv").write_text("item,ada,bram\ns1,'", encoding="utf-8")
    (layer,) = report_payload(str(tmp_path), budget=0, layer="votes")["layers"]
    found = {item["item"]: item["text"] for item in layer["items"]["shown"]}
    assert found == {"s1": "The Gannet sails", "7": None, "s9": None}


def test_where_files_have_other_texts_under_one_id_none_is_taken(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_text(VOTES, encoding="utf-8")
    for folder, text in (("marks", "The Gannet sails"), ("others", "A cormorant waits")):
        for who in ("ada", "bram"):
            write_sentences(tmp_path / folder / f"{who}.conll", {"s1": text, "s2": "No ship left"})
    layer = layer_of(tmp_path, "votes")
    assert {item["item"]: item["text"] for item in layer["items"]["shown"]} == dict.fromkeys(("s1", "7", "s9"))
    parts = {part["id"]: part["tokens"] for text in layer["texts"] for part in text["parts"]}
    assert parts["votes:s1"] == ["s1"]
    assert parts["votes:s2"] == ["No ship left"]


def test_other_files_are_not_looked_at_where_items_have_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        f'{{"item": "s1", "text": "The Gannet sails", "annotator": "{who}", "label": "{label}"}}'
        for who, label in (("ada", "calm"), ("bram", "gale"))
    ]
    (tmp_path / "votes.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    for who in ("ada", "bram"):
        write_sentences(tmp_path / "marks" / f"{who}.conll", SENTENCES)

    def never(*_: object) -> None:
        raise AssertionError("other files were looked at")

    monkeypatch.setattr(ItemTexts, "__init__", never)
    (item,) = layer_of(tmp_path, "votes")["items"]["shown"]
    assert (item["text"], item["text_from"]) == ("The Gannet sails", None)
