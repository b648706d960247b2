"""Campaigns of units on a continuum."""

from __future__ import annotations

import itertools

from tests.snapshots.campaign import NAMES, Files, campaign
from tests.snapshots.drawing import Draw, Mark
from tests.snapshots.formats import (
    elan,
    json_lines,
    rttm,
    table,
    textgrid,
)

SPEECH = ("call", "weather", "chatter")


def units_of(
    draw: Draw, annotators: int, documents: int, *, overlap: bool = False, count: int = 5, error: float = 0.25
) -> dict[str, dict[str, list[Mark]]]:
    """What each annotator marked in each document."""
    found: dict[str, dict[str, list[Mark]]] = {who: {} for who in NAMES[:annotators]}
    for n in range(documents):
        truth = draw.marks(20, SPEECH, count, overlap=overlap)
        for marked in found.values():
            marked[f"r{n + 1}"] = draw.departed(truth, 20, SPEECH, error, overlap=overlap)
    return found


def unit_table(units: dict[str, dict[str, list[Mark]]]) -> Files:
    rows = [
        [document, who, mark.category, mark.start, mark.end]
        for who, documents in units.items()
        for document, marks in documents.items()
        for mark in marks
    ]
    return {"data.csv": table(["document", "annotator", "category", "start", "end"], *rows)}


@campaign("units-one", "units")
def _(draw: Draw) -> Files:
    return unit_table(units_of(draw, 3, 1, count=7))


@campaign("units-many", "units")
def _(draw: Draw) -> Files:
    return unit_table(units_of(draw, 2, 5))


@campaign("units-overlapping", "units")
def _(draw: Draw) -> Files:
    return unit_table(units_of(draw, 3, 3, overlap=True))


@campaign("units-equal", "units")
def _(draw: Draw) -> Files:
    return unit_table(units_of(draw, 2, 2, error=0.0))


@campaign("units-one-annotator", "units")
def _(draw: Draw) -> Files:
    return unit_table(units_of(draw, 1, 2))


@campaign("units-json", "units")
def _(draw: Draw) -> Files:
    units = units_of(draw, 3, 3)
    records = [
        {"document": document, "annotator": who, "length": 20, "units": [list(mark) for mark in marks]}
        for who, documents in units.items()
        for document, marks in documents.items()
    ]
    return {"data.jsonl": json_lines(records)}


@campaign("units-textgrid", "units")
def _(draw: Draw) -> Files:
    units = units_of(draw, 2, 1, count=6)
    return {"data.TextGrid": textgrid({who: documents["r1"] for who, documents in units.items()}, 20)}


@campaign("units-elan", "units")
def _(draw: Draw) -> Files:
    units = units_of(draw, 3, 1, count=6)
    ends = [Mark(20 + n, 21 + n, category) for n, category in enumerate(SPEECH)]  # all tiers have the same values
    return {"data.eaf": elan({who: [*documents["r1"], *ends] for who, documents in units.items()})}


@campaign("units-rttm", "units")
def _(draw: Draw) -> Files:
    units = units_of(draw, 2, 2)
    return {
        f"{who}.rttm": "".join(rttm(document, marks) for document, marks in documents.items())
        for who, documents in units.items()
    }


@campaign("units-segments", "segments")
def _(draw: Draw) -> Files:
    """Every annotator cuts the whole text into pieces."""
    rows = []
    for document in ("t1", "t2", "t3"):
        borders = [at for at in range(2, 20) if draw.chance(0.3)]
        for who in NAMES[:3]:
            moved = sorted({at + draw.one((0, 0, 0, 1)) for at in borders if not draw.chance(0.15)})
            edges = [0, *(at for at in moved if at < 20), 20]
            rows += [[document, who, "part", one, two] for one, two in itertools.pairwise(edges)]
    return {"data.csv": table(["document", "annotator", "category", "start", "end"], *rows)}
