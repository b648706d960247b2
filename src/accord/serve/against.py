"""How each annotator does against a gold standard."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from accord.model import DependencyTree, ItemLabels, Spans, TokenLabels, Trees, Units
from accord.serve.cases import GOLD
from accord.study.parses import study_parses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from accord.encoding import Decoder
    from accord.model import Corpus
    from accord.serve.cases import Gold

    Counts = Counter[str]


def against_gold(corpus: Corpus, gold: Gold, decoder: Decoder | None) -> list[dict[str, Any]]:
    """Each annotator beside the gold standard, on what both hold.

    Labels: the share that is the same. Mentions, spans and units: precision, recall and F1 of exact matches. Trees:
    the share of tokens with the same head (unlabelled) and with the same head and label (labelled); of phrases,
    precision, recall and F1 of labelled brackets.
    """
    if any(isinstance(layer, Trees) for layer in gold.corpus.layers.values()):
        return _trees(corpus, gold.corpus)
    finish = _share if any(isinstance(each, ItemLabels) for each in gold.corpus.layers.values()) else _f1
    finish = _share if gold.kept and decoder is None else finish
    counts: dict[str, Counts] = {annotator: Counter() for annotator in corpus.annotators}
    for (document, annotator), theirs in corpus.layers.items():
        ours = gold.corpus.layers.get((document, GOLD))
        if isinstance(ours, ItemLabels) and isinstance(theirs, ItemLabels):
            counts[annotator] += _same(ours.labels, theirs.labels)
        elif isinstance(ours, TokenLabels) and isinstance(theirs, TokenLabels):
            for labels, number in zip(ours.labels, gold.kept[document], strict=True):
                pair = labels, theirs.labels[number]
                counts[annotator] += _tokens(*pair) if decoder is None else _matched(*map(decoder.mentions, pair))
        elif isinstance(ours, Spans) and isinstance(theirs, Spans):
            counts[annotator] += _matched(ours.spans, theirs.spans)
        elif isinstance(ours, Units) and isinstance(theirs, Units):
            counts[annotator] += _matched(ours.units, theirs.units)
    return [{"annotator": annotator, **finish(found)} for annotator, found in counts.items()]


def _same(ours: Mapping[str, str], theirs: Mapping[str, str]) -> Counts:
    both = ours.keys() & theirs.keys()
    return Counter(total=len(both), same=sum(ours[item] == theirs[item] for item in both))


def _tokens(ours: Iterable[str], theirs: Iterable[str]) -> Counts:
    pairs = list(zip(ours, theirs, strict=True))
    return Counter(total=len(pairs), same=sum(one == other for one, other in pairs))


def _matched(ours: Iterable[Any], theirs: Iterable[Any]) -> Counts:
    gold, found = Counter(map(tuple, ours)), Counter(map(tuple, theirs))
    return Counter(gold=gold.total(), found=found.total(), correct=(gold & found).total())


def _trees(corpus: Corpus, gold: Corpus) -> list[dict[str, Any]]:
    settled = {(each.document, each.name): each.trees[GOLD] for each in study_parses(gold, least=1).sentences}
    counts: dict[str, Counts] = {annotator: Counter() for annotator in corpus.annotators}
    study = study_parses(corpus, least=1)
    for sentence in study.sentences:
        ours = settled.get((sentence.document, sentence.name))
        for annotator, tree in sentence.trees.items():
            if ours is None or ours.words != tree.words:
                continue
            if isinstance(ours, DependencyTree) and isinstance(tree, DependencyTree):
                heads = [a == b for a, b in zip(ours.structure, tree.structure, strict=True)]
                both = [head and a == b for head, a, b in zip(heads, ours.labels, tree.labels, strict=True)]
                counts[annotator] += Counter(total=len(heads), unlabelled=sum(heads), labelled=sum(both))
            elif not isinstance(ours, DependencyTree) and not isinstance(tree, DependencyTree):
                pairs = (zip(each.labels, each.spans(), each.leaves(), strict=True) for each in (ours, tree))
                counts[annotator] += _matched(
                    *([(name, span) for name, span, leaf in each if not leaf] for each in pairs)
                )
    finish: Callable[[Counts], dict[str, Any]] = _f1 if study.phrases else _attachment
    return [{"annotator": annotator, **finish(found)} for annotator, found in counts.items()]


def _share(counts: Counts) -> dict[str, Any]:
    return {"labels": counts["total"], "same": _ratio(counts["same"], counts["total"])}


def _attachment(counts: Counts) -> dict[str, Any]:
    held = {name: _ratio(counts[name], counts["total"]) for name in ("unlabelled", "labelled")}
    return {"tokens": counts["total"], **held}


def _f1(counts: Counts) -> dict[str, Any]:
    gold, found, correct = (counts[name] for name in ("gold", "found", "correct"))
    return {
        "gold": gold,
        "marked": found,
        "precision": _ratio(correct, found),
        "recall": _ratio(correct, gold),
        "f1": _ratio(2 * correct, gold + found),
    }


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
