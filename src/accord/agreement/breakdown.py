"""What takes an agreement apart, in the same shapes for every kind: by label, pair, annotator and document.

There are also the hardest items, and the labels that are taken for each other. What a kind cannot say is absent, with
the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from accord.agreement.result import Undefined
from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.agreement.annotator_gap import AnnotatorGap
    from accord.agreement.ceiling import Ceiling
    from accord.agreement.drift import Drift
    from accord.agreement.result import Interval, Measured, Value
    from accord.agreement.sums import Sums
    from accord.model.place import Place

MERGED_LATER = "all would be measured again, which accord report does as long as there is time"
"""Why it is not said what merging two labels would do, where that takes long."""
UNKNOWN = Undefined("this kind does not say what its values are made of")
NOT_MEASURED = "this kind does not measure it"
"""Why there is no part of a kind that says nothing of it."""
MAX_ANNOTATORS = 60
"""The most annotators whose pairs are measured one by one."""


class Part:
    """A part of a study that was measured for itself; its numbers are those of ``measured``."""

    __slots__ = ()
    measured: Measured

    @property
    def value(self) -> Value:
        """The headline's coefficient of this part."""
        return self.measured.value

    @property
    def interval(self) -> Interval | Undefined:
        """Where the value lies."""
        return self.measured.interval

    @property
    def observed(self) -> Value:
        """What was observed, on the coefficient's own scale."""
        return self.measured.observed

    @property
    def expected(self) -> Value:
        """What chance would give."""
        return self.measured.expected

    @property
    def count(self) -> int:
        """How many items it is of."""
        return self.measured.count


@dataclass(frozen=True, slots=True)
class ByLabel(Part):
    """One label, type or category; ``specific`` is the chance that a second annotator gives it too (pooled F1)."""

    label: str
    given: int
    specific: Value
    measured: Measured

    @property
    def key(self) -> str:
        """What it is looked up by."""
        return self.label


@dataclass(frozen=True, slots=True)
class ByPair(Part):
    """Two annotators on the items that both annotated, and on how many of these they differ.

    ``unshared`` counts the items that only one of them, or neither, annotated; ``beside`` are other coefficients of the
    same pair, by name.
    """

    first: str
    second: str
    measured: Measured
    differing: int
    unshared: int = 0
    beside: Mapping[str, Value] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str]:
        """What it is looked up by."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class ByAnnotator:
    """One annotator: how much was annotated, agreement with all others, and that of the others without this one."""

    annotator: str
    given: int
    against_rest: Value
    without: Value
    interval: Interval | Undefined = field(default_factory=lambda: Undefined(NOT_MEASURED))
    """Where the agreement with the others lies."""

    @property
    def key(self) -> str:
        """What it is looked up by."""
        return self.annotator


@dataclass(frozen=True, slots=True)
class ByDocument(Part):
    """One document; ``difficulty`` is the mean disagreement of its items, where a kind knows it."""

    document: str
    measured: Measured
    difficulty: float | None = None

    @property
    def key(self) -> str:
        """What it is looked up by."""
        return self.document


@dataclass(frozen=True, slots=True)
class HardItem:
    """An item on which annotators differ: how much, what everyone said (None: did not look), and where it stands."""

    id: str
    document: str
    name: str
    disagreement: float
    versions: Mapping[str, str | None]
    text: str = ""
    before: str = ""
    after: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def place(self) -> Place | None:
        """Where the first version of it stands."""
        return next(iter(self.places.values()), None)


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two labels that meet: in how many pairs, with what share of all disagreement, and the value if they were one.

    ``items`` counts the items in which they meet, ``examples`` are the ids of some of them.
    """

    first: str
    second: str
    pairs: float
    share: float
    merged: Value
    items: int = 0
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotatorOutlier:
    """Whether an annotator stands out: how agreement with the rest drifts, and how far it is behind theirs."""

    drift: Drift
    gap: AnnotatorGap


@dataclass(frozen=True, slots=True)
class Outliers:
    """Annotators who stand out, and documents that seem harder than the others, with their corrected p."""

    annotators: Mapping[str, AnnotatorOutlier]
    documents: Mapping[str, float]


class Keyed(Protocol):
    """A row that can be looked up."""

    @property
    def key(self) -> Any:
        """What it is looked up by."""
        ...


Row = TypeVar("Row", bound=Keyed)


class Rows(Sequence[Row], Generic[Row]):
    """Rows in their order, which are also looked up by name: ``agreement.documents["d01"].value``.

    ``why`` says why there are none, where there could have been; ``note`` what is to be known of their values; and
    ``coefficient`` what these are of, where that is not the headline.
    """

    __slots__ = ("_by_key", "_rows", "coefficient", "note", "why")

    def __init__(self, rows: Iterable[Row] = (), why: str = "", note: str = "", coefficient: str = "") -> None:
        self._rows = tuple(rows)
        self._by_key = {row.key: row for row in self._rows}
        self.why = why
        self.note = note
        self.coefficient = coefficient

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...
    @overload
    def __getitem__(self, at: str | tuple[str, str]) -> Row: ...
    def __getitem__(self, at: int | slice | str | tuple[str, str]) -> Row | Sequence[Row]:
        return self._rows[at] if isinstance(at, int | slice) else self._by_key[at]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key or key in self._rows

    def __repr__(self) -> str:
        return f"<{plural(len(self), 'row')}>" if self._rows else f"<no rows{self.why and ': ' + self.why}>"

    def keys(self) -> Iterator[Any]:
        """What rows can be looked up by."""
        return iter(self._by_key)


@dataclass(frozen=True, slots=True)
class Extra:
    """A table that only some kinds have: values as they are, for reports to round and for programs to read.

    A cell is a text, a count, a number, `Undefined` or None; in a column whose name ends in "interval" it is where the
    number before it lies. Programs have every table; tables to read show those ``on_request`` only if somebody asks for
    them by name.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()
    digits: int = 4
    """How many decimals its numbers have in tables to read."""
    on_request: bool = False

    def is_interval(self, column: int) -> bool:
        """Whether a column holds where the numbers of the column before it lie."""
        return column < len(self.columns) and self.columns[column].endswith("interval")


class Breakdown(Protocol):
    """What takes the headline of a kind apart; what a kind does not say is absent, with a reason."""

    def labels(self) -> Rows[ByLabel]:
        """Every label, the most frequent first."""
        return Rows(why=NOT_MEASURED)

    def pairs(self) -> Rows[ByPair]:
        """Every two annotators."""
        return Rows(why=NOT_MEASURED)

    def annotators(self) -> Rows[ByAnnotator]:
        """Every annotator against the rest."""
        return Rows(why=NOT_MEASURED)

    def documents(self) -> Rows[ByDocument]:
        """Every document."""
        return Rows(why=NOT_MEASURED)

    def hardest(self, most: int) -> list[HardItem]:  # noqa: ARG002
        """So many of the items on which annotators differ most."""
        return []

    def confusions(self, most: int) -> list[Confusion]:  # noqa: ARG002
        """So many pairs of labels that are taken for each other."""
        return []

    def sums(self) -> Sums | Undefined:
        """What the headline is made of, as rows that add up."""
        return UNKNOWN

    def sums_of_labels(self) -> Mapping[str, Sums]:
        """The same of each label, where labels are measured one by one."""
        return {}

    def sums_of_annotators(self) -> Mapping[str, Sums]:
        """The same of each annotator with the others."""
        return {}

    def ceilings(self) -> tuple[Ceiling, ...] | Undefined:
        """Between which values the best possible system lies against an annotator."""
        return UNKNOWN

    def outliers(self) -> Outliers | Undefined:
        """Who and what stands out."""
        return Undefined(NOT_MEASURED)

    def extra(self, most: int) -> tuple[Extra, ...]:  # noqa: ARG002
        """What only this kind has."""
        return ()
