"""Shares of attachments and brackets in common, from their definitions and word by word.

A dependency tree is a list of (head, label); a phrase is (label, children), a leaf (label, []).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Attached = Sequence[tuple[int, str]]
Phrase = tuple[str, list["Phrase"]]

FUNCTION_WORDS = {"aux", "cop", "mark", "det", "clf", "case", "cc", "punct"}


def attachment_score(sentences: Sequence[Sequence[Attached]], labelled: bool) -> Fraction:
    """The mean number of tokens that two annotators of a sentence attach alike, summed, over the tokens."""
    alike, tokens = Fraction(0), 0
    for annotators in sentences:
        pairs = [(one, other) for one, other in combinations(annotators, 2)]
        matches = 0
        for one, other in pairs:
            for position in range(len(one)):
                same_head = one[position][0] == other[position][0]
                same_label = one[position][1] == other[position][1]
                matches += same_head and (same_label or not labelled)
        alike += Fraction(matches, len(pairs))
        tokens += len(annotators[0])
    return alike / tokens


def content_score(sentences: Sequence[tuple[Attached, Attached]]) -> Fraction:
    """F1 of the labelled attachment of content words, as the CoNLL 2018 shared task defines it."""
    gold_words = system_words = correct = 0
    for gold, system in sentences:
        for wanted, given in zip(gold, system, strict=True):
            gold_is_content = wanted[1].split(":")[0] not in FUNCTION_WORDS
            gold_words += gold_is_content
            system_words += given[1].split(":")[0] not in FUNCTION_WORDS
            correct += gold_is_content and wanted == given
    precision, recall = Fraction(correct, system_words), Fraction(correct, gold_words)
    return 2 * precision * recall / (precision + recall) if correct else Fraction(0)


def label_kappa(first: Sequence[Attached], second: Sequence[Attached]) -> Fraction:
    """Cohen's kappa of the labels of tokens that two annotators attach to the same head."""
    labels = [
        (one[1], other[1])
        for ours, theirs in zip(first, second, strict=True)
        for one, other in zip(ours, theirs, strict=True)
        if one[0] == other[0]
    ]
    count = len(labels)
    observed = Fraction(sum(one == other for one, other in labels), count)
    expected = Fraction(0)
    for label in {label for pair in labels for label in pair}:
        ours = sum(one == label for one, _ in labels)
        theirs = sum(other == label for _, other in labels)
        expected += Fraction(ours, count) * Fraction(theirs, count)
    return (observed - expected) / (1 - expected)


def spans(phrase: Phrase, start: int = 0) -> tuple[list[tuple[str, int, int, bool]], int]:
    """The label, first and last leaf of each node, and whether it is a leaf; and where the next leaf starts."""
    label, children = phrase
    if not children:
        return [(label, start, start, True)], start + 1
    inside: list[tuple[str, int, int, bool]] = []
    position = start
    for child in children:
        found, position = spans(child, position)
        inside += found
    return [(label, start, position - 1, False), *inside], position


def jaccard(sentences: Sequence[Sequence[Phrase]]) -> Fraction:
    """The mean Jaccard index of two annotators' brackets, leaves included, weighted by leaves."""
    alike, leaves = Fraction(0), 0
    for annotators in sentences:
        pairs = list(combinations(annotators, 2))
        length = spans(annotators[0])[1]
        for one, other in pairs:
            ours, theirs = ({bracket[:3] for bracket in spans(tree)[0]} for tree in (one, other))
            alike += length * Fraction(len(ours & theirs), len(ours | theirs)) / len(pairs)
        leaves += length
    return alike / leaves


def bracket_f1(sentences: Sequence[tuple[Phrase, Phrase]]) -> Fraction:
    """Twice the brackets of phrases that both have, each matched once, over all of them."""
    shared = held = 0
    for one, other in sentences:
        ours, theirs = ([bracket[:3] for bracket in spans(tree)[0] if not bracket[3]] for tree in (one, other))
        held += len(ours) + len(theirs)
        for bracket in ours:
            if bracket in theirs:
                theirs.remove(bracket)
                shared += 1
    return Fraction(2 * shared, held)


def relation_counts(sentences: Sequence[tuple[Attached, Attached]]) -> dict[str, tuple[int, int, int]]:
    """For each relation: tokens of the reference, tokens of the parser, and tokens right with their head."""
    tokens = [pair for gold, system in sentences for pair in zip(gold, system, strict=True)]
    relations = {relation for pair in tokens for _, relation in pair}
    return {
        relation: (
            sum(wanted[1] == relation for wanted, _ in tokens),
            sum(given[1] == relation for _, given in tokens),
            sum(wanted == given and wanted[1] == relation for wanted, given in tokens),
        )
        for relation in relations
    }


def bracket_counts(sentences: Sequence[tuple[Phrase, Phrase]]) -> dict[str, tuple[int, int, int]]:
    """For each label of phrases: brackets of the reference, brackets of the parser, and those that both have."""
    counts: dict[str, list[int]] = {}
    for one, other in sentences:
        ours, theirs = ([bracket[:3] for bracket in spans(tree)[0] if not bracket[3]] for tree in (one, other))
        for place, held in enumerate((ours, theirs)):
            for label, _, _ in held:
                counts.setdefault(label, [0, 0, 0])[place] += 1
        for bracket in ours:
            if bracket in theirs:
                theirs.remove(bracket)
                counts[bracket[0]][2] += 1
    return {label: (ours, theirs, both) for label, (ours, theirs, both) in counts.items()}
