"""Which label may follow which: the table of a chunk encoding, over the labels of a tagger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.encoding.decode import invalid_steps
from accord.encoding.scheme import OUTSIDE, OUTSIDE_LABEL, Encoding, Label
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.learn.tagger.update import Flags


def allowed_steps(scheme: Encoding, labels: Sequence[str]) -> Flags:
    """An array (L + 2, L): may the column's label follow the row's; row L is the start, and L + 1 the end.

    >>> from accord.encoding import encoding
    >>> allowed_steps(encoding("BIO"), ["O", "B-PER", "I-PER"]).astype(int)
    array([[1, 1, 0],
           [1, 1, 1],
           [1, 1, 1],
           [1, 1, 0],
           [1, 1, 1]])
    """
    parsed = [_parsed(scheme, label) for label in labels]
    rows = [[scheme.allows(before, after) for after in parsed] for before in (*parsed, OUTSIDE_LABEL)]
    return np.array([*rows, [scheme.allows(last, OUTSIDE_LABEL) for last in parsed]], dtype=np.bool_)


def with_outside(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels, and O, without which not every sentence has a valid labelling."""
    return tuple(dict.fromkeys([*labels, OUTSIDE]))


def refuse_invalid(scheme: Encoding, sentences: Iterable[Sequence[str]]) -> None:
    """Refuse sentences that a tagger of this encoding could never learn to label so."""
    for number, sentence in enumerate(sentences):
        for place in invalid_steps(scheme, [_parsed(scheme, label) for label in sentence]):
            before = sentence[place - 1] if place else "the start"
            after = sentence[place] if place < len(sentence) else "the end"
            raise UsageError(
                f"sentence {number + 1}: {after} may not follow {before} in {scheme.name} (token {place + 1} of "
                f"{len(sentence)}): repair the labels (accord repair), or give no encoding"
            )


def _parsed(scheme: Encoding, label: str) -> Label:
    parsed = scheme.parse(label)
    if parsed is None:
        raise UsageError(f"{label!r} is no label of {scheme.name}: name another encoding, or none")
    return parsed
