"""What stands around a place is cut, and never within a character."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.kinds.page.context import LONGEST, SIDE, context_of, without_middle

MARKED = "e\u0301"  # e with an acute accent of its own
FAMILY = "\U0001f469\u200d\U0001f467"  # woman, joiner, girl


def test_short_texts_are_whole() -> None:
    tokens = ("Fog", "in", "Port", "Said", ".")
    assert context_of(tokens, 2, 4) == ("Port Said", "Fog in ", " .")
    assert context_of("Fog in Port Said.", 7, 16) == ("Port Said", "Fog in ", ".")


def test_the_ends_of_a_text_have_nothing_before_and_behind_them() -> None:
    assert context_of(("Fog",), 0, 1) == ("Fog", "", "")
    assert context_of("Fog", 0, 3) == ("Fog", "", "")
    assert context_of("", 0, 0) == ("", "", "")


@given(words=st.lists(st.text(alphabet="ab é\u0301\u200dא😀", max_size=150), min_size=1, max_size=40), data=st.data())
def test_context_is_part_of_the_text_and_short(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    found = context_of(words, start, end)
    before, after = "".join(f"{word} " for word in words[:start]), "".join(f" {word}" for word in words[end:])
    assert before.endswith(found.before.removeprefix("…"))
    assert after.startswith(found.after.removesuffix("…"))
    assert found.before == before or len(found.before) >= SIDE
    assert found.after == after or len(found.after) >= SIDE - 31
    assert max(len(found.before), len(found.after)) <= SIDE + 34
    assert len(found.text) <= LONGEST + 34


@pytest.mark.parametrize("whole", [MARKED, FAMILY, "\U0001f44d\U0001f3fd", "ก\u0e49", "नि"])
@pytest.mark.parametrize("shift", range(4))
def test_no_mark_is_parted_from_what_carries_it(whole: str, shift: int) -> None:
    text = "x" * shift + whole * 200
    middle = shift + 100 * len(whole)
    found = context_of(text, middle, middle + len(whole))
    assert found.text == whole
    for side in (found.before.removeprefix("…"), found.after.removesuffix("…")):
        assert side == whole * (len(side) // len(whole))
    for part in without_middle(text).split("…"):
        assert part.lstrip("x") == whole * (len(part.lstrip("x")) // len(whole))


def test_a_token_of_a_hundred_thousand_characters_is_cut() -> None:
    found = context_of(("a" * 100_000, "b" * 100_000, "c" * 100_000), 1, 2)
    assert found.text == "b" * 80 + "…" + "b" * 40
    assert found.before == "…" + "a" * (SIDE - 1) + " "
    assert found.after == " " + "c" * (SIDE - 1) + "…"


def test_endless_marks_are_cut_all_the_same() -> None:
    found = context_of("a" + "\u0301" * 100_000, 0, 1)
    assert len(found.after) == SIDE + 1
    assert unicodedata.category(found.after[0]) == "Mn"


def test_right_to_left_text_keeps_its_order() -> None:
    found = context_of(("ראה", "את", "חיפה", "בלילה"), 2, 3)
    assert found == ("חיפה", "ראה את ", " בלילה")
