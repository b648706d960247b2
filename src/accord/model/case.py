"""What annotators differ on: a case with the versions of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from accord.encoding import Encoding
    from accord.model import Corpus
    from accord.model.case_summary import CaseSummary, Gains

Value = Any
"""What can be decided, as JSON holds it: a label, spans ``[[start, end, type], ...]``, or a tree."""
GOLD = "gold"
"""What the annotator of a gold standard is called."""


_TEXT = ("text", "tokens", "offset", "region", "sentence")
"""What of all that is shown says which text it is."""


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
    def hardness(self) -> tuple[float, int]:
        """What to sort by, the hardest first: how far annotators lie apart, then how many looked."""
        return -self.disagreement, -sum(len(version.annotators) for version in self.versions)

    @property
    def majority(self) -> Version | None:
        """The version of more than half of those who said something."""
        first, everybody = self.versions[0], sum(len(version.annotators) for version in self.versions)
        return first if 2 * len(first.annotators) > everybody else None

    @property
    def fingerprint(self) -> str:
        """Short hashes of the text, and of what each annotator said, and read where not all read the same."""
        return f"{self.place}-{json.dumps(self._hashes, sort_keys=True, separators=(',', ':'))}"

    @property
    def place(self) -> str:
        """A short hash of the text that a case is about: its words, and where in them it lies, or what an item says."""
        return _hash(self._words | ({"says": self._says} if self._says else {}))

    def unchanged_since(self, fingerprint: str, voters: Collection[str]) -> bool:
        """Whether the text is what it was, and so is what those said who still have a vote, whoever else came to it.

        Nothing is known without a fingerprint.
        """
        place, _, hashes = fingerprint.partition("-")
        if not hashes.startswith("{"):
            return not fingerprint
        then, now = json.loads(hashes), self._hashes
        return place == self.place and all(now.get(who) == said for who, said in then.items() if who in voters)

    def on_text_of(self, fingerprint: str) -> bool:
        """Whether the text is what it was, whatever the versions are."""
        return fingerprint.partition("-")[0] in {"", self.place}

    @property
    def textless_item(self) -> str | None:
        """The id of an item of which no more is known than its id."""
        known = {"says", "texts", "region", "tokens", "sentence"} & self.shown.keys()
        return None if known or "text" not in self.shown else str(self.shown["text"])

    @property
    def _words(self) -> dict[str, object]:
        return {name: self.shown[name] for name in _TEXT if name in self.shown}

    @property
    def _says(self) -> Sequence[object]:
        """The texts of an item, each once."""
        if "texts" in self.shown:
            return sorted(set(cast("Mapping[str, str]", self.shown["texts"]).values()))
        return [self.shown["says"]] if "says" in self.shown else []

    @property
    def _hashes(self) -> dict[str, str]:
        texts = cast("Mapping[str, str]", self.shown.get("texts", {}))
        return {who: _hash([each.value, texts.get(who)])[:8] for each in self.versions for who in each.annotators}

    def payload(self) -> dict[str, object]:
        """The case as JSON holds it."""
        return {
            "id": self.id,
            "document": self.document,
            "kind": self.kind,
            "disagreement": self.disagreement,
            "fingerprint": self.fingerprint,
            "versions": [
                {"value": each.value, "annotators": list(each.annotators), "majority": each is self.majority}
                for each in self.versions
            ],
            **self.shown,
        }


class Surroundings(NamedTuple):
    """What stands before and after a place, piece by piece, and whether its document goes on."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    more: bool
    whole: bool = True
    """Whether the pieces are sentences or items, and not a text cut somewhere."""

    def payload(self) -> dict[str, Any]:
        """The same as JSON holds it."""
        return {"before": list(self.before), "after": list(self.after), "more": self.more, "whole": self.whole}


class Point(NamedTuple):
    """Some words of a case on which annotators differ, the labels they give them, and all that they say in words.

    ``said`` puts a value of the case into words.
    """

    words: str
    options: frozenset[str]
    labels: frozenset[str]
    said: Callable[[Value], str]


class Gold(NamedTuple):
    """A gold standard as a corpus of the annotator `GOLD`, and how many texts were left out of it."""

    corpus: Corpus
    left_out: int
    what: str
    """What a text that can be left out is: a sentence, a document, an item."""
    places: GoldPlaces
    """What of all places is in it."""
    kept: Mapping[str, Sequence[int]] = {}
    """Of labels of tokens and of trees, the numbers of the sentences that each document still has."""
    encoding: Encoding | None = None
    """The encoding of its chunk labels, where it has such."""


@dataclass(frozen=True, slots=True)
class AgainstGold:
    """One annotator: how much there is to compare, and the shares of it that are as in the gold standard."""

    annotator: str
    counts: Mapping[str, int]
    shares: Mapping[str, Any]
    """Fractions, or why one is undefined."""


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

    @property
    def chunks(self) -> bool:
        """Whether what is decided are the mentions of chunk labels."""

    @property
    def sorts(self) -> Mapping[str, str]:
        """The ways in which versions can differ, by name, each in words."""

    def summary(self, case: Case) -> CaseSummary:
        """A case in a line."""

    def gains(self) -> Gains:
        """By how much agreement would rise if all who looked at a case had said what most said, case by case."""

    def moved(self, value: Value, case: Case, other: Case) -> Value:
        """What says of another case what a value says of a case."""

    def narrowed(self, case: Case, decided: Mapping[str, Value]) -> Case:
        """A case with the room that what was decided on others leaves it."""

    def points(self, case: Case) -> Iterable[Point]:
        """What a case is about, in words."""

    def around(self, case: Case, size: int) -> Surroundings | None:
        """So many characters of its document before and after what a case shows; None where there is no text."""

    def checked(self, case: Case, value: Value) -> Value:
        """A value that can be decided on a case, or a usage error that says what is wrong with it."""

    def gold(self, chosen: Mapping[str, Value]) -> Gold:
        """The gold standard: what all agree on and what was chosen; a case without a choice leaves its text out."""

    def against_gold(self, gold: Gold) -> list[AgainstGold]:
        """How each annotator does against a gold standard of it, on what both hold."""


class WholeCases:
    """Cases of which each is decided for itself, and whose values say nothing of where they stand."""

    __slots__ = ()
    chunks = False

    def moved(self, value: Value, case: Case, other: Case) -> Value:
        """The same value."""
        del case, other
        return value

    def narrowed(self, case: Case, decided: Mapping[str, Value]) -> Case:
        """The same case, for decisions on others leave it as it is."""
        del decided
        return case


@dataclass(slots=True)
class Tally:
    """On how many places all who looked say the same, and on how many one alone looked."""

    agreed: int = 0
    alone: int = 0

    def differ(self, versions: int, annotators: int) -> bool:
        """Whether there is something to adjudicate where so many annotators have so many versions; counted if not."""
        self.agreed += versions == 1 < annotators
        self.alone += annotators == 1
        return versions > 1


@dataclass(slots=True)
class GoldPlaces:
    """The places that are in a gold standard: how many all agree on or one alone looked at, and the cases."""

    tally: Tally = field(default_factory=Tally)
    cases: set[str] = field(default_factory=set)

    def add(self, place: str, said: Mapping[str, Value]) -> None:
        """Count a place with what was said of it."""
        if self.tally.differ(len(versions_of(said)), len(said)):
            self.cases.add(place)


def versions_of(said: Mapping[str, Value]) -> tuple[Version, ...]:
    """The different versions, the most common one first, then in the order of annotators."""
    found: dict[str, list[str]] = {}
    for annotator, value in said.items():
        found.setdefault(json.dumps(value, sort_keys=True), []).append(annotator)
    ordered = sorted(found.values(), key=len, reverse=True)
    return tuple(Version(said[annotators[0]], tuple(annotators)) for annotators in ordered)


def _hash(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
