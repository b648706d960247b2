"""What a value is made of: rows that add up over items, texts or documents, and how they change without an annotator.

Every kind gives its headline so, and its labels and annotators where it measures them one by one. What is left without
an item or an annotator, and what would be if items changed places, then follows without measuring anything again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.agreement.result import Undefined
from accord.errors import NotApplicable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.agreement.resample import Integers
    from accord.agreement.uncertainty import Statistic


class Unit(NamedTuple):
    """What is left out as one: a document, or what is so called in it."""

    document: str
    name: str = ""


class Without(NamedTuple):
    """How the rows of the units of one annotator change without this one.

    ``places`` says which units these are, ``rows`` has a change for each, dense or sparse, and ``given`` how many
    labels the annotator gave there.
    """

    places: Integers
    rows: Any
    given: Integers


@dataclass(frozen=True, slots=True)
class Sums:
    """Rows of the shape (units, columns), dense or sparse, the value as a function of their totals, and who made them.

    ``unit`` is what a unit is called; ``by_document`` says that documents are to be left out as a whole where there are
    several, ``by_annotator`` that it matters who gave which label, ``of_mean`` that the value is of the mean of all
    annotators there are. ``without`` gives the changes by annotator, or the reason why nobody can be left out.
    """

    units: Sequence[Unit]
    rows: Any
    statistic: Statistic
    unit: str
    without: Callable[[], Mapping[str, Without] | Undefined]
    by_document: bool = False
    by_annotator: bool = False
    of_mean: bool = False

    def value(self, rows: Any) -> float:
        """The value of some rows, NaN where it is undefined."""
        totals = np.asarray(rows.sum(axis=0)).reshape(1, -1)
        return float(self.statistic(totals)[0])

    def only(self, places: Sequence[int]) -> Sums:
        """The same of some units."""
        chosen = np.asarray(places, dtype=np.int64)
        number = np.full(len(self.units), -1, dtype=np.int64)
        number[chosen] = np.arange(len(chosen))

        def without() -> Mapping[str, Without] | Undefined:
            changes = self.without()
            if isinstance(changes, Undefined):
                return changes
            return {name: _renumbered(each, number) for name, each in changes.items()}

        units = [self.units[place] for place in chosen.tolist()]
        return replace(self, units=units, rows=self.rows[chosen], without=without)

    def of_documents(self) -> Sums:
        """The same with every document a unit."""
        names = dict.fromkeys(unit.document for unit in self.units)
        number = {name: place for place, name in enumerate(names)}
        document_of = np.array([number[unit.document] for unit in self.units], dtype=np.int64)

        def without() -> Mapping[str, Without] | Undefined:
            changes = self.without()
            if isinstance(changes, Undefined):
                return changes
            return {name: _grouped(each, document_of) for name, each in changes.items()}

        rows = _summed(self.rows, document_of, len(names))
        units = tuple(map(Unit, names))
        return replace(self, units=units, rows=rows, unit="document", without=without, by_document=False)


def stacked(several: Sequence[Sums]) -> Sums:
    """The units of several studies one after the other, whose columns and statistic are the same."""
    first = several[0]
    if len(several) == 1:
        return first
    if len({each.rows.shape[1] for each in several}) > 1:
        raise NotApplicable("the rounds have different numbers of samples of chance: leave out the precision")

    def without() -> Mapping[str, Without] | Undefined:
        found: dict[str, Without] = {}
        start = 0
        for each in several:
            changes = each.without()
            if isinstance(changes, Undefined):
                return changes
            for name, change in changes.items():
                moved = change._replace(places=change.places + start)
                found[name] = _joined(found[name], moved) if name in found else moved
            start += len(each.units)
        return found

    units = [unit for each in several for unit in each.units]
    return replace(first, units=units, rows=np.concatenate([each.rows for each in several]), without=without)


def _joined(one: Without, other: Without) -> Without:
    return Without(*(np.concatenate(both) for both in zip(one, other, strict=True)))


OF_ONE = Undefined("it is about one annotator")
"""Why there is no interval for other annotators."""


def of_one() -> Undefined:
    """Nobody can be left out of what is about one annotator."""
    return OF_ONE


def without_each(
    unit_of: Integers, compared: Sequence[tuple[str, ...]], numbers: Any, looked: Mapping[str, Sequence[int]]
) -> dict[str, Without]:
    """Sums over pairs of annotators without each of them: every pair that one is in goes.

    ``unit_of`` (cells,) says to which unit each row of ``numbers`` (cells, columns) is added, ``compared`` which pair
    it is of, and ``looked`` at which units each annotator looked, each once.
    """
    cells: dict[str, list[int]] = {name: [] for name in looked}
    for cell, pair in enumerate(compared):
        for name in pair:
            cells[name].append(cell)
    found = {}
    for name, units in looked.items():
        places = np.array(units, dtype=np.int64)
        number = {unit: place for place, unit in enumerate(units)}
        rows = np.zeros((len(places), numbers.shape[1]))
        own = np.array(cells[name], dtype=np.int64)
        np.add.at(rows, [number[unit] for unit in unit_of[own].tolist()], -numbers[own])
        found[name] = Without(places, rows, np.ones(len(places), dtype=np.int64))
    return found


def _renumbered(change: Without, number: Integers) -> Without:
    kept = np.flatnonzero(number[change.places] >= 0)
    return Without(number[change.places[kept]], change.rows[kept], change.given[kept])


def _grouped(change: Without, document_of: Integers) -> Without:
    places, group = np.unique(document_of[change.places], return_inverse=True)
    given = np.bincount(group, change.given, len(places)).astype(np.int64)
    return Without(places, _summed(change.rows, group, len(places)), given)


def _summed(rows: Any, group: Integers, groups: int) -> Any:
    """The sums of the rows of each group."""
    from scipy.sparse import csr_array

    return csr_array((np.ones(len(group)), (group, np.arange(len(group)))), shape=(groups, len(group))) @ rows
