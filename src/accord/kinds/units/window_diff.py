"""WindowDiff, of Pevzner and Hearst."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from accord.kinds.units.windows import Windowed

if TYPE_CHECKING:
    from accord.study.units import Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowDiff(Windowed):
    """WindowDiff: the share of windows in which two segmentations have a different number of boundaries.

        WindowDiff = 1 / (n - k) sum_i [b(reference, i, i + k) != b(other, i, i + k)],  i = 1 ... n - k

    b counts the boundaries between position i and position i + k of a text of n. k is ``window``, or half the mean
    length of the reference's segments, rounded, at least 1. Every annotator is the reference in turn, or the one that
    is named as ``reference``; windows of all pairs and documents add up, so long texts weigh more.

    Assumes a text of positions that is cut into segments: boundaries are the starts and ends of units, their categories
    play no part, and marked and unmarked segments are alike. How to read it: an error, 0 is perfect. It is not
    corrected for chance, depends on k, and looks less often at the ends of a text than at its middle.

    Pevzner, L. & Hearst, M. (2002). A critique and improvement of an evaluation metric for text segmentation.
    Computational Linguistics 28, 19-36.
    """

    name: ClassVar[str] = "window-diff"

    @staticmethod
    def wrong(reference: Numbers, other: Numbers) -> Numbers:
        """Another number of boundaries."""
        differ: Numbers = reference != other
        return differ
