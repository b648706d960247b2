"""Whether the innermost names in brackets are words or labels, detected from all files together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from accord.messages import option
from accord.model import Finding, PhraseTree, Place, Severity
from accord.model.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.formats.content import Content, Treebank


class LeafReading(NamedTuple):
    """Files with leaves as words where they are words, what cannot be one, and what was assumed."""

    contents: list[Content]
    findings: list[Finding]
    assumptions: list[str]


def resolve_leaves(contents: Iterable[Content]) -> LeafReading:
    """Detect whether leaves are words, of all files together, unless the caller says it."""
    given = list(contents)
    untold = [tree for content in given for bank in content.trees if bank.words is None for tree in _phrases(bank)]
    found = hold_words(untold)
    reading = LeafReading([], [], [_assumed(found)] if untold else [])
    for content in given:
        banks = [
            bank._replace(trees=list(_with_words(bank, reading.findings)))
            if _phrases(bank) and (found if bank.words is None else bank.words)
            else bank
            for bank in content.trees
        ]
        reading.contents.append(replace(content, trees=banks))
    return reading


def _assumed(words: bool) -> str:
    if words:
        other = option("layout", "bare")
        return f"brackets hold words, for each innermost name stands alone in its bracket ({other}: they are labels)"
    return f"brackets hold no words: parts of speech are leaves ({option('layout', 'words')} says otherwise)"


def _phrases(bank: Treebank) -> list[PhraseTree]:
    return [tree for tree in bank.trees if isinstance(tree, PhraseTree)]


def hold_words(trees: Iterable[PhraseTree]) -> bool:
    """Whether all leaves stand alone in their bracket, as words do below their parts of speech.

    >>> from accord.model.tree import NO_WORDS
    >>> bare = PhraseTree(("NP", "D", "N"), (ROOT, 0, 0), (NO_WORDS,) * 2)
    >>> hold_words([bare]), hold_words([PhraseTree(("NP", "N", "fog"), (ROOT, 0, 1), (NO_WORDS,))])
    (False, True)
    """
    return all(not _beside(tree) for tree in trees)


def _beside(tree: PhraseTree) -> list[int]:
    """The leaves that do not stand alone in their bracket."""
    children = [0] * len(tree.labels)
    for parent in tree.parents[1:]:
        children[parent] += 1
    leaves = [node for node, is_leaf in enumerate(tree.leaves()) if is_leaf]
    return [node for node in leaves if tree.parents[node] == ROOT or children[tree.parents[node]] > 1]


def _with_words(bank: Treebank, findings: list[Finding]) -> Iterator[PhraseTree]:
    """The trees of a bank with leaves taken for words; what cannot be one is reported."""
    for tree in _phrases(bank):
        if strange := _beside(tree):
            message = f"{tree.labels[strange[0]]!r} does not stand alone in its bracket, as a word does"
            hint = f"write (TAG word), or read the brackets without words: {option('layout', 'bare')}"
            findings.append(Finding("mixed-leaves", Severity.ERROR, tree.place or Place(""), message, hint))
            continue
        leaves = tree.leaves()
        words = tuple(label for label, is_leaf in zip(tree.labels, leaves, strict=True) if is_leaf)
        yield replace(tree.kept([not is_leaf for is_leaf in leaves]), words=words)
