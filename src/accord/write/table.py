"""Labels of items and units of one annotator as CSV tables."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from accord.model import ItemLabels, Units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.model import Corpus


def table(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """A row a label, or a row a unit; without any unit in a document, a row of its name and the annotator's alone.

    Where the data name no document, there is no column of documents, so that the table lies beside what it was made of.
    """
    of_units = any(isinstance(layer, Units) for layer in corpus.annotations.values())
    named = any(document.named for document in corpus.documents)
    columns = ("annotator", "category", "start", "end") if of_units else ("item", "annotator", "label")
    yield _row(*["document"] * named, *columns)
    for document in corpus.documents:
        layer = corpus.annotations.get((document.id, annotator))
        name = [document.id] * named
        if isinstance(layer, ItemLabels):
            yield from (_row(*name, item, annotator, label) for item, label in layer.labels.items())
        elif isinstance(layer, Units):
            for start, end, category in layer.units:
                yield _row(*name, annotator, category, _position(start), _position(end))
            if not layer.units:
                yield _row(*name, annotator, "", "", "")


def _position(number: float) -> str:
    """A position that is read back as the same number.

    >>> _position(0.1 + 0.2), _position(3.0), _position(1234567890123456.0)
    ('0.30000000000000004', '3', '1234567890123456')
    """
    return str(number).removesuffix(".0")


def _row(*cells: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode("utf-8", "surrogateescape")
