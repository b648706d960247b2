"""Computing Krippendorff's alpha-reliability (Krippendorff 2011): its examples B, C and D.

The data of C and D are in many programs (R's irr has them as nmm, Gwet's irrCAC as cac.raw4raters); the twelfth unit
has one value, which plays no part.
"""

from __future__ import annotations

import pytest

from accord.verbs.agree import agree

BEN_AND_GERRY = {"ben": list("aabbdcccedda"), "gerry": list("babbbccceddd")}
FOUR_OBSERVERS = {
    name: [None if value == "*" else value for value in values]
    for name, values in {"A": "123321412***", "B": "1233224125*3", "C": "*3332342251*", "D": "12332441251*"}.items()
}


def test_b_nominal_data() -> None:
    assert agree(BEN_AND_GERRY, "alpha").result.value == pytest.approx(0.692, abs=5e-4)


@pytest.mark.parametrize(
    ("distance", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_c_and_d_four_observers_by_level_of_measurement(distance: str, alpha: float) -> None:
    result = agree(FOUR_OBSERVERS, "alpha", distance=distance).result
    assert result.value == pytest.approx(alpha, abs=5e-4)
    assert result.used == {"items": 11, "labels": 40}
    assert result.excluded == {"items with one label": 1}
