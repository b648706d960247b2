"""How many tokens two annotators attach to the same head (UAS), with the same label (LAS).

    UAS = sum over sentences of the mean number of tokens with the same head / sum of their tokens
    LAS = the same, of tokens with the same head and the same label

The mean is over all pairs of annotators of a sentence, so that a long sentence counts for more than a short one, and
one that many annotated for no more than one that two did (Skjærholt 2014). Sentences whose tokens are not the same to
all are left out. With two annotators it is what parsers are scored by. Neither is corrected for chance: read them
beside alpha.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.model import DependencyTree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.measure.resample import Floats
    from accord.model import Tree
    from accord.study.parses import Parsed

UAS, LAS, LABEL, TOKENS = range(4)
"""The columns of rows."""


def attachment_rows(sentences: Iterable[Parsed]) -> Floats:
    """A row a sentence, shape (sentences, 4): tokens with the same head, head and label, label, and all tokens."""
    rows = [_row([tree for tree in sentence.trees.values() if _is_graph(tree)]) for sentence in sentences]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def _is_graph(tree: Tree) -> bool:
    return isinstance(tree, DependencyTree)


def _row(trees: list[Tree]) -> list[float]:
    pairs = list(combinations(trees, 2))
    counts = [same_attachments(first, second) for first, second in pairs]
    return [*(sum(column) / len(pairs) for column in zip(*counts, strict=True)), len(trees[0])]


def same_attachments(first: Tree, second: Tree) -> tuple[int, int, int]:
    """How many tokens of two trees over the same words have the same head, head and label, and label."""
    assert isinstance(first, DependencyTree)
    assert isinstance(second, DependencyTree)
    heads = [one == other for one, other in zip(first.heads, second.heads, strict=True)]
    labels = [one == other for one, other in zip(first.labels, second.labels, strict=True)]
    return sum(heads), sum(map(bool.__and__, heads, labels)), sum(labels)
