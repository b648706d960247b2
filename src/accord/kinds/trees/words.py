"""The words of some sentences in one row, each with its head and all that a parser says of it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from accord.model.tree import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.model import DependencyTree, Place

NOTHING = "_"
"""What stands in a column that says nothing of a word."""
_CONTENT = """
acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat goeswith iobj list nmod
nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp
"""
CONTENT = frozenset(_CONTENT.split())
"""The relations of content words in Universal Dependencies."""
FUNCTIONAL = frozenset({"aux", "case", "cc", "clf", "cop", "det", "mark"})
"""Those of the function words that belong to a content word."""
RELATIONS = CONTENT | FUNCTIONAL | {"punct"}
"""All relations of Universal Dependencies."""
_UNIVERSAL = """
Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood NumType Number Person Polarity Polite Poss PronType
Reflex Tense VerbForm Voice
"""
UNIVERSAL_FEATURES = frozenset(_UNIVERSAL.split())
"""The features that are the same in all languages."""


def is_content(relation: str) -> bool:
    """Whether a relation of Universal Dependencies is one of content words.

    >>> is_content("nsubj:pass"), is_content("case"), is_content("FINV")
    (True, False, False)
    """
    return relation.partition(":")[0] in CONTENT


def is_universal(relation: str) -> bool:
    """Whether a relation is one of Universal Dependencies.

    >>> is_universal("nsubj:pass"), is_universal("case"), is_universal("FINV")
    (True, True, False)
    """
    return relation.partition(":")[0] in RELATIONS


@cache
def universal(features: str) -> str:
    """The features that are the same in all languages, in their order.

    >>> universal("Number=Sing|Cxn=Resultative|Case=Nom"), universal("_")
    ('Case=Nom|Number=Sing', '')
    """
    return "|".join(sorted(each for each in features.split("|") if each.partition("=")[0] in UNIVERSAL_FEATURES))


@dataclass(frozen=True)
class Words:
    """The words of the trees of some sentences, one after the other."""

    trees: Sequence[DependencyTree]

    def __len__(self) -> int:
        return len(self.forms)

    @cached_property
    def starts(self) -> Sequence[int]:
        """The first word of each sentence, and the number of all words."""
        starts = [0]
        for tree in self.trees:
            starts.append(starts[-1] + len(tree))
        return starts

    @cached_property
    def forms(self) -> Sequence[str]:
        """The words as they are written."""
        return tuple(chain.from_iterable(tree.words for tree in self.trees))

    @cached_property
    def heads(self) -> Sequence[int]:
        """Where in the row the head of each word stands; `ROOT` and `NOWHERE` are less than 0."""
        places = zip(self.starts, (tree.head_positions() for tree in self.trees), strict=False)
        return [head + start if head >= 0 else head for start, heads in places for head in heads]

    @cached_property
    def labels(self) -> Sequence[str]:
        """The relation of each word to its head."""
        return tuple(chain.from_iterable(tree.labels for tree in self.trees))

    @cached_property
    def features(self) -> Sequence[str]:
        """The universal features of each word."""
        return tuple(map(universal, self.column("feats")))

    @cached_property
    def content(self) -> Sequence[bool]:
        """Which are content words, by their relation."""
        return tuple(map(is_content, self.labels))

    @cached_property
    def functional(self) -> Mapping[int, Sequence[int]]:
        """The function words that hang on each word, from left to right."""
        found: dict[int, list[int]] = {}
        for word, (head, label) in enumerate(zip(self.heads, self.labels, strict=True)):
            if head >= 0 and label.partition(":")[0] in FUNCTIONAL:
                found.setdefault(head, []).append(word)
        return found

    def column(self, name: str) -> Sequence[str]:
        """What a column of the file says of each word: upos, xpos, lemma or feats."""
        known = self._columns
        if name not in known:
            known[name] = tuple(
                chain.from_iterable(tree.columns.get(name) or (NOTHING,) * len(tree) for tree in self.trees)
            )
        return known[name]

    @cached_property
    def _columns(self) -> dict[str, Sequence[str]]:
        return {}

    def sentence(self, word: int) -> tuple[int, int]:
        """The first word of the sentence that a word stands in, and the first after it."""
        behind = bisect_right(self.starts, word)
        return self.starts[behind - 1], self.starts[behind]

    def place(self, word: int) -> Place:
        """Where a word stands in its file."""
        number = bisect_right(self.starts, word) - 1
        return self.trees[number].place_of(word - self.starts[number])


class Aligned(NamedTuple):
    """How many tokens or sentences both sides have, and how many of them are the same."""

    reference: int
    predicted: int
    same: int


@dataclass(frozen=True)
class WordPairs:
    """The words of a reference and of a parser over the same text, and which of them are the same.

    ``pairs`` are positions on both sides, in their order. ``tokens`` and ``sentences`` count those with the same first
    and last character, where the text was looked at.
    """

    reference: Words
    predicted: Words
    pairs: Sequence[tuple[int, int]]
    document: str = ""
    tokens: Aligned | None = None
    sentences: Aligned | None = None

    @classmethod
    def same(cls, reference: DependencyTree, predicted: DependencyTree, document: str = "") -> WordPairs:
        """Two trees over the same words."""
        both = [(word, word) for word in range(len(reference))]
        return cls(Words((reference,)), Words((predicted,)), both, document)

    @cached_property
    def counterpart(self) -> Mapping[int, int]:
        """The word of the reference that each word of the parser is aligned with."""
        return {theirs: ours for ours, theirs in self.pairs}

    @cached_property
    def attached(self) -> Sequence[bool]:
        """Of each pair, whether its heads are aligned, or both are the root."""
        return [
            self._same_head(self.reference.heads[ours], self.predicted.heads[theirs]) for ours, theirs in self.pairs
        ]

    def _same_head(self, ours: int, theirs: int) -> bool:
        if ours == NOWHERE or theirs < 0:
            return ours == theirs != NOWHERE
        return self.counterpart.get(theirs) == ours
