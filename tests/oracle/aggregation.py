"""Aggregation as its papers define it, item by item and label by label: slow, plain, and without arrays.

A table has one row per item and one column per annotator, with None where there is no label; a confusion is a
probability by (annotator, true label, given label).
"""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log, prod
from typing import TYPE_CHECKING, NamedTuple

from scipy.special import digamma

if TYPE_CHECKING:
    from collections.abc import Sequence

Table = list[tuple[str | None, ...]]
Posterior = list[dict[str, float]]
Confusion = dict[tuple[int, str, str], float]


class Model(NamedTuple):
    """What an item's labels follow from: how frequent labels are, and how annotators confuse them."""

    prevalence: dict[str, float]
    confusion: Confusion
    who: Sequence[int]
    """Whose labels each column holds."""


def shares(table: Table, labels: list[str]) -> Posterior:
    """The share of each label among the labels of an item."""
    found = []
    for row in table:
        counts = Counter(label for label in row if label is not None)
        found.append({label: counts[label] / counts.total() for label in labels})
    return found


def model_of(
    table: Table, labels: list[str], posterior: Posterior, who: Sequence[int], *, pseudo: float, right: float
) -> Model:
    """The M-step of Dawid & Skene; the pseudo-counts are those of a Dirichlet prior less 1."""
    prevalence = {label: sum(item[label] for item in posterior) / len(table) for label in labels}
    confusion: Confusion = {}
    for annotator in set(who):
        for true in labels:
            counts = {given: pseudo + right * (given == true) for given in labels}
            for row, item in zip(table, posterior, strict=True):
                for each, given in zip(who, row, strict=True):
                    if each == annotator and given is not None:
                        counts[given] += item[true]
            total = sum(counts.values())
            for given in labels:
                confusion[annotator, true, given] = counts[given] / total if total else 1 / len(labels)
    return Model(prevalence, confusion, who)


def joint(row: tuple[str | None, ...], label: str, model: Model) -> float:
    """The probability of a label and of what the annotators say of it."""
    said = [(who, given) for who, given in zip(model.who, row, strict=True) if given is not None]
    return model.prevalence[label] * prod(model.confusion[who, label, given] for who, given in said)


def posterior_of(table: Table, labels: list[str], model: Model) -> Posterior:
    """The E-step: Bayes' rule for each item."""
    found = []
    for row in table:
        each = {label: joint(row, label, model) for label in labels}
        total = sum(each.values())
        found.append({label: value / total for label, value in each.items()})
    return found


def log_likelihood(table: Table, labels: list[str], model: Model) -> float:
    """The logarithm of the probability of all that was said."""
    return sum(log(sum(joint(row, label, model) for label in labels)) for row in table)


def dawid_skene(
    table: Table,
    labels: list[str],
    steps: int,
    pseudo: float = 0.0,
    right: float = 0.0,
    *,
    who: Sequence[int] | None = None,
) -> tuple[Posterior, Model]:
    """So many steps of EM from the shares of the votes; every column is an annotator, unless ``who`` says whose."""
    posterior = shares(table, labels)
    for _ in range(steps):
        model = model_of(table, labels, posterior, who or range(len(table[0])), pseudo=pseudo, right=right)
        posterior = posterior_of(table, labels, model)
    return posterior, model


class Believed(NamedTuple):
    """Beta (knows, guesses) of each annotator, and Dirichlet of what they guess, by (annotator, label)."""

    knowing: list[tuple[float, float]]
    habit: dict[tuple[int, str], float]


def variational_mace(
    table: Table, labels: list[str], knows: list[float], habit: dict[tuple[int, str], float], steps: int
) -> tuple[Posterior, Believed, float]:
    """Variational steps of Hovy et al. (2013), from how often annotators know and what they guess at first.

    The last value is the bound on the log evidence: what is expected of the data less the divergence from the priors.
    """
    annotators = range(len(table[0]))
    guesses = {(who, label): (1 - knows[who]) * habit[who, label] for who in annotators for label in labels}
    weight = list(knows)
    for step in range(steps + 1):
        posterior, evidence = [], 0.0
        for row in table:
            each = {
                label: prod(
                    guesses[who, said] + weight[who] * (said == label)
                    for who, said in enumerate(row)
                    if said is not None
                )
                / len(labels)
                for label in labels
            }
            total = sum(each.values())
            evidence += log(total)
            posterior.append({label: value / total for label, value in each.items()})
        if step == steps:
            break
        believed = _believed(table, labels, posterior, weight, guesses)
        for who in annotators:
            knew, guessed = believed.knowing[who]
            weight[who] = exp(digamma(knew) - digamma(knew + guessed))
            failing = exp(digamma(guessed) - digamma(knew + guessed))
            total = sum(believed.habit[who, label] for label in labels)
            for label in labels:
                guesses[who, label] = failing * exp(digamma(believed.habit[who, label]) - digamma(total))
    divergence = sum(
        _divergence(list(believed.knowing[who]), 0.5)
        + _divergence([believed.habit[who, label] for label in labels], 10.0)
        for who in annotators
    )
    return posterior, believed, evidence - divergence


def _believed(
    table: Table, labels: list[str], posterior: Posterior, weight: list[float], guesses: dict[tuple[int, str], float]
) -> Believed:
    knowing, habit = [], {}
    for who in range(len(table[0])):
        knew = 0.0
        guessed = dict.fromkeys(labels, 0.0)
        for row, item in zip(table, posterior, strict=True):
            said = row[who]
            if said is not None:
                known = item[said] * weight[who] / (weight[who] + guesses[who, said])
                knew += known
                guessed[said] += 1 - known
        knowing.append((knew + 0.5, sum(guessed.values()) + 0.5))
        habit.update({(who, label): guessed[label] + 10.0 for label in labels})
    return Believed(knowing, habit)


def _divergence(belief: list[float], prior: float) -> float:
    """Kullback-Leibler, of a Dirichlet from a symmetric one."""
    total, size = sum(belief), len(belief)
    constant = lgamma(total) - sum(map(lgamma, belief)) - lgamma(prior * size) + size * lgamma(prior)
    return float(constant + sum((each - prior) * (digamma(each) - digamma(total)) for each in belief))
