"""Between which scores the best possible system lies, against an annotator: nobody can do better on these items.

Two annotators give an item the same label, or a token the same head, with probability A. The best system, whatever it
is, has the same as an annotator somewhere between A and sqrt(A):

    A = E sum_y p(y)^2  <=  best = E max_y p(y)  <=  sqrt(A)

where p(y) is the share of annotators who would give an item the label y. Of a distance, two annotators are D apart on
average, and the best answer lies between D / 2 and D from an annotator. For the triangle gives d(x, x') <= d(x, c) +
d(c, x') for any answer c, and an annotator's own answer is D away. That holds of metrics (labels that are the same or
not, |x - y|, Jaccard, tree edit distance) and of squared distances, such as (x - y)^2, whose best answer is the mean.
It does not hold of F1, nor of the disorder of units: for these there is no such interval.

The ends are estimates. The interval reaches from the low end of the interval of A, or of D / 2, to the high end of that
of sqrt(A), or of D; that of annotators like these, where there are three.

How to read it: a system that has not seen these labels cannot be expected to score above the high end against such an
annotator, and one that scores below the low end can be improved. To lie in between is no reason to stop: where the best
system lies in there nobody knows, and annotators can be wrong alike. It says nothing of a score against a majority or
an adjudicated reference, which can be higher, nor of annotators of another kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from accord.agreement.result import Interval, Undefined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.agreement.resample import Floats
    from accord.agreement.result import Result, Value

MAX_LABELS = 200
"""Of more labels it is not checked whether an answer can be nearer than half."""
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What two annotators have of something, and between which values the best possible system lies.

    ``of`` says what it is; of a distance less is better. ``interval`` holds both ends, and says of whom it is.
    """

    of: str
    value: float
    low: float
    high: float
    interval: Interval | Undefined
    is_distance: bool = False


def shares(of: str, result: Result) -> Ceiling | Undefined:
    """From how often two annotators have the same."""
    return _ceiling(of, result.value, _widest(result), ends_of_share)


def ends_of_share(share: float) -> tuple[float, float]:
    """Between which shares the best possible system has the same as an annotator, if two annotators have this one.

    >>> ends_of_share(0.64)
    (0.64, 0.8)
    """
    return share, sqrt(max(0.0, share))


def distances(of: str, result: Result, largest: float) -> Ceiling | Undefined:
    """From the agreement seen with a distance, 1 less its share of the largest one."""
    widest = _widest(result)
    if isinstance(widest, Interval):
        widest = widest._replace(low=(1 - widest.high) * largest, high=(1 - widest.low) * largest)
    value = result.value if isinstance(result.value, Undefined) else (1 - float(result.value)) * largest
    return halves(of, value, widest)


def halves(of: str, value: Value, interval: Interval | Undefined) -> Ceiling | Undefined:
    """From how far two annotators are apart, with its interval."""
    return _ceiling(of, value, interval, lambda apart: (apart / 2, apart), is_distance=True)


def _ceiling(
    of: str,
    value: Value,
    interval: Interval | Undefined,
    ends: Callable[[float], tuple[float, float]],
    *,
    is_distance: bool = False,
) -> Ceiling | Undefined:
    if isinstance(value, Undefined):
        return value
    low, high = ends(float(value))
    if isinstance(interval, Interval):
        interval = interval._replace(low=ends(interval.low)[0], high=ends(interval.high)[1])
    return Ceiling(of, float(value), low, high, interval, is_distance)


def _widest(result: Result) -> Interval | Undefined:
    """The interval of annotators like these, or of these where there is no other."""
    return result.other_annotators if isinstance(result.other_annotators, Interval) else result.interval


def too_many(labels: int) -> Undefined | None:
    """Why it is not checked of so many labels; or None."""
    if labels <= MAX_LABELS:
        return None
    return Undefined(f"it is known of {MAX_LABELS} labels at most, and there are {labels:,}")


def why_not_half(matrix: Floats) -> Undefined | None:
    """Why an answer may be nearer than half the distance of two annotators, by the distances of labels; or None.

    It cannot be where the triangle inequality holds, nor where distances are squares of those in a space (of negative
    type).

    >>> import numpy as np
    >>> why_not_half(np.array([[0, 1, 4], [1, 0, 1], [4, 1, 0.0]])) is None
    True
    >>> why_not_half(np.array([[0, 1, 9], [1, 0, 1], [9, 1, 0.0]])).reason
    'by this distance an answer can be nearer to two labels than half of what they are apart'
    """
    import numpy as np

    slack = _TIE * float(matrix.max(initial=0.0))
    if all((matrix <= matrix[:, [by]] + matrix[[by], :] + slack).all() for by in range(len(matrix))):
        return None
    centre = np.eye(len(matrix)) - 1 / len(matrix)
    if np.linalg.eigvalsh(-centre @ matrix @ centre).min() >= -slack * len(matrix):
        return None
    return Undefined("by this distance an answer can be nearer to two labels than half of what they are apart")


def defined(found: Sequence[Ceiling | Undefined]) -> tuple[Ceiling, ...] | Undefined:
    """Those that there are, or why there are none."""
    ceilings = tuple(each for each in found if isinstance(each, Ceiling))
    reasons = [each for each in found if isinstance(each, Undefined)]
    return ceilings or (reasons[0] if reasons else Undefined("this kind does not say it"))
