"""Dawid & Skene (1979): five anaesthetists on 45 patients, the first of them three times.

The data are those of the paper's Table 1, as others reprint it. The paper itself was not at hand: what is compared with
it are the figures that we remember it to print, how frequent the four classes are and how the first observer answers to
the first three of them. An annotator who answers three times has no place in a coding, but in the votes that the model
sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.sparse import csr_array

from accord.learn.aggregate.dawid_skene import DawidSkene
from accord.learn.aggregate.votes import Kinds, Votes

if TYPE_CHECKING:
    from accord.learn.aggregate.fit import Fit

PATIENTS = """
111 1 1 1 1; 333 4 3 3 4; 112 2 1 2 2; 222 3 1 2 1; 222 3 2 2 2; 222 3 3 2 2; 122 2 1 1 1; 333 3 4 3 3; 222 2 2 2 3;
232 2 2 2 3; 444 4 4 4 4; 222 3 3 4 3; 111 1 1 1 1; 222 3 2 1 2; 121 1 1 1 1; 111 2 1 1 1; 111 1 1 1 1; 111 1 1 1 1;
222 2 2 2 1; 222 1 3 2 2; 222 2 2 2 2; 222 2 2 2 1; 222 3 2 2 2; 221 2 2 2 2; 111 1 1 1 1; 111 1 1 1 1; 232 2 2 2 2;
111 1 1 1 1; 111 1 1 1 1; 112 1 1 2 1; 111 1 1 1 1; 333 3 2 3 3; 111 1 1 1 1; 222 2 2 2 2; 222 3 2 3 2; 433 4 3 4 3;
221 2 2 3 2; 232 3 2 3 3; 333 3 4 3 2; 111 1 1 1 1; 111 1 1 1 1; 121 2 1 1 1; 232 2 2 2 2; 121 1 1 1 1; 222 2 2 2 2
"""


@pytest.fixture(scope="module")
def fit() -> Fit:
    patients = [row.split() for row in PATIENTS.strip().split(";")]
    answers = [
        (patient, observer * 4 + int(answer) - 1)
        for patient, row in enumerate(patients)
        for observer, cell in enumerate(row)
        for answer in cell
    ]
    rows, columns = np.array(answers).T
    given = csr_array((np.ones(len(answers)), (rows, columns)), shape=(45, 20))
    given.sum_duplicates()
    votes = Votes(Kinds(given, 5, 4), np.ones(45))
    assert votes.count == 315
    return DawidSkene(tolerance=1e-12, iterations=5_000).fit(votes, np.random.default_rng())


def test_how_frequent_the_classes_are(fit: Fit) -> None:
    assert fit.converged
    assert fit.prevalence.round(2).tolist() == [0.40, 0.42, 0.11, 0.07]


def test_how_the_first_observer_answers(fit: Fit) -> None:
    printed = [[0.89, 0.11, 0.0, 0.0], [0.07, 0.88, 0.05, 0.0], [0.0, 0.34, 0.66, 0.0]]
    assert fit.confusion[0, :3].round(2).tolist() == printed
