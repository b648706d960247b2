"""How much annotators agree, and where they do not: one result for every kind of annotation.

The first of the results is the headline; everything else takes it apart, in the same shapes whatever was annotated:
by label, pair of annotators, annotator and document, the hardest items, and the labels taken for each other. What a
kind cannot say is `Undefined`, with the reason. Breakdowns are computed when they are first looked at and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from accord.agreement.payload import TOP
from accord.agreement.result import Undefined, shown
from accord.model.presentation import ResultPlot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from accord.agreement.annotator_gap import AnnotatorGap
    from accord.agreement.drift import Drift
    from accord.agreement.forecast import Forecast
    from accord.agreement.result import Interval, Measured, Result, Value
    from accord.model.place import Place

MERGED_LATER = "all would be measured anew, which accord report does as long as there is time"
"""Why it is not said what merging two labels would do, where that takes long."""
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
Found = TypeVar("Found")


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
        return f"<{len(self)} rows>" if self._rows else f"<no rows{self.why and ': ' + self.why}>"

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

    def outliers(self) -> Outliers | Undefined:
        """Who and what stands out."""
        return Undefined(NOT_MEASURED)

    def extra(self, most: int) -> tuple[Extra, ...]:  # noqa: ARG002
        """What only this kind has."""
        return ()


@dataclass(frozen=True, eq=False)
class Agreement(ResultPlot):
    """How much annotators agree on one layer: coefficients, the headline first, and what takes it apart.

    ``unit`` is what is counted, ``hard_unit`` what the hardest items are called where that is something else. ``used``
    and ``left_out`` count what was measured and what was not and why, ``reasons`` say why it is measured so, ``notes``
    what is to be known of the values.
    """

    kind: str
    results: tuple[Result, ...]
    annotator_names: tuple[str, ...]
    unit: str
    used: Mapping[str, int]
    breakdown: Breakdown
    left_out: Mapping[str, int] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)
    """What a kind says of how it measured, by name: a distance, a unit of positions."""
    level: float = 0.95
    hard_unit: str = ""
    plan: Callable[[float], Forecast | Undefined] | None = None
    """How many items an interval of some width needs, where that can be told."""

    def __repr__(self) -> str:
        return f"<Agreement on {self.kind}: {', '.join(f'{each.name} {shown(each.value)}' for each in self.results)}>"

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __contains__(self, name: object) -> bool:
        return any(each.name == name for each in self.results)

    def __getitem__(self, name: str) -> Result:
        for each in self.results:
            if each.name == name:
                return each
        raise KeyError(f"{name} was not measured: there are {', '.join(each.name for each in self.results)}")

    def read_by(self, choices: Mapping[str, str]) -> Agreement:
        """The same, with what was chosen in the reading of the data in the signature of each result."""
        if not choices:
            return self
        results = (replace(each, signature=each.signature.read_by(choices)) for each in self.results)
        return replace(self, results=tuple(results))

    @property
    def result(self) -> Result:
        """The headline."""
        return self.results[0]

    @property
    def value(self) -> Value:
        """The value of the headline."""
        return self.result.value

    @property
    def interval(self) -> Interval | Undefined:
        """Where the headline lies."""
        return self.result.interval

    @cached_property
    def labels(self) -> Rows[ByLabel]:
        """Every label."""
        return self.breakdown.labels()

    @cached_property
    def pairs(self) -> Rows[ByPair]:
        """Every two annotators; none where there are more than sixty annotators."""
        return self.breakdown.pairs()

    @cached_property
    def annotators(self) -> Rows[ByAnnotator]:
        """Every annotator against the rest, and left out."""
        return self.breakdown.annotators()

    @cached_property
    def documents(self) -> Rows[ByDocument]:
        """Every document."""
        return self.breakdown.documents()

    @cached_property
    def outliers(self) -> Outliers | Undefined:
        """Annotators who drift or are behind the rest, and documents that are harder than the others."""
        return self.breakdown.outliers()

    def hardest(self, most: int = TOP) -> list[HardItem]:
        """The items on which annotators differ most."""
        return self._kept("hardest", most, self.breakdown.hardest)

    def confusions(self, most: int = TOP) -> list[Confusion]:
        """The labels that are taken for each other most."""
        return self._kept("confusions", most, self.breakdown.confusions)

    def extra(self, most: int = TOP) -> tuple[Extra, ...]:
        """What only this kind of annotation has."""
        return self._kept("extra", most, self.breakdown.extra)

    def _kept(self, name: str, most: int, compute: Callable[[int], Found]) -> Found:
        """What was computed before, as it was."""
        kept: dict[tuple[str, int], Any] = self.__dict__.setdefault("_computed", {})
        if (name, most) not in kept:
            kept[name, most] = compute(most)
        found: Found = kept[name, most]
        return found

    def complete(self, most: int = TOP) -> Agreement:
        """Compute all breakdowns now, so that whoever reports them measures nothing."""
        for name in ("labels", "pairs", "annotators", "documents", "outliers"):
            getattr(self, name)
        for compute in (self.hardest, self.confusions, self.extra):
            compute(most)
        return self

    def needed(self, width: float) -> Forecast | Undefined:
        """How many items (or documents, if intervals are over these) an interval of this width needs."""
        return self.plan(width) if self.plan else Undefined(f"this is not known of {self.kind}")
