"""Shrout & Fleiss (1979), Intraclass correlations: uses in assessing rater reliability, Tables 2 and 4.

Six targets by four judges. The paper's ICC(2,.) and ICC(3,.) are ICC(A,.) and ICC(C,.) of McGraw and Wong (1996).
"""

from __future__ import annotations

import pytest

import accord
from accord.agreement.result import Undefined

RATINGS = ((9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7))
PUBLISHED = {"icc-1": 0.17, "icc-a": 0.29, "icc-c": 0.71, "icc-1-k": 0.44, "icc-a-k": 0.62, "icc-c-k": 0.91}


def table() -> dict[str, list[int]]:
    return {f"judge {judge + 1}": [row[judge] for row in RATINGS] for judge in range(4)}


@pytest.mark.parametrize("name", PUBLISHED)
def test_intraclass_correlations(name: str) -> None:
    found = accord.agree(table(), "icc")[name]
    assert not isinstance(found.value, Undefined)
    assert round(float(found.value), 2) == PUBLISHED[name]
    assert "dist:interval" in str(found.signature)


def test_components_of_variance() -> None:
    """From their mean squares 11.24, 32.49 and 1.02: (BMS - EMS) / 4, (JMS - EMS) / 6 and EMS."""
    found = next(each for each in accord.agree(table(), "icc").extra() if each.name == "components")
    items, annotators, rest = found.rows
    assert items[1] == pytest.approx((11.241667 - 1.019444) / 4, abs=1e-6)
    assert annotators[1] == pytest.approx((32.486111 - 1.019444) / 6, abs=1e-6)
    assert rest[1] == pytest.approx(1.019444, abs=1e-6)
    assert sum(row[2] for row in found.rows) == pytest.approx(1)
