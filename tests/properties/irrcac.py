"""What irrCAC says about tables; run by its own Python, for it pins a scipy that accord cannot live with.

Reads a JSON list of [table, weights] from standard input, a table with one row per item, and prints for each what every
coefficient is: [value, standard error], or the name of the exception.
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

NAMES = {"alpha": "krippendorff", "fleiss": "fleiss", "multi-kappa": "conger", "randolph": "bp", "gwet": "gwet"}


def answer(table: list[list[float | None]], weights: str) -> dict[str, Any]:
    """Every coefficient of one table."""
    from irrCAC.raw import CAC
    from pandas import DataFrame

    said: dict[str, Any] = {}
    for ours, theirs in NAMES.items():
        try:
            found = getattr(CAC(DataFrame(table, dtype=float), weights=weights, digits=12), theirs)()["est"]
            said[ours] = [float(found["coefficient_value"]), float(found["se"])]
        except Exception as problem:  # whatever it is, it is the answer
            said[ours] = type(problem).__name__
    return said


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump([answer(table, weights) for table, weights in json.load(sys.stdin)], sys.stdout)
