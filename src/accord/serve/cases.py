"""What annotators differ on: a case with their versions, and how far these lie apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from accord.model import Corpus

Value = Any
"""What can be decided, as JSON holds it: a label, spans ``[[start, end, type], ...]``, or a tree."""
Apart = Callable[[Value, Value], float]
GOLD = "gold"
"""What the annotator of a gold standard is called."""


class Version(NamedTuple):
    """What some annotators said, all the same."""

    value: Value
    annotators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A place where annotators differ; ``versions`` has the most common one first, ``shown`` what a page needs."""

    id: str
    document: str
    kind: str
    versions: tuple[Version, ...]
    disagreement: float
    shown: Mapping[str, object] = field(default_factory=dict)

    @property
    def majority(self) -> Version | None:
        """The version of more than half of those who said something."""
        first, everybody = self.versions[0], sum(len(version.annotators) for version in self.versions)
        return first if 2 * len(first.annotators) > everybody else None

    @property
    def fingerprint(self) -> str:
        """A short hash of who said what."""
        said = json.dumps(sorted([sorted(version.annotators), version.value] for version in self.versions))
        return sha256(said.encode()).hexdigest()[:16]

    def payload(self) -> dict[str, object]:
        """The case as JSON holds it."""
        return {
            "id": self.id,
            "document": self.document,
            "kind": self.kind,
            "disagreement": self.disagreement,
            "versions": [
                {"value": each.value, "annotators": list(each.annotators), "majority": each is self.majority}
                for each in self.versions
            ],
            **self.shown,
        }


class Gold(NamedTuple):
    """A gold standard as a corpus of the annotator `GOLD`, and how many texts were left out of it."""

    corpus: Corpus
    left_out: int
    what: str
    """What a text that can be left out is: a sentence, a document, an item."""
    kept: Mapping[str, Sequence[int]] = {}
    """Of labels of tokens, the numbers of the sentences that each document still has."""


class Disputed(Protocol):
    """A layer with all that annotators differ on in it."""

    @property
    def corpus(self) -> Corpus:
        """What the annotators said."""

    @property
    def kind(self) -> str:
        """What is decided: label, mentions, spans, units, dependencies or phrases."""

    @property
    def cases(self) -> tuple[Case, ...]:
        """All cases, in the order of the texts."""

    @property
    def agreed(self) -> int:
        """On how many places all annotators who looked say the same."""

    @property
    def alone(self) -> int:
        """On how many places a single annotator looked."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The labels there are."""

    def checked(self, case: Case, value: Value) -> Value:
        """A value that can be decided on a case, or a usage error that says what is wrong with it."""

    def gold(self, chosen: Mapping[str, Value]) -> Gold:
        """The gold standard: what all agree on and what was chosen; a case without a choice leaves its text out."""


def versions_of(said: Mapping[str, Value]) -> tuple[Version, ...]:
    """The different versions, the most common one first, then in the order of annotators."""
    found: dict[str, list[str]] = {}
    for annotator, value in said.items():
        found.setdefault(json.dumps(value, sort_keys=True), []).append(annotator)
    ordered = sorted(found.values(), key=len, reverse=True)
    return tuple(Version(said[annotators[0]], tuple(annotators)) for annotators in ordered)


def disagreement(said: Mapping[str, Value], apart: Apart) -> float:
    """How far two annotators lie apart on average: half for differing at all, half for how much."""
    pairs = list(combinations(said.values(), 2))
    return sum((1 + apart(one, other)) / 2 for one, other in pairs if one != other) / len(pairs)


def label_apart(_one: Value, _other: Value) -> float:
    """Different labels are different."""
    return 1.0


def spans_apart(one: Value, other: Value) -> float:
    """The share of what either marks that the two do not both mark alike: 1 - shared / marked, in length.

    >>> spans_apart([[0, 2, "PER"]], [[1, 2, "PER"]])
    0.5
    """
    borders = sorted({border for start, end, _ in (*one, *other) for border in (start, end)})
    shared = marked = 0.0
    for start, end in pairwise(borders):
        mine, theirs = ({type_ for first, last, type_ in spans if first <= start < last} for spans in (one, other))
        marked += (end - start) * len(mine | theirs)
        shared += (end - start) * len(mine & theirs)
    return 1 - shared / marked if marked else 1.0
