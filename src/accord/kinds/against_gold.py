"""How each annotator does against a gold standard, on what both hold."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from accord.agreement.result import ratio
from accord.model.case import AgainstGold
from accord.scoring.counts import PARTS, Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from accord.model import Corpus, TokenLabels
    from accord.model.corpus import Annotation

    Both = tuple[Any, Any]
    """What the gold standard and what an annotator has of the same text."""


def side_by_side(
    corpus: Corpus, gold: Corpus, both: Callable[[str, Annotation, Annotation], Iterable[Both]]
) -> dict[str, list[Both]]:
    """What a gold standard and each annotator have of the same documents, where ``both`` says it of one of them."""
    found: dict[str, list[Both]] = {annotator: [] for annotator in corpus.annotators}
    (standard,) = gold.annotators
    for (document, annotator), annotation in corpus.annotations.items():
        if (document, standard) in gold.annotations:
            found[annotator] += both(document, gold.annotations[document, standard], annotation)
    return found


def sentences_of_gold(
    ours: TokenLabels, theirs: TokenLabels, kept: Sequence[int] | None
) -> Iterable[tuple[Sequence[str], Sequence[str]]]:
    """The labels of the sentences that a gold standard still has, and those of an annotator."""
    rows = theirs.labels if kept is None else [theirs.labels[number] for number in kept]
    return zip(ours.labels, rows, strict=True)


def same_labels(found: Mapping[str, Iterable[Both]]) -> list[AgainstGold]:
    """The share of labels that are the same."""
    return [_same(annotator, pairs) for annotator, pairs in found.items()]


def matching_marks(found: Mapping[str, Iterable[Both]]) -> list[AgainstGold]:
    """Precision, recall and F1 of marks that are the same, counted as often as they occur."""
    return [_matched(annotator, pairs) for annotator, pairs in found.items()]


def _same(annotator: str, pairs: Iterable[Both]) -> AgainstGold:
    labels = [both for pair in pairs for both in zip(*pair, strict=True)]
    same = sum(one == other for one, other in labels)
    return AgainstGold(annotator, {"labels": len(labels)}, {"same": ratio(same, len(labels), "no label is in both")})


def _matched(annotator: str, pairs: Iterable[Both]) -> AgainstGold:
    total = Counts()
    for pair in pairs:
        ours, theirs = (Counter(map(tuple, marks)) for marks in pair)
        total = total.plus(Counts(ours.total(), theirs.total(), (ours & theirs).total()))
    shares = {part: getattr(total, part) for part in PARTS}
    return AgainstGold(annotator, {"gold": total.reference, "marked": total.predicted}, shares)
