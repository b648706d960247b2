"""What can go wrong when trees are drawn, each with any probability.

Each kind of noise is a function of the trees of one annotator, a probability and a generator of random numbers, which
gives the degraded trees. With the probability 0 nothing changes, and the same generator spoils the same tokens first,
whatever the probability.

Skjærholt, A. (2014). A chance-corrected measure of inter-annotator agreement for syntax, section 3.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import accumulate
from typing import TYPE_CHECKING

from accord.model import DependencyTree
from accord.model.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.random import Generator

    from accord.model import Tree

OF_HEADS = frozenset({"reattach", "both", "random"})
"""Noises that draw new heads, which phrases do not have."""


def relabel(trees: Sequence[Tree], amount: float, rng: Generator, labels: Sequence[str] = ()) -> list[Tree]:
    """Labels are redrawn: that of each token or phrase with the probability of the amount.

    All ``labels``, or those of the trees, are as likely, the one that was there too.

    Figure 4 of Skjærholt (2014).
    """
    labels = labels or sorted({label for tree in trees for label in tree.labels})
    return [_relabelled(tree, labels, amount, rng) for tree in trees]


def _relabelled(tree: Tree, labels: Sequence[str], amount: float, rng: Generator) -> Tree:
    draws = rng.uniform(size=(len(tree.labels), 2)).tolist()
    named = (
        labels[int(drawn * len(labels))] if chance < amount else label
        for label, (chance, drawn) in zip(tree.labels, draws, strict=True)
    )
    return replace(tree, labels=tuple(named))


def reattach(
    trees: Sequence[Tree], amount: float, rng: Generator, near: Mapping[int, float] | None = None
) -> list[Tree]:
    """Heads are redrawn: that of each token with the probability of the amount.

    The new head is any other token that does not hang below it, or the root, each as likely; where there is none but
    the head it has, it stays. Tokens come in the post-order of the original tree, so that those near the root find
    heads that their own dependents have left.

    ``near`` says how likely a new head is by how many tokens it lies from the old one, in either direction; one of 0 is
    a change from or to the root. What is not in it is drawn only where nothing else is there.

    Figure 5 of Skjærholt (2014), where the heads to choose from are not said in full: he finds a LAS of 23.9 % where
    every token is reattached, and this gives about 1 %.
    """
    return [_reattached(tree, amount, rng, near) for tree in trees]


def _reattached(tree: Tree, amount: float, rng: Generator, near: Mapping[int, float] | None) -> Tree:
    heads = list(tree.structure)
    draws = rng.uniform(size=(len(heads), 2)).tolist()
    for token in _post_order(heads):
        chance, drawn = draws[token]
        if chance < amount:
            below = _below(token, heads)
            free = [head for head in range(ROOT, len(heads)) if head not in below and head != heads[token]]
            heads[token] = _one_of(free, heads[token], drawn, near) if free else heads[token]
    return tree.with_heads(heads)


def _one_of(free: Sequence[int], before: int, drawn: float, near: Mapping[int, float] | None) -> int:
    """One of the heads that are free, each as likely, or as likely as it is near the head before."""
    weights = [near.get(0 if ROOT in {head, before} else abs(head - before), 0.0) for head in free] if near else []
    if not any(weights):
        return free[int(drawn * len(free))]
    reached = list(accumulate(weights))
    return free[min(bisect_right(reached, drawn * reached[-1]), len(free) - 1)]


def leave_out(trees: Sequence[Tree], amount: float, rng: Generator) -> list[Tree]:
    """Phrases are left out, whose parts then belong to the phrase around them: each with the probability of the amount.

    The outermost phrase and the tokens stay. Dependencies have no phrases, and stay as they are.
    """
    found: list[Tree] = []
    for tree in trees:
        if isinstance(tree, DependencyTree):
            found.append(tree)
            continue
        chance = rng.uniform(size=len(tree.labels)).tolist()
        leaves = tree.leaves()
        keep = [
            not node or leaf or drawn >= amount for node, (leaf, drawn) in enumerate(zip(leaves, chance, strict=True))
        ]
        found.append(tree.kept(keep))
    return found


def both(trees: Sequence[Tree], amount: float, rng: Generator) -> list[Tree]:
    """Heads and labels are redrawn, each with the probability of the amount, as reattach and relabel do.

    Figure 3 of Skjærholt (2014).
    """
    return relabel(reattach(trees, amount, rng), amount, rng)


def random(trees: Sequence[Tree], amount: float, rng: Generator, labels: Sequence[str] = ()) -> list[Tree]:
    """Whole trees are redrawn: each with the probability of the amount.

    Of all trees over the tokens of a sentence each is as likely, and of all labels, so that with the amount 1 nothing
    is left of what was drawn before.
    """
    labels = labels or sorted({label for tree in trees for label in tree.labels})
    return [_random(tree, labels, amount, own) for tree, own in zip(trees, rng.spawn(len(trees)), strict=True)]


def _random(tree: Tree, labels: Sequence[str], amount: float, rng: Generator) -> Tree:
    if rng.uniform() >= amount:
        return tree
    return _relabelled(tree.with_heads(uniform_heads(len(tree), rng)), labels, 1.0, rng)


def uniform_heads(tokens: int, rng: Generator) -> list[int]:
    """The heads of a tree over so many tokens, each of the (n + 1)^(n - 1) trees as likely: Prüfer's code, read back.

    >>> import numpy as np
    >>> uniform_heads(1, np.random.default_rng(1))
    [-1]
    """
    root = tokens
    code = rng.integers(tokens + 1, size=max(0, tokens - 1)).tolist()
    degree = [1] * (tokens + 1)
    for node in code:
        degree[node] += 1
    leaves = [node for node in range(tokens + 1) if degree[node] == 1]
    heapify(leaves)
    joined: list[list[int]] = [[] for _ in range(tokens + 1)]
    for node in code:
        leaf = heappop(leaves)
        joined[leaf].append(node)
        joined[node].append(leaf)
        degree[node] -= 1
        if degree[node] == 1:
            heappush(leaves, node)
    one, other = heappop(leaves), heappop(leaves)
    joined[one].append(other)
    joined[other].append(one)
    heads = [ROOT] * tokens
    waiting = [(root, ROOT)]
    while waiting:
        node, above = waiting.pop()
        for other in joined[node]:
            if other != above:
                heads[other] = ROOT if node == root else node
                waiting.append((other, node))
    return heads


def _below(token: int, heads: Sequence[int]) -> set[int]:
    """A token and all that hang below it."""
    found = {token}
    while more := {each for each, head in enumerate(heads) if head in found} - found:
        found |= more
    return found


def _post_order(heads: Sequence[int]) -> list[int]:
    """Tokens after all that hang below them."""
    below: list[list[int]] = [[] for _ in range(len(heads) + 1)]  # the last one's are those of the root, -1
    for token, head in enumerate(heads):
        below[head].append(token)
    order, waiting = [], [ROOT]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += below[node]
    return order[:0:-1]
