"""The parts of the sample that one view alone shows: labels, alignments, trees, systems, findings."""

from __future__ import annotations

from typing import Any

ANNOTATORS = ["ada", "bram", "chloe"]
TEXT = "Captain Ivo Rusk of the Henrietta Voss lay off Gannet Rock on Friday 9 June 1927 and waited for the tide ."


def interval(low: float, high: float) -> dict[str, Any]:
    return {"low": low, "high": high, "method": "jackknife over tokens", "level": 0.95}


def measured(value: float | None, low: float = 0.7, high: float = 0.9) -> dict[str, Any]:
    if value is None:
        return {"value": None, "undefined": "all labels are the same", "interval": None}
    return {"value": value, "undefined": None, "interval": interval(low, high)}


def labels_view() -> dict[str, Any]:
    names = ["B-PER", "I-PER", "B-SHIP", "O"]
    return {
        "label_names": names,
        "coincidences": [
            [90.0 if row == column else 2.5 * ((row + column) % 3) for column in range(4)] for row in range(4)
        ],
        "labels": [
            {
                "label": name,
                "count": 200 - 40 * place,
                "specific": 0.9,
                "items": 1298,
                **measured(0.9 - 0.3 * place, 0.8 - 0.35 * place, 0.95 - 0.2 * place),
            }
            for place, name in enumerate(names)
        ],
        "confusions_of": "all disagreement",
        "confusions": [
            {
                "first": "B-PER",
                "second": "O",
                "pairs": 16.5,
                "share": 0.157,
                "merged": {"value": 0.883, "undefined": None},
            }
            | {"examples": ["doc2:1", "doc4:3"]},
            {
                "first": "B-SHIP",
                "second": "B-PER",
                "pairs": 9.0,
                "share": 0.08,
                "merged": {"value": None, "undefined": "no"},
            }
            | {"examples": []},
        ],
    }


def aligner() -> dict[str, Any]:
    spans = [
        [("ada", 0, 16, "PER"), ("ada", 24, 38, "SHIP"), ("ada", 62, 80, "DATE"), ("ada", 8, 38, "PER")],
        [("bram", 8, 16, "PER"), ("bram", 24, 38, "PER"), ("bram", 47, 58, "LOC")],
        [("chloe", 0, 16, "PER"), ("chloe", 62, 68, "DATE"), ("chloe", 24, 38, "SHIP")],
    ]
    units = [
        {"annotator": who, "start": start, "end": end, "category": category, "text": TEXT[start:end]}
        for lane in spans
        for who, start, end, category in lane
    ]
    members = [[None, 6, None], [3, None, None], [1, 5, 9], [2, None, 8], [0, 4, 7]]
    disorders = [1.0, 1.0, 0.71, 0.64, 0.2]
    alignments = [{"disorder": value, "members": each} for value, each in zip(disorders, members, strict=True)]
    text = {"document": "doc1", "length": len(TEXT), "text": TEXT, "disorder": 0.71, "annotators": ANNOTATORS}
    text |= {"tokens": None, "text_left_out": 0, "alignments_left_out": 0}
    made = "alignment|objective:sum|method:exact|dist:sporadic|empty:1|docs:3|annotators:3|v:0.1.0"
    return {"total": 3, "left_out": 1, "of": "character", "signature": made} | {
        "documents": [
            {**text, "units": units, "alignments": alignments},
            {**text, "document": "doc2", "disorder": 0.3, "units": units, "alignments": alignments},
        ]
    }


def trees_view() -> dict[str, Any]:
    heads = {"ada": [2, 3, 0, 5, 3, 3], "bram": [2, 3, 0, 5, 3, 5], "chloe": [3, 3, 0, 5, 6, 3]}
    names = ["det", "nsubj", "root", "amod", "obj", "obl"]
    return {"kind": "dependencies", "total": 12, "left_out": 10} | {
        "sentences": [
            {
                "id": f"d0{number}/s01",
                "sentence": "s01",
                "document": f"d0{number}",
                "distance": 3.0 - number,
                "tokens": ["The", "crew", "mended", "torn", "nets", "today"],
                "versions": {
                    who: {"heads": heads[who], "labels": names, "file": f"trees/{who}.conllu", "line": 7}
                    for who in ANNOTATORS
                },
            }
            for number in (1, 2)
        ]
    }


def phrases_view() -> dict[str, Any]:
    brackets = {
        "ada": [("S", 0, 5), ("NP", 0, 2), ("VP", 2, 5), ("NP", 3, 5)],
        "bram": [("S", 0, 5), ("NP", 0, 2), ("VP", 2, 4), ("NP", 3, 4), ("NP", 4, 5)],
    }
    versions = {
        who: {"brackets": [{"label": a, "start": b, "end": c} for a, b, c in each], "file": f"{who}.ptb", "line": 1}
        for who, each in brackets.items()
    }
    sentence = {
        "id": "s1/s1",
        "sentence": "s1",
        "document": "s1",
        "distance": 4.0,
        "tokens": ["The", "crew", "mended", "torn", "nets"],
    }
    return {"kind": "phrases", "total": 1, "left_out": 0, "sentences": [{**sentence, "versions": versions}]}


def systems() -> dict[str, Any]:
    def measured(value: float) -> dict[str, Any]:
        return {"value": value, "undefined": None, "interval": interval(value - 0.06, value + 0.05)}

    def run(system: str, f1: float, invalid: int) -> dict[str, Any]:
        values = {"f1": f1, "precision": f1 + 0.02, "recall": f1 - 0.02}
        return {
            "file": f"systems/{system}-1.conll",
            "name": f"{system}-1.conll",
            "system": system,
            "measures": {name: measured(value) for name, value in values.items()},
            "sizes": {"sentences": 85, "tokens": 1298, "invalid labels": invalid},
        }

    def label(name: str) -> dict[str, Any]:
        score = {"precision": 0.82, "recall": 0.78, "f1": 0.8, "reference": 50, "predicted": 48, "correct": 39}
        return {"label": name, "reference": 50, "runs": [{**score, "interval": interval(0.7, 0.88)}] * 2}

    def errors(system: str) -> dict[str, Any]:
        row = {"kind": "missed", "label": "SHIP", "text": "<Voss>", "other": "PER Voss", "document": "1"}
        found = {**row, "context": "The steamer [<Voss>] arrived", "file": "reference.conll", "line": 7}
        return {
            "file": f"systems/{system}-1.conll",
            "name": f"{system}-1.conll",
            "total": 4,
            "counts": [
                {"kind": "missed", "label": "SHIP", "predicted": None, "count": 3},
                {"kind": "wrong", "label": "PER", "predicted": "LOC", "count": 1},
            ],
            "shown": [found, {**found, "kind": "wrong", "label": "PER", "other": "LOC", "context": "", "line": None}],
            "left_out": 2,
        }

    runs = [run("beacon", 0.808, 3), run("lantern", 0.756, 0)]
    repaired = [
        {"file": each["file"], "repair": how, "micro": {"f1": each["measures"]["f1"]["value"] - 0.01 * place}}
        for each in runs
        for place, how in enumerate(("begin", "discard"))
    ]
    comparison = {
        "first": "beacon",
        "second": "lantern",
        "difference": 0.052,
        "interval": interval(-0.02, 0.12),
        "p": 0.16,
    }
    return {
        "id": "reference.conll",
        "terms": {
            "scored": "mentions",
            "right": "F1: a mention is right with its type and tokens",
            "system": "system",
            "part": "type",
            "marked": "mention",
            "wrong": "missed or made up",
            "each": "F1 of each type",
            "match": "exact",
            "by_errors": False,
        },
        "measures": {"f1": "F1", "precision": "precision", "recall": "recall"},
        "lower_is_better": False,
        "unit": "sentence",
        "runs": runs,
        "over_runs": [],
        "labels": [label("PER"), label("LOC")],
        "labels_left_out": 0,
        "errors": [errors("beacon"), errors("lantern")],
        "documents": [
            {
                "document": name,
                "size": 7,
                "runs": [measured(0.7), {"value": None, "undefined": "none", "interval": None}],
            }
            for name in ("1", "2")
        ],
        "documents_left_out": 3,
        "reference": "reference.conll",
        "command": "accord score systems --reference reference.conll",
        "commands": {"chance": "accord score --chance", "all_repairs": None, "comparisons": "accord compare systems"},
        "score": {"signature": "f1|match:exact"},
        "chance": None,
        "chance_of": "F1 by match token",
        "all_repairs": {"runs": repaired},
        "ranks": [
            {"system": "beacon", "rank": 1, "measure": "F1", "value": 0.808, "runs": 1}
            | {"interval": interval(0.74, 0.86), "interval_over": "sentences"}
            | {"corrected": None, "corrected_of": None, "corrected_match": None}
        ],
        "headline": None,
        "words": {"how_much": "", "where": "", "next": ""},
        "plots": {"runs": None, "chance": None},
        "comparisons": {"comparisons": [{**comparison, "p_holm": 0.16, "p_bootstrap": 0.15, "undefined": None}]},
        "left_out": [],
    }


def findings() -> dict[str, Any]:
    found = {"severity": "error", "file": "annotators/chloe.conll", "hint": "accord repair mends it"}
    return {
        "total": 6,
        "by_code": [
            {"code": "invalid-transition", "severity": "error", "count": 5, "explanation": "A label does not follow."},
            {"code": "no-document", "severity": "warning", "count": 1, "explanation": "A document is missing."},
        ],
        "shown": [
            {
                **found,
                "code": "invalid-transition",
                "line": 181 + number,
                "message": "invalid transition 'O' -> 'I-SHIP'",
            }
            for number in range(5)
        ]
        + [{**found, "code": "no-document", "severity": "warning", "line": None, "message": "doc9 is not there"}],
        "repairs": [
            {"file": "annotators/chloe.conll", "method": "begin", "changed": 5}
            | {"examples": [{"line": 181, "token": "Étoile", "before": "I-SHIP", "after": "B-SHIP"}]}
        ],
        "left_out": 0,
    }
