"""Phrase-structure trees in brackets, with the words of a sentence or only with the labels above them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.bank_collector import BankCollector
from accord.formats.columns import Columns
from accord.formats.formats import Format
from accord.formats.leaves import resolve_leaves
from accord.formats.output import recoded
from accord.formats.source import Source
from accord.formats.treebanks import marked_trees
from accord.formats.writer import Writer
from accord.messages import option, plural, suggestion
from accord.model import PhraseTree, Place
from accord.model.tree import NO_WORDS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.content import Content
    from accord.model import Corpus

LABELS_IN_BRACKETS = "in brackets, every phrase has a label, one word without brackets"
LAYOUTS = {"words": True, "bare": False}
"""Whether the innermost names are words, or labels of leaves."""
_PART = re.compile(r"[()]|[^\s()]+")
_ESCAPED_PART = re.compile(r"[()]|(?:\\[()]|[^\s()])+")
"""The same where a backslash makes a bracket part of a name."""
_ESCAPED = re.compile(r"\\[()]")


def read_brackets(source: Source, told: Columns) -> Content:
    """Penn and NLTK brackets: phrase-structure trees, with words or without.

    A name that stands alone in its innermost bracket, as in ``(NN fog)``, is a word if all of them do so; as in
    ``(NP D N)``, where parts of speech are leaves, it is a label. An outer bracket without a label is left away. A
    bracket after a backslash is part of a name, unless the trees of the file are whole only if it is not.
    """
    if told.layout is not None and told.layout not in LAYOUTS:
        raise UsageError(f"unknown layout {told.layout!r} of brackets: {suggestion(told.layout, list(LAYOUTS))}")
    words, lines = None if told.layout is None else LAYOUTS[told.layout], list(source.lines())
    reader = _read(source, words, lines, _ESCAPED_PART)
    if reader.content.has_errors and any(map(_ESCAPED.search, lines)):
        plain = _read(source, words, lines, _PART)
        reader = reader if plain.content.has_errors else plain
    return reader.finish("tree", "phrase-structure trees in brackets")


def _read(source: Source, words: bool | None, lines: Sequence[str], part: re.Pattern[str]) -> _Reader:
    reader = _Reader(source, words, part)
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    if reader.open:
        reader = _Reader(source, reader.bank.words, part)
        for number, line in enumerate(lines, 1):
            if line.startswith("("):
                reader.give_up()
            reader.line(number, line)
        reader.give_up()
    return reader


class _Reader(BankCollector):
    """Reads the trees of one file, bracket by bracket."""

    def __init__(self, source: Source, words: bool | None, part: re.Pattern[str]) -> None:
        super().__init__(source, words)
        self.part = part
        self.labels: list[str | None] = []
        self.parents: list[int] = []
        self.open: list[int] = []
        self.first = 0
        self.name = ""

    def line(self, number: int, line: str) -> None:
        """Go on with one line."""
        self.check_bytes(number, line)
        if not self.open and line.startswith("#"):
            self.name = self.comment(line) or self.name
            return
        for part in self.part.findall(line):
            if part == "(":
                self._begin(number)
            elif not self.open:
                what = "a bracket is closed that was not opened" if part == ")" else f"{part!r} stands outside brackets"
                self.content.report("unbalanced-bracket", number, what, "count the brackets of the tree before")
                return
            elif part == ")":
                self._end(number)
            elif self.labels[self.open[-1]] is None:
                self.labels[self.open[-1]] = part
            else:
                self._add(part)

    def give_up(self) -> None:
        """Report a tree that is not closed."""
        if self.open:
            message = f"the tree that starts here is not closed: {plural(len(self.open), 'bracket')} too few"
            hint = "a tree ends where its first bracket does"
            self.content.report("unbalanced-bracket", self.first, message, hint)
            self.open = []

    def _begin(self, number: int) -> None:
        if not self.open:
            self.first, self.labels, self.parents = number, [], []
        elif self.labels[self.open[-1]] is None:
            self.labels[self.open[-1]] = ""
        self.open.append(self._add(None))

    def _add(self, label: str | None) -> int:
        self.parents.append(self.open[-1] if self.open else ROOT)
        self.labels.append(label)
        return len(self.labels) - 1

    def _end(self, number: int) -> None:
        node = self.open.pop()
        if self.labels[node] is None:
            self.content.report("empty-bracket", number, "there is nothing between the brackets", "delete them")
            self.labels[node] = ""
        if not self.open:
            self.bank.trees.append(self._tree())
            self.name = ""

    def _tree(self) -> PhraseTree:
        labels = tuple(label or "" for label in self.labels)
        tree = PhraseTree(labels, tuple(self.parents), (), self.name, Place(self.source.name, self.first))
        tree = replace(tree, words=(NO_WORDS,) * sum(tree.leaves()))
        outer = not labels[0] and self.parents.count(0) == 1
        return tree.kept([not outer, *[True] * (len(labels) - 1)]) if outer else tree


def write_brackets(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """One tree per line, after a comment with the name of its sentence where it has one."""
    for mark, tree in marked_trees(corpus, annotator):
        if isinstance(tree, PhraseTree):
            name = [f"# sent_id = {tree.id}"] if tree.id else []
            yield ("\n".join([*mark, *name, bracketed(tree)]) + "\n").encode("utf-8", "surrogateescape")


def write_as_read(corpus: Corpus, annotator: str, columns: Columns) -> bytes:
    """The trees of one annotator in brackets; refused where they would be read as others than these.

    Whether the innermost names are words is detected from all trees together, and may need to be said.
    """
    content = b"".join(recoded(write_brackets(corpus, annotator), columns.file_encoding))
    trees = [tree for _, tree in marked_trees(corpus, annotator) if isinstance(tree, PhraseTree)]
    if _are_read_as(trees, content, columns):
        return content
    layout = "bare" if any(NO_WORDS in tree.words for tree in trees) else "words"
    if columns.layout is None and _are_read_as(trees, content, replace(columns, layout=layout)):
        taken_for = "words" if layout == "bare" else "labels"
        raise UsageError(
            f"alone, the innermost names would be read as {taken_for}: read the files with {option('layout', layout)}"
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
    resolved = resolve_leaves([read])
    found = [tree for each in resolved.contents for bank in each.trees for tree in bank.trees]
    wanted = [(tree.labels, tree.structure, tree.words) for tree in trees]
    refused = read.has_errors or resolved.findings
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


BRACKETS = Format(
    read_brackets,
    takes=("layout",),
    writer=Writer(write_brackets, ".ptb", ("phrases",), as_read=write_as_read),
    shape=re.compile(r"(?:#.*\n|\s)*\(\s*(?:\(|[^\s()]+[\s(])"),
)
