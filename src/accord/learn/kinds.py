"""Kinds of weights: what an error costs a learner, gamma(gold, predicted), from a confusion A of N items.

    f1       F1_g                                      one weight a gold label
    cm       1 - (A_gp + A_pg) / 2N                    as printed in the paper: joint, so nearly 1
    cm-cond  1 - P(p | g)                              conditional; not symmetric
    cm-max   1 - 0.9 J_gp / largest off-diagonal J     J = (A + A') / 2N, stretched to .1 - 1
    uniform  1
    eps      1 - .001 U(0, 1)                          a control: breaks ties, knows nothing
    perm     cm-cond, off-diagonal values shuffled     a control: the same values in the wrong places
    perm-max cm-max, off-diagonal values shuffled      the same for cm-max
    perm-f1  f1, with the labels shuffled              the same for f1
    const    0.9                                       a control: to a perceptron the baseline, but for rounding

A label that nobody gave keeps the weight 1. A label that was given once, and not alike, has the weight 0 by f1, and by
cm-cond for the label that was given instead: this is said, and ``smooth``, which is added to every cell of A, takes
such counts less literally. The diagonal, a right answer, is 1, except for f1, which weighs labels and not errors.
``strength`` multiplies what is taken off 1.

How to read them: a perceptron learns from errors alone, so that a common factor of all weights is a learning rate and
only contrast matters; weights that all lie above .95 can hardly matter, and a gain they seem to bring is one that eps
brings too: measure against both controls. The loss for PyTorch learns from right answers too, with the weight of the
diagonal: there even const changes something, for errors then count less beside right answers.

Plank, B., Hovy, D. & Søgaard, A. (2014). Learning part-of-speech taggers with inter-annotator agreement loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.study.quotient import quotient

if TYPE_CHECKING:
    from numpy.random import Generator

    from accord.distance.between import Floats

DRAWN = ("eps", "perm", "perm-max", "perm-f1")
"""Kinds that are drawn at random."""
CONTROLS = (*DRAWN, "const")
"""Kinds that know nothing of annotators."""


def conditional(confusion: Floats) -> Floats:
    """P(p | g): what another annotator says where one says g, mean of A_gp / A_g. and A_pg / A_.g; rows may be NaN."""
    first, second = (quotient(table, table.sum(1, keepdims=True)) for table in (confusion, confusion.T))
    return np.where(np.isnan(first), second, np.where(np.isnan(second), first, (first + second) / 2))


def f1(confusion: Floats, _: Generator) -> Floats:
    """F1_g = 2 A_gg / (A_g. + A_.g): errors on labels that annotators cannot tell cost less, whatever is predicted."""
    each = quotient(2 * np.diag(confusion), confusion.sum(0) + confusion.sum(1))
    return np.repeat(np.nan_to_num(each, nan=1.0)[:, None], len(each), axis=1)


def cm(confusion: Floats, _: Generator) -> Floats:
    """1 - (A_gp + A_pg) / 2N: the joint probability that annotators take g for p, as printed in Plank et al. (2014).

    With many labels all of these are small, so that no weight is far from 1.
    """
    return _errors_only(1 - quotient(confusion + confusion.T, 2 * confusion.sum(keepdims=True)))


def cm_cond(confusion: Floats, _: Generator) -> Floats:
    """1 - P(p | g): how rarely another annotator says p where one says g.

    Rare labels that are often taken for frequent ones get the contrast that the joint probability denies them.
    """
    return _errors_only(1 - np.nan_to_num(conditional(confusion), nan=0.0))


def cm_max(confusion: Floats, _: Generator) -> Floats:
    """1 - 0.9 J_gp / largest J: the joint probability stretched, so that the commonest confusion weighs 0.1."""
    both = confusion + confusion.T
    np.fill_diagonal(both, 0.0)
    return _errors_only(1 - 0.9 * np.nan_to_num(quotient(both, both.max(keepdims=True)), nan=0.0))


def uniform(confusion: Floats, _: Generator) -> Floats:
    """1: every error costs the same, as if nothing were known of annotators; other weights are measured against it."""
    return np.ones_like(confusion)


def eps(confusion: Floats, rng: Generator) -> Floats:
    """1 - .001 U(0, 1), a control: it knows nothing of annotators and only breaks ties between scores.

    A perceptron with whole-number updates has exact ties, which its order of labels decides; any weight with decimals
    removes them. What eps gains is not the merit of the annotators.
    """
    gamma = np.ones_like(confusion)
    gamma[_errors(gamma)] = 1 - 0.001 * rng.random(len(gamma) * (len(gamma) - 1))
    return gamma


def perm(confusion: Floats, rng: Generator) -> Floats:
    """The weights of cm-cond, shuffled over all errors, a control: the same contrast in the wrong places.

    What cm-cond gains over perm, it gains by which errors are debatable.
    """
    return _shuffled(cm_cond(confusion, rng), rng)


def perm_max(confusion: Floats, rng: Generator) -> Floats:
    """The weights of cm-max, shuffled over all errors, a control: what cm-max gains beyond it is knowledge."""
    return _shuffled(cm_max(confusion, rng), rng)


def perm_f1(confusion: Floats, rng: Generator) -> Floats:
    """The weights of f1, shuffled over all labels, a control: what f1 gains beyond it is knowledge."""
    return rng.permutation(f1(confusion, rng))


def const(confusion: Floats, _: Generator) -> Floats:
    """0.9 for every error, a control: to a perceptron the baseline, for a common factor is a learning rate.

    What const gains there comes from rounding: 0.9 is no sum of halves, so that exact ties between scores are gone. The
    loss for PyTorch is another one with const: right answers keep the weight 1, and errors count less beside them.
    """
    return _errors_only(np.full_like(confusion, 0.9))


def _shuffled(gamma: Floats, rng: Generator) -> Floats:
    gamma[_errors(gamma)] = rng.permutation(gamma[_errors(gamma)])
    return gamma


def _errors(gamma: Floats) -> np.ndarray:
    return ~np.eye(len(gamma), dtype=bool)


def _errors_only(gamma: Floats) -> Floats:
    np.fill_diagonal(gamma, 1.0)
    return gamma
