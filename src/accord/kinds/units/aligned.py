"""What the alignments of a study show: categories taken for each other, units that were missed and that were added."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.signature import Signature
from accord.alignment.alignment import EMPTY, PROVED
from accord.alignment.exact import BOUNDED
from accord.alignment.method import Method
from accord.compute.processes import each
from accord.compute.progress import Progress
from accord.messages import plural
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from accord.alignment.alignment import Alignment
    from accord.distance.dissimilarity import Dissimilarity
    from accord.kinds.units.suggested import Suggested
    from accord.study.units import Continuum, Floats, Numbers, UnitStudy

ABSENT = -2
"""The answer of an annotator who did not look at a document."""


class Confusions(NamedTuple):
    """Which categories two aligned units have, each of the shape (kinds of pairs,).

    In so many pairs the ``first`` annotator, the earlier one of the study, has one category where the ``second`` has
    the other.
    """

    first: Numbers
    second: Numbers
    category: Numbers
    other: Numbers
    pairs: Numbers


class PairParts(NamedTuple):
    """The pairs of annotators in each unitary alignment and what they differ by, shape (unitary alignments, pairs).

    ``first`` and ``second`` are annotators of the continuum, shape (pairs,). Where a unit is missing, and where the
    dissimilarity has no parts, ``position`` and ``category`` are NaN.
    """

    first: Numbers
    second: Numbers
    dissimilarity: Floats
    position: Floats
    category: Floats


def proof(gaps: Sequence[float], timed_out: Sequence[float]) -> dict[str, str]:
    """What a signature says of alignments that may not be the best, and of those that another run need not find."""
    proved = sum(gap <= PROVED for gap in gaps)
    found = {} if proved == len(gaps) else {"proved": f"{proved}/{len(gaps)}", "gap": f"{max(gaps):.2g}"}
    return found | ({"ended-by": "clock"} if any(timed_out) else {})


def _pairs(members: Numbers) -> tuple[Numbers, Numbers]:
    """The units of every two annotators that are in one unitary alignment."""
    first, second = np.triu_indices(members.shape[1], 1)
    row, pair = np.nonzero((members[:, first] != EMPTY) & (members[:, second] != EMPTY))
    return members[row, first[pair]], members[row, second[pair]]


@dataclass(frozen=True)
class Aligned(ResultExport):
    """A study and an alignment of each of its continua.

    ``texts`` holds the characters or tokens of documents where they are known; ``choices``, what the signature says
    besides: how categories were compared, say, or labels read.
    """

    study: UnitStudy
    dissimilarity: Dissimilarity
    alignments: tuple[Alignment, ...]
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    choices: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        study: UnitStudy,
        method: Method,
        texts: Mapping[str, Sequence[str]] | None = None,
        choices: Mapping[str, object] | None = None,
        *,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Aligned:
        """The continua of a study, each aligned by a method, which is a step."""
        steps = progress or Progress()
        alignments = tuple(steps.over(each(Method.align, method, study.continua, workers)))
        return cls(study, method.dissimilarity, alignments, texts or {}, choices or {})

    def __repr__(self) -> str:
        return f"<Aligned {plural(len(self.alignments), 'document')} ({self.signature})>"

    @cached_property
    def signature(self) -> Signature:
        """How the alignments were made."""
        made = {
            name: "+".join(sorted({getattr(alignment, name) for alignment in self.alignments})) or "none"
            for name in ("objective", "method")
        }
        searched = [each for each in self.alignments if each.method.partition("-")[0] in BOUNDED]
        made |= proof([each.gap for each in searched], [each.timed_out for each in searched])
        how = self.dissimilarity
        place = "function" if how.by else type(how.position).__name__.lower()
        weights = {} if how.by else {"alpha": f"{how.alpha:g}", "beta": f"{how.beta:g}"}
        size = {"docs": len(self.alignments), "annotators": len(self.study.annotators)}
        return Signature(
            "alignment", {**made, "dist": place, **weights, "empty": f"{how.delta_empty:g}", **self.choices, **size}
        )

    def words(self, continuum: Continuum, unit: int) -> str:
        """What the text says where a unit lies, or nothing where the text is not known."""
        start, end = (max(0, int(border[unit])) for border in (continuum.start, continuum.end))
        found = self.texts.get(continuum.document, "")[start:end]
        return found if isinstance(found, str) else " ".join(found)

    @cached_property
    def answers(self) -> Numbers:
        """The category that each annotator of the study gave, EMPTY or ABSENT, shape (unitary alignments, annotators).

        The unitary alignments of all documents, one after the other.
        """
        number = {name: index for index, name in enumerate(self.study.annotators)}
        answers = np.full((sum(alignment.size for alignment in self.alignments), len(number)), ABSENT)
        row = 0
        for alignment in self.alignments:
            members, continuum = alignment.members, alignment.continuum
            columns = [number[name] for name in continuum.annotators]
            category = np.append(continuum.category, EMPTY)  # where there is no unit, the last one is taken
            answers[row : row + alignment.size, columns] = category[members]
            row += alignment.size
        return answers

    @cached_property
    def _marked(self) -> NDArray[np.bool_]:
        return self.answers >= 0

    @cached_property
    def _others(self) -> Numbers:
        """How many of the other annotators have a unit, shape (unitary alignments, annotators)."""
        others: Numbers = self._marked.sum(axis=1, keepdims=True) - self._marked
        return others

    @cached_property
    def _looking(self) -> Numbers:
        """How many of the other annotators looked at the document, shape (unitary alignments, annotators)."""
        looked = self.answers != ABSENT
        others: Numbers = looked.sum(axis=1, keepdims=True) - looked
        return others

    @cached_property
    def by_units(self) -> Numbers:
        """How many unitary alignments hold 0, 1, 2 ... units, shape (annotators + 1,)."""
        return np.bincount(self._marked.sum(axis=1), minlength=len(self.study.annotators) + 1)

    @cached_property
    def missed(self) -> Numbers:
        """How many unitary alignments of others an annotator has nothing in, shape (annotators,)."""
        found: Numbers = ((self.answers == EMPTY) & (self._others > 0)).sum(axis=0)
        return found

    @cached_property
    def missed_of_most(self) -> Numbers:
        """In how many of these most of the others have a unit, shape (annotators,)."""
        found: Numbers = ((self.answers == EMPTY) & (2 * self._others > self._looking)).sum(axis=0)
        return found

    @cached_property
    def added(self) -> Numbers:
        """How many units of an annotator nobody else has, shape (annotators,)."""
        found: Numbers = self._alone.sum(axis=0)
        return found

    @cached_property
    def _alone(self) -> NDArray[np.bool_]:
        alone: NDArray[np.bool_] = self._marked & (self._others == 0) & (self._looking > 0)
        return alone

    @cached_property
    def added_by_category(self) -> Numbers:
        """The same for each category, shape (annotators, categories)."""
        _, annotator = np.nonzero(self._alone)
        return self._by_category(annotator, self.answers[self._alone])

    @cached_property
    def missed_by_category(self) -> Numbers:
        """How many units of others an annotator has nothing for, by their category, shape (annotators, categories)."""
        row, annotator, other = np.nonzero((self.answers == EMPTY)[:, :, None] & self._marked[:, None, :])
        return self._by_category(annotator, self.answers[row, other])

    def _by_category(self, annotator: Numbers, category: Numbers) -> Numbers:
        annotators, categories = len(self.study.annotators), len(self.study.categories)
        counts = np.bincount(annotator * categories + category, minlength=annotators * categories)
        return counts.reshape(annotators, categories)

    @cached_property
    def confusions(self) -> Confusions:
        """The categories of aligned units, counted for each pair of annotators."""
        first, second = np.triu_indices(len(self.study.annotators), 1)
        ours, theirs = self.answers[:, first], self.answers[:, second]
        row, pair = np.nonzero((ours >= 0) & (theirs >= 0))
        kinds, pairs = np.unique(
            np.stack([first[pair], second[pair], ours[row, pair], theirs[row, pair]]), axis=1, return_counts=True
        )
        return Confusions(kinds[0], kinds[1], kinds[2], kinds[3], pairs)

    @cached_property
    def coincidences(self) -> Numbers:
        """How many pairs of aligned units have two categories, in either order, shape (categories, categories)."""
        met, categories = self.confusions, len(self.study.categories)
        low, high = np.minimum(met.category, met.other), np.maximum(met.category, met.other)
        counts = np.zeros((categories, categories), dtype=np.int64)
        np.add.at(counts, (low, high), met.pairs)
        return counts + np.triu(counts, 1).T

    @cached_property
    def confusion_matrices(self) -> list[tuple[str, str, Numbers]]:
        """Every two annotators, and in how many pairs of aligned units they have two categories."""
        names, categories, met = self.study.annotators, len(self.study.categories), self.confusions
        counts = np.zeros((len(names), len(names), categories, categories), dtype=np.int64)
        counts[met.first, met.second, met.category, met.other] = met.pairs
        pairs = zip(*np.triu_indices(len(names), 1), strict=True)
        return [(names[first], names[second], counts[first, second]) for first, second in pairs]

    @cached_property
    def confused(self) -> list[tuple[str, str, int]]:
        """Two categories and how many pairs of aligned units have one each, the most frequent first."""
        met, names = self.confusions, self.study.categories
        counts: Counter[tuple[int, int]] = Counter()
        for one, other, pairs in zip(met.category.tolist(), met.other.tolist(), met.pairs.tolist(), strict=True):
            if one != other:
                counts[min(one, other), max(one, other)] += pairs
        return [(names[first], names[second], pairs) for (first, second), pairs in counts.most_common()]

    @cached_property
    def apart(self) -> int:
        """How many pairs of aligned units neither overlap nor touch."""
        found = 0
        for alignment in self.alignments:
            continuum, (first, second) = alignment.continuum, _pairs(alignment.members)
            start, end = continuum.start, continuum.end
            begins, ends = np.maximum(start[first], start[second]), np.minimum(end[first], end[second])
            found += int((begins > ends).sum())
        return found

    @cached_property
    def split(self) -> int:
        """How many pairs of identical units of two annotators are not aligned with each other, though they could be."""
        found = 0
        for alignment in self.alignments:
            continuum = alignment.continuum
            rows = np.column_stack([continuum.start, continuum.end, continuum.category])
            _, kind = np.unique(rows, axis=0, return_inverse=True)
            kinds = int(kind.max(initial=-1)) + 1
            annotators = len(continuum.annotators)
            marked = np.bincount(continuum.owner * kinds + kind.ravel(), minlength=annotators * kinds)
            marked = np.sort(marked.reshape(annotators, kinds), axis=0)
            # of every two annotators the fewer: the k-th lowest is the lower one beside all above it
            could = int((marked * np.arange(annotators - 1, -1, -1)[:, None]).sum())
            first, second = _pairs(alignment.members)
            found += could - int((kind.ravel()[first] == kind.ravel()[second]).sum())
        return found

    @property
    def oddities(self) -> list[str]:
        """What may surprise in the best alignment, counted: it follows from the disorder of the whole."""
        pairs = int(self.confusions.pairs.sum())
        said = []
        if self.apart:
            said.append(f"{self.apart:,} of {plural(pairs, 'aligned pair')} neither overlap nor touch")
        if self.split > 0:
            said.append(f"{plural(self.split, 'pair')} of identical units are not aligned with each other")
        return said

    @cached_property
    def suggested(self) -> Suggested:
        """A weight of the position and distances of categories that the data suggest."""
        from accord.kinds.units.suggested import suggested

        return suggested(self)

    def pair_parts(self, alignment: Alignment) -> PairParts:
        """What each pair of annotators adds to the disorder of each unitary alignment, which is their mean."""
        first, second = np.triu_indices(len(alignment.continuum.annotators), 1)
        ours, theirs = alignment.members[:, first], alignment.members[:, second]
        both = (ours != EMPTY) & (theirs != EMPTY)
        dissimilarity = np.full(both.shape, self.dissimilarity.delta_empty)
        position, category = np.full(both.shape, np.nan), np.full(both.shape, np.nan)
        pairs = alignment.continuum, ours[both], theirs[both]
        dissimilarity[both] = self.dissimilarity.pairs(*pairs)
        if self.dissimilarity.by is None:
            position[both], category[both] = self.dissimilarity.parts(*pairs)
        return PairParts(first, second, dissimilarity, position, category)
