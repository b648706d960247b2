"""Two mentions that somebody linked, as people see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from accord.kinds.relations.graph import Arc, Graph
    from accord.kinds.relations.study import Item, RelationStudy

NO_RELATION = "no relation"
_MAX_BETWEEN = 200
"""How many positions may lie between two mentions for the text between them to be shown."""
_CONTEXT = 40


def item_name(graph: Graph, item: Item) -> str:
    """The two mentions by their words, or by their borders where there is no text."""
    return " – ".join(_mention(graph, number) for number in (item.first, item.second))


def _mention(graph: Graph, number: int) -> str:
    span = graph.span(number)
    return graph.text(span.start, span.end) or f"[{span.start}, {span.end}]"


def item_text(graph: Graph, item: Item) -> tuple[str, str, str]:
    """The text from one mention to the other, both in brackets, and what stands before and after it.

    It is only the two if they are far apart, and has no brackets where they overlap.
    """
    one, other = sorted(graph.span(number) for number in (item.first, item.second))
    start, end = one.start, max(one.end, other.end)
    if end - start > _MAX_BETWEEN:
        text = " … ".join(_mention(graph, number) for number in (item.first, item.second))
    elif one.end > other.start or not graph.words:
        text = graph.text(start, end)
    else:
        between, space = graph.text(one.end, other.start), "" if isinstance(graph.words, str) else " "
        first, second = (f"[{graph.text(span.start, span.end)}]" for span in (one, other))
        text = space.join(filter(None, (first, between, second)))
    return text, graph.text(max(0, start - _CONTEXT), start), graph.text(end, end + _CONTEXT)


def shown_version(arcs: Collection[Arc], item: Item, study: RelationStudy) -> str:
    """What an annotator drew between two mentions: types with the way that they point from the first to the second."""
    if not arcs:
        return NO_RELATION
    return " + ".join(
        arc.type if arc.type in study.symmetric else f"{arc.type} {'→' if arc.source == item.first else '←'}"
        for arc in sorted(arcs)
    )
