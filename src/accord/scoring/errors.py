"""What kind of error each difference is, and which type was taken for which.

A reference mention and a prediction that overlap and are not equal are one error, of *type* (same boundaries),
*boundary* (same type) or *both*; what is left over is *missed* or *spurious*. Partners are chosen by the
largest overlap, then the nearest boundaries, then from left to right, each mention at most once.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.scoring.schemas import boundary_distance, overlapping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.encoding import Mention
    from accord.scoring.label_runs import MarkedLabelRun

KINDS = ("missed", "spurious", "boundary", "type", "both")
NOTHING = "(none)"
"""The type, in a confusion, of what the other side did not mark."""


class Match(NamedTuple):
    """A reference mention and the prediction that is aligned with it, one of which may be missing."""

    reference: Mention | None
    predicted: Mention | None

    @property
    def kind(self) -> str:
        """The kind of error, or ``correct``."""
        ours, theirs = self
        if ours is None or theirs is None:
            return "spurious" if ours is None else "missed"
        boundary, type_ = ours[:2] != theirs[:2], ours.type != theirs.type
        return {(False, False): "correct", (True, False): "boundary", (False, True): "type"}.get(
            (boundary, type_), "both"
        )


def match(label_run: MarkedLabelRun) -> Iterator[Match]:
    """Which prediction is aligned with which reference mention.

    >>> from accord.encoding import Mention
    >>> from accord.scoring.label_runs import MarkedLabelRun
    >>> [
    ...     pair.kind
    ...     for pair in match(MarkedLabelRun((Mention(0, 3, "PER"),), (Mention(0, 1, "LOC"), Mention(1, 3, "PER")), 3))
    ... ]
    ['boundary', 'spurious']
    """
    pairs = sorted(
        (_distance(ours, theirs), ours, theirs)
        for theirs, others in overlapping(label_run.reference, label_run.predicted)
        for ours in others
    )
    free_ours, free_theirs = set(label_run.reference), set(label_run.predicted)
    for _, ours, theirs in pairs:
        if ours in free_ours and theirs in free_theirs:
            free_ours.remove(ours)
            free_theirs.remove(theirs)
            yield Match(ours, theirs)
    yield from (Match(mention, None) for mention in sorted(free_ours))
    yield from (Match(None, mention) for mention in sorted(free_theirs))


def _distance(ours: Mention, theirs: Mention) -> tuple[int, int]:
    overlap = min(ours.end, theirs.end) - max(ours.start, theirs.start)
    return -overlap, boundary_distance(ours, theirs)


def confusion(label_runs: Iterable[tuple[MarkedLabelRun, int]]) -> Counter[tuple[str, str]]:
    """How often a mention of one type was predicted as another; `NOTHING` where one side has no mention."""
    table: Counter[tuple[str, str]] = Counter()
    for label_run, times in label_runs:
        for ours, theirs in match(label_run):
            table[ours.type if ours else NOTHING, theirs.type if theirs else NOTHING] += times
    return table


def error_kinds(label_runs: Iterable[tuple[MarkedLabelRun, int]]) -> dict[str, int]:
    """How many errors there are of each kind."""
    kinds: Counter[str] = Counter()
    for label_run, times in label_runs:
        for pair in match(label_run):
            kinds[pair.kind] += times
    return {kind: kinds[kind] for kind in KINDS}
