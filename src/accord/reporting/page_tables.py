"""The tables of the page for papers: each as text, CSV, Markdown or LaTeX, from its payload."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.reporting.numbers import UNDEFINED, four_digits, thousands
from accord.reporting.page_overview import of_chance
from accord.reporting.scoring_view import MENTIONS
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Row = Mapping[str, Any]


CHANCE_ONLY = (
    "intervals of one document are those of samples of chance: they say how well chance is known, not how another text "
    "would do"
)


def pairs_table(layer: Row) -> Table:
    """Every two annotators."""
    quantities = any(pair.get("apart") is not None for pair in layer["pairs"])
    last = "apart (median)" if quantities else "differing"
    columns = ("first", "second", layer["headline"]["coefficient"], "interval", "used", "left out", last)
    rows = [
        (
            *(pair["first"], pair["second"], *_measured(pair), *_counts(pair, "used", "excluded")),
            *([four_digits(pair["apart"])] if quantities else _counts(pair, "differing")),
        )
        for pair in layer["pairs"]
    ]
    return _table("Agreement of pairs", columns, rows, layer)


def labels_table(layer: Row) -> Table:
    """Every label against the others."""
    columns = ("label", "count", layer["headline"]["coefficient"], "interval", "specific agreement")
    rows = [
        (each["label"], *_counts(each, "count"), *_measured(each), four_digits(each.get("specific")))
        for each in (layer["labels_view"] or {}).get("labels", ())
    ]
    return _table("Agreement on each label", columns, rows, layer)


def confusions_table(layer: Row) -> Table:
    """The pairs of labels that cost most."""
    found = (layer["labels_view"] or {}).get("confusions", ())
    rows = [
        (
            each["first"],
            each["second"],
            f"{each['pairs']:g}",
            four_digits(each["share"]),
            four_digits(each["merged"]["value"]),
        )
        for each in found
    ]
    return _table("Most confused labels", ("first", "second", "pairs", "share", "taken as one"), rows, layer)


def documents_table(layer: Row) -> Table:
    """Every document, and how hard it is where that is known."""
    found = layer["documents"]
    hard = ("difficulty",) if any(each["difficulty"] is not None for each in found) else ()
    columns = ("document", layer["headline"]["coefficient"], "interval", f"{layer['counts']['documents']}s", *hard)
    rows = [
        (each["document"], *_measured(each), *_counts(each, "items"), *(four_digits(each[name]) for name in hard))
        for each in found
    ]
    table = _table("Agreement of documents", columns, rows, layer)
    return replace(table, notes=(*table.notes, CHANCE_ONLY)) if _of_chance(found) else table


def annotators_table(layer: Row) -> Table:
    """Every annotator against the rest, and the rest alone."""
    rows = [
        (
            each["annotator"],
            *_counts(each, "labels"),
            four_digits(each["against_rest"]["value"]),
            four_digits(each["without"]["value"]),
            four_digits((each["slope"] or {}).get("value")),
        )
        for each in layer["annotators_table"]
    ]
    given = f"{layer['counts']['annotators']}s"
    columns = ("annotator", given, "against the rest", "the rest alone", "slope per 100")
    return _table("Each annotator against the rest", columns, rows, layer)


def layers_table(payload: Row) -> Table:
    """The headline of every layer."""
    columns = ("layer", "kind", "measure", "value", "interval", "annotators", "documents")
    rows = [
        (
            each["name"],
            each["kind"],
            each["headline"]["coefficient"],
            *_measured(each["headline"]),
            thousands(len(each["annotators"])),
            *_counts(each, "documents_total"),
        )
        for each in payload["layers"]
    ]
    notes = (CHANCE_ONLY,) if _of_chance([each["headline"] for each in payload["layers"]]) else ()
    return Table(columns, tuple(rows), "Agreement of each layer", notes)


def systems_table(payload: Row) -> Table:
    """Systems by rank; of mentions with what chance leaves of their F1."""
    systems = payload["systems"] or {}
    ranks = systems.get("ranks", ())
    signature = (systems.get("score") or {}).get("signature")
    table = Table(
        ("rank", "system", ranks[0]["measure"] if ranks else "F1", "interval", "over"),
        tuple(map(_ranked, ranks)),
        "Systems",
        (signature,) if signature else (),
    )
    return _with_chance(table, ranks) if systems.get("kind", MENTIONS) == MENTIONS else table


def _ranked(row: Row) -> tuple[str, ...]:
    value, interval = _measured(row)
    rank = UNDEFINED if row["rank"] is None else str(row["rank"])
    return rank, row["system"], value, interval, row["interval_over"] or UNDEFINED


def _with_chance(table: Table, ranks: Sequence[Row]) -> Table:
    match = next((each["corrected_match"] for each in ranks if each["corrected_match"]), "token")
    columns = (*table.columns, f"F1 by match {match}", "the same beyond chance")
    beyond = [(four_digits(each["corrected_of"]), four_digits(each["corrected"])) for each in ranks]
    rows = tuple((*row, *more) for row, more in zip(table.rows, beyond, strict=True))
    return replace(table, columns=columns, rows=rows)


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]], layer: Row) -> Table:
    return Table(columns, tuple(rows), f"{title}: {layer['name']}", (layer["headline"]["signature"],))


def _measured(each: Row) -> tuple[str, str]:
    return four_digits(each["value"]), _interval(each["interval"])


def _interval(interval: Row | None) -> str:
    return f"[{four_digits(interval['low'])}, {four_digits(interval['high'])}]" if interval else UNDEFINED


def _of_chance(rows: Iterable[Row]) -> bool:
    """Whether an interval of these says only how well chance is known."""
    return any(each["interval"] and of_chance(each["interval"]) for each in rows)


def _counts(each: Row, *names: str) -> tuple[str, ...]:
    return tuple(UNDEFINED if each.get(name) is None else thousands(each[name]) for name in names)


LAYER_TABLES: dict[str, Callable[[Row], Table]] = {
    "pairs": pairs_table,
    "labels": labels_table,
    "confusions": confusions_table,
    "documents": documents_table,
    "annotators": annotators_table,
}
"""Tables of a layer, by name."""
PAGE_TABLES: dict[str, Callable[[Row], Table]] = {"layers": layers_table, "systems": systems_table}
"""Tables of a whole page, by name."""
