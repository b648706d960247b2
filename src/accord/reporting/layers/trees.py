"""What the page holds of a layer of trees: pairs, sentences, documents, annotators and labels."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, Any

from accord.agreement.outliers import outliers_of_pairs
from accord.agreement.result import Measured
from accord.kinds.page.context import Context, without_middle
from accord.kinds.page.parts import (
    EXAMPLES,
    annotator_payload,
    busiest,
    chosen,
    counted,
    document_payload,
    first_of_each,
    item_payload,
    lowest,
    pair_payload,
)
from accord.kinds.page.strip import strip
from accord.kinds.page.with_rest import with_rest_payloads
from accord.kinds.trees.brackets import brackets
from accord.kinds.trees.likeness import likeness
from accord.model import DependencyTree, item_id
from accord.model.tree import NO_WORDS
from accord.reporting.layers.tree_labels import LabelsMet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.agreement.agreement import AnnotatorOutlier
    from accord.kinds.trees.alpha import Alpha
    from accord.kinds.trees.syntax import SyntaxAgreement
    from accord.model import Corpus, Tree
    from accord.study.parses import Parsed, ParseStudy


def trees_layer(corpus: Corpus, agreement: SyntaxAgreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on trees and its payload, with so many sentences and documents at most."""
    del corpus  # all that is shown of a sentence is in its trees
    parses, apart = agreement.parses, agreement.trees.apart
    labels = LabelsMet(parses)
    differing = [number for number, distance in enumerate(apart.tolist()) if distance > 0]
    documents = _documents(agreement, most)
    shown = _shown(agreement, differing, labels, most, {each["document"] for each in documents})
    total, left_out = len(differing), len(differing) - len(shown)
    sentences = [(parses.sentences[number], float(apart[number])) for number in shown]
    return {
        "agreement": payload,
        "counts": counted("sentence", "sentence", "tree"),
        "pairs": _pairs(agreement),
        "items": {
            "total": total,
            "left_out": left_out,
            "shown": [_item(sentence, distance, parses.annotators) for sentence, distance in sentences],
        },
        "documents": documents,
        "documents_difficulty_is": "the mean distance between the trees of its sentences",
        "annotators_table": _annotators(agreement, most),
        "labels_view": labels.view({number: _id(parses.sentences[number]) for number in shown}),
        "aligner": None,
        "trees_view": {
            "kind": "phrases" if parses.phrases else "dependencies",
            "total": total,
            "left_out": left_out,
            "sentences": [_versions(sentence, distance) for sentence, distance in sentences],
        },
    }


def _id(sentence: Parsed) -> str:
    return item_id(sentence.document, sentence.name)


def _measured(part: Alpha) -> Measured:
    return Measured(part.value, part.observed, part.expected, part.interval, part.items)


def _pairs(agreement: SyntaxAgreement) -> list[dict[str, Any]]:
    found, differing = agreement.parses.found, agreement.trees.differing
    return [
        pair_payload(one, other, _measured(part), found - part.items, differing[one, other])
        for (one, other), part in agreement.trees.annotator_pairs.items()
    ]


def _shown(
    agreement: SyntaxAgreement, differing: Sequence[int], labels: LabelsMet, most: int, listed: set[str]
) -> list[int]:
    """The sentences that are shown, those whose trees are furthest apart first."""
    apart = agreement.trees.apart
    order = sorted(differing, key=lambda number: -apart[number])
    examples = dict.fromkeys(number for found in labels.examples.values() for number in found if apart[number] > 0)
    found: Counter[tuple[str, str]] = Counter()
    for number in order:
        trees = agreement.parses.sentences[number].trees
        version = _version_of(trees)
        new = [
            pair for pair in combinations(trees, 2) if version[pair[0]] != version[pair[1]] and found[pair] < EXAMPLES
        ]
        found.update(new)
        if new:
            examples[number] = None
    of_documents = first_of_each(order, lambda number: agreement.parses.sentences[number].document, listed)
    kept = chosen(examples, order, most, of_documents)
    return [number for number in order if number in kept]


def _version_of(trees: Mapping[str, Tree]) -> dict[str, int]:
    """The same number for those who drew the same tree, from 1."""
    versions: dict[object, int] = {}
    return {
        name: versions.setdefault((tree.words, tree.structure, tree.labels), len(versions) + 1)
        for name, tree in trees.items()
    }


def _item(sentence: Parsed, distance: float, annotators: Iterable[str]) -> dict[str, Any]:
    """A sentence as an item: those who drew the same tree have the same label."""
    first = next(iter(sentence.trees.values()))
    versions = {name: f"tree {number}" for name, number in _version_of(sentence.trees).items()}
    context = Context(without_middle(" ".join(_words(first))), "", "")
    places = {name: tree.place for name, tree in sentence.trees.items() if tree.place}
    held = item_payload(_id(sentence), sentence.document, context, places, distance)
    return {**held, "item": sentence.name, "labels": dict.fromkeys(annotators) | versions}


def _words(tree: Tree) -> list[str]:
    return [without_middle(word.replace(NO_WORDS, "")) for word in tree.words]


def _versions(sentence: Parsed, distance: float) -> dict[str, Any]:
    """A sentence with the tree of everyone; where the tokens differ, everyone's tokens."""
    first = next(iter(sentence.trees.values()))
    return {
        "id": _id(sentence),
        "sentence": sentence.name,
        "document": sentence.document,
        "distance": distance,
        "tokens": _words(first),
        "versions": {
            name: {
                **_drawn(tree),
                "file": tree.place.file if tree.place else None,
                "line": tree.place.line if tree.place else None,
                **({} if sentence.comparable else {"tokens": _words(tree)}),
            }
            for name, tree in sentence.trees.items()
        },
    }


def _drawn(tree: Tree) -> dict[str, Any]:
    """Heads counted from 1, where 0 is the root and -1 a head that is not there; or brackets, the outer ones first."""
    if isinstance(tree, DependencyTree):
        return {"heads": [head + 1 for head in tree.head_positions()], "labels": list(tree.labels)}
    nodes = zip(brackets(tree), tree.leaves(), strict=True)
    return {
        "brackets": [{"label": label, "start": start, "end": end, "leaf": leaf} for (label, start, end), leaf in nodes]
    }


def _documents(agreement: SyntaxAgreement, most: int) -> list[dict[str, Any]]:
    import numpy as np

    chosen = lowest(agreement.trees.documents.items(), lambda each: each[1].value, most)
    sentences: defaultdict[str, list[Parsed]] = defaultdict(list)
    apart: defaultdict[str, list[float]] = defaultdict(list)
    for sentence, distance in zip(agreement.parses.sentences, agreement.trees.apart.tolist(), strict=True):
        sentences[sentence.document].append(sentence)
        if len(sentence.trees) > 1:
            apart[sentence.document].append(distance)
    hard = {document: fmean(found) for document, found in apart.items()}
    rows = []
    for document, part in chosen:
        alike = {
            place: np.mean([likeness(*pair) for pair in combinations(sentence.trees.values(), 2)])
            for place, sentence in enumerate(sentences[document])
            if sentence.comparable
        }
        cells = strip(np.array(list(alike.values())), np.array(list(alike), dtype=np.int64), len(sentences[document]))
        rows.append(document_payload(document, _measured(part), part.items, hard.get(document), cells))
    return rows


def _annotators(agreement: SyntaxAgreement, most: int) -> list[dict[str, Any]]:
    trees, drawn = agreement.trees, _trees_of(agreement.parses)
    shown = busiest(drawn, most)
    with_rest = with_rest_payloads(_with_rest(agreement.parses, trees.uncertainty.level))
    return [
        annotator_payload(name, drawn[name], trees.against_rest[name], trees.without[name], with_rest[name])
        for name in agreement.parses.annotators
        if name in shown
    ]


def _trees_of(parses: ParseStudy) -> dict[str, int]:
    return {name: sum(name in sentence.trees for sentence in parses.sentences) for name in parses.annotators}


def _with_rest(parses: ParseStudy, level: float) -> dict[str, AnnotatorOutlier]:
    """How the likeness of each annotator's trees to those of the rest goes over the sentences."""
    alike = (
        (
            sentence.document,
            {(one, other): likeness(trees[one], trees[other]) for one, other in combinations(trees, 2)},
        )
        for sentence in parses.comparable
        if (trees := sentence.trees)
    )
    return outliers_of_pairs(alike, parses.annotators, level, "sentence")
