"""Read the files of a campaign into one corpus, and say what was assumed."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.read import FORMATS, Choices
from accord.read.campaign import check_way, find_files
from accord.read.corpus import read_corpus

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.model import Corpus
    from accord.read.layout import Column

Path = str | PathLike[str]


def read(
    *paths: Path | Iterable[Path],
    annotators: str | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    token: Column | None = None,
    labels: Column | Sequence[Column] | None = None,
    item: Column | None = None,
    annotator: Column | None = None,
    document: Column | None = None,
    layout: str | None = None,
    file_encoding: str = "utf-8",
) -> Corpus:
    """Read files and folders as one corpus, finding out what they are and who annotated what.

    ``annotators`` says how annotators are told apart (files, folders, names, columns, rows, or a pattern like
    ``{document}/{annotator}``), ``format`` what the files are. ``token``, ``labels``, ``item``, ``annotator`` and
    ``document`` name columns or keys; ``layout`` is that of tables (long, wide, joined). What is not said is found
    out, and stands in ``corpus.assumptions``. Errors in the files are raised all together; ``corpus.findings`` holds
    the warnings.
    """
    files = find_files(_paths(paths))
    columns = {"columns": True, None: None if len(files.paths) == 1 else False}.get(annotators, False)
    choices = Choices(token, _columns(labels), item, annotator, document, layout, columns)
    if annotators is not None:
        check_way(annotators)
    return read_corpus(
        files,
        how=annotators,
        format_=format and FORMATS.name(format),
        choices=choices,
        file_encoding=file_encoding,
    )


def _columns(labels: Column | Sequence[Column] | None) -> tuple[Column, ...] | None:
    if labels is None:
        return None
    columns = (labels,) if isinstance(labels, str | int) else tuple(labels)
    if not columns or len(set(columns)) < len(columns):
        raise UsageError("give one or more label columns, each once")
    return columns


def _paths(paths: Iterable[Path | Iterable[Path]]) -> list[str]:
    flat = [path for given in paths for path in ([given] if isinstance(given, str | PathLike) else given)]
    if not flat:
        raise UsageError("name at least one file or folder to read")
    return [fspath(path) for path in flat]
