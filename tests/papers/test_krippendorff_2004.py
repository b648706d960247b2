"""Content Analysis, second edition (Krippendorff 2004): the examples of chapter 11, as in dkpro-statistics."""

from __future__ import annotations

import pytest

from accord.verbs.agree import agree
from tests.build import crossed


def test_two_values_on_page_224() -> None:
    measured = agree({"jon": list("1100000000"), "han": list("0110010100")}, ["alpha", "observed"], distance="nominal")
    alpha, observed = measured.results
    assert observed.value == pytest.approx(0.600)
    assert 1 - float(alpha.expected or 0) == pytest.approx(0.442, abs=5e-4)  # type: ignore[arg-type]
    assert alpha.value == pytest.approx(0.095, abs=5e-4)


def test_three_values_on_page_227() -> None:
    result = agree({"one": list("aabbbbbccccc"), "other": list("abbbbbcccccc")}, "alpha", distance="nominal").result
    assert result.observed == pytest.approx(0.833, abs=5e-4)
    assert result.value == pytest.approx(0.734, abs=1e-3)


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        pytest.param(crossed("a b c", "12 9 9", "9 14 9", "9 9 20"), 0.186, id="the same use of the values"),
        pytest.param(crossed("a b c", "12 18 18", "0 14 18", "0 0 20"), 0.258, id="different uses"),
    ],
)
def test_what_each_coefficient_makes_of_different_uses_of_the_values_on_page_246(
    table: dict[str, list[str]], kappa: float
) -> None:
    """Only kappa rewards observers who disagree on how often each value applies."""
    results = agree(table, ["observed", "s", "pi", "kappa"]).results
    assert [result.value for result in results] == pytest.approx([0.460, 0.190, 0.186, kappa], abs=1e-3)
