"""From an export of a tool over a report and decisions to a gold standard that the tool imports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from accord.adjudicate.decision import DECIDED
from accord.serve.session import Session
from accord.verbs.read import read
from tests.build import spans_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

TEXT = "Ann \N{GRINNING FACE} saw Bob in Paris.\nShe left for Rome."
MARKED = {
    "ada": [[0, 3, "PER"], [10, 13, "PER"], [17, 22, "LOC"]],
    "bram": [[0, 3, "PER"], [10, 13, "ORG"], [37, 41, "LOC"]],
}
ENDINGS = {"prodigy": ".jsonl", "doccano": ".jsonl", "docbin": ".spacy"}
GOLD = [(0, 3, "PER"), (10, 13, "PER"), (17, 22, "LOC")]


def campaign(accord: Accord, folder: Path, format_: str) -> Path:
    """What two annotators marked in one text, in the format of a tool."""
    records = [{"document": "d1", "annotator": who, "text": TEXT, "spans": held} for who, held in MARKED.items()]
    if format_ == "doccano":  # which has a file for each annotator
        for number, record in enumerate(records):
            path = folder / "campaign" / f"{('ada', 'bram')[number]}.jsonl"
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps({"id": 7, "text": TEXT, "label": record["spans"]}) + "\n", encoding="utf-8")
        return folder / "campaign"
    path, made = folder / "marked.jsonl", folder / ("campaign.jsonl" if format_ == "prodigy" else "campaign")
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    assert accord("convert", path, "--to", format_, "-o", made).code == 0
    return made


def decide(path: Path) -> None:
    """Take the version of the first annotator in every case."""
    session = Session([str(path)])
    for case in session.queue("campaign").cases:
        first = next(each for each in case.versions if "ada" in each.annotators)
        session.store.decide(
            session.desk("campaign").file(), case.id, seen=0, state=DECIDED, who="eve", value=first.value,
            taken=["ada"], versions=case.fingerprint,
        )  # fmt: skip
    session.close()


@pytest.mark.parametrize("format_", ["brat", "webanno", "xmi", "uima-json", "prodigy", "doccano", "docbin"])
def test_the_loop(accord: Accord, tmp_path: Path, format_: str) -> None:
    if format_ in {"xmi", "uima-json"}:
        pytest.importorskip("cassis", reason="the extra 'cas' is not installed")
    path = campaign(accord, tmp_path, format_)
    gold = tmp_path / f"gold{ENDINGS.get(format_, '')}"
    assert accord("report", path, "-o", tmp_path / "report.html").code == 0
    assert "3 cases of campaign not decided yet" in accord("gold", path, "--format", format_, "-o", gold).err
    decide(path)
    done = accord("gold", path, "--format", format_, "-o", gold)
    assert done.code == 0, done.err
    assert loaded(format_, gold) == (TEXT, GOLD)
    again = read(str(gold))
    assert [tuple(span) for who in again.annotators for _, span in spans_of(again, who)] == GOLD


def loaded(format_: str, gold: Path) -> tuple[str, list[tuple[int, int, str]]]:
    """The text and the spans of a gold standard, as the tool's own library has them, where there is one."""
    if format_ in {"prodigy", "doccano"}:
        (record,) = map(json.loads, gold.read_text(encoding="utf-8").splitlines())
        given = (
            record["label"]
            if format_ == "doccano"
            else [(each["start"], each["end"], each["label"]) for each in record["spans"]]
        )
        return record["text"], [(start, end, type_) for start, end, type_ in given]
    if format_ == "brat":
        lines = [line.split("\t") for line in (gold / "d1.ann").read_text(encoding="utf-8").splitlines()]
        spans = [(int(start), int(end), type_) for _, place, _ in lines for type_, start, end in [place.split()]]
        return (gold / "d1.txt").read_text(encoding="utf-8"), spans
    if format_ == "docbin":
        spacy = pytest.importorskip("spacy", reason="the tool's library is not installed")
        (doc,) = spacy.tokens.DocBin().from_disk(gold).get_docs(spacy.blank("en").vocab)
        return doc.text, [(each.start_char, each.end_char, each.label_) for each in doc.ents]
    if format_ == "webanno":
        rows = [line.split("\t") for line in (gold / "gold" / "d1.tsv").read_text(encoding="utf-8").splitlines()]
        marked = [(row[1].split("-"), row[4]) for row in rows if len(row) > 4 and row[4] != "_"]
        utf16 = [(int(start), int(end), type_) for (start, end), type_ in marked]
        return TEXT, [(start - (start > 4), end - (end > 4), type_) for start, end, type_ in utf16]
    cassis = pytest.importorskip("cassis")
    if format_ == "xmi":
        types = cassis.load_typesystem(gold / "gold" / "TypeSystem.xml")
        cas = cassis.load_cas_from_xmi(gold / "gold" / "d1.xmi", typesystem=types)
    else:
        cas = cassis.load_cas_from_json((gold / "gold" / "d1.json").read_text(encoding="utf-8"))
    held = cas.select("de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity")
    found = [(each.begin, each.end, each.value) for each in held]
    return cas.sofa_string, sorted(found)
