"""How the rows of a coefficient of labels change without one annotator, for all items that are labelled alike at once.

What is left of an item depends on its kind and on which label goes; where it matters who gave which label, on its kind
and on who goes. So the rows of what is left are computed once for each of these.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.other_annotators import Changed
from accord.study.coding import MISSING
from accord.study.item_kinds import kinds_of

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    kinds = kinds_of(coding, by_annotator=coefficient.by_annotator)
    wide = len(coding.annotators) if coefficient.by_annotator else len(coding.labels)

    def going(annotator: int) -> tuple[NDArray[np.intp], Numbers]:
        """The items of an annotator, and which change each of them undergoes."""
        codes = np.ascontiguousarray(coding.codes[:, annotator])
        items = np.flatnonzero(codes != MISSING)
        what = annotator if coefficient.by_annotator else codes[items]
        return items, kinds.kind_of[items] * wide + what

    everybody = range(len(coding.annotators))
    counted = [_counted(going(one)[1]) for one in everybody]
    used = np.unique(np.concatenate([keys for keys, _ in counted]))
    kind, what = np.divmod(used, wide)
    gone = _one_less(kinds.codes[kind], what, by_annotator=coefficient.by_annotator)
    rows = _rows(coding, np.concatenate([kinds.codes[kind], gone]), coefficient, distance)
    change = rows[len(kind) :] - rows[: len(kind)]
    for one, (keys, times) in zip(everybody, counted, strict=True):
        given = int(times.sum())
        if by_document:
            items, of_items = going(one)
            yield Changed(*_summed(change, coding.document_of[items], np.searchsorted(used, of_items)), given)
        else:
            yield Changed(change[np.searchsorted(used, keys)], times, given)


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
    some = replace(coding, codes=codes, annotators=names, document_of=np.zeros(len(codes), dtype=np.int32))
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
