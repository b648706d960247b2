"""What looks like a chunk label, whatever its encoding."""

from __future__ import annotations

import re

from accord.encoding.scheme import ENCODINGS, OUTSIDE

_STATES = "".join({state: None for encoding in ENCODINGS.values() for state in encoding.states if state != OUTSIDE})
_CHUNK = re.compile(f"{OUTSIDE}|[{_STATES}]-.+|.+-[{_STATES}]|[{_STATES}]")
_TYPED = re.compile(f"[{_STATES}]-(.+)")
_NEAR_MISS = re.compile(rf"[{_STATES}][-_./:].*", re.IGNORECASE)


def is_chunk_label(label: str) -> bool:
    """Whether a label is one of some encoding.

    >>> [label for label in ("O", "B-PER", "PER-B", "I", "NN", "b-per") if is_chunk_label(label)]
    ['O', 'B-PER', 'PER-B', 'I']
    """
    return _CHUNK.fullmatch(label) is not None


def is_typed_label(label: str) -> bool:
    """Whether a label is a state and a type, which hardly anything else looks like."""
    return _TYPED.fullmatch(label) is not None


def bare_type(label: str) -> str:
    """The type of such a label; any other label as it is.

    >>> bare_type("B-PER"), bare_type("NN")
    ('PER', 'NN')
    """
    typed = _TYPED.fullmatch(label)
    return typed[1] if typed else label


def is_near_miss(label: str) -> bool:
    """Whether a label was probably meant as a chunk label: b-per, B_PER."""
    return _NEAR_MISS.fullmatch(label) is not None


def is_near_outside(label: str) -> bool:
    """Whether a label was probably meant as O, where others are chunk labels or meant as such: o, 0."""
    return label in {"o", "0"}
