"""How the rows of a coefficient of labels change without one annotator, for all items that are labelled alike at once.

What is left of an item depends on its kind and on which label goes; where it matters who gave which label, on its kind
and on who goes. So the rows of what is left are computed once for each of these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.other_annotators import Changed
from accord.study.coding import MISSING
from accord.study.item_kinds import kinds_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from accord.chance.labels import Rows
    from accord.kinds.labels.coefficient import Coefficient
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Codes, Coding

    Numbers = NDArray[np.int64]


def changes_without(
    coding: Coding, coefficient: Coefficient, distance: Distance, *, by_document: bool
) -> Iterator[Changed]:
    """How the rows of items, or of documents, change without each annotator in turn."""
    changes = _Changes.of(coding, coefficient, distance)
    for one in range(len(coding.annotators)):
        keys, times = changes.counted[one]
        given = int(times.sum())
        if by_document:
            items, of_items = changes.going(one)
            yield Changed(*_summed(changes.rows, coding.document_of[items], of_items), given)
        else:
            yield Changed(changes.rows[np.searchsorted(changes.used, keys)], times, given)


def changes_of_items(
    coding: Coding, coefficient: Coefficient, distance: Distance
) -> Iterator[tuple[NDArray[np.intp], Rows]]:
    """The items of each annotator in turn, and how the row of each of them changes without this one."""
    changes = _Changes.of(coding, coefficient, distance)
    for one in range(len(coding.annotators)):
        items, of_items = changes.going(one)
        yield items, changes.rows[of_items]


@dataclass(frozen=True, slots=True)
class _Changes:
    """What items undergo without an annotator: ``rows`` has a change for each of the keys that are ``used``.

    ``counted`` has the keys of each annotator with how many items undergo each.
    """

    coding: Coding
    kind_of: Numbers
    wide: int
    by_annotator: bool
    counted: Sequence[tuple[Numbers, Numbers]]
    used: Numbers
    rows: Rows

    @classmethod
    def of(cls, coding: Coding, coefficient: Coefficient, distance: Distance) -> _Changes:
        """Those of a coding."""
        by_annotator = coefficient.by_annotator
        coding = coding.unpacked() if by_annotator else coding
        kinds = kinds_of(coding, by_annotator=by_annotator)
        wide = len(coding.annotators) if by_annotator else len(coding.labels)
        everybody = range(len(coding.annotators))
        counted = [_counted(_keys(coding, kinds.kind_of, wide, one, by_annotator=by_annotator)[1]) for one in everybody]
        used = np.unique(np.concatenate([keys for keys, _ in counted]))
        kind, what = np.divmod(used, wide)
        gone = _one_less(kinds.codes[kind], what, by_annotator=by_annotator)
        rows = _rows(coding, np.concatenate([kinds.codes[kind], gone]), coefficient, distance)
        change = rows[len(kind) :] - rows[: len(kind)]
        return cls(coding, kinds.kind_of, wide, by_annotator, counted, used, change)

    def going(self, annotator: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The items of an annotator, and which of the rows each of them undergoes."""
        items, keys = _keys(self.coding, self.kind_of, self.wide, annotator, by_annotator=self.by_annotator)
        return items, np.searchsorted(self.used, keys)


def _keys(
    coding: Coding, kind_of: Numbers, wide: int, annotator: int, *, by_annotator: bool
) -> tuple[NDArray[np.intp], Numbers]:
    """The items of an annotator, and a number for what each of them undergoes without this one."""
    items, codes = coding.of(annotator)
    return items, kind_of[items] * wide + (annotator if by_annotator else codes)


def _counted(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Each distinct key, and how often it occurs."""
    if keys.max(initial=0) > 4 * len(keys):
        return np.unique(keys, return_counts=True)
    times = np.bincount(keys)  # far faster than sorting where keys are small
    used = np.flatnonzero(times)
    return used, times[used]


def _one_less(codes: Codes, what: Numbers, *, by_annotator: bool) -> Codes:
    """Rows of codes without one label each: that of an annotator, or the first that is the same."""
    gone = codes.copy()
    column = what if by_annotator else np.argmax(codes == what[:, None], axis=1)
    gone[np.arange(len(gone)), column] = MISSING
    return gone


def _rows(coding: Coding, codes: Codes, coefficient: Coefficient, distance: Distance) -> Rows:
    """The rows of items with these labels; nothing for those that are left with too few."""
    from scipy.sparse import diags_array

    names = coding.annotators if coefficient.by_annotator else ("",) * codes.shape[1]
    some = replace(coding, codes=codes, annotators=names, document_of=np.zeros(len(codes), dtype=np.int32), who=None)
    sample = coefficient.sample(some, distance)
    enough = (some.per_item >= coding.least).astype(np.float64)
    rows: Rows = (diags_array(enough) @ sample.rows[sample.kind_of]).tocsr()
    return rows


def _summed(rows: Rows, document_of: Codes, number_of: Numbers) -> tuple[Rows, Numbers]:
    """The rows of documents, each one of a kind of its own."""
    from scipy.sparse import csr_array

    documents, place = np.unique(document_of, return_inverse=True)
    member = csr_array((np.ones(len(place)), (place, number_of)), shape=(len(documents), rows.shape[0]))
    return member @ rows, np.ones(len(documents), dtype=np.int64)
