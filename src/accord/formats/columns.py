"""What a caller says about files: their format and text encoding, and which column holds what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError, UsageError
from accord.formats.conll import ConllReader
from accord.formats.formats import FORMATS, TREE_FORMATS, refuse_idle
from accord.formats.leaves import settle_leaves
from accord.formats.roles import check_column
from accord.formats.sniff import REGULAR, Sniffed, sniff
from accord.formats.source import Source
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding
    from accord.formats.content import Content
    from accord.formats.roles import Column
    from accord.model import LabelSource

_OPTIONS = {
    "--input-format": "format",
    "--layout": "layout",
    "--file-encoding": "file_encoding",
    "--token-column": "token",
    "--item-column": "item",
    "--annotator-column": "annotator",
    "--document-column": "document",
    "--label-column": "label",
}
"""What each option of a command line says of files."""
_IF_COLUMNS = 'if it holds columns of tokens, say so (--input-format conll, format="conll")'


@dataclass(frozen=True, slots=True)
class Columns:
    """Where files keep what, as far as the caller says; what is None is found out.

    A column is a number from 0 (-1 is the last one), a name, or a key of JSON lines; ``label`` may be several.
    """

    token: Column | None = None
    label: Column | list[Column] | tuple[Column, ...] | None = None
    file_encoding: str = "utf-8"
    format: str | None = None
    item: Column | None = None
    annotator: Column | None = None
    document: Column | None = None
    layout: str | None = None
    """That of tables (long, wide or joined), or of brackets (words or bare)."""
    side_by_side: bool | None = None
    """Whether several label columns of a token file are several annotators."""
    of_tokens: bool = False
    """Whether the labels are surely those of tokens, as they are for one who names their chunk encoding."""

    def __post_init__(self) -> None:
        if self.format is not None:
            object.__setattr__(self, "format", FORMATS.name(self.format))
        for role in ("token", "item", "annotator", "document"):
            if (column := getattr(self, role)) is not None:
                check_column(column, role)
        for label in self.labels or ():
            check_column(label, "label")
        if self.labels is not None and (not self.labels or len(set(self.labels)) < len(self.labels)):
            raise UsageError("give one or more label columns, each once")

    @property
    def labels(self) -> tuple[Column, ...] | None:
        """The label columns."""
        if self.label is None:
            return None
        return tuple(self.label) if isinstance(self.label, list | tuple) else (self.label,)

    @property
    def options(self) -> tuple[str, ...]:
        """The same as a command line says it.

        >>> Columns(label=["ada", -1], file_encoding="latin-1").options
        ('--file-encoding', 'latin-1', '--label-column', 'ada', '--label-column', '-1')
        """
        said = [(option, value) for option, name in _OPTIONS.items() for value in self._told(name)]
        return tuple(str(word) for pair in said for word in pair)

    def _told(self, name: str) -> tuple[Column, ...]:
        """What a field says that would not be so without; of labels, there may be several."""
        value = getattr(self, name)
        if value == getattr(Columns(), name):
            return ()
        return (self.labels or ()) if name == "label" else (value,)

    @classmethod
    def from_options(cls, words: Sequence[str]) -> Columns:
        """What a command line says.

        >>> Columns.from_options(["--layout", "wide", "--label-column", "ada", "--label-column", "-1"]).labels
        ('ada', '-1')
        """
        said: dict[str, list[str]] = {}
        for option, value in zip_longest(words[::2], words[1::2]):
            if option not in _OPTIONS:
                raise UsageError(f"{option} does not say where files keep what: {suggestion(option, list(_OPTIONS))}")
            if value is None:
                raise UsageError(f"{option}: say which")
            said.setdefault(_OPTIONS[option], []).append(value)
        several: Any = {name: values if name == "label" else values[-1] for name, values in said.items()}
        return cls(**several)

    @property
    def of_one(self) -> Columns:
        """The same for files of one annotator each: what tells items and annotators apart says nothing of these."""
        label = self.labels[0] if self.labels is not None and len(self.labels) == 1 else None
        return replace(self, label=label, item=None, annotator=None, document=None)

    def in_encoding(self, encoding: str | Encoding | None) -> Columns:
        """The same, for labels of tokens where their chunk encoding is given."""
        return self if encoding is None else replace(self, of_tokens=True)

    def for_tokens(self, path: str | PathLike[str]) -> Columns:
        """The same for who needs tokens: rows that could be those of tokens or of a table are those of tokens."""
        return replace(self, of_tokens=True) if self._likely(self.source(path)).reason == REGULAR else self

    def source(self, path: str | PathLike[str]) -> Source:
        """A file as bytes in its text encoding."""
        return Source(fspath(path), self.file_encoding)

    def sniff(self, source: Source) -> Sniffed:
        """The format of a file as told, or as found out; no table where the caller speaks of tokens."""
        if self.format is not None:
            return Sniffed(self.format, "as told")
        return sniff(
            source,
            of_tokens=self.of_tokens or self.token is not None,
            of_items=self.item is not None or self.layout is not None,
            trees=self.label is None,
        )

    def holds_trees(self, path: str | PathLike[str]) -> bool:
        """Whether a file holds trees, as far as can be told before it is read."""
        try:
            return self.sniff(self.source(path)).format in TREE_FORMATS
        except ReadError:
            return False

    def assumed_table(self, path: str | PathLike[str]) -> str:
        """Why a file is read as a table, where neither its name nor the caller says so."""
        format_, reason = self._likely(self.source(path))
        said = self.format is not None or reason.startswith("its name")
        return f"read as a table ({reason})" if format_ == "table" and not said else ""

    def conll(self, path: str | PathLike[str], *, labelled: bool = True) -> ConllReader:
        """A file of CoNLL columns, and of no other format; without labels the token may be the only column."""
        source = self.source(path)
        format_, reason = self._likely(source)
        if format_ != "conll":
            raise UsageError(
                f"{source.name} is read as {format_} ({reason}), and CoNLL columns are needed here: {_IF_COLUMNS}"
            )
        refuse_idle(self, [format_])
        return ConllReader(source, self.token, self.labels, labelled=labelled)

    def content(self, path: str | PathLike[str]) -> Content | None:
        """What a file holds that is no CoNLL columns; None where it is."""
        source = self.source(path)
        format_, _ = self._likely(source)
        if format_ == "conll":
            return None
        refuse_idle(self, [format_])
        (content,), findings, _ = settle_leaves([FORMATS.get(format_)(source, self)])
        return replace(content, findings=[*content.findings, *findings])

    def _likely(self, source: Source) -> Sniffed:
        """The format of a file; CoNLL columns where the caller names a label in what may be these.

        So they are where nothing can be found out, for their reader says best what is wrong.
        """
        label_only = self.label is not None and self.item is None and self.annotator is None
        try:
            return replace(self, of_tokens=self.of_tokens or label_only).sniff(source)
        except ReadError as error:
            return Sniffed("conll", error.summary)

    def label_source(self, path: str | PathLike[str]) -> LabelSource:
        """The token labels of a file, by one annotator."""
        content = self.content(path)
        if content is None:
            return self.conll(path)
        if content.markings or content.unitisings:
            held = "spans" if content.markings else "units"
            raise UsageError(f"{fspath(path)} holds {held}, and token labels of one annotator are needed")
        annotators = {passage.annotator for passage in content.passages} | {None for _ in content.trees}
        if len(annotators) != 1 and not content.has_errors:
            held = f"token labels of {len(annotators)} annotators" if annotators else "labels of items"
            hint = "" if annotators else f": {_IF_COLUMNS}"
            raise UsageError(f"{fspath(path)} holds {held}, and token labels of one annotator are needed{hint}")
        return content.label_source(self.source(path).digest())
