"""The formats in which the annotations of one annotator are written, and what each can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError
from accord.formats.columns import Columns
from accord.messages import suggestion
from accord.model import ItemLabels, PhraseTree, Spans, TokenLabels, Trees, Units
from accord.write.encoded import recoded
from accord.write.records import jsonl
from accord.write.table import table
from accord.write.tokens import conll, conll_as_read
from accord.write.trees import brackets, brackets_as_read, conllu

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from accord.model import Corpus
    from accord.model.corpus import Annotation

    Writer = Callable[[Corpus, str], Iterator[bytes]]


class Format(NamedTuple):
    """What writes the annotations of one annotator, how its files end, what it is for, and what else it can hold."""

    plain: Writer
    ending: str
    usual: tuple[str, ...]
    also: tuple[str, ...] = ()
    as_read: Callable[[Corpus, str, Columns], bytes | None] | None = None
    """What writes them such as they are read with the columns of their sources, where that can be."""

    def write(self, corpus: Corpus, annotator: str, *, columns: Columns | None = None) -> Iterator[bytes]:
        """The annotations of one annotator, in the columns and the text encoding in which their files are read."""
        told = columns or Columns()
        laid_out = self.as_read and self.as_read(corpus, annotator, told)
        return recoded(self.plain(corpus, annotator), told.file_encoding) if laid_out is None else iter([laid_out])


WRITTEN = {
    "conll": Format(conll, ".conll", ("labels of tokens",), as_read=conll_as_read),
    "table": Format(table, ".csv", ("labels of items",), ("units",)),
    "jsonl": Format(jsonl, ".jsonl", ("spans", "units"), ("labels of tokens", "labels of items")),
    "conllu": Format(conllu, ".conllu", ("dependencies",)),
    "brackets": Format(brackets, ".ptb", ("phrases",), as_read=brackets_as_read),
}
_KINDS: dict[type[Annotation], str] = {
    TokenLabels: "labels of tokens",
    ItemLabels: "labels of items",
    Spans: "spans",
    Units: "units",
    Trees: "dependencies",
}


def fitting(corpus: Corpus) -> list[str]:
    """The names of the formats in which a corpus can be written, the usual one first."""
    kind = _kind(corpus)
    usual = [name for name, each in WRITTEN.items() if kind in each.usual]
    return usual + [name for name, each in WRITTEN.items() if kind in each.also]


def format_for(corpus: Corpus, path: str | None = None, name: str | None = None) -> Format:
    """The format of a name; without one that of the ending of a path, or the usual one, as far as they fit."""
    names = fitting(corpus)
    if name is not None and name not in names:
        raise UsageError(f"{_kind(corpus)} cannot be written as {name!r}: {suggestion(name, names)}")
    by_ending = (each for each in names if path is not None and path.casefold().endswith(WRITTEN[each].ending))
    return WRITTEN[name or next(by_ending, names[0])]


def _kind(corpus: Corpus) -> str:
    layers = list(corpus.annotations.values())
    if any(isinstance(tree, PhraseTree) for each in layers if isinstance(each, Trees) for tree in each.trees):
        return "phrases"
    return _KINDS[type(layers[0])]
