"""What a corpus of units, spans or trees would be if two of its labels were one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.errors import NotApplicable
from accord.model import Spans, Trees, Units

if TYPE_CHECKING:
    from accord.model import Corpus
    from accord.model.corpus import Annotation


def with_one_label(corpus: Corpus, first: str, second: str) -> Corpus:
    """The same annotation, in which nobody tells two labels apart."""
    layers = {
        key: _with_one(layer, {first, second}, f"{first} or {second}") for key, layer in corpus.annotations.items()
    }
    return corpus.with_annotations(layers)


def _with_one(layer: Annotation, both: set[str], one: str) -> Annotation:
    if isinstance(layer, Units):
        units = tuple(unit._replace(category=one) if unit.category in both else unit for unit in layer.units)
        return replace(layer, units=units)
    if isinstance(layer, Spans):
        spans = tuple(span._replace(type=one) if span.type in both else span for span in layer.spans)
        return replace(layer, spans=spans)
    if isinstance(layer, Trees):
        trees = tuple(
            replace(tree, labels=tuple(one if label in both else label for label in tree.labels))
            for tree in layer.trees
        )
        return replace(layer, trees=trees)
    raise NotApplicable("chunk labels are not merged: repair or convert them to spans first")
