"""What alpha would be if all annotators had given an item the label that most of them gave it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.distance import DISTANCES
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.choice import choose_distance
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
from accord.model.case_summary import Gains
from accord.study.coding import MISSING
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.model import Corpus
    from accord.model.case import Case

_AT_ONCE = 2_000_000
"""So many numbers of totals are looked at at once."""


def label_gains(corpus: Corpus, cases: Iterable[Case]) -> Gains:
    """Alpha now, and by how much it would rise, for each case.

    Observed and expected disagreement are both computed again: the rows of items add up, so that of one item is
    taken from the totals, and that of the same item with one label is put in its place.
    """
    coding = coding_from_corpus(corpus, CodingOptions())
    distance = choose_distance(coding).name
    measure = f"alpha ({distance})"
    if not coding.items:
        return Gains(measure, None, {})
    number_of = {coding.id_of(index): index for index in range(len(coding.codes))}
    found = [(number_of[case.id], case) for case in cases if case.id in number_of]
    items = np.array([index for index, _ in found], dtype=np.intp)
    code_of = {label: code for code, label in enumerate(coding.labels)}
    most = np.array([code_of.get(case.versions[0].value, MISSING) for _, case in found], dtype=coding.codes.dtype)
    alpha, between = COEFFICIENTS.get("alpha"), DISTANCES.get(distance)(Scale(coding.labels, coding.ordered))
    everything = alpha.sample(coding, between)
    totals = np.asarray(everything.times @ everything.rows)
    now = float(everything.parts(totals[None, :]).value[0])
    if np.isnan(now):
        return Gains(measure, None, {})
    if not found:
        return Gains(measure, now, {})
    codes = coding.codes[items]
    equal = alpha.sample(
        replace(coding.of_items(items), codes=np.where(codes == MISSING, MISSING, most[:, None])), between
    )
    values: list[float] = []
    step = max(1, _AT_ONCE // len(totals))
    for start in range(0, len(items), step):
        some = slice(start, start + step)
        was = everything.rows[everything.kind_of[items[some]]].toarray()
        becomes = equal.rows[equal.kind_of[some]].toarray()
        values += everything.parts(totals[None, :] - was + becomes).value.tolist()
    gained = ((case.id, value - now) for (_, case), value in zip(found, values, strict=True))
    return Gains(measure, now, {name: gain for name, gain in gained if not np.isnan(gain)})
