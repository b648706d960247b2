"""How hard a text is to get right by chance: 1 less the F1 of two annotators who both lay the same spans at random.

    difficulty = 1 - chance F1,  chance F1 = 2 E[matches] / size of both

With one annotator both sides have that annotator's spans (the gold standard). With several, the chance F1 is the mean
over all ordered pairs of annotators, each with themselves too. A text that is marked from end to end has difficulty 0,
for there is but one way to mark it; a long text with one short span comes near 1. Over several texts the matches and
the sizes are summed.

Li, H., Rosé, C., Yuan, Q. & Zhou, X. (2024). Estimating agreement by chance for sequence annotation, section on
difficulty; the index of their second formula runs over all pairs, i = j included.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from accord.measure.result import Undefined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.chance.random_spans import Floats
    from accord.measure.result import Value
    from accord.measure.spans.match import Match
    from accord.measure.spans.random_side import Model
    from accord.study.spans import Text


def difficulty_rows(texts: Sequence[Text], match: Match, model: Model) -> Floats:
    """What random sides would match, and the size of both, of each text; shape (texts, 2), to be summed over texts."""
    return np.array([_row(text, match, model) for text in texts], dtype=np.float64).reshape(len(texts), 2)


def _row(text: Text, match: Match, model: Model) -> tuple[float, float]:
    sides = []
    for name, spans in text.spans.items():
        model.refuse(spans, name)
        sides.append((model.groups(spans), model.expected(spans, text.tokens)))
    expected = size = 0.0
    for (ours, our_starts), (theirs, their_starts) in product(sides, repeat=2):
        for type_ in our_starts.keys() & their_starts.keys():
            expected += 2 * match.expected(our_starts[type_], their_starts[type_], text.tokens)
        size += sum(match.size(group) for side in (ours, theirs) for group in side.values())
    return expected / len(sides) ** 2, size / len(sides) ** 2


def difficulty(rows: Floats) -> Value:
    """The difficulty of texts together."""
    expected, size = rows.sum(axis=0)
    return Undefined("nothing is marked") if not size else 1 - float(expected / size)
