"""Pk, of Beeferman, Berger and Lafferty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from accord.kinds.units.windows import Windowed

if TYPE_CHECKING:
    from accord.study.units import Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Pk(Windowed):
    """Pk: how often two positions k apart are in one segment for one annotator and in two for the other.

        Pk = 1 / (n - k) sum_i [same(reference, i, i + k) != same(other, i, i + k)],  i = 1 ... n - k

    k is ``window``, or half the mean length of the reference's segments, rounded, at least 1. Every annotator is the
    reference in turn, or the one that is named as ``reference``; pairs of positions of all pairs of annotators and
    documents add up, so long texts weigh more.

    Assumes a text of positions that is cut into segments: boundaries are the starts and ends of units, their categories
    play no part, and marked and unmarked segments are alike. How to read it: an error, 0 is perfect. It is not
    corrected for chance, and overlooks boundaries that are close to another; WindowDiff was made to fix that.

    Beeferman, D., Berger, A. & Lafferty, J. (1999). Statistical models for text segmentation. Machine Learning 34,
    177-210.
    """

    name: ClassVar[str] = "pk"

    @staticmethod
    def wrong(reference: Numbers, other: Numbers) -> Numbers:
        """A boundary for one of them, and none for the other."""
        differ: Numbers = (reference > 0) != (other > 0)
        return differ
