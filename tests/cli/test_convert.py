from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

import accord
from accord.errors import AccordError
from accord.formats.output import file_names, whole_folder
from accord.verbs.convert import Converted
from tests.cli.conftest import HARBOUR, Accord


def values(accord: Accord, path: Path, *options: str) -> object:
    held = json.loads(accord("agree", path, *options, "--json", "-q").out)
    return [(each["coefficient"], each["value"], each["interval"]) for each in held["results"]]


def test_annotators_that_a_format_names_share_a_file(accord: Accord, tmp_path: Path) -> None:
    out = tmp_path / "radio.jsonl"
    done = accord("convert", HARBOUR / "radio.csv", "--to", "jsonl", "-o", out)
    assert (done.code, "3 documents by 3 annotators as jsonl" in done.err) == (0, True)
    assert values(accord, out, "-c", "gamma") == values(accord, HARBOUR / "radio.csv", "-c", "gamma")


def test_a_folder_with_a_file_for_each_annotator(accord: Accord, tmp_path: Path) -> None:
    out = tmp_path / "there"
    assert accord("convert", HARBOUR / "annotators", "--to", "conll", "-o", out).code == 0
    assert sorted(path.name for path in out.iterdir()) == ["ada.conll", "bram.conll", "chloe.conll"]
    options = ("-c", "corrected-f1", "--repair", "begin")
    assert values(accord, out, *options) == values(accord, HARBOUR / "annotators", *options)
    again = accord("convert", HARBOUR / "annotators", "--to", "conll", "-o", out)
    assert (again.code, "something is there already" in again.err) == (2, True)


def test_what_a_format_has_no_place_for_is_refused_or_said(accord: Accord, tmp_path: Path) -> None:
    refused = accord("convert", HARBOUR / "urgency.csv", "--to", "conll", "-o", tmp_path / "x")
    assert refused.code == 2
    assert "conll has no place for labels of items: write them as table, jsonl" in refused.err
    unknown = accord("convert", HARBOUR / "urgency.csv", "--to", "jsn", "-o", tmp_path / "x")
    assert "did you mean jsonl" in unknown.err
    read_only = accord("convert", HARBOUR / "urgency.csv", "--to", "elan", "-o", tmp_path / "x")
    assert "elan is read and not written" in read_only.err
    assert not (tmp_path / "x").exists()
    said = accord("convert", HARBOUR / "trees", "--to", "jsonl", "--layer", "upos", "-o", tmp_path / "upos.jsonl", "-q")
    assert (said.code, said.err) == (0, "")


def test_chunk_labels_become_spans_and_spans_chunk_labels(accord: Accord, tmp_path: Path) -> None:
    text = "Ann Lee works for Acme Inc."
    spans = {"ada": [[0, 7, "PER"], [18, 26, "ORG"]], "bram": [[0, 2, "PER"], [18, 27, "ORG"]]}
    lines = [
        json.dumps({"document": "d", "annotator": who, "text": text, "spans": held}) for who, held in spans.items()
    ]
    (tmp_path / "spans.jsonl").write_text("\n".join(lines))
    done = accord("convert", tmp_path / "spans.jsonl", "--to", "conll", "-o", tmp_path / "made", "-e", "BIOES")
    assert done.code == 0
    assert "does not begin and end where tokens do" in done.err  # "An" is widened to "Ann"
    labels = [row.split("\t")[1] for row in (tmp_path / "made" / "ada.conll").read_text().splitlines() if "\t" in row]
    assert labels == ["B-PER", "E-PER", "O", "O", "B-ORG", "E-ORG", "O"]
    nested = {"document": "d", "annotator": "ada", "text": text, "spans": [[0, 7, "PER"], [4, 7, "LAST"]]}
    (tmp_path / "nested.jsonl").write_text(json.dumps(nested))
    refused = accord("convert", tmp_path / "nested.jsonl", "--to", "conll", "-o", tmp_path / "x")
    assert (refused.code, "--overlaps longest" in refused.err) == (1, True)
    assert (
        accord(
            "convert", tmp_path / "nested.jsonl", "--to", "conll", "--overlaps", "longest", "-o", tmp_path / "x"
        ).code
        == 0
    )


def test_over_what_is_read_nothing_is_written(accord: Accord, tmp_path: Path) -> None:
    table = tmp_path / "labels.csv"
    table.write_text("item,annotator,label\n1,ada,x\n1,bram,y\n")
    assert accord("convert", table, "--to", "jsonl", "-o", table).code == 2
    assert table.read_text().startswith("item")


def test_from_python(tmp_path: Path) -> None:
    done = accord.convert({"ada": ["x", "y"], "bram": ["x", "x"]}, tmp_path / "labels.csv", "table")
    assert isinstance(done, Converted)
    assert accord.read(done.path).annotators == ("ada", "bram")
    with pytest.raises(AccordError, match="name files"):
        accord.convert(accord.read(done.path), tmp_path / "x", "BIOES")


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def fail() -> None:
        with whole_folder(str(tmp_path / "made")) as folder:
            (folder / "first").write_text("x")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_names_of_files_are_different_and_safe() -> None:
    names = [".", "..", "", "a/b", "a-b", "A-B", "aux", "x" * 300, "y\n", "日本", "__init__"]
    made = file_names(names, ".ann")
    assert len({each.casefold() for each in made.values()}) == len(names)
    assert all(Path(each).name == each and not each.startswith((".", "__")) for each in made.values())
    assert made["日本"] == "日本.ann"


def test_gold_of_several_files_is_one_archive(tmp_path: Path) -> None:
    from accord.adjudicate.export import Exported

    made = Exported("places-gold", b"", {}, {"a/d.ann": b"T1", "a/d.txt": b"x"})
    (tmp_path / "gold.zip").write_bytes(made.archive())
    assert ZipFile(tmp_path / "gold.zip").namelist() == ["places-gold/a/d.ann", "places-gold/a/d.txt"]
    made.save(str(tmp_path / "gold"))
    assert (tmp_path / "gold" / "a" / "d.ann").read_bytes() == b"T1"
