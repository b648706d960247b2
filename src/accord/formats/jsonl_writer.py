"""Writing JSON lines, as they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.formats.json_values import json_line
from accord.formats.relation_records import relation_record
from accord.formats.writer import Writer
from accord.model import ItemLabels, Spans, TokenLabels, Units
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.model import Annotation, Corpus, Document


def write_jsonl(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """One record per sentence, per item, or per document with spans, relations or units, as `accord.read` reads them.

    The only document without a name has none here, so that the records lie beside what they were made of.
    """
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        for record in records(document, layer) if layer is not None else ():
            yield json_line({**({"document": document.id} if document.named else {}), "annotator": annotator, **record})


def records(document: Document, layer: Annotation) -> Iterator[dict[str, Any]]:
    """What one annotator said of a document, one record per sentence, per item, or for all of it."""
    if isinstance(layer, TokenLabels):
        for tokens, labels in zip(document.sentences, layer.labels, strict=True):
            yield {"tokens": list(tokens), "labels": list(labels)}
    elif isinstance(layer, ItemLabels):
        for item, label in layer.labels.items():
            text = {"text": document.items[item]} if document.items.get(item) else {}
            yield {"item": item, "label": label} | text
    elif isinstance(layer, Spans):
        yield _text(document, layer) | {"spans": [list(span) for span in layer.spans]}
    elif isinstance(layer, Relations):
        yield _text(document, layer) | relation_record(layer)
    elif isinstance(layer, Units):
        length = {} if layer.length is None else {"length": layer.length}
        yield length | {"units": [list(unit) for unit in layer.units]}


def _text(document: Document, layer: Spans | Relations) -> dict[str, Any]:
    if layer.unit == "token" and document.sentences:
        return {"tokens": [token for sentence in document.sentences for token in sentence]}
    return {"text": document.text} if layer.unit == "character" and document.text else {"length": layer.length}


WRITER = Writer(
    write_jsonl,
    ".jsonl",
    ("spans", "relations", "units"),
    ("labels of tokens", "labels of items"),
    names_annotators=True,
)
