"""Which sentences of a document are the same to several annotators: by their names, or else by place and words."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeVar

from accord.model import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

T = TypeVar("T", bound=Tree)


def same_sentences(held: Mapping[str, Sequence[T]]) -> list[dict[str, T]]:
    """The trees of a document by annotator, sentence by sentence.

    Sentences of one name are the same where all have names, else those at one position. Where annotators do not have
    as many sentences, those with the same words are the same.
    """
    rows: dict[object, dict[str, T]] = {}
    names = {name: [tree.id for tree in trees] for name, trees in held.items()}
    if all(all(ids) and len(set(ids)) == len(ids) for ids in names.values()):
        for annotator, trees in held.items():
            for tree in trees:
                rows.setdefault(tree.id, {})[annotator] = tree
    else:
        fullest = max(held, key=lambda name: len(held[name]))
        for annotator, trees in held.items():
            for place, tree in zip(_positions(trees, held[fullest], annotator), trees, strict=True):
                rows.setdefault(place, {})[annotator] = tree
    return list(rows.values())


def _positions(trees: Sequence[Tree], model: Sequence[Tree], annotator: str) -> Iterator[object]:
    """Where each sentence stands among those of the model; a place of its own for one that is not there."""
    if len(trees) == len(model):
        yield from range(len(model))
        return
    words, others = ([tree.words for tree in each] for each in (trees, model))
    for kind, start, end, other, other_end in SequenceMatcher(None, words, others, autojunk=False).get_opcodes():
        known = kind == "equal" or end - start == other_end - other
        yield from (other + offset if known else (annotator, start + offset) for offset in range(end - start))
