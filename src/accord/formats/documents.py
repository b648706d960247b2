"""What annotators have in common: how many of the documents, whether the same tokens, and anything at all."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from itertools import zip_longest
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.names import some
from accord.formats.repeats import twice_hint
from accord.model import Finding, ItemLabels, Place, Sentence, Severity
from accord.model.array_map import ArrayMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.formats.content import Passage
    from accord.model.corpus import Annotation

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

    @property
    def label_source(self) -> tuple[str, str]:
        """Whose it is, and where: the documents of an annotator in a file are in order."""
        return self.file, self.annotator

    def place(self, sentence: Sentence, index: int = 0) -> Place:
        """Where a token of a sentence stands."""
        return Place(self.file, sentence.line_of(index), sentence.tokens[index])

    def start(self) -> Place:
        """Where it starts."""
        return self.place(self.passage.sentences[0])._replace(token=None)


def fewer_documents(held: Mapping[str, int], number: int) -> list[str]:
    """Who does not have all documents, if anybody."""
    fewer = [f"{annotator} has {having:,}" for annotator, having in held.items() if having < number]
    return [f"not every annotator has all {number:,} documents: {some(fewer)}"] if fewer else []


def _given_twice(version: Version, earlier: Version) -> Finding:
    """A document that an annotator has again."""
    name = f"the document {version.passage.document}" if version.passage.document else "the same document"
    message = f"{version.annotator} has {name} twice, first at {earlier.start()}"
    hint = twice_hint("give each document its own name, say who annotated what")
    return Finding("duplicate-document", Severity.ERROR, version.start(), message, hint)


def usual_version(versions: Sequence[Version]) -> Version:
    """The first version with the tokens that most annotators have."""
    usual = Counter(version.tokens for version in versions).most_common(1)[0][0]
    return next(version for version in versions if version.tokens == usual)


def version_findings(model: Version, versions: Iterable[Version]) -> Iterator[Finding]:
    """Whoever has a document twice, or other tokens than the model."""
    first: dict[str, Version] = {}
    for version in versions:
        earlier = first.setdefault(version.annotator, version)
        if earlier is not version:
            yield _given_twice(version, earlier)
        elif version.tokens != model.tokens:
            yield from _token_findings(model, version)


def _token_findings(model: Version, version: Version) -> Iterator[Finding]:
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


def overlap_findings(layers: Mapping[tuple[str, str], Annotation], file: str) -> Iterable[Finding]:
    """Warn where nothing was labelled by two annotators, so that nothing can be compared."""
    seen: dict[tuple[str, str], str] = {}
    held: Counter[tuple[str, int]] = Counter()
    for (document, _), layer in layers.items():
        if isinstance(layer, ItemLabels) and isinstance(layer.labels, ArrayMap):
            held[document, id(layer.labels.names)] += len(layer.labels)
            if held[document, id(layer.labels.names)] > len(layer.labels.names):
                return
    if len({annotator for _, annotator in layers}) < 2:
        return
    for (document, annotator), layer in layers.items():
        for item in layer.labels if isinstance(layer, ItemLabels) else [""]:
            if seen.setdefault((document, item), annotator) != annotator:
                return
    if len({annotator for _, annotator in layers}) > 1:
        message = "nothing was labelled by two annotators, so they cannot be compared"
        hint = "is it said right who annotated what?"
        yield Finding("no-overlap", Severity.WARNING, Place(file), message, hint)
