"""Phrase-structure trees in brackets, with the words of a sentence or only with the labels above them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.bank_collector import BankCollector
from accord.formats.formats import reads
from accord.messages import plural, suggestion
from accord.model import PhraseTree, Place
from accord.model.tree import NO_WORDS, ROOT

if TYPE_CHECKING:
    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.source import Source

LAYOUTS = {"words": True, "bare": False}
"""Whether the innermost names are words, or labels of leaves."""
_PART = re.compile(r"[()]|[^\s()]+")


@reads(".ptb .mrg .tree", takes="layout")
def read_brackets(source: Source, told: Columns) -> Content:
    """Penn and NLTK brackets: phrase-structure trees, with words or without.

    A name that stands alone in its innermost bracket, as in ``(NN fog)``, is a word if all of them do so; as in
    ``(NP D N)``, where parts of speech are leaves, it is a label. An outer bracket without a label is left away.
    """
    if told.layout is not None and told.layout not in LAYOUTS:
        raise UsageError(f"unknown layout {told.layout!r} of brackets: {suggestion(told.layout, list(LAYOUTS))}")
    reader = _Reader(source, None if told.layout is None else LAYOUTS[told.layout])
    lines = list(source.lines())
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    if reader.open:
        reader = _Reader(source, reader.bank.words)
        for number, line in enumerate(lines, 1):
            if line.startswith("("):
                reader.give_up()
            reader.line(number, line)
        reader.give_up()
    return reader.finish("tree", "phrase-structure trees in brackets")


class _Reader(BankCollector):
    """Reads the trees of one file, bracket by bracket."""

    def __init__(self, source: Source, words: bool | None) -> None:
        super().__init__(source, words)
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
        for part in _PART.findall(line):
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
