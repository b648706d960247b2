"""Documents with spans: which of them are the same, and whether all annotators had the same text."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import count, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from accord.model import Document, Finding, Place, Severity, Spans
from accord.read.documents import numbered
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from accord.read.content import Content, Marking


class Marked(NamedTuple):
    """The spans of one annotator in one document, and where they stand."""

    annotator: str
    group: str | None
    file: str
    marking: Marking

    @property
    def place(self) -> Place:
        """Where they stand."""
        return Place(self.file, self.marking.line)

    @property
    def text(self) -> tuple[object, int, str]:
        """What the spans are laid over."""
        return self.marking.words, self.marking.length, self.marking.unit

    @property
    def layer(self) -> Spans:
        """The spans as a corpus has them."""
        return Spans(self.marking.spans, self.marking.length, self.marking.unit, self.file, self.marking.line)

    def own_name(self, *, alone: bool) -> str | None:
        """What its document is called, if it has a name or is ``alone`` in its group."""
        if self.marking.document is None and not (alone and self.group is not None):
            return None
        return _behind(self.group, self.marking.document)

    def document(self, name: str) -> Document:
        """The text as a corpus has it."""
        words = self.marking.words
        if isinstance(words, str):
            return Document(name, (), words)
        return Document(name, (words,) if words else ())


def marked_in(content: Content) -> dict[str, list[Marked]]:
    """The documents of one file."""
    return by_document(Marked(marking.annotator or "", None, content.file, marking) for marking in content.markings)


def by_document(given: Iterable[Marked]) -> dict[str, list[Marked]]:
    """The versions of each document: those of one name, or where there is none those of one text.

    An annotator who has a nameless text twice has two documents, which are told apart by their order.
    """
    found: dict[tuple[str | None, object, int], list[Marked]] = defaultdict(list)
    times: Counter[tuple[str | None, object, str]] = Counter()
    for marked in given:
        name = marked.marking.document
        nameless = marked.group, marked.marking.words, marked.annotator
        times[nameless] += name is None
        key = (marked.group, name, 0) if name is not None else (*nameless[:2], times[nameless])
        found[key].append(marked)
    documents: dict[str, list[Marked]] = defaultdict(list)
    for name, versions in zip(_names(list(found.values())), found.values(), strict=True):
        documents[name] += versions  # a file that is a document may be called so in another
    return dict(documents)


def _names(documents: Sequence[Sequence[Marked]]) -> list[str]:
    """What each document is called: its name behind its group, the group if it is alone in it, else a number.

    What one annotator has under a name and another without one is the same where the texts are, first of all where
    the name is the number that the nameless one would have (doc2).
    """
    heads = [versions[0] for versions in documents]
    sizes = Counter(head.group for head in heads)
    names = [head.own_name(alone=sizes[head.group] == 1) for head in heads]
    given = {name: versions for name, versions in zip(names, documents, strict=True) if name}
    of_text: dict[object, list[str]] = defaultdict(list)
    for name, versions in given.items():
        of_text[versions[0].group, versions[0].marking.words].append(name)
    joined: set[str] = set()
    for place, number in _numbered(heads, names):
        if _are_one(given.get(number, ()), documents[place]):
            names[place] = number
            joined.add(number)
    for place, _ in _numbered(heads, names):
        alike = of_text[heads[place].group, heads[place].marking.words]
        same = (name for name in alike if name not in joined and _are_one(given[name], documents[place]))
        if (first := next(same, None)) is not None:
            names[place] = first
            joined.add(first)
    left = dict(_numbered(heads, names, given))
    return [name or left[place] for place, name in enumerate(names)]


def _numbered(
    heads: Sequence[Marked], names: Sequence[str | None], given: Container[str] = ()
) -> Iterator[tuple[int, str]]:
    """The places of those who have no name, and a number for each that nobody has as a name."""
    numbers: dict[str | None, Iterator[int]] = defaultdict(lambda: count(1))
    for place, head in enumerate(heads):
        if names[place] is None:
            called = (_behind(head.group, numbered(number)) for number in numbers[head.group])
            yield place, next(name for name in called if name not in given)


def _are_one(named: Sequence[Marked], nameless: Sequence[Marked]) -> bool:
    """Whether a document with a name has the text of one without, and nobody has both."""
    who = {version.annotator for version in named}
    return any(version.marking.words == nameless[0].marking.words for version in named) and not any(
        version.annotator in who for version in nameless
    )


def _behind(group: str | None, name: str | None) -> str:
    return "/".join(filter(None, (group, name)))


def document_findings(name: str, versions: Sequence[Marked]) -> Iterator[Finding]:
    """Whoever has a document twice, or another text than most have."""
    usual = Counter(version.text for version in versions).most_common(1)[0][0]
    model = next(version for version in versions if version.text == usual)
    first: dict[str, Marked] = {}
    for version in versions:
        earlier = first.setdefault(version.annotator, version)
        if earlier is not version:
            who = f"{version.annotator} has the document {name}" if version.annotator else f"the document {name} stands"
            message, hint = f"{who} twice, first at {earlier.place}", "keep one, or give each document its own name"
            yield Finding("duplicate-document", Severity.ERROR, version.place, message, hint)
        elif difference := _difference(version.marking, model.marking):
            message = f"{difference} in the document {name} ({model.place})"
            hint = "spans can be compared only on the same text"
            yield Finding("text-mismatch", Severity.ERROR, version.place, message, hint)


def _difference(ours: Marking, theirs: Marking) -> str:
    """How a text differs from another; nothing, if the two are the same as far as they are given."""
    if ours.unit != theirs.unit:
        return f"spans of {ours.unit}s where others have spans of {theirs.unit}s"
    if ours.words is not None and theirs.words is not None:
        pairs = enumerate(zip_longest(ours.words, theirs.words))
        start = next((index for index, (our, their) in pairs if our != their), None)
        if start is None:
            return ""
        found, wanted = (repr(words[start : start + 20]) for words in (ours.words, theirs.words))
        return f"another text from {ours.unit} {start}: {found} instead of {wanted}"
    if ours.length != theirs.length:
        return f"a text of {plural(ours.length, ours.unit)} instead of {theirs.length:,}"
    return ""
