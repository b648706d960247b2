"""What came of learning from files, and how sure what was learnt is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from accord.messages import plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.learn.tagger.tagger import Tagger
    from accord.learn.weights import Weights


@dataclass(frozen=True, slots=True)
class Trained:
    """A tagger, what it learnt from, and what was noted on the way."""

    tagger: Tagger
    sentences: int
    tokens: int
    weights: Weights | None
    digests: tuple[str, ...]
    beside: Mapping[str, str]
    """What else it learnt by: digests of files, other columns, labels that come first."""
    notes: tuple[str, ...]


class Certainty(NamedTuple):
    """How sure a tagger is of the label of a token."""

    line: int
    token: str
    label: str
    margin: float
    probability: float | None
    """None where the learner has none."""


def label_notes(labels: Sequence[str]) -> list[str]:
    """What is to be said of the labels of training data."""
    return [f"every token has the label {labels[0]}: there is nothing to learn"] if len(labels) == 1 else []


def unweighted_notes(labels: Sequence[str], weights: Weights | None) -> list[str]:
    """Which of these labels weights do not know."""
    unweighted = [] if weights is None else [label for label in labels if label not in weights.labels]
    return [f"the weights do not know {', '.join(unweighted)}: errors there cost 1"] if unweighted else []


def unknown_notes(counts: Mapping[str, int]) -> list[str]:
    """What is to be said of data, by name, with so many labels that no tagger can predict."""
    return [
        f"{name}: {plural(count, 'token')} with a label that training does not know, and so never right"
        for name, count in counts.items()
        if count
    ]
