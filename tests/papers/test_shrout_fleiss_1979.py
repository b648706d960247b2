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
