"""Tables of numbers as codings: small whole numbers are counted, all others sorted, and both give the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from accord.kinds.labels.options import CodingOptions
from accord.study.coding import MISSING
from accord.verbs.codings import as_coding

NAN = float("nan")


@pytest.mark.parametrize(
    ("table", "labels"),
    [
        (np.array([[1, 2], [2, 5]]), ("1", "2", "5")),
        (np.array([[0, 255], [255, 0]], dtype=np.uint8), ("0", "255")),
        (np.array([[-3, 2], [2, 2]], dtype=np.int8), ("-3", "2")),
        (np.array([[1.0, 2.0, NAN], [2.0, NAN, 4.0]]), ("1", "2", "4")),
        (np.array([[-3000, 2.0, NAN], [2.0, NAN, 4.0]], dtype=np.float16), ("-3000", "2", "4")),
        (np.array([[1.5, 2.0, NAN], [2.0, NAN, 4.0]]), ("1.5", "2", "4")),
        (np.array([[1.0, 1.0 + 2**-50], [1.0, 2.0]]), ("1", "1.0000000000000009", "2")),
        (np.array([[0.0, 1e9], [1e9, NAN]]), ("0", "1000000000")),
        (np.array([[2**62, 0], [0, 0]]), ("0", "4611686018427387904")),
    ],
    ids=["integers", "unsigned", "negative", "whole", "half precision", "fractions", "nearly whole", "far", "farther"],
)
def test_every_number_keeps_its_label(table: np.ndarray, labels: tuple[str, ...]) -> None:
    coding = as_coding(table, CodingOptions(keep_singletons=True), rows="items")
    assert coding.labels == labels
    given = [[float(labels[code]) if code != MISSING else NAN for code in row] for row in coding.codes.tolist()]
    np.testing.assert_array_equal(np.array(given), table.astype(float))


@pytest.mark.parametrize("table", [np.zeros((0, 2)), np.full((3, 2), NAN), np.zeros((0, 0))])
def test_no_number_no_label(table: np.ndarray[Any, Any]) -> None:
    coding = as_coding(table, CodingOptions(), rows="items")
    assert coding.labels == ()
    assert coding.items == 0


def test_numbers_that_mean_no_answer_are_left_out_and_counted_where_they_occur() -> None:
    coding = as_coding(
        np.array([[1, 2], [2, 2], [1, 1], [5, 2]]), CodingOptions(missing=frozenset({"3", "5"})), rows="items"
    )
    assert coding.labels == ("1", "2")
    assert coding.left_out == {"labels '5'": 1, "items with one label": 1}


def test_a_label_that_stands_alone_is_a_label_all_the_same() -> None:
    coding = as_coding({"ann": ["A", "B", None], "bob": ["A", "A", "Z"]}, CodingOptions())
    assert coding.labels == ("A", "B")
    assert coding.left_out == {"items with one label": 1}
