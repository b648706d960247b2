"""What pygamma-agreement says about continua; run by its own Python, for it pins solvers that accord has no use for.

Reads from standard input a JSON list of tasks, each with the units of every annotator as [start, end, category], the
weights [alpha, beta, delta_empty], and whether the alignment is soft. Prints for each the disorder of the best
alignment, its rows, the disorders of gamma-cat ("") and of gamma-k for each category, and how far apart the first units
of the first two annotators are in place and in category.
"""

from __future__ import annotations

import json
import sys
import warnings
from functools import cache
from typing import Any

Units = dict[str, list[tuple[float, float, str]]]


@cache
def dissimilarity(alpha: float, beta: float, delta_empty: float) -> Any:
    """Compiled once; the parts get the empty unit by themselves, as the default category forgets it."""
    import pygamma_agreement as pygamma

    return pygamma.CombinedCategoricalDissimilarity(
        alpha=alpha,
        beta=beta,
        delta_empty=delta_empty,
        pos_dissim=pygamma.PositionalSporadicDissimilarity(delta_empty),
        cat_dissim=pygamma.AbsoluteCategoricalDissimilarity(delta_empty),
    )


def continuum(units: Units) -> Any:
    """The units as pygamma-agreement has them."""
    from pyannote.core import Segment
    from pygamma_agreement import Continuum

    made = Continuum()
    for annotator, marked in units.items():
        made.add_annotator(annotator)
        for start, end, category in marked:
            made.add(annotator, Segment(start, end), category)
    return made


def answer(units: Units, weights: tuple[float, float, float], soft: bool) -> dict[str, Any]:
    """What is said of one continuum."""
    made, how = continuum(units), dissimilarity(*weights)
    found = made.get_best_soft_alignment(how) if soft else made.get_best_alignment(how)
    rows = [
        {
            annotator: None if unit is None else [unit.segment.start, unit.segment.end, unit.annotation]
            for annotator, unit in row.n_tuple
        }
        for row in found.unitary_alignments
    ]
    first = [next(iter(made[annotator])) for annotator in made.annotators if len(made[annotator])][:2]
    return {
        "disorder": float(found.disorder),
        "rows": rows,
        "confused": {
            category or "": float(found.gamma_k_disorder(how, category)) for category in [None, *made.categories]
        },
        "between": [float(part.d(first[0], first[-1])) for part in (how.positional_dissim, how.categorical_dissim)],
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump([answer(*task) for task in json.load(sys.stdin)], sys.stdout)
