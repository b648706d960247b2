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
from accord.model.tree import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.agreement.resample import Floats
    from accord.kinds.trees.study import ParsedSentence
    from accord.model import Tree

UAS, LAS, TOKENS = range(3)
"""The columns of rows."""


def attachment_rows(sentences: Iterable[ParsedSentence]) -> Floats:
    """One row per sentence, shape (sentences, 3): tokens with the same head, with the same head and label, and all."""
    rows = [_row(list(sentence.trees.values())) for sentence in sentences]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def _row(trees: list[Tree]) -> list[float]:
    pairs = [attachments(*pair) for pair in combinations(trees, 2)]
    heads = sum(head for pair in pairs for head, _ in pair)
    both = sum(head and label for pair in pairs for head, label in pair)
    return [heads / len(pairs), both / len(pairs), len(trees[0])]


def attachments(first: Tree, second: Tree) -> list[tuple[bool, bool]]:
    """Whether head and label are the same, for each token of two trees, however their files number the tokens.

    A head that is missing or not there is the same as none.

    >>> fog = DependencyTree(("Fog", "lifts"), (2, 0), ("nsubj", "root"), (1, 2))
    >>> attachments(fog, DependencyTree(("Fog", "lifts"), (6, 0), ("expl", "root"), (5, 6)))
    [(True, False), (True, True)]
    """
    assert isinstance(first, DependencyTree)
    assert isinstance(second, DependencyTree)
    heads = [one == other != NOWHERE for one, other in zip(first.structure, second.structure, strict=True)]
    labels = [one == other for one, other in zip(first.labels, second.labels, strict=True)]
    return list(zip(heads, labels, strict=True))
