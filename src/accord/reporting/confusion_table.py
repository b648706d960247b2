"""Which label was predicted for which, as a table: of few labels all pairs, of many those that were confused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.reporting.numbers import thousands
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NOTHING = "(none)"
_MOST = 12
"""The most labels that fit side by side."""


def confusion_table(
    counts: Mapping[tuple[str, str], int], labels: Sequence[str], *, title: str, called: str = "label"
) -> Table:
    """Rows are labels of the reference, columns those predicted; what one side does not have comes last.

    >>> confusion_table({("a", "a"): 2, ("a", "b"): 1, ("b", ""): 1}, ["a", "b"], title="run").rows
    (('a', '2', '1', ''), ('b', '', '', '1'))
    """
    named = {tuple(each or NOTHING for each in both): count for both, count in counts.items()}
    title = f"{title}: which {called} was predicted for which"
    if len(labels) > _MOST:
        wrong = sorted((-count, both) for both, count in named.items() if both[0] != both[1])
        rows = tuple((*both, thousands(-count)) for count, both in wrong)
        return Table(("reference", "predicted", "count"), rows, title=title)
    ordered = sorted(labels, key=float) if all(map(_is_number, labels)) else list(labels)
    sides = [[*ordered, *([NOTHING] if any(both[side] == NOTHING for both in named) else [])] for side in (0, 1)]
    cells = tuple(
        (ours, *(thousands(named[ours, theirs]) if (ours, theirs) in named else "" for theirs in sides[1]))
        for ours in sides[0]
    )
    return Table(("reference \\ predicted", *sides[1]), cells, title=title)


def _is_number(label: str) -> bool:
    try:
        return float(label) == float(label)
    except ValueError:
        return False
