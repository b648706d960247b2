"""The layers of a corpus text by text, and whose file a gold standard of tokens is laid out like."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from accord.kinds.trees.study import study_trees
from accord.model import ItemLabels, Spans, TokenLabels, Trees, Units

if TYPE_CHECKING:
    from accord.model import Corpus

Kind = TypeVar("Kind", TokenLabels, ItemLabels, Spans, Units)


def by_document(corpus: Corpus, kind: type[Kind]) -> dict[str, dict[str, Kind]]:
    """The layers of one kind by document and annotator."""
    held: dict[str, dict[str, Kind]] = {document.id: {} for document in corpus.documents}
    for (document, annotator), layer in corpus.annotations.items():
        if isinstance(layer, kind):
            held[document][annotator] = layer
    return held


def texts_in(corpus: Corpus) -> set[tuple[str, object]]:
    """All that somebody looked at and that is in a gold standard or not: items, sentences, or else documents."""
    if any(isinstance(layer, Trees) for layer in corpus.annotations.values()):
        return {(sentence.document, sentence.name) for sentence in study_trees(corpus, least=1).sentences}
    found: set[tuple[str, object]] = set()
    for (document, _), layer in corpus.annotations.items():
        if isinstance(layer, ItemLabels):
            found.update((document, item) for item in layer.labels)
        elif isinstance(layer, TokenLabels):
            found.update((document, number) for number in range(len(layer.labels)))
        else:
            found.add((document, None))
    return found


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
