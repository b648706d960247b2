"""How many labels are those of a reference."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.agreement.interval import interval_around
from accord.agreement.result import Undefined, ratio
from accord.errors import UsageError
from accord.kinds.labels.study import labels_by_item, labels_tokens
from accord.kinds.spans.marks import marks_of
from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from accord.agreement.result import Interval
    from accord.kinds.labels.study import LabelsByItem
    from accord.learn.aggregate.aggregation import Aggregation
    from accord.learn.aggregate.votes import Numbers
    from accord.model import Corpus


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many items have the label of the reference, of those that it holds."""

    name: str
    right: int
    compared: int
    without: int = 0
    """How many items the reference does not hold."""

    @property
    def value(self) -> Fraction | Undefined:
        """The share of right labels."""
        return ratio(self.right, self.compared, "the reference holds none of the items")

    def interval(self, level: float) -> Interval | Undefined:
        """Where the share lies, by the spread of a mean over items, on the logit scale."""
        if not 0 < self.right < self.compared:
            return Undefined("all items are alike, so nothing varies")
        share = self.right / self.compared
        error = (share * (1 - share) / self.compared) ** 0.5
        return interval_around(share, error, (0, 1), "items", level=level)


@dataclass(frozen=True, slots=True)
class Found:
    """How many mentions, spans or units of the reference were found."""

    name: str
    counts: Counts

    @property
    def value(self) -> Fraction | Undefined:
        """F1."""
        return self.counts.f1

    def interval(self, level: float) -> Undefined:  # noqa: ARG002
        """None is made here."""
        return Undefined("of spans there is no interval here: accord score gives one")


def compared(
    aggregation: Aggregation,
    majority: Numbers,
    reference: Corpus,
    count: Callable[[Corpus, Corpus], Counts | None] | None = None,
) -> Aggregation:
    """The same with how well it and the ``majority`` (items,) meet a reference; ``count`` counts mentions."""
    if len(reference.annotators) != 1:
        raise UsageError(f"a reference has one annotator, and this one has {len(reference.annotators)}")
    consensus = aggregation.corpus
    if count is not None:
        counts = count(consensus, reference) or _marked_alike(consensus, reference)
        return replace(aggregation, against=(Found(aggregation.method, counts),))
    ours, theirs = labels_by_item(consensus), labels_by_item(reference)
    if labels_tokens(consensus):
        _refuse_other_tokens(consensus, reference)
    voted = dict(zip(ours, map(aggregation.labels.__getitem__, majority.tolist()), strict=True))
    return replace(aggregation, against=(_met(aggregation.method, ours, theirs), _met("majority", voted, theirs)))


def _refuse_other_tokens(corpus: Corpus, reference: Corpus) -> None:
    ours, theirs = ([document.sentences for document in each.documents] for each in (corpus, reference))
    if ours != theirs:
        raise UsageError("the reference has other tokens or documents: accord score says where they differ")


def _met(name: str, labels: LabelsByItem, reference: LabelsByItem) -> Accuracy:
    """How many labels are those of the reference."""
    shared = labels.keys() & reference.keys()
    right = sum(labels[item] == reference[item] for item in shared)
    return Accuracy(name, right, len(shared), len(labels) - len(shared))


def _marked_alike(corpus: Corpus, reference: Corpus) -> Counts:
    """How many spans or units the reference has too."""
    ours, theirs = (
        Counter((document, *part) for (document, _), layer in each.annotations.items() for part in marks_of(layer))
        for each in (corpus, reference)
    )
    return Counts(theirs.total(), ours.total(), (ours & theirs).total())
