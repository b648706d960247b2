"""What a method of aggregation finds out, and the step that all models share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.learn.aggregate.votes import Votes
    from accord.study.quotient import Floats

State = TypeVar("State", bound="Posterior")
PLAIN = 20
"""How many steps of EM are taken as they are before some leap."""
TOLERANCE = 1e-5
"""How little probabilities may move in the last step: what is left to go is some hundred times as much."""
CELLS = 1 << 26
"""How many drawn numbers are kept in memory, at most."""


@dataclass(frozen=True)
class Draws:
    """Values that are as likely as the data say: ``competence`` (draws, annotators) and ``confusion``.

    The latter has the shape (draws, annotators, labels, labels), or is None where that would not fit into memory.
    """

    competence: Floats
    confusion: Floats | None


@dataclass(frozen=True)
class Fit:
    """What a method finds out of votes.

    ``posterior`` (kinds, labels) is the probability of each label, ``prevalence`` (labels,) how frequent labels are,
    ``confusion`` (annotators, labels, labels) how often an annotator gives which label (last axis) to items of a label,
    NaN in rows of which nothing is known, and ``competence`` (annotators,) what an annotator is worth. A vote has no
    likelihood. ``draws`` are there where the method itself says how sure it is.
    """

    posterior: Floats
    prevalence: Floats
    confusion: Floats
    competence: Floats
    log_likelihood: float | None = None
    climb: tuple[float, ...] = ()
    """What is made largest, after each step."""
    converged: bool = True
    draws: Draws | None = None
    remark: str = ""
    doubt: str = ""
    """Why what was found is not to be trusted, if it is not."""


class Posterior(Protocol):
    """Where a step of EM leads."""

    @property
    def posterior(self) -> Floats:
        """How probable each label is, shape (kinds, labels)."""

    def _replace(self, *, posterior: Floats) -> Self:
        """The same with other probabilities."""


class Climbed(NamedTuple, Generic[State]):
    """Where the last step led, how high every step was, and whether the last one moved next to nothing."""

    state: State
    heights: tuple[float, ...]
    converged: bool


def climb(
    step: Callable[[State], tuple[State, float]], state: State, drawn: Any, *, tolerance: float, most: int
) -> Climbed[State]:
    """Take steps until none of the probabilities of ``drawn`` kinds moves by more than the tolerance; at most so many.

    Each step says how high it led. What is looked at is how far it moved, for the height is flat long before the labels
    of doubtful items are found. EM moves ever more slowly, so after ``PLAIN`` steps every third one leaps to where the
    two before it point, unless that leads down.

    Varadhan, R. & Roland, C. (2008). Simple and globally convergent methods for accelerating the convergence of any EM
    algorithm. Scandinavian Journal of Statistics 35(2).
    """
    heights: list[float] = []
    behind = [state]
    while len(heights) < most:
        leap = len(heights) >= PLAIN and len(behind) == 3
        begin = _ahead(behind) if leap else behind[-1]
        state, height = step(begin)
        if leap and height < heights[-1]:
            behind = behind[-1:]
            continue
        heights.append(height)
        if np.abs(state.posterior - begin.posterior)[drawn].max(initial=0.0) <= tolerance:
            return Climbed(state, tuple(heights), True)
        behind = [state] if leap else [*behind[-2:], state]
    return Climbed(state, tuple(heights), False)


def _ahead(behind: list[State]) -> State:
    """Where three states in a row point to."""
    first, second, third = (state.posterior for state in behind)
    way = second - first
    bend = third - second - way
    length = np.linalg.norm(bend)
    stride = max(float(np.linalg.norm(way) / length), 1.0) if length else 1.0
    leapt = np.maximum(first + 2 * stride * way + stride**2 * bend, 0.0)
    total = leapt.sum(axis=1, keepdims=True)
    return behind[-1]._replace(posterior=np.where(total > 0, leapt / np.where(total > 0, total, 1.0), third))


class Method(Protocol):
    """One way to find the labels and the annotators' competence out of votes."""

    def fit(self, votes: Votes, rng: np.random.Generator, start: Fit | None = None) -> Fit:
        """What the votes say; from ``start``, where a fit of nearly the same votes is known."""

    def choices(self) -> Mapping[str, object]:
        """What stands of it in a signature."""


def expected(votes: Votes, log_prevalence: Floats, log_confusion: Floats) -> tuple[Floats, float]:
    """The posterior of each kind, shape (kinds, labels), and the log-likelihood of all items (the E-step).

        p(k | labels of i)  ~  prevalence_k  prod over annotators j of confusion_j[k, label of i by j]

    ``log_confusion`` has the shape (annotators, labels, labels): true label, then given label.
    """
    by_answer = log_confusion.transpose(0, 2, 1).reshape(-1, votes.labels)
    joint = np.ascontiguousarray((votes.kinds.given @ by_answer).T)  # one label per row: sums over few columns are slow
    joint += log_prevalence[:, None]
    top = joint.max(axis=0)
    top[np.isneginf(top)] = 0.0  # a kind that was not drawn may be impossible
    joint -= top
    np.exp(joint, out=joint)
    total = joint.sum(axis=0)
    drawn = votes.times > 0
    likelihood = votes.times[drawn] @ (np.log(total[drawn]) + top[drawn])
    total[total == 0] = 1.0
    joint /= total
    return joint.T, float(likelihood)


def logarithms(probabilities: Floats) -> Floats:
    """The logarithms of probabilities, of which 0 is one, and of NaN, where nothing is known, that of all alike."""
    known = np.where(np.isnan(probabilities), 1 / probabilities.shape[-1], probabilities)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(known))


def accuracy(votes: Votes, labels: Floats) -> Floats:
    """The share of the labels of each annotator that are right, shape (annotators,); NaN without any.

    ``labels`` (kinds, labels) says how many items of each kind have each label.
    """
    given = votes.answers.sum(axis=1)
    right = votes.right(labels).sum(axis=1)
    return quotient(right, given)
