"""Estimate which labels annotators take for which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.labels.options import CodingOptions
from accord.learn.disagreement import Disagreement
from accord.verbs.arguments import names
from accord.verbs.codings import as_coding

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def disagreement(
    data: Any,
    *,
    layer: str | None = None,
    rows: str | None = None,
    labels: Sequence[str] | None = None,
    missing: Collection[str] = (),
    annotators: str | Sequence[str] | None = None,
) -> Disagreement:
    """Estimate from two or more annotators which labels are debatable.

    ``data`` is whatever `accord.read` takes; None and NaN are missing labels, and so are those that are ``missing``,
    which are counted. ``layer`` is one of several that a corpus has; ``rows`` says what a row of a table without names
    is, "items" or "annotators".

    >>> disagreement({"ann": ["A", "A", "B", "B"], "bob": ["A", "B", "B", "B"]}).f1()
    {'A': 0.6666666666666666, 'B': 0.8}
    """
    told = CodingOptions(
        None if labels is None else names(labels, "labels"),
        frozenset(names(missing, "missing")),
        annotators=None if annotators is None else names(annotators, "annotators"),
    )
    return Disagreement.from_coding(as_coding(data, told, layer, rows=rows))
