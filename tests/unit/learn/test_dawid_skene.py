"""An annotator who answers several times: five anaesthetists on 45 patients, the first of them three times.

These are the data that Dawid & Skene (1979) explained their model by, as others reprint them. The prevalences of the
four classes are widely quoted as .40, .42, .11 and .07; the paper was not at hand, so that the witness here is the slow
oracle. An annotator who answers three times has no place in a coding, but in the votes that the model sees.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from accord.learn.aggregate.dawid_skene import DawidSkene
from accord.learn.aggregate.votes import Kinds, Votes
from tests.oracle import aggregation as oracle

PATIENTS = """
111 1 1 1 1; 333 4 3 3 4; 112 2 1 2 2; 222 3 1 2 1; 222 3 2 2 2; 222 3 3 2 2; 122 2 1 1 1; 333 3 4 3 3; 222 2 2 2 3;
232 2 2 2 3; 444 4 4 4 4; 222 3 3 4 3; 111 1 1 1 1; 222 3 2 1 2; 121 1 1 1 1; 111 2 1 1 1; 111 1 1 1 1; 111 1 1 1 1;
222 2 2 2 1; 222 1 3 2 2; 222 2 2 2 2; 222 2 2 2 1; 222 3 2 2 2; 221 2 2 2 2; 111 1 1 1 1; 111 1 1 1 1; 232 2 2 2 2;
111 1 1 1 1; 111 1 1 1 1; 112 1 1 2 1; 111 1 1 1 1; 333 3 2 3 3; 111 1 1 1 1; 222 2 2 2 2; 222 3 2 3 2; 433 4 3 4 3;
221 2 2 3 2; 232 3 2 3 3; 333 3 4 3 2; 111 1 1 1 1; 111 1 1 1 1; 121 2 1 1 1; 232 2 2 2 2; 121 1 1 1 1; 222 2 2 2 2
"""


CLASSES = ["1", "2", "3", "4"]
WHO = [0, 0, 0, 1, 2, 3, 4]
TABLE: oracle.Table = [tuple("".join(row.split())) for row in PATIENTS.strip().split(";")]


def test_an_annotator_who_answers_three_times_has_one_matrix() -> None:
    answers = [
        (patient, who * 4 + CLASSES.index(answer or ""))
        for patient, row in enumerate(TABLE)
        for who, answer in zip(WHO, row, strict=True)
    ]
    rows, columns = np.array(answers).T
    given = csr_array((np.ones(len(answers)), (rows, columns)), shape=(45, 20))
    given.sum_duplicates()
    votes = Votes(Kinds(given, 5, 4), np.ones(45))
    assert votes.count == 45 * 7
    fit = DawidSkene(trust=0.0).fit(votes, np.random.default_rng())
    assert fit.converged
    posterior, model = oracle.dawid_skene(TABLE, CLASSES, 200, who=WHO)
    confusion = [[[model.confusion[who, true, said] for said in CLASSES] for true in CLASSES] for who in range(5)]
    assert fit.prevalence == pytest.approx(np.array(list(model.prevalence.values())), abs=1e-5)
    assert fit.confusion == pytest.approx(np.array(confusion), abs=1e-5)
    assert fit.posterior == pytest.approx(np.array([list(each.values()) for each in posterior]), abs=1e-5)
    assert fit.log_likelihood == pytest.approx(oracle.log_likelihood(TABLE, CLASSES, model), abs=1e-5)
