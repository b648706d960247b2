"""The documents of labelled tokens: which are the same, also where marks are missing or few words differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from accord.formats.corpus_part import CorpusPart
from accord.formats.document_identity import DocumentCopy, same_documents
from accord.formats.documents import Version, fewer_documents, usual_version, version_findings
from accord.formats.names import distinct_names
from accord.formats.repeats import RepeatedDocuments
from accord.messages import plural
from accord.model import Document, Finding, Place, Severity, TokenLabels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Content, Passage
    from accord.formats.document_identity import SameDocument
    from accord.formats.documents import Tokens

_ALIKE = 0.5
_NEAR = 10


def token_layers(parts: Sequence[tuple[Part, Content]], policy: str = "error") -> CorpusPart:
    """Detect which documents of different annotators are the same, and hold their tokens against each other."""
    made = CorpusPart()
    repeated = RepeatedDocuments(policy, (content.file for _, content in parts))
    groups: dict[str | None, list[Version]] = defaultdict(list)
    for part, content in parts:
        given = [Version(each.annotator or part.annotator or "", content.file, each) for each in content.passages]
        if given:
            groups[part.document] += given
    found: dict[str, list[Version]] = defaultdict(list)
    for group, given in groups.items():
        matcher = DocumentMatcher(group, given)
        for name, versions in matcher.documents.items():
            found[name] += versions  # a file that is a document may be called so in another
        made.findings += matcher.findings
        made.assumptions += matcher.assumptions
    documents = {name: repeated.chosen(versions) for name, versions in found.items()}
    repeated.say(made)
    for name, versions in documents.items():
        model = usual_version(versions)
        made.documents.append(Document(name, model.tokens))
        made.findings += version_findings(model, versions)
    for annotator in dict.fromkeys(version.annotator for given in groups.values() for version in given):
        for name, versions in documents.items():
            made.annotations.update(
                {(name, who): _token_labels(file, passage) for who, file, passage in versions if who == annotator}
            )
    return made


def _token_labels(file: str, passage: Passage) -> TokenLabels:
    lines = tuple(sentence.line for sentence in passage.sentences)
    one_line = any(sentence.one_line for sentence in passage.sentences)
    return TokenLabels(tuple(sentence.labels for sentence in passage.sentences), file, lines, one_line)


class DocumentMatcher:
    """The documents of a group of files by name, each with all its versions.

    A group of files without any document marks is a single document. ``findings`` and ``assumptions`` say what is wrong
    with the documents and what was taken for the same.
    """

    def __init__(self, group: str | None, given: Sequence[Version]) -> None:
        """Detect the documents of some annotators, whose versions come as they stand in their files."""
        self.findings: list[Finding] = []
        self.assumptions: list[str] = []
        if any(version.passage.marked for version in given):
            versions = list(self._divided(given))
            found = _with_similar(_same(versions), versions)
            self.documents = {f"{group}/{name}" if group else name: held for name, held in found.items()}
        else:
            files = list(dict.fromkeys(version.file for version in given))
            only = distinct_names(files)[0] if len(files) == 1 else "text"
            self.documents = {group or only: list(given)}
        self._say()

    def _divided(self, given: Sequence[Version]) -> Iterator[Version]:
        """All versions, a text without document marks cut up like one that has them, if the tokens are the same."""
        label_sources = _tracks(given)
        marked = [
            label_source
            for label_source in label_sources.values()
            if len(label_source) > 1 or label_source[0].passage.marked
        ]
        marked.sort(key=lambda label_source: (-len(label_source), label_source[0].file))
        models: dict[Tokens, list[Version]] = {}
        for label_source in marked if len(marked) < len(label_sources) else ():
            models.setdefault(tuple(chain.from_iterable(version.tokens for version in label_source)), label_source)
        for version in given:
            if version.passage.marked or len(label_sources[version.label_source]) > 1:
                yield version
            elif version.tokens in models:
                yield from self._cut(version, models[version.tokens])
            else:
                there = f"{marked[0][0].file} has {plural(len(marked[0]), 'document')}"
                message, hint = f"no document marks, but {there}, and other tokens", "mark where documents start"
                finding = Finding("missing-document-marks", Severity.ERROR, Place(version.file), message, hint)
                self.findings.append(finding)

    def _cut(self, version: Version, model: Sequence[Version]) -> Iterator[Version]:
        """A text in the documents of another one of the same tokens."""
        same = f"was divided like {model[0].file}, for the tokens are the same"
        self.assumptions.append(f"{version.file} has no document marks, and {same}")
        sentences = iter(version.passage.sentences)
        for other in model:
            own = [next(sentences) for _ in other.passage.sentences]
            yield version._replace(passage=other.passage._replace(annotator=version.passage.annotator, sentences=own))

    def _say(self) -> None:
        held = Counter(who for each in self.documents.values() for who in {version.annotator for version in each})
        versions = chain.from_iterable(self.documents.values())
        if len(held) > 1 and any(version.passage.marked and version.passage.document is None for version in versions):
            self.assumptions.append("documents without a name are the same where their tokens are the same")
        self.assumptions += fewer_documents(held, len(self.documents))


def _tracks(versions: Iterable[Version]) -> dict[tuple[str, str], list[Version]]:
    """What each annotator has in each file, in order."""
    label_sources: dict[tuple[str, str], list[Version]] = defaultdict(list)
    for version in versions:
        label_sources[version.label_source].append(version)
    return label_sources


def _same(versions: Sequence[Version]) -> list[SameDocument]:
    return same_documents(
        [
            DocumentCopy(version.passage.document, version.tokens, version.annotator, version.file)
            for version in versions
        ]
    )


def _with_similar(documents: Sequence[SameDocument], versions: Sequence[Version]) -> dict[str, list[Version]]:
    """The versions of each document; those without a name are put to the most similar ones that nobody of them has.

    That is one that stands near where they should be, or is called by their number, if half of the words are the same.
    """
    held = [[versions[place] for place in document.versions] for document in documents]
    who = [{version.annotator for version in each} for each in held]
    names = {document.name: place for place, document in enumerate(documents)}
    place_of = {version: place for place, document in enumerate(documents) for version in document.versions}
    before = _before(versions)
    for place, document in enumerate(documents):
        if document.number is None:
            continue
        expected = place_of.get(before[document.versions[0]], -1) + 1
        near = range(max(0, expected - _NEAR), min(len(documents), expected + _NEAR + 1))
        alike = [
            (_likeness(held[other][0].tokens, held[place][0].tokens), -other)
            for other in {*near, names.get(document.number, place)}
            if (other < place or documents[other].number is None) and held[other] and who[other].isdisjoint(who[place])
        ]
        best, negative = max(alike, default=(0.0, 0))
        if best >= _ALIKE:
            other = -negative
            held[other] += held[place]
            who[other] |= who[place]
            held[place] = []
            place_of |= dict.fromkeys(document.versions, other)
    return {document.name: each for document, each in zip(documents, held, strict=True) if each}


def _before(versions: Sequence[Version]) -> list[int]:
    """The place of the version before each, of the same annotator in the same file; -1 for the first one."""
    last: dict[tuple[str, str], int] = {}
    before = []
    for place, version in enumerate(versions):
        before.append(last.get(version.label_source, -1))
        last[version.label_source] = place
    return before


def _likeness(first: Tokens, second: Tokens) -> float:
    """The share of words that two texts have in common."""
    ours, theirs = Counter(chain.from_iterable(first)), Counter(chain.from_iterable(second))
    return (ours & theirs).total() / max(ours.total(), theirs.total(), 1)
