"""What the page holds of a layer of trees: pairs, sentences, documents, annotators and labels."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.payload import TOP
from accord.kinds.page.context import SENTENCE, Context, without_middle
from accord.kinds.page.document_texts import document_texts
from accord.kinds.page.examples import EXAMPLES, chosen, first_of_each
from accord.kinds.page.parts import (
    annotators_table,
    coincidences,
    confusion_row,
    counted,
    document_row,
    item_row,
    lowest,
    pair_row,
    unmeasured_label,
)
from accord.kinds.page.strip import strip
from accord.kinds.trees.breakdown import NOT_ALONE, breakdown_of, version_numbers
from accord.kinds.trees.difference_sorts import tree_differences
from accord.kinds.trees.differences import likeness
from accord.model import DependencyTree, item_id
from accord.model.tree import NO_WORDS
from accord.payload.labels import LabelsView
from accord.payload.layer import ItemList, LayerParts
from accord.payload.texts import TextPart
from accord.payload.views import SentenceTrees, TreeBracket, TreesView, TreeVersion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.agreement.agreement import Agreement
    from accord.kinds.trees.breakdown import TreeBreakdown
    from accord.kinds.trees.study import ParsedSentence
    from accord.model import Tree
    from accord.payload.layer import DocumentRow, ItemRow

_TOKENS = (
    "only tokens that two annotators attach to the same head are compared: other attachments are no matter of labels"
)
_PHRASES = (
    "only phrases over the same tokens are compared: phrases that one annotator has alone are no matter of labels"
)

_SENTENCE = 2 * SENTENCE
"""The most characters of a sentence that are shown."""


def trees_page(agreement: Agreement, most: int) -> LayerParts:
    """What the page holds of an agreement on trees, with so many sentences and documents at most."""
    breakdown = breakdown_of(agreement)
    parses, apart = breakdown.parses, breakdown.alpha.apart
    differing = [number for number, distance in enumerate(apart.tolist()) if distance > 0]
    documents = _documents(agreement, breakdown, most)
    shown = _shown(breakdown, differing, most, {each.document for each in documents})
    total, left_out = len(differing), len(differing) - len(shown)
    sentences = [(parses.sentences[number], float(apart[number])) for number in shown]
    return LayerParts(
        unit=agreement.unit,
        counts=counted("sentence", "sentence", "tree"),
        pairs=[pair_row(pair) for pair in agreement.pairs],
        items=ItemList(
            total=total,
            left_out=left_out,
            shown=[_item(sentence, distance, parses.annotators) for sentence, distance in sentences],
        ),
        documents=documents,
        documents_difficulty_is="the mean distance between the trees of its sentences",
        annotators_table=annotators_table(
            agreement, most, lambda _: breakdown.annotator_outliers, breakdown.coincidences.met_rest
        ),
        labels_view=_labels_view(agreement, breakdown, {_id(sentence) for sentence, _ in sentences}),
        differences=tree_differences(parses, [(sentence, _id(sentence)) for sentence, _ in sentences]),
        texts=document_texts(_texts(breakdown, [each.document for each in documents])),
        trees_view=TreesView(
            kind="phrases" if parses.phrases else "dependencies",
            total=total,
            left_out=left_out,
            sentences=[_versions(sentence, distance) for sentence, distance in sentences],
        ),
    )


def _id(sentence: ParsedSentence) -> str:
    return item_id(sentence.document, sentence.name)


def _labels_view(agreement: Agreement, breakdown: TreeBreakdown, shown: set[str]) -> LabelsView:
    """The labels, which of them meet how often, and those that are confused most."""
    met = breakdown.coincidences
    names = sorted(met.given)
    return LabelsView(
        label_names=names,
        coincidences=coincidences(met.met, names),
        labels=[
            unmeasured_label(row.label, row.given, met.met[row.label, row.label], row.count, NOT_ALONE.reason)
            for row in agreement.labels
        ],
        labels_of=_PHRASES if breakdown.parses.phrases else _TOKENS,
        confusions_of="what is labelled differently",
        confusions_items=met.sentences.total(),
        confusions=[
            confusion_row(each, (example for example in each.examples if example in shown))
            for each in agreement.confusions(TOP)
        ],
    )


def _shown(breakdown: TreeBreakdown, differing: Sequence[int], most: int, listed: set[str]) -> list[int]:
    """The sentences that are shown, those whose trees are furthest apart first."""
    apart, labels = breakdown.alpha.apart, breakdown.coincidences
    order = sorted(differing, key=lambda number: -apart[number])
    examples = dict.fromkeys(number for found in labels.examples.values() for number in found if apart[number] > 0)
    found: Counter[tuple[str, str]] = Counter()
    for number in order:
        trees = breakdown.parses.sentences[number].trees
        version = version_numbers(trees)
        new = [
            pair for pair in combinations(trees, 2) if version[pair[0]] != version[pair[1]] and found[pair] < EXAMPLES
        ]
        found.update(new)
        if new:
            examples[number] = None
    of_documents = first_of_each(order, lambda number: breakdown.parses.sentences[number].document, listed)
    kept = chosen(examples, order, most, of_documents)
    return [number for number in order if number in kept]


def _item(sentence: ParsedSentence, distance: float, annotators: Iterable[str]) -> ItemRow:
    """A sentence as an item: those who drew the same tree have the same label."""
    first = next(iter(sentence.trees.values()))
    versions = {name: f"tree {number}" for name, number in version_numbers(sentence.trees).items()}
    context = Context(without_middle(" ".join(_words(first)), _SENTENCE), "", "")
    places = {name: tree.place for name, tree in sentence.trees.items() if tree.place}
    labels = {name: versions.get(name) for name in annotators} | versions
    return item_row(
        _id(sentence), sentence.document, context, places, disagreement=distance, labels=labels, name=sentence.name
    )


def _texts(breakdown: TreeBreakdown, documents: Sequence[str]) -> Iterator[tuple[str, list[TextPart]]]:
    """Some documents sentence by sentence; those who drew the same tree have the same label."""
    sentences: defaultdict[str, list[ParsedSentence]] = defaultdict(list)
    for sentence in breakdown.parses.sentences:
        sentences[sentence.document].append(sentence)
    for document in documents:
        yield document, [_part(sentence) for sentence in sentences[document]]


def _part(sentence: ParsedSentence) -> TextPart:
    versions = {name: [f"tree {number}"] for name, number in version_numbers(sentence.trees).items()}
    words = " ".join(_words(next(iter(sentence.trees.values()))))
    return TextPart(id=_id(sentence), tokens=[words], labels=versions)


def _words(tree: Tree) -> list[str]:
    return [without_middle(word.replace(NO_WORDS, "")) for word in tree.words]


def _versions(sentence: ParsedSentence, distance: float) -> SentenceTrees:
    """A sentence with the tree of everyone; where the tokens differ, everyone's tokens."""
    first = next(iter(sentence.trees.values()))
    return SentenceTrees(
        id=_id(sentence),
        sentence=sentence.name,
        document=sentence.document,
        distance=distance,
        tokens=_words(first),
        versions={name: _drawn(tree, own_tokens=not sentence.comparable) for name, tree in sentence.trees.items()},
    )


def _drawn(tree: Tree, *, own_tokens: bool) -> TreeVersion:
    file, line = (tree.place.file, tree.place.line) if tree.place else (None, None)
    tokens = _words(tree) if own_tokens else None
    if isinstance(tree, DependencyTree):
        heads = [head + 1 for head in tree.head_positions()]
        return TreeVersion(heads=heads, labels=tree.labels, file=file, line=line, tokens=tokens)
    nodes = zip(tree.brackets(), tree.leaves(), strict=True)
    brackets = [TreeBracket(label=label, start=start, end=end, leaf=leaf) for (label, start, end), leaf in nodes]
    return TreeVersion(brackets=brackets, file=file, line=line, tokens=tokens)


def _documents(agreement: Agreement, breakdown: TreeBreakdown, most: int) -> list[DocumentRow]:
    sentences: defaultdict[str, list[ParsedSentence]] = defaultdict(list)
    for sentence in breakdown.parses.sentences:
        sentences[sentence.document].append(sentence)
    rows = []
    for row in lowest(agreement.documents, lambda each: each.value, most):
        alike = {
            place: np.mean([likeness(*pair) for pair in combinations(sentence.trees.values(), 2)])
            for place, sentence in enumerate(sentences[row.document])
            if sentence.comparable
        }
        places = np.array(list(alike), dtype=np.int64)
        cells = strip(np.array(list(alike.values())), places, len(sentences[row.document]))
        rows.append(document_row(row, cells))
    return rows
