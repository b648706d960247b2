"""Typed, directed links between the mentions of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from accord.model.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.model.span import Span


class Relation(NamedTuple):
    """An arc from one mention to another, both by their number among the mentions of the same annotator."""

    source: int
    target: int
    type: str = ""


@dataclass(frozen=True, slots=True)
class Relations:
    """One annotator's mentions in a document, and the arcs between them; none, if the annotator looked and found none.

    ``sentences`` holds where each sentence starts and ends, where that is known.
    """

    kind: ClassVar[str] = "relations"
    mentions: tuple[Span, ...]
    relations: tuple[Relation, ...]
    length: int
    unit: str = "character"
    sentences: tuple[tuple[int, int], ...] = ()
    file: str = ""
    line: int | None = None

    @classmethod
    def between(
        cls, mentions: Iterable[Span], links: Iterable[tuple[Span, Span, str]], length: int, file: str, line: int = 1
    ) -> Relations:
        """Links from span to span with their types, each once; their ends are mentions, too."""
        links = list(links)
        ends = (end for source, target, _ in links for end in (source, target))
        numbers = {span: number for number, span in enumerate(dict.fromkeys([*mentions, *ends]))}
        arcs = dict.fromkeys(Relation(numbers[source], numbers[target], type_) for source, target, type_ in links)
        return cls(tuple(numbers), tuple(arcs), length, "character", (), file, line)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The stretches of the text that are marked."""
        return self.mentions

    @property
    def parts(self) -> dict[str, list[str]]:
        """The types of its arcs, and of its mentions."""
        return {
            "relation": [relation.type for relation in self.relations],
            "mention": [mention.type for mention in self.mentions],
        }

    @property
    def place(self) -> Place | None:
        """Where they stand, if they stand in a file."""
        return Place(self.file, self.line) if self.file else None

    def nothing_in(self, file: str, length: int) -> Relations:
        """No mention and no arc, in another file and over a text of another length."""
        return Relations((), (), length, self.unit, (), file, 1)
