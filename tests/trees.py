"""Trees for tests, in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.distance.tree_edit import MAX_NODES
from accord.model import Corpus, DependencyTree, Document, Trees

if TYPE_CHECKING:
    from pathlib import Path


def dependencies(tokens: str, name: str = "") -> DependencyTree:
    """A dependency tree of tokens like ``2:nsubj``, whose words are w1, w2 and so on."""
    pairs = [token.split(":", 1) for token in tokens.split()]
    ids = tuple(range(1, len(pairs) + 1))
    heads, labels = tuple(int(head) for head, _ in pairs), tuple(label for _, label in pairs)
    return DependencyTree(tuple(f"w{number}" for number in ids), heads, labels, ids, name)


def corpus_of(**annotators: list[DependencyTree]) -> Corpus:
    """The trees of each annotator over the sentences of one document."""
    layers = {("d1", name): Trees(tuple(trees)) for name, trees in annotators.items()}
    return Corpus.of((Document("d1"),), layers)


def too_long_to_measure(folder: Path) -> Path:
    """Two documents by two annotators who differ in a label of each; the first has a tree that takes too many steps."""
    folder.mkdir(parents=True)
    for annotator, label in (("ada", "obj"), ("bram", "obl")):
        texts = (
            _drawn("long", label, _zigzag(MAX_NODES - 1)),
            _drawn("short", label, [0, 1, 2, 3]),
            _drawn("calm", "obj", [0, 1, 2]),
        )
        (folder / f"{annotator}.conllu").write_text("".join(texts), "utf-8")
    return folder


def one_large_tree(folder: Path) -> Path:
    """Three documents by two annotators who differ in a label; the first has a tree of one node too many."""
    folder.mkdir(parents=True)
    for annotator, label in (("ada", "obj"), ("bram", "obl")):
        texts = (
            _drawn("large", "obj", list(range(MAX_NODES))),
            _drawn("short", label, [0, 1, 2, 3], sentences=2),
            _drawn("calm", "obj", [0, 1, 1], sentences=2),
        )
        (folder / f"{annotator}.conllu").write_text("".join(texts), "utf-8")
    return folder


def _drawn(name: str, label: str, heads: list[int], sentences: int = 1) -> str:
    """A document of some equal sentences, whose second token has a label."""
    labels = {1: "root", 2: label}
    rows = [f"{at}\tw{at}" + "\t_" * 4 + f"\t{head}\t{labels.get(at, 'dep')}\t_\t_" for at, head in enumerate(heads, 1)]
    drawn = ("\n".join([f"# sent_id = {name}-{number}", *rows]) + "\n\n" for number in range(1, sentences + 1))
    return f"# newdoc id = {name}\n" + "".join(drawn)


def _zigzag(tokens: int) -> list[int]:
    """Heads of a tree that branches to the left and to the right in turn, so that no order of comparing it is short."""
    heads = [0] * tokens
    first, last, above, to_the_left = 0, tokens, 0, True
    while first < last:
        heads[first] = above
        if last - first > 1:
            heads[first + 1 if to_the_left else last - 1] = first + 1
        above = first + 1
        first, last = (first + 2, last) if to_the_left else (first + 1, last - 1)
        to_the_left = not to_the_left
    return heads
