"""Whatever a caller calls labels of several annotators, as a coding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.campaign import check_way
from accord.kinds.labels.study import coding_from_corpus
from accord.kinds.labels.tables import coding_from_table
from accord.model import Corpus
from accord.verbs.data import are_paths, corpus_of, in_hand, refuse_rows
from accord.verbs.read import Campaign, as_corpus

if TYPE_CHECKING:
    from accord.encoding import Encoding
    from accord.kinds.labels.options import CodingOptions
    from accord.study.coding import Coding


def as_coding(data: Any, told: CodingOptions, layer: str | None = None, *, rows: str | None = None) -> Coding:
    """Whatever `accord.read` takes, as a coding; ``rows`` says what a row of a table without names is."""
    data = in_hand(data)
    corpus = corpus_behind(data, layer, annotators=told.annotators, rows=rows)
    return coding_from_table(data, told, rows) if corpus is None else coding_from_corpus(corpus, told)


def corpus_behind(
    data: Any,
    layer: str | None = None,
    *,
    annotators: Any = None,
    rows: str | None = None,
    texts: Any = None,
    of_units: bool = False,
    encoding: str | Encoding | None = None,
    campaign: Campaign | None = None,
) -> Corpus | None:
    """The corpus that is given, or that paths or Python data mean, or a layer of it; None where these are plain labels.

    ``annotators`` names the columns of a data frame that hold labels, ``texts`` are what spans lie in. A table of which
    it is said what its ``rows`` are holds plain labels. ``of_units`` and ``encoding`` say what files should hold,
    and ``campaign`` how they are read.
    """
    campaign = campaign or Campaign()
    refuse_rows(data, rows)
    if isinstance(data, Corpus) or are_paths(data):
        if texts is not None:
            raise UsageError("texts: files and corpora say themselves what is in them; leave it out")
        corpus: Corpus | None = as_corpus(data, of_units=of_units, encoding=encoding, campaign=campaign)
    else:
        way = None if campaign.annotators_by is None else check_way(campaign.annotators_by)
        read = {"annotators": annotators, "how": way, "texts": texts}
        corpus = corpus_of(data, campaign.columns, **read) if rows is None else None
        if corpus is None and campaign != Campaign():
            raise UsageError("these are labels without names of columns: leave out what says how to read them")
    if layer is None:
        return corpus
    if corpus is None:
        raise UsageError("layer: files and corpora have layers, and these are labels; leave it out")
    return corpus.select(layer)
