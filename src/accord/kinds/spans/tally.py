"""What every text, pair of annotators and type adds to corrected F1, and how far chance would scatter each part."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.agreement import MAX_ANNOTATORS
from accord.agreement.result import Undefined
from accord.kinds.spans.draws import drawn_matches
from accord.kinds.spans.match import UNION
from accord.kinds.spans.part import WHOLE, Part
from accord.kinds.spans.spread import EXACT, PARTLY, spread
from accord.kinds.spans.union import drawn_unions, union_cells
from accord.kinds.spans.variance import variances

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.chance.random_spans import Floats
    from accord.kinds.spans.corrected_f1 import Cell, CorrectedF1, Row
    from accord.kinds.spans.spread import Spread
    from accord.study.spans import SpanStudy, Text


UNION_DRAWS = 1_000
"""How many draws give the chance of the match union, where none are asked for."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Rows of five numbers that add up (see `CorrectedF1.cells`), which of them make up each part, and its spread.

    ``compared`` says of each row which annotators it compares; nobody, where not pairs but shared marks are counted.
    """

    texts: int
    text_of: NDArray[np.int64]
    compared: Sequence[tuple[str, ...]]
    numbers: Floats
    cells_of: Mapping[Part, Sequence[int]]
    spreads: Mapping[Part, Spread | Undefined]

    def rows(self, part: Part = WHOLE) -> Floats:
        """The row of each text, shape (texts, 5)."""
        cells = self.cells_of.get(part, [])
        rows = np.zeros((self.texts, 5))
        np.add.at(rows, self.text_of[cells], self.numbers[cells])
        return rows

    def spread(self, part: Part = WHOLE) -> Spread | Undefined:
        """How F1 would vary if only chance were at work."""
        return self.spreads.get(part, Undefined("nothing is marked"))


def has_pairs(study: SpanStudy, measure: CorrectedF1) -> bool:
    """Whether every two annotators are looked at for themselves, too."""
    return measure.reference is None and measure.shared is None and len(study.annotators) <= MAX_ANNOTATORS


def tally(study: SpanStudy, measure: CorrectedF1, draws: int = 0, seed: int = 1) -> Tally:
    """All cells of all texts; every part is scattered by the same draws."""
    rng = np.random.default_rng(seed)
    counted = variances(study, measure, np.random.default_rng([seed, 1]))
    pairs = has_pairs(study, measure)
    text_of: list[int] = []
    compared: list[tuple[str, ...]] = []
    numbers: list[Row] = []
    cells_of: defaultdict[Part, list[int]] = defaultdict(list)
    spreads: dict[Part, Spread | Undefined] = {}
    drawn: defaultdict[Part, Floats] = defaultdict(lambda: np.zeros((2, draws)))

    def scattered(part: Part) -> Spread | Undefined:
        row = np.array([numbers[cell] for cell in cells_of[part]]).reshape(-1, 5).sum(axis=0)
        matches, sizes = drawn.pop(part, np.zeros((2, draws)))
        drawn_ = (matches, sizes) if draws else None
        if counted is None:
            return spread(row, drawn_, None)
        return spread(row, drawn_, counted.of.get(part, 0.0), PARTLY if part in counted.sampled else EXACT)

    place = {document: number for number, document in enumerate(study.documents)}
    ordered = sorted(enumerate(study.texts), key=lambda entry: place[entry[1].document])
    for document, texts in groupby(ordered, key=lambda entry: entry[1].document):
        for number, text in texts:
            for (pair, type_), row, sample in _cells(text, measure, draws, rng):
                parts = [WHOLE, Part(type=type_), Part(document=document), *([Part(pair=pair)] if pairs else [])]
                for part in parts:
                    cells_of[part].append(len(numbers))
                    if draws:
                        drawn[part] += sample
                text_of.append(number)
                compared.append(pair)
                numbers.append(row)
        spreads[Part(document=document)] = scattered(Part(document=document))
    spreads |= {part: scattered(part) for part in cells_of if part.document is None}
    rows = np.array(numbers).reshape(-1, 5)
    return Tally(len(study.texts), np.array(text_of, dtype=np.int64), compared, rows, dict(cells_of), spreads)


def _cells(
    text: Text, measure: CorrectedF1, draws: int, rng: np.random.Generator
) -> Iterator[tuple[Cell, Row, Floats]]:
    """Every cell with its row, and what matches and the size of both sides in each draw, shape (2, draws or 1)."""
    if measure.match.name == UNION:
        unions = drawn_unions(text, measure, draws or UNION_DRAWS, rng)
        for cell, row in union_cells(text, measure, unions).items():
            yield cell, row, np.array(unions[cell])
    else:
        drawn = drawn_matches(text, measure, draws, rng) if draws else {}
        for cell, row in measure.cells(text).items():
            yield cell, row, np.array(np.broadcast_arrays(drawn.get(cell, np.zeros(1)), row[2]))
