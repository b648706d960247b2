"""Labels that are numbers, as programs for tables write them: 3.0 for 3, nothing or NA for a gap, 1,5 for 1.5."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.names import some
from accord.formats.numbers import finite_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GAPS = frozenset({"", "#N/A", "#NA", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"})
"""How programs for tables write that there is no number; pandas reads all of these so."""
_COMMA = re.compile(r"[+-]?\d+,\d+")
_PARTS = frozenset({"0", "00", "5", "50", "25", "75"})
"""What stands behind the comma of grades in halves and quarters, but not behind those of sets of any codes."""


class NumberLabels(NamedTuple):
    """How labels that are numbers are written instead, which of them say that there is none, and what to say of it."""

    spelled: Mapping[str, str]
    gaps: frozenset[str]
    said: tuple[str, ...]
    doubt: str = ""
    """A label that may be a number with a decimal comma or a set, where nothing tells."""


_NONE = NumberLabels({}, frozenset(), ())


def number_labels(labels: Iterable[str]) -> NumberLabels:
    """How to write labels that are all numbers: the same number alike, and none for a gap.

    A column of whole numbers with a gap is written with decimals by programs for tables: 3.0 is the 3 of the others.
    Where a row holds one label the gap itself is an empty cell, or NA. Of one number alone nothing follows, for it may
    be a mark, and an empty cell its absence. Numbers with decimal commas look like sets of two codes: halves and
    quarters are numbers, and so is what names the same code twice.

    >>> number_labels(["3.0", "3", "NA", "4"]).spelled, number_labels(["2,5", "3,0", "3"]).spelled["2,5"]
    ({'3.0': '3', '3': '3'}, '2.5')
    """
    different = dict.fromkeys(labels)
    gaps = [label for label in different if label in GAPS]
    written = [label for label in different if label not in GAPS]
    commas = [label for label in written if _COMMA.fullmatch(label)]
    alike: dict[float, list[str]] = defaultdict(list)
    for label in written:
        number = finite_number(label.replace(",", ".") if _COMMA.fullmatch(label) else label)
        if number is None:
            return _NONE
        alike[number].append(label)
    if commas and not _are_decimal(commas):
        return _NONE._replace(doubt=commas[0])
    said, plain = [], {label: label.replace(",", ".") for label in commas}
    if plain:
        said.append(f"labels are numbers, so {commas[0]} is {plain[commas[0]]}")
    several = [each for each in alike.values() if len(each) > 1]
    spelled = plain | {
        label: min((plain.get(other, other) for other in each), key=len) for each in several for label in each
    }
    if several:
        said.append(f"labels are numbers, so {' and '.join(several[0])} are the same")
    if len(alike) < 2:
        gaps = []
    if gaps:
        said.append(
            f"labels are numbers, so {some(list(map(repr, gaps)))} {'are' if len(gaps) > 1 else 'is'} no answer"
        )
    return NumberLabels(spelled, frozenset(gaps), tuple(said))


def _are_decimal(labels: list[str]) -> bool:
    """Whether labels with a comma are numbers and not sets of two codes."""
    parts = [label.lstrip("+-").split(",") for label in labels]
    if any(
        whole == part or (part.startswith("0") and part.strip("0")) or label[0] in "+-"
        for label, (whole, part) in zip(labels, parts, strict=True)
    ):
        return True
    return len({whole for whole, _ in parts}) > 1 and all(part in _PARTS for _, part in parts)
