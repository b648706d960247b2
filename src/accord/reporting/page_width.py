"""How sure a value is: intervals that are too wide, or that say only how well chance is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.interval import SAMPLING
from accord.reporting.numbers import exactly

if TYPE_CHECKING:
    from accord.agreement.result import Interval
    from accord.payload.layer import LayerContent

WIDE = 0.3
"""From so wide on an interval leaves open what matters."""
_SOME = 10
"""Of fewer items that all differ it is not said that annotators follow different rules."""


def of_chance(interval: Interval) -> bool:
    """Whether an interval says only how well chance is known, and nothing of other texts."""
    return interval.method == SAMPLING


def too_little(layer: LayerContent) -> bool:
    """Whether there is no interval for want of items; where many differ everywhere, nothing varies either."""
    headline = layer.headline
    everywhere = exactly(headline.number) < 0 and layer.used >= _SOME
    return headline.interval is None and not everywhere
