"""Which column is what: by what columns are usually called, or by the name or number that the caller gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Column = int | str
"""A column by its number from 0, or from -1 at the end, or by its name."""

ROLES = {
    "annotator": "annotator coder rater worker judge evaluator labeler labeller participant user username",
    "document": "document doc document_name doc_name file filename file_name",
    "label": "label category answer value rating tag class judgment judgement response choice score code labels "
    "winner verdict",
    "item": "item unit task sentence_id text_id segment example instance hit id *_id index question sentence text "
    "tweet post utterance passage message line row turn",
}
"""What columns may be called, the likeliest name first; "_id" after it changes nothing, "*_id" is any."""
_ANSWER = "Answer."
"""What stands before the name of a question in results of Mechanical Turk."""
TEXTS = (
    *("text", "sentence", "tweet", "post", "utterance", "passage", "message", "body", "content", "question", "prompt"),
    *("query", "claim", "review", "headline", "title", "snippet", "dialogue", "context"),
)
"""What a column may be called that holds the text of an item, the likeliest name first."""


def normalised(name: str) -> str:
    """A column name as it is looked up.

    >>> normalised(" Annotator-ID ")
    'annotator_id'
    """
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


def roles(names: Sequence[str]) -> dict[str, int]:
    """Which column is the item, the annotator, the label, the document, by their names.

    >>> roles(["Worker ID", "text", "comment_id", "rating"])
    {'annotator': 0, 'label': 3, 'item': 2}
    """
    plain = [normalised(name) for name in names]
    short = [re.sub(r"(?<=.)_?id$", "", name) for name in plain]
    found: dict[str, int] = {}
    for role, known in ROLES.items():
        for word in known.split():
            fitting = [
                index
                for index, name in enumerate(plain)
                if name == word or short[index] == word or (word == "*_id" and name.endswith("_id"))
            ]
            if free := [index for index in fitting if index not in found.values()]:
                found[role] = free[0]
                break
    answers = [index for index, name in enumerate(names) if name.strip().startswith(_ANSWER)]
    if "label" not in found and len(answers) == 1:
        found["label"] = answers[0]
    return found


def label_columns(names: Sequence[str]) -> list[int]:
    """All columns that are called like labels.

    >>> label_columns(["item", "label", "Rating", "label_id"])
    [1, 2, 3]
    """
    known = {*ROLES["label"].split()}
    plain = [normalised(name) for name in names]
    return [column for column, name in enumerate(plain) if {name, re.sub(r"(?<=.)_?id$", "", name)} & known]


def text_among(names: Iterable[str]) -> str | None:
    """The name of what holds a text: the likeliest one, or one that ends in "text".

    >>> text_among(["id", "context", "Tweet"]), text_among(["comment_text"]), text_among(["comment"])
    ('Tweet', 'comment_text', None)
    """
    plain = {normalised(name).removesuffix("s"): name for name in names}
    likely = [*TEXTS, *(name for name in plain if name.endswith("text"))]
    return next((plain[name] for name in likely if name in plain), None)


def header_roles(row: str) -> dict[str, int]:
    """The roles that a row names, whatever divides it."""
    return max((roles([cell.strip('" ') for cell in row.split(mark)]) for mark in "\t,;|"), key=len)


def check_column(column: object, role: str) -> None:
    """Refuse what is neither the number nor the name of a column."""
    if not isinstance(column, int | str):
        raise UsageError(f"{role}: the number or the name of a column is needed, not {shown(column)}")


def column_number(column: Column, role: str, names: Sequence[str], width: int) -> int:
    """The number of the column that a caller means; a name counts before a number, in any case and punctuation.

    >>> column_number("Worker ID", "annotator", ["item", "worker_id"], 2), column_number("-1", "label", [], 4)
    (1, 3)
    """
    if column in names:
        return names.index(str(column))
    alike = [number for number, name in enumerate(names) if normalised(name) == normalised(str(column))]
    if len(alike) == 1 and isinstance(column, str):
        return alike[0]
    try:
        return range(width)[int(column)]
    except ValueError:
        known = suggestion(str(column), list(names)) if names else "the file names no columns, use a number from 0"
        raise UsageError(f"no {role} column {column!r}: {known}") from None
    except IndexError:
        there = f"the file has columns 0 to {width - 1} (or -1 to {-width} from the end)"
        raise UsageError(f"no {role} column {column}: {there}") from None
