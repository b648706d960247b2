"""Dependency trees in ten columns, CoNLL-U and CoNLL-X: one token per row, its head and the label of its relation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.bank_collector import BankCollector
from accord.formats.dependency_rows import (
    HEAD,
    LABEL,
    MISSING,
    NO_TOKEN,
    WIDTH,
    WORD,
    may_be_head,
    split_at_blanks,
    split_at_tabs,
)
from accord.formats.entities import add_entities
from accord.formats.formats import Format
from accord.formats.numbers import is_natural
from accord.formats.token_columns import COLUMNS
from accord.formats.treebanks import NEW_DOCUMENT, marked_trees
from accord.formats.writer import Writer
from accord.messages import plural
from accord.model import DependencyTree, Place
from accord.model.tree import NO_HEAD, MultiwordToken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.source import Source
    from accord.model import Corpus

    Split = Callable[[str], list[str]]


def read_conllu(source: Source, _told: Columns) -> Content:
    """CoNLL-U: dependency trees in ten columns with tabs; ranges, empty nodes and comments are kept."""
    content = _Reader(source, split_at_tabs).read()
    add_entities(content)
    return content


def read_conllx(source: Source, _told: Columns) -> Content:
    """CoNLL-X: dependency trees in ten columns, divided by tabs or blanks."""
    return _Reader(source, split_at_blanks).read()


class _Reader(BankCollector):
    """Reads one file, sentence by sentence, and collects what is wrong with its rows."""

    def __init__(self, source: Source, split: Split) -> None:
        super().__init__(source)
        self.split = split
        self.known: dict[str, str] = {}

    def read(self) -> Content:
        rows: list[str] = []
        number = 0
        for number, line in enumerate(self.source.lines(), 1):
            if line and not line.isspace():
                rows.append(line)
            elif rows:
                self._sentence(rows, number - len(rows))
                rows = []
        if rows:
            self._sentence(rows, number - len(rows) + 1)
        divided = "tabs" if self.split is split_at_tabs else "tabs or blanks"
        return self.finish(
            "token", f"dependency trees, {WIDTH} columns divided by {divided}, head in {HEAD}, label in {LABEL}"
        )

    def _sentence(self, rows: list[str], line: int) -> None:
        tokens: list[list[str]] = []
        lines: list[int] = []
        multiwords: list[MultiwordToken] = []
        name = ""
        faults = len(self.content.findings)
        for number, row in enumerate(rows, line):
            self.check_bytes(number, row)
            if row.startswith("#"):
                name = self.comment(row) or name
                continue
            fields = self.split(row)
            if len(fields) != WIDTH:
                hint = "the columns are id, word, lemma, two tags, features, head, label and two more, _ for none"
                self.content.report(
                    "ragged-row", number, f"{plural(len(fields), 'column')} instead of {WIDTH}: {row[:60]!r}", hint
                )
            elif not is_natural(fields[0]):
                first, dash, last = fields[0].partition("-")
                if not NO_TOKEN.fullmatch(fields[0]):
                    hint = "write a whole number, a range like 1-2, or 1.1 for an empty node"
                    self.content.report("invalid-id", number, f"{fields[0]!r:.40} is no id of a token", hint)
                elif dash:
                    multiwords.append(MultiwordToken(int(first), int(last), fields[WORD]))
            elif not may_be_head(fields[HEAD]):
                hint = "write the id of the head, or 0 for the root"
                self.content.report("invalid-head", number, f"{fields[HEAD]!r:.40} is no id of a head", hint)
            else:
                tokens.append(fields)
                lines.append(number)
        if tokens and len(self.content.findings) == faults:
            columns = list(zip(*tokens, strict=True))
            self.bank.trees.append(
                DependencyTree(
                    columns[WORD],
                    tuple(NO_HEAD if head == MISSING else int(head) for head in columns[HEAD]),
                    columns[LABEL],
                    tuple(map(int, columns[0])),
                    name,
                    Place(self.source.name, lines[0]),
                    tuple(lines),
                    tuple(rows),
                    {each: self._once(columns[column]) for each, (column, _) in COLUMNS.items()},
                    tuple(multiwords),
                )
            )

    def _once(self, column: tuple[str, ...]) -> tuple[str, ...]:
        """The same texts, each of which is held once however often it stands there."""
        return tuple(map(self.known.setdefault, column, column))


def rows_of(tree: DependencyTree) -> tuple[str, ...]:
    r"""The rows of a sentence that was not read from any: its name and its tokens, with what else is known of them.

    >>> rows_of(DependencyTree(("Fog",), (0,), ("root",), (1,), "s1"))
    ('# sent_id = s1', '1\tFog\t_\t_\t_\t_\t0\troot\t_\t_')
    """
    cells = [[MISSING] * WIDTH for _ in tree.words]
    columns = {
        0: map(str, tree.ids),
        WORD: tree.words,
        HEAD: (MISSING if head == NO_HEAD else str(head) for head in tree.heads),
        LABEL: tree.labels,
    }
    columns |= {column: tree.columns[name] for name, (column, _) in COLUMNS.items() if name in tree.columns}
    for column, said in columns.items():
        for row, cell in zip(cells, said, strict=True):
            row[column] = " ".join(cell.split()) or MISSING
    several = {each.first: each for each in tree.multiwords}
    rows = [f"# sent_id = {tree.id}"] if tree.id else []
    for id_, row in zip(tree.ids, cells, strict=True):
        if id_ in several:
            multiword = several[id_]
            rows.append("\t".join([f"{id_}-{multiword.last}", multiword.form, *[MISSING] * (WIDTH - 2)]))
        rows.append("\t".join(row))
    return tuple(rows)


def write_conllu(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """Every sentence with the rows it was read from: comments, ranges, empty nodes and all columns."""
    for mark, tree in marked_trees(corpus, annotator):
        if isinstance(tree, DependencyTree):
            rows = [row for row in tree.rows or rows_of(tree) if not row.startswith(NEW_DOCUMENT)]
            yield ("\n".join([*mark, *rows]) + "\n\n").encode("utf-8", "surrogateescape")


def _lost(_corpus: Corpus) -> tuple[str, ...]:
    """Nothing: the layers beside the trees are columns of theirs."""
    return ()


CONLLU = Format(read_conllu, writer=Writer(write_conllu, ".conllu", ("dependencies",), lost=_lost))
CONLLX = Format(read_conllx)
