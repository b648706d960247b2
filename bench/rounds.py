"""How often do two rounds seem to differ that do not? A simulation of `accord compare-agreement`.

    python bench/rounds.py [--studies 500]

*the same*: annotators agree as much in both rounds; every p should be below 5 % in 5 of 100 studies. *own ways*: from
one round to the other annotators change each in a way of their own, but not on average. These annotators do differ
then; that annotators like these would is a false alarm, which the first p knows nothing of. *found*: all annotators are
better in the second round. No other program compares such rounds.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.two_rounds import compare_rounds
from accord.distance.nominal import Nominal
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.sums import sums_of
from accord.study.coding import Item, coding_of
from accord.study.scale import Scale

if TYPE_CHECKING:
    from accord.agreement.two_rounds import Change

LABELS, SHARES = ("1", "2", "3"), np.array([0.6, 0.3, 0.1])
ABILITY = 8 / 11
RESAMPLES = 400


class Design(NamedTuple):
    """Which annotators, how many of them and of items, and whether both rounds have the same items."""

    population: str
    annotators: int
    items: int
    paired: bool


DESIGNS = [
    *(Design("the same", 3, items, paired) for items in (60, 200) for paired in (True, False)),
    *(Design("own ways", annotators, 200, True) for annotators in (3, 5, 10)),
    *(Design("own ways", annotators, 200, False) for annotators in (3, 5, 10)),
    *(Design("found", 3, 60, paired) for paired in (True, False)),
    *(Design("found", 10, 60, paired) for paired in (True, False)),
]


def abilities(design: Design, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """What share of the items each annotator looks at, in both rounds."""
    if design.population == "own ways":
        return rng.beta(8, 3, design.annotators), rng.beta(8, 3, design.annotators)
    first = np.full(design.annotators, ABILITY)
    return first, first + 0.15 * (design.population == "found")


def studied(design: Design, rng: np.random.Generator) -> Change:
    """Two rounds, compared."""
    truth = rng.choice(3, p=SHARES, size=(design.items, 1))
    said = []
    for ability in abilities(design, rng):
        if said and not design.paired:
            truth = rng.choice(3, p=SHARES, size=(design.items, 1))
        shape = design.items, design.annotators
        said.append(np.where(rng.random(shape) < ability, truth, rng.choice(3, p=SHARES, size=shape)))
    names = [f"r{number}" for number in range(design.annotators)]
    coding = coding_of(
        np.concatenate(said).astype(np.int32), LABELS, names, describe=lambda index: Item(str(index), "", None)
    )
    sums = sums_of(coding, COEFFICIENTS.get("alpha"), Nominal(Scale(LABELS)), by_document=False)
    first, second = range(design.items), range(design.items, 2 * design.items)
    return compare_rounds(
        sums, first, second, paired=design.paired, level=0.95, resamples=RESAMPLES, seed=int(rng.integers(2**31))
    )


def row(design: Design, studies: int) -> str:
    """How often each p is below 5 %."""
    rng = np.random.default_rng([design.annotators, design.items, design.paired, len(design.population)])
    found = [studied(design, rng) for _ in range(studies)]
    shares = [
        100 * np.mean([not isinstance(p, Undefined) and p <= 0.05 for p in values])
        for values in (
            [each.these.p for each in found],
            [each.p_exchange for each in found],
            [each.others.p for each in found],
        )
    ]
    items = "both" if design.paired else "other"
    return f"{design.population:9} {design.annotators:>10} {design.items:>6} {items:>6} " + "".join(
        f"{share:>9.1f}" for share in shares
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--studies", type=int, default=500)
    studies = parser.parse_args().studies
    print("rounds    annotators  items  which    these exchange   others  (% of studies with p <= 0.05)")
    start = process_time()
    for design in DESIGNS:
        print(row(design, studies), flush=True)
    print(f"{process_time() - start:.0f} s CPU")


if __name__ == "__main__":
    main()
