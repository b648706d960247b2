"""Which documents of several annotators are the same: by their names, or else by their texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, count
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    Copy = tuple[Hashable, int]
    """A text without a name, and how many of them its annotator has up to this one."""


class DocumentCopy(NamedTuple):
    """A document as one annotator has it in one file: its name, if it has one, and its text."""

    name: str | None
    text: Hashable
    annotator: str
    file: str


class SameDocument(NamedTuple):
    """A document: what it is called, and the places of its versions among all that were given.

    ``number`` is what its place among the nameless calls it, where the data do not name it. That is its name, unless it
    is given to another one.
    """

    name: str
    versions: list[int]
    number: str | None


def same_documents(given: Sequence[DocumentCopy]) -> list[SameDocument]:
    """Put the versions of each document together, in the same way for any order of the files.

    Documents of one name are one. Documents without a name are one where the texts are; who has a text several times
    has several documents, which are told apart by their order. What one annotator has under a name and another without
    one is the same where the texts are and nobody has both: first of all where the name is the number of the nameless
    one (doc2), its place among the nameless of all files, the fullest first; else in the order of the names.

    >>> texts = [("x", "Al ran"), (None, "Bo ran"), (None, "Bo ran")]
    >>> sources = [DocumentCopy(*text, who, f"{who}.conll") for who in ("ada", "bram") for text in texts]
    >>> for name, versions, _ in same_documents([DocumentCopy("doc2", "Bo ran", "gold", "gold.conll"), *sources]):
    ...     print(name, versions)
    x [1, 4]
    doc1 [2, 5]
    doc2 [3, 6, 0]
    """
    order = _fullest_first(given)
    names = [each.name for each in given]
    called, number_of = _nameless(given, order) if None in names else ({}, {})
    documents: dict[str, list[int]] = defaultdict(list)
    for place in order:
        documents[called[place] if (name := names[place]) is None else name].append(place)
    return [SameDocument(name, versions, number_of.get(name)) for name, versions in documents.items()]


def _nameless(given: Sequence[DocumentCopy], order: Sequence[int]) -> tuple[dict[int, str], dict[str, str]]:
    """What each document without a name is called, by its place; and the numbers of those that no name was given."""
    texts: dict[Hashable, int] = {}
    held = [each._replace(text=texts.setdefault(each.text, len(texts))) for each in given]
    times: Counter[tuple[Hashable, str]] = Counter()
    copies: dict[int, Copy] = {}
    for place in order:
        name, text, annotator, _ = held[place]
        if name is None:
            times[text, annotator] += 1
            copies[place] = text, times[text, annotator]
    numbers = {copy: numbered(number) for number, copy in enumerate(dict.fromkeys(copies.values()), 1)}
    names = _Names(held, times)
    called = names.of(numbers)
    number_of = {called[copy]: number for copy, number in numbers.items() if called[copy] not in names.given}
    return {place: called[copy] for place, copy in copies.items()}, number_of


def numbered(number: int) -> str:
    """What a document without a name is called."""
    return f"doc{number}"


def _fullest_first(held: Sequence[DocumentCopy]) -> list[int]:
    """The places of all versions file by file, first those of the file that has the most documents without a name."""
    sizes = Counter(each.file for each in held)
    nameless = Counter(each.file for each in held if each.name is None)
    rank = {file: (-nameless[file], -size, file) for file, size in sizes.items()}
    places: dict[str, list[int]] = defaultdict(list)
    for place, each in enumerate(held):
        places[each.file].append(place)
    return [place for file in sorted(places, key=rank.__getitem__) for place in places[file]]


class _Names:
    """The names that the data give, and which of them belong to texts without a name."""

    def __init__(self, held: Sequence[DocumentCopy], times: Mapping[tuple[Hashable, str], int]) -> None:
        """Collect who gives which name; ``times`` says how often an annotator has a text without one."""
        self.given: dict[str, list[DocumentCopy]] = defaultdict(list)
        for each in held:
            if each.name is not None:
                self.given[each.name].append(each)
        self.times = times

    def of(self, numbers: Mapping[Copy, str]) -> dict[Copy, str]:
        """What each text without a name is called: its number, unless that is another's, or what others call it."""
        called: dict[Copy, str] = {}
        behind = map(numbered, count(len(numbers) + 1))
        for copy, number in numbers.items():
            candidates = chain([number], behind)
            called[copy] = next(name for name in candidates if name not in self.given or self._fits(name, copy))
        return called | dict(self._other_names(called))

    def _fits(self, name: str, copy: Copy) -> bool:
        """Whether the text has this name elsewhere, and nobody has both."""
        text, number = copy
        return any(each.text == text for each in self.given[name]) and self._last_copy(name, text) < number

    def _last_copy(self, name: str, text: Hashable) -> int:
        """How many copies of a text without a name are not the document of this name, for somebody has both."""
        return max(self.times.get((text, each.annotator), 0) for each in self.given[name])

    def _other_names(self, called: Mapping[Copy, str]) -> Iterator[tuple[Copy, str]]:
        """The texts whose number nobody gives as a name, with the names that others give them; 9 comes before 10."""
        free: dict[Hashable, list[int]] = defaultdict(list)
        for (text, number), name in called.items():
            if name not in self.given:
                free[text].append(number)
        names: dict[Hashable, list[tuple[int, int, str]]] = defaultdict(list)
        for name in self.given.keys() - called.values():
            for text in free.keys() & {each.text for each in self.given[name]}:
                names[text].append((self._last_copy(name, text), len(name), name))
        for text, waiting in names.items():
            waiting.sort(reverse=True)
            for number in sorted(free[text]):
                if waiting and waiting[-1][0] < number:
                    yield (text, number), waiting.pop()[-1]
