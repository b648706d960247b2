"""Documents whose text is marked: which of them are the same, and whether all annotators had the same text."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.corpus_part import CorpusPart
from accord.formats.document_identity import DocumentCopy, same_documents
from accord.formats.documents import fewer_documents
from accord.formats.matching_texts import likeness
from accord.formats.names import some
from accord.formats.repeats import RepeatedDocuments, twice_hint
from accord.messages import plural
from accord.model import Document, Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.formats.campaign import Part
    from accord.formats.content import Content, Marking
    from accord.formats.document_identity import SameDocument


_VERSION = 0.8
"""Texts of one name that are alike to this degree are versions of one."""


class SpanVersion(NamedTuple):
    """What one annotator marked in one document, and where it stands."""

    annotator: str
    group: str | None
    file: str
    marking: Marking

    def start(self) -> Place:
        """Where they stand."""
        return Place(self.file, self.marking.annotation.line)

    @property
    def held(self) -> DocumentCopy:
        """The document that they are placed over, as far as it can be told from others."""
        return DocumentCopy(self.marking.document, self.marking.words, self.annotator, self.file)

    @property
    def text(self) -> tuple[object, int, str]:
        """What the spans are placed over."""
        annotation = self.marking.annotation
        return self.marking.words, annotation.length, annotation.unit

    def document(self, name: str) -> Document:
        """The text as a corpus has it."""
        words = self.marking.words
        if isinstance(words, str):
            return Document(name, (), words)
        return Document(name, (words,) if words else ())


def span_documents(content: Content) -> dict[str, list[SpanVersion]]:
    """The documents of one file."""
    return by_document(
        SpanVersion(marking.annotator or "", None, content.file, marking) for marking in content.markings
    )


def span_layers(parts: Sequence[tuple[Part, Content]], policy: str = "error") -> CorpusPart:
    """Put what is marked in the texts of all files together by document and annotator."""
    made = CorpusPart()
    repeated = RepeatedDocuments(policy, (content.file for _, content in parts))
    given = [
        SpanVersion(marking.annotator or part.annotator or "", part.document, content.file, marking)
        for part, content in parts
        for marking in content.markings
    ]
    documents = by_document(given)
    held: dict[str, dict[str, SpanVersion]] = {marked.annotator: {} for marked in given}
    for name, found in documents.items():
        versions = repeated.chosen(found)
        with_text = (version for version in versions if version.marking.words is not None)
        made.documents.append(next(with_text, versions[0]).document(name))
        made.findings += document_findings(name, versions)
        for version in versions:
            held[version.annotator][name] = version
    for annotator, marked_by in held.items():
        made.annotations.update({(name, annotator): marked.marking.annotation for name, marked in marked_by.items()})
    repeated.say(made)
    if len(held) > 1 and any(marked.marking.document is None for marked in given):
        made.assumptions.append("documents without a name are the same where their texts are the same")
        files = Counter(name.rpartition("/")[0] for name in documents)
        apart = [name for name in dict.fromkeys(part.document for part, _ in parts) if name and files[name] > 1]
        if apart:
            made.assumptions.append(f"files called {some(apart)} hold different texts, so they are different documents")
    made.assumptions += fewer_documents({who: len(names) for who, names in held.items()}, len(documents))
    return made


def by_document(given: Iterable[SpanVersion]) -> dict[str, list[SpanVersion]]:
    """The versions of each document by its name after its group, or by that of the group if it is alone in it."""
    groups: dict[str | None, list[SpanVersion]] = defaultdict(list)
    for marked in given:
        groups[marked.group].append(marked)
    documents: dict[str, list[SpanVersion]] = defaultdict(list)
    in_groups = {group: same_documents([marked.held for marked in versions]) for group, versions in groups.items()}
    shared = any(len(document.versions) > 1 for found in in_groups.values() for document in found)
    for group, found in in_groups.items():
        versions = groups[group]
        if group is not None and shared and _are_versions(found, versions):
            documents[group] += versions  # whose texts differ, which is reported
            continue
        for name, places, number in found:
            alone = group is not None and number is not None and len(found) == 1
            whole = "/".join(filter(None, (group, None if alone else name)))
            # a file that is a document may be called so in another
            documents[whole] += [versions[place] for place in places]
    return dict(documents)


def _are_versions(found: Sequence[SameDocument], versions: Sequence[SpanVersion]) -> bool:
    """Whether files that name one document hold one text each, those of different annotators, and much the same."""
    whose = {marked.annotator for marked in versions}
    if len(found) < 2 or len(whose) < len(versions) or any(document.number is None for document in found):
        return False
    texts = [words for marked in versions if (words := marked.marking.words) is not None]
    return all(likeness(texts[0], other) >= _VERSION for other in texts[1:])


def document_findings(name: str, versions: Sequence[SpanVersion]) -> Iterator[Finding]:
    """Whoever has a document twice, or another text than most have."""
    texts = Counter([version.text for version in versions])
    if len(texts) == 1 and len({version.annotator for version in versions}) == len(versions):
        return
    usual = texts.most_common(1)[0][0]
    model = next(version for version in versions if version.text == usual)
    first: dict[str, SpanVersion] = {}
    for version in versions:
        earlier = first.setdefault(version.annotator, version)
        if earlier is not version:
            who = f"{version.annotator} has the document {name}" if version.annotator else f"the document {name} stands"
            message, hint = f"{who} twice, first at {earlier.start()}", twice_hint("keep one, give each its own name")
            yield Finding("duplicate-document", Severity.ERROR, version.start(), message, hint)
        elif difference := _difference(version.marking, model.marking):
            message = f"{difference} in the document {name} ({model.start()})"
            hint = "spans can be compared only on the same text"
            yield Finding("text-mismatch", Severity.ERROR, version.start(), message, hint)


def _difference(ours: Marking, theirs: Marking) -> str:
    """How a text differs from another; nothing, if the two are the same as far as they are given."""
    our, their = ours.annotation, theirs.annotation
    if our.unit != their.unit:
        return f"spans of {our.unit}s where others have spans of {their.unit}s"
    if ours.words is not None and theirs.words is not None:
        if ours.words == theirs.words:
            return ""
        pairs = enumerate(zip_longest(ours.words, theirs.words))
        start = next(index for index, (one, other) in pairs if one != other)
        found, wanted = (repr(words[start : start + 20]) for words in (ours.words, theirs.words))
        return f"another text from {our.unit} {start}: {found} instead of {wanted}"
    if our.length != their.length:
        return f"a text of {plural(our.length, our.unit)} instead of {their.length:,}"
    return ""
