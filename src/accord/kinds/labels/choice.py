"""Which distance and which coefficients fit a coding, and why; for those who do not say."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.messages import option, options
from accord.study.scale import leading_numbers, members_of, number_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.study.coding import Coding

_MAX_GRADES = 11
_SKEWED = 0.8
_MISSING_CODE = re.compile(r"-?(?:7+|8+|9+|9[78]|99[78])(?:\.0)?")
"""How surveys write that there is no answer: don't know, refused, missing."""
_FAR = 3
"""So far above or below all others is a number that is none of a scale."""
_MAX_CODES, _RECURRING = 25, 3
"""So few different whole numbers, given so often each, may be the codes of names."""
_MOSTLY, _MAX_NAMES = 0.75, 2
"""Where so many labels are numbers, and so few different ones are not, these may be no answers."""


class Choice(NamedTuple):
    """A name, and a sentence that says why it was chosen."""

    name: str
    reason: str


def choose_distance(coding: Coding) -> Choice:
    """How labels are best compared, judged by what they look like."""
    if coding.nominal:
        return Choice("nominal", coding.nominal)
    used = [label for label, count in zip(coding.labels, coding.counts, strict=True) if count]
    numbers = [number for label in used if (number := number_in(label)) is not None]
    if len(used) > 2 and len(numbers) == len(set(numbers)) == len(used):
        if any(len(label) > 1 and label[0] == "0" and label.isdigit() for label in used):
            return Choice("nominal", "the labels are numbers with leading zeros: taken for names")
        if coding.unit == "token":
            return Choice("nominal", "the labels of tokens are numbers: taken for the numbers of tags")
        span = f"the labels are numbers from {min(numbers):g} to {max(numbers):g}"
        whole = all(number.is_integer() for number in numbers)
        names = f"if they are names: {option('distance', 'nominal')}"
        if whole and len(used) <= _MAX_GRADES and max(numbers) - min(numbers) < 2 * _MAX_GRADES:
            return Choice("ordinal", f"{span}: taken for grades ({names})")
        return Choice("interval", f"{span}: taken for quantities ({names})")
    members = Counter(member for label in used for member in members_of(label))
    if any(len(members_of(label)) > 1 for label in used) and members.most_common(1)[0][1] > 1:
        return Choice("masi", "the labels are sets that share members")
    return Choice("nominal", "the labels are names")


def doubt(coding: Coding) -> str:
    """What must be asked before labels are compared, for two ways to read them are close: a sentence, or nothing.

    So it is where nearly all labels are numbers, where numbers may be codes, and where names begin with numbers.
    """
    counts = {label: int(n) for label, n in zip(coding.labels, coding.counts, strict=True) if n}
    told = coding.unit == "token" or coding.ordered or coding.nominal
    if told or any(len(members_of(label)) > 1 for label in counts):
        return ""
    numbers = {label: number for label in counts if (number := number_in(label)) is not None}
    others = [label for label in counts if label not in numbers]
    if others:
        return _mixed(numbers, others, counts) or _numbered(others, numbers)
    return _no_answers(numbers) or _codes(numbers, counts)


def _mixed(numbers: Mapping[str, float], others: Sequence[str], counts: Mapping[str, int]) -> str:
    total, times = sum(counts.values()), sum(counts[label] for label in others)
    if len(set(numbers.values())) < 3 or len(others) > _MAX_NAMES or total - times < _MOSTLY * total:
        return ""
    what = f"the labels are numbers but for {' and '.join(map(repr, others))} ({times:,} of {total:,})"
    names = f"{option('distance', 'nominal')} if all labels are names"
    return f"{what}: say {options('missing', others)} if that means no answer, or {names}"


def _numbered(others: Sequence[str], numbers: Mapping[str, float]) -> str:
    if numbers or len(others) < 3 or leading_numbers(others) is None:
        return ""
    grades, quantities, names = (option("distance", name) for name in ("ordinal", "interval", "nominal"))
    what = f"each label begins with a number of its own, as {others[0]!r} does"
    return f"{what}: say {grades} if they are grades, {quantities} if they are quantities, or {names} if they are names"


def _no_answers(numbers: Mapping[str, float]) -> str:
    suspects = [label for label in numbers if _MISSING_CODE.fullmatch(label)]
    scale = sorted(number for label, number in numbers.items() if label not in suspects)
    if len(scale) < 2 or scale[-1] - scale[0] >= _MAX_GRADES:
        return ""
    for label in sorted(suspects, key=lambda label: abs(numbers[label])):
        if scale[0] - _FAR < numbers[label] < scale[-1] + _FAR:
            scale = sorted([*scale, numbers[label]])  # 7 after 6 goes on with the scale
    far = [label for label in suspects if numbers[label] not in scale]
    if not far:
        return ""
    low, high, named = f"{scale[0]:g}", f"{scale[-1]:g}", " and ".join(far)
    what = f"the labels are numbers from {low} to {high}, and {named}, often no answer in surveys"
    other = f"{option('distance', 'interval')} if it is a number, or {option('distance', 'nominal')} if all are names"
    return f"{what}: say {options('missing', far)} if it is that here, {other}"


def _codes(numbers: Mapping[str, float], counts: Mapping[str, int]) -> str:
    points = sorted(set(numbers.values()))
    if not 3 <= len(points) <= _MAX_CODES or not all(point.is_integer() for point in points):
        return ""
    span = int(points[-1] - points[0])
    if span < 2 * _MAX_GRADES or sum(counts.values()) < _RECURRING * len(points):
        return ""
    step = gcd(*(int(after - before) for before, after in pairwise(points)))
    if span // step < 2 * len(points):
        return ""
    shown = ", ".join(f"{point:g}" for point in points[:4]) + (", ..." if len(points) > 4 else "")
    return (
        f"the labels are the numbers {shown}, which may be quantities or the codes of names: say "
        f"{option('distance', 'interval')} or {option('distance', 'nominal')}"
    )


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
