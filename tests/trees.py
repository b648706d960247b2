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
    """Two documents by two annotators who differ in a label of each; the first has a tree of too many nodes."""
    folder.mkdir(parents=True)
    for annotator, label in (("ada", "obj"), ("bram", "obl")):
        texts = (_chain("long", label, MAX_NODES), _chain("short", label, 4), _chain("calm", "obj", 3))
        (folder / f"{annotator}.conllu").write_text("".join(texts), "utf-8")
    return folder


def _chain(name: str, label: str, tokens: int) -> str:
    """A document of one sentence in which every token hangs on the one before, the second by a label."""
    labels = {1: "root", 2: label}
    rows = (f"{at}\tw{at}" + "\t_" * 4 + f"\t{at - 1}\t{labels.get(at, 'dep')}\t_\t_" for at in range(1, tokens + 1))
    return "\n".join([f"# newdoc id = {name}", f"# sent_id = {name}-1", *rows]) + "\n\n"
