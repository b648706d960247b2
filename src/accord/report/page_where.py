"""Where agreement on a layer breaks: two labels, one label, an annotator or a document that drags it down.

The two labels that cost most, the label that is least agreed on, an annotator more than 0.15 below the middle of the
others without whom 0.03 would be won, a document whose interval lies below the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord.report.numbers import digits, exactly, percent
from accord.wording import capital, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Layer = Mapping[str, Any]

_FAR = 0.15
"""So far below the others an annotator is an exception."""
DRAGS = 0.03
"""So much agreement must be won by leaving somebody out, for that to be worth a word."""
_FEW_DOCUMENTS = 50


def where(layer: Layer) -> str:
    """What drags it down: labels, somebody, a document."""
    headline = layer["headline"]
    if len(layer["annotators"]) < 2:
        return "Nothing can be said of where it breaks."
    if headline["value"] is None:
        return "Without a value it cannot be said where it breaks; the views show what there is."
    if exactly(headline["value"]) == 1:
        return "It breaks nowhere."
    parts = [*_confused(layer), *_lowest_label(layer), *_far_annotator(layer), *_lowest_document(layer)]
    if not parts:
        known = _known(layer)
        named = " or ".join(filter(None, (", ".join(known[:-1]), *known[-1:])))
        outstanding = f"no {named} stands out; " if known else ""
        return capital(f"{outstanding}the items that annotators differ on are listed, hardest first.")
    return capital("; ".join(parts)) + "."


def _known(layer: Layer) -> list[str]:
    """What of a layer was measured for itself, so that it could stand out."""
    annotators = [row["against_rest"]["value"] for row in layer["annotators_table"]]
    documents = [row["value"] for row in layer["documents"]]
    measured = {
        "label": bool(layer["labels_view"]),
        "annotator": any(value is not None for value in annotators),
        "document": sum(value is not None for value in documents) > 1,
    }
    return [what for what, known in measured.items() if known]


def _confused(layer: Layer) -> Iterator[str]:
    if confusion := worst_confusion(layer):
        pair = f"{quoted(confusion.first)} and {quoted(confusion.second)}"
        share = f"{percent(confusion.share, 0)} % of {layer['labels_view']['confusions_of']}"
        yield f"most often {pair} are taken for each other ({share})"


class Confused(NamedTuple):
    """Two labels that are taken for each other, with their share of all that is, and the value if they were one."""

    first: str
    second: str
    share: float
    merged: float | None


def worst_confusion(layer: Layer) -> Confused | None:
    """The two labels that cost most, if that happens more than once and no other two cost as much."""
    found = (layer["labels_view"] or {}).get("confusions") or []
    if not found or found[0]["pairs"] <= 1 or (len(found) > 1 and found[1]["share"] == found[0]["share"]):
        return None
    worst = found[0]
    return Confused(worst["first"], worst["second"], worst["share"], worst["merged"]["value"])


def _lowest_label(layer: Layer) -> Iterator[str]:
    rows = (layer["labels_view"] or {}).get("labels") or ()
    known = [row for row in rows if row["value"] is not None and row["count"] > 1]
    if len(known) < 2:
        return
    lowest = min(known, key=lambda row: row["value"])
    if lowest["value"] < (layer["headline"]["value"] or 0):
        yield f"the label {quoted(lowest['label'])} is the least agreed on ({digits(lowest['value'])})"


def far_annotator(layer: Layer) -> Mapping[str, Any] | None:
    """The annotator who agrees least with the rest, if that is far less than the others do and drags the value down."""
    value = layer["headline"]["value"]
    known = [row for row in layer["annotators_table"] if row["against_rest"]["value"] is not None]
    if len(known) < 3 or value is None:
        return None
    ordered = sorted(known, key=lambda row: row["against_rest"]["value"])
    others = [row["against_rest"]["value"] for row in ordered[1:]]
    middle = others[len(others) // 2]
    lowest, without = ordered[0], ordered[0]["without"]["value"]
    far = middle - lowest["against_rest"]["value"] > _FAR
    return lowest if far and without is not None and without - value > DRAGS else None


def _far_annotator(layer: Layer) -> Iterator[str]:
    if found := far_annotator(layer):
        rest, without = found["against_rest"]["value"], found["without"]["value"]
        apart = f"{digits(rest)} with them, and {digits(without)} among them alone"
        yield f"the annotator {quoted(found['annotator'])} is far from the others ({apart})"


def _lowest_document(layer: Layer) -> Iterator[str]:
    """The lowest document, if its interval lies below the value; of very many one is always low."""
    value = layer["headline"]["value"]
    known = [row for row in layer["documents"] if row["value"] is not None]
    if layer["kind"] not in {"labels", "spans"} or not 1 < layer["documents_total"] <= _FEW_DOCUMENTS or not known:
        return
    lowest = min(known, key=lambda row: row["value"])
    if lowest["interval"] and lowest["interval"]["high"] < value:
        yield f"the document {quoted(lowest['document'])} is clearly below the rest ({digits(lowest['value'])})"
