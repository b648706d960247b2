"""The labels of tokens one by one, right or wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.scoring.counted_scores import ScoringError
from accord.scoring.instances import RIGHT, WRONG, Instance, in_context

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from accord.model import Sentence


class TagPair(NamedTuple):
    """A sentence as the reference and a system label it; ``further`` is more of the sentence before it."""

    reference: Sentence
    predicted: Sentence
    further: bool = False


def tag_instances(pairs: Callable[[], Iterable[TagPair]], file: str) -> Iterator[Instance]:
    """Every token of the reference, which is the file; its length is in characters."""
    unit, before = -1, 0
    for sentence, predicted, further in pairs():
        if not further:
            unit, before = unit + 1, 0
        tokens = sentence.tokens
        for index, (token, ours, theirs) in enumerate(zip(tokens, sentence.labels, predicted.labels, strict=True)):
            right = ours == theirs
            place = sentence.place(file, index)._replace(token=None)
            context = "" if right else in_context(tokens, index, index + 1)
            yield Instance(
                *(unit, ours, RIGHT if right else WRONG, (before + index,), token, len(token) or None, place),
                other="" if right else theirs,
                context=context,
            )
        before += len(tokens)


def tag_errors(pairs: Callable[[], Iterable[TagPair]], file: str) -> Iterator[ScoringError]:
    """Every token whose label is wrong."""
    for each in tag_instances(pairs, file):
        if each.place is not None and not each.is_right:
            yield ScoringError("label", each.place, each.label, each.other, each.text)
