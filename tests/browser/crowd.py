"""A campaign of a crowd, drawn at random: many annotators of few items each, in batches, with dates and times."""

from __future__ import annotations

import csv
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LABELS = ("calm", "fresh", "gale", "storm")
WORKERS = tuple(f"w{number:02}" for number in range(12))
WORDS = ("fog", "over", "harbour", "dawn", "two", "ships", "wait", "pilot", "tide", "turns", "slowly", "bell", "buoy")


def write_crowd(path: Path, items: int = 160, readers: int = 4) -> None:
    """A table of labels: w07 says gale for storm, and agreement rises from batch to batch."""
    random = Random(7)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["item", "text", "annotator", "label", "batch", "date", "seconds"])
        for number in range(items):
            true, batch = random.choice(LABELS), number * 4 // items + 1
            text = f"Report {number}: {' '.join(random.sample(WORDS, 12))}."
            for who in sorted({"w07", *random.sample(WORKERS, readers)}):
                label = true if random.random() < 0.55 + 0.1 * batch else random.choice(LABELS)
                said = "gale" if who == "w07" and label == "storm" else label
                day, seconds = random.randint(1, 28), random.randint(4, 40) * (3 if who == "w03" else 1)
                table.writerow([f"r{number:03}", text, who, said, f"batch {batch}", f"2026-0{batch}-{day:02}", seconds])
