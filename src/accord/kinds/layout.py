"""The annotations of a corpus text by text, and whose file a gold standard of tokens is laid out like."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from accord.model import ItemLabels, Spans, TokenLabels, Units
from accord.model.array_map import ArrayMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.model import Corpus, Document

Kind = TypeVar("Kind", TokenLabels, ItemLabels, Spans, Units)


def by_document(corpus: Corpus, kind: type[Kind]) -> dict[str, dict[str, Kind]]:
    """The layers of one kind by document and annotator."""
    held: dict[str, dict[str, Kind]] = {document.id: {} for document in corpus.documents}
    for (document, annotator), layer in corpus.annotations.items():
        if isinstance(layer, kind):
            held[document][annotator] = layer
    return held


def labelled_items(document: Document, layers: Iterable[ItemLabels]) -> list[str]:
    """The items of a document that somebody labelled, in its order, and after them those that it does not name."""
    said = dict.fromkeys(item for layer in layers for item in layer.labels)
    return list(dict.fromkeys([*(item for item in document.items if item in said), *said]))


def shared_names(document: Document, layers: Iterable[ItemLabels]) -> Sequence[str] | None:
    """The names of all items of a document, where its layers are arrays over these and nothing else has a name."""
    held = [each.labels for each in layers]
    first = held[0] if held else None
    if not isinstance(first, ArrayMap) or len(first.names) != len(document.items):
        return None
    return first.names if all(isinstance(each, ArrayMap) and each.names is first.names for each in held) else None


def model_layers(corpus: Corpus) -> dict[str, TokenLabels]:
    """The labels of each document as the annotator with the most documents has them.

    They keep their file and lines, for the gold standard to be laid out like, unless annotators share the file.
    """
    sizes = Counter(annotator for _, annotator in corpus.annotations)
    users: defaultdict[str, set[str]] = defaultdict(set)
    for (_, annotator), layer in corpus.annotations.items():
        users[layer.file].add(annotator)
    models = {}
    for document, held in by_document(corpus, TokenLabels).items():
        if held:
            model = held[max(held, key=sizes.__getitem__)]
            models[document] = model if len(users[model.file]) == 1 else replace(model, file="", lines=())
    return models


def relaid(model: TokenLabels, rows: Mapping[int, Iterable[str]]) -> TokenLabels:
    """Some sentences of a layer, with other labels."""
    lines = tuple(model.lines[number] for number in rows) if model.lines else ()
    return TokenLabels(tuple(map(tuple, rows.values())), model.file, lines, model.one_line, missing=model.missing)
