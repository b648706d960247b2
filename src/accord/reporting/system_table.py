"""Systems and some of their measures as a table that goes into a paper."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import Undefined, number
from accord.formats.names import stem
from accord.formats.runs import shared_start
from accord.messages import plural
from accord.reporting.compare import measure_title
from accord.reporting.numbers import UNDEFINED, exact, exact_interval, p_value, percent, reasons, rounded
from accord.reporting.table import Table
from accord.scoring.system_table import BEST, NOT_COMPARED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.result import Interval, Value
    from accord.scoring.formula import Formula
    from accord.scoring.system_table import Cell, SystemTable

_SPREAD = {
    "sd": "± standard deviation over runs (n - 1)",
    "se": "± standard error of the mean over runs",
    "interval": "[95% interval over {over}]",
}


def paper_table(table: SystemTable) -> Table:
    """Systems as rows, measures as columns, the best in bold, and marked what differs from it."""
    names = short_systems(list(table.systems))
    values = {name: _shown(table, name) for name in table.formulas}
    rows = tuple(
        (names[system], *(_cell(table, system, name, values[name][row]) for name in table.formulas))
        for row, system in enumerate(table.systems)
    )
    bold = frozenset(
        (row, column)
        for column, name in enumerate(table.formulas, 1)
        for row in _best(table, name, values[name])
        if len(rows) > 1
    )
    heads = (measure_title(name) + " ↓" * formula.lower_is_better for name, formula in table.formulas.items())
    said, notes = caption({"": table}, f"against {PurePath(table.reference).name}"), tuple(_notes(table, names))
    best = "Bold: the best." if bold else ""
    return Table(("system", *heads), rows, notes=notes, caption=said, bold=bold, bold_means=best)


def short_systems(systems: Sequence[str]) -> dict[str, str]:
    """Each system by the shortest part of its name that tells it from the others.

    >>> short_systems(["out/bert/test.conll", "out/xlmr/test.conll"])
    {'out/bert/test.conll': 'bert', 'out/xlmr/test.conll': 'xlmr'}
    >>> list(short_systems(["systems/beacon-1.conll"]).values())
    ['beacon-1']
    """
    if not systems:
        return {}
    parts = [(*PurePath(name).parts[:-1], stem(name, systems)) for name in systems]
    first = min(shared_start(parts), *(len(each) - 1 for each in parts))
    behind = [each[first:] for each in parts]
    last = min(shared_start([each[::-1] for each in behind]), *(len(each) - 1 for each in behind))
    short = ["/".join(each[: len(each) - last]) for each in behind]
    return dict(zip(systems, short if len(set(short)) == len(short) else systems, strict=True))


def shown(value: Value, formula: Formula) -> str:
    """A value of a measure: in percent, unless it is a coefficient or a mean error.

    >>> from accord.scoring.formula import F1
    >>> shown(0.80196, F1)
    '80.20'
    """
    return percent(value) if formula.in_percent else rounded(value, 2)


def _shown(table: SystemTable, name: str) -> list[str]:
    """The values of a measure as they are printed, system by system."""
    return [shown(cells[name].value, table.formulas[name]) for cells in table.cells.values()]


def _shown_interval(interval: Interval | Undefined, formula: Formula) -> str:
    if isinstance(interval, Undefined):
        return ""
    return f" [{shown(interval.low, formula)}, {shown(interval.high, formula)}]"


def _cell(table: SystemTable, system: str, name: str, value: str) -> str:
    """A value, what stands beside it, and a mark where it differs."""
    cell, formula = table.cells[system][name], table.formulas[name]
    if value == UNDEFINED:
        return value
    way = table.shown_spread(system)
    spread = {"sd": cell.over_runs.sd, "se": cell.over_runs.se}.get(way)
    beside = _shown_interval(cell.interval, formula) if way == "interval" else ""
    if spread is not None and not isinstance(spread, Undefined):
        beside = f" ± {shown(spread, formula)}"
    return f"{value}{beside}{'†' * cell.differs}"


def _best(table: SystemTable, name: str, values: Sequence[str]) -> list[int]:
    """The rows whose value is printed like the best."""
    means = {row: number(cells[name].value) for row, cells in enumerate(table.cells.values())}
    defined = {row: mean for row, mean in means.items() if mean is not None}
    if not defined:
        return []
    best = (min if table.formulas[name].lower_is_better else max)(defined, key=defined.__getitem__)
    return [row for row in defined if values[row] == values[best]]


def caption(by_set: Mapping[str, SystemTable], where: str) -> str:
    """What the numbers are, in a sentence or two, of the tables of some test sets by name, or of one without a name."""
    tables = list(by_set.values())
    sizes = sorted({len(runs) for table in tables for runs in table.systems.values()})
    ways = {way: set[str]() for way in _SPREAD}
    for table in tables:
        for system, runs in table.systems.items():
            ways.get(table.shown_spread(system), set()).add("runs" if len(runs) > 1 else f"{table.unit}s")
    said = [
        f"{'Means over runs' if sizes[-1] > 1 else 'Scores'} {where}{_percent(tables[0])}",
        *([f"{_range(sizes)} of each system"] if sizes[-1] > 1 else []),
        *(_SPREAD[way].format(over=_over(over)) for way, over in ways.items() if over),
    ]
    return " ".join([f"{', '.join(said)}.", *_tested(by_set)])


def _percent(table: SystemTable) -> str:
    """Which values are in percent."""
    others = [measure_title(name) for name, formula in table.formulas.items() if not formula.in_percent]
    if len(others) == len(table.formulas):
        return ""
    return " in percent" + (f" (not {', '.join(others)})" if others else "")


def _range(sizes: Sequence[int]) -> str:
    return plural(sizes[0], "run") if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} runs"


def _over(over: set[str]) -> str:
    """What intervals are over: those of a single run are over something else than those of several."""
    first, *others = sorted(over, key=lambda each: each != "runs")
    return f"{first}, of a single run over {others[0]}" if others else first


def _tested(by_set: Mapping[str, SystemTable]) -> Iterator[str]:
    """Which systems differ, as far as that was tested."""
    tables = list(by_set.values())
    against = next((table.against for table in tables if table.against is not None), None)
    cells = [cells[name] for table in tables for cells in table.cells.values() for name in table.formulas]
    tested = [cell for cell in cells if not isinstance(cell.p, Undefined)]
    if not tested:
        return
    other = "the best of its column" if against == BEST else against
    how = f"p < 0.05, approximate randomisation over {tables[0].unit}s, Holm's correction"
    lacking = [missing + f" on {name}" * bool(name) for name, table in by_set.items() for missing in _not_tested(table)]
    if any(cell.differs for cell in tested):
        yield f"†: differs from {other} ({how})."
    else:
        yield (
            f"No system that was tested differs from {other} ({how})."
            if lacking
            else (f"No system differs from {other} ({how}).")
        )
    if lacking:
        yield f"Not tested: {', '.join(lacking)}."


def _not_tested(table: SystemTable) -> Iterator[str]:
    """What nobody can say whether it differs: a measure, or a measure of some systems."""
    if len(table.systems) < 2:
        return
    names = short_systems(list(table.systems))
    for name in table.formulas:
        p = {names[system]: cells[name].p for system, cells in table.cells.items()}
        lacking = [system for system, each in p.items() if isinstance(each, Undefined) and each.reason != NOT_COMPARED]
        if all(isinstance(each, Undefined) for each in p.values()) and (lacking or name in table.untested):
            yield measure_title(name)
        elif lacking:
            yield f"{measure_title(name)} of {', '.join(lacking)}"


def _notes(table: SystemTable, names: dict[str, str]) -> Iterator[str]:
    """What stands behind the table: the files, p, what is undefined or untested, and the signature."""
    for system, runs in table.systems.items():
        if [names[system]] != list(runs):
            yield f"{names[system]}: {', '.join(runs)}"
    for name in table.formulas:
        tested = {names[system]: cells[name].p for system, cells in table.cells.items()}
        if said := [f"{system} {p_value(p)}" for system, p in tested.items() if not isinstance(p, Undefined)]:
            yield f"{measure_title(name)}, p (Holm) against {table.against}: {', '.join(said)}"
    cells = [cell for of_system in table.cells.values() for cell in of_system.values()]
    yield from reasons(cell.value for cell in cells)
    yield from (f"not tested: {measure_title(name)}: {why}" for name, why in table.untested.items())
    if table.against is not None:
        yield from dict.fromkeys(
            f"not tested: {cell.p.reason}"
            for cell in cells
            if isinstance(cell.p, Undefined) and cell.p.reason != NOT_COMPARED
        )
    yield str(table.signature)


def table_records(table: SystemTable) -> Table:
    """A row for each system and measure, ratios from 0 to 1 in full."""
    values = ("value", "sd", "se", "low", "high")
    columns = ("system", "runs", "measure", *values, "best", "against", "p_holm", "signature")
    rows: list[tuple[str, ...]] = []
    for name in table.formulas:
        best = _best(table, name, _shown(table, name))
        for row, (system, cells) in enumerate(table.cells.items()):
            cell = cells[name]
            spread = map(exact, (cell.value, cell.over_runs.sd, cell.over_runs.se))
            rows.append(
                (
                    *(system, str(len(table.systems[system])), name, *spread, *exact_interval(cell.interval)),
                    *(str(int(row in best)), table.against or "", exact(cell.p), str(table.signature)),
                )
            )
    return Table(columns, tuple(rows))


def table_payload(table: SystemTable) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "version": 1,
        "reference": table.reference,
        "signature": str(table.signature),
        "against": table.against,
        "untested": dict(table.untested),
        "systems": [
            {
                "system": system,
                "runs": list(table.systems[system]),
                "measures": {name: _cell_payload(cell) for name, cell in cells.items()},
            }
            for system, cells in table.cells.items()
        ],
    }


def _cell_payload(cell: Cell) -> dict[str, Any]:
    return {
        **value_payload(cell.value),
        "sd": number(cell.over_runs.sd),
        "se": number(cell.over_runs.se),
        "interval": interval_payload(cell.interval),
        "p_holm": number(cell.p),
        "differs": cell.differs,
    }
