"""Argilla's records: read as all JSON is, and written as the JSON of version 2, which `Record.from_dict` takes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from accord.formats.formats import Format
from accord.formats.json_values import label_members
from accord.formats.jsonl import read_jsonl
from accord.formats.response_records import DOCUMENT
from accord.formats.text_layers import is_of_texts, text_layers
from accord.formats.writer import Writer, lost_layers
from accord.model import ItemLabels, Spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.json_values import Record
    from accord.formats.source import Source
    from accord.model import Annotation, Corpus, Document, Layer


def read_argilla(source: Source, told: Columns) -> Content:
    """Argilla's records (version 1 and 2): labels, ratings, rankings and spans, a layer for each question."""
    return read_jsonl(source, told)


def write_argilla(corpus: Corpus) -> Iterator[bytes]:
    """A record per document with spans and per item, and in it the responses to a question for each layer."""
    records: dict[tuple[str, str | None], Record] = {}
    given: dict[str, list[tuple[str, str, Annotation]]] = {document.id: [] for document in corpus.documents}
    for layer in _held(corpus):
        for (where, who), each in layer.annotations.items():
            given[where].append((layer.name, who, each))
    for document in corpus.documents:
        for name, who, each in given[document.id]:
            if isinstance(each, Spans):
                spans = [{"start": start, "end": end, "label": type_} for start, end, type_ in each.spans]
                _respond(records, (document.id, None), document.text, name or "spans", who, spans)
            elif isinstance(each, ItemLabels):
                for item, label in each.labels.items():
                    value = label if label_members(label) == [label] else label_members(label)
                    text = document.items.get(item, "")
                    _respond(records, (item, _name(document)), text, name or "label", who, value)
    yield json.dumps(list(records.values()), ensure_ascii=False, indent=1).encode("utf-8", "surrogateescape") + b"\n"


def _name(document: Document) -> str | None:
    return document.id if document.named else None


def _respond(  # noqa: PLR0917 - a response and where it goes
    records: dict[tuple[str, str | None], Record],
    key: tuple[str, str | None],
    text: str,
    question: str,
    who: str,
    value: object,
) -> None:
    name, document = key
    metadata = {} if document is None else {DOCUMENT: document}
    record = records.setdefault(
        key,
        {
            "id": name,
            "fields": {"text": text},
            "metadata": metadata,
            "suggestions": {},
            "responses": {},
            "vectors": {},
            "status": "completed",
            "_server_id": None,
        },
    )
    given = {"value": value, "user_id": who, "status": "submitted"}
    record["responses"].setdefault(question, []).append(given)


def _held(corpus: Corpus) -> list[Layer]:
    """The layers that are answers to questions."""
    return text_layers(corpus, Spans, ItemLabels)


def _lost(corpus: Corpus) -> list[str]:
    return lost_layers(corpus, _held(corpus))


WRITER = Writer(
    None,
    ".json",
    (),
    ("spans", "labels of items"),
    holds=is_of_texts,
    together=write_argilla,
    lost=_lost,
    several_layers=True,
)
ARGILLA = Format(read_argilla, takes=(), writer=WRITER)
