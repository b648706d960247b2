"""What changed since a gold standard was exported, and the formats it can be written in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.adjudicate.decision import DECIDED, Decision
from accord.adjudicate.export import account, account_markdown, export, formats_of, not_held
from accord.adjudicate.exports import keep_export, last_export, read_account, since
from accord.adjudicate.gold import gold_standard
from accord.adjudicate.store import Store
from accord.campaign.gold import queue_of as queue_of_corpus
from accord.errors import UsageError
from accord.formats.output import whole_folder
from accord.formats.writer import save_files
from accord.model import Corpus, Document, Span, Spans, TokenLabels
from tests.unit.adjudicate.campaigns import queue_of

if TYPE_CHECKING:
    from pathlib import Path

    from accord.adjudicate.queue import Queue


def decided(queue: Queue, choices: dict[str, int], revision: int = 1) -> dict[str, Decision]:
    """Decisions that take a version, by its number."""
    found = {}
    for item, number in choices.items():
        case = queue.case(item)
        value, whose = case.versions[number]
        found[item] = Decision(item, revision, DECIDED, value, whose, "", "eve", "2026-01-01", case.fingerprint)
    return found


def told(queue: Queue, decisions: dict[str, Decision]) -> dict[str, Any]:
    return account(queue, gold_standard(queue, decisions, "majority"))


def test_cases_are_counted_that_were_decided_decided_anew_and_opened_again_since() -> None:
    queue = queue_of("urgency")
    a, b, c, d = (case.id for case in queue.cases[:4])
    before = told(queue, decided(queue, {a: 0, b: 0, c: 0}))
    now = told(queue, decided(queue, {a: 0, d: 1}) | decided(queue, {b: 1}, revision=2))
    changed = since(before, now)
    assert (changed["decided"], changed["decided_anew"], changed["opened_again"]) == (1, 1, 1)
    shares = {row["annotator"]: row["same"] for row in changed["annotators"]}
    for at, made in enumerate((before, now)):
        assert {who: both[at] for who, both in shares.items()} == {
            row["annotator"]: row["same"] for row in made["annotators_against_gold"]
        }
    assert shares["ada"][0] != shares["ada"][1]
    text = account_markdown(now | {"since": changed})
    assert "Since then: 1 case decided, 1 decided again, 1 opened again." in text
    assert f"| ada | {shares['ada'][0]:.4f} | {shares['ada'][1]:.4f} |" in text


def test_nothing_changed_where_nothing_was_decided() -> None:
    queue = queue_of("urgency")
    made = told(queue, decided(queue, {queue.cases[0].id: 0}))
    changed = since(json.loads(json.dumps(made)), made)
    assert (changed["decided"], changed["decided_anew"], changed["opened_again"]) == (0, 0, 0)
    assert all(then == now for row in changed["annotators"] for then, now in [row["same"]])


def test_the_account_of_the_last_export_is_kept_layer_by_layer(tmp_path: Path) -> None:
    store = Store(tmp_path / "d.sqlite")
    assert last_export(store, "one") is None
    keep_export(store, "one", "ada", {"decided_cases": {}, "kind": "label"})
    keep_export(store, "one", "bram", {"decided_cases": {"d:1": 1}, "kind": "label"})
    found = last_export(store, "one")
    assert found is not None
    assert (found["exported_by"], found["decided_cases"]) == ("bram", {"d:1": 1})
    assert last_export(store, "two") is None
    store.close()


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', "no json"])
def test_what_is_no_account_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"x.json is no account of a gold standard in JSON"):
        read_account(text, "x.json")


def test_the_account_of_another_kind_is_refused() -> None:
    names, urgency = queue_of("annotators"), queue_of("urgency")
    with pytest.raises(UsageError, match="that account is one of mentions, and this gold standard is of label"):
        since(told(names, {}), told(urgency, {}))


CHUNKS = ["glozz", "brat", "webanno", "xmi", "uima-json", "label-studio", "prodigy", "doccano", "argilla", "docbin"]


@pytest.mark.parametrize("format_", CHUNKS)
def test_chunk_labels_are_written_as_the_spans_that_they_mark(tmp_path: Path, format_: str) -> None:
    queue = queue_of("annotators")
    assert format_ in formats_of(queue)
    made = export(queue, {}, "majority", format_)
    assert made.account["not_held"] == not_held(queue, {}, format_)
    target = tmp_path / made.name
    if made.files is None:
        target.write_bytes(made.content)
    else:
        with whole_folder(str(target)) as folder:
            save_files(made.files.items(), folder)
    gold = queue.of.gold({case.id: case.majority.value for case in queue.cases if case.majority})
    rows = [row for layer in gold.corpus.annotations.values() if isinstance(layer, TokenLabels) for row in layer.labels]
    mentions = sum(label.startswith("B-") for row in rows for label in row)
    read = accord.read(target)
    spans = [span for layer in read.annotations.values() if isinstance(layer, Spans) for span in layer.spans]
    assert len(spans) == mentions


def test_every_format_that_convert_writes_for_spans_is_one_of_gold() -> None:
    layers = {("d", who): Spans((Span(0, 5, label),), 9) for who, label in {"ada": "A", "bram": "B"}.items()}
    queue = queue_of_corpus("spans", Corpus.of((Document("d", text="Crewe saw"),), layers))
    assert set(CHUNKS) | {"jsonl", "parquet", "arrow", "conll"} <= set(formats_of(queue))
    (case,) = queue.cases
    made = export(queue, decided(queue, {case.id: 0}), "refuse", "conll")
    assert made.content.endswith(b"Crewe\tB-A\nsaw\tO\n\n")


def test_spans_that_overlap_are_not_written_as_labels_of_tokens() -> None:
    layers = {
        ("d", "ada"): Spans((Span(0, 5, "A"), Span(3, 9, "B")), 9),
        ("d", "bram"): Spans((Span(0, 5, "A"),), 9),
    }
    queue = queue_of_corpus("spans", Corpus.of((Document("d", text="Crewe saw"),), layers))
    choices = {case.id: 0 for case in queue.cases}
    with pytest.raises(UsageError, match="spans of the gold standard overlap, and labels of tokens cannot"):
        export(queue, decided(queue, choices), "refuse", "conll")
