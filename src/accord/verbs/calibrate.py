"""Say what an agreement corresponds to, and what a coefficient of units or trees is at known amounts of noise."""

from __future__ import annotations

from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Any, overload

from accord.compute.progress import Progress
from accord.errors import NotApplicable, UsageError
from accord.formats.output import whole_file
from accord.formats.writer import writer_for
from accord.kinds.trees.study import trees_of
from accord.messages import decimal, option
from accord.simulation import NOISES, TREE_NOISES, most
from accord.simulation.calibration import Calibration
from accord.simulation.examples import corpus_of, examples_of
from accord.simulation.trees import TreeStart
from accord.verbs.arguments import check_number, check_path, check_whole_number
from accord.verbs.calibrate_corpus import calibrate_corpus
from accord.verbs.calibrate_trees import refuse_of_units, tree_noises, tree_simulation, tree_start
from accord.verbs.calibrate_units import UnitStart, unit_noises, unit_simulation, unit_start
from accord.verbs.read import as_corpus, taken_campaign

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from accord.compute.progress import OnProgress
    from accord.encoding import Encoding
    from accord.model import Corpus
    from accord.simulation.corpus_calibration import CorpusCalibration
    from accord.simulation.simulation import Simulation
    from accord.simulation.trees import TreeSimulation

_STEPS = 5
"""Amounts that nobody gives: so many beyond 0."""
_FARTHEST = {"borders": 2.0}
"""Where they end, if not at 1."""


@overload
def calibrate(
    data: None = None,
    *,
    noise: str | Sequence[str] | None = None,
    amounts: Sequence[float] | None = None,
    like: Any = None,
    progress: OnProgress | None = None,
    **how: Any,
) -> Calibration: ...


@overload
def calibrate(data: Any, *, progress: OnProgress | None = None, **how: Any) -> CorpusCalibration: ...


def calibrate(
    data: Any = None,
    *,
    noise: str | Sequence[str] | None = None,
    amounts: Sequence[float] | None = None,
    coefficient: str | Sequence[str] | None = None,
    annotators: Any = None,
    units: int | None = None,
    categories: int | None = None,
    density: float | None = None,
    sentences: int | None = None,
    like: Any = None,
    repeats: int | None = None,
    samples: int | None = None,
    sampler: str | Sequence[str] | None = None,
    seed: int = 1,
    level: float = 0.95,
    workers: int = 1,
    progress: OnProgress | None = None,
    **how: Any,
) -> Calibration | CorpusCalibration:
    """What the agreement on data corresponds to; without data, a coefficient for growing ``amounts`` of each ``noise``.

    With ``data``, whatever `accord.agree` takes: how much of each sort of error is behind the agreement on labels,
    spans, units or trees, what each takes off, what it would be with fewer or more of them, and what they do to scores.
    The value is measured as `accord.agree` does, by its options, with the first ``coefficient``; each value of a curve
    is the mean of ``repeats`` (10) simulated corpora.

    Without data: a noise of units is borders, omissions, additions, categories or splits; without a name, each of them
    is simulated. In each of the ``repeats`` (20) one annotator marks so many ``units`` (25) of so many ``categories``
    (4), which together are ``density`` (1) times as long as the text, or marks what one did in data that are to be
    ``like``; the other ``annotators`` (3 in all) mark the same with noise. Chance is drawn in so many
    ``samples`` (3) a repeat, by the ``sampler`` (statistical; of accord-2011 random1 and random2). How units are
    aligned is said as for `accord.align`.

    Where the data that are to be ``like`` are trees, those of one annotator over so many ``sentences`` (100, drawn at
    random) are degraded by relabel, reattach, both or random, and coefficients are alpha-plain, alpha-diff,
    alpha-norm, alpha-metric, las, uas and label-kappa, of phrases bracket-f1 and jaccard; there are 2 annotators and 10
    repeats, unless something else is said. ``progress`` is called with how many amounts are done, and of how many.
    """
    if data is not None:
        idle = {"noise": noise, "amounts": amounts, "like": like, "units": units, "categories": categories}
        idle |= {"density": density, "sentences": sentences, "samples": samples, "sampler": sampler}
        refuse_of_noise([name for name, given in idle.items() if given is not None])
        if annotators is not None:
            how["annotators"] = annotators
        return calibrate_corpus(
            _corpus(data, how),
            coefficient,
            repeats=repeats,
            seed=check_whole_number(seed, "seed", least=0),
            level=check_number(level, "level"),
            how=how,
            progress=progress,
        )
    start = check_start(like) if like is not None and not isinstance(like, UnitStart | TreeStart) else like
    common: dict[str, Any] = {
        "annotators": annotators,
        "repeats": repeats,
        "seed": check_whole_number(seed, "seed", least=0),
        "level": check_number(level, "level"),
    }
    of_units: dict[str, Any] = {
        "units": units,
        "categories": categories,
        "density": density,
        "samples": samples,
        "sampler": sampler,
    }
    simulation: Simulation | TreeSimulation
    if isinstance(start, TreeStart):
        refuse_of_units([*(name for name, given in of_units.items() if given is not None), *how])
        noises = tree_noises(start, noise)
        simulation = tree_simulation(start, coefficient, sentences=sentences, **common)
    elif sentences is not None:
        raise UsageError("sentences are for trees, and units are calibrated here")
    else:
        simulation = unit_simulation(start, coefficient, how, **of_units, **common)
        noises = unit_noises(noise, simulation.categories)
    tasks = [(name, amount) for name in noises for amount in _amounts(name, amounts)]
    steps = Progress(progress)
    steps.expect(len(tasks))
    settings = simulation.settings(tasks, check_whole_number(workers, "workers", least=1))
    return Calibration(simulation, tuple(chain.from_iterable(steps.over(settings))))


def refuse_of_noise(given: Sequence[str]) -> None:
    """Refuse options that say which noise is made, where the errors of a corpus are looked for."""
    if given:
        raise UsageError(
            f"{option(given[0])} is for noise that is made up, and here errors in data are estimated: leave it out"
        )


def _corpus(data: Any, how: dict[str, Any]) -> Corpus:
    """The data, read as they say who calls; a noise that was meant is said."""
    if isinstance(data, str) and data in {*NOISES, *TREE_NOISES}:
        raise UsageError(f"data come first, and {data} is a noise: write noise={data!r}")
    campaign = taken_campaign(how)
    return as_corpus(data, encoding=how.get("encoding"), campaign=campaign)


def check_examples(path: str | PathLike[str]) -> str:
    """The name of a file of units, or the sentence that refuses another."""
    target = check_path(path, "examples")
    if not target.casefold().endswith((".csv", ".jsonl")):
        raise UsageError(f"{target}: examples are units, in a file that ends in .csv or .jsonl")
    return target


def write_examples(found: Calibration, values: Sequence[float], path: str | PathLike[str]) -> list[str]:
    """Write documents that have some values into a file of units; what each of them has, and which there are none of.

    The name of a document is a noise and a value: ``borders-0.5``.
    """
    target = check_examples(path)
    made, without = examples_of(found, values)
    if not made:
        raise NotApplicable("; ".join(without))
    corpus = corpus_of(made)
    writer = writer_for(corpus, target)
    with whole_file(target) as stream:
        for piece in writer.write_all(corpus):
            stream.write(piece)
    said = [
        f"{each.name}: {each.noise} {decimal(each.amount, 2)}, {found.name} {decimal(each.value, 4)}" for each in made
    ]
    return [f"examples written to {target}", *said, *without]


def check_start(
    data: Any,
    *,
    document: str | None = None,
    annotator: str | None = None,
    encoding: str | Encoding | None = None,
    repair: str = "none",
) -> UnitStart | TreeStart:
    """What one annotator marked on one document of a corpus, or of the files at some paths; of trees, on all documents.

    Without a name it is the first document with units, and who marked most of them there.
    """
    corpus = as_corpus(data)
    if trees_of(corpus):
        return tree_start(corpus, document, annotator)
    return unit_start(corpus, document, annotator, encoding, repair)


def _amounts(noise: str, given: Sequence[float] | None) -> list[float]:
    """The amounts of a noise, the least first."""
    if given is None:
        return [_FARTHEST.get(noise, 1.0) * step / _STEPS for step in range(_STEPS + 1)]
    amounts = sorted({check_number(amount, "amounts") for amount in given})
    if not amounts:
        raise UsageError("amounts: at least one is needed")
    for amount in (amounts[0], amounts[-1]):
        if not isfinite(amount) or amount < 0:
            raise UsageError(f"an amount of noise is a number from 0 up, not {amount:g}")
        if amount > most(noise):
            raise UsageError(f"the amount of {noise} is a probability, up to {most(noise):g}: {amount:g} is not")
    return amounts
