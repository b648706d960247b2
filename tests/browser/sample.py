"""A payload written by hand that fills every view of the page, so that the page can be tested without any measure."""

from __future__ import annotations

from math import sin
from typing import Any

from accord.kinds.kind import KINDS
from accord.payload.schema import as_json
from tests.browser.sample_views import (
    ANNOTATORS,
    TEXT,
    aligner,
    findings,
    interval,
    labels_view,
    measured,
    phrases_view,
    systems,
    trees_view,
)
from tests.payloads import with_plots


def item(number: int, labels: list[str | None]) -> dict[str, Any]:
    words = TEXT.split()
    place = number % len(words)
    return {
        "id": f"doc{number % 4 + 1}:{number}",
        "document": f"doc{number % 4 + 1}",
        "text": words[place],
        "before": " ".join(words[:place]),
        "after": " ".join(words[place + 1 :]),
        "file": "annotators/ada.conll",
        "line": 12 + number,
        "elsewhere": {name: f"annotators/{name}.conll:{12 + number}" for name in ANNOTATORS[1:]},
        "disagreement": round(1 - number / 200, 3),
        "labels": dict(zip(ANNOTATORS, labels, strict=True)),
    }


def pairs() -> list[dict[str, Any]]:
    values = [("ada", "bram", 0.883), ("ada", "chloe", 0.871), ("bram", "chloe", -0.124)]
    return [
        {"first": one, "second": two, **measured(value, value - 0.08, value + 0.06), "used": 1298 - 13 * place}
        | {"excluded": 13 * place, "differing": 41 + place}
        for place, (one, two, value) in enumerate(values)
    ]


def documents() -> list[dict[str, Any]]:
    return [
        {
            "document": f"doc{number}",
            **measured(None if number == 4 else 0.95 - 0.11 * number, 0.2, 0.98),
            "items": 90 + number,
        }
        | {
            "difficulty": 0.1 * number,
            "strip": [None if cell % 17 == 3 else abs(sin(cell * number)) for cell in range(60)],
        }
        for number in range(1, 5)
    ]


def annotators() -> list[dict[str, Any]]:
    return [
        {
            "annotator": name,
            "labels": 1298,
            "against_rest": {"value": 0.88 - 0.04 * place, "undefined": None},
            "without": {"value": 0.86 + 0.03 * place, "undefined": None},
            "drift": [
                {"from": 65 * window, "to": 65 * (window + 1), "value": 0.95 - 0.01 * window * place, "items": 65}
                for window in range(20)
            ],
            "slope": {"value": -0.012 * place, "interval": interval(-0.02 * place - 0.004, 0.004), "undefined": None},
        }
        for place, name in enumerate(ANNOTATORS)
    ]


def coverage() -> dict[str, Any]:
    done = [(4, [1.0] * 4), (2, [1.0, 0.0, 1.0, 0.0]), (3, [1.0, 0.5, 0.5, 1.0])]
    rows = [
        {"annotator": name, "done": count, "parts": parts}
        for name, (count, parts) in zip(ANNOTATORS, done, strict=True)
    ]
    return {"unit": "document", "total": 4, "shared": 4, "least": 2, "annotators": rows, "left_out": 0}


def differences() -> list[dict[str, Any]]:
    parts = [("bounded", "same label, other borders", 30, 0.75), ("found", "only one of two marked it", 10, 0.25)]
    return [
        {"name": name, "title": title, "pairs": pairs, "share": share, "examples": []}
        for name, title, pairs, share in parts
    ]


def layer(name: str, kind: str, value: float | None, **views: Any) -> dict[str, Any]:
    headline = {"coefficient": "alpha", **measured(value), "signature": "alpha|dist:nominal|unit:token|seed:1|v:0.1.0"}
    labelled = [
        item(number, ["B-PER", "O" if number % 2 else "B-SHIP", [None, "I-PER"][number % 2]]) for number in range(45)
    ]
    return {
        "id": name,
        "name": name,
        "kind": kind,
        "traits": as_json(KINDS.get(kind).traits),
        "unit": "token",
        "counts": dict.fromkeys(("pairs", "items", "documents", "drift"), "token") | {"annotators": "label"},
        "paths": [f"{name}/ada.conll"],
        "command": f"accord agree {name}/ada.conll {name}/bram.conll {name}/chloe.conll",
        "annotators": list(ANNOTATORS),
        "documents_total": 4,
        "given": 1298,
        "coverage": coverage(),
        "headline": headline,
        "words": {
            "how_much": "The three annotators agree well beyond chance: alpha is 0.878, and it is hardly below 0.855.",
            "where": "They part most on B-PER against O, which is 16 % of all disagreement, and in doc4.",
            "next": "Say in the guideline whether a title belongs to a name, and look at doc4 again together.",
            "situation": "two labels",
            "examples": ["doc1:0", "doc2:1"],
        },
        "differences": {"of": "span", "agreed": 7, "parts": differences()},
        "agreement": {"version": 1, "results": [headline, {**headline, "coefficient": "fleiss"}]},
        "beside": [
            {"name": "gamma", "command": "accord agree -c gamma", "agreement": None, "left_out": "it would take 80 s"}
        ],
        "pairs": pairs(),
        "items": {"total": 60, "left_out": 15, "shown": labelled},
        "documents": documents(),
        "annotators_table": annotators(),
        "labels_view": None,
        "aligner": None,
        "trees_view": None,
        **views,
    }


def sample() -> dict[str, Any]:
    """The payload of a small campaign that was never run."""
    held = {
        "version": 1,
        "accord": "0.1.0",
        "title": "harbour",
        "settings": {"seed": 1, "budget": 20.0, "level": 0.95, "repair": "begin", "paths": ["."]},
        "alerts": [
            {
                "severity": "error",
                "text": "5 labels do not follow from the label before",
                "view": "findings",
                "layer": None,
            },
            {
                "severity": "warning",
                "text": "bram and chloe agree less than chance",
                "view": "pairs",
                "layer": "annotators",
            },
            {"severity": "note", "text": "chloe has no doc9", "view": "documents", "layer": "annotators"},
        ],
        "layers": [
            layer("annotators", "labels", 0.878, labels_view=labels_view(), aligner=aligner()),
            layer("trees", "trees", 0.9, trees_view=trees_view()),
            layer("phrases", "trees", None, trees_view=phrases_view()),
        ],
        "systems": [systems()],
        "findings": findings(),
        "assumptions": [{"layer": None, "text": "annotators/*.conll: one file per annotator"}],
        "left_out": [{"layer": "annotators", "text": "15 of 60 items: the JSON has them"}],
    }
    return with_plots(held)
