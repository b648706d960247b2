"""How many labelled brackets two annotators share: F1 as parsers are scored by, and the Jaccard index of all of them.

A bracket is a label with the first and the last token it covers.

    F1      = 2 shared / (brackets of one + brackets of the other)
    Jaccard = shared / (brackets of one or the other), a mean over sentences weighted by their tokens

F1 counts what evalb counts: phrases and no parts of speech, equal ones as often as they occur, none labelled TOP, ROOT
or S1; unlike evalb with Collins's settings it counts punctuation and takes ADVP for no PRT. The Jaccard index is
Skjærholt's (2014): the set of all brackets, leaves too. Both are means over the pairs of annotators of a sentence;
sentences whose tokens are not the same to all are left out. Neither is corrected for chance: read them beside alpha.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.kinds.trees.pair_rows import PairRows
from accord.model import PhraseTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.kinds.trees.study import ParsedSentence
    from accord.model import Tree
    from accord.model.tree import Bracket

SHARED, BRACKETS, JACCARD, TOKENS = range(4)
"""The columns of rows."""
OUTERMOST = {"", "TOP", "ROOT", "S1"}


def bracket_pairs(sentences: Sequence[ParsedSentence], annotators: Sequence[str]) -> PairRows:
    """Of every two trees of a sentence: brackets shared, mean brackets, tokens x Jaccard index, and tokens."""
    number_of = {name: number for number, name in enumerate(annotators)}
    places: list[tuple[int, int, int]] = []
    rows: list[tuple[float, ...]] = []
    for number, sentence in enumerate(sentences):
        for (name, first), (other, second) in combinations(sentence.trees.items(), 2):
            places.append((number, number_of[name], number_of[other]))
            rows.append(_row(first, second))
    where = np.array(places, dtype=np.int64).reshape(-1, 3)
    return PairRows(len(sentences), where[:, 0], where[:, 1:], np.array(rows, dtype=np.float64).reshape(-1, 4))


def _row(first: Tree, second: Tree) -> tuple[float, ...]:
    ours, theirs, tokens = phrases(first), phrases(second), len(first)
    return (ours & theirs).total(), (ours.total() + theirs.total()) / 2, tokens * jaccard(first, second), tokens


def phrases(tree: Tree) -> Counter[Bracket]:
    """The brackets of phrases, neither leaves nor an outermost one that all sentences have."""
    assert isinstance(tree, PhraseTree)
    nodes = zip(tree.brackets(), tree.leaves(), strict=True)
    return Counter(bracket for bracket, is_leaf in nodes if not is_leaf and bracket[0] not in OUTERMOST)


def jaccard(first: Tree, second: Tree) -> float:
    """The Jaccard index of the sets of brackets of two trees."""
    assert isinstance(first, PhraseTree)
    assert isinstance(second, PhraseTree)
    ours, theirs = set(first.brackets()), set(second.brackets())
    return len(ours & theirs) / len(ours | theirs)
