"""Krippendorff's alpha over the trees of a study: the value with its uncertainty, by annotators, document, length."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from accord.agreement.breakdown import MAX_ANNOTATORS
from accord.agreement.equation import agreement
from accord.agreement.result import Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import Uncertainty
from accord.compute.progress import Progress
from accord.distance.all_pairs import AllPairs
from accord.distance.tree_variants import TreeEdit
from accord.errors import UsageError
from accord.kinds.trees.alpha import Alpha, GroupedTrees, alpha
from accord.kinds.trees.disagreement import pairs_within
from accord.kinds.trees.options import PAIRS
from accord.kinds.trees.study import SINGLE
from accord.kinds.trees.sums import tree_sums
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Value
    from accord.agreement.sums import Sums, Unit
    from accord.distance.all_pairs import Floats, Numbers, TreeDistance
    from accord.kinds.trees.flatten import TreeStudy

    Name = TypeVar("Name")

MAX_STEPS = 1e10
"""The most steps for which all pairs of trees are compared unasked (bench/trees.py says how long they take)."""

MAX_TREES = 10_000
"""The most trees whose distances are kept, in 200 MB."""

MIN_TREES = 64
"""So many trees have no more pairs than are drawn at least: a part as small as that is never sampled."""

_NOTHING = (
    "no sentence was annotated by two annotators: sentences are matched by their document, and in it by their names "
    "(sent_id), or by their order where names are missing"
)

LENGTHS = (1, 6, 11, 21, 41)
"""The numbers of tokens at which a class of lengths begins."""


@dataclass(frozen=True)
class TreeAlpha:
    """Alpha over the trees of a study, as a whole and by part; distances are computed when they are first needed.

    Distances are squared unless ``linear``. All ``pairs`` of trees are compared, or a sample of them, which gives alpha
    to within the ``precision``, or (auto) a sample where there are too many.
    """

    study: TreeStudy
    distance: TreeDistance = field(default_factory=TreeEdit)
    linear: bool = False
    uncertainty: Uncertainty = field(default_factory=Uncertainty)
    precision: float = 0.005
    pairs: str = "auto"
    read_by: Mapping[str, object] = field(default_factory=dict)
    """What a signature should say of how trees were read."""
    progress: Progress = field(default_factory=Progress, compare=False)
    """Counts the steps of comparing trees, and may stop it."""

    def __post_init__(self) -> None:
        if self.pairs not in PAIRS:
            raise UsageError(f"unknown pairs {self.pairs!r}: {suggestion(str(self.pairs), list(PAIRS))}")
        if not 0 < self.precision < 1:
            raise UsageError(f"the precision lies between 0 and 1, {self.precision:g} does not")
        if self.pairs == "all" and len(self.study) > MAX_TREES:
            raise UsageError(
                f"the distances between {len(self.study):,} trees are too many to keep: {MAX_TREES:,} trees at most, "
                "or a sample of pairs"
            )

    def __repr__(self) -> str:
        return f"<TreeAlpha {self.whole.value} ({self.signature})>"

    @cached_property
    def whole(self) -> Alpha:
        """All sentences together."""
        return self._alpha(self._paired, 1)

    @cached_property
    def result(self) -> Result:
        """The same as a result with its signature."""
        whole = self.whole
        alone = len(np.unique(self.study.item)) - whole.items
        return Result(
            name="alpha",
            title="Krippendorff's alpha",
            value=whole.value,
            interval=whole.interval,
            other_annotators=whole.other_annotators,
            signature=self.signature,
            observed=whole.observed,
            expected=whole.expected,
            used={"sentences": whole.items, "trees": whole.trees},
            excluded=dict(self.study.left_out) | ({SINGLE: alone} if alone else {}),
        )

    def sums(self, units: Sequence[Unit]) -> Sums | Undefined:
        """What alpha is made of, sentence by sentence; ``units`` says what the sentences are called."""
        if isinstance(self.whole.value, Undefined):
            return self.whole.value
        if self._all is None:
            return Undefined("rounds are compared by the distances of all pairs of trees, and some were drawn")
        trees = self._paired
        here, item = np.unique(self.study.item[trees], return_inverse=True)
        return tree_sums(
            self._all.to_the(1 if self.linear else 2),
            item,
            self.study.annotator[trees],
            self.study.annotators,
            [units[place] for place in here.tolist()],
            by_document=self.uncertainty.by_document,
        )

    @property
    def signature(self) -> Signature:
        """What is needed to compute the value again."""
        sampling = self.whole.sampling
        choices: dict[str, object] = {
            "dist": self.distance.name,
            **self.distance.choices,
            "power": "linear" if self.linear else "squared",
            "unit": "sentence",
            "missing": "keep",
            "items": self.whole.items,
            "trees": self.whole.trees,
            "annotators": len(self.study.annotators),
            "docs": len(np.unique(self.study.document_of[self.study.item[self._paired]])),
            "pairs": sampling.pairs if sampling else "all",
        }
        made = self.uncertainty.choices() | ({"seed": self.uncertainty.seed} if sampling else {})
        return Signature("alpha", choices | dict(self.read_by) | made | {"data": self.study.digest})

    @cached_property
    def annotator_pairs(self) -> dict[tuple[str, str], Alpha]:
        """Every two annotators, on the sentences that both annotated; none where there are too many annotators."""
        names = self.study.annotators
        chosen = combinations(range(len(names)), 2) if len(names) <= MAX_ANNOTATORS else ()
        return self._parts({(names[a], names[b]): np.isin(self.study.annotator, (a, b)) for a, b in chosen})

    @cached_property
    def differing(self) -> Counter[tuple[str, str]]:
        """On how many sentences the trees of every two annotators differ."""
        one, other, found = self._within
        names = self.study.annotators
        ends = np.sort([self.study.annotator[one], self.study.annotator[other]], axis=0)[:, found > 0]
        return Counter((names[first], names[second]) for first, second in ends.T.tolist())

    @cached_property
    def against_rest(self) -> dict[str, Value]:
        """Every annotator with the rest, against what is expected of all trees.

        1 - D / D_e, where D is the mean over sentences of the mean disagreement of their tree with the others.
        """
        one, other, found = self._within
        within = found if self.linear else found**2
        expected = self.whole.expected
        trees = len(self.study)
        count = np.bincount(one, minlength=trees) + np.bincount(other, minlength=trees)
        total = np.bincount(one, within, trees) + np.bincount(other, within, trees)
        rest: dict[str, Value] = {}
        for number, name in enumerate(self.study.annotators):
            own = (self.study.annotator == number) & (count > 0)
            if not own.any():
                rest[name] = Undefined("nobody annotated the same sentences")
            elif isinstance(expected, Undefined) or isinstance(self.whole.value, Undefined):
                rest[name] = self.whole.value
            else:
                rest[name] = float(agreement((total[own] / count[own]).mean(), float(expected)))
        return rest

    @cached_property
    def without(self) -> dict[str, Value]:
        """The others alone, without each annotator in turn."""
        names = self.study.annotators
        if len(names) < 3 or len(names) > MAX_ANNOTATORS:
            why = Undefined("one annotator would be left" if len(names) < 3 else "there are too many annotators")
            return dict.fromkeys(names, why)
        parts = self._parts({name: self.study.annotator != number for number, name in enumerate(names)})
        return {name: part.value for name, part in parts.items()}

    @cached_property
    def documents(self) -> dict[str, Alpha]:
        """Every document; of one sentence the expected disagreement is the observed one, whatever its trees are."""
        document = self.study.document_of[self.study.item]
        parts = self._parts({name: document == number for number, name in enumerate(self.study.documents)})
        alone = Undefined("chance cannot be told from one sentence")
        single = {name for name, part in parts.items() if part.items == 1 and not isinstance(part.value, Undefined)}
        return parts | {name: replace(parts[name], value=alone, expected=alone) for name in single}

    @cached_property
    def lengths(self) -> dict[str, Alpha]:
        """Sentences by how many tokens they have."""
        names = [*(f"{low}-{high - 1}" for low, high in pairwise(LENGTHS)), f"{LENGTHS[-1]}+"]
        of = np.searchsorted(LENGTHS, self.study.lengths[self.study.item], side="right") - 1
        return self._parts({name: of == number for number, name in enumerate(names) if (of == number).any()})

    @cached_property
    def apart(self) -> NDArray[np.float64]:
        """How far the trees of each sentence are from each other on average, shape (items,); NaN for a single tree."""
        one, _, found = self._within
        item, items = self.study.item[one], len(self.study.items)
        count = np.bincount(item, minlength=items)
        total = np.bincount(item, found, items)
        mean: NDArray[np.float64] = np.divide(total, count, out=np.full(items, np.nan), where=count > 0)
        return mean

    @property
    def pairs_apart(self) -> list[dict[tuple[str, str], float]]:
        """How far the trees of every two annotators are apart, of each sentence that two of them drew."""
        one, other, found = self._within
        names, annotator = self.study.annotators, self.study.annotator
        of_items: dict[int, dict[tuple[str, str], float]] = {}
        ends = (self.study.item[one].tolist(), annotator[one].tolist(), annotator[other].tolist(), found.tolist())
        for item, first, second, apart in zip(*ends, strict=True):
            of_items.setdefault(item, {})[names[first], names[second]] = apart
        return list(of_items.values())

    def hardest(self, most: int = 10) -> list[tuple[int, float]]:
        """The sentences whose trees are furthest apart, by number, with their distance."""
        order = np.argsort(-np.nan_to_num(self.apart), kind="stable")[:most].tolist()
        return [(item, float(self.apart[item])) for item in order if self.apart[item] > 0]

    def merged(self, first: str, second: str) -> Value:
        """The value if two labels were one, at unit costs."""
        forest = self.study.forest
        one, other = (forest.names.index(label) for label in (first, second))
        labels = np.where(forest.labels == other, np.int32(one), forest.labels)
        study = replace(self.study, forest=replace(forest, labels=labels))
        return replace(self, study=study, uncertainty=replace(self.uncertainty, interval="none")).whole.value

    @cached_property
    def _paired(self) -> Numbers:
        """The trees that are not the only one of their sentence."""
        return np.flatnonzero(_with_another(self.study.item))

    @cached_property
    def _all(self) -> AllPairs | None:
        """The distances between all these trees, where they are wanted and not too many."""
        chosen = self._paired
        if self._large[chosen].any() or not self._takes_all(chosen, 1):
            return None
        return self.distance.all_pairs(self.study.forest.only(chosen), self.progress)

    @cached_property
    def _within(self) -> tuple[Numbers, Numbers, NDArray[np.float64]]:
        """Every two trees of a sentence, and how far apart they are."""
        one, other = pairs_within(self.study.item)
        if self._all:
            return one, other, self._all.of(*(np.searchsorted(self._paired, each) for each in (one, other)))
        small = ~(self._large[one] | self._large[other])
        apart = np.full(len(one), np.nan)
        apart[small] = self.distance.pairs(self.study.forest, one[small], other[small], self.progress)
        return one, other, apart

    @cached_property
    def _large(self) -> NDArray[np.bool_]:
        """Which trees have more nodes than the distance takes."""
        most = self.distance.max_nodes
        nodes = np.diff(self.study.forest.offsets)
        return nodes > most if most is not None else np.zeros(len(nodes), dtype=bool)

    def _too_large(self, trees: Numbers) -> str | None:
        """Which of some trees is too large, if one is."""
        found = trees[self._large[trees]]
        if not len(found):
            return None
        first, study = int(found[0]), self.study
        name, annotator = study.items[study.item[first]], study.annotators[study.annotator[first]]
        nodes = int(np.diff(study.forest.offsets)[first])
        others = f" ({len(found):,} trees are larger)" if len(found) > 1 else ""
        return (
            f"the tree of {annotator} over {name} has {nodes:,} nodes, and {self.distance.name} is for trees of "
            f"{self.distance.max_nodes:,} nodes at most{others}"
        )

    def _takes_all(self, trees: Numbers, parts: int) -> bool:
        if self.pairs != "auto":
            return self.pairs == "all"
        few = len(trees) <= MAX_TREES / parts
        return few and self.distance.work(self.study.forest.only(trees)) <= MAX_STEPS / parts

    def _parts(self, parts: Mapping[Name, NDArray[np.bool_]]) -> dict[Name, Alpha]:
        trees = {name: np.flatnonzero(chosen) for name, chosen in parts.items()}
        trees = {name: some[_with_another(self.study.item[some])] for name, some in trees.items()}
        few = {name: some for name, some in trees.items() if len(some) <= MIN_TREES and not self._large[some].any()}
        known = {} if self._all or len(parts) == 1 else self._pairs_within(few)
        return {name: self._alpha(some, len(parts), known.get(name)) for name, some in trees.items()}

    def _pairs_within(self, parts: Mapping[Name, Numbers]) -> dict[Name, AllPairs]:
        """The distances between all trees of each part, measured together, for to start measuring takes a while."""
        corners = [np.triu_indices(len(trees), 1) for trees in parts.values()]
        places = zip(parts.values(), corners, strict=True)
        ends = [np.stack([trees[one], trees[other]]) for trees, (one, other) in places]
        some, others = np.concatenate([np.zeros((2, 0), dtype=np.int64), *ends], axis=1)
        found = self.distance.pairs(self.study.forest, some, others, self.progress)
        cuts = np.cumsum([each.shape[1] for each in ends])
        known: dict[Name, AllPairs] = {}
        for name, (one, other), apart in zip(parts, corners, np.split(found, cuts)[: len(parts)], strict=True):
            table = np.zeros((len(parts[name]), len(parts[name])))
            table[one, other] = table[other, one] = apart
            known[name] = AllPairs(table, np.arange(len(table)), lambda numbers, *_: numbers)
        return known

    def _alpha(self, trees: Numbers, parts: int, known: AllPairs | None = None) -> Alpha:
        """Alpha of some trees, which is one of so many parts that are measured; perhaps their distances are known."""
        study = self.study
        if not len(trees):
            return Alpha.undefined(_NOTHING)
        if reason := self._too_large(trees):
            return Alpha.undefined(reason, len(np.unique(study.item[trees])), len(trees))
        item = np.unique(study.item[trees], return_inverse=True)[1]
        by_document = self.uncertainty.by_document
        group = np.unique(study.document_of[study.item[trees]], return_inverse=True)[1] if by_document else item
        forest = study.forest.only(trees)
        pairs = known
        if self._all:
            pairs = self._all.only(np.searchsorted(self._paired, trees))
        elif known is None and parts > 1 and self._takes_all(trees, parts):
            pairs = self.distance.all_pairs(forest, self.progress)
        power = 1 if self.linear else 2
        pairs = pairs.to_the(power) if pairs else None

        def compare(some: Numbers, others: Numbers) -> Floats:
            return self.distance.pairs(forest, some, others, self.progress) ** power

        one, other, within = self._within
        chosen = np.isin(one, trees) & np.isin(other, trees)
        place, beside = (np.searchsorted(trees, each[chosen]) for each in (one, other))
        read = pairs.of if pairs else compare
        found = GroupedTrees(item, group, not by_document, place, within[chosen] ** power, read, pairs)
        if parts == 1:
            found = replace(found, other=beside, annotator=study.annotator[trees])
        return alpha(found, self.uncertainty, self.precision)


def _with_another(item: Numbers) -> NDArray[np.bool_]:
    """Which trees are not the only one of their sentence."""
    return np.bincount(item)[item] >= 2 if len(item) else np.zeros(0, dtype=bool)
