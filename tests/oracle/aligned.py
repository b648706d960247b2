"""What alignments show, counted one unitary alignment after the other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Answers = Mapping[str, str | None]
    """The category of each annotator who looked at the document, or None."""


class Renderers(NamedTuple):
    """Counts by annotator, by annotator and category, and by two annotators and their categories."""

    missed: Counter[str]
    missed_of_most: Counter[str]
    added: Counter[str]
    missed_categories: Counter[tuple[str, str]]
    added_categories: Counter[tuple[str, str]]
    confusions: Counter[tuple[str, str, str, str]]
    by_units: Counter[int]


def shown(unitary: Iterable[Answers]) -> Renderers:
    """Count everything."""
    counts = Renderers(Counter(), Counter(), Counter(), Counter(), Counter(), Counter(), Counter())
    for answers in unitary:
        counts.by_units[sum(answer is not None for answer in answers.values())] += 1
        for name, answer in answers.items():
            others = [other for another, other in answers.items() if another != name]
            marked = [other for other in others if other is not None]
            if answer is None and marked:
                counts.missed[name] += 1
                counts.missed_of_most[name] += len(marked) > len(others) / 2
                counts.missed_categories.update((name, other) for other in marked)
            if answer is not None and others and not marked:
                counts.added[name] += 1
                counts.added_categories[name, answer] += 1
        for (one, ours), (other, theirs) in permutations(answers.items(), 2):
            if ours is not None and theirs is not None:
                counts.confusions[one, other, ours, theirs] += 1
    return counts
