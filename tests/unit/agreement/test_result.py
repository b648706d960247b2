"""Values that may be undefined, and the signature beside them."""

from __future__ import annotations

from fractions import Fraction

import pytest

import accord
from accord.agreement.result import Undefined, number, ratio
from accord.agreement.signature import Signature


def test_a_ratio_is_exact() -> None:
    assert ratio(3, 160, "nothing") == Fraction(3, 160)
    assert ratio(0, 5, "nothing") == 0


def test_a_ratio_over_nothing_is_undefined_and_says_why() -> None:
    value = ratio(0, 0, "nothing was predicted")
    assert value == Undefined("nothing was predicted")
    assert not value
    assert value != 0


@pytest.mark.parametrize(
    ("value", "expected"), [(Fraction(1, 4), 0.25), (0.5, 0.5), (Fraction(0), 0.0), (Undefined("x"), None)]
)
def test_json_holds_a_number_or_null(value: Fraction | float | Undefined, expected: float | None) -> None:
    assert number(value) == expected
    assert (number(value) is None) == isinstance(value, Undefined)


def test_a_signature_keeps_the_order_of_its_choices_and_ends_with_the_version() -> None:
    choices = {"match": "exact", "avg": "micro", "enc": "BIO", "repair": "begin"}
    assert str(Signature("f1", choices)) == f"f1|match:exact|avg:micro|enc:BIO|repair:begin|v:{accord.__version__}"
    assert str(Signature("f1", {})) == f"f1|v:{accord.__version__}"


def test_signatures_are_equal_if_their_choices_are() -> None:
    assert Signature("f1", {"enc": "BIO"}) == Signature("f1", {"enc": "BIO"})
    assert Signature("f1", {"enc": "BIO"}) != Signature("f1", {"enc": "IOB"})
