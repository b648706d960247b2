"""What the things that a score counts can be grouped by: length, frequency, seen in training, document, label."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError
from accord.formats.names import some
from accord.messages import option
from accord.scoring.breakdown import Grouping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.instances import Instance

    Edges = tuple[int, ...]

WAYS = ("length", "frequency", "seen", "document", "label")
"""What every kind can be grouped by, as far as it knows it; all else is looked for beside the annotations."""
IN_RANGES = ("length", "frequency")
"""Those that are numbers, of which a caller may say where groups begin."""
UNKNOWN = "(unknown)"
"""The group of what is not known to belong to any."""
NO_LENGTH = "(none)"
"""The group of what has no length, as the root of a tree has no arc."""
SEEN = ("seen", "seen with another label", "unseen")
_SHORT = (1, 2, 3, 4)
_FREQUENCIES = (0, 1, 2, 5, 10, 100)
_MIDDLE = 3
"""Up to this median, lengths are shown one by one."""
_SHARE = 0.05
"""At least so many of the reference are as long as the last group says."""


class Training(NamedTuple):
    """How often training data mark each surface form, and with which labels."""

    forms: Counter[str]
    labelled: frozenset[tuple[str, str]]
    files: tuple[str, ...] = ()

    @classmethod
    def of(cls, instances: Iterable[Instance], files: tuple[str, ...] = ()) -> Training:
        """From all that the training data hold."""
        held = [(each.text, each.label) for each in instances if each.counts.reference]
        return cls(Counter(text for text, _ in held), frozenset(held), files)


def grouping(by: str, runs: Sequence[CountedRun], training: Training | None) -> Grouping:
    """How to group by one of `WAYS`; ``length:1,5,10`` says where groups of lengths begin."""
    way, colon, said = by.partition(":")
    edges = _edges(by, said) if colon else ()
    if way == "length":
        return _by_length(by, edges, runs)
    if way == "frequency":
        return _by_frequency(by, edges or _FREQUENCIES, runs, training)
    if way == "seen":
        return _by_seen(runs, training)
    if way == "document":
        if not any(any(run.documents) for run in runs):
            raise UsageError(f"{option('by', by)}: the reference names no documents")
        documents = dict.fromkeys(document for run in runs for document in run.documents)
        return Grouping(by, lambda run, each: run.documents[each.unit], tuple(documents))
    labels = Counter(each.label for each in _of_reference(runs))
    return Grouping(by, lambda _, each: each.label, [label for label, _ in labels.most_common()])


def _edges(by: str, said: str) -> Edges:
    """Where groups of numbers begin, as the caller says it."""
    cells = [cell.strip() for cell in said.split(",")]
    edges = tuple(int(cell) for cell in cells if cell.isascii() and cell.isdigit())
    if len(edges) != len(cells) or any(left >= right for left, right in pairwise(edges)):
        raise UsageError(f"{option('by', by)}: say where groups begin with rising whole numbers, as in length:1,5,10")
    return edges


def _of_reference(runs: Sequence[CountedRun]) -> Iterator[Instance]:
    """What the reference holds, once."""
    assert runs[0].instances is not None
    return (each for each in runs[0].instances() if each.counts.reference)


def _by_length(by: str, said: Edges, runs: Sequence[CountedRun]) -> Grouping:
    lengths = [each.length for each in _of_reference(runs) if each.length is not None]
    if not lengths:
        raise UsageError(f"{option('by', by)}: there are no lengths here")
    edges = said or _edges_of(sorted(lengths))

    def group_of(_: CountedRun, instance: Instance) -> str:
        return NO_LENGTH if instance.length is None else range_name(instance.length, edges)

    return Grouping(by, group_of, _names(edges), f"length in {runs[0].length_of}")


def _edges_of(lengths: Sequence[int]) -> Edges:
    """Where groups begin: at 1, 2, 3 and 4 where most things are short, else at the powers of two."""
    zero = (0,) * (lengths[0] == 0)
    if median(lengths) <= _MIDDLE:
        return zero + _SHORT
    last = lengths[int(len(lengths) * (1 - _SHARE))]
    return zero + tuple(2**power for power in range(last.bit_length()))


def _by_frequency(by: str, edges: Edges, runs: Sequence[CountedRun], training: Training | None) -> Grouping:
    known = training or Training.of(_of_reference(runs))
    _refuse_without_words(by, known)

    def group_of(_: CountedRun, instance: Instance) -> str:
        return range_name(known.forms[instance.text], edges) if instance.text else UNKNOWN

    where = f"training data ({', '.join(known.files)})" if training else "the reference itself"
    return Grouping(by, group_of, _names(edges), f"frequency of the same words, in the same case, in {where}")


def _by_seen(runs: Sequence[CountedRun], training: Training | None) -> Grouping:
    if training is None:
        raise UsageError(f"{option('by', 'seen')}: say which training data ({option('train')})")
    _refuse_without_words("seen", training)
    theirs, ours = {label for _, label in training.labelled}, {each.label for each in _of_reference(runs)}
    if ours and not ours & theirs:
        raise UsageError(
            f"{option('by', 'seen')}: no label of the training data ({some(sorted(theirs))}) is one of the reference "
            f"({some(sorted(ours))})"
        )
    seen, another, unseen = SEEN

    def group_of(_: CountedRun, instance: Instance) -> str:
        if not instance.text:
            return UNKNOWN
        if (instance.text, instance.label) in training.labelled:
            return seen
        return another if training.forms[instance.text] else unseen

    what = "seen: the same words, in the same case, with the same label"
    return Grouping("seen", group_of, SEEN, f"{what} in training data ({', '.join(training.files)})")


def _refuse_without_words(by: str, training: Training) -> None:
    if not training.forms:
        where = ", ".join(training.files) or "the reference"
        raise UsageError(f"{option('by', by)}: nothing is marked in {where}")
    if not any(training.forms):
        raise UsageError(f"{option('by', by)}: the words are not known here, only labels")


def range_name(number: int, edges: Edges) -> str:
    """What the group of a number is called.

    >>> [range_name(number, (1, 2, 5)) for number in (0, 1, 3, 5, 9)]
    ['under 1', '1', '2-4', '5+', '5+']
    """
    at = bisect_right(edges, number)
    if at == 0:
        return f"under {edges[0]}"
    if at == len(edges):
        return f"{edges[-1]}+"
    first, last = edges[at - 1], edges[at] - 1
    return str(first) if first == last else f"{first}-{last}"


def _names(edges: Edges) -> list[str]:
    return [range_name(number, edges) for number in (edges[0] - 1, *edges)]
