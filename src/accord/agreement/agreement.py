"""How much annotators agree, and where they do not: one result for every kind of annotation.

The first of the results is the headline; everything else takes it apart. Breakdowns are computed when they are first
looked at and kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from accord.agreement.payload import TOP
from accord.agreement.result import Undefined, shown
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from accord.agreement.breakdown import (
        Breakdown,
        ByAnnotator,
        ByDocument,
        ByLabel,
        ByPair,
        Confusion,
        Extra,
        HardItem,
        Outliers,
        Rows,
    )
    from accord.agreement.ceiling import Ceiling
    from accord.agreement.design import Costs, Design, Pilot
    from accord.agreement.forecast import Forecast
    from accord.agreement.result import Interval, Result, Value

Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Agreement(ResultExport):
    """How much annotators agree on one layer: coefficients, the headline first, and what takes it apart.

    ``unit`` is what is counted, ``hard_unit`` what the hardest items are called where that is something else. ``used``
    and ``left_out`` count what was measured and what was not and why, ``reasons`` say why it is measured so, ``notes``
    what is to be known of the values.

    >>> from accord import agree
    >>> agreement = agree({"ada": ["A", "A", "B", "B"], "ben": ["A", "A", "B", "A"]}, ["kappa", "observed"])
    >>> agreement
    <Agreement on labels: kappa 0.5000, observed 0.7500>
    >>> agreement["observed"].value, agreement.labels[0].label
    (0.75, 'A')
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
    pilot: Callable[[], Pilot | Undefined] | None = None
    """What a study of other annotators can be planned from, where that can be told."""

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
    def ceilings(self) -> tuple[Ceiling, ...] | Undefined:
        """Between which values the best possible system lies against an annotator, or why that is not known."""
        return self.breakdown.ceilings()

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

    def design(self, width: float, costs: Costs | None = None) -> Design | Undefined:
        """The cheapest study of items and annotators whose interval for annotators like these has this width."""
        pilot = self.pilot() if self.pilot else Undefined(f"this is not known of {self.kind}")
        return pilot if isinstance(pilot, Undefined) else pilot.design(width, costs)
