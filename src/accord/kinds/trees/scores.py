"""How well a parser does against a reference: UAS, LAS and CLAS of dependencies, labelled brackets of phrases.

    UAS  = tokens with the right head / tokens
    LAS  = tokens with the right head and label / tokens
    CLAS = 2 right / (content words of the reference + content words of the parser), where right are the content words
           of the reference with the right head and label (Nivre & Fang 2017)

A content word is one whose relation, up to its colon, is in the list of the script of the CoNLL 2018 shared task
(conll18_ud_eval.py): all of Universal Dependencies but aux, case, cc, clf, cop, det, mark and punct. So CLAS needs
these labels. The task also compares labels only up to their colon: --universal does that here. Words must be the same
in both files. For phrases F1 is that of labelled brackets: see bracket-f1.

F1 of one relation counts the tokens that have it in the reference, in the parser, and in both with the right head; that
of one label of phrases counts its brackets.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.brackets import phrases
from accord.model import DependencyTree
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.counts import Counts
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from accord.model import Tree

    Counted = Callable[[Tree, Tree], Counts]

_CONTENT = """
acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat goeswith iobj list nmod
nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp
"""
CONTENT = frozenset(_CONTENT.split())


def score_trees(pairs: Iterable[tuple[Tree, Tree]]) -> dict[str, CountedMeasure]:
    """Every measure of pairs of trees, the one of the reference first."""
    given = list(pairs)
    made = _DEPENDENCIES if any(isinstance(tree, DependencyTree) for tree, _ in given) else _PHRASES
    return {name: CountedMeasure(name, UnitRows.of([count(*pair) for pair in given])) for name, count in made.items()}


def score_labels(pairs: Iterable[tuple[Tree, Tree]]) -> dict[str, Counts]:
    """What is right of each relation of dependencies, or of each label of phrases, most frequent first.

    A token is right with its head and relation, a phrase with its label and the tokens it covers; the counts of all
    labels together are those of LAS and of bracket F1.
    """
    reference, predicted, right = Counter[str](), Counter[str](), Counter[str]()
    for ours, theirs in pairs:
        wanted, given, shared = _labels_of(ours, theirs)
        reference.update(wanted)
        predicted.update(given)
        right.update(shared)
    frequent = (reference + predicted).most_common()
    return {label: Counts(reference[label], predicted[label], right[label]) for label, _ in frequent}


def _labels_of(reference: Tree, predicted: Tree) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
    """The labels of both trees, and of what is right."""
    if isinstance(reference, DependencyTree):
        same = attachments(reference, predicted)
        shared = [name for name, both in zip(reference.labels, same, strict=True) if all(both)]
        return reference.labels, predicted.labels, shared
    ours, theirs = phrases(reference), phrases(predicted)
    wanted, given, shared = ([label for label, *_ in held.elements()] for held in (ours, theirs, ours & theirs))
    return wanted, given, shared


def _unlabelled(reference: Tree, predicted: Tree) -> Counts:
    right = sum(head for head, _ in attachments(reference, predicted))
    return Counts(len(reference), len(predicted), right)


def _labelled(reference: Tree, predicted: Tree) -> Counts:
    right = sum(head and label for head, label in attachments(reference, predicted))
    return Counts(len(reference), len(predicted), right)


def _content(reference: Tree, predicted: Tree) -> Counts:
    wanted, given = ([is_content(relation) for relation in tree.labels] for tree in (reference, predicted))
    same = attachments(reference, predicted)
    right = sum(head and label and counts for (head, label), counts in zip(same, wanted, strict=True))
    return Counts(sum(wanted), sum(given), right)


def is_content(relation: str) -> bool:
    """Whether a relation of Universal Dependencies is one of content words.

    >>> is_content("nsubj:pass"), is_content("case"), is_content("FINV")
    (True, False, False)
    """
    return relation.partition(":")[0] in CONTENT


def _bracketed(reference: Tree, predicted: Tree) -> Counts:
    ours, theirs = phrases(reference), phrases(predicted)
    return Counts(ours.total(), theirs.total(), (ours & theirs).total())


_DEPENDENCIES: Mapping[str, Counted] = {"las": _labelled, "uas": _unlabelled, "clas": _content}
_PHRASES: Mapping[str, Counted] = {"bracket-f1": _bracketed}
