"""What somebody looked at in a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.model import ItemLabels, TokenLabels, Trees
from accord.study.parses import study_parses

if TYPE_CHECKING:
    from accord.model import Corpus


def texts_in(corpus: Corpus) -> set[tuple[str, object]]:
    """All that somebody looked at and that is in a gold standard or not: items, sentences, or else documents."""
    if any(isinstance(layer, Trees) for layer in corpus.annotations.values()):
        return {(sentence.document, sentence.name) for sentence in study_parses(corpus, least=1).sentences}
    found: set[tuple[str, object]] = set()
    for (document, _), layer in corpus.annotations.items():
        if isinstance(layer, ItemLabels):
            found.update((document, item) for item in layer.labels)
        elif isinstance(layer, TokenLabels):
            found.update((document, number) for number in range(len(layer.labels)))
        else:
            found.add((document, None))
    return found
