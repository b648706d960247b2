"""Whatever a caller calls labels of several annotators, as a coding."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.kinds.labels.study import coding_from_corpus
from accord.kinds.labels.tables import coding_from_table
from accord.model import Corpus
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from accord.kinds.labels.options import CodingOptions
    from accord.study.coding import Coding


def as_coding(data: Any, told: CodingOptions, layer: str | None = None) -> Coding:
    """A corpus, paths, a mapping of annotators to their labels or a table, as a coding."""
    corpus = corpus_behind(data, layer)
    return coding_from_table(data, told) if corpus is None else coding_from_corpus(corpus, told)


def corpus_behind(data: Any, layer: str | None = None) -> Corpus | None:
    """The corpus that is given or that paths mean, or a layer of it; None where the data are labels themselves."""
    several = isinstance(data, list | tuple) and data and all(isinstance(part, str | PathLike) for part in data)
    corpus = as_corpus(data) if several or isinstance(data, Corpus | str | PathLike) else None
    if layer is None:
        return corpus
    if corpus is None:
        raise UsageError("layer: files and corpora have layers, and these are labels; leave it out")
    return corpus.select(layer)
