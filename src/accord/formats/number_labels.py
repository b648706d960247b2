"""Labels that programs write in several ways: 3.0 for 3, NA for a gap, 1,5 for 1.5, TRUE for True, two forms of é."""

from __future__ import annotations

import re
from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from accord.formats.names import some
from accord.formats.numbers import finite_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GAPS = frozenset({"", ".", "#N/A", "#NA", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"})
"""How programs for tables write that there is no number; pandas reads all of these so, SPSS and
SAS the point."""
_MINUS = "\N{MINUS SIGN}"
_SIGNS = f"+-{_MINUS}"
_TRUTH = frozenset({"true", "false"})
_COMMA = re.compile(r"[+\-\N{MINUS SIGN}]?\d+,\d+")
_PARTS = frozenset({"0", "00", "5", "50", "25", "75"})
"""What stands after the comma of grades in halves and quarters, but not after those of sets of any codes."""


class PlainLabels(NamedTuple):
    """How labels are written instead, which of them say that there is none, and what to say of it."""

    spelled: Mapping[str, str]
    gaps: frozenset[str]
    said: tuple[str, ...]
    doubt: str = ""
    """A label that may be a number with a decimal comma or a set, where nothing tells."""


_NONE = PlainLabels({}, frozenset(), ())


def plain_labels(labels: Iterable[str]) -> PlainLabels:
    """How to write labels that are the same alike: numbers, true and false, or what differs in its Unicode form only.

    >>> plain_labels(["True", "TRUE", "false"]).spelled
    {'TRUE': 'True'}
    """
    different = dict.fromkeys(labels)
    for read in (number_labels, _truth_labels):
        found = read(different)
        if found != _NONE:
            return found
    return _in_one_form(different)


def _truth_labels(labels: Iterable[str]) -> PlainLabels:
    """True and false alike, however programs write them, and gaps beside them."""
    first: dict[str, str] = {}
    spelled, gaps = {}, []
    for label in labels:
        if label in GAPS:
            gaps.append(label)
        elif label.casefold() not in _TRUTH:
            return _NONE
        elif first.setdefault(label.casefold(), label) != label:
            spelled[label] = first[label.casefold()]
    said = [f"labels are true or false, so {one} and {other} are the same" for other, one in list(spelled.items())[:1]]
    gaps = gaps if len(first) == len(_TRUTH) else []
    if gaps:
        said.append(_no_answer("true or false", gaps))
    return PlainLabels(spelled, frozenset(gaps), tuple(said)) if said else _NONE


def _in_one_form(labels: Iterable[str]) -> PlainLabels:
    """What looks the same and is written in two forms of Unicode, as file systems and keyboards differ."""
    first: dict[str, str] = {}
    spelled = {}
    for label in labels:
        if not label.isascii() and (one := first.setdefault(normalize("NFC", label), label)) != label:
            spelled[label] = one
    named = some(list(map(repr, spelled)))
    said = [f"{named}: the same label in another form of Unicode, and counted as one"] if spelled else []
    return PlainLabels(spelled, frozenset(), tuple(said)) if spelled else _NONE


def _no_answer(what: str, gaps: list[str]) -> str:
    return f"labels are {what}, so {some(list(map(repr, gaps)))} {'are' if len(gaps) > 1 else 'is'} no answer"


def number_labels(labels: Iterable[str]) -> PlainLabels:
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
    alike: dict[Decimal, list[str]] = defaultdict(list)
    for label in written:
        plain_number = _plain_number(label)
        if finite_number(plain_number) is None:
            return _NONE
        alike[Decimal(plain_number)].append(label)  # to the last digit, for numbers as long as these may be names
    if commas and not _are_decimal(commas):
        return _NONE._replace(doubt=commas[0])
    said, plain = [], {label: _plain_number(label) for label in written if label in commas or _MINUS in label}
    if commas:
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
        said.append(_no_answer("numbers", gaps))
    return PlainLabels(spelled, frozenset(gaps), tuple(said))


def _plain_number(label: str) -> str:
    """A number with the minus and the point that programs read."""
    label = label.replace(_MINUS, "-")
    return label.replace(",", ".") if _COMMA.fullmatch(label) else label


def _are_decimal(labels: list[str]) -> bool:
    """Whether labels with a comma are numbers and not sets of two codes."""
    parts = [label.lstrip(_SIGNS).split(",") for label in labels]
    if any(
        whole == part or (part.startswith("0") and part.strip("0")) or label[0] in _SIGNS
        for label, (whole, part) in zip(labels, parts, strict=True)
    ):
        return True
    return len({whole for whole, _ in parts}) > 1 and all(part in _PARTS for _, part in parts)
