"""Triples of coder, item and label, as NLTK takes them, recognised among rows of three annotators by their cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.frame import Frame
from accord.formats.values import is_absent, label_text

if TYPE_CHECKING:
    from collections.abc import Sequence

_AS_TRIPLES = '[{"annotator": "anna", "item": 1, "label": "A"}, ...]'
_AS_COLUMNS = '{"anna": [...], "ben": [...], "cem": [...]}'
_FIRST = 1_000
"""So many rows show, in any table of labels, that the first two columns recur together."""


def triples_of(rows: Sequence[Sequence[Any]]) -> Frame | None:
    """Rows of three values as a frame where they are a coder, an item and a label; None where they are labels.

    They are triples where the first column has no value in common with the others, none of its values has two labels
    for an item, and there are fewer coders than items. Where rows could be both, or are neither, a usage error says
    what to write.

    >>> triples_of([("ada", 1, "yes"), ("ada", 2, "no"), ("ada", 3, "no"), ("bram", 1, "yes"), ("bram", 3, "no")]).name
    'triples'
    >>> triples_of([["yes", "yes", "no"], ["no", "yes", "no"]])
    """
    if len(rows) == 0 or (not hasattr(rows, "shape") and any(len(row) != 3 for row in rows)):
        return None
    if len(set(map(_pair, rows[:_FIRST]))) < len(rows[:_FIRST]) and not _apart(rows[:_FIRST]):
        return None
    coders, items, labels = (_values(rows, column) for column in range(3))
    unique = len(set(map(_pair, rows))) == len(rows)
    many = len(rows) > len(items) and 1 < len(coders) < len(items)
    by_label = len({(label_text(row[0]), label_text(row[2])) for row in rows}) < len(rows)
    if not coders & (items | labels):
        if unique and many and (by_label or not items & labels):
            return Frame("triples", ("annotator", "item", "label"), [tuple(row) for row in rows])
        if len(labels) == 1 or len(rows) < 3:
            return None
        why = "the first column has values of its own" if unique else "some coder has two labels for an item"
        raise UsageError(f"{why}, so this is neither a table of labels nor triples: write records, {_AS_TRIPLES}")
    if unique and many and by_label and len(coders) < len(labels | items):
        raise UsageError(
            "rows of three can be triples (coder, item, label) or the labels of three annotators: write records, "
            f"{_AS_TRIPLES}, or annotators, {_AS_COLUMNS}"
        )
    return None


def _pair(row: Sequence[Any]) -> tuple[str, str]:
    return label_text(row[0]), label_text(row[1])


def _values(rows: Sequence[Sequence[Any]], column: int) -> set[str]:
    return {label_text(row[column]) for row in rows if not is_absent(row[column])}


def _apart(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether the first column has no value in common with the others."""
    return not _values(rows, 0) & (_values(rows, 1) | _values(rows, 2))
