"""From mentions to labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.encoding.scheme import OUTSIDE, OUTSIDE_LABEL, Encoding, Label, encoding
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.encoding.decode import Mention


def encode(mentions: Iterable[Mention], length: int, scheme: str | Encoding) -> list[str]:
    """Write mentions that do not overlap as one label per token.

    Of the labels an encoding allows at a place the most specific one is taken: S before B, E before I.
    IO cannot hold the border between two neighbouring mentions of one type.

    >>> from accord.encoding import Mention
    >>> encode([Mention(0, 2, "PER"), Mention(2, 3, "PER")], 4, "BIOES")
    ['B-PER', 'E-PER', 'S-PER', 'O']
    >>> encode([Mention(0, 2, "PER"), Mention(2, 3, "PER")], 4, "IOB")
    ['I-PER', 'I-PER', 'B-PER', 'O']
    >>> encode([Mention(0, 2, "PER"), Mention(2, 3, "PER")], 4, "IOE1")
    ['I-PER', 'E-PER', 'I-PER', 'O']
    """
    scheme = encoding(scheme)
    begin, inside, end, single = _states(scheme)
    labels = [OUTSIDE_LABEL] * length
    ordered = sorted(mentions)
    for number, (start, stop, type_) in enumerate(ordered):
        if not 0 <= start < stop <= length or any(label is not OUTSIDE_LABEL for label in labels[start:stop]):
            raise UsageError(f"mention [{start}, {stop}) does not fit into {length} tokens beside the others")
        before = labels[start - 1] if start else OUTSIDE_LABEL
        next_start, _, next_type = ordered[number + 1] if number + 1 < len(ordered) else (length, length, "")
        behind = Label(begin, next_type) if next_start == stop < length else OUTSIDE_LABEL
        closes = end == inside or scheme.allows(Label(end, type_), behind)
        states = [begin, *[inside] * (stop - start - 2), end if closes else inside]
        if stop - start == 1:
            states = [single if closes else inside]
        if not scheme.allows(before, Label(states[0], type_)):
            states[0] = inside
        labels[start:stop] = [Label(state, type_) for state in states]
    return [scheme.format(label) for label in labels]


def _states(scheme: Encoding) -> tuple[str, str, str, str]:
    """The states of the first, an inner, the last and the only token of a mention."""
    both = set(scheme.opens) & set(scheme.closes)
    begin = "".join(set(scheme.opens) - both)
    end = "".join(set(scheme.closes) - both)
    inside = "".join(set(scheme.states) - set(scheme.opens) - set(scheme.closes) - {OUTSIDE})
    begin = begin or inside
    single = "".join(both) or (begin if scheme.opens else end or inside)
    return begin, inside, end or inside, single
