"""How what annotators differ on divides, counted over every two annotators."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from accord.kinds.page.examples import EXAMPLES
from accord.payload.differences import DifferencePart, DifferencesView

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection, Iterable, Mapping

AGREED, FOUND, BOUNDED, LABELLED, BOTH, ATTACHED = "agreed", "found", "bounded", "labelled", "both", "attached"


def differences_view(
    of: str, counts: Counter[str], titles: Mapping[str, str], examples: Iterable[tuple[Collection[str], str]]
) -> DifferencesView | None:
    """What is counted, by the names of its sorts; ``examples`` are items with the sorts that occur in them.

    An example of one sort is an item in which no other occurs, if there is one.
    """
    found = {name: counts[name] for name in titles if counts[name]}
    total = sum(found.values())
    if not total:
        return None
    alone: defaultdict[str, list[str]] = defaultdict(list)
    among: defaultdict[str, list[str]] = defaultdict(list)
    for sorts, item in examples:
        differing = [name for name in sorts if name != AGREED]
        for name in differing:
            (alone if len(differing) == 1 else among)[name].append(item)
    return DifferencesView(
        of=of,
        agreed=counts[AGREED],
        parts=[
            DifferencePart(
                name=name,
                title=titles[name],
                pairs=pairs,
                share=pairs / total,
                examples=(alone[name] + among[name])[:EXAMPLES],
            )
            for name, pairs in sorted(found.items(), key=lambda each: -each[1])
        ],
    )
