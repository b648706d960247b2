"""A stretch of a text that was marked, and what it was called."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from accord.model.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.model.markup import Markup

    SpanColumns = tuple[Sequence[int], Sequence[int], Sequence[str]]


class Span(NamedTuple):
    """From a position to another, the end not included, in tokens or characters of the text."""

    start: int
    end: int
    type: str = ""

    @property
    def length(self) -> int:
        """How many tokens or characters it covers."""
        return self.end - self.start


class _Columns:
    """Holds the starts, ends and types of spans until one of the spans is asked for."""

    __slots__ = ("_columns",)
    _columns: SpanColumns


@dataclass(frozen=True, slots=True)
class Spans(_Columns):
    """What one annotator marked in a document of so many tokens or characters; nothing, if nothing was found.

    ``markup`` is what the file says beside that, such as features and relations, where its format writes it back.
    ``wholes`` are all that was marked, each thing as its parts, where something has gaps; nothing where nothing has.
    ``unplaced`` are the types of what was said to be in the text and is not to be found there. ``line`` says where they
    start in the file, ``lines`` where each of the ``mentions`` stands, if that is known.
    """

    kind: ClassVar[str] = "spans"
    spans: tuple[Span, ...]
    length: int
    unit: str = "character"
    file: str = ""
    line: int | None = None
    markup: tuple[Markup, ...] = ()
    wholes: tuple[tuple[Span, ...], ...] = ()
    unplaced: tuple[str, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False)

    @classmethod
    def in_columns(cls, columns: SpanColumns, length: int, unit: str, file: str, line: int) -> Spans:
        """Spans that are made when one of them is asked for: a million take a second, and who scores needs none.

        >>> Spans.in_columns(([0, 5], [4, 9], ["ORG", "PER"]), 9, "character", "a.jsonl", 1).spans[1]
        Span(start=5, end=9, type='PER')
        """
        made = cls((), length, unit, file, line)
        object.__delattr__(made, "spans")
        object.__setattr__(made, "_columns", columns)
        return made

    def __getattr__(self, name: str) -> tuple[Span, ...]:
        """The spans, made of their columns."""
        if name != "spans":
            raise AttributeError(name)
        spans = tuple(map(partial(tuple.__new__, Span), zip(*self._columns, strict=True)))
        object.__setattr__(self, "spans", spans)
        return spans

    @property
    def columns(self) -> SpanColumns:
        """The starts, ends and types of its spans."""
        try:
            return self._columns
        except AttributeError:
            return tuple(zip(*self.spans, strict=True)) if self.spans else ((), (), ())  # type: ignore[return-value]

    @property
    def parts(self) -> dict[str, list[str]]:
        """The types of its spans."""
        return {"span": [span.type for span in self.spans]}

    @property
    def mentions(self) -> tuple[tuple[Span, ...], ...]:
        """All that was marked, each thing as its parts, most of which are one."""
        return self.wholes or tuple((span,) for span in self.spans)

    def with_types(self, renamed: Callable[[str], str]) -> Spans:
        """The same with other types."""
        spans = tuple(span._replace(type=renamed(span.type)) for span in self.spans)
        wholes = (tuple(part._replace(type=renamed(part.type)) for part in parts) for parts in self.wholes)
        return replace(self, spans=spans, wholes=tuple(wholes))

    @property
    def place(self) -> Place | None:
        """Where they stand, if they stand in a file."""
        return Place(self.file, self.line) if self.file else None

    def nothing_in(self, file: str, length: int) -> Spans:
        """No span, in another file and over a text of another length."""
        return Spans((), length, self.unit, file, 1)
