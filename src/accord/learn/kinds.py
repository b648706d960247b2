"""The kinds of weights: formulas from a confusion A of N items to gamma[gold, predicted].

    f1       F1_g                                      one weight a gold label
    cm       1 - (A_gp + A_pg) / 2N                    as printed in the paper: joint, so nearly 1
    cm-cond  1 - P(p | g)                              conditional; not symmetric
    cm-max   1 - 0.9 J_gp / largest off-diagonal J     J = (A + A') / 2N, stretched to .1 - 1
    uniform  1
    eps      1 - .001 U(0, 1)                          a control: breaks ties, knows nothing
    perm     cm-cond, off-diagonal values shuffled     a control: the same values in the wrong places
    const    0.9                                       a control: the baseline, but for rounding

A label that nobody gave keeps the weight 1. The diagonal, a right answer, is 1, except for f1, which weighs labels and
not errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.study.quotient import quotient
from accord.wording import suggestion

if TYPE_CHECKING:
    from accord.distance.between import Floats

KINDS = ("f1", "cm", "cm-cond", "cm-max", "uniform", "eps", "perm", "const")
CONTROLS = ("eps", "perm", "const")
_DRAWN = ("eps", "perm")
_CONSTANT = 0.9


class Gamma(NamedTuple):
    """The weights of a kind, and the seed of a control."""

    kind: str
    matrix: Floats
    seed: int | None


def gamma_of(kind: str, confusion: Floats, conditional: Floats, seed: int | None) -> Gamma:
    """The weights of a kind, shape (labels, labels)."""
    name = kind.casefold()
    if name not in KINDS:
        raise UsageError(f"there are no weights {kind!r}: {suggestion(kind, list(KINDS))}")
    drawn = (1 if seed is None else seed) if name in _DRAWN else None
    matrix = {"f1": _f1, "cm": _joint, "cm-max": _stretched}.get(name, np.ones_like)(confusion)
    if name == "const":
        matrix = _errors_only(matrix * _CONSTANT)
    if name in {"cm-cond", "perm"}:
        matrix = _errors_only(1 - np.nan_to_num(conditional, nan=0.0))
    if drawn is not None:
        matrix = _drawn(matrix, np.random.default_rng(drawn), shuffled=name == "perm")
    return Gamma(name, matrix, drawn)


def _f1(confusion: Floats) -> Floats:
    f1 = quotient(2 * np.diag(confusion), confusion.sum(0) + confusion.sum(1))
    return np.repeat(np.nan_to_num(f1, nan=1.0)[:, None], len(f1), axis=1)


def _joint(confusion: Floats) -> Floats:
    return _errors_only(1 - (confusion + confusion.T) / (2 * confusion.sum()))


def _stretched(confusion: Floats) -> Floats:
    both = confusion + confusion.T
    np.fill_diagonal(both, 0.0)
    return _errors_only(1 - 0.9 * np.nan_to_num(quotient(both, both.max(keepdims=True)), nan=0.0))


def _errors_only(gamma: Floats) -> Floats:
    np.fill_diagonal(gamma, 1.0)
    return gamma


def _drawn(gamma: Floats, rng: np.random.Generator, *, shuffled: bool) -> Floats:
    """The same with its errors shuffled, or 1 less a little noise."""
    errors = ~np.eye(len(gamma), dtype=bool)
    gamma[errors] = rng.permutation(gamma[errors]) if shuffled else 1 - 0.001 * rng.random(errors.sum())
    return gamma
