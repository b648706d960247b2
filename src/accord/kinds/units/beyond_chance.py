"""Gamma of a reference and a system: how far their units agree beyond what random continua would.

    gamma = 1 - disorder / disorder by chance

F1 of aligned units has no chance level of its own, for chance has to place and name units on both sides. Gamma has one,
over the same best alignment: it is what `accord agree` measures of the two as annotators. The standard deviation and p
are those of the random continua, 30 for each document unless more are asked for; p cannot be below 1 / (draws + 1).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Measured
from accord.errors import UsageError
from accord.kinds.units import UNIT_COEFFICIENTS
from accord.kinds.units.coefficient import values
from accord.kinds.units.disorders import Disorders
from accord.kinds.units.measure import AgainstChance, UnitMeasure, document_weights
from accord.kinds.units.method import make_method
from accord.kinds.units.request import STATISTICAL
from accord.kinds.units.sampling import Sampling
from accord.messages import option
from accord.scoring.corrected import Corrected
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.formula import Formula
from accord.scoring.run import ALL
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from accord.kinds.units.aligned import Aligned
    from accord.kinds.units.coefficient import UnitCoefficient
    from accord.kinds.units.options import UnitOptions
    from accord.scoring.corrected import Correction

_OF_SPANS = ("match", "types", "model", "fixed", "split_difficulty")


def gamma_beyond_chance(aligned: Aligned, options: UnitOptions, correction: Correction) -> dict[str, Corrected]:
    """Gamma of the two sides of an alignment, with ``draws`` random continua for each document."""
    correction.refuse(_OF_SPANS, "units")
    samples = options.samples if correction.draws is None else correction.draws
    if samples < 2:
        raise UsageError(
            f"{option('draws', correction.draws)}: what chance gives of units is drawn, from 2 random continua at least"
        )
    study = aligned.study
    gamma: UnitCoefficient = UNIT_COEFFICIENTS.get("gamma")()
    method = make_method(study, gamma.objective, options)
    sampling = Sampling(samples, seed=correction.seed)
    weights = document_weights(study, options.weights)
    drawn = sampling.drawn(study, method, [STATISTICAL], weights)
    against = AgainstChance(method, aligned, Disorders.of(aligned.alignments, method, len(study.categories)), *drawn)
    uncertainty = replace(options.uncertainty(), seed=correction.seed)
    measure = UnitMeasure(study, (gamma,), {gamma.objective: against}, options.weights, uncertainty)
    whole = measure.result
    rows = measure.shares[gamma.name][1].rows() if study.continua else np.zeros((0, 4))
    formula = Formula(
        partial(values, largest=gamma.most_disorder(method, study)),
        "chance leaves no disorder",
        (-inf, 1.0),
        in_percent=False,
    )
    return {
        ALL: Corrected(
            Measured(
                whole.value,
                whole.observed or 0.0,
                whole.expected or 0.0,
                whole.interval,
                len(study.continua),
                whole.sd,
                whole.p,
            ),
            CountedMeasure(gamma.name, UnitRows.of(rows), "document", formula),
            whole.signature,
            "disorder",
            "gamma of reference and system, as accord agree has it: disorder of the best alignment, and its mean over "
            f"{samples:,} random continua of each document, like both sides",
            draws=samples,
            by_document=lambda: measure.documents(gamma.name) if study.continua else {},
            drawn="continua",
            of_disorder=True,
        )
    }
