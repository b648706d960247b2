"""Annotations of one annotator as JSON lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from accord.model import ItemLabels, Spans, TokenLabels, Units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.model import Corpus, Document
    from accord.model.corpus import Annotation


def jsonl(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """A record a sentence, an item, or a document with its spans or units, as `accord.read` reads them.

    The only document without a name has none here, so that the records lie beside what they were made of.
    """
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        for record in _records(document, layer) if layer is not None else ():
            line = {**({"document": document.id} if document.named else {}), "annotator": annotator, **record}
            yield (json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "surrogateescape")


def _records(document: Document, layer: Annotation) -> Iterator[dict[str, Any]]:
    if isinstance(layer, TokenLabels):
        for tokens, labels in zip(document.sentences, layer.labels, strict=True):
            yield {"tokens": list(tokens), "labels": list(labels)}
    elif isinstance(layer, ItemLabels):
        yield from ({"item": item, "label": label} for item, label in layer.labels.items())
    elif isinstance(layer, Spans):
        yield _text(document, layer) | {"spans": [list(span) for span in layer.spans]}
    elif isinstance(layer, Units):
        length = {} if layer.length is None else {"length": layer.length}
        yield length | {"units": [list(unit) for unit in layer.units]}


def _text(document: Document, layer: Spans) -> dict[str, Any]:
    if layer.unit == "token" and document.sentences:
        return {"tokens": [token for sentence in document.sentences for token in sentence]}
    return {"text": document.text} if layer.unit == "character" and document.text else {"length": layer.length}
