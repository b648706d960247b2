"""Annotators of trees who are simulated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable, UsageError
from accord.kinds.simulation import Degrading, growing, places
from accord.kinds.simulation_options import GOLD
from accord.kinds.trees.noise import leave_out, random, reattach, relabel, uniform_heads
from accord.messages import option as spelled
from accord.model import Corpus, DependencyTree, Document, PhraseTree, Trees
from accord.model.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.random import Generator

    from accord.kinds.trees.simulation_options import TreeSimulationOptions
    from accord.model import Tree
    from accord.model.corpus import Annotation

_MOST_PARTS = 4


def made_up(options: TreeSimulationOptions, rng: Generator) -> Corpus:
    """Sentences of numbered words, each under a tree of which all are as likely, or under random phrases."""
    labels = options.labels or ("A", "B", "C")
    lengths = np.maximum(rng.poisson(options.tokens, options.sentences), 1).tolist()
    draw = _phrases if options.phrases else _dependencies
    trees = tuple(draw(length, labels, rng) for length in lengths)
    document = Document("simulated", tuple(_words(length) for length in lengths), named=False)
    return Corpus.of((document,), {(document.id, GOLD): Trees(trees)})


def _words(length: int) -> tuple[str, ...]:
    return tuple(f"w{token + 1}" for token in range(length))


def _dependencies(length: int, labels: Sequence[str], rng: Generator) -> Tree:
    heads = uniform_heads(length, rng)
    while heads.count(ROOT) != 1:  # one root, as treebanks have it
        heads = uniform_heads(length, rng)
    named = tuple(labels[code] for code in rng.integers(len(labels), size=length).tolist())
    return DependencyTree(_words(length), tuple(head + 1 for head in heads), named, tuple(range(1, length + 1)))


def _phrases(length: int, labels: Sequence[str], rng: Generator) -> Tree:
    """A phrase over all tokens, cut into some parts, and these again, down to single tokens."""
    names: list[str] = []
    parents: list[int] = []
    waiting = [(0, length, ROOT)]
    while waiting:
        start, end, parent = waiting.pop()
        node = len(names)
        names.append(labels[int(rng.integers(len(labels)))])
        parents.append(parent)
        if end - start > 1:
            parts = min(int(rng.integers(2, _MOST_PARTS + 1)), end - start)
            cuts = sorted((rng.choice(end - start - 1, parts - 1, replace=False) + start + 1).tolist())
            ends = list(zip([start, *cuts], [*cuts, end], strict=True))
            waiting += [(first, last, node) for first, last in reversed(ends)]
        elif parent == ROOT:
            names.append(labels[int(rng.integers(len(labels)))])
            parents.append(node)
    return PhraseTree(tuple(names), tuple(parents), _words(length))


@dataclass(frozen=True)
class DegradedTrees(Degrading):
    """The trees of one annotator over each document."""

    given: Mapping[str, tuple[Tree, ...]]
    options: TreeSimulationOptions
    labels: tuple[str, ...]

    @classmethod
    def of(cls, corpus: Corpus, annotator: str, options: TreeSimulationOptions) -> DegradedTrees:
        """Those of an annotator of a corpus."""
        given = {
            document.id: tuple(_bare(tree) for tree in said.trees)
            for document in corpus.documents
            if isinstance(said := corpus.annotations.get((document.id, annotator)), Trees)
        }
        if not given:
            raise NotApplicable("there are no trees to degrade")
        trees = [tree for each in given.values() for tree in each]
        phrases = any(isinstance(tree, PhraseTree) for tree in trees)
        idle = ("reattach", "random") if phrases else ("leave_out",)
        for name in options.given_of(idle):
            these, others = ("phrases", "dependencies") if phrases else ("dependencies", "phrases")
            raise UsageError(f"{spelled(name)} is for {others}, and these trees are {these}: leave it out")
        return cls(given, options, tuple(sorted({label for tree in trees for label in tree.labels})))

    def degraded(self, amounts: Mapping[str, float], number: int, rng: Generator) -> DegradedTrees:
        """Redrawn whole, reattached or with phrases left out, and relabelled."""
        del number
        own = rng.spawn(4)
        at = iter(places(sum(map(len, self.given.values()))).tolist())

        def changed(tree: Tree) -> Tree:
            place = np.array([next(at)])
            much = {name: float(growing(each, self.options.drift, place)) for name, each in amounts.items()}
            if isinstance(tree, DependencyTree):
                (tree,) = random([tree], much.get("random", 0.0), own[0], self.labels)
                (tree,) = reattach([tree], much.get("reattach", 0.0), own[1])
            (tree,) = leave_out([tree], much.get("leave_out", 0.0), own[2])
            (tree,) = relabel([tree], much.get("relabel", 0.0), own[3], self.labels)
            return tree

        return replace(self, given={document: tuple(map(changed, trees)) for document, trees in self.given.items()})

    def annotations(self) -> dict[str, Annotation]:
        """The trees of each document."""
        return {document: Trees(trees) for document, trees in self.given.items()}


def _bare(tree: Tree) -> Tree:
    """A tree without the lines it was read from, which would be written again as they were."""
    return (
        replace(tree, rows=(), lines=(), place=None) if isinstance(tree, DependencyTree) else replace(tree, place=None)
    )
