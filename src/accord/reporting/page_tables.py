"""The tables of the page for papers: each as text, CSV, Markdown or LaTeX, from its payload."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.messages import capital
from accord.reporting.numbers import UNDEFINED, four_digits, thousands
from accord.reporting.page_width import of_chance
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from accord.agreement.result import Interval
    from accord.payload.layer import LayerPayload
    from accord.payload.page import PagePayload
    from accord.payload.systems import SystemRank, SystemsPayload
    from accord.payload.values import Estimate


CHANCE_ONLY = (
    "intervals of one document are those of samples of chance: they say how well chance is known, not how another text "
    "would do"
)


def pairs_table(layer: LayerPayload) -> Table:
    """Every two annotators."""
    quantities = any(pair.apart is not None for pair in layer.pairs)
    last = "apart (median)" if quantities else "differing"
    columns = ("first", "second", layer.measure, "interval", "used", "left out", last)
    rows = [
        (
            *(pair.first, pair.second, *_measured(pair), _count(pair.used), _count(pair.excluded)),
            four_digits(pair.apart) if quantities else _count(pair.differing),
        )
        for pair in layer.pairs
    ]
    return _table("Agreement of pairs", columns, rows, layer)


def labels_table(layer: LayerPayload) -> Table:
    """Every label against the others."""
    columns = ("label", "count", layer.measure, "interval", "specific agreement")
    rows = [(each.label, _count(each.count), *_measured(each), four_digits(each.specific)) for each in layer.label_rows]
    return _table("Agreement on each label", columns, rows, layer)


def confusions_table(layer: LayerPayload) -> Table:
    """The pairs of labels that cost most."""
    found = layer.labels_view.confusions if layer.labels_view else ()
    rows = [
        (
            each.first,
            each.second,
            f"{each.pairs:g}",
            four_digits(each.share),
            four_digits(each.merged.value),
        )
        for each in found
    ]
    return _table("Most confused labels", ("first", "second", "pairs", "share", "taken as one"), rows, layer)


def documents_table(layer: LayerPayload) -> Table:
    """Every document, and how hard it is where that is known."""
    found = layer.documents
    hard = ("difficulty",) if any(each.difficulty is not None for each in found) else ()
    columns = ("document", layer.measure, "interval", f"{layer.counts.documents}s", *hard)
    rows = [
        (each.document, *_measured(each), _count(each.items), *(four_digits(each.difficulty) for _ in hard))
        for each in found
    ]
    table = _table("Agreement of documents", columns, rows, layer)
    return replace(table, notes=(*table.notes, CHANCE_ONLY)) if _of_chance(found) else table


def annotators_table(layer: LayerPayload) -> Table:
    """Every annotator against the rest, and the rest alone."""
    rows = [
        (
            each.annotator,
            _count(each.labels),
            four_digits(each.against_rest.value),
            four_digits(each.without.value),
            four_digits(each.slope.value),
        )
        for each in layer.annotators_table
    ]
    given = f"{layer.counts.annotators}s"
    columns = ("annotator", given, "against the rest", "the rest alone", "slope per 100")
    return _table("Each annotator against the rest", columns, rows, layer)


def layers_table(payload: PagePayload) -> Table:
    """The headline of every layer."""
    both = any(each.headline.other_annotators for each in payload.layers)
    others = ["interval of annotators like these"] if both else []
    columns = ("layer", "kind", "measure", "value", "interval", *others, "annotators", "documents")
    rows = [
        (
            each.name,
            each.kind,
            each.measure,
            *_measured(each.headline),
            *([_interval(each.headline.other_annotators)] if both else []),
            thousands(len(each.annotators)),
            _count(each.documents_total),
        )
        for each in payload.layers
    ]
    notes = (CHANCE_ONLY,) if _of_chance([each.headline for each in payload.layers]) else ()
    return Table(columns, tuple(rows), "Agreement of each layer", notes)


def systems_table(systems: SystemsPayload) -> Table:
    """Systems by rank; where chance is known with what it leaves of their score."""
    ranks = systems.ranks
    signature = systems.score.get("signature")
    table = Table(
        ("rank", "system", ranks[0].measure if ranks else "F1", "interval", "over"),
        tuple(map(_ranked, ranks)),
        f"{capital(systems.terms.system)}s",
        (signature,) if signature else (),
    )
    return _with_chance(table, systems) if systems.commands["chance"] else table


def _ranked(row: SystemRank) -> tuple[str, ...]:
    value, interval = _measured(row)
    rank = UNDEFINED if row.rank is None else str(row.rank)
    return rank, row.system, value, interval, row.interval_over or UNDEFINED


def _with_chance(table: Table, systems: SystemsPayload) -> Table:
    of = systems.chance_of
    if of in table.columns:
        columns = (*table.columns, f"{of} beyond chance")
        beyond: list[tuple[str, ...]] = [(four_digits(each.corrected),) for each in systems.ranks]
    else:
        columns = (*table.columns, of, "the same beyond chance")
        beyond = [(four_digits(each.corrected_of), four_digits(each.corrected)) for each in systems.ranks]
    rows = tuple((*row, *more) for row, more in zip(table.rows, beyond, strict=True))
    return replace(table, columns=columns, rows=rows)


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]], layer: LayerPayload) -> Table:
    return Table(columns, tuple(rows), f"{title}: {layer.name}", (layer.headline.signature,))


def _measured(each: Estimate | SystemRank) -> tuple[str, str]:
    return four_digits(each.value), _interval(each.interval)


def _interval(interval: Interval | None) -> str:
    return f"[{four_digits(interval.low)}, {four_digits(interval.high)}]" if interval else UNDEFINED


def _of_chance(rows: Iterable[Estimate]) -> bool:
    """Whether an interval of these says only how well chance is known."""
    return any(each.interval and of_chance(each.interval) for each in rows)


def _count(number: int | None) -> str:
    return UNDEFINED if number is None else thousands(number)


LAYER_TABLES: dict[str, Callable[[LayerPayload], Table]] = {
    "pairs": pairs_table,
    "labels": labels_table,
    "confusions": confusions_table,
    "documents": documents_table,
    "annotators": annotators_table,
}
"""Tables of a layer, by name."""
PAGE_TABLES: dict[str, Callable[[PagePayload], Table]] = {"layers": layers_table}
"""Tables of a whole page, by name."""
SYSTEMS_TABLES: dict[str, Callable[[SystemsPayload], Table]] = {"systems": systems_table}
"""Tables of systems against a reference, by name."""
