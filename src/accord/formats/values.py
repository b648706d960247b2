"""The values of Python data as a file would hold them: what is missing, and labels and cells as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from accord.errors import UsageError


class _Absent(str):
    """An empty cell that differs from an empty text."""

    __slots__ = ()


ABSENT = _Absent()
"""The cell of a value that is missing, where an empty text would be a label."""


def is_absent(value: Any) -> bool:
    """Whether a value stands for none: None, NaN, and what data frames have for these.

    >>> [is_absent(value) for value in (None, float("nan"), "", 0, [])]
    [True, True, False, False, False]
    """
    if isinstance(value, str):
        return False
    if value is None or type(value).__name__ in {"NAType", "NaTType", "MaskedConstant"}:
        return True
    try:
        return bool(value != value)  # noqa: PLR0124 - NaN
    except (TypeError, ValueError):  # arrays, and objects that cannot be compared
        return False


def label_text(value: Any) -> str:
    """A label as text: whole numbers without a point, sets and lists by their members, tuples part by part.

    >>> label_text(3.0), label_text({"joy", "anger"}), label_text(("joy", 2)), label_text(True)
    ('3', 'anger|joy', 'joy / 2', 'True')
    """
    if isinstance(value, str):
        return value
    value = plain(value)
    if isinstance(value, Set | list):
        return "|".join(sorted(map(label_text, value)))
    if isinstance(value, tuple):
        return " / ".join(map(label_text, value))
    if isinstance(value, Mapping):
        return " / ".join(sorted(f"{label_text(key)}: {label_text(part)}" for key, part in value.items()))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def refuse_mixed_truth(values: Iterable[Any]) -> None:
    """Refuse labels of which some are True or False and some 0 or 1: whether these mean the same is not known.

    >>> refuse_mixed_truth([True, 1])
    Traceback (most recent call last):
    accord.errors.UsageError: some labels are True or False and some 0 or 1: write all of them in one way
    """
    known = [plain(value) for value in values if not isinstance(value, str)]
    truths = any(isinstance(value, bool) for value in known)
    if truths and any(type(value) in {int, float} and value in {0, 1} for value in known):
        raise UsageError("some labels are True or False and some 0 or 1: write all of them in one way")


def cell_text(value: Any) -> str:
    """A value as the cell of a table."""
    return ABSENT if is_absent(value) else label_text(value)


def json_value(value: Any) -> Any:
    """A value as JSON has it: missing ones as null, whole numbers without a point, sets as lists."""
    if is_absent(value):
        return None
    value = plain(value)
    if isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        return {str(key): json_value(part) for key, part in value.items()}
    if isinstance(value, Set):
        return sorted((json_value(part) for part in value), key=str)
    return [json_value(part) for part in value] if isinstance(value, list | tuple) else str(value)


def plain(value: Any) -> Any:
    """Arrays and the numbers of arrays as lists and numbers; everything else as it is."""
    return value.tolist() if hasattr(value, "tolist") and hasattr(value, "dtype") else value
