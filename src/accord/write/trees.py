"""Trees of one annotator as CoNLL-U or in brackets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.brackets import read_brackets
from accord.formats.columns import Columns
from accord.formats.leaves import settle_leaves
from accord.formats.source import Source
from accord.model import DependencyTree, PhraseTree, Trees
from accord.model.tree import NO_WORDS
from accord.write.encoded import recoded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.model import Corpus, Tree


LABELS_IN_BRACKETS = "in brackets, every phrase has a label, one word without brackets"
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


def brackets_as_read(corpus: Corpus, annotator: str, columns: Columns) -> bytes:
    """The trees of one annotator in brackets; refused where they would be read as others than these.

    Whether the innermost names are words is found out from all trees together, and may need to be said.
    """
    content = b"".join(recoded(brackets(corpus, annotator), columns.file_encoding))
    trees = [tree for _, tree in _sentences(corpus, annotator) if isinstance(tree, PhraseTree)]
    if _are_read_as(trees, content, columns):
        return content
    layout = "bare" if any(NO_WORDS in tree.words for tree in trees) else "words"
    if columns.layout is None and _are_read_as(trees, content, replace(columns, layout=layout)):
        taken_for = "words" if layout == "bare" else "labels"
        raise UsageError(
            f"alone, the innermost names would be read as {taken_for}: read the files with --layout {layout}"
        )
    lost = next((tree for tree in trees if not can_be_bracketed(tree)), trees[0])
    raise UsageError(f"{bracketed(lost)} would be read as another tree: {LABELS_IN_BRACKETS}")


def can_be_bracketed(tree: PhraseTree) -> bool:
    """Whether a tree can be read again from its brackets.

    >>> can_be_bracketed(PhraseTree(("S", "", "VP"), (-1, 0, 0), ("Fog", "lifts")))
    False
    """
    layout = "bare" if NO_WORDS in tree.words else "words"
    return _are_read_as([tree], bracketed(tree).encode("utf-8", "surrogateescape"), Columns(layout=layout))


def _are_read_as(trees: Sequence[PhraseTree], content: bytes, columns: Columns) -> bool:
    """Whether these trees, and no others, are read from what was written."""
    read = read_brackets(Source("", columns.file_encoding, content=content), columns)
    settled = settle_leaves([read])
    found = [tree for each in settled.contents for bank in each.trees for tree in bank.trees]
    wanted = [(tree.labels, tree.structure, tree.words) for tree in trees]
    refused = read.has_errors or settled.findings
    return not refused and [(tree.labels, tree.structure, tree.words) for tree in found] == wanted


def bracketed(tree: PhraseTree) -> str:
    """A tree in brackets.

    >>> bracketed(PhraseTree(("S", "NP", "VP"), (-1, 0, 0), ("Fog", "lifts")))
    '(S (NP Fog) (VP lifts))'
    >>> bracketed(PhraseTree(("S",), (-1,), (NO_WORDS,)))
    '(S)'
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
    return texts[0] if len(texts) > 1 or words[0] != NO_WORDS else f"({texts[0]})"


def _sentences(corpus: Corpus, annotator: str) -> Iterator[tuple[list[str], Tree]]:
    """Every tree, the first one of a document with the mark of that."""
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        for number, tree in enumerate(layer.trees if isinstance(layer, Trees) else ()):
            yield [] if number else [f"{_NEW_DOCUMENT} id = {document.id}"], tree
