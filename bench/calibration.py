"""Does `accord calibrate` find a mixture of errors that is known? Corpora made by `accord simulate`, many of each kind.

    python bench/calibration.py [--corpora 100] [--kind NAME ...]

For each kind so many corpora are made with the same known amounts of errors and another seed each. Counted is in how
many of them all amounts lie within their intervals, which together are to hold in 95 of 100. Beside it stand the
amounts that were put in, the mean of those that were read, how far they scatter, and how often each lies within its
own interval, then the mean difference between the agreement that was observed and that of the errors that were read,
and the CPU seconds of one calibration.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, NamedTuple

import numpy as np

import accord


class Campaign(NamedTuple):
    """What is made up, and with how many errors of each sort; what of them is called otherwise where it is read."""

    made: dict[str, Any]
    errors: dict[str, float]
    called: tuple[tuple[str, str], ...] = ()


CAMPAIGNS = {
    "labels": Campaign(
        {
            "kind": "labels",
            "items": 300,
            "labels": list("ABCDE"),
            "prevalence": [8, 5, 3, 2, 2],
            "confuse": [("A", "B")],
        },
        {"slips": 0.1, "confusions": 0.12, "bias": 0.06},
    ),
    "labels of two annotators": Campaign(
        {"kind": "labels", "items": 300, "labels": ["A", "B"], "annotators": 2}, {"slips": 0.15, "bias": 0.08}
    ),
    "spans": Campaign(
        {"kind": "spans", "sentences": 120},
        {"omissions": 0.1, "additions": 0.05, "borders": 0.08, "types": 0.1},
    ),
    "spans of two annotators": Campaign(
        {"kind": "spans", "sentences": 120, "annotators": 2}, {"omissions": 0.1, "borders": 0.08, "types": 0.1}
    ),
    "units": Campaign(
        {"kind": "units", "units": 25, "density": 0.6},
        {"omissions": 0.12, "additions": 0.08, "borders": 0.5, "categories": 0.15},
    ),
    "units of dense texts": Campaign(
        {"kind": "units", "units": 25, "documents": 3},
        {"omissions": 0.12, "additions": 0.08, "borders": 0.5, "categories": 0.15},
    ),
    "units of two annotators": Campaign(
        {"kind": "units", "units": 25, "density": 0.6, "annotators": 2, "documents": 2},
        {"omissions": 0.12, "borders": 0.5, "categories": 0.15},
    ),
    "trees": Campaign({"kind": "trees", "sentences": 60}, {"reattach": 0.08, "relabel": 0.15}),
    "phrases": Campaign(
        {"kind": "trees", "sentences": 60, "phrases": True},
        {"leave_out": 0.1, "relabel": 0.08},
        (("leave_out", "omissions"),),
    ),
}


def measured(name: str, corpora: int) -> None:
    """Print how often the errors of one campaign are found."""
    campaign = CAMPAIGNS[name]
    called = dict(campaign.called)
    known = {called.get(sort, sort): amount for sort, amount in campaign.errors.items()}
    amounts, within, differences, seconds = [], [], [], []
    for seed in range(corpora):
        corpus = accord.simulate(**campaign.made, **campaign.errors, seed=seed)
        began = time.process_time()
        found = accord.calibrate(corpus, repeats=2)
        seconds.append(time.process_time() - began)
        read = {each.sort: each for each in found.errors}
        amounts.append([read[sort].amount if sort in read else np.nan for sort in known])
        within.append([sort in read and read[sort].low <= amount <= read[sort].high for sort, amount in known.items()])
        differences.append(found.modelled.value - float(found.result.value))
    together = int(np.all(within, axis=1).sum())
    print(f"{name}: all within their intervals in {together} of {corpora}")
    rows = zip(known.items(), np.nanmean(amounts, 0), np.nanstd(amounts, 0), np.sum(within, 0), strict=True)
    for (sort, amount), mean, scatter, alone in rows:
        print(f"  {sort:12} put in {amount:.3f}, read {mean:.3f} (sd {scatter:.3f}), within {alone}")
    spread = f"{min(seconds):.1f} to {max(seconds):.1f}"
    print(f"  agreement of the errors read - observed: {np.mean(differences):+.4f}; CPU s of one: {spread}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=int, default=100)
    parser.add_argument("--kind", action="append", choices=list(CAMPAIGNS))
    given = parser.parse_args()
    for name in given.kind or CAMPAIGNS:
        measured(name, given.corpora)


if __name__ == "__main__":
    main()
