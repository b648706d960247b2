"""pq-gram distance: how many of the small pieces of two trees differ.

A pq-gram is a node with p - 1 of its ancestors and q neighbours among its children; where there are none, a blank takes
their place. The distance is the number of pq-grams, counted as often as they occur, that only one of the trees has:

    plain   |X| + |Y| - 2 |X and Y|
    norm    the same over |X| + |Y|

It costs about as much as looking at the trees. It goes up and down with the tree edit distance, but agreement measured
with it is another quantity and not an estimate of the other.

Augsten, N., Böhlen, M. & Gamper, J. (2010). The pq-gram distance between ordered labeled trees.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.compute.progress import Progress
from accord.distance.all_pairs import AllPairs
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.distance.all_pairs import Floats, Numbers
    from accord.study.forest import Forest

_BLANK = -1
_ROWS = 256


@dataclass(frozen=True, slots=True)
class PqGram:
    """pq-gram distance with stems of p nodes and bases of q."""

    variant: str = "plain"
    p: int = 2
    q: int = 3
    name: str = "pq-gram"
    max_nodes: int | None = None

    def __post_init__(self) -> None:
        if self.variant not in {"plain", "norm"}:
            raise UsageError(f"unknown variant {self.variant!r} of pq-gram: choose from plain, norm")
        if min(self.p, self.q) < 1:
            raise UsageError(f"p and q are numbers from 1 up, not {self.p} and {self.q}")

    @property
    def choices(self) -> dict[str, object]:
        """The variant, p and q."""
        return {"variant": self.variant, "p": self.p, "q": self.q}

    def pairs(self, forest: Forest, some: Numbers, others: Numbers, progress: Progress | None = None) -> Floats:
        """The distance of each of some trees to the other at the same place, shape (pairs,)."""
        grams = self._profiles(forest, progress or Progress())
        shared = np.asarray(grams[some].multiply(grams[others]).sum(axis=1)).reshape(-1)
        counts = np.asarray(grams.sum(axis=1)).reshape(-1)
        return self._of(shared, counts[some], counts[others])

    def all_pairs(self, forest: Forest, progress: Progress | None = None) -> AllPairs:
        """The distances between all trees."""
        progress = progress or Progress()
        grams = self._profiles(forest, progress)
        counts = np.asarray(grams.sum(axis=1)).reshape(-1)
        narrow = np.int16 if counts.max(initial=0) < 2**15 else np.int32
        shared = np.empty((len(forest), len(forest)), dtype=narrow)
        progress.expect(len(forest))
        for start in range(0, len(forest), _ROWS):
            shared[start : start + _ROWS] = (grams[start : start + _ROWS] @ grams.T).toarray()
            progress.advance(min(_ROWS, len(forest) - start))
        return AllPairs(
            shared, np.arange(len(forest)), lambda found, one, other: self._of(found, counts[one], counts[other])
        )

    def work(self, forest: Forest) -> float:
        """About how many steps all pairs take."""
        return float(len(forest)) * len(forest.labels) / 2

    def _of(self, shared: Any, one: Numbers, other: Numbers) -> Floats:
        both = (one + other).astype(np.float64)
        apart: Floats = both - shared - shared
        return apart / both if self.variant == "norm" else apart

    def _profiles(self, forest: Forest, progress: Progress) -> Any:
        """Which pq-grams each tree has, shape (trees, pq-grams): the second of its kind is one of its own."""
        from scipy.sparse import csr_array

        numbers: dict[tuple[object, ...], int] = {}
        rows: list[int] = []
        columns: list[int] = []
        progress.expect(len(forest))
        for tree in progress.over(range(len(forest))):
            seen: Counter[tuple[int, ...]] = Counter()
            for gram in self.grams(forest, tree):
                rows.append(tree)
                columns.append(numbers.setdefault((gram, seen[gram]), len(numbers)))
                seen[gram] += 1
        return csr_array((np.ones(len(rows), dtype=np.int32), (rows, columns)), shape=(len(forest), len(numbers)))

    def grams(self, forest: Forest, tree: int) -> Iterator[tuple[int, ...]]:
        """The pq-grams of a tree as numbers of labels, -1 for a blank; p of the stem, then q of the base."""
        nodes = slice(forest.offsets[tree], forest.offsets[tree + 1])
        labels, leftmost = forest.labels[nodes].tolist(), forest.leftmost[nodes].tolist()
        blanks = (_BLANK,) * (self.q - 1)
        stems = {len(labels) - 1: (_BLANK,) * (self.p - 1) + (labels[-1],)} if labels else {}
        for node in reversed(range(len(labels))):
            stem = stems.pop(node)
            children = []
            child = node - 1
            while child >= leftmost[node]:
                children.append(labels[child])
                stems[child] = (*stem[1:], labels[child])
                child = leftmost[child] - 1
            base = (*blanks, *reversed(children), *blanks) if children else (_BLANK, *blanks)
            for start in range(len(base) - self.q + 1):
                yield stem + base[start : start + self.q]
