"""Trees of one annotator as CoNLL-U or in brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.model import DependencyTree, PhraseTree, Trees
from accord.model.tree import NO_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.model import Corpus, Tree


_NEW_DOCUMENT = "# newdoc"


def conllu(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """Every sentence with the rows it was read from: comments, ranges, empty nodes and all columns."""
    for mark, tree in _sentences(corpus, annotator):
        if isinstance(tree, DependencyTree):
            rows = [row for row in tree.rows if not row.startswith(_NEW_DOCUMENT)]
            yield ("\n".join([*mark, *rows]) + "\n\n").encode("utf-8", "surrogateescape")


def brackets(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """A tree a line, behind a comment with the name of its sentence where it has one."""
    for mark, tree in _sentences(corpus, annotator):
        if isinstance(tree, PhraseTree):
            name = [f"# sent_id = {tree.id}"] if tree.id else []
            yield ("\n".join([*mark, *name, bracketed(tree)]) + "\n").encode("utf-8", "surrogateescape")


def bracketed(tree: PhraseTree) -> str:
    """A tree in brackets.

    >>> bracketed(PhraseTree(("S", "NP", "VP"), (-1, 0, 0), ("Fog", "lifts")))
    '(S (NP Fog) (VP lifts))'
    """
    children: list[list[int]] = [[] for _ in tree.labels]
    for node, parent in enumerate(tree.parents[1:], 1):
        children[parent].append(node)
    leaves = iter(tree.words)
    words = {node: next(leaves) for node, is_leaf in enumerate(tree.leaves()) if is_leaf}
    texts = [""] * len(tree.labels)
    for node in range(len(tree.labels) - 1, -1, -1):
        word = words.get(node)
        inner = " ".join(texts[child] for child in children[node]) if word is None else word
        texts[node] = tree.labels[node] if word == NO_WORDS else f"({tree.labels[node]} {inner})"
    return texts[0]


def _sentences(corpus: Corpus, annotator: str) -> Iterator[tuple[list[str], Tree]]:
    """Every tree, the first one of a document with the mark of that."""
    for document in corpus.documents:
        layer = corpus.layers.get((document.id, annotator))
        for number, tree in enumerate(layer.trees if isinstance(layer, Trees) else ()):
            yield [] if number else [f"{_NEW_DOCUMENT} id = {document.id}"], tree
