"""Where agreement on a layer breaks: two labels, one label, an annotator or a document that drags it down.

The two labels that stand out among those that are confused (`page_confusion`). Of labels given ten times or more, the
one that is least agreed on; annotators who are far from the others (`page_annotators`); a document whose interval lies
below the value, also where it is as wide as it must be to hold of all documents together, and, of labels, whose items
are harder than those of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL
from accord.agreement.student import t_quantile
from accord.formats.names import some
from accord.messages import capital, quoted
from accord.reporting.numbers import digits, exactly, percent
from accord.reporting.page_annotators import far_annotators
from accord.reporting.page_confusion import OFTEN, worst_confusion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.payload.layer import DocumentRow, LayerContent


def where(layer: LayerContent) -> str:
    """What drags it down: labels, somebody, a document."""
    headline = layer.headline
    if headline.value is None:
        return "Without a value it cannot be said where it breaks; the views show what there is."
    if exactly(headline.value) == 1:
        return "It breaks nowhere."
    parts = [*_confused(layer), *_lowest_label(layer), *_far_annotator(layer), *_lowest_document(layer)]
    if not parts:
        known = _known(layer)
        named = " or ".join(filter(None, (", ".join(known[:-1]), *known[-1:])))
        outstanding = f"no {named} stands out; " if known else ""
        return capital(f"{outstanding}the items that annotators differ on are listed, hardest first.")
    return capital("; ".join(parts)) + "."


def _known(layer: LayerContent) -> list[str]:
    """What of a layer was measured for itself, so that it could stand out."""
    judged = [{row.against_rest.value, row.behind.value} for row in layer.annotators_table]
    measured = {
        "label": bool(layer.labels_view),
        "annotator": any(None not in each for each in judged),
        "document": bool(_judged(layer)),
    }
    return [what for what, known in measured.items() if known]


def _confused(layer: LayerContent) -> Iterator[str]:
    view = layer.labels_view
    if view and (confusion := worst_confusion(layer)):
        pair = f"{quoted(confusion.first)} and {quoted(confusion.second)}"
        share = f"{percent(confusion.share, 0)} % of {view.confusions_of}"
        text = view.outweighing
        if text and confusion.in_one is not None:
            read = f"which {text.annotators:,} annotators read"
            share += f"; {percent(confusion.in_one, 0)} % of that in {text.document} alone, {read}"
        most = "most often" if view.nominal else "what costs most is that"
        yield f"{most} {pair} are taken for each other ({share})"


def _lowest_label(layer: LayerContent) -> Iterator[str]:
    """The label that is least agreed on; a label for itself knows no distance, so the value must know none either."""
    known = [(row.value, row.label) for row in layer.label_rows if row.value is not None and row.count >= OFTEN]
    if len(known) < 2 or not (layer.labels_view and layer.labels_view.nominal):
        return
    lowest, label = min(known, key=lambda row: row[0])
    value = layer.headline.value or 0
    if lowest < value and digits(lowest) != digits(value):
        yield f"the label {quoted(label)} is the least agreed on ({digits(lowest)})"


def _far_annotator(layer: LayerContent) -> Iterator[str]:
    found = far_annotators(layer)
    rest = [digits(row.against_rest.number) for row in found]
    if len(found) == 1:
        apart = f"{rest[0]} with them, and {digits(found[0].without.number)} among them alone"
        yield f"the annotator {quoted(found[0].annotator)} is far from the others ({apart})"
    elif found:
        who = some([quoted(row.annotator) for row in found])
        yield f"{len(found)} annotators are far from the others: {who} ({some(rest)} with them)"


def _lowest_document(layer: LayerContent) -> Iterator[str]:
    if row := harder_document(layer):
        yield f"the document {quoted(row.document)} is clearly below the rest ({digits(row.number)})"


def harder_document(layer: LayerContent) -> DocumentRow | None:
    """The lowest document, if it is below the value by more than the lowest of so many is by chance."""
    below = [
        row
        for row in _judged(layer)
        if row.value is not None and _is_harder(row) and _clearly_below(row.value, row, layer)
    ]
    return min(below, key=lambda row: row.number, default=None)


def _judged(layer: LayerContent) -> list[DocumentRow]:
    """Documents whose intervals say how far their values hold: with others, and not of samples of chance alone."""
    several = layer.documents_total > 1 and layer.traits.documents_judged
    return [row for row in layer.documents if row.interval or row.harder_p is not None] if several else []


def _is_harder(document: DocumentRow) -> bool:
    """Whether annotators differ more on the items of a document than on others, where that is known."""
    chance = document.harder_p
    return chance is None or chance < 1 - LEVEL


def _clearly_below(value: float, document: DocumentRow, layer: LayerContent) -> bool:
    """Whether the interval of a document lies below the value where it holds of all documents together (Bonferroni).

    The interval reaches as many standard errors up as Student's t of its level; of n documents it is to reach as many
    as that of the level 1 - (1 - level) / n.
    """
    interval, of_all = document.interval, layer.headline.value or 0.0
    if interval is None:  # it is one text, or they differ on all of its items, so that nothing varies
        return value < of_all
    counted = next(row for row in layer.agreement["documents"] if row["document"] == document.document)
    freedom = max(1, counted["items"] - 1)
    together = 1 - (1 - interval.level) / layer.documents_total
    wider = t_quantile(together, freedom) / t_quantile(interval.level, freedom)
    return value + (interval.high - value) * wider < of_all
