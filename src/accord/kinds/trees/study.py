"""Sentences and the trees that annotators drew over them, one beside the other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from accord.checks.trees import is_tree, same_words, tree_findings, word_findings
from accord.errors import NotApplicable, UsageError
from accord.formats.same_sentences import same_sentences
from accord.kinds.trees.options import NON_TREES
from accord.messages import suggestion
from accord.model import DependencyTree, PhraseTree, Trees
from accord.model.tree import NO_HEAD
from accord.study.annotators import chosen_annotators

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.model import Corpus, Finding, Tree

SINGLE = "sentences with a single tree"
"""Why sentences are left out that one annotator alone drew a tree over."""
NO_TREE = "graphs without the structure of a tree"
"""Why graphs are left out in which not every token hangs on the root."""
HEADLESS = "trees with tokens without a head"
"""Why trees are left out that are not finished."""
TRACE = "-NONE-"
_FUNCTION = re.compile(r"^([^-=]+)[-=].*")


@dataclass(frozen=True, slots=True)
class Reading:
    """What of a tree is looked at, and what is done with a graph that is no tree."""

    non_trees: str = "leave-out"
    universal: bool = False
    """Whether a relation is cut before its colon: nsubj:pass is nsubj."""
    functions: bool = True
    """Whether functional tags and indices of phrases stay: NP-SBJ=1 is not NP."""
    traces: bool = True
    """Whether empty leaves (``-NONE-``) stay."""

    def __post_init__(self) -> None:
        if self.non_trees not in NON_TREES:
            hint = suggestion(self.non_trees, list(NON_TREES))
            raise UsageError(f"unknown way {self.non_trees!r} to treat graphs that are no trees: {hint}")

    def refuse_idle(self, *, phrases: bool) -> None:
        """Say which choice is for the other kind of trees, if one is."""
        idle = {
            "universal (labels up to their colon)": phrases and self.universal,
            "without functional tags": not phrases and not self.functions,
            "without traces": not phrases and not self.traces,
        }
        for choice, given in idle.items():
            if given:
                these, others = ("phrases", "dependencies") if phrases else ("dependencies", "phrases")
                raise UsageError(f"{choice} is for {others}, and these trees are {these}")

    def choices(self, *, phrases: bool) -> dict[str, object]:
        """What stands of it in a signature."""
        if phrases:
            return {"functions": "keep" if self.functions else "drop", "traces": "keep" if self.traces else "drop"}
        return {"labels": "universal" if self.universal else "full", "non-trees": self.non_trees}

    def seen(self, tree: Tree) -> Tree | None:
        """What is looked at of a tree; None where nothing is left."""
        if isinstance(tree, DependencyTree):
            if not self.universal:
                return tree
            return replace(tree, labels=tuple(label.partition(":")[0] for label in tree.labels))
        labels = tree.labels if self.functions else tuple(_FUNCTION.sub(r"\1", label) for label in tree.labels)
        if self.traces or TRACE not in tree.labels:
            return replace(tree, labels=labels)
        keep = [leaf and label != TRACE for leaf, label in zip(tree.leaves(), tree.labels, strict=True)]
        for node in range(len(keep) - 1, 0, -1):
            keep[tree.parents[node]] |= keep[node]
        return tree.kept(keep, labels) if keep[0] else None


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """A sentence with the tree of everyone who drew one over it."""

    name: str
    document: str
    trees: Mapping[str, Tree]

    @property
    def tokens(self) -> int:
        """How many tokens it has, to most annotators."""
        return Counter(len(tree) for tree in self.trees.values()).most_common(1)[0][0]

    @property
    def comparable(self) -> bool:
        """Whether it has the same tokens to all who drew a tree over it."""
        return same_words(list(self.trees.values()))

    def pairs(self) -> list[dict[str, Tree]]:
        """The trees of every two annotators."""
        return [dict(pair) for pair in combinations(self.trees.items(), 2)]

    def different(self) -> dict[str, Tree]:
        """The first two trees that differ, or the first two."""
        pairs = self.pairs()
        drawn = ((pair, {(tree.labels, tree.structure) for tree in pair.values()}) for pair in pairs)
        return next((pair for pair, trees in drawn if len(trees) > 1), pairs[0])


@dataclass(frozen=True)
class ParseStudy:
    """Sentences over which two annotators or more drew a tree, of so many ``found``, and ``findings`` of graphs."""

    sentences: tuple[ParsedSentence, ...]
    annotators: tuple[str, ...]
    phrases: bool
    reading: Reading = field(default_factory=Reading)
    left_out: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    found: int = 0

    @property
    def documents(self) -> tuple[str, ...]:
        """All documents, in their order."""
        return tuple(dict.fromkeys(sentence.document for sentence in self.sentences))

    @property
    def choices(self) -> dict[str, object]:
        """What stands in a signature of how trees were read."""
        return self.reading.choices(phrases=self.phrases)

    @cached_property
    def comparable(self) -> tuple[ParsedSentence, ...]:
        """The sentences that have the same tokens to all who drew a tree over them."""
        return tuple(sentence for sentence in self.sentences if sentence.comparable)

    @cached_property
    def mismatches(self) -> tuple[Finding, ...]:
        """Where annotators drew trees over different tokens of one sentence."""
        return tuple(finding for sentence in self.sentences for finding in word_findings(sentence.trees))

    def of(self, annotators: Sequence[str]) -> ParseStudy:
        """The same of some annotators, with the sentences over which two of them drew a tree."""
        found = (
            replace(sentence, trees={name: sentence.trees[name] for name in annotators if name in sentence.trees})
            for sentence in self.sentences
        )
        return replace(
            self,
            sentences=tuple(sentence for sentence in found if len(sentence.trees) > 1),
            annotators=tuple(annotators),
        )


def study_trees(
    corpus: Corpus, reading: Reading | None = None, *, annotators: Sequence[str] | None = None, least: int = 2
) -> ParseStudy:
    """The trees of a corpus, sentence by sentence; those with fewer than ``least`` trees, one or two, are left out."""
    reading = reading or Reading()
    names = chosen_annotators(corpus, annotators)
    layers: defaultdict[str, dict[str, Sequence[Tree]]] = defaultdict(dict)
    for annotator in names:
        for document in corpus.documents:
            layer = corpus.annotations.get((document.id, annotator))
            if isinstance(layer, Trees):
                layers[document.id][annotator] = layer.trees
    kinds = {isinstance(tree, PhraseTree) for held in layers.values() for trees in held.values() for tree in trees}
    if not kinds:
        raise NotApplicable("there are no trees")
    if len(kinds) > 1:
        raise NotApplicable("there are trees of dependencies and of phrases: measure them apart")
    phrases = kinds.pop()
    reading.refuse_idle(phrases=phrases)
    left_out: Counter[str] = Counter()
    findings: list[Finding] = []
    found = [sentence for document, held in layers.items() for sentence in _side_by_side(document, held)]
    sentences = [read for sentence in found if (read := _read(sentence, reading, left_out, findings))]
    kept = tuple(sentence for sentence in sentences if len(sentence.trees) >= least)
    if alone := len(sentences) - len(kept):
        left_out[SINGLE] = alone
    return ParseStudy(kept, names, phrases, reading, dict(left_out), tuple(findings), len(found))


def trees_of(corpus: Corpus) -> list[Tree]:
    """The trees of all annotators of a corpus, and none where it holds something else."""
    return [tree for each in corpus.annotations.values() if isinstance(each, Trees) for tree in each.trees]


def lacks_heads(tree: Tree) -> bool:
    """Whether a token of a dependency tree has no head."""
    return isinstance(tree, DependencyTree) and NO_HEAD in tree.heads


def _read(
    sentence: ParsedSentence, reading: Reading, left_out: Counter[str], findings: list[Finding]
) -> ParsedSentence | None:
    """A sentence as it is looked at, without the trees that cannot be."""
    trees: dict[str, Tree] = {}
    for annotator, tree in sentence.trees.items():
        if not is_tree(tree):
            findings += tree_findings(tree)
            if reading.non_trees == "leave-out":
                left_out[HEADLESS if lacks_heads(tree) else NO_TREE] += 1
                continue
        if seen := reading.seen(tree):
            trees[annotator] = seen
        else:
            left_out["trees of nothing but traces"] += 1
    return replace(sentence, trees=trees) if trees else None


def _side_by_side(document: str, held: Mapping[str, Sequence[Tree]]) -> Iterator[ParsedSentence]:
    """The sentences of a document, each under its name if no other has that."""
    rows = same_sentences(held)
    found = [next((tree.id for tree in trees_of.values() if tree.id), "") for trees_of in rows]
    times = Counter(found)
    for number, (name, trees_of) in enumerate(zip(found, rows, strict=True), 1):
        yield ParsedSentence(name if name and times[name] == 1 else f"{document}:{number}", document, trees_of)
