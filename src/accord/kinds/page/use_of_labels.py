"""Which labels an annotator uses more or less than the rest, and what they say where the rest says otherwise.

Whatever was annotated, an annotator's label of something meets those of the others there, each of m others by 1 / m.
How often it was given is a sum over these, and so is how often the others gave it; that both are the same is tested as
by McNemar, by what differs alone:

    z = (b - c) / sqrt(b + c)

where b counts what is so labelled by the annotator and not by the other, and c the reverse.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

from accord.payload.annotators import LabelUse, RestConfusion

if TYPE_CHECKING:
    from collections.abc import Mapping

    Met = Mapping[tuple[str, str], float]

MOST = 5
"""So many labels and confusions of an annotator are shown."""
MAX_ANNOTATORS = 60
"""Of more annotators only labels that stand out are held, and no confusions."""
_CERTAIN = 0.05
_LEAST = 5.0
"""What differs less often says nothing."""
_DIGITS = 2


class OwnLabels(NamedTuple):
    """What the page holds of an annotator's labels."""

    uses: list[LabelUse]
    confused: list[RestConfusion]


NO_LABELS = OwnLabels([], [])
"""Of an annotator whose labels are not compared."""


def use_of_labels(met: Mapping[str, Met]) -> dict[str, OwnLabels]:
    """What each annotator says otherwise than the rest, of how often a label of theirs meets one of the others.

    >>> met = {"ada": {("urgent", "urgent"): 40, ("urgent", "routine"): 20}, "bram": {("routine", "urgent"): 3}}
    >>> found = use_of_labels(met)["ada"]
    >>> [(use.label, use.own, use.rest, use.p is not None and use.p < 0.001) for use in found.uses]
    [('routine', 0, 20, True), ('urgent', 60, 40, True)]
    >>> found.confused
    [RestConfusion(own='urgent', rest='routine', count=20)]
    """
    differing = {name: _differing(pairs) for name, pairs in met.items()}
    tested = sum(sum(both) >= _LEAST for found in differing.values() for both in found.values())
    return {
        name: _of_one(pairs, differing[name], tested, many=len(met) > MAX_ANNOTATORS) for name, pairs in met.items()
    }


def _differing(pairs: Met) -> dict[str, tuple[float, float]]:
    """How often each label is the annotator's alone, and the other's alone."""
    own: Counter[str] = Counter()
    rest: Counter[str] = Counter()
    for (mine, theirs), count in pairs.items():
        if mine != theirs:
            own[mine] += count  # type: ignore[assignment]
            rest[theirs] += count  # type: ignore[assignment]
    return {label: (own[label], rest[label]) for label in sorted({*own, *rest})}


def _of_one(pairs: Met, differing: Mapping[str, tuple[float, float]], tested: int, *, many: bool) -> OwnLabels:
    same: defaultdict[str, float] = defaultdict(float)
    for (mine, theirs), count in pairs.items():
        same[mine] += count * (mine == theirs)
    uses = [
        LabelUse(
            label=label,
            own=_plain(same[label] + own),
            rest=_plain(same[label] + rest),
            p=min(1.0, tested * erfc(abs(own - rest) / sqrt(2 * (own + rest)))) if own + rest >= _LEAST else None,
        )
        for label, (own, rest) in differing.items()
    ]
    uses.sort(key=lambda use: (use.p is None, use.p, -abs(use.own - use.rest), use.label))
    if many:
        return OwnLabels([use for use in uses if use.p is not None and use.p < _CERTAIN][:MOST], [])
    found = sorted((-count, *both) for both, count in pairs.items() if both[0] != both[1] and count)
    confused = [RestConfusion(own=mine, rest=theirs, count=_plain(-count)) for count, mine, theirs in found[:MOST]]
    return OwnLabels(uses[:MOST], confused)


def _plain(count: float) -> float:
    """A count, whole where it is."""
    rounded = round(count, _DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded
