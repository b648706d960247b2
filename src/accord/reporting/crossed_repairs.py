"""Repairs crossed with seeds, as tables in the layout of Palen-Michel, Holley & Lignos 2021 and as JSON."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.agreement.result import Undefined, number
from accord.reporting.numbers import p_value, percent, reasons, rounded
from accord.reporting.score_payload import distribution_payload, test_payload
from accord.reporting.system_table import short_systems
from accord.reporting.table import Table, said_once
from accord.scoring.crossed_repairs import Reading

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from accord.agreement.result import Value
    from accord.scoring.crossed_repairs import CrossedRepairs, Difference
    from accord.scoring.seeds import Distribution

_TEST = ("p", "p (Holm)", "p (normal approximation)")
_WHAT_P_IS = (
    "p: exact rank-sum test over runs; p (Holm): corrected for all rows; p (normal approximation): as in "
    "Palen-Michel, Holley & Lignos 2021"
)
SIGNIFICANT = 0.05


def crossed_tables(found: CrossedRepairs) -> Iterator[Table]:
    """What a person wants to see: every reading over runs, invalid transitions, and all differences."""
    names = short_systems(found.systems)
    rows = [
        (names[system], method, *_size(each), *map(percent, _summary(each)))
        for (system, method), each in found.f1.items()
    ]
    heads: tuple[str, ...] = ("system", "repair", "runs", "mean", "SD", "lowest", "highest")
    yield Table(heads, said_once(rows), title="F1 by repair", notes=("SD: standard deviation over runs (n - 1)",))
    invalid = tuple(
        (names[system], *_size(each), *(rounded(value, 2) for value in _summary(each)))
        for system, each in found.invalid.items()
    )
    yield Table(("system", "runs", "mean", "SD", "lowest", "highest"), invalid, title="Invalid transitions of a run")
    between = [
        (names[a.system], a.repair, b.repair, *_tested(each))
        for each in found.between_repairs
        for a, b in [(each.first, each.second)]
    ]
    notes = (_WHAT_P_IS, *reasons(each.test for each in found.between_repairs))
    heads = ("system", "repair A", "repair B", "A - B", *_TEST)
    yield Table(heads, said_once(between), "Difference between repairs", notes)
    if found.between_systems:
        crossed = tuple(
            (names[a.system], a.repair, names[b.system], b.repair, *_tested(each))
            for each in found.between_systems
            for a, b in [(each.first, each.second)]
        )
        heads = ("system A", "repair A", "system B", "repair B", "A - B", *_TEST)
        yield Table(heads, crossed, title="Difference between systems that are read by different repairs")


def _size(each: Distribution) -> tuple[str]:
    return (str(len(each.values)),)


def _summary(each: Distribution) -> tuple[Value, ...]:
    return each.mean, each.sd, each.lowest, each.highest


def _tested(each: Difference) -> tuple[str, ...]:
    test = each.test
    ps = ("–",) * 3 if isinstance(test, Undefined) else tuple(map(p_value, (test.p, test.p_holm, test.p_normal)))
    return percent(each.difference), *ps


HOW_TESTED = "Δ: how far the means lie apart; p: exact rank-sum test over runs, not corrected for the number of tests."
"""What the captions of these tables say."""


def paper_tables(found: CrossedRepairs, reference: str, notes: Sequence[str] = ()) -> Iterator[Table]:
    """The tables of the paper: F1 by repair (5, 6), invalid transitions (7), systems crossed with repairs (8)."""
    names, methods = short_systems(found.systems), found.repairs
    several = any(len(each.values) > 1 for each in found.f1.values())
    over = ", mean ± standard deviation over runs (n - 1)" if several else ""
    how = f" {HOW_TESTED}" if several else " Δ: how far they lie apart."
    repairs = {(each.first, each.second): each for each in found.between_repairs}
    table = with_tests(
        "system",
        [
            (
                names[system],
                [found.f1[Reading(system, method)] for method in methods],
                [repairs[Reading(system, a), Reading(system, b)] for a, b in combinations(methods, 2)],
            )
            for system in found.systems
        ],
        [method_title(method) for method in methods],
        [f"{a}, {b}" for a, b in combinations(methods, 2)],
    )
    caption = f"F1 against {reference} in percent by repair of invalid label sequences{over}.{how}"
    yield replace(
        table,
        caption=caption,
        bold_means=bold_means(table.bold),
        notes=(*notes, *about_tests(found.between_repairs, names)),
    )
    yield Table(
        ("system", "invalid transitions"),
        tuple((names[system], mean_and_sd(each, counts=True)) for system, each in found.invalid.items()),
        caption=f"Invalid transitions in a run{over}.",
    )
    if found.between_systems:
        yield _crossed(found, names, f"F1 of systems that are read by different repairs{over}.{how}")


def _crossed(found: CrossedRepairs, names: dict[str, str], caption: str) -> Table:
    """A row for every two systems and two repairs."""
    rows: list[tuple[str, ...]] = []
    bold: set[tuple[int, int]] = set()
    for each in found.between_systems:
        (ours, a), (theirs, b) = each.first, each.second
        if is_significant(each):
            bold.add((len(rows), 7))
        values = (found.f1[each.first], found.f1[each.second])
        first, second = map(mean_and_sd, values)
        rows.append((names[ours], method_title(a), first, names[theirs], method_title(b), second, *apart(each)))
    columns = ("system", "repair", "F1", "system", "repair", "F1", "Δ", "p")
    notes = tuple(about_tests(found.between_systems, names))
    means = bold_means(bold)
    return Table(columns, tuple(rows), notes=notes, caption=caption, bold=frozenset(bold), bold_means=means)


def bold_means(bold: Collection[tuple[int, int]]) -> str:
    """What a caption says of p in bold, if there is any."""
    return f"Bold: p below {SIGNIFICANT}." if bold else ""


def about_tests(differences: Sequence[Difference], names: Mapping[str, str]) -> Iterator[str]:
    """P as the paper has it, where there are tests, and why there are none elsewhere."""
    said = [
        f"{names[a.system]} {a.repair}, {names[b.system]} {b.repair} {p_value(each.test.p_normal)}"
        for each in differences
        for a, b in [(each.first, each.second)]
        if not isinstance(each.test, Undefined)
    ]
    if said:
        yield f"p by the normal approximation, as in Palen-Michel, Holley & Lignos 2021: {'; '.join(said)}"
    why = dict.fromkeys(each.test.reason for each in differences if isinstance(each.test, Undefined))
    yield from (f"no p: {reason}" for reason in why)


def with_tests(
    first: str,
    rows: Sequence[tuple[str, Sequence[Distribution], Sequence[Difference]]],
    heads: Sequence[str],
    pairs: Sequence[str],
) -> Table:
    """A row for each system: its values, then Δ and p of every two of them."""
    said = [f" ({pair})" if len(pairs) > 1 else "" for pair in pairs]
    columns = (first, *heads, *(name for pair in said for name in (f"Δ{pair}", f"p{pair}")))
    bold = frozenset(
        (row, 1 + len(heads) + 2 * number + 1)
        for row, (_, _, tests) in enumerate(rows)
        for number, test in enumerate(tests)
        if is_significant(test)
    )
    cells = tuple(
        (name, *map(mean_and_sd, values), *(cell for test in tests for cell in apart(test)))
        for name, values, tests in rows
    )
    return Table(columns, cells, bold=bold)


def apart(each: Difference) -> tuple[str, str]:
    """How far two means lie apart, and p."""
    how_far = percent(each.difference).removeprefix("-")
    return how_far, "–" if isinstance(each.test, Undefined) else p_value(each.test.p)


def is_significant(each: Difference) -> bool:
    """Whether p is below 0.05."""
    return not isinstance(each.test, Undefined) and each.test.p < SIGNIFICANT


def mean_and_sd(each: Distribution, *, counts: bool = False) -> str:
    """The mean and the standard deviation over runs; a single run has none."""

    def said(value: Any) -> str:
        return rounded(value, 2) if counts else percent(value)

    return said(each.mean) if isinstance(each.sd, Undefined) else f"{said(each.mean)} ± {said(each.sd)}"


def method_title(method: str) -> str:
    """What a repair is called at the head of a column."""
    return method.capitalize()


def crossed_payload(found: CrossedRepairs) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "systems": [
            {
                "system": system,
                "invalid": _payload(found.invalid[system]),
                "f1": {method: _payload(found.f1[Reading(system, method)]) for method in found.repairs},
            }
            for system in found.systems
        ],
        "between_repairs": [_difference_payload(each) for each in found.between_repairs],
        "between_systems": [_difference_payload(each) for each in found.between_systems],
    }


def _payload(each: Distribution) -> dict[str, Any]:
    return distribution_payload(each) | {"lowest": number(each.lowest), "highest": number(each.highest)}


def _difference_payload(each: Difference) -> dict[str, Any]:
    test = each.test
    return {
        "first": each.first._asdict(),
        "second": each.second._asdict(),
        "difference": number(each.difference),
        "test": None if isinstance(test, Undefined) else test_payload(test),
        "undefined": test.reason if isinstance(test, Undefined) else None,
    }
