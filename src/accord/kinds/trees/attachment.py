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
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.kinds.trees.pair_rows import PairRows
from accord.model import DependencyTree
from accord.model.tree import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.kinds.trees.study import ParsedSentence
    from accord.model import Tree

    Numbers = NDArray[np.int64]

UAS, LAS, TOKENS = range(3)
"""The columns of rows."""


class PairedTokens(NamedTuple):
    """The tokens of every two annotators of a sentence, one beside the other; all of the shape (tokens of pairs,).

    ``sentence`` and ``pair`` say of which they are, ``head`` and ``label`` whether these are the same, ``first`` and
    ``second`` which labels they have, as numbers of ``labels``. ``tokens`` is how many a sentence has, shape
    (sentences,), ``annotators`` how many there are in all.
    """

    sentence: Numbers
    pair: Numbers
    head: NDArray[np.bool_]
    label: NDArray[np.bool_]
    first: Numbers
    second: Numbers
    labels: tuple[str, ...]
    tokens: Numbers
    annotators: int


def paired_tokens(sentences: Sequence[ParsedSentence], annotators: Sequence[str]) -> PairedTokens:
    """The tokens of sentences that are the same to all who drew trees over them."""
    numbers = {pair: number for number, pair in enumerate(combinations(annotators, 2))}
    given = sorted({label for sentence in sentences for tree in sentence.trees.values() for label in tree.labels})
    code_of = {label: code for code, label in enumerate(given)}.__getitem__
    columns: tuple[list[int], ...] = [], [], [], []
    places: list[tuple[int, int, int]] = []
    for number, sentence in enumerate(sentences):
        there = [name for name in annotators if name in sentence.trees]
        seen = {
            name: (sentence.trees[name].structure, list(map(code_of, sentence.trees[name].labels))) for name in there
        }
        for first, second in combinations(there, 2):
            places.append((number, numbers[first, second], len(seen[first][1])))
            for column, some in zip(columns, (*seen[first], *seen[second]), strict=True):
                column.extend(some)
    row, pair, count = np.array(places, dtype=np.int64).reshape(-1, 3).T
    head, code, other_head, other_code = (np.array(column, dtype=np.int64) for column in columns)
    return PairedTokens(
        np.repeat(row, count),
        np.repeat(pair, count),
        (head == other_head) & (head != NOWHERE),
        code == other_code,
        code,
        other_code,
        tuple(given),
        np.array([len(next(iter(sentence.trees.values()))) for sentence in sentences], dtype=np.int64),
        len(annotators),
    )


def attachment_pairs(found: PairedTokens) -> PairRows:
    """Of every two annotators of a sentence: tokens with the same head, with the same head and label, and all."""
    annotators = np.array(list(combinations(range(found.annotators), 2)), dtype=np.int64).reshape(-1, 2)
    cell, of = np.unique(found.sentence * max(1, len(annotators)) + found.pair, return_inverse=True)
    sentence, pair = np.divmod(cell, max(1, len(annotators)))
    shared = [np.bincount(of, same, len(cell)) for same in (found.head, found.head & found.label)]
    numbers = np.stack([*shared, found.tokens[sentence]], axis=1).astype(np.float64)
    return PairRows(len(found.tokens), sentence, annotators[pair], numbers)


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
