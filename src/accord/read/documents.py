"""What annotators have in common: which of their documents are the same, and whether the tokens are."""

from __future__ import annotations

from collections import Counter, defaultdict
from difflib import SequenceMatcher
from itertools import chain, count, zip_longest
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from accord.model import Finding, ItemLabels, Place, Sentence, Severity
from accord.read.names import distinct_names, some
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model.corpus import Layer
    from accord.read.content import Passage

_ALIKE = 0.5
_NEAR = 10

Tokens = tuple[tuple[str, ...], ...]
"""The text of a document, sentence by sentence."""


class Version(NamedTuple):
    """A document as one annotator has it."""

    annotator: str
    file: str
    passage: Passage

    @property
    def tokens(self) -> Tokens:
        """Its text."""
        return self.passage.tokens

    def place(self, sentence: Sentence, index: int = 0) -> Place:
        """Where a token of a sentence stands."""
        return Place(self.file, sentence.line_of(index), sentence.tokens[index])

    def start(self) -> Place:
        """Where it starts."""
        return self.place(self.passage.sentences[0])._replace(token=None)


# --- which documents are the same ------------------------------------------------------------------------------------


class Shelf:
    """The documents of a group of files: the named ones by name, the others by their tokens.

    A group of files without any document marks is a single document. What one annotator has under a name and another
    without one is the same where the tokens are, first of all where the name says which of the nameless it is (doc2).
    ``findings`` and ``assumptions`` say what is wrong with the documents and what was taken for the same.
    """

    def __init__(self, group: str | None, tracks: Sequence[Sequence[Version]]) -> None:
        """Find out the documents of some annotators; a track is what one of them has in one file."""
        self.group = group
        self.single = not any(version.passage.marked for track in tracks for version in track)
        self.files = list(dict.fromkeys(track[0].file for track in tracks))
        self.names: list[str | None] = []
        self.places: list[list[Version]] = []
        self.named: dict[str, int] = {}
        self.by_tokens: dict[Tokens, list[int]] = defaultdict(list)
        self.findings: list[Finding] = []
        self.assumptions: list[str] = []
        fullest = max(tracks, key=len)
        for track in sorted(tracks, key=len, reverse=True):
            self._add(track if self.single or track[0].passage.marked else self._divided(track, fullest))
        self._say()

    def documents(self) -> dict[str, list[Version]]:
        """All versions of each document by its name; documents without one are counted, or named for their file."""
        if self.single:
            only = distinct_names(self.files)[0] if len(self.files) == 1 else "text"
            return dict.fromkeys([self.group or only], self.places[0])
        free = (name for number in count(1) if (name := numbered(number)) not in self.named)
        names = [name or next(free) for name in self.names]
        prefix = f"{self.group}/" if self.group else ""
        return {prefix + name: versions for name, versions in zip(names, self.places, strict=True)}

    def _divided(self, track: Sequence[Version], model: Sequence[Version]) -> Sequence[Version]:
        """A text without document marks, cut up like one that has them, if the tokens are the same."""
        version, *more = track
        if more:
            return track
        if version.tokens != tuple(chain.from_iterable(other.tokens for other in model)):
            message = f"no document marks, but {model[0].file} has {plural(len(model), 'document')}, and other tokens"
            hint = "mark where documents start"
            finding = Finding("missing-document-marks", Severity.ERROR, Place(version.file), message, hint)
            self.findings.append(finding)
            return []
        same = f"was divided like {model[0].file}, for the tokens are the same"
        self.assumptions.append(f"{version.file} has no document marks, and {same}")
        sentences = iter(version.passage.sentences)
        return [
            version._replace(
                passage=other.passage._replace(
                    annotator=version.passage.annotator, sentences=[next(sentences) for _ in other.passage.sentences]
                )
            )
            for other in model
        ]

    def _add(self, track: Sequence[Version]) -> None:
        """Put each version of an annotator to the others of its document: by name, by equal, then by similar tokens."""
        known = [self._by_name(version) for version in track]
        taken = {place for place in known if place is not None}
        for called in (True, False):
            for index, version in enumerate(track):
                if known[index] is None and (place := self._equal(version, taken, called=called)) is not None:
                    known[index] = place
                    taken.add(place)
        last = -1
        for place, version in zip(known, track, strict=True):
            last = self._put(self._similar(version, last + 1, taken) if place is None else place, version)
            taken.add(last)

    def _by_name(self, version: Version) -> int | None:
        if self.single:
            return 0 if self.places else None
        return None if version.passage.document is None else self.named.get(version.passage.document)

    def _equal(self, version: Version, taken: set[int], *, called: bool) -> int | None:
        """The first free place of the same tokens, if a name is missing on one side at least; or that of its number."""
        name = version.passage.document
        for place in self.by_tokens.get(version.tokens, ()):
            is_its = numbered(place + 1) == name if called else True
            nameless = name is None or (
                self.names[place] is None and not any(given_twice(self.places[place], [version]))
            )
            if place not in taken and is_its and nameless:
                return place
        return None

    def _similar(self, version: Version, expected: int, taken: set[int]) -> int | None:
        """The free place near the expected one whose words are most like those of a nameless text, if half are."""
        if version.passage.document is not None:
            return self._by_name(version)
        near = range(max(0, expected - _NEAR), min(len(self.places), expected + _NEAR + 1))
        alike = [
            (_likeness(self.places[place][0].tokens, version.tokens), -place) for place in near if place not in taken
        ]
        best, place = max(alike, default=(0.0, 0))
        return -place if best >= _ALIKE else None

    def _put(self, place: int | None, version: Version) -> int:
        if place is None:
            place = len(self.places)
            self.names.append(version.passage.document)
            self.places.append([])
            self.by_tokens[version.tokens].append(place)
        if version.passage.document is not None:
            self.names[place] = version.passage.document
            self.named[version.passage.document] = place
        if twice := list(given_twice(self.places[place], [version])):
            self.findings += twice
        else:
            self.places[place].append(version)
        return place

    def _say(self) -> None:
        held = Counter(version.annotator for versions in self.places for version in versions)
        nameless = any(version.passage.document is None for versions in self.places for version in versions)
        if len(held) > 1 and nameless and not self.single:
            self.assumptions.append("documents without a name are the same where their tokens are the same")
        self.assumptions += fewer_documents(held, len(self.places))


def given_twice(earlier: Iterable[Version], versions: Iterable[Version]) -> Iterator[Finding]:
    """Whoever has a document again."""
    first = {version.annotator: version for version in earlier}
    for version in versions:
        if version.annotator in first:
            name = f"the document {version.passage.document}" if version.passage.document else "the same document"
            message = f"{version.annotator} has {name} twice, first at {first[version.annotator].start()}"
            hint = "give each document its own name, or say who annotated what"
            yield Finding("duplicate-document", Severity.ERROR, version.start(), message, hint)


def numbered(number: int) -> str:
    """What a document without a name is called."""
    return f"doc{number}"


def fewer_documents(held: Mapping[str, int], number: int) -> list[str]:
    """Who does not have all documents, if anybody."""
    fewer = [f"{annotator} has {having:,}" for annotator, having in held.items() if having < number]
    return [f"not every annotator has all {number:,} documents: {some(fewer)}"] if fewer else []


def _likeness(first: Tokens, second: Tokens) -> float:
    """The share of words that two texts have in common."""
    ours, theirs = Counter(chain.from_iterable(first)), Counter(chain.from_iterable(second))
    return (ours & theirs).total() / max(ours.total(), theirs.total(), 1)


# --- whether the tokens are the same ---------------------------------------------------------------------------------


def usual_version(versions: Sequence[Version]) -> Version:
    """The first version with the tokens that most annotators have."""
    usual = Counter(version.tokens for version in versions).most_common(1)[0][0]
    return next(version for version in versions if version.tokens == usual)


def token_findings(model: Version, version: Version) -> Iterator[Finding]:
    """The first difference of every sentence whose tokens are not those of the model."""
    ours, theirs = model.passage.sentences, version.passage.sentences
    for start, end, other_start, other_end in _unequal(model.tokens, version.tokens):
        for expected, found in zip_longest(ours[start:end], theirs[other_start:other_end]):
            yield _difference(model, expected, version, found)


def _unequal(first: Tokens, second: Tokens) -> Iterator[tuple[int, int, int, int]]:
    """The stretches that differ: sentence by sentence where most are the same, else behind an alignment."""
    if len(first) == len(second) and 2 * sum(map(eq, first, second)) >= len(first):
        yield from ((index, index + 1) * 2 for index in range(len(first)) if first[index] != second[index])
    else:
        for kind, *stretch in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
            if kind != "equal":
                yield stretch[0], stretch[1], stretch[2], stretch[3]


def _difference(model: Version, expected: Sentence | None, version: Version, found: Sentence | None) -> Finding:
    if expected is None or found is None:
        holder, other = (model, version) if expected else (version, model)
        sentence = expected or found or Sentence(("",), ())
        words = " ".join(sentence.tokens)[:60]
        message = f"{holder.annotator} has this sentence, {other.annotator} ({other.file}) does not: {words!r}"
        return _mismatch(holder.place(sentence), message)
    pairs = enumerate(zip_longest(expected.tokens, found.tokens))
    index, (wanted, token) = next((index, pair) for index, pair in pairs if pair[0] != pair[1])
    ours, theirs = (repr(word) if word is not None else "the end of the sentence" for word in (wanted, token))
    there = model.place(expected, min(index, len(expected.tokens) - 1))._replace(token=None)
    place = version.place(found, min(index, len(found.tokens) - 1))
    return _mismatch(place, f"{version.annotator} has {theirs} where {model.annotator} has {ours} ({there})")


def _mismatch(place: Place, message: str) -> Finding:
    hint = "make the tokens the same, or say who annotated what"
    return Finding("token-mismatch", Severity.ERROR, place, message, hint)


def overlap_findings(layers: Mapping[tuple[str, str], Layer], file: str) -> Iterable[Finding]:
    """Warn where nothing was labelled by two annotators, so that nothing can be compared."""
    seen: dict[tuple[str, str], str] = {}
    for (document, annotator), layer in layers.items():
        for item in layer.labels if isinstance(layer, ItemLabels) else [""]:
            if seen.setdefault((document, item), annotator) != annotator:
                return
    if len({annotator for _, annotator in layers}) > 1:
        message = "nothing was labelled by two annotators, so they cannot be compared"
        hint = "is it said right who annotated what?"
        yield Finding("no-overlap", Severity.WARNING, Place(file), message, hint)
