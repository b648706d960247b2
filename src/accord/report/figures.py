"""The pictures of the page for papers: pairs, labels, annotators, drift, layers and systems, from its payload."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from accord.report.scene import CHANCE, DOT, GRID, INK, PAPER, SOFT, Box, Dot, Line, Scene, Words
from accord.report.table import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.report.scene import Shape

    Row = Mapping[str, Any]

_WIDE, _NAMES, _VALUES, _ROW, _HEAD, _FOOT = 720.0, 190.0, 70.0, 30.0, 40.0, 44.0
_CELL, _TALL, _CHART = 116.0, 52.0, 150.0
_ABOVE, _BELOW = (0x74, 0xB3, 0xD8), (0xF0, 0xA3, 0x5E)
_MOST = 40


def pairs_figure(layer: Row) -> Scene:
    """A matrix of the agreement of every two annotators, with numbers, intervals and counts."""
    names: Sequence[str] = layer["annotators"][:_MOST]
    place = {name: number for number, name in enumerate(names)}
    shapes: list[Shape] = [
        Words(20, 24, title := f"{layer['headline']['coefficient']} of every two annotators", bold=True)
    ]
    left, top = 120.0, 76.0
    for name, number in place.items():
        shown = shortened(name, 14)
        shapes.append(Words(left + _CELL * (number + 0.5), top - 10, shown, "middle"))
        shapes.append(Words(left - 10, top + _TALL * (number + 0.5) + 4, shown, "end"))
    for pair in layer["pairs"]:
        if pair["first"] in place and pair["second"] in place:
            shapes += _cells(pair, place[pair["first"]], place[pair["second"]], (left, top))
    said = f"{len(names)} annotators; above the diagonal the value and its interval, below it the counts."
    return Scene(title, said, left + _CELL * len(names) + 20, top + _TALL * len(names) + 20, shapes)


def _cells(pair: Row, row: int, column: int, corner: tuple[float, float]) -> Iterator[Shape]:
    row, column = min(row, column), max(row, column)
    (left, top), value, interval = corner, pair["value"], pair["interval"]
    for across, down in ((column, row), (row, column)):
        x, y = left + _CELL * across, top + _TALL * down
        upper = across > down
        yield Box(x + 1.5, y + 1.5, _CELL - 3, _TALL - 3, _shade(value) if upper else "#f2f0eb", GRID)
        first = _three(value) if upper else f"{pair['used']:,} used"
        second = _ends(interval) if upper else f"{pair['differing']:,} differ"
        yield Words(x + _CELL / 2, y + 24, first, "middle", size=15 if upper else 12, bold=upper)
        yield Words(x + _CELL / 2, y + 41, second, "middle", size=10.5)


def labels_figure(layer: Row) -> Scene:
    """The agreement on each label against all others, worst first."""
    labels = [{**each, "name": each["label"]} for each in (layer["labels_view"] or {}).get("labels", ())]
    worst = sorted(labels, key=lambda each: (each["value"] is None, each["value"] or 0.0))
    return intervals_figure(f"{layer['headline']['coefficient']} of each label against all others", worst[:_MOST])


def annotators_figure(layer: Row) -> Scene:
    """Each annotator against the rest, and, as an open square, what the rest agree on without them."""
    rows = [
        {"name": each["annotator"], "interval": None, **each["against_rest"], "other": each["without"]["value"]}
        for each in layer["annotators_table"][:_MOST]
    ]
    return intervals_figure(f"{layer['headline']['coefficient']} against the rest, and of the rest alone (□)", rows)


def layers_figure(payload: Row) -> Scene:
    """The headline of every layer."""
    return intervals_figure(
        "Agreement of each layer", [{**each["headline"], "name": each["name"]} for each in payload["layers"]]
    )


def systems_figure(payload: Row) -> Scene:
    """F1 of every run with its interval."""
    runs = ((payload["systems"] or {}).get("score") or {}).get("runs", ())
    rows = [
        {"name": run["file"], "value": run["micro"]["f1"], "interval": run["micro"]["intervals"]["f1"]} for run in runs
    ]
    best = sorted(rows, key=lambda row: -(row["value"] or 0.0))
    return intervals_figure("F1 of each run", best[:_MOST], chance=False)


def intervals_figure(title: str, rows: Sequence[Row], *, chance: bool = True) -> Scene:
    """Values with their intervals on one scale: a dot for the value, a line for where it may lie."""
    known = [
        each
        for row in rows
        for each in (row["value"], (row["interval"] or {}).get("low"), row.get("other"))
        if each is not None
    ]
    low = max(-1.0, min([0.0, *(int(each * 10 - 1) / 10 for each in known if each < 0)]))
    left, right, bottom = _NAMES, _WIDE - _VALUES, _HEAD + _ROW * len(rows)

    def at(value: float) -> float:
        return left + (min(1.0, max(low, value)) - low) / (1 - low) * (right - left)

    shapes: list[Shape] = [Words(20, 24, title, bold=True)]
    for tenth in range(round(low * 10), 11, 2):
        shapes += [Line(((at(tenth / 10), _HEAD), (at(tenth / 10), bottom)), GRID)]
        shapes += [Words(at(tenth / 10), bottom + 16, f"{tenth / 10:.1f}", "middle", SOFT, 11)]
    if chance:
        shapes += [Line(((at(0), _HEAD - 4), (at(0), bottom)), CHANCE, 1.4, dashed=True)]
        shapes += [Words(at(0), bottom + 31, "chance", "middle", CHANCE, 11)]
    for number, row in enumerate(rows):
        shapes += _plotted(row, _HEAD + _ROW * (number + 0.5), at)
    said = f"{len(rows)} values with their intervals{', chance at 0' * chance}."
    return Scene(title, said, _WIDE, bottom + _FOOT, shapes)


def _plotted(row: Row, y: float, at: Callable[[float], float]) -> Iterator[Shape]:
    yield Words(_NAMES - 12, y + 4, shortened(row["name"], 24), "end")
    if interval := row["interval"]:
        low, high = at(interval["low"]), at(interval["high"])
        yield Line(((low, y), (high, y)), DOT, 2.2)
        yield from (Line(((end, y - 5), (end, y + 5)), DOT, 2.2) for end in (low, high))
    if row.get("other") is not None:
        yield Box(at(row["other"]) - 4.5, y - 4.5, 9, 9, PAPER, CHANCE)
    if row["value"] is not None:
        yield Dot(at(row["value"]), y)
    yield Words(_WIDE - 8, y + 4, _three(row["value"]), "end", INK if row["value"] is not None else SOFT, bold=True)


def drift_figure(layer: Row) -> Scene:
    """The agreement of each annotator with the rest, in the order of the items, and its slope."""
    rows = [row for row in layer["annotators_table"] if sum(each["value"] is not None for each in row["drift"]) > 1][
        :_MOST
    ]
    title = f"Agreement with the rest, in the order of the {layer['unit']}s"
    known = [each["value"] for row in rows for each in row["drift"] if each["value"] is not None]
    low = min([0.5, *(int(value * 10) / 10 for value in known)])
    shapes: list[Shape] = [Words(20, 24, title, bold=True)]
    for number, row in enumerate(rows):
        shapes += _drift(row, _HEAD + (_CHART + 20) * number, low)
    return Scene(title, f"{len(rows)} annotators in windows.", _WIDE, _HEAD + (_CHART + 20) * len(rows) + 10, shapes)


def _drift(row: Row, top: float, low: float) -> Iterator[Shape]:
    last = max(each["to"] for each in row["drift"])
    left, right, bottom = _NAMES, _WIDE - 20.0, top + _CHART - 24
    points = [((each["from"] + each["to"]) / 2, each["value"]) for each in row["drift"] if each["value"] is not None]

    def place(item: float, value: float) -> tuple[float, float]:
        height = (min(1.0, max(low, value)) - low) / (1 - low)
        return left + item / last * (right - left), bottom - height * (bottom - top)

    yield Words(20, (top + bottom) / 2, shortened(row["annotator"], 18), bold=True)
    for tick in (low, (low + 1) / 2, 1.0):
        yield Line((place(0, tick), place(last, tick)), GRID)
        yield Words(left - 8, place(0, tick)[1] + 4, f"{tick:.2f}", "end", SOFT, 11)
    slope = (row["slope"] or {}).get("value")
    if slope is not None:
        item, value = (sum(axis) / len(points) for axis in zip(*points, strict=True))
        ends = (points[0][0], points[-1][0])
        yield Line(tuple(place(end, value + slope / 100 * (end - item)) for end in ends), CHANCE, 1.6, dashed=True)
        yield Words(20, (top + bottom) / 2 + 18, f"slope {slope:+.4f} per 100", colour=SOFT, size=11)
    yield from (Line((place(*one), place(*other)), DOT, 1.8) for one, other in pairwise(points))
    yield from (Dot(*place(*point), 3) for point in points)


def _three(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}".replace("-", "−")


def _ends(interval: Row | None) -> str:
    return f"{_three(interval['low'])} to {_three(interval['high'])}" if interval else ""


def _shade(value: float | None) -> str:
    """Blue above chance and orange below it, paler the nearer.

    >>> _shade(0.0), _shade(1.0), _shade(-0.5)
    ('#ffffff', '#74b3d8', '#f7d1ae')
    """
    share = min(1.0, abs(value or 0.0))
    tone = _ABOVE if (value or 0.0) > 0 else _BELOW
    return "#" + "".join(f"{int(255 - (255 - each) * share):02x}" for each in tone)


LAYER_FIGURES: dict[str, Callable[[Row], Scene]] = {
    "pairs": pairs_figure,
    "labels": labels_figure,
    "annotators": annotators_figure,
    "drift": drift_figure,
}
"""Pictures of a layer, by name."""
PAGE_FIGURES: dict[str, Callable[[Row], Scene]] = {"layers": layers_figure, "systems": systems_figure}
"""Pictures of a whole page, by name."""
