"""Do the intervals for other annotators hold the agreement of all annotators in 95 % of all studies? A simulation.

    python bench/other_annotators.py [--studies 500] [--only WORD]

Each study draws its annotators and its items anew, and the true agreement of the population is known by theory. For
each design: how often the interval of these annotators holds it, how often that of annotators like these, and how wide
the second is. A star marks where that is not between 93 and 97 %. No other program has such an interval.
"""

from __future__ import annotations

import argparse
from functools import cache
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.result import Interval
from accord.agreement.uncertainty import Uncertainty
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.distances import distance_of
from accord.kinds.labels.measurement import result
from accord.kinds.spans.breakdown import SpanBreakdown
from accord.kinds.spans.corrected_f1 import CorrectedF1
from accord.kinds.spans.match import match_named
from accord.kinds.spans.random_side import Model
from accord.kinds.spans.tally import tally
from accord.model import Span
from accord.study.coding import MISSING, Item, coding_of
from accord.study.spans import SpanStudy, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.agreement.result import Result

LABELS, SHARES = ("1", "2", "3"), np.array([0.6, 0.3, 0.1])
LEAST, MOST = 0.93, 0.97
ALPHA = {"ability": (8 / 11) ** 2, "habits": (8 / 11) ** 2, "equal": (8 / 11) ** 2}
SPREAD, NOISE = 0.4, 0.6
ALPHA["numbers"] = 1 / (1 + SPREAD**2 + NOISE**2 * float(np.exp(2 * 0.35**2)))


class Design(NamedTuple):
    """How many annotators and items, and how many labels an item has: 0 for one of each annotator."""

    annotators: int
    items: int
    each: int = 0
    zipf: bool = False

    def present(self, rng: np.random.Generator) -> np.ndarray:
        """Who labels what, shape (items, annotators)."""
        if not self.each:
            return np.ones((self.items, self.annotators), dtype=bool)
        weights = 1 / np.arange(1, self.annotators + 1) if self.zipf else np.ones(self.annotators)
        keys = rng.exponential(size=(self.items, self.annotators)) / weights
        return keys <= np.sort(keys, axis=1)[:, self.each - 1 : self.each]


SPANS = "spans"
CROSSED = [Design(annotators, items) for annotators in (3, 5, 10, 20) for items in (50, 200, 1_000)]
OF_SPANS = [Design(3, 50), Design(3, 200), Design(5, 50), Design(5, 200), Design(10, 50)]
SPARSE = [Design(10, 300, 2), Design(30, 300, 3), Design(30, 300, 3, zipf=True), Design(100, 1_000, 2, zipf=True)]


def drawn(population: str, design: Design, rng: np.random.Generator) -> np.ndarray:
    """What annotators of a population say of items, shape (items, annotators)."""
    shape = design.items, design.annotators
    if population == "numbers":
        noise = NOISE * np.exp(rng.normal(0, 0.35, design.annotators))
        level = rng.normal(0, SPREAD, design.annotators)
        return rng.normal(0, 1, (design.items, 1)) + level + noise * rng.normal(0, 1, shape)
    ability = np.full(design.annotators, 8 / 11) if population == "equal" else rng.beta(8, 3, design.annotators)
    habits = rng.dirichlet(4 * SHARES, design.annotators) if population == "habits" else np.tile(SHARES, (shape[1], 1))
    guesses = (rng.random(shape)[..., None] > habits.cumsum(axis=1)[None]).sum(axis=-1).clip(max=2)
    truth = rng.choice(3, p=SHARES, size=(design.items, 1))
    return np.where(rng.random(shape) < ability, truth, guesses)


def marked(design: Design, rng: np.random.Generator, *, strangers: bool = False) -> SpanStudy:
    """Texts of twenty tokens with two names; every annotator, or with ``strangers`` every reading, has own habits."""
    texts, starts = [], (2, 12)
    finds, adds = rng.beta(12, 3, design.annotators), rng.gamma(2, 0.05, design.annotators)
    for _ in range(design.items):
        if strangers:
            finds, adds = rng.beta(12, 3, design.annotators), rng.gamma(2, 0.05, design.annotators)
        spans = {}
        for annotator in range(design.annotators):
            own = [Span(at, at + 2, "PER") for at in starts if rng.random() < finds[annotator]]
            own += [Span(at, at + 2, "PER") for at in (7, 17) if rng.random() < adds[annotator]]
            spans[f"r{annotator}"] = tuple(sorted(own))
        texts.append(Text("", 20, spans))
    return SpanStudy(tuple(texts), tuple(f"r{number}" for number in range(design.annotators)), "sentence", "token")


def corrected(study: SpanStudy) -> Result:
    """Corrected F1 of one study."""
    measure = CorrectedF1(match_named("exact"), Model.named("disjoint", "apart", 0))
    return SpanBreakdown(study, measure, Uncertainty(), tally(study, measure)).result


def studied(population: str, design: Design, rng: np.random.Generator) -> Result:
    """One study, by alpha or corrected F1."""
    if population == SPANS:
        return corrected(marked(design, rng))
    said, present = drawn(population, design, rng), design.present(rng)
    labels, codes = LABELS, said
    if population == "numbers":
        values, codes = np.unique(said.round(2), return_inverse=True)
        labels, codes = tuple(map(str, values)), codes.reshape(said.shape)
    codes = np.where(present, codes, MISSING).astype(np.int32)
    names = [f"r{number}" for number in range(design.annotators)]
    coding = coding_of(codes, labels, names, describe=lambda index: Item(str(index), "", None))
    distance, name = distance_of("interval" if population == "numbers" else "nominal", coding)
    return result(coding, COEFFICIENTS.get("alpha"), distance, name, Uncertainty())


@cache
def true_value(population: str) -> float:
    """The agreement of any two annotators of a population, of spans from many texts that each have two of their own."""
    if population != SPANS:
        return ALPHA[population]
    return float(corrected(marked(Design(2, 40_000), np.random.default_rng(7), strangers=True)).value)


def row(population: str, design: Design, studies: int) -> str:
    """How often both intervals hold the truth."""
    rng = np.random.default_rng([design.annotators, design.items, design.each, len(population)])
    truth, these, others, wide = true_value(population), 0, 0, []
    for _ in range(studies):
        found = studied(population, design, rng)
        if found.interval:
            these += found.interval.low <= truth <= found.interval.high
        if isinstance(found.other_annotators, Interval):
            low, high = found.other_annotators[:2]
            others += low <= truth <= high
            wide.append(high - low)
    held = others / studies
    mark = " " if LEAST <= held <= MOST else "*"
    of_many = f"{design.each} of {design.annotators}{' Zipf' if design.zipf else ''}"
    numbers = f"{100 * these / studies:>6.1f} {100 * held:>6.1f}{mark} {np.mean(wide):>6.2f}"
    return f"{population:8} {of_many if design.each else str(design.annotators):>14} {design.items:>6} {numbers}"


def rows(studies: int, only: str) -> Iterator[str]:
    yield "population     annotators  items  these  others   width"
    for population in (*ALPHA, SPANS):
        for design in (*CROSSED, *SPARSE) if population != SPANS else OF_SPANS:
            if only in f"{population} {design}":
                yield row(population, design, studies)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--studies", type=int, default=500)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    begun = process_time()
    for line in rows(given.studies, given.only):
        print(line, flush=True)
    print(f"{process_time() - begun:.0f} s of processor time")


if __name__ == "__main__":
    main()
