"""Measure how much annotators agree on labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.distance import DISTANCES
from accord.distance.given import given_function, given_matrix
from accord.errors import UsageError
from accord.measure.coding import COEFFICIENTS
from accord.measure.coding.agreement import Uncertainty, by_document, result
from accord.measure.coding.choice import Choice, choose_coefficients, choose_distance
from accord.measure.coding.diagnosis import Diagnosis
from accord.measure.coding.plan import forecast
from accord.measure.resample import Units
from accord.measure.result import Undefined
from accord.measure.uncertainty import leave_one_out
from accord.model import Corpus
from accord.study.coding import MISSING, Item
from accord.study.labelled import coding_from_codes, coding_from_corpus
from accord.study.scale import Scale, number_in
from accord.verbs.read import read
from accord.wording import suggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from accord.measure.coding.coefficient import Coefficient
    from accord.measure.coding.diagnosis import ByAnnotator, ByDocument, ByLabel, ByPair, Confusion, HardItem
    from accord.measure.coding.disagreement import Distance
    from accord.measure.coding.plan import Forecast
    from accord.measure.result import Result
    from accord.study.coding import Coding

NOMINAL_ONLY = ("kappa", "ac1", "pairwise-f1")
MOST_PAIRS = 2_000
"""The most pairs of annotators that are measured one by one."""


@dataclass(frozen=True)
class Agreement:
    """How much annotators agree, and, when asked, where they do not.

    The first of the ``results`` is the headline; ``labels``, ``pairs``, ``annotators``, ``documents``,
    ``hardest`` and ``confusions`` take it apart.
    """

    coding: Coding
    results: tuple[Result, ...]
    distance: str
    reasons: tuple[str, ...]
    diagnosis: Diagnosis

    def __repr__(self) -> str:
        return f"<Agreement {', '.join(f'{each.name} {_shown(each.value)}' for each in self.results)}>"

    @property
    def result(self) -> Result:
        """The headline."""
        return self.results[0]

    @cached_property
    def labels(self) -> list[ByLabel]:
        """Every label against the others."""
        return self.diagnosis.labels()

    @cached_property
    def pairs(self) -> list[ByPair]:
        """Every two annotators; none where there are more than two thousand pairs."""
        annotators = len(self.coding.annotators)
        return self.diagnosis.pairs() if annotators * (annotators - 1) // 2 <= MOST_PAIRS else []

    @cached_property
    def annotators(self) -> list[ByAnnotator]:
        """Every annotator against the rest, and left out."""
        return self.diagnosis.annotators(self.pairs) if self.pairs else []

    @cached_property
    def documents(self) -> list[ByDocument]:
        """Every document."""
        return self.diagnosis.documents()

    def hardest(self, most: int = 10) -> list[HardItem]:
        """The items on which annotators differ most."""
        return self.diagnosis.hardest(most)

    def confusions(self, most: int = 10) -> list[Confusion]:
        """The pairs of labels that cost most."""
        return self.diagnosis.confusions(most)

    def needed(self, width: float) -> Forecast | Undefined:
        """How many items (or documents, if intervals are over these) an interval of this width needs."""
        coefficient, uncertainty = self.diagnosis.coefficient, self.diagnosis.uncertainty
        if isinstance(self.result.value, Undefined):
            return self.result.value
        sample = coefficient.sample(self.coding, self.diagnosis.distance)
        units = by_document(sample, self.coding) if uncertainty.by_document else Units(sample.rows, sample.times)
        unit = "document" if uncertainty.by_document else self.coding.unit
        left = leave_one_out(units, lambda totals: sample.parts(totals).value, coefficient.range, unit)
        return left if isinstance(left, Undefined) else forecast(left, coefficient.range, width, uncertainty.level)


def _shown(value: Any) -> str:
    return f"undefined ({value.reason})" if isinstance(value, Undefined) else f"{float(value):.4f}"


def agree(
    data: Any,
    coefficients: str | Iterable[str] | None = None,
    *,
    distance: str | Mapping[tuple[str, str], float] | Callable[[str, str], float] | None = None,
    labels: Sequence[str] | None = None,
    missing: Collection[str] = (),
    annotators: Sequence[str] | None = None,
    interval: str | None = "jackknife",
    level: float = 0.95,
    by_document: bool = False,
    resamples: int = 1_000,
    permutations: int = 0,
    seed: int = 1,
) -> Agreement:
    """Measure how much annotators agree, with one or more coefficients.

    ``data`` is a corpus, a path or several, a mapping of annotators to their labels (a list, or item to label), or a
    table with a row an item and a column an annotator; None and NaN are missing labels. Without ``coefficients`` and
    ``distance`` what fits the data is chosen. ``labels`` are all labels there are, lowest first; those that are
    ``missing`` count as no answer; ``annotators`` chooses some of them.

    >>> agree({"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"]}, "kappa").result.value
    0.5
    """
    coding = _coding(data, labels, missing)
    if annotators is not None:
        coding = coding.only([_index(coding.annotators, name) for name in annotators])
    uncertainty = Uncertainty(interval or "none", level, by_document, resamples, permutations, seed)
    asked = None if coefficients is None else _names(coefficients)
    said = _fitting_distance(coding, asked) if distance is None else None
    measuring, name = _distance(said.name if said else distance, coding)
    fitting = choose_coefficients(coding, name) if asked is None else [Choice(each, "") for each in asked]
    chosen: list[Coefficient] = [COEFFICIENTS.get(choice.name) for choice in fitting]
    for coefficient in chosen:
        coefficient.refuse(coding, name)
    reasons = [f"{choice.name}: {choice.reason}" for choice in [*([said] if said else []), *fitting] if choice.reason]
    return Agreement(
        coding,
        tuple(result(coding, coefficient, measuring, name, uncertainty) for coefficient in chosen),
        name,
        tuple(reasons),
        Diagnosis(coding, chosen[0], measuring, uncertainty),
    )


def _names(coefficients: str | Iterable[str]) -> list[str]:
    names = [coefficients] if isinstance(coefficients, str) else list(coefficients)
    if not names:
        raise UsageError("name at least one coefficient")
    return list(dict.fromkeys(COEFFICIENTS.name(name) for name in names))


def _fitting_distance(coding: Coding, asked: Sequence[str] | None) -> Choice:
    """The distance that fits the labels; the nominal one where a coefficient was asked for that knows no other."""
    nominal = [name for name in asked or () if name in NOMINAL_ONLY]
    return Choice("nominal", f"{nominal[0]} knows no other distance") if nominal else choose_distance(coding)


def _distance(given: Any, coding: Coding) -> tuple[Distance, str]:
    """The distances between the labels of a coding, and what to call them in the signature."""
    scale = Scale(coding.labels, coding.ordered)
    if isinstance(given, Mapping):
        return given_matrix(scale, given), "matrix"
    if callable(given):
        return given_function(scale, given), getattr(given, "__name__", "function")
    if not isinstance(given, str):
        raise UsageError(f"a distance is a name, a mapping of label pairs or a function, not {type(given).__name__}")
    name, _, parameter = given.partition(":")
    name = DISTANCES.name(name)
    if not parameter:
        return DISTANCES.get(name)(scale), name
    number = number_in(parameter)
    if name != "circular" or number is None or number <= 0:
        raise UsageError(f"{given!r}: only circular takes a number, the way round, as in circular:24")
    return DISTANCES.get(name)(scale, number), f"{name}:{number:g}"


def _index(annotators: Sequence[str], name: str) -> int:
    if name not in annotators:
        raise UsageError(f"there is no annotator {name!r}: {suggestion(name, list(annotators))}")
    return annotators.index(name)


# --- whatever a caller calls labels, as a coding ---------------------------------------------------------------------


def _coding(data: Any, labels: Sequence[str] | None, missing: Collection[str]) -> Coding:
    missing = {missing} if isinstance(missing, str) else set(missing)
    if isinstance(data, str | PathLike):
        data = read(data)
    elif isinstance(data, list | tuple) and data and all(isinstance(part, str | PathLike) for part in data):
        data = read(*data)
    if isinstance(data, Corpus):
        return coding_from_corpus(data, labels=labels, missing=missing)
    if isinstance(data, Mapping):
        return _from_annotators(data, labels, missing)
    return _from_table(data, labels, missing)


def _from_annotators(given: Mapping[Any, Any], labels: Sequence[str] | None, missing: set[str]) -> Coding:
    """Annotators, each with a list of labels or with a mapping of items to labels."""
    if all(isinstance(answers, Mapping) for answers in given.values()):
        items = list(dict.fromkeys(item for answers in given.values() for item in answers))
        columns = [[answers.get(item) for item in items] for answers in given.values()]
        return _from_columns(columns, list(map(str, given)), labels, missing, list(map(str, items)))
    columns = [list(_values(answers)) for answers in given.values()]
    if len({len(column) for column in columns}) > 1:
        sizes = ", ".join(f"{name} {len(column)}" for name, column in zip(given, columns, strict=True))
        raise UsageError(f"the annotators have different numbers of labels ({sizes}): None stands for a missing one")
    return _from_columns(columns, list(map(str, given)), labels, missing)


def _from_table(given: Any, labels: Sequence[str] | None, missing: set[str]) -> Coding:
    """A table with a row an item and a column an annotator."""
    if isinstance(given, np.ndarray) and given.ndim == 2 and given.dtype.kind in "iuf":
        return _from_numbers(given, labels, missing)
    rows = [list(_values(row)) for row in _values(given)]
    if len({len(row) for row in rows}) > 1:
        raise UsageError(
            "the rows of the table have different lengths: a column an annotator, None where one is missing"
        )
    columns = [list(column) for column in zip(*rows, strict=True)]
    return _from_columns(columns, [str(number) for number in range(1, len(columns) + 1)], labels, missing)


def _from_numbers(table: np.ndarray, labels: Sequence[str] | None, missing: set[str]) -> Coding:
    """A table of numbers; NaN is a missing label."""
    absent = np.isnan(table) if table.dtype.kind == "f" else np.zeros(table.shape, dtype=bool)
    values, codes = np.unique(table[~absent], return_inverse=True)
    grid = np.full(table.shape, MISSING, dtype=np.int32)
    grid[~absent] = codes
    names = [str(number) for number in range(1, table.shape[1] + 1)]
    return coding_from_codes(
        grid, [_label(value) for value in values.tolist()], names, labels=labels, missing=missing, describe=_numbered
    )


def _from_columns(
    columns: list[list[Any]],
    names: list[str],
    labels: Sequence[str] | None,
    missing: set[str],
    items: list[str] | None = None,
) -> Coding:
    codebook: defaultdict[str, int] = defaultdict(count().__next__)
    codes = np.full((len(columns[0]) if columns else 0, len(columns)), MISSING, dtype=np.int32)
    for number, column in enumerate(columns):
        codes[:, number] = [MISSING if _absent(value) else codebook[_label(value)] for value in column]
    return coding_from_codes(
        codes,
        list(codebook),
        names,
        labels=labels,
        missing=missing,
        describe=(lambda number: Item(items[number], "", None)) if items else _numbered,
    )


def _numbered(number: int) -> Item:
    return Item(str(number + 1), "", None)


def _values(given: Any) -> Iterable[Any]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(
            "labels are a corpus, paths, a mapping of annotators to labels, or a table with a row an item and a column "
            f"an annotator, not {type(given).__name__}"
        )
    return given


def _absent(value: Any) -> bool:
    return value is None or value != value  # noqa: PLR0124 - NaN


def _label(value: Any) -> str:
    """A label as text: whole numbers without a point, sets by their members."""
    if isinstance(value, str):
        return value
    if isinstance(value, set | frozenset):
        return "|".join(sorted(map(_label, value)))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
