"""What every text, pair of annotators and type adds to corrected F1, and how far chance would scatter each part."""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.breakdown import MAX_ANNOTATORS
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

    Numbers = NDArray[np.int64]
    Sample = tuple[Floats | None, Floats | float]
    """What matches in each draw, None for nothing, and the size of both sides; a number, if it is the same in all."""


UNION_DRAWS = 1_000
"""How many draws give the chance of the match union, where none are asked for."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Rows of five numbers that add up (see `CorrectedF1.cells`), which of them make up each part, and its spread.

    Of documents only the spreads are kept: their rows are those of their texts.
    ``compared`` says of each row which annotators it compares; nobody, where not pairs but shared marks are counted.
    """

    texts: int
    text_of: Numbers
    compared: Sequence[tuple[str, ...]]
    numbers: Floats
    cells_of: Mapping[Part, Numbers]
    spreads: Mapping[Part, Spread | Undefined]

    def rows(self, part: Part = WHOLE) -> Floats:
        """The row of each text, shape (texts, 5)."""
        cells = self.cells(part)
        texts = self.text_of[cells]
        columns = [np.bincount(texts, column[cells], self.texts) for column in self.numbers.T]
        return np.column_stack(columns)

    def cells(self, part: Part) -> Numbers:
        """Which rows of numbers make up a part."""
        return self.cells_of.get(part, np.zeros(0, dtype=np.int64))

    def spread(self, part: Part = WHOLE) -> Spread | Undefined:
        """How F1 would vary if only chance were at work."""
        return self.spreads.get(part, Undefined("nothing is marked"))


def has_pairs(study: SpanStudy, measure: CorrectedF1) -> bool:
    """Whether every two annotators are looked at for themselves, too."""
    return measure.reference is None and measure.shared is None and len(study.annotators) <= MAX_ANNOTATORS


def tally(study: SpanStudy, measure: CorrectedF1, draws: int = 0, seed: int = 1) -> Tally:
    """All cells of all texts; every part is scattered by the same draws."""
    for text in study.texts:
        for name in text.spans:
            measure.model.refuse(text, name, counts_tokens=measure.match.name == "token")
    rng = np.random.default_rng(seed)
    counted = variances(study, measure, np.random.default_rng([seed, 1]))
    pairs = has_pairs(study, measure)
    text_of, numbers = array("q"), array("d")  # as lists of numbers they would fill the memory
    compared: list[tuple[str, ...]] = []
    names: dict[tuple[str, ...], tuple[str, ...]] = {}
    cells_of: defaultdict[Part, array[int]] = defaultdict(lambda: array("q"))
    spreads: dict[Part, Spread | Undefined] = {}
    drawn: defaultdict[Part, DrawnSums] = defaultdict(DrawnSums)

    def scattered(part: Part) -> Spread | Undefined:
        row = np.frombuffer(numbers).reshape(-1, 5)[cells_of[part]].sum(axis=0)
        drawn_ = drawn.pop(part, DrawnSums()).arrays(draws) if draws else None
        if counted is None:
            return spread(row, drawn_, None)
        return spread(row, drawn_, counted.of.get(part, 0.0), PARTLY if part in counted.sampled else EXACT)

    place = {document: number for number, document in enumerate(study.documents)}
    ordered = sorted(enumerate(study.texts), key=lambda entry: place[entry[1].document])
    for document, texts in groupby(ordered, key=lambda entry: entry[1].document):
        whole = Part(document=document)
        for number, text in texts:
            for (pair, type_), row, sample in _cells(text, measure, draws, rng):
                parts = [whole, Part(type=type_), *([Part(pair=pair)] if pairs else [])]
                for part in parts:
                    cells_of[part].append(len(text_of))
                    if draws:
                        drawn[part].add(*sample)
                text_of.append(number)
                compared.append(names.setdefault(pair, pair))
                numbers.extend(row)
        if draws and whole in drawn:
            drawn[WHOLE].add(drawn[whole].matches, drawn[whole].sizes)
        spreads[whole] = scattered(whole)
        if found := cells_of.pop(whole):
            cells_of[WHOLE].extend(found)
    spreads |= {part: scattered(part) for part in list(cells_of)}
    rows = np.frombuffer(numbers).reshape(-1, 5)
    cells = {part: np.frombuffer(found, np.int64) for part, found in cells_of.items()}
    return Tally(len(study.texts), np.frombuffer(text_of, np.int64), compared, rows, cells, spreads)


class DrawnSums:
    """What matches and the size of both sides in each draw, summed over cells."""

    __slots__ = ("matches", "sizes")

    def __init__(self) -> None:
        self.matches: Floats | None = None
        self.sizes: Floats | float = 0.0

    def add(self, matches: Floats | None, sizes: Floats | float) -> None:
        """Take in a cell."""
        if matches is not None:
            self.matches = matches.copy() if self.matches is None else np.add(self.matches, matches, out=self.matches)
        self.sizes = self.sizes + sizes

    def arrays(self, draws: int) -> tuple[Floats, Floats]:
        """Both, shape (draws,) each."""
        matches = np.zeros(draws) if self.matches is None else self.matches
        return matches, np.broadcast_to(self.sizes, (draws,))


def _cells(
    text: Text, measure: CorrectedF1, draws: int, rng: np.random.Generator
) -> Iterator[tuple[Cell, Row, Sample]]:
    """Every cell with its row, and what matches and the size of both sides in each draw."""
    if measure.match.name == UNION:
        unions = drawn_unions(text, measure, draws or UNION_DRAWS, rng)
        for cell, row in union_cells(text, measure, unions).items():
            yield cell, row, unions[cell]
    else:
        drawn = drawn_matches(text, measure, draws, rng) if draws else {}
        for cell, row in measure.cells(text).items():
            yield cell, row, (drawn.get(cell), row[2])
