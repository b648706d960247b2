"""The unitary alignments of a layer of units: where annotators differ, how often, and what the text says there."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.breakdown import MAX_ANNOTATORS, HardItem
from accord.agreement.outliers import AgreementWithRest
from accord.alignment.alignment import EMPTY
from accord.kinds.page.examples import EXAMPLES, both_ways, chosen, first_of_each
from accord.kinds.page.source import Source
from accord.kinds.spans.text_offsets import marks_shown
from accord.kinds.units.aligned import ABSENT
from accord.messages import position
from accord.model import Span, item_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from numpy.typing import NDArray

    from accord.agreement.breakdown import AnnotatorOutlier
    from accord.kinds.units.aligned import Aligned
    from accord.model import Corpus
    from accord.study.units import Continuum, UnitStudy

    Pair = tuple[str, str]


class Links:
    """All unitary alignments of some documents, by their numbers, and what can be counted of them.

    A corpus says what stands around them, and where they stand in files.
    """

    unit = "unitary alignment"

    def __init__(self, aligned: Aligned, corpus: Corpus | None = None) -> None:
        self.aligned = aligned
        self.source = Source(corpus, aligned.study.of) if corpus else None
        sizes = [alignment.size for alignment in aligned.alignments]
        self.document_of = np.repeat(np.arange(len(sizes)), sizes)
        self.row_of = np.concatenate([np.arange(size) for size in [*sizes, 0]])
        self.disorder = np.concatenate([*(alignment.disorders for alignment in aligned.alignments), np.zeros(0)])

    @cached_property
    def hardest_first(self) -> list[int]:
        """Those with any disorder, the most of it first, then in the order of the documents."""
        found = np.flatnonzero(self.disorder > 0)
        order: list[int] = found[np.argsort(-self.disorder[found], kind="stable")].tolist()
        return order

    def shown(self, most: int, listed: Collection[str]) -> list[int]:
        """Those that are shown, the most disorder first, with one of each listed document."""
        order = self.hardest_first
        kept = chosen(self._examples(), order, most, first_of_each(order, self._document, listed))
        return sorted(kept, key=lambda link: (-self.disorder[link], link))

    def _document(self, link: int) -> str:
        document: str = self.aligned.alignments[self.document_of[link]].continuum.document
        return document

    def _examples(self) -> Iterable[int]:
        for links in self.confused.values():
            yield from links[:EXAMPLES]
        for links in self._pairs.values():
            yield from links[:EXAMPLES]

    @cached_property
    def confused(self) -> dict[tuple[str, str], list[int]]:
        """In which unitary alignments each two categories meet, in the order of the categories."""
        answers, names = self.aligned.answers, self.aligned.study.categories
        met: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        several = np.flatnonzero(np.where(answers < 0, -1, answers).max(axis=1, initial=-1) >= 0)
        for link in several[_differs(answers[several])].tolist():
            categories = sorted({category for category in answers[link].tolist() if category >= 0})
            for turn, first in enumerate(categories):
                for second in categories[turn + 1 :]:
                    met[names[first], names[second]].append(link)
        return dict(met)

    def differing_pairs(self) -> Counter[Pair]:
        """In how many unitary alignments two annotators differ, in either order."""
        return both_ways({pair: len(links) for pair, links in self._pairs.items()})

    def compared_pairs(self) -> Counter[Pair]:
        """In how many unitary alignments one of two annotators has a unit, and both looked, in either order."""
        return both_ways(self._pairs_and_agreement[2])

    @cached_property
    def _pairs(self) -> dict[Pair, list[int]]:
        return self._pairs_and_agreement[0]

    @cached_property
    def _pairs_and_agreement(self) -> tuple[dict[Pair, list[int]], AgreementWithRest, Counter[Pair]]:
        """Where every two annotators differ, each annotator's agreement with the rest, and what pairs are compared on.

        Two annotators who both have nothing in a unitary alignment have nothing to do with it.
        """
        pairs: defaultdict[Pair, list[int]] = defaultdict(list)
        compared: Counter[Pair] = Counter()
        agreement = AgreementWithRest()
        start = 0
        for document, alignment in enumerate(self.aligned.alignments):
            names = alignment.continuum.annotators
            parts = self.aligned.pair_parts(alignment)
            there = alignment.members != EMPTY
            either = there[:, parts.first] | there[:, parts.second]
            apart = np.where(either, parts.dissimilarity / self.aligned.dissimilarity.delta_empty, 0.0)
            for column, (one, other) in enumerate(zip(parts.first.tolist(), parts.second.tolist(), strict=True)):
                pairs[names[one], names[other]] += (start + np.flatnonzero(apart[:, column] > 0)).tolist()
                compared[names[one], names[other]] += int(either[:, column].sum())
            order = np.argsort(alignment.continuum.leftmost(alignment.members), kind="stable")
            agreed, there = 1 - apart[order], either[order]
            own = [(parts.first == number) | (parts.second == number) for number in range(len(names))]
            with_others = [_mean_of(agreed[:, pairs_of], there[:, pairs_of]) for pairs_of in own]
            among = [_mean_of(agreed[:, ~pairs_of], there[:, ~pairs_of]) for pairs_of in own]
            for row, of_all in enumerate(_mean_of(agreed, there)):
                of_each = [
                    (name, mean, others[row])
                    for name, means, others in zip(names, with_others, among, strict=True)
                    if (mean := means[row]) is not None
                ]
                if of_all is not None:
                    agreement.add(document, of_all, of_each)
            start += alignment.size
        return dict(pairs), agreement, compared

    def by_document(self) -> Counter[str]:
        """How many unitary alignments each document has."""
        return Counter({each.continuum.document: each.size for each in self.aligned.alignments})

    def difficulty(self) -> dict[str, float]:
        """The disorder of the alignment of each document that has any unit, as the view of alignments names it."""
        return {each.continuum.document: each.disorder for each in self.aligned.alignments if each.size}

    def with_rest(self, annotators: Iterable[str], level: float) -> Mapping[str, AnnotatorOutlier]:
        """How each annotator's agreement with the rest goes over the unitary alignments."""
        return self._pairs_and_agreement[1].measured(annotators, level, "unit")

    def met_rest(self) -> dict[str, dict[tuple[str, str], float]]:
        """How often what each annotator marked meets what the others did, each of m others by 1 / m; "" is nothing."""
        answers, names = self.aligned.answers, [*self.aligned.study.categories, ""]
        looked, last = answers != ABSENT, len(names)
        codes = np.where(answers >= 0, answers, last - 1)
        others = np.maximum(looked.sum(axis=1) - 1, 1)
        found = {}
        for own, name in enumerate(self.aligned.study.annotators):
            met = np.zeros(last**2)
            for other in range(answers.shape[1]):
                both = looked[:, own] & looked[:, other]
                if other != own:
                    met += np.bincount(codes[both, own] * last + codes[both, other], 1 / others[both], last**2)
            met[-1] = 0  # where neither has a unit, there is nothing to compare
            cells = np.flatnonzero(met).tolist()
            found[name] = {(names[cell // last], names[cell % last]): float(met[cell]) for cell in cells}
        return found

    def id_of(self, link: int) -> str:
        """A name of its own for every unitary alignment: its document and its number there."""
        return item_id(self._document(link), str(self.row_of[link] + 1))

    def disagreements(self) -> tuple[list[str], NDArray[np.float64]]:
        """The document of each, and its disorder."""
        return [self._document(link) for link in range(len(self.disorder))], self.disorder

    def hardest(self, most: int) -> list[HardItem]:
        """So many of most disorder, with what everyone marked."""
        return [self.item(link) for link in self.hardest_first[:most]]

    def item(self, link: int) -> HardItem:
        """A unitary alignment with what everyone marked."""
        study = self.aligned.study
        alignment = self.aligned.alignments[self.document_of[link]]
        continuum = alignment.continuum
        members = dict(zip(continuum.annotators, alignment.members[self.row_of[link]].tolist(), strict=True))
        there = [member for member in members.values() if member != EMPTY]
        start, end = float(continuum.start[there].min()), float(continuum.end[there].max())
        marks = {name: _marks(study, continuum, unit) for name, unit in members.items()}
        absent = study.annotators if len(study.annotators) <= MAX_ANNOTATORS else ()
        item = HardItem(
            self.id_of(link),
            continuum.document,
            f"{position(start)}-{position(end)}",
            float(self.disorder[link]),
            dict.fromkeys(absent) | {name: marks_shown(marked) for name, marked in marks.items()},
        )
        if self.source is None:
            return item
        markers_first = sorted(members, key=lambda name: members[name] == EMPTY)
        return replace(
            item,
            **self.source.context(continuum.document, int(start), int(end))._asdict(),
            places=self.source.places(continuum.document, int(start), markers_first, marks),
        )


def _marks(study: UnitStudy, continuum: Continuum, unit: int) -> list[Span]:
    """A unit as what is marked; nothing where there is none."""
    if unit == EMPTY:
        return []
    start, end = float(continuum.start[unit]), float(continuum.end[unit])
    return [Span(start, end, study.categories[continuum.category[unit]])]  # type: ignore[arg-type]


def _mean_of(values: NDArray[np.float64], there: NDArray[np.bool_]) -> list[float | None]:
    """The mean of each row over what is there, None where nothing is."""
    count = there.sum(axis=1)
    total = np.where(there, values, 0.0).sum(axis=1)
    return [each / many if many else None for each, many in zip(total.tolist(), count.tolist(), strict=True)]


def _differs(answers: NDArray[np.int64]) -> NDArray[np.bool_]:
    """In which rows there are two different categories."""
    low = np.where(answers < 0, np.iinfo(np.int64).max, answers).min(axis=1, initial=np.iinfo(np.int64).max)
    differs: NDArray[np.bool_] = answers.max(axis=1, initial=-1) != low
    return differs
