"""What scores of trees are made of, one by one: every word with its head, every bracket; and what is wrong of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.kinds.trees.brackets import phrases
from accord.model.place import Place
from accord.model.tree import NO_WORDS, ROOT
from accord.scoring.counted_scores import ScoringError
from accord.scoring.instances import MISSED, RIGHT, SPURIOUS, WRONG, Instance, in_context

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from accord.kinds.trees.words import WordPairs, Words
    from accord.model import Tree
    from accord.model.tree import Bracket
    from accord.scoring.counts import Counts

HEAD, LABEL, BOTH, LOST, INVENTED = "head", "label", "head and label", "missed", "spurious"
"""What can be wrong of a word."""


def word_instances(units: Sequence[WordPairs]) -> Iterator[Instance]:
    """Every word of the reference, right or wrong, or missed by the parser; then the parser's that are not aligned."""
    for number, unit in enumerate(units):
        aligned = dict(unit.pairs)
        attached = dict(zip(aligned, unit.attached, strict=True))
        for word, label in enumerate(unit.reference.labels):
            theirs = aligned.get(word)
            if theirs is None:
                yield _word(number, unit.reference, word, MISSED)
            elif attached[word] and unit.predicted.labels[theirs] == label:
                yield _word(number, unit.reference, word, RIGHT)
            else:
                other = _arc(unit.predicted, theirs)
                yield _word(number, unit.reference, word, WRONG, other)
        for word in range(len(unit.predicted)):
            if word not in unit.counterpart:
                yield _word(number, unit.predicted, word, SPURIOUS)


def _word(unit: int, side: Words, word: int, counts: Counts, other: str = "") -> Instance:
    head = side.heads[word]
    first, behind = side.sentence(word)
    return Instance(
        unit,
        side.labels[word],
        counts,
        _key(side, word) if counts == SPURIOUS else (word,),
        side.forms[word],
        abs(head - word) if head >= 0 else None,
        _place(side, word),
        other,
        in_context(side.forms[first:behind], word - first, word - first + 1),
    )


def _place(side: Words, word: int) -> Place:
    """Where a word stands, without the word, which stands beside it."""
    return side.place(word)._replace(token=None)


def _key(side: Words, word: int) -> tuple[Hashable, ...]:
    """What tells a word that is not aligned from others of its unit: its form, and which of that form it is."""
    form = side.forms[word]
    return form, side.forms[:word].count(form)


def _arc(side: Words, word: int) -> str:
    """The relation of a word and its head, in words."""
    head = side.heads[word]
    if head < 0:
        return side.labels[word] if head == ROOT else f"{side.labels[word]} without a head"
    return f"{side.labels[word]} of {side.forms[head]}"


def word_errors(units: Sequence[WordPairs]) -> Iterator[ScoringError]:
    """Every word that is not right: its head or relation is wrong, or it is not aligned."""
    for unit in units:
        for (ours, theirs), attached in zip(unit.pairs, unit.attached, strict=True):
            same = unit.reference.labels[ours] == unit.predicted.labels[theirs]
            if not (attached and same):
                kind = LABEL if attached else HEAD if same else BOTH
                arcs = _arc(unit.reference, ours), _arc(unit.predicted, theirs)
                yield ScoringError(kind, _place(unit.reference, ours), *arcs, unit.reference.forms[ours])
        aligned = dict(unit.pairs)
        for word in range(len(unit.reference)):
            if word not in aligned:
                side = unit.reference
                yield ScoringError(LOST, _place(side, word), _arc(side, word), "", side.forms[word])
        for word in range(len(unit.predicted)):
            if word not in unit.counterpart:
                side = unit.predicted
                yield ScoringError(INVENTED, _place(side, word), "", _arc(side, word), side.forms[word])


def bracket_instances(pairs: Sequence[tuple[Tree, Tree]]) -> Iterator[Instance]:
    """Every bracket of both sides, sentence by sentence."""
    for number, (reference, predicted) in enumerate(pairs):
        ours, theirs = phrases(reference), phrases(predicted)
        for bracket in sorted(ours | theirs, key=lambda each: (each[1], -each[2], each[0])):
            label, start, end = bracket
            for nth in range(max(ours[bracket], theirs[bracket])):
                side = reference if nth < ours[bracket] else predicted
                counts = (RIGHT if nth < theirs[bracket] else MISSED) if nth < ours[bracket] else SPURIOUS
                yield Instance(
                    number,
                    label,
                    counts,
                    (start, end, nth),
                    _text(side, bracket),
                    end - start,
                    side.place,
                    "",
                    "" if NO_WORDS in side.words else in_context(side.words, start, end),
                )


def bracket_errors(pairs: Sequence[tuple[Tree, Tree]]) -> Iterator[ScoringError]:
    """Every bracket that one side has alone."""
    for each in bracket_instances(pairs):
        if each.counts == MISSED:
            yield ScoringError(LOST, each.place or Place(""), each.label, "", each.text)
        elif each.counts == SPURIOUS:
            yield ScoringError(INVENTED, each.place or Place(""), "", each.label, each.text)


def _text(tree: Tree, bracket: Bracket) -> str:
    _, start, end = bracket
    words = tree.words[start:end]
    return "" if NO_WORDS in words else " ".join(words)
