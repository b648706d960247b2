"""Folders of a reference and systems of every kind, as a campaign holds them."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TEXT = "Captain Rusk of the Henrietta left Hull and met Mayor Crewe"
SPANS = ((0, 12, "PER"), (20, 29, "SHIP"), (35, 39, "LOC"), (48, 59, "<b>PER</b>"))
ARCS = ((0, 1, "commands"), (1, 2, "leaves"), (0, 3, "meets"))


def items(wrong: float, seed: int) -> Iterator[str]:
    """Labels of items as a table."""
    truth, slips = random.Random(0), random.Random(seed)
    yield "item,text,label"
    for number in range(60):
        label = truth.choice(["calm", "gale", "storm"])
        yield f"i{number},text {number},{'gale' if slips.random() < wrong else label}"


def spans(wrong: float, seed: int, *, arcs: bool = False) -> Iterator[str]:
    """Spans as JSON lines, and the arcs between them."""
    slips = random.Random(seed)
    for number in range(15):
        marked = [
            {
                "id": f"e{n}",
                "start": start,
                "end": end,
                "label": "LOC" if not arcs and slips.random() < wrong else label,
            }
            for n, (start, end, label) in enumerate(SPANS)
        ]
        drawn = [
            {"source": f"e{head}", "target": f"e{tail}", "type": "meets" if slips.random() < wrong else label}
            for head, tail, label in ARCS
        ]
        record = {"document": f"d{number}", "text": TEXT, "spans": marked}
        yield json.dumps(record | ({"relations": drawn} if arcs else {}))


def relations(wrong: float, seed: int) -> Iterator[str]:
    """Relations between spans that are all right."""
    yield from spans(wrong, seed, arcs=True)


def units(wrong: float, seed: int) -> Iterator[str]:
    """Units on a continuum as a table."""
    truth, slips = random.Random(0), random.Random(seed)
    yield "document,category,start,end"
    for document in range(5):
        at = 0
        for _ in range(8):
            start, at = at + truth.randint(1, 5), at + truth.randint(7, 9)
            category = truth.choice("ABC")
            if slips.random() >= wrong / 2:
                yield f"d{document},{'A' if slips.random() < wrong else category},{start},{at}"


def tags(wrong: float, seed: int) -> Iterator[str]:
    """Labels of tokens as columns."""
    truth, slips = random.Random(0), random.Random(seed)
    for _ in range(20):
        for word in TEXT.split():
            tag = truth.choice(["DT", "NN", "VB"])
            yield f"{word}\t{'NN' if slips.random() < wrong else tag}"
        yield ""


KINDS: dict[str, tuple[str, Callable[[float, int], Iterator[str]]]] = {
    "labels of items": ("csv", items),
    "spans": ("jsonl", spans),
    "relations": ("jsonl", relations),
    "units": ("csv", units),
    "labels of tokens": ("conll", tags),
}
"""The ending of files of each kind, and what makes their lines."""


def write_systems(folder: Path, kind: str) -> None:
    """A reference, a good system of two runs, and a worse one of two."""
    ending, lines = KINDS[kind]
    runs = {"gold": (0.0, 1), "systems/fine-1": (0.1, 2), "systems/fine-2": (0.15, 3)}
    runs |= {"systems/poor-1": (0.6, 4), "systems/poor-2": (0.7, 5)}
    for name, (wrong, seed) in runs.items():
        path = folder / f"{name}.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines(wrong, seed)) + "\n", encoding="utf-8")
