"""Soft labels: how much of each label an item has."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True)
class SoftLabels:
    """The share of each label of each item, and who of the annotators gave which label, where that is known.

    A label that an item does not name has no share of it. ``made_of`` says what the shares are: predictions, the soft
    labels of a file, or the annotators' own labels.
    """

    shares: Mapping[str, Mapping[str, float]]
    answers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The label of each item, by annotator."""
    made_of: str = "soft-labels"
    file: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels that an item names, in the order they come."""
        return tuple(dict.fromkeys(label for shares in self.shares.values() for label in shares))

    def without(self, missing: Collection[str]) -> SoftLabels:
        """The same without labels that mean no answer, and without items that then have none."""
        kept = {item: _without(shares, missing) for item, shares in self.shares.items()}
        shares = {item: left for item, left in kept.items() if left}
        answers = {
            annotator: {item: label for item, label in given.items() if item in shares and label not in missing}
            for annotator, given in self.answers.items()
        }
        return replace(self, shares=shares, answers=answers) if missing else self


def _without(shares: Mapping[str, float], missing: Collection[str]) -> dict[str, float]:
    left = {label: share for label, share in shares.items() if label not in missing}
    total = sum(left.values())
    return {label: share / total for label, share in left.items()} if total else {}
