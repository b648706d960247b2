"""Which distance and which coefficients fit a coding, and why; for those who do not say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.study.scale import members_of, number_in

if TYPE_CHECKING:
    from accord.study.coding import Coding

_MAX_GRADES = 11
_SKEWED = 0.8


class Choice(NamedTuple):
    """A name, and a sentence that says why it was chosen."""

    name: str
    reason: str


def choose_distance(coding: Coding) -> Choice:
    """How labels are best compared, judged by what they look like."""
    used = [label for label, count in zip(coding.labels, coding.counts, strict=True) if count]
    numbers = [number for label in used if (number := number_in(label)) is not None]
    if len(used) > 2 and len(numbers) == len(set(numbers)) == len(used):
        if any(len(label) > 1 and label[0] == "0" and label.isdigit() for label in used):
            return Choice("nominal", "the labels are numbers with leading zeros: taken for names")
        if coding.unit == "token":
            return Choice("nominal", "the labels of tokens are numbers: taken for the numbers of tags")
        span = f"the labels are numbers from {min(numbers):g} to {max(numbers):g}"
        whole = all(number.is_integer() for number in numbers)
        if whole and len(used) <= _MAX_GRADES and max(numbers) - min(numbers) < 2 * _MAX_GRADES:
            return Choice("ordinal", f"{span}: taken for grades (if they are names, take nominal)")
        return Choice("interval", f"{span}: taken for quantities (if they are names, take nominal)")
    members = Counter(member for label in used for member in members_of(label))
    if any(len(members_of(label)) > 1 for label in used) and members.most_common(1)[0][1] > 1:
        return Choice("masi", "the labels are sets that share members")
    return Choice("nominal", "the labels are names")


def choose_coefficients(coding: Coding, distance: str) -> list[Choice]:
    """Which coefficients say most, the headline first."""
    nominal = distance == "nominal"
    chosen = [Choice("alpha", "for any number of annotators, with or without missing labels, and any distance")]
    if len(coding.annotators) == 2:
        name = "kappa" if nominal else "weighted-kappa"
        chosen.append(Choice(name, "for two annotators, each with an own use of the labels"))
    elif len(coding.annotators) > 2 and coding.complete:
        chosen.append(Choice("fleiss", "for more than two annotators who all labelled every item"))
    chosen += [
        Choice("ac1" if nominal else "ac2", _skew(coding)),
        Choice("observed", "what there is before chance is taken off"),
    ]
    return chosen


def _skew(coding: Coding) -> str:
    if not coding.items:
        return "for labels of very different frequency"
    most = int(np.argmax(coding.counts))
    share = coding.counts[most] / coding.counts.sum()
    if share < _SKEWED:
        return "beside it, for its chance level depends less on how frequent the labels are"
    return f"{coding.labels[most]!r} makes up {share:.0%} of the labels, which depresses alpha and kappa"
