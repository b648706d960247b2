"""What was decided before on the same words, or between the same labels."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from accord.adjudicate.decision import DECIDED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.adjudicate.decision import Decision
    from accord.adjudicate.queue import Queue

_FEW = 5
"""So many decisions on the same words are shown, the latest ones."""
_MOST_OPTIONS = 6
"""Of a pair of labels, up to so many outcomes are counted."""


def earlier(queue: Queue, item: str, standing: Mapping[str, Decision]) -> dict[str, Any]:
    """What stands of other cases that are about the same, as JSON holds it.

    ``words`` are decisions on the same words between any options, the latest first, and ``options`` says how often
    each of the same options was chosen, for one or several of them.
    """
    points = queue.points[item]
    words = {point.words.casefold(): point for point in points if point.words}
    options = {point.options for point in points if len(point.options) > 1}
    same: list[dict[str, Any]] = []
    chosen: dict[frozenset[str], Counter[str]] = {}
    latest = sorted(standing.values(), key=lambda decision: decision.at, reverse=True)
    for decision in latest:
        if decision.state != DECIDED or decision.item == item:
            continue
        for point in queue.points[decision.item]:
            is_same = point.words.casefold() in words
            if not is_same and point.options not in options:
                continue
            said = point.said(decision.value)
            if point.options in options:
                chosen.setdefault(point.options, Counter())[said] += 1
            if is_same and len(same) < _FEW:
                about = {"item": decision.item, "document": queue.by_id[decision.item].document}
                by = {"who": decision.who, "at": decision.at, "comment": decision.comment}
                same.append({"words": point.words, "said": said} | about | by)
    counts = [
        {"options": sorted(each), "chosen": [list(pair) for pair in counter.most_common(_MOST_OPTIONS)]}
        for each, counter in chosen.items()
    ]
    return {"words": same, "options": counts}
