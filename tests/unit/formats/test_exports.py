"""What is in files that annotation tools wrote, as a few lines of plain Python count it in each."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from accord.model import ItemLabels, Spans, TokenLabels
from accord.verbs.read import read
from accord.verbs.score import score
from tests.build import spans_of

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here"),
]


def test_masked_files_of_brat_score_as_bratutils_says() -> None:
    first, second = (DATA / "brat" / "two_annotators_no_text" / who / "data-sample-1.ann" for who in "AB")
    exact = score(str(first), str(second)).run.measure("exact-f1").value
    assert exact == Fraction(2 * 115, 134 + 135)
    assert float(exact) == pytest.approx(0.855019, abs=5e-7)


@pytest.mark.parametrize(("team", "annotations", "spans"), [(2, 31, 276), (6, 30, 250)])
def test_spans_and_taxonomies_of_label_studio(team: int, annotations: int, spans: int) -> None:
    """Those of each user's last annotation of a task, cancelled ones left out; a span that stands twice counts once."""
    path = DATA / "label_studio" / f"leoka_team_{team}.json"
    latest: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for task in json.loads(path.read_text(encoding="utf-8")):
        for each in sorted(task["annotations"], key=lambda each: each["updated_at"]):
            if not each["was_cancelled"]:
                latest[task["id"], each["completed_by"]["id"]] = each["result"]
    marked: dict[tuple[int, int], set[tuple[int, int, str]]] = {
        key: {
            (each["value"]["start"], each["value"]["end"], label)
            for each in results
            if each["type"] == "labels"
            for label in each["value"]["labels"]
        }
        for key, results in latest.items()
    }
    chosen = sum(each["type"] == "taxonomy" for results in latest.values() for each in results)
    corpus = read(str(path))
    found = [each for each in corpus.annotations.values() if isinstance(each, Spans)]
    assert len(found) == len(latest) == annotations
    assert sum(len(each.spans) for each in found) == sum(map(len, marked.values())) == spans
    paths = corpus.select("Category").annotations.values()
    assert sum(len(each.labels) for each in paths if isinstance(each, ItemLabels)) == chosen


@pytest.mark.parametrize(
    ("name", "kind", "counts"),
    [
        ("export_examples/relation_extraction.jsonl", "relations", {"mentions": 4, "relations": 3}),
        ("import_tests/relation_extraction_example.jsonl", "relations", {"mentions": 4, "relations": 3}),
        ("export_examples/sequence_labeling.jsonl", "spans", {"spans": 4}),
        ("import_tests/sequence_labeling_example_overlapping.jsonl", "spans", {"spans": 1}),  # one appears twice
        ("export_examples/text_classification.jsonl", "labels", {"labels": 3}),
        ("export_examples/text_classification.json", "labels", {"labels": 3}),
        ("export_examples/text_classification.csv", "labels", {"labels": 3}),
        ("import_tests/text_classification_example.jsonl", "labels", {"labels": 3}),
        ("export_examples/sequence_to_sequence.jsonl", "labels", {"labels": 3}),
        ("v1_by_user/classification.jsonl", "labels", {"labels": 3}),
        ("v1_by_user/labeling.jsonl", "spans", {"spans": 16}),
    ],
)
def test_records_of_doccano(name: str, kind: str, counts: dict[str, int]) -> None:
    corpus = read(str(DATA / "doccano" / name))
    assert corpus.layer.kind == kind
    found: Counter[str] = Counter()
    for each in corpus.annotations.values():
        found.update({what: len(getattr(each, what)) for what in counts})
    assert found == counts


def test_layers_of_a_long_file_of_webanno() -> None:
    path = DATA / "webanno_tsv" / "coref_webanno_tsv3.tsv"
    lines = path.read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines if line[:1].isdigit()]
    assert (sum(line.startswith("#Text=") for line in lines), len(rows)) == (200, 5194)
    corpus = read(str(path))
    assert list(corpus.layers) == ["CoreferenceLink", "NamedEntity", "Lemma"]
    columns = [line for line in lines if line.startswith(("#T_SP", "#T_CH"))]
    at = 3 + sum(len(line.split("|")) - 1 for line in columns[: [("Lemma" in line) for line in columns].index(True)])
    assert len(spans_of(corpus.select("Lemma"), "coref_webanno_tsv3")) == sum(row[at] != "_" for row in rows)


def test_cases_of_two_users_and_a_curator() -> None:
    folders = sorted((DATA / "webanno_tsv" / "two_users_and_curator").iterdir())
    assert len(folders) == 11
    for folder in folders:
        corpus = read(str(folder))
        assert set(corpus.annotators) == {"curator", "user1", "user2"}
        assert len(corpus.documents) == 1


def test_the_same_document_of_spacy_and_its_source() -> None:
    path = DATA / "spacy" / "ner_tweets_demo"
    one, other = (read(f"{path}{ending}") for ending in (".spacy", ".jsonl"))
    marked = [[span for who in corpus.annotators for _, span in spans_of(corpus, who)] for corpus in (one, other)]
    assert one.documents[0].text == other.documents[0].text
    assert marked[0] == marked[1]


@pytest.mark.parametrize(("name", "rows"), [("train", 152), ("test", 34)])
def test_rows_of_a_data_set_of_hugging_face(name: str, rows: int) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = DATA / "parquet" / f"ner_entity_mapper_{name}.parquet"
    held = parquet.read_table(path).to_pylist()
    corpus = read(str(path))
    assert len(held) == len(corpus.documents) == rows
    read_as = {
        document.id: (document.sentences, corpus.annotations[document.id, corpus.annotators[0]])
        for document in corpus.documents
    }
    for row in held:
        sentences, labels = read_as[str(row["id"])]
        assert sentences == (tuple(row["tokens"]),)
        assert isinstance(labels, TokenLabels)
        assert labels.labels == (tuple(map(str, row["ner_tags"])),)
