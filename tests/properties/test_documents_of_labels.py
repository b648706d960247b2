"""Every document of a coding at once: as if each were measured alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.kinds.labels import documents
from accord.kinds.labels.breakdown import breakdown_of
from accord.kinds.labels.documents import measured_documents
from accord.kinds.labels.measurement import measure
from accord.verbs.agree import agree
from tests.properties.tables import SCALES, applies, columns, tables

if TYPE_CHECKING:
    from accord.agreement.result import Interval, Value

FROM_DATA = ("alpha", "kappa", "weighted-kappa", "fleiss", "light", "multi-kappa", "ac1", "ac2")
COEFFICIENTS = (*FROM_DATA, "s", "randolph", "observed")


def same(one: Value | Interval, other: Value | Interval) -> bool:
    if isinstance(one, Undefined) or isinstance(other, Undefined):
        return one == other
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one[:2] == pytest.approx(other[:2], abs=1e-9) and one[2:] == other[2:]
    return one == pytest.approx(other, abs=1e-9)


@pytest.mark.parametrize("distance", ["nominal", "ordinal", "interval", "masi"])
@given(data=st.data(), singles=st.booleans(), cells=st.sampled_from([1, 100, 10_000]))
def test_documents_are_measured_as_if_they_were_alone(
    distance: str, data: st.DataObject, singles: bool, cells: int
) -> None:
    table = data.draw(tables(SCALES[distance], least=1, most=14))
    fitting = [name for name in COEFFICIENTS if applies(name, distance, len(table[0]))]
    coefficient = data.draw(st.sampled_from(fitting))
    agreement = agree(columns(table), coefficient, distance=distance, keep_singletons=singles)
    breakdown = breakdown_of(agreement)
    document_of = np.array([data.draw(st.integers(0, 3)) for _ in breakdown.coding.codes], dtype=np.int32)
    coding = replace(breakdown.coding, documents=tuple("abcd"), document_of=document_of)
    choices = (
        coding,
        breakdown.coefficient,
        breakdown.distance,
        breakdown.uncertainty,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "_CELLS", cells)
        found = dict(measured_documents(*choices))
    assert list(found) == np.unique(document_of).tolist()
    for document, measured in found.items():
        alone = measure(coding.of_items(document_of == document), *choices[1:])
        if alone.count == 1 and coefficient in FROM_DATA and not isinstance(alone.value, Undefined):
            assert measured.value == measured.expected == Undefined("chance cannot be told from one item")
            assert same(measured.observed, alone.observed)
            continue
        assert same(measured.value, alone.value)
        assert same(measured.observed, alone.observed)
        assert same(measured.expected, alone.expected)
        assert same(measured.interval, alone.interval)
        assert measured.count == alone.count
