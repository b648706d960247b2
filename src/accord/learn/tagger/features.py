"""From sentences to rows of integers, one row per token.

Words are taken apart once for each word type, and all of them at once; compiled code then puts together the row of each
token from those of the words around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.learn.tagger.aspects import ASPECTS
from accord.learn.tagger.clusters import LENGTHS
from accord.learn.tagger.gather import gather
from accord.learn.tagger.templates import CLUSTER, GAZETTEER, TOKEN, Block, template
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.learn.tagger.clusters import Clusters
    from accord.learn.tagger.gazetteer import Gazetteer
    from accord.learn.tagger.kernel import Codes, Integers
    from accord.learn.tagger.text import Text

Own = Callable[[Sequence[str]], Iterable[Iterable[str]]]
"""A user's features: from the tokens of a sentence to some strings for each."""

_BEFORE, _BEHIND = "\n<", "\n>"
"""What stands before and after a sentence: no token can hold it, for it ends a line."""


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
"""A column and an aspect of it, which share a vocabulary wherever they are looked at from."""


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
        by_cluster = tuple(f"{CLUSTER}{length}" for length in LENGTHS) if clusters else ()
        blocks = template(name, tuple(columns), gazetteer=gazetteer is not None, clusters=by_cluster)
        return cls(name, blocks, gazetteer, clusters)

    @property
    def width(self) -> int:
        """How many features there are."""
        return sum(len(self.known[block[:2]]) for block in self.blocks)

    def rows(self, text: Text, *, learn: bool = False) -> Rows:
        """The features of all tokens; what was not met in training is left out."""
        types: dict[str, list[str]] = {}
        numbers: dict[str, Codes] = {}
        for column in dict.fromkeys(block.column for block in self.blocks):
            values = self._values(column, text)
            number_of = {value: number for number, value in enumerate(dict.fromkeys(values))}
            types[column] = list(number_of)
            numbers[column] = np.fromiter(map(number_of.__getitem__, values), np.int32, len(values))
        around = {block[:2] for block in self.blocks if block.distance}
        attributes = {
            plane: self._attributes(plane, types[plane[0]], edges=plane in around, learn=learn)
            for plane in dict.fromkeys(block[:2] for block in self.blocks)
        }
        found, base = np.empty((len(self.blocks), len(text.tokens)), dtype=np.int32), 0
        moved = _Moved(text.starts, numbers, {column: len(words) for column, words in types.items()})
        for place, block in enumerate(self.blocks):
            here = attributes[block[:2]]
            found[place] = np.where(here < 0, -1, here + base)[moved[block.column, block.distance]]
            base += len(self.known[block[:2]])
        return Rows(*gather(found))

    def _attributes(self, plane: Plane, words: list[str], *, edges: bool, learn: bool) -> Codes:
        """The attribute of each word, and of what stands before and after sentences; -1 where there is none."""
        _, name = plane
        if name.startswith(CLUSTER) and self.clusters is not None:
            aspect = self.clusters.beginnings(name[len(CLUSTER) :])
        else:
            aspect = ASPECTS[name]
        attributes = [*aspect(words), *((_BEFORE, _BEHIND) if edges else (None, None))]
        if learn:
            met = dict.fromkeys(attributes)
            met.pop(None, None)
            self.known[plane] = Vocabulary(zip(met, range(len(met)), strict=True))
        numbers = map(self.known[plane].get, attributes, repeat(-1))
        return np.fromiter(numbers, np.int32, len(attributes))

    def _values(self, column: str, text: Text) -> Sequence[str]:
        if column == TOKEN:
            return text.tokens
        if column == GAZETTEER and self.gazetteer is not None:
            return self.gazetteer.matches(text)
        if column not in text.columns:
            have = f"there is {', '.join(text.columns)}" if text.columns else "there are no columns but the tokens"
            raise UsageError(f"the features need a column {column!r}: {have}")
        return text.columns[column]


class _Moved(dict[tuple[str, int], "Codes"]):
    """The word types of a column that stand so far from each token; the last two are before and after a sentence."""

    def __init__(self, starts: Integers, numbers: Mapping[str, Codes], sizes: Mapping[str, int]) -> None:
        super().__init__({(column, 0): each for column, each in numbers.items()})
        self.sizes = sizes
        lengths = np.diff(starts)
        self.first, self.behind = np.repeat(starts[:-1], lengths), np.repeat(starts[1:], lengths)

    def __missing__(self, where: tuple[str, int]) -> Codes:
        column, distance = where
        numbers, size = self[column, 0], self.sizes[column]
        there = np.arange(len(numbers)) + distance
        found = numbers[np.clip(there, 0, max(0, len(numbers) - 1))]
        edges = np.where(there < self.first, size, np.where(there >= self.behind, size + 1, found))
        moved = self[where] = edges.astype(np.int32)
        return moved


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
            given = [_listed(attributes, number) for attributes in self.function(tokens)]
            if len(given) != len(tokens):
                held = plural(len(tokens), "token")
                raise UsageError(f"sentence {number + 1} has {held}, and the function gave features for {len(given)}")
            known = self.known
            lists += [[known[each] for each in attributes if learn or each in known] for attributes in given]
        indptr = np.zeros(len(lists) + 1, dtype=np.int64)
        np.cumsum(list(map(len, lists)), out=indptr[1:])
        return Rows(indptr, np.fromiter(chain.from_iterable(lists), np.int32, int(indptr[-1])))


def _listed(attributes: Any, number: int) -> list[str]:
    """The features of a token; a string is not several of one letter."""
    if isinstance(attributes, str) or not isinstance(attributes, Iterable):
        raise UsageError(
            f"sentence {number + 1}: the function gave {attributes!r} for a token, and a list of strings is needed"
        )
    return list(attributes)


@dataclass(slots=True)
class Given:
    """Features that come as arrays ``(indptr, indices)``, one row per token."""

    width: int

    def checked(self, arrays: Any, tokens: int) -> Rows:
        """The arrays of a text, without features that training did not know."""
        try:
            indptr, indices = (np.asarray(array) for array in arrays)
        except (TypeError, ValueError):
            raise UsageError("features come as two arrays, indptr and indices") from None
        if len(indptr) != tokens + 1 or indptr[0] != 0 or (np.diff(indptr) < 0).any() or indptr[-1] != len(indices):
            raise UsageError(
                f"indptr must have {tokens + 1} numbers that rise from 0 to the number of indices, {len(indices)}, for "
                f"{plural(tokens, 'token')}"
            )
        if len(indices) and (indices.dtype.kind not in "iu" or indices.min() < 0):
            raise UsageError("indices of features are whole numbers from 0")
        kept = np.flatnonzero(indices < self.width)
        if len(kept) < len(indices):
            indptr = np.searchsorted(kept, indptr)
            indices = indices[kept]
        return Rows(indptr.astype(np.int64), indices.astype(np.int32))


Extractor = Templated | Called | Given


def make_extractor(
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
