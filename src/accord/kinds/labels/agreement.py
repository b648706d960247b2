"""All that is known of how much annotators agree: some coefficients, and the first of them taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import leave_one_out
from accord.kinds.labels.measured import bounds_of, units_of
from accord.kinds.labels.plan import forecast
from accord.model.notebook import InNotebooks

if TYPE_CHECKING:
    from accord.agreement.annotator_gap import AnnotatorGap
    from accord.agreement.drift import Drift
    from accord.agreement.result import Result, Value
    from accord.kinds.labels.diagnosis import (
        ByAnnotator,
        ByDocument,
        ByLabel,
        ByPair,
        Confusion,
        Diagnosis,
        HardItem,
    )
    from accord.kinds.labels.plan import Forecast
    from accord.study.coding import Coding

MAX_ANNOTATORS = 60
"""The most annotators whose pairs are measured one by one."""


@dataclass(frozen=True)
class Agreement(InNotebooks):
    """How much annotators agree, and, when asked, where they do not.

    The first of the ``results`` is the headline; ``labels``, ``pairs``, ``annotators``, ``documents``,
    ``hardest`` and ``confusions`` take it apart.
    """

    coding: Coding
    results: tuple[Result, ...]
    distance: str
    reasons: tuple[str, ...]
    diagnosis: Diagnosis

    def __repr__(self) -> str:
        return f"<Agreement {', '.join(f'{each.name} {_shown(each.value)}' for each in self.results)}>"

    @property
    def result(self) -> Result:
        """The headline."""
        return self.results[0]

    @cached_property
    def labels(self) -> list[ByLabel]:
        """Every label against the others."""
        return self.diagnosis.labels()

    @cached_property
    def pairs(self) -> list[ByPair]:
        """Every two annotators; none where there are more than sixty annotators."""
        return self.diagnosis.pairs() if len(self.coding.annotators) <= MAX_ANNOTATORS else []

    @cached_property
    def annotators(self) -> list[ByAnnotator]:
        """Every annotator against the rest, and left out."""
        return self.diagnosis.annotators()

    @cached_property
    def drifts(self) -> list[Drift]:
        """How each annotator's agreement with the rest changes over the items."""
        return self.diagnosis.drifts()

    @cached_property
    def behind(self) -> list[AnnotatorGap]:
        """How much less each annotator agrees with the others than these among themselves."""
        return self.diagnosis.behind()

    @cached_property
    def documents(self) -> list[ByDocument]:
        """Every document."""
        return self.diagnosis.documents()

    def hardest(self, most: int = 10) -> list[HardItem]:
        """The items on which annotators differ most."""
        return self.diagnosis.hardest(most)

    def confusions(self, most: int = 10) -> list[Confusion]:
        """The pairs of labels that cost most."""
        return self.diagnosis.confusions(most)

    def needed(self, width: float) -> Forecast | Undefined:
        """How many items (or documents, if intervals are over these) an interval of this width needs."""
        coefficient, uncertainty = self.diagnosis.coefficient, self.diagnosis.uncertainty
        if isinstance(self.result.value, Undefined):
            return self.result.value
        sample = coefficient.sample(self.coding, self.diagnosis.distance)
        units, unit = units_of(sample, self.coding, uncertainty)
        bounds = bounds_of(coefficient, sample)
        left = leave_one_out(units, lambda totals: sample.parts(totals).value, bounds, unit)
        return left if isinstance(left, Undefined) else forecast(left, bounds, width, uncertainty.level)


def _shown(value: Value) -> str:
    return f"undefined ({value.reason})" if isinstance(value, Undefined) else f"{float(value):.4f}"
