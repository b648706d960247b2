"""Read the files of a campaign into one corpus, and say what was assumed."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats import Columns
from accord.formats.campaign import check_way
from accord.formats.corpus import read_corpus
from accord.formats.folders import find_files
from accord.formats.inputs import Inputs
from accord.formats.source import Source
from accord.model import Corpus
from accord.verbs.arguments import check_path, lists

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.roles import Column

Path = str | PathLike[str]


@dataclass(frozen=True, slots=True)
class Campaign:
    """How the files of several annotators are read: how annotators are told apart, and where the files keep what."""

    annotators: str | None = None
    columns: Columns = field(default_factory=Columns)

    def read(self, paths: Iterable[Path]) -> Corpus:
        """Read files and folders as one corpus."""
        files = find_files([check_path(path, "read") for path in paths])
        if not files.paths:
            raise UsageError("name at least one file or folder to read")
        how = None if self.annotators is None else check_way(self.annotators)
        side_by_side = {"columns": True, None: None if len(files.paths) == 1 else False}.get(how, False)
        return read_corpus(files, how, replace(Inputs.of(self.columns), side_by_side=side_by_side))

    @property
    def options(self) -> tuple[str, ...]:
        """The same as a command line says it.

        >>> Campaign("rows", Columns(label=["ada", -1])).options
        ('--annotators', 'rows', '--label-column', 'ada', '--label-column', '-1')
        """
        way = () if self.annotators is None else ("--annotators", self.annotators)
        return (*way, *self.columns.options)

    @property
    def reading(self) -> str:
        """Those of the options that say what is annotated, not by whom: as a key, however they were ordered and spelt.

        >>> Campaign("rows", Columns(label=["bram", "ada"], file_encoding="latin1")).reading
        '--file-encoding iso8859-1 --label-column ada --label-column bram'
        """
        columns = self.columns
        told = replace(
            columns,
            label=None if columns.labels is None else sorted(columns.labels, key=str),
            file_encoding=Source("", columns.file_encoding).codec(b""),
        )
        return shlex.join(Campaign(None, told).options)


def read(
    *paths: Path | Iterable[Path],
    annotators: str | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    token: Column | None = None,
    label: Column | Sequence[Column] | None = None,
    item: Column | None = None,
    annotator: Column | None = None,
    document: Column | None = None,
    layout: str | None = None,
    file_encoding: str = "utf-8",
    labels: Column | Sequence[Column] | None = None,
    layer: str | None = None,
) -> Corpus:
    """Read files and folders as one corpus, detecting what they are and who annotated what.

    ``annotators`` says how annotators are told apart (files, folders, names, columns, rows, or a pattern like
    ``{document}/{annotator}``), ``format`` what the files are. ``token``, ``label`` (one or several; also called
    ``labels``), ``item``, ``annotator`` and ``document`` name columns or keys; ``layout`` is that of tables (long,
    wide, joined) or of brackets (words, bare). ``layer`` chooses one of several layers, such as the tags of CoNLL-U;
    without it all are read, and the main one is worked on. What is not said is detected, and stands in
    ``corpus.assumptions``. Errors in the files are raised all together; ``corpus.findings`` holds the warnings.
    """
    if label is not None and labels is not None:
        raise UsageError("label and labels are the same: give one of them")
    said = lists(labels if label is None else label)
    columns = Columns(token, said, file_encoding, format, item, annotator, document, layout, layer=layer)
    flat = [path for given in map(lists, paths) for path in (given if isinstance(given, list) else [given])]
    return Campaign(annotators, columns).read(flat)


def as_corpus(data: Any) -> Corpus:
    """A corpus, or what the files at some paths hold."""
    if isinstance(data, Corpus):
        return data
    if isinstance(data, Mapping) or not isinstance(data, str | PathLike | Iterable):
        raise UsageError(f"annotations come as a corpus or as paths, not as a {type(data).__name__}")
    return read(*([data] if isinstance(data, str | PathLike) else data))
