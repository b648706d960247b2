"""Numbers as files and callers write them: one way to read them, which refuses what it cannot hold and never fails."""

from __future__ import annotations

import re
from math import isfinite

DIGITS = 15
"""Whole numbers have so many digits at most: a float holds them exactly, and Python refuses texts of thousands."""
_WHOLE = re.compile(rf"-?\d{{1,{DIGITS}}}")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?")
"""Decimal numbers hold every exponent of four digits."""


def is_natural(written: str) -> bool:
    """Whether a text is a whole number from 0, such as an id, which ``int`` then takes.

    >>> is_natural("12"), is_natural("-1"), is_natural("1.5"), is_natural("9" * 16)
    (True, False, False, False)
    """
    return len(written) <= DIGITS and written.isdecimal()


def whole_number(written: object) -> int | None:
    """A whole number as it is written, or None for anything else.

    >>> whole_number("-3"), whole_number("3.0"), whole_number("9" * 5_000)
    (-3, None, None)
    """
    return int(written) if isinstance(written, str) and _WHOLE.fullmatch(written) else None


def finite_number(written: object) -> float | None:
    """A number as it is written, with white space around it or not; None for anything else, NaN and infinity.

    >>> finite_number(" 1.5 "), finite_number(3), finite_number("1,5"), finite_number("1_0"), finite_number("1e999")
    (1.5, 3.0, None, None, None)
    """
    if isinstance(written, str):
        written = written.strip()
        if not _NUMBER.fullmatch(written):
            return None
    elif isinstance(written, bool) or not isinstance(written, int | float):
        return None
    try:
        number = float(written)
    except OverflowError:  # a whole number of hundreds of digits
        return None
    return number if isfinite(number) else None
