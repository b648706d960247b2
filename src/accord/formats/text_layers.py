"""The layers of a corpus that tools for texts can hold: labels of items, and what marks the characters of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.writer import lost_layers
from accord.messages import plural
from accord.model import ItemLabels, Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from accord.model import Corpus, Layer, Span
    from accord.model.corpus import Annotation


def is_of_texts(corpus: Corpus, layer: Layer | None = None) -> bool:
    """Whether a layer labels items or marks characters of texts that are there; the chosen one, if none is given."""
    texts = {document.id: document.text for document in corpus.documents}
    return all(
        isinstance(each, ItemLabels)
        or (isinstance(each, Spans | Relations) and each.unit == "character" and bool(texts.get(document)))
        for (document, _), each in (layer or corpus.layer).annotations.items()
    )


def text_layers(corpus: Corpus, *types: type[Annotation]) -> list[Layer]:
    """The layers of texts with annotations of these types."""
    layers = [layer for layer in corpus.layers.values() if layer.annotations and is_of_texts(corpus, layer)]
    return [layer for layer in layers if all(isinstance(each, types) for each in layer.annotations.values())]


def marked_spans(corpus: Corpus) -> dict[str, list[Span]]:
    """All that anybody marked in the text of each document, in any layer, by its name."""
    found: dict[str, list[Span]] = {document.id: [] for document in corpus.documents}
    for layer in text_layers(corpus, Spans, Relations):
        for (name, _), each in layer.annotations.items():
            if isinstance(each, Spans | Relations):
                found[name] += each.spans
    return found


def lost_from_texts(corpus: Corpus) -> list[str]:
    """What records of texts with relations have no place for: other layers, and where sentences are."""
    sentences = sum(len(each.sentences) for each in corpus.annotations.values() if isinstance(each, Relations))
    places = [f"the places of {plural(sentences, 'sentence')}"] if sentences else []
    return [*lost_layers(corpus, [corpus.layer]), *places]
