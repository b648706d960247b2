"""The files of one run: each is opened once, and sniffed and parsed once for each way in which it is read."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError, UsageError
from accord.formats.binary_tables import binary_table, is_binary_table
from accord.formats.columns import Columns
from accord.formats.conll_reader import ConllReader
from accord.formats.feature_layers import name_features
from accord.formats.foreign import ForeignFile
from accord.formats.formats import FORMATS, TREE_FORMATS, refuse_idle
from accord.formats.label_columns import LabelColumns, label_columns
from accord.formats.leaves import resolve_leaves
from accord.formats.session_names import without_datasets
from accord.formats.sniff import REGULAR, Sniffed, sniff
from accord.formats.source import STANDARD_INPUT, Source
from accord.formats.without_collection import without_collection
from accord.messages import call, option, suggestion

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Self

    from accord.formats.content import Content
    from accord.model import LabelSource

_MAX_SOURCES = 128
"""How many files are kept open, or held in memory where they are small; those that were used last."""


@dataclass(slots=True)
class _Run:
    """What was read by now: files, their formats, and what they hold."""

    sources: dict[tuple[str, str, str | None], Source] = field(default_factory=dict)
    formats: dict[Hashable, Sniffed] = field(default_factory=dict)
    contents: dict[Hashable, Content] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Inputs(Columns):
    """Reads files as a caller says, and each of them once.

    One is made where a run begins and handed down from verb to verb. What it has read stays as it was, whatever happens
    to the file; the next run has another one.
    """

    run: _Run = field(default_factory=_Run, repr=False, compare=False, kw_only=True)

    @classmethod
    def of(cls, columns: Columns | None) -> Inputs:
        """The inputs that a caller hands down, or new ones: files as the caller speaks of them."""
        if isinstance(columns, Inputs):
            return columns
        return cls(**{part.name: getattr(columns, part.name) for part in fields(Columns)} if columns else {})

    def told(self, columns: Columns) -> Inputs:
        """The same files, read as a caller says otherwise."""
        return replace(Inputs.of(columns), run=self.run)

    def for_tokens(self, path: str | PathLike[str]) -> Self:
        """The same for who needs tokens: rows that could be those of tokens or of a table are those of tokens."""
        return replace(self, of_tokens=True) if self._likely(self.source(path)).reason == REGULAR else self

    def source(self, path: str | PathLike[str]) -> Source:
        """A file as bytes in its text encoding."""
        sources, key = self.run.sources, (fspath(path), self.file_encoding, self.sheet)
        sources[key] = source = sources.pop(key, None) or self._open(fspath(path))
        if len(sources) > _MAX_SOURCES:
            del sources[next(iter(sources))]
        return source

    def _open(self, path: str) -> Source:
        """A file, or the cells of one that holds a table and no text."""
        source = Source(path, self.file_encoding)
        if path == STANDARD_INPUT or not is_binary_table(source):
            return source
        return binary_table(source, self.sheet).source(self.item)

    def sniff(self, source: Source) -> Sniffed:
        """The format of a file as told or detected; no table where the caller speaks of tokens."""
        if self.format is not None:
            return Sniffed(self.format, "as told")
        known = {
            "of_tokens": self.of_tokens or self.token is not None,
            "of_items": self.item is not None or self.layout is not None,
            "of_units": self.of_units,
            "trees": self.label is None,
        }
        key = (source.path, source.file_encoding, *known.values())
        if key not in self.run.formats:
            self.run.formats[key] = sniff(source, **known)
        if self.start is not None and self.run.formats[key].format == "table":
            return Sniffed("units", "the caller says where units start")
        return self.run.formats[key]

    def parse(self, source: Source, format_: str) -> Content:
        """All that a file of a format holds."""
        reader = FORMATS.get(format_)
        told: dict[str, Any] = {part.name: getattr(self, part.name) for part in fields(Columns)}
        told |= {"label": self.labels, "format": format_, "of_tokens": False, "of_units": False}
        told |= {"side_by_side": self.side_by_side if "side_by_side" in reader.takes else None}
        key = (source.path, *told.values())
        if key not in self.run.contents:
            with without_collection():
                self.run.contents[key] = reader.read(source, self)
        return self.run.contents[key]

    def holds_trees(self, path: str | PathLike[str]) -> bool:
        """Whether a file holds trees, as far as can be told before it is read."""
        try:
            return self.sniff(self.source(path)).format in TREE_FORMATS
        except ReadError:
            return False

    def kind(self, path: str | PathLike[str]) -> str | None:
        """The kind of what a file holds; None for labels of tokens."""
        content = self.content(path)
        if content is None or (content.passages and not content.trees):
            return None
        if content.trees:
            return "trees"
        return content.whole_kind or "labels"

    def held(self, path: str | PathLike[str]) -> str:
        """What a file holds, in words."""
        kind = self.kind(path)
        if kind == "trees":
            return TREE_FORMATS.get(self.sniff(self.source(path)).format, kind)
        return "labels of items" if kind == "labels" else kind or "labels of tokens"

    def format_of(self, path: str | PathLike[str]) -> str:
        """The format that a file is read by."""
        return self._likely(self.source(path)).format

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
                f"{source.name} is read as {format_} ({reason}), and CoNLL columns are needed here: {_if_columns()}"
            )
        refuse_idle(self, [format_])
        return ConllReader(source, self.token, self.labels, labelled=labelled)

    def label_columns(self, path: str | PathLike[str]) -> LabelColumns | None:
        """Which column of a token file holds the labels, where that was detected; None for other files."""
        if self.label is not None or self._likely(self.source(path)).format != "conll":
            return None
        reader = self.conll(path)
        return label_columns(reader.source, reader.layout)

    def content(self, path: str | PathLike[str]) -> Content | None:
        """What a file holds that is no CoNLL columns, in the layer that is named or the first; None where it is."""
        whole = self._whole(path)
        return whole and replace(whole.of_layer(self.layer) or whole, findings=whole.findings)

    def contents(self, path: str | PathLike[str]) -> list[Content]:
        """What a file holds in each of its layers, or in the one that is named; nothing where it is CoNLL columns."""
        whole = self._whole(path)
        if whole is None:
            return []
        found = [each for each in whole.all_layers if each.holds_anything] or [whole]
        if self.layer is not None and any(each.layer for each in found):
            known = [each.layer for each in found]
            if self.layer not in known:
                raise UsageError(f"there is no layer {self.layer!r}: {suggestion(self.layer, known)}")
            found = [each for each in found if each.layer == self.layer]
        return [replace(each, findings=whole.findings) for each in found]

    def _whole(self, path: str | PathLike[str]) -> Content | None:
        """All layers of a file that is no CoNLL columns."""
        source = self.source(path)
        format_, _ = self._likely(source)
        if format_ == "conll":
            return None
        refuse_idle(self, [format_])
        (parsed,), findings, _ = resolve_leaves(name_features([self.parse(source, format_)]))
        (content,), _ = without_datasets([parsed])
        return replace(content, findings=[*content.findings, *findings])

    def _likely(self, source: Source) -> Sniffed:
        """The format of a file; CoNLL columns where the caller names a label in what may be these.

        So they are where nothing can be detected, for their reader says best what is wrong.
        """
        label_only = self.label is not None and self.item is None and self.annotator is None
        try:
            return replace(self, of_tokens=self.of_tokens or label_only).sniff(source)
        except ForeignFile:
            raise
        except ReadError as error:
            return Sniffed("conll", error.summary)

    def label_source(self, path: str | PathLike[str]) -> LabelSource:
        """The token labels of a file, by one annotator."""
        content = self.content(path)
        if content is None:
            return self.conll(path)
        if content.whole_kind:
            held, spans = content.whole_kind, any(each.annotation.kind == "spans" for each in content.markings)
            how = f": write them as such first ({call('convert', option('to', 'conll'))})" if spans else ""
            raise UsageError(f"{fspath(path)} holds {held}, and token labels of one annotator are needed{how}")
        annotators = {passage.annotator for passage in content.passages} | {None for _ in content.trees}
        if len(annotators) != 1 and not content.has_errors:
            held = f"token labels of {len(annotators)} annotators" if annotators else "labels of items"
            hint = "" if annotators else f": {_if_columns()}"
            raise UsageError(f"{fspath(path)} holds {held}, and token labels of one annotator are needed{hint}")
        return content.label_source(self.source(path).digest())


def _if_columns() -> str:
    return f"if it holds columns of tokens, say so ({option('format', 'conll', flag='--input-format')})"
