"""Where annotators differ on units that no alignment was made of: what they cover without a break."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from accord.kinds.page.examples import both_ways
from accord.kinds.spans.match import TokenMatch
from accord.kinds.spans.place_table import PlaceTable
from accord.kinds.spans.text_offsets import TextOffsets
from accord.model import Span
from accord.study.spans import Text

if TYPE_CHECKING:
    from accord.agreement.breakdown import HardItem
    from accord.kinds.spans.places import Pair, SpanPlace
    from accord.model import Corpus
    from accord.study.units import Continuum, Floats, UnitStudy


class UnitPlaces(PlaceTable):
    """The places of a study of units, which are looked at as spans."""

    unit = "place"

    def __init__(self, study: UnitStudy, corpus: Corpus | None = None) -> None:
        super().__init__([_text(study, continuum) for continuum in study.continua], TokenMatch(), typed=True)
        self.annotators = study.annotators
        self.offsets = TextOffsets(corpus, self.texts, study.of)

    def compared_pairs(self) -> Counter[Pair]:
        """In how many places two annotators are compared, in either order."""
        return both_ways(Counter(pair for place in self.all for pair in place.apart))

    def disagreements(self) -> tuple[list[str], Floats]:
        """The document of each place that two annotators or more looked at, and how far they lie apart there."""
        several = [place for place in self.all if len(place.marks) > 1]
        documents = [self.texts[place.text].document for place in several]
        return documents, np.array([place.disagreement for place in several], dtype=np.float64)

    def hardest(self, most: int) -> list[HardItem]:
        """So many where annotators lie furthest apart, with what everyone marked."""
        return [self.item(place) for place in self.hardest_first[:most]]

    def item(self, place: SpanPlace) -> HardItem:
        """A place with what everyone marked there."""
        return self.offsets.item(place, self.annotators)


def _text(study: UnitStudy, continuum: Continuum) -> Text:
    """A continuum as a text, whose units are spans."""
    spans: dict[str, list[Span]] = {name: [] for name in continuum.annotators}
    for owner, unit in zip(continuum.owner.tolist(), study.units(continuum), strict=True):
        spans[continuum.annotators[owner]].append(Span(unit.start, unit.end, unit.category))  # type: ignore[arg-type]
    return Text(continuum.document, int(continuum.high), {name: tuple(found) for name, found in spans.items()})
