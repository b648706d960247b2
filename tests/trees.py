"""Trees for tests, in a line each."""

from __future__ import annotations

from accord.model import Corpus, DependencyTree, Document, Trees


def dependencies(tokens: str, name: str = "") -> DependencyTree:
    """A dependency tree of tokens like ``2:nsubj``, whose words are w1, w2 and so on."""
    pairs = [token.split(":", 1) for token in tokens.split()]
    ids = tuple(range(1, len(pairs) + 1))
    heads, labels = tuple(int(head) for head, _ in pairs), tuple(label for _, label in pairs)
    return DependencyTree(tuple(f"w{number}" for number in ids), heads, labels, ids, name)


def corpus_of(**annotators: list[DependencyTree]) -> Corpus:
    """The trees of each annotator over the sentences of one document."""
    layers = {("d1", name): Trees(tuple(trees)) for name, trees in annotators.items()}
    return Corpus((Document("d1"),), layers)
