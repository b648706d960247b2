"""A window that slides over a text, and what two segmentations have in it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.agreement.equation import Parts
from accord.errors import UsageError
from accord.kinds.units.positions import TwoByTwo, boundaries, half_a_segment, refuse_fractions
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Floats, Numbers, UnitStudy


@dataclass(frozen=True, slots=True, kw_only=True)
class Windowed(TwoByTwo):
    """A share of windows that are in error; ``window`` is how many positions its ends are apart."""

    window: int | None = None
    name: ClassVar[str]
    perfect: ClassVar[float] = 0.0
    undefined: ClassVar[str] = "no text is longer than the window"

    def __post_init__(self) -> None:
        if self.window is not None and self.window < 1:
            raise UsageError(f"a window reaches over 1 position or more, not {self.window}")

    @staticmethod
    @abstractmethod
    def wrong(reference: Numbers, other: Numbers) -> Numbers:
        """Which windows are in error, by the boundaries that each of the two has in them."""

    def choices(self) -> dict[str, object]:
        """The window and the reference."""
        return {"window": self.window or "half", "reference": self.reference or "each"}

    def refuse(self, study: UnitStudy) -> None:
        """Say why it does not apply, if it does not."""
        self.known_reference(study)
        refuse_fractions(self.name, study)

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:  # noqa: ARG002
        """Windows in error and all windows, over all pairs.

        What a window holds changes where one of its ends passes a boundary: those between are counted together.
        """
        size, cuts = int(continuum.length), boundaries(continuum)
        errors = windows = 0
        for one, other in self.ordered_pairs(continuum):
            width = self.window or half_a_segment(size, cuts[one])
            count = max(0, size - width)
            passed = [cuts[at] - end for at in (one, other) for end in (0, width)]
            turns = np.unique(np.clip(np.concatenate([*passed, [0, count]]), 0, count))
            start, times = turns[:-1], np.diff(turns)
            ours, theirs = (
                np.searchsorted(cuts[at], start + width, "right") - np.searchsorted(cuts[at], start, "right")
                for at in (one, other)
            )
            errors += int(times[self.wrong(ours, theirs)].sum())
            windows += count
        return errors, windows

    def parts(self, totals: Floats) -> Parts:
        """The share of windows in error."""
        unknown = np.full(len(totals), np.nan)
        return Parts(quotient(totals[:, 0], totals[:, 1]), unknown, unknown)

    def bounds(self, totals: Floats) -> tuple[float, float]:  # noqa: ARG002
        """From no window to all."""
        return 0.0, 1.0
