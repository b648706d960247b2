"""Where the variance of labels comes from: items, annotators, and what is left.

With the mean distances d_A between two labels of one item, d_I of one annotator, and d_IA of neither,

    items       = (d_IA - d_A) / 2
    annotators  = (d_IA - d_I) / 2
    interaction = (d_A + d_I - d_IA) / 2        what an annotator makes of an item, and what changes from day to day

and together they are d_IA / 2. With squared differences and complete tables these are the components of an analysis of
variance (expected mean squares); any other distance has them as well. Where there is no variance of a kind, half of all
samples show one below 0, so that it is right on average: it is shown as it is, and means none.

Anderson, M. J. (2001). A new method for non-parametric multivariate analysis of variance. Austral Ecology, 26, 32-46.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from accord.agreement.breakdown import Extra
from accord.agreement.result import Undefined

if TYPE_CHECKING:
    from accord.agreement.result import Value
    from accord.kinds.labels.icc import MeanDistances


def components_table(found: MeanDistances) -> Extra:
    """The components with their shares, from mean distances of the shape (1,)."""
    same_item, same_annotator, neither, _ = (float(each[0]) for each in found)
    parts = {
        "items": (neither - same_item) / 2,
        "annotators": (neither - same_annotator) / 2,
        "annotators x items": (same_item + same_annotator - neither) / 2,
    }
    whole = neither / 2
    unknown = Undefined("it takes two items, and an annotator of both")
    nothing = Undefined("there is no variance")
    rows = tuple(
        (name, unknown, unknown) if isnan(value) else (name, value, _share(value, whole, nothing))
        for name, value in parts.items()
    )
    notes = ["items: how different items are; annotators: levels of their own; annotators x items: all the rest"]
    if any(value < 0 for value in parts.values()):
        notes.append("below 0: none is seen")
    return Extra("components", "Variance by what it comes from", ("of", "variance", "share"), rows, tuple(notes))


def _share(value: float, whole: float, nothing: Undefined) -> Value:
    return value / whole if whole > 0 else nothing
