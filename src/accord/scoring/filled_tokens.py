"""The rows of a prediction, with a row of its own for each token that it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.model import Sentence

    Row = tuple[Sentence, int]
    """A sentence, and the index of one of its tokens."""


class Filled(NamedTuple):
    """Rows of a prediction, which of them stands for which row of the reference, and where each comes from.

    The ``origin`` of a row is its number before rows were added; None for those that were.
    """

    rows: Sequence[Row]
    partner: Mapping[int, int]
    origin: Sequence[int | None]

    @classmethod
    def of(
        cls,
        left: Sequence[Row],
        right: Sequence[Row],
        partner: Mapping[int, int],
        lacking: Mapping[int, Sequence[int]],
        label: str,
    ) -> Filled:
        """With ``lacking`` rows of the reference, by the row of the prediction that they stand before."""
        if not lacking:
            return cls(right, partner, range(len(right)))
        rows: list[Row] = []
        origin: list[int | None] = []
        moved: dict[int, int] = {}
        added: dict[int, int] = {}
        for number in range(len(right) + 1):
            for row in lacking.get(number, ()):
                sentence, index = left[row]
                added[row] = len(rows)
                rows.append((sentence._replace(labels=(label,) * len(sentence.labels)), index))
                origin.append(None)
            if number < len(right):
                moved[number] = len(rows)
                rows.append(right[number])
                origin.append(number)
        return cls(rows, {row: moved[other] for row, other in partner.items()} | added, origin)

    def sentence(self, taken: range) -> Sentence:
        """Some rows as a sentence; its line is known if no row was added before one that was there."""
        made = as_sentence([self.rows[row] for row in taken])
        there = [row for row in taken if self.origin[row] is not None]
        if there == list(taken[: len(there)]) and there:
            return made
        document = self.rows[there[0]][0].document if there else made.document
        return made._replace(line=0, document=document, number=None)


def as_sentence(rows: Sequence[Row]) -> Sentence:
    """Rows that follow each other, as a sentence."""
    tokens = tuple(sentence.tokens[index] for sentence, index in rows)
    labels = tuple(sentence.labels[index] for sentence, index in rows)
    sentence, index = rows[0]
    return sentence._replace(tokens=tokens, labels=labels, line=sentence.line_of(index))
