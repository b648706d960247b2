"""Studies of relations, in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.relations import study as studies
from accord.model import Corpus, Document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.kinds.relations.study import RelationStudy
    from accord.model.relation import Relations


def study_relations(
    layers: Mapping[tuple[str, str], Relations], texts: Mapping[str, str] | None = None, **options: Any
) -> RelationStudy:
    """The study of what annotators drew in documents."""
    return studies.study_relations(corpus_of(layers, texts), **options)


def corpus_of(layers: Mapping[tuple[str, str], Relations], texts: Mapping[str, str] | None = None) -> Corpus:
    """A corpus of what annotators drew in documents."""
    names = dict.fromkeys(document for document, _ in layers)
    return Corpus.of(tuple(Document(name, (), (texts or {}).get(name, "")) for name in names), layers)
