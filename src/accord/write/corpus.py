"""Writes the annotations of one annotator in the format that their kind is usually kept in."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.model import ItemLabels, Spans, TokenLabels, Units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.model import Corpus, Document
    from accord.model.corpus import Layer


def corpus_lines(corpus: Corpus) -> Iterator[str]:
    """Labels of tokens as CoNLL columns, those of items as a table, spans as JSON lines, units as a table.

    What is written reads back as the same, with the same documents.
    """
    annotator, *others = corpus.annotators
    if others:
        raise UsageError(f"one annotator can be written, and there are {len(others) + 1}")
    held = [(document, corpus.layers.get((document.id, annotator))) for document in corpus.documents]
    present = [(document, layer) for document, layer in held if layer is not None]
    kind = type(present[0][1])
    if kind is TokenLabels:
        yield from _conll(present)
    elif kind is ItemLabels:
        yield from _items(present, annotator)
    elif kind is Spans:
        yield from _spans(present, annotator)
    elif kind is Units:
        yield from _units(present, annotator)
    else:
        raise UsageError("trees cannot be written")


def rows_as_csv(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Rows as lines of comma-separated values."""
    for row in rows:
        buffer = io.StringIO()
        csv.writer(buffer, lineterminator="\n").writerow(row)
        yield buffer.getvalue()


def _conll(held: Sequence[tuple[Document, Layer]]) -> Iterator[str]:
    for document, layer in held:
        assert isinstance(layer, TokenLabels)
        if len(held) > 1:
            yield f"# newdoc id = {document.id}\n"
        for tokens, labels in zip(document.sentences, layer.labels, strict=True):
            for token, label in zip(tokens, labels, strict=True):
                if not token or not label or any(map(str.isspace, token + label)):
                    said = f"{token!r} {label!r}"
                    raise UsageError(f"columns cannot hold {said}, empty or with white space: write JSON lines")
                yield f"{token}\t{label}\n"
            yield "\n"


def _items(held: Sequence[tuple[Document, Layer]], annotator: str) -> Iterator[str]:
    several = len(held) > 1
    yield from rows_as_csv([[*["document"] * several, "item", "annotator", "label"]])
    for document, layer in held:
        assert isinstance(layer, ItemLabels)
        named = [document.id] * several
        yield from rows_as_csv([*named, item, annotator, label] for item, label in layer.labels.items())


def _spans(held: Sequence[tuple[Document, Layer]], annotator: str) -> Iterator[str]:
    for document, layer in held:
        assert isinstance(layer, Spans)
        text: dict[str, Any] = {"length": layer.length}
        if layer.unit == "character" and document.text:
            text = {"text": document.text}
        elif layer.unit == "token" and document.sentences:
            text = {"tokens": [token for sentence in document.sentences for token in sentence]}
        record = {
            "document": document.id,
            "annotator": annotator,
            **text,
            "spans": [list(span) for span in layer.spans],
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


def _units(held: Sequence[tuple[Document, Layer]], annotator: str) -> Iterator[str]:
    yield from rows_as_csv([["document", "annotator", "category", "start", "end"]])
    for document, layer in held:
        assert isinstance(layer, Units)
        yield from rows_as_csv(
            [document.id, annotator, unit.category, f"{unit.start:.15g}", f"{unit.end:.15g}"] for unit in layer.units
        )
