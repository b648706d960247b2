"""From sentences to rows of integers, one row a token.

Words are taken apart once for each word type; compiled code then puts together the row of each token from those of the
words around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.learn.tagger.gather import gather
from accord.learn.tagger.templates import CLUSTER, GAZETTEER, TOKEN, VIEWS, Block, template

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.learn.tagger.clusters import Clusters
    from accord.learn.tagger.draws import Integers
    from accord.learn.tagger.gazetteer import Gazetteer
    from accord.learn.tagger.text import Text
    from accord.learn.tagger.viterbi import Codes

Own = Callable[[Sequence[str]], Iterable[Iterable[str]]]
"""A user's features: from the tokens of a sentence to some strings for each."""

_BEFORE, _BEHIND = "\n<", "\n>"
"""What stands before and behind a sentence: no token can hold it, for it ends a line."""


class Rows(NamedTuple):
    """The features of token i are ``indices[indptr[i]:indptr[i + 1]]``."""

    indptr: Integers
    indices: Codes


class Vocabulary(dict[str, int]):
    """Numbers attributes as they are met."""

    def __missing__(self, attribute: str) -> int:
        number = self[attribute] = len(self)
        return number


Plane = tuple[str, str]
"""A column and a view of it, which share a vocabulary wherever they are looked at from."""


@dataclass(slots=True)
class Templated:
    """Features by a template, with what was met in training."""

    name: str
    blocks: tuple[Block, ...]
    gazetteer: Gazetteer | None = None
    clusters: Clusters | None = None
    known: dict[Plane, Vocabulary] = field(default_factory=dict)

    @classmethod
    def named(
        cls, name: str, columns: Iterable[str], gazetteer: Gazetteer | None = None, clusters: Clusters | None = None
    ) -> Templated:
        """The template of that name over these other columns."""
        blocks = template(name, tuple(columns), gazetteer=gazetteer is not None, clusters=clusters is not None)
        return cls(name, blocks, gazetteer, clusters)

    @property
    def width(self) -> int:
        """How many features there are."""
        return sum(len(self.known[block[:2]]) for block in self.blocks)

    def rows(self, text: Text, *, learn: bool = False) -> Rows:
        """The features of all tokens; what was not met in training is left out."""
        planes = dict.fromkeys(block[:2] for block in self.blocks)
        types: dict[str, dict[str, int]] = {}
        number_of: dict[str, Codes] = {}
        for column in dict.fromkeys(column for column, _ in planes):
            values = self._values(column, text)
            types[column] = {value: number for number, value in enumerate(dict.fromkeys(values))}
            number_of[column] = np.fromiter(map(types[column].__getitem__, values), np.int32, len(values))
        first: dict[Plane, int] = {}
        lists: list[list[int]] = []
        for plane in planes:
            first[plane] = len(lists)
            around = any(block.distance for block in self.blocks if block[:2] == plane)
            lists += self._taken_apart(plane, types[plane[0]], around=around, learn=learn)
        row_start = np.zeros(len(lists) + 1, dtype=np.int64)
        np.cumsum(list(map(len, lists)), out=row_start[1:])
        attributes = np.fromiter(chain.from_iterable(lists), np.int32, int(row_start[-1]))
        rows = np.empty((len(text.tokens), len(self.blocks)), dtype=np.int32)
        shift, base = np.zeros(len(self.blocks), dtype=np.int32), 0
        ends = _ends(text.starts, len(text.tokens)) if any(block.distance for block in self.blocks) else None
        for place, block in enumerate(self.blocks):
            numbers, size = number_of[block.column], len(types[block.column])
            rows[:, place] = _moved(numbers, block.distance, ends, size) + first[block[:2]]
            shift[place], base = base, base + len(self.known[block[:2]])
        return Rows(*gather(rows, row_start, attributes, shift))

    def _values(self, column: str, text: Text) -> Sequence[str]:
        if column == TOKEN:
            return text.tokens
        if column == GAZETTEER and self.gazetteer is not None:
            return self.gazetteer.matches(text)
        if column not in text.columns:
            have = f"there is {', '.join(text.columns)}" if text.columns else "there are no columns but the tokens"
            raise UsageError(f"the features need a column {column!r}: {have}")
        return text.columns[column]

    def _taken_apart(self, plane: Plane, types: Iterable[str], *, around: bool, learn: bool) -> list[list[int]]:
        """The attributes of each word type, and of what stands before and behind sentences."""
        _, name = plane
        view = self.clusters.prefixes if name == CLUSTER and self.clusters is not None else VIEWS[name]
        views = chain(map(view, types), [[_BEFORE], [_BEHIND]] if around else [[], []])
        if learn:
            number = self.known.setdefault(plane, Vocabulary()).__getitem__
            return [list(map(number, attributes)) for attributes in views]
        known = self.known[plane]
        return [[known[each] for each in attributes if each in known] for attributes in views]


def _ends(starts: Integers, tokens: int) -> tuple[Integers, Integers]:
    """For each token, the first token of its sentence and the first behind it."""
    lengths = np.diff(starts)
    first = np.repeat(starts[:-1], lengths)
    return first, np.repeat(starts[1:], lengths)[:tokens]


def _moved(numbers: Codes, distance: int, ends: tuple[Integers, Integers] | None, size: int) -> Codes:
    """The numbers that stand so far from each token; ``size`` and ``size + 1`` before and behind the sentence."""
    if distance == 0 or ends is None:
        return numbers
    first, behind = ends
    there = np.arange(len(numbers)) + distance
    found = numbers[np.clip(there, 0, max(0, len(numbers) - 1))]
    return np.where(there < first, size, np.where(there >= behind, size + 1, found)).astype(np.int32)


@dataclass(slots=True)
class Called:
    """Features that a function of the user gives for the tokens of a sentence."""

    function: Own
    known: Vocabulary = field(default_factory=Vocabulary)

    @property
    def width(self) -> int:
        """How many features there are."""
        return len(self.known)

    def rows(self, text: Text, *, learn: bool = False) -> Rows:
        """The features of all tokens; what was not met in training is left out."""
        lists: list[list[int]] = []
        for number, tokens in enumerate(text.cut(text.tokens)):
            given = [list(attributes) for attributes in self.function(tokens)]
            if len(given) != len(tokens):
                raise UsageError(
                    f"sentence {number + 1} has {len(tokens)} tokens, and the function gave features for {len(given)}"
                )
            known = self.known
            lists += [[known[each] for each in attributes if learn or each in known] for attributes in given]
        indptr = np.zeros(len(lists) + 1, dtype=np.int64)
        np.cumsum(list(map(len, lists)), out=indptr[1:])
        return Rows(indptr, np.fromiter(chain.from_iterable(lists), np.int32, int(indptr[-1])))


@dataclass(slots=True)
class Given:
    """Features that come as arrays ``(indptr, indices)``, one row a token."""

    width: int

    def checked(self, arrays: Any, tokens: int) -> Rows:
        """The arrays of a text, without features that training did not know."""
        try:
            indptr, indices = (np.asarray(array) for array in arrays)
        except (TypeError, ValueError):
            raise UsageError("features come as two arrays, indptr and indices") from None
        if len(indptr) != tokens + 1 or indptr[0] != 0 or (np.diff(indptr) < 0).any() or indptr[-1] != len(indices):
            raise UsageError(
                f"indptr must have {tokens + 1} numbers that rise from 0 to the {len(indices)} indices, as there are "
                f"{tokens} tokens"
            )
        if len(indices) and (indices.dtype.kind not in "iu" or indices.min() < 0):
            raise UsageError("indices of features are whole numbers from 0")
        kept = np.flatnonzero(indices < self.width)
        if len(kept) < len(indices):
            indptr = np.searchsorted(kept, indptr)
            indices = indices[kept]
        return Rows(indptr.astype(np.int64), indices.astype(np.int32))


Extractor = Templated | Called | Given


def an_extractor(
    features: Any, columns: Mapping[str, Any], gazetteer: Gazetteer | None, clusters: Clusters | None
) -> Extractor:
    """What turns text into features: a named template, a function, or arrays as they are."""
    if isinstance(features, str):
        return Templated.named(features, columns, gazetteer, clusters)
    if callable(features):
        return Called(features)
    try:
        _, indices = features
        return Given(int(np.max(indices, initial=-1)) + 1)
    except (TypeError, ValueError):
        raise UsageError(
            "features are the name of a template, a function of tokens, or two arrays (indptr, indices)"
        ) from None
