"""Trees as arrays: all that agreement on syntax sees of sentences and the trees drawn over them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from accord.model import DependencyTree
from accord.model.tree import NOWHERE, ROOT
from accord.study.forest import Forest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.kinds.trees.study import ParseStudy
    from accord.model import Tree

    Numbers = NDArray[np.int64]

ABOVE = ""
"""The label of the root that is put above the roots of a dependency tree."""


@dataclass(frozen=True)
class TreeStudy:
    """Trees with the sentence and the annotator of each; an annotator draws at most one tree over a sentence.

    ``item`` and ``annotator`` have the shape (trees,) and hold numbers of ``items`` and ``annotators``; ``document_of``
    and ``lengths``, in tokens, have the shape (items,).
    """

    forest: Forest
    item: Numbers
    annotator: Numbers
    items: tuple[str, ...]
    documents: tuple[str, ...]
    document_of: Numbers
    lengths: Numbers
    annotators: tuple[str, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.item)

    @cached_property
    def digest(self) -> str:
        """Eight digits that change with any tree, sentence, document or annotator."""
        names = "\0".join([*self.forest.names, "", *self.annotators, "", *self.items, "", *self.documents])
        whole = sha256(names.encode("utf-8", "surrogatepass"))
        forest = self.forest
        for numbers in (forest.labels, forest.leftmost, forest.offsets, forest.sizes, self.item, self.annotator):
            whole.update(np.ascontiguousarray(numbers, dtype=np.int64).data)
        whole.update(np.ascontiguousarray(self.document_of, dtype=np.int64).data)
        return whole.hexdigest()[:8]


def flatten(study: ParseStudy) -> TreeStudy:
    """All trees of a study in one forest, with the sentence and the annotator of each.

    The size of a dependency tree is its tokens and the root above them, that of phrases its leaves (Skjærholt 2014,
    as he coded it).
    """
    number = {name: index for index, name in enumerate(study.annotators)}
    document = {name: index for index, name in enumerate(study.documents)}
    rows = [
        (item, number[name], sentence.trees[name])
        for item, sentence in enumerate(study.sentences)
        for name in study.annotators
        if name in sentence.trees
    ]
    return TreeStudy(
        forest=forest_of(tree for *_, tree in rows),
        item=np.array([item for item, *_ in rows], dtype=np.int64),
        annotator=np.array([annotator for _, annotator, _ in rows], dtype=np.int64),
        items=tuple(sentence.name for sentence in study.sentences),
        documents=study.documents,
        document_of=np.array([document[sentence.document] for sentence in study.sentences], dtype=np.int64),
        lengths=np.array([sentence.tokens for sentence in study.sentences], dtype=np.int64),
        annotators=study.annotators,
        left_out=study.left_out,
    )


def forest_of(trees: Iterable[Tree]) -> Forest:
    """Trees flattened in post-order.

    >>> tree = DependencyTree(("Fog", "lifts"), (2, 0), ("nsubj", "root"), (1, 2))
    >>> forest = forest_of([tree])
    >>> [forest.names[label] for label in forest.labels], forest.leftmost.tolist(), forest.sizes.tolist()
    (['nsubj', 'root', ''], [0, 0, 0], [3])
    """
    codes: dict[str, int] = {}
    labels: list[int] = []
    leftmost: list[int] = []
    offsets, sizes = [0], []
    for tree in trees:
        parents, names, size = _nodes(tree)
        order, first = _post_order(parents)
        labels += [codes.setdefault(names[node], len(codes)) for node in order]
        leftmost += first
        offsets.append(len(labels))
        sizes.append(size)
    return Forest(
        np.array(labels, dtype=np.int32),
        np.array(leftmost, dtype=np.int32),
        np.array(offsets, dtype=np.int64),
        tuple(codes),
        np.array(sizes, dtype=np.int64),
    )


def brackets_in_post_order(tree: Tree) -> list[tuple[str, int, int]]:
    """The nodes of a tree as a forest has them: label, first token, and the first one after; of dependencies, a token.

    >>> brackets_in_post_order(DependencyTree(("Fog", "lifts"), (2, 0), ("nsubj", "root"), (1, 2)))
    [('nsubj', 0, 1), ('root', 1, 2), ('', 0, 2)]
    """
    parents, labels, _ = _nodes(tree)
    if isinstance(tree, DependencyTree):
        spans = [(0, len(tree)), *((token, token + 1) for token in range(len(tree)))]
    else:
        spans = tree.spans()
    return [(labels[node], *spans[node]) for node in _post_order(parents)[0]]


def _nodes(tree: Tree) -> tuple[Sequence[int], Sequence[str], int]:
    """The parent and the label of each node, the root first, and the size of a tree."""
    if isinstance(tree, DependencyTree):
        parents = [ROOT, *(ROOT if head == NOWHERE else head + 1 for head in tree.head_positions())]
        return parents, (ABOVE, *tree.labels), len(parents)
    return tree.parents, tree.labels, len(tree)


def _post_order(parents: Sequence[int]) -> tuple[list[int], list[int]]:
    """The nodes below node 0 in post-order, and the position of the leftmost leaf below each."""
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(node)
    order: list[int] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += children[node]
    order.reverse()
    position = dict(zip(order, range(len(order)), strict=True))
    leftmost: list[int] = []
    for place, node in enumerate(order):
        leftmost.append(leftmost[position[children[node][0]]] if children[node] else place)
    return order, leftmost
