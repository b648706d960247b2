"""Spans in columns are the spans themselves, whenever they are made."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

from accord.model import Span, Spans

COLUMNS = ([0, 5], [4, 9], ("ORG", "PER"))
SPANS = (Span(0, 4, "ORG"), Span(5, 9, "PER"))


def in_columns() -> Spans:
    return Spans.in_columns(COLUMNS, 9, "character", "a.jsonl", 1)


def test_spans_in_columns_are_the_same_spans() -> None:
    made = Spans(SPANS, 9, "character", "a.jsonl", 1)
    assert in_columns() == made
    assert hash(in_columns()) == hash(made)
    assert repr(in_columns()) == repr(made)
    assert [*map(list, in_columns().columns)] == [*map(list, made.columns)]
    assert replace(in_columns(), line=2) == replace(made, line=2)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda said: pickle.loads(pickle.dumps(said))])
def test_a_copy_has_them(again: object) -> None:
    assert again(in_columns()).spans == SPANS  # type: ignore[operator]


def test_nothing_else_is_made_up() -> None:
    assert Spans((), 9).columns == ((), (), ())
    with pytest.raises(AttributeError, match="colour"):
        _ = in_columns().colour
