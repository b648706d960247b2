"""Files of relations: which are read as such, by whom, and that what is written reads back the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from accord.errors import ReadError, UsageError
from accord.formats.writer import writer_for
from accord.model import Corpus, Document, Severity, Span, Spans
from accord.model.relation import Relation, Relations
from accord.verbs.agree import agree
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

TEXT = "Ann works for Acme in Oslo."
ANN = {"id": "e1", "start": 0, "end": 3, "type": "PER"}
ACME = {"id": "e2", "start": 14, "end": 18, "type": "ORG"}
WORKS = {"source": "e1", "target": "e2", "type": "works_for"}
ADA: dict[str, Any] = {"document": "a", "text": TEXT, "annotator": "ada", "mentions": [ANN, ACME], "relations": [WORKS]}
BRAM = ADA | {"annotator": "bram", "relations": []}
SPANS = (Span(0, 3, "PER"), Span(14, 18, "ORG"))
ENTITIES = [
    {"id": 7, "label": "PER", "start_offset": 0, "end_offset": 3},
    {"id": 9, "label": "ORG", "start_offset": 14, "end_offset": 18},
]
DOCCANO: dict[str, Any] = {"id": 5, "text": TEXT, "entities": ENTITIES}


def lines(*records: Mapping[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def linked(corpus: Corpus) -> dict[tuple[str, str], tuple[Relation, ...]]:
    layers = {key: layer for key, layer in corpus.annotations.items() if isinstance(layer, Relations)}
    assert len(layers) == len(corpus.annotations)
    return {key: layer.relations for key, layer in layers.items()}


def test_relations_are_a_layer_of_their_own(lay: Lay) -> None:
    corpus = read(lay({"a.jsonl": lines(ADA, BRAM)}))
    assert corpus.layer.kind == "relations"
    assert corpus.documents == (Document("a", (), TEXT),)
    assert corpus.annotations == {
        ("a", "ada"): Relations(SPANS, (Relation(0, 1, "works_for"),), 27, file="a.jsonl", line=1),
        ("a", "bram"): Relations(SPANS, (), 27, file="a.jsonl", line=2),
    }
    what = "JSON lines with relations between mentions of characters in 'mentions', one annotator per line"
    assert corpus.assumptions == (f"a.jsonl: read as jsonl (its name ends in .jsonl): {what}",)


def test_a_file_an_annotator(lay: Lay) -> None:
    arc = {"id": 1, "from_id": 7, "to_id": 9, "type": "works_for"}
    other = DOCCANO | {"id": 6, "relations": []}
    files = {
        "ada.jsonl": lines(DOCCANO | {"relations": [arc]}, other),
        "bram.jsonl": lines(DOCCANO | {"relations": []}, other | {"relations": [arc]}),
    }
    works = (Relation(0, 1, "works_for"),)
    assert linked(read(lay(files))) == {
        ("5", "ada"): works,
        ("6", "ada"): (),
        ("5", "bram"): (),
        ("6", "bram"): works,
    }


def test_a_file_without_any_relation_holds_spans(lay: Lay) -> None:
    """doccano writes the key in all projects."""
    corpus = read(lay({"ada.jsonl": lines(DOCCANO | {"relations": []}, DOCCANO | {"id": 6, "relations": []})}))
    assert [type(each) for each in corpus.annotations.values()] == [Spans, Spans]


def test_mentions_without_any_relation_are_relations_still(lay: Lay) -> None:
    assert linked(read(lay({"a.jsonl": lines(BRAM)}))) == {("a", "bram"): ()}


def test_the_spans_of_relations_can_be_asked_for(lay: Lay) -> None:
    paths = lay({"ada.jsonl": lines(DOCCANO | {"relations": [{"from_id": 7, "to_id": 9, "type": "w"}]})})
    corpus = read(paths, label="entities")
    assert [each.spans for each in corpus.annotations.values() if isinstance(each, Spans)] == [SPANS]


def test_spans_and_relations_are_not_read_together(lay: Lay) -> None:
    paths = lay({"a.jsonl": lines(ADA), "b.jsonl": lines({"text": TEXT, "annotator": "bram", "spans": [[0, 3]]})})
    with pytest.raises(UsageError, match=r"there are relations, and spans: read the files apart"):
        read(paths)


def test_findings_have_their_lines(refused: Refused) -> None:
    wrong = ADA | {"relations": [WORKS | {"target": "e9"}]}
    assert refused({"a.jsonl": lines(BRAM, wrong, BRAM | {"text": TEXT[:-1]})}) == [
        "a.jsonl:2 error invalid-relation",
    ]
    assert refused({"a.jsonl": lines(ADA, BRAM | {"text": "Bob" + TEXT[3:]}, ADA | {"annotator": "chloe"})}) == [
        "a.jsonl:2 error text-mismatch",
    ]
    assert refused({"a.jsonl": lines(ADA, ADA)}) == ["a.jsonl:2 error duplicate-document"]
    nameless = {key: value for key, value in ADA.items() if key != "annotator"}
    assert refused({"a.jsonl": lines(nameless, BRAM)}) == ["a.jsonl:1 error missing-annotator"]


def renamed(old: str, new: str) -> dict[str, Any]:
    """What bram has, with another key."""
    return {new if key == old else key: value for key, value in (BRAM | {"relations": [WORKS]}).items()}


@pytest.mark.parametrize(
    ("bram", "finding"),
    [
        (renamed("mentions", "mention"), "missing-mentions: 'relations' without the mentions that they link"),
        (renamed("relations", "relatons"), "unknown-key: nothing is read from the key 'relatons'"),
        (renamed("relations", "Relations"), "unknown-key: nothing is read from the key 'Relations'"),
        ({"document": "a", "text": TEXT, "annotator": "bram", "span": []}, "unknown-key: nothing is read from the key"),
        ({"document": "a", "text": TEXT, "annotator": "bram", "relations": [WORKS]}, "missing-mentions: 'relations' w"),
        (
            {"document": "a", "text": TEXT, "annotator": "bram", "relations": []},
            "missing-mentions: 'relations' by bram",
        ),
    ],
)
def test_nobody_vanishes_by_a_key_that_is_misspelt_or_missing(lay: Lay, bram: dict[str, Any], finding: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(lay({"a.jsonl": lines(ADA, bram, ADA | {"annotator": "chloe"})}))
    (found,) = map(str, caught.value.findings)
    code, message = finding.split(": ", 1)
    assert f"a.jsonl:2: error: {message}" in found
    assert f"[{code}]" in found


def test_a_misspelt_key_is_followed_by_the_one_that_is_meant(lay: Lay) -> None:
    with pytest.raises(ReadError) as caught:
        read(lay({"a.jsonl": lines(ADA, renamed("mentions", "mention"), renamed("relations", "relatons"))}))
    hints = [str(each).rsplit(" (", 1)[1] for each in caught.value.findings]
    assert hints == ["did you mean 'mentions'?)", "did you mean 'relations'?)"]


def test_absent_relations_are_said_to_be(lay: Lay) -> None:
    bram = {key: value for key, value in BRAM.items() if key != "relations"}
    other = {"document": "b", "text": "x", "annotator": "chloe"}
    corpus = read(lay({"a.jsonl": lines(ADA, bram, other, ADA | {"annotator": "dora", "relations": None})}))
    assert corpus.annotators == ("ada",)
    assert [(each.code, each.severity, each.place.line) for each in corpus.findings] == [
        ("no-relations", Severity.WARNING, 2),
        ("no-relations", Severity.WARNING, 3),
    ]
    assert "by bram" in corpus.findings[0].message


def test_other_keys_of_spans_are_no_misspelt_ones(lay: Lay) -> None:
    spans = {"text": TEXT, "annotator": "ada", "spans": [[0, 3]]}
    assert read(lay({"a.jsonl": lines(spans | {"relation": "works_for", "locations": [1], "meta": {}})})).findings == ()
    (found,) = read(lay({"a.jsonl": lines(spans | {"relatons": []})})).findings
    assert (found.code, found.severity) == ("unknown-key", Severity.WARNING)


@pytest.mark.parametrize(
    "text",
    [{"text": TEXT}, {"tokens": [*TEXT]}, {"length": len(TEXT)}, {"text": TEXT, "sentences": [[0, 10], [10, 27]]}],
)
def test_what_is_written_reads_back(lay: Lay, text: dict[str, Any]) -> None:
    record = {key: value for key, value in ADA.items() if key != "text"} | text
    (path,) = lay({"a.jsonl": lines(record)})
    corpus = read(path)
    written = b"".join(writer_for(corpus).write(corpus, "ada"))
    assert read(lay({path: written})) == corpus


def test_agree_reads_records_and_files(lay: Lay) -> None:
    """Reference case R1 of two annotators: 5/17, 5/9 and 73/425."""
    names = {"e1": (0, 3), "e2": (14, 18), "e3": (22, 26), "e4": (4, 9)}
    mentions = [{"id": name, "start": start, "end": end, "type": "X"} for name, (start, end) in names.items()]
    arcs = {
        "ada": [("e1", "e2", "works_for"), ("e2", "e3", "located_in"), ("e1", "e4", "knows")],
        "bram": [("e1", "e2", "works_for"), ("e2", "e3", "part_of"), ("e3", "e4", "located_in")],
    }
    relations = {
        name: [dict(zip(("source", "target", "type"), arc, strict=True)) for arc in drawn]
        for name, drawn in arcs.items()
    }
    record = {"document": "r1", "text": TEXT, "mentions": mentions, "relations": relations}
    for data in (lay({"a.jsonl": lines(record)}), [record]):
        values = [result.value for result in agree(data).results]
        assert values == pytest.approx([5 / 17, 5 / 9, 73 / 425])
