"""What a caller says about files: their format and text encoding, and which column holds what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.read.conll import ConllReader
from accord.read.formats import FORMATS
from accord.read.sniff import likely_format
from accord.read.source import Source

if TYPE_CHECKING:
    from accord.encoding import Encoding
    from accord.model import Track
    from accord.read.content import Content
    from accord.read.layout import Column


@dataclass(frozen=True, slots=True)
class Columns:
    """Where files keep what, as far as the caller says; what is None is found out.

    A column is a number from 0 (-1 is the last one), a name, or a key of JSON lines; ``label`` may be several.
    """

    token: Column | None = None
    label: Column | tuple[Column, ...] | None = None
    file_encoding: str = "utf-8"
    format: str | None = None
    item: Column | None = None
    annotator: Column | None = None
    document: Column | None = None
    layout: str | None = None
    """That of tables: long, wide or joined."""
    side_by_side: bool | None = None
    """Whether several label columns of a token file are several annotators."""
    of_tokens: bool = False
    """Whether the labels are surely those of tokens, as they are for one who names their chunk encoding."""

    def __post_init__(self) -> None:
        if self.format is not None:
            object.__setattr__(self, "format", FORMATS.name(self.format))
        if self.labels is not None and (not self.labels or len(set(self.labels)) < len(self.labels)):
            raise UsageError("give one or more label columns, each once")

    @property
    def labels(self) -> tuple[Column, ...] | None:
        """The label columns."""
        return (self.label,) if isinstance(self.label, str | int) else self.label

    def in_encoding(self, encoding: str | Encoding | None) -> Columns:
        """The same, for labels of tokens where their chunk encoding is given."""
        return self if encoding is None else replace(self, of_tokens=True)

    def source(self, path: str | PathLike[str]) -> Source:
        """A file as bytes in its text encoding."""
        return Source(fspath(path), self.file_encoding)

    def conll(self, path: str | PathLike[str]) -> ConllReader:
        """A file of CoNLL columns."""
        return ConllReader(self.source(path), self.token, self.labels)

    def content(self, path: str | PathLike[str]) -> Content | None:
        """What a file holds that is no CoNLL columns; None where it is, or where the caller speaks of columns."""
        source = self.source(path)
        format_ = self.format or ("conll" if self._names_token_columns else likely_format(source))
        if format_ == "conll" or (format_ == "table" and self.of_tokens and not self.format):
            return None
        content: Content = FORMATS.get(format_)(source, self)
        return content

    @property
    def _names_token_columns(self) -> bool:
        return (self.token is not None or self.label is not None) and self.item is None and self.annotator is None

    def track(self, path: str | PathLike[str]) -> Track:
        """The token labels of a file, by one annotator."""
        content = self.content(path)
        if content is None:
            return self.conll(path)
        annotators = {passage.annotator for passage in content.passages}
        if len(annotators) != 1 and not content.has_errors:
            held = f"token labels of {len(annotators)} annotators" if annotators else "labels of items"
            raise UsageError(f"{fspath(path)} holds {held}: token labels of one annotator are needed")
        return content.track(self.source(path).digest())
