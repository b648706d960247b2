"""Measuring nominal scale agreement among many raters (Fleiss 1971): 30 patients, six psychiatrists, five diagnoses.

The table as in dkpro-statistics (Fleiss1971Test), with which R's irr (diagnoses) agrees; a line a patient, a digit a
psychiatrist. Who gave which diagnosis is not known, so only coefficients apply that do not ask.
"""

from __future__ import annotations

import pytest

from accord.agreement.result import Undefined
from accord.verbs.agree import agree

PATIENTS = """
    444444 222555 233335 555555 222444 113333 333355 113334 114444 555555
    144444 124444 222333 144444 224445 333335 111455 111112 224444 133555
    555555 244444 224555 114444 144445 222224 111155 224444 133333 555555
"""
TABLE = [list(patient) for patient in PATIENTS.split()]


def test_kappa_of_all_diagnoses() -> None:
    """The paper's expected agreement is .2201, for it squares shares that are rounded to three digits."""
    result = agree(TABLE, "fleiss", distance="nominal").result
    assert result.observed == pytest.approx(0.5556, abs=5e-5)
    assert result.expected == pytest.approx(0.2201, abs=2e-4)
    assert result.value == pytest.approx(0.430, abs=5e-4)


def test_kappa_of_each_diagnosis() -> None:
    """Depression, personality disorder, schizophrenia, neurosis and other, again from rounded numbers."""
    measured = agree(TABLE, "fleiss", distance="nominal")
    found = {each.label: each.measured.value for each in measured.labels}
    assert not any(isinstance(value, Undefined) for value in found.values())
    expected = {"1": 0.248, "2": 0.248, "3": 0.517, "4": 0.470, "5": 0.565}
    assert found == pytest.approx(expected, abs=0.005)


def test_the_extent_of_agreement_on_each_patient() -> None:
    expected = """
        1.000 .400 .400 1.000 .400 .467 .467 .267 .467 1.000 .667 .400 .400 .667 .267
        .667 .267 .667 .467 .267 1.000 .667 .267 .467 .400 .667 .467 .467 .667 1.000
    """
    hardest = agree(TABLE, "fleiss", distance="nominal").hardest(30)
    found = {int(each.name): 1 - each.disagreement for each in hardest}
    for patient, agreement in enumerate(map(float, expected.split()), 1):
        assert found.get(patient, 1.0) == pytest.approx(agreement, abs=5e-4)
