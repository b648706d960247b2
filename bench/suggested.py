"""Does the position weight that `accord align --suggest` suggests find more counterparts? A simulation.

    python bench/suggested.py [--texts 20]

Annotators mark the units of a reference with moved borders, miss some and add others, so that it is known which units
are counterparts. F1 is that of aligned pairs against these, with the weight 1 and with the one that is suggested.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import accord
from accord.model import Corpus, Document, Unit, Units

if TYPE_CHECKING:
    from accord.kinds.units.aligned import Aligned

LENGTHS, CATEGORIES, CONFUSED = (10, 70), "ABCD", 0.1


class Text(NamedTuple):
    """How many annotators and units there are, how far borders move, how many are missed, and how dense all is."""

    annotators: int
    units: int
    moved: float
    missed: float
    density: float


TEXTS = (
    Text(2, 200, 0.2, 0.1, 1.0),
    Text(2, 200, 0.4, 0.3, 1.0),
    Text(3, 80, 0.4, 0.1, 0.5),
    Text(3, 80, 0.4, 0.3, 1.0),
    Text(4, 40, 0.2, 0.1, 1.0),
    Text(4, 40, 0.6, 0.2, 0.5),
)
Known = dict[tuple[str, float, float, str], int]


def simulated(text: Text, rng: np.random.Generator) -> tuple[Corpus, Known]:
    """What everyone marked, and of which unit of the reference each of these is a version, -1 where of none."""
    length = text.units * sum(LENGTHS) / 2 / text.density

    def anywhere() -> tuple[float, float, str]:
        start, long = rng.uniform(0, length), rng.uniform(*LENGTHS)
        return start, start + long, str(rng.choice(list(CATEGORIES)))

    reference, known = [anywhere() for _ in range(text.units)], Known()
    for name in map(str, range(text.annotators)):
        for number, (start, end, category) in enumerate(reference):
            if rng.random() < text.missed:
                if rng.random() < 0.5:
                    known[name, *anywhere()] = -1
                continue
            low, high = sorted(np.array([start, end]) + rng.uniform(-text.moved, text.moved, 2) * (end - start))
            other = str(rng.choice(list(CATEGORIES))) if rng.random() < CONFUSED else category
            known[name, float(low), float(high), other] = number
    layers = {
        ("text", name): Units(tuple(Unit(*unit) for who, *unit in known if who == name))
        for name in map(str, range(text.annotators))
    }
    return Corpus.of((Document("text"),), layers), known


def f1(aligned: Aligned, known: Known) -> float:
    """F1 of aligned pairs, in percent."""
    (alignment,) = aligned.alignments
    continuum = alignment.continuum
    units = zip(continuum.owner.tolist(), aligned.study.units(continuum), strict=True)
    true = [known[continuum.annotators[owner], unit.start, unit.end, unit.category or ""] for owner, unit in units]
    rows = ([unit for unit in row if unit >= 0] for row in alignment.members.tolist())
    pairs = [pair for row in rows for pair in combinations(row, 2)]
    right = sum(true[one] == true[other] >= 0 for one, other in pairs)
    there = sum(count * (count - 1) // 2 for number, count in Counter(true).items() if number >= 0)
    return 200 * right / (len(pairs) + there)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=int, default=20)
    texts = parser.parse_args().texts
    print("annotators  units  moved  missed  density  weight  F1 with 1  as suggested  better  worse")
    for text in TEXTS:
        rows = []
        for seed in range(texts):
            corpus, known = simulated(text, np.random.default_rng(seed))
            plain = accord.align(corpus)
            weight = plain.suggested.position_weight or 1.0
            rows.append((weight, f1(plain, known), f1(accord.align(corpus, position_weight=weight), known)))
        weights, before, after = np.array(rows).T
        print(
            f"{text.annotators:10}  {text.units:5}  {text.moved:5}  {text.missed:6}  {text.density:7}  "
            f"{np.median(weights):6.1f}  {before.mean():9.1f}  {after.mean():12.1f}  {(after > before).sum():6}  "
            f"{(after < before).sum():5}"
        )


if __name__ == "__main__":
    main()
