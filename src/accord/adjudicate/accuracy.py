"""How each annotator does against a gold standard, on what both hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.agreement.result import ratio
from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.brackets import phrases
from accord.kinds.trees.study import study_trees
from accord.model import ItemLabels, Spans, TokenLabels, Trees, Units
from accord.scoring.counts import PARTS, Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from accord.agreement.result import Undefined
    from accord.kinds.trees.study import ParseStudy
    from accord.model import Corpus, Tree
    from accord.model.corpus import Annotation

    Decode = Callable[[Sequence[str]], Iterable[tuple[int, int, str]]]
    Pairs = list[tuple[Any, Any]]
    """What the gold standard and what an annotator has of the same text."""


@dataclass(frozen=True, slots=True)
class AgainstGold:
    """One annotator: how much there is to compare, and the shares of it that are as in the gold standard."""

    annotator: str
    counts: Mapping[str, int]
    shares: Mapping[str, Fraction | Undefined]


def against_gold(
    corpus: Corpus, gold: Corpus, decode: Decode | None = None, kept: Mapping[str, Sequence[int]] | None = None
) -> list[AgainstGold]:
    """Each annotator of a corpus beside the one of a gold standard.

    Labels: the share that is the same. Mentions (read by ``decode``), spans and units: precision, recall and F1 of
    exact matches. Trees: the share of tokens with the same head (unlabelled) and with the same head and label
    (labelled); of phrases, precision, recall and F1 of labelled brackets. ``kept`` are the numbers of the sentences
    that the gold standard has of each document, where some were left out.
    """
    pairs: dict[str, Pairs] = {annotator: [] for annotator in corpus.annotators}
    kinds = {type(layer) for layer in gold.annotations.values()}
    counted = _same if ItemLabels in kinds or (TokenLabels in kinds and decode is None) else _matched
    if Trees in kinds:
        study = study_trees(corpus, least=1)
        counted = _matched if study.phrases else _attached
        for annotator, ours, theirs in _trees(study, gold, kept or {}):
            pair = (phrases(ours).elements(), phrases(theirs).elements()) if study.phrases else (ours, theirs)
            pairs[annotator].append(pair)
    (settled,) = gold.annotators
    for (document, annotator), layer in corpus.annotations.items():
        if (document, settled) in gold.annotations:
            pairs[annotator] += _of_layers(
                gold.annotations[document, settled], layer, decode, (kept or {}).get(document)
            )
    return [counted(annotator, found) for annotator, found in pairs.items()]


def _of_layers(ours: Annotation, theirs: Annotation, decode: Decode | None, kept: Sequence[int] | None) -> Pairs:
    if isinstance(ours, ItemLabels) and isinstance(theirs, ItemLabels):
        both = ours.labels.keys() & theirs.labels.keys()
        return [([ours.labels[item] for item in both], [theirs.labels[item] for item in both])]
    if isinstance(ours, TokenLabels) and isinstance(theirs, TokenLabels):
        rows = theirs.labels if kept is None else [theirs.labels[number] for number in kept]
        sentences = list(zip(ours.labels, rows, strict=True))
        if decode is not None:
            return [(decode(one), decode(other)) for one, other in sentences]
        tokens = (both for pair in sentences for both in zip(*pair, strict=True))
        answered = [(one, other) for one, other in tokens if other != theirs.missing]
        return [([one for one, _ in answered], [other for _, other in answered])]
    if isinstance(ours, Spans) and isinstance(theirs, Spans):
        return [(ours.spans, theirs.spans)]
    if isinstance(ours, Units) and isinstance(theirs, Units):
        return [(ours.units, theirs.units)]
    return []


def _trees(study: ParseStudy, gold: Corpus, kept: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, Tree, Tree]]:
    """Each annotator with the tree of the gold standard and the own one, over the same words."""
    drawn: defaultdict[str, list[Mapping[str, Tree]]] = defaultdict(list)
    for sentence in study.sentences:
        drawn[sentence.document].append(sentence.trees)
    for (document, _), layer in gold.annotations.items():
        assert isinstance(layer, Trees)
        there = [drawn[document][number] for number in kept.get(document, range(len(drawn[document])))]
        for ours, trees in zip(layer.trees, there, strict=True):
            yield from ((name, ours, tree) for name, tree in trees.items() if tree.words == ours.words)


def _same(annotator: str, pairs: Pairs) -> AgainstGold:
    labels = [both for pair in pairs for both in zip(*pair, strict=True)]
    same = sum(one == other for one, other in labels)
    return AgainstGold(annotator, {"labels": len(labels)}, {"same": ratio(same, len(labels), "no label is in both")})


def _attached(annotator: str, pairs: Pairs) -> AgainstGold:
    tokens = [token for pair in pairs for token in attachments(*pair)]
    alike = {"unlabelled": sum(head for head, _ in tokens), "labelled": sum(head and label for head, label in tokens)}
    shares = {name: ratio(count, len(tokens), "no sentence is in both") for name, count in alike.items()}
    return AgainstGold(annotator, {"tokens": len(tokens)}, shares)


def _matched(annotator: str, pairs: Pairs) -> AgainstGold:
    total = Counts()
    for pair in pairs:
        ours, theirs = (Counter(map(tuple, marks)) for marks in pair)
        total = total.plus(Counts(ours.total(), theirs.total(), (ours & theirs).total()))
    shares = {part: getattr(total, part) for part in PARTS}
    return AgainstGold(annotator, {"gold": total.reference, "marked": total.predicted}, shares)
