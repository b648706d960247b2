"""Cases of trees in a line, and what agreement would be if all had drawn what most drew."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from accord.checks.trees import same_words
from accord.kinds.page.differences import ATTACHED, BOTH, FOUND, LABELLED
from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.brackets import phrases
from accord.kinds.trees.differences import NO_PHRASE, unshared
from accord.messages import plural
from accord.model import PhraseTree
from accord.model.case_summary import CaseSummary, Share, gains_of_shares, label_pairs, sorts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.kinds.trees.study import ParsedSentence
    from accord.model import Tree
    from accord.model.case import Case
    from accord.model.case_summary import Gains


def summary_of_trees(case: Case, trees: Sequence[Tree]) -> CaseSummary:
    """The sentence, and in how much each version differs from the most common one; trees are those of the versions."""
    met = [each for pair in combinations(trees, 2) for each in _differing(*pair)]
    common = "most common" if len(case.versions[0].annotators) > 1 else "first"
    said = (common, *(_differing_said(trees[0], tree) for tree in trees[1:]))
    pairs = label_pairs((one, other) for _, one, other in met)
    text = str(case.shown["text"])
    return CaseSummary(text, said, sorts_of(sort for sort, _, _ in met), pairs, text)


def gains_of_trees(sentences: Iterable[tuple[str, ParsedSentence]], measure: str) -> Gains:
    """By the share of tokens with the same head and label, or the F1 of brackets; a mean over pairs of annotators.

    Sentences come with their ids, and have the same tokens for all annotators.
    """
    drawn = ((name, list(sentence.trees.values())) for name, sentence in sentences)
    return gains_of_shares(measure, (_share(*each) for each in drawn if len(each[1]) > 1))


def _share(name: str, trees: list[Tree]) -> tuple[str, Share, Share]:
    structures = [(tree.structure, tree.labels) for tree in trees]
    most = trees[structures.index(max(structures, key=structures.count))]
    pairs = list(combinations(trees, 2))
    shares = [_alike(*pair) for pair in pairs]
    now = Share(*(sum(part) / len(pairs) for part in zip(*shares, strict=True)))
    return name, now, _alike(most, most)


def _alike(first: Tree, second: Tree) -> Share:
    if isinstance(first, PhraseTree):
        ours, theirs = phrases(first), phrases(second)
        return Share((ours & theirs).total(), (ours.total() + theirs.total()) / 2)
    return Share(sum(head and label for head, label in attachments(first, second)), len(first))


def _differing_said(first: Tree, second: Tree) -> str:
    if not same_words([first, second]):
        return "has other words"
    what = "phrase" if isinstance(first, PhraseTree) else "token"
    return f"differs in {plural(len(list(_differing(first, second))), what)}"


def _differing(first: Tree, second: Tree) -> Iterator[tuple[str, str | None, str | None]]:
    """What differs, with both labels; nothing of trees over other words."""
    if not same_words([first, second]):
        return
    if isinstance(first, PhraseTree) and isinstance(second, PhraseTree):
        for one, other in unshared(first, second):
            sort = FOUND if NO_PHRASE in {one, other} else LABELLED
            yield sort, *(None if each == NO_PHRASE else each for each in (one, other))  # type: ignore[misc]
        return
    for (head, label), one, other in zip(attachments(first, second), first.labels, second.labels, strict=True):
        if not (head and label):
            sort = LABELLED if head else ATTACHED if label else BOTH
            yield sort, one, other
