"""Experiments with crowdsourced re-annotation of a POS tagging data set (Hovy, Plank & Søgaard 2014).

1,000 tweets of Gimpel et al. (2011), 14,439 tokens, labelled anew by 177 workers, five or more a token, with 236,380
labels. The mean observed agreement of two labels of a token, .725, is from our notes.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from accord.learn.disagreement import Disagreement
from accord.learn.targets import item_weights

FILE = Path(__file__).parents[2].parent / "shared" / "data" / "pos" / "gimpel_crowdsourced-tf.tsv.gz"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not FILE.is_file(), reason=f"there is no file of real data at {FILE}"),
]


@pytest.fixture(scope="module")
def table() -> list[list[str | None]]:
    with gzip.open(FILE, "rt", encoding="utf-8") as stream:
        rows = [line.rstrip("\n").split("\t") for line in stream]
    return [[label or None for label in row[2].split(",")] for row in rows if len(row) == 4]


def test_a_crowd_with_missing_labels(table: list[list[str | None]]) -> None:
    dis = Disagreement.from_table(table)
    assert dis.coding.codes.shape == (14_439, 177)
    assert len(dis.labels) == 12
    assert dis.confusion.sum() == pytest.approx(236_380 / 2)
    assert (dis.confusion == dis.confusion.T).all()
    assert dis.agreement() == pytest.approx(0.725, abs=5e-4)
    assert dis.weights("cm-cond").warning is None


def test_the_observed_agreement_on_tokens(table: list[list[str | None]]) -> None:
    weights = item_weights(table)
    assert len(weights) == 14_439
    assert np.mean(weights) == pytest.approx(0.725, abs=5e-4)
