"""Campaigns of labels of items, and of shares of labels."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.snapshots.campaign import NAMES, Files, campaign
from tests.snapshots.formats import (
    json_lines,
    long_table,
    table,
    wide_table,
)

if TYPE_CHECKING:
    from tests.snapshots.drawing import Draw


def coded_labels(
    draw: Draw,
    annotators: int,
    size: int,
    labels: tuple[str, ...],
    *,
    error: float = 0.25,
    missing: float = 0.0,
    skew: float = 1.0,
) -> dict[str, list[str]]:
    truth = draw.labels(labels, size, skew)
    return {who: draw.coded(truth, labels, error, missing) for who in NAMES[:annotators]}


@campaign("labels-long", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": long_table(coded_labels(draw, 3, 24, ("calm", "fresh", "gale"), missing=0.1))}


@campaign("labels-two", "two-labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(coded_labels(draw, 2, 20, ("no", "yes")))}


@campaign("labels-five-missing", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(coded_labels(draw, 5, 20, ("a", "b", "c", "d"), missing=0.3))}


@campaign("labels-rare", "two-labels")
def _(draw: Draw) -> Files:
    return {"data.tsv": wide_table(coded_labels(draw, 2, 40, ("no", "yes"), error=0.1, skew=4), "\t")}


@campaign("labels-joined", "labels")
def _(draw: Draw) -> Files:
    rows = zip(*coded_labels(draw, 3, 16, ("A", "B", "C"), missing=0.15).values(), strict=True)
    return {"data.csv": table(["item", "labels"], *([f"i{n}", ", ".join(row)] for n, row in enumerate(rows)), sep=";")}


@campaign("labels-documents", "documents")
def _(draw: Draw) -> Files:
    return {"data.csv": long_table(coded_labels(draw, 3, 30, ("calm", "fresh", "gale")), documents=5)}


@campaign("labels-careless", "documents")
def _(draw: Draw) -> Files:
    coded = coded_labels(draw, 4, 48, ("x", "y", "z"), error=0.1)
    return {"data.csv": long_table(coded | {"eve": draw.labels(("x", "y", "z"), 48)}, documents=6)}


@campaign("labels-ordinal", "numbers")
def _(draw: Draw) -> Files:
    scale = ("1", "2", "3", "4", "5")
    truth = draw.labels(scale, 24)
    return {"data.csv": wide_table({who: draw.near(truth, scale, 0.4) for who in NAMES[:3]})}


@campaign("labels-interval", "numbers")
def _(draw: Draw) -> Files:
    truth = [draw.number(2, 9) for _ in range(14)]
    coded = {who: [str((value + draw.number(-1, 1)) / 4) for value in truth] for who in NAMES[:4]}
    return {"data.csv": long_table(coded)}


@campaign("labels-signed", "numbers")
def _(draw: Draw) -> Files:
    scale = ("-2", "-1", "0", "1", "2")
    truth = draw.labels(scale, 20)
    return {"data.csv": wide_table({who: draw.near(truth, scale, 0.5) for who in NAMES[:2]})}


@campaign("labels-sets", "sets")
def _(draw: Draw) -> Files:
    sets = ("joy", "joy|fear", "fear", "fear|rage", "joy|fear|rage", "rage")
    return {"data.csv": wide_table(coded_labels(draw, 3, 20, sets, error=0.4))}


@campaign("labels-json", "labels")
def _(draw: Draw) -> Files:
    coded = coded_labels(draw, 3, 14, ("true", "false", "unclear"))
    records = [{"id": f"i{n}", "labels": {who: said[n] for who, said in coded.items()}} for n in range(14)]
    return {"data.jsonl": json_lines(records)}


@campaign("labels-missing-word", "missing")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(coded_labels(draw, 3, 20, ("good", "bad", "SKIP"), error=0.3))}


@campaign("labels-one-annotator", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": long_table(coded_labels(draw, 1, 8, ("a", "b")))}


@campaign("labels-all-equal", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table({who: ["a"] * 10 for who in NAMES[:3]})}


@campaign("labels-same-answers", "labels")
def _(draw: Draw) -> Files:
    return {"data.csv": wide_table(coded_labels(draw, 3, 10, ("a", "b"), error=0.0))}


@campaign("labels-nobody-overlaps", "labels")
def _(draw: Draw) -> Files:
    rows = [[f"i{n}", NAMES[n % 3], draw.one(("a", "b"))] for n in range(12)]
    return {"data.csv": table(["item", "annotator", "label"], *rows)}


def _predictions(draw: Draw, items: list[str], labels: tuple[str, ...]) -> str:
    rows = []
    for item in items:
        shares = [draw.number(0, 9) + 1 for _ in labels]
        rows.append([item, *(share / sum(shares) for share in shares)])
    return table(["item", *labels], *rows)


@campaign("soft-table", "soft")
def _(draw: Draw) -> Files:
    labels = ("calm", "fresh", "gale")
    items = [f"i{n:02}" for n in range(1, 16)]
    return {
        "data.csv": wide_table(coded_labels(draw, 4, 15, labels)),
        "predicted.csv": _predictions(draw, items, labels),
    }


@campaign("soft-lewidi", "soft")
def _(draw: Draw) -> Files:
    coded = coded_labels(draw, 4, 12, ("0", "1"), missing=0.2)
    said: dict[str, Any] = {}
    for n in range(12):
        given = {who: labels[n] for who, labels in coded.items() if labels[n]} or {"ada": "0"}
        share = sum(label == "1" for label in given.values()) / len(given)
        said[str(n)] = {
            "text": " ".join(draw.words()),
            "annotators": ",".join(given),
            "annotations": given,
            "soft_label": {"0": 1 - share, "1": share},
        }
    return {"data.json": json.dumps(said, indent=1), "predicted.csv": _predictions(draw, list(said), ("0", "1"))}
