"""Do the 95 % intervals of `accord agree` hold the true agreement in 95 % of all studies? A simulation.

    python bench/coverage.py [--simulations 500] [--annotators WORD ...]

Each campaign is a population of 100,000 simulated items, or of 5,000 documents, whose agreement is then known. Studies
of 50, 200 and 1,000 items, or of 10 and 40 documents, are drawn from it with replacement. A star marks what is not
between 93 and 97 %; behind + stands how many in a thousand studies have no interval. The labels are those of the
population, as with --labels.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import accord
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Undefined
from accord.agreement.uncertainty import bootstrap_interval, jackknife_interval
from accord.kinds.labels.breakdown import breakdown_of
from accord.kinds.labels.measurement import by_document

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Names = tuple[tuple[str, str], ...]

ITEMS, PER_DOCUMENT = 100_000, 20
LEAST, MAX = 0.93, 0.97
NOMINAL = ("alpha", "observed", "fleiss", "multi-kappa", "light", "randolph", "ac1", "pairwise-f1")
OF_TWO = ("s", "pi", "kappa")


class Campaign(NamedTuple):
    """How labels come about: how often each is right, how often annotators give the true one, what else they give."""

    name: str
    annotators: int
    shares: tuple[float, ...]
    right: float
    missing: float = 0.0
    graded: bool = False
    measured: Names = ()

    def table(self, rng: np.random.Generator, items: int, right: NDArray[np.float64] | None = None) -> np.ndarray:
        """Labels from 1 up, shape (items, annotators); NaN is missing. ``right`` may differ from item to item."""
        shape = (items, self.annotators)
        labels = len(self.shares)
        truth = rng.choice(labels, p=self.shares, size=(items, 1))
        other = (
            truth + rng.choice([-1, 1], size=shape) if self.graded else rng.choice(labels, p=self.shares, size=shape)
        )
        chance = self.right if right is None else right[:, None]
        table = np.where(rng.random(shape) < chance, truth, np.clip(other, 0, labels - 1)) + 1.0
        table[rng.random(shape) < self.missing] = np.nan
        return table


def nominal(*names: str) -> Names:
    return tuple((name, "nominal") for name in names)


GRADES = (
    *((name, "interval") for name in ("alpha", "weighted-kappa", "fleiss", "light", "ac2", "observed")),
    ("alpha", "ordinal"),
    ("multi-kappa", "linear"),
)
CAMPAIGNS = [
    Campaign("two annotators, three labels", 2, (0.5, 0.3, 0.2), 0.8, measured=nominal(*NOMINAL, *OF_TWO)),
    Campaign("two annotators, nine of ten the same", 2, (0.9, 0.1), 0.85, measured=nominal(*NOMINAL, *OF_TWO)),
    Campaign(
        "four annotators, five labels, a fifth missing",
        4,
        (0.4, 0.25, 0.2, 0.1, 0.05),
        0.8,
        0.2,
        measured=nominal(*NOMINAL),
    ),
    Campaign("two annotators, five grades", 2, (0.1, 0.2, 0.4, 0.2, 0.1), 0.6, graded=True, measured=GRADES),
    Campaign("three annotators who nearly always agree", 3, (0.4, 0.3, 0.2, 0.1), 0.96, measured=nominal(*NOMINAL)),
    Campaign("ten annotators, a tenth missing", 10, (0.4, 0.3, 0.2, 0.1), 0.75, 0.1, measured=nominal(*NOMINAL)),
]


class Population(NamedTuple):
    """The units of a campaign: their rows by kind, which kind each is of, and the coefficient with its true value."""

    rows: Any
    kind_of: NDArray[np.int64]
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    bounds: tuple[float, float]
    truth: float

    def coverage(self, size: int, simulations: int, interval: Callable[..., Any]) -> str:
        """How many of the intervals of studies of so many units hold the true value; for all coefficients the same."""
        held = found = 0
        rng = np.random.default_rng(size)
        for _ in range(simulations):
            kinds, times = np.unique(self.kind_of[rng.integers(len(self.kind_of), size=size)], return_counts=True)
            given = interval(ResampleRows(self.rows[kinds], times), self.statistic, self.bounds, "unit")
            if not isinstance(given, Undefined):
                found += 1
                held += given.low <= self.truth <= given.high
        coverage = held / max(found, 1)
        without = round(1000 * (1 - found / simulations))
        return f"{100 * coverage:.1f}{' ' if LEAST <= coverage <= MAX else '*'}" + (f"+{without}" if without else "")


def population(campaign: Campaign, name: str, distance: str, *, documents: bool = False) -> Population:
    rng = np.random.default_rng(7)
    table = campaign.table(rng, ITEMS, difficulty(rng) if documents else None)
    agreement = accord.agree(table, name, distance=distance, interval="none", rows="items")
    breakdown = breakdown_of(agreement)
    coefficient, coding = breakdown.coefficient, breakdown.coding
    sample = coefficient.sample(coding, breakdown.distance)
    rows, kind_of = sample.rows, sample.kind_of
    if documents:
        rows = by_document(sample, replace(coding, document_of=coding.numbers // PER_DOCUMENT)).rows
        kind_of = np.arange(rows.shape[0])
    truth = float(sample.total().value[0])
    return Population(rows, kind_of, lambda totals: sample.parts(totals).value, coefficient.range, truth)


def difficulty(rng: np.random.Generator) -> NDArray[np.float64]:
    """How often annotators give the true label, item by item: documents differ."""
    return np.repeat(np.clip(rng.normal(0.75, 0.15, size=ITEMS // PER_DOCUMENT), 0.3, 1.0), PER_DOCUMENT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--annotators", nargs="*", default=[])
    arguments = parser.parse_args()
    bootstrap = partial(bootstrap_interval, resamples=1000, rng=np.random.default_rng(11))

    def show(
        title: str,
        campaign: Campaign,
        measured: Names,
        sizes: tuple[int, ...],
        interval: Callable[..., Any] = jackknife_interval,
        *,
        documents: bool = False,
    ) -> None:
        if arguments.only and not any(word in f"{title} {campaign.name}" for word in arguments.only):
            return
        print(f"\n{title}: {campaign.name}")
        print(f"{'coefficient':<24}{'true':>7}" + "".join(f"{size:>12,}" for size in sizes))
        for name, distance in measured:
            everyone = population(campaign, name, distance, documents=documents)
            row = [everyone.coverage(size, arguments.simulations, interval) for size in sizes]
            label = name if distance == "nominal" else f"{name}, {distance}"
            print(f"{label:<24}{everyone.truth:>7.3f}" + "".join(f"{cell:>12}" for cell in row), flush=True)

    for campaign in CAMPAIGNS:
        show("jackknife over items", campaign, campaign.measured, (50, 200, 1000))
    for campaign in (CAMPAIGNS[0], CAMPAIGNS[2]):
        show("bootstrap over items", campaign, nominal("alpha", "ac1", "pairwise-f1"), (50, 200), bootstrap)
    in_documents = nominal("alpha", "multi-kappa", "ac1", "observed", "pairwise-f1")
    show("jackknife over documents", CAMPAIGNS[2], in_documents, (10, 40), documents=True)


if __name__ == "__main__":
    main()
