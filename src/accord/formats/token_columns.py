"""The columns of CoNLL-U beside the trees, each a layer of token labels: lemmas, tags and features."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.formats.same_sentences import same_sentences
from accord.messages import plural
from accord.model import DependencyTree, Finding, Layer, Place, Severity, TokenLabels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.content import Content
    from accord.model import Trees

    Row = Mapping[str, DependencyTree]
    """A sentence as each annotator has it."""

EMPTY = "_"
"""What stands in a column that says nothing."""
NOT_ANNOTATED = "not-annotated"
"""The features of tokens that an annotator does not have, for ``_`` says that a token has none."""
COLUMNS = {"upos": (3, EMPTY), "xpos": (4, EMPTY), "lemma": (2, EMPTY), "feats": (5, NOT_ANNOTATED)}
"""The layers, each with its column and the label that stands for no answer."""


MAIN = "deps"
"""What the layer of the trees beside them is called."""


def column_labels(content: Content) -> dict[str, Counter[str]]:
    """How often each label stands in the columns beside the trees of a file, as far as they are used."""
    trees = [tree for bank in content.trees for tree in bank.trees if isinstance(tree, DependencyTree)]
    counts = {name: Counter(label for tree in trees for label in tree.columns.get(name, ())) for name in COLUMNS}
    used = {name: Counter({label: n for label, n in each.items() if label != EMPTY}) for name, each in counts.items()}
    return {name: each for name, each in used.items() if each}


class TokenColumns:
    """The sentences of all documents, as annotators of dependency trees have them, with the tokens that most have."""

    def __init__(self, found: Mapping[str, Mapping[str, Trees]]) -> None:
        """Put sentences beside each other; ``found`` holds trees by document and annotator."""
        self.rows: dict[str, Sequence[Row]] = {}
        self.tokens: dict[str, tuple[tuple[str, ...], ...]] = {}
        for name, held in found.items():
            self.rows[name] = same_sentences({who: _dependencies(each) for who, each in held.items()})
            self.tokens[name] = tuple(_usual_words(row) for row in self.rows[name])
        self.found = found

    def layers(self, annotators: Sequence[str]) -> list[Layer]:
        """A layer for each column that anybody uses, of the annotators who do."""
        other = tuple(finding for who in annotators for finding in self._other_tokens(who))
        layers = []
        for name, (_, missing) in COLUMNS.items():
            using = [who for who in annotators if self._uses(who, name)]
            held = [(each, who) for who in using for each in self._documents(who)]
            said = {(each, who): self._labels(each, who, name, missing) for each, who in held}
            if said:
                layers.append(Layer(name, said, findings=other, aside=True))
        return layers

    def _documents(self, annotator: str) -> list[str]:
        return [name for name, held in self.found.items() if annotator in held]

    def _trees(self, annotator: str) -> Iterator[DependencyTree]:
        return (row[annotator] for rows in self.rows.values() for row in rows if annotator in row)

    def _uses(self, annotator: str, column: str) -> bool:
        return any(set(tree.columns.get(column, ())) - {EMPTY} for tree in self._trees(annotator))

    def _labels(self, document: str, annotator: str, column: str, missing: str) -> TokenLabels:
        """The labels of a column, with no answer where the annotator has not the tokens that most have."""
        labels: list[tuple[str, ...]] = []
        lines: list[tuple[int, ...]] = []
        for tokens, row in zip(self.tokens[document], self.rows[document], strict=True):
            tree = row.get(annotator)
            if tree is not None and tree.words == tokens:
                labels.append(tree.columns[column])
                lines.append(tree.lines)
            else:
                labels.append((missing,) * len(tokens))
                lines.append(())
        file = self.found[document][annotator].file
        return TokenLabels(tuple(labels), file, token_lines=tuple(lines), missing=missing)

    def _other_tokens(self, annotator: str) -> Iterator[Finding]:
        """That somebody has other tokens in some sentences."""
        pairs = (pair for name in self.rows for pair in zip(self.tokens[name], self.rows[name], strict=True))
        other = [row[annotator] for tokens, row in pairs if annotator in row and row[annotator].words != tokens]
        if other:
            message = f"{annotator} has other tokens in {plural(len(other), 'sentence')} than most have, here first"
            hint = "make the tokens the same; until then these labels do not count"
            yield Finding("token-mismatch", Severity.WARNING, other[0].place or Place(""), message, hint)


def _dependencies(trees: Trees) -> list[DependencyTree]:
    return [tree for tree in trees.trees if isinstance(tree, DependencyTree)]


def _usual_words(row: Row) -> tuple[str, ...]:
    """The tokens that most annotators have in a sentence."""
    first, *others = (tree.words for tree in row.values())
    return first if all(words == first for words in others) else Counter([first, *others]).most_common(1)[0][0]
