"""From a corpus, the names of coefficients and what is said of them to all that is measured of its units."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.chance.random_units import SAMPLERS
from accord.compute.progress import Progress
from accord.errors import NotApplicable, UsageError
from accord.kinds.units import BASELINES, UNIT_COEFFICIENTS
from accord.kinds.units.baseline import measured as baseline
from accord.kinds.units.measure import AgainstChance, UnitMeasure, document_weights
from accord.kinds.units.method import make_method, named_in
from accord.kinds.units.sampling import Sampling
from accord.kinds.units.study import unit_data
from accord.messages import option, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.uncertainty import Uncertainty
    from accord.compute.progress import OnProgress
    from accord.kinds.units.baseline import MeasuredBaseline
    from accord.kinds.units.coefficient import UnitCoefficient
    from accord.kinds.units.options import UnitOptions
    from accord.model import Corpus
    from accord.study.units import UnitStudy

STATISTICAL = "statistical"
_FINEST = 0.001
"""The finest precision that samples can reach in a bearable time."""


def measure_units(
    corpus: Corpus, asked: Sequence[str], options: UnitOptions, told: OnProgress | None = None
) -> UnitMeasure:
    """Coefficients over alignments and baselines by their names, of the units that two annotators or more marked.

    Every continuum that is aligned, observed or random, is a step of progress.
    """
    data = unit_data(corpus, options)
    study = data.study
    chosen = _chosen(asked, study)
    _refuse_idle(asked, chosen, options)
    uncertainty = options.uncertainty()
    sampling = Sampling(
        options.samples,
        _precision(options.precision),
        uncertainty.seed,
        _known(options.ground_truth, study) if options.ground_truth else None,
        options.workers,
        Progress(told),
    )
    learnt = {} if sampling.learn_from is None else {"ground-truth": "+".join(sorted(sampling.learn_from))}
    processes: dict[str, dict[str, None]] = {}
    for each in chosen if study.continua else ():
        processes.setdefault(each.objective, {}).update(dict.fromkeys(samplers_of(each, options.sampler)))
    sampling.progress.expect(len(study.continua) * sum(1 + sampling.samples * len(each) for each in processes.values()))
    methods = {objective: make_method(study, objective, options) for objective in processes}
    measured = {
        objective: AgainstChance.of(
            study,
            methods[objective],
            sampling,
            list(names),
            document_weights(study, options.weights),
            texts=data.texts,
            choices={**named_in(options, methods[objective]), **data.read_by, **learnt},
        )
        for objective, names in processes.items()
    }
    baselines = {
        name: _baseline(study, name, uncertainty, options.reference, alone=len(asked) == 1)
        for name in _baselines(asked, study)
    }
    notes = dict.fromkeys(note for part in measured.values() for note in part.notes)
    named = tuple(map(_named, asked))
    return UnitMeasure(study, chosen, measured, options.weights, uncertainty, named, baselines, tuple(notes))


def samplers_of(coefficient: UnitCoefficient, asked: Sequence[str] | None) -> tuple[str, ...]:
    """The random processes that a coefficient is held against: those that are asked for, or its own."""
    named = tuple(dict.fromkeys(map(SAMPLERS.name, asked or coefficient.samplers or (STATISTICAL,))))
    if coefficient.samplers is None and len(named) > 1:
        raise UsageError(
            f"{coefficient.name} is compared with one random process, and {', '.join(named)} are several: name one "
            f"({option('sampler')})"
        )
    return named


def _has_own_chance(name: str) -> bool:
    """Whether a name is that of a baseline, which says itself what chance is."""
    return name.partition(":")[0].casefold() in BASELINES.spellings


def _refuse_idle(asked: Sequence[str], chosen: Sequence[UnitCoefficient], options: UnitOptions) -> None:
    """Refuse what says nothing about the coefficients that are asked for, or cannot be done."""
    if options.sampler is not None and all(map(_has_own_chance, asked)):
        raise UsageError(f"a sampler says nothing about {asked[0]}, whose chance is its own")
    if options.reference is not None and not any(map(_takes_reference, asked)):
        raise UsageError(f"a reference says nothing about {asked[0]}, for which all annotators are alike")
    if options.dissimilarity is not None and (apart := [each.name for each in chosen if each.of_categories]):
        raise NotApplicable(f"{apart[0]} needs place and category apart, and a function of two units gives neither")
    if options.workers > 1 and not _can_be_sent(options.dissimilarity):
        raise UsageError("a function made on the spot cannot be sent to workers: define it by name, or use one worker")


def _named(asked: str) -> str:
    """A coefficient by its own name, with its category."""
    kind, colon, category = asked.partition(":")
    registry = BASELINES if kind.casefold() in BASELINES.spellings else UNIT_COEFFICIENTS
    return registry.name(kind) + colon + category


def _chosen(asked: Sequence[str], study: UnitStudy) -> tuple[UnitCoefficient, ...]:
    """The coefficients over alignments that are asked for, those of one category by name and category."""
    found: dict[str, UnitCoefficient] = {}
    for name in asked:
        kind, _, category = name.partition(":")
        if kind.casefold() in BASELINES.spellings:
            continue
        coefficient: UnitCoefficient = UNIT_COEFFICIENTS.get(kind)()
        _check_category(coefficient.name, category, study, apart=coefficient.by_category)
        found[coefficient.name] = coefficient
    return tuple(found.values())


def _baselines(asked: Sequence[str], study: UnitStudy) -> list[str]:
    """The baselines that are asked for, by name and category; all categories where none is named."""
    found: dict[str, None] = {}
    for name in asked:
        kind, _, category = name.partition(":")
        if kind.casefold() not in BASELINES.spellings:
            continue
        kind = BASELINES.name(kind)
        apart = "category" in _choices(kind)
        _check_category(kind, category, study, apart=apart)
        categories = [category] if category else list(study.categories) if apart else []
        found |= dict.fromkeys([f"{kind}:{each}" for each in categories] or [kind])
    return list(found)


def _check_category(name: str, category: str, study: UnitStudy, *, apart: bool) -> None:
    if category and not apart:
        raise UsageError(
            f"{name} has one value for all categories, and none for {category!r}: gamma-k and ku-alpha have one each"
        )
    if category and category not in study.categories:
        raise UsageError(f"there is no category {category!r}: {suggestion(category, list(study.categories))}")


def _choices(name: str) -> set[str]:
    """What can be chosen of a baseline."""
    return {field.name for field in fields(BASELINES.get(name))}


def _takes_reference(name: str) -> bool:
    """Whether a baseline is not the same in both directions."""
    kind = name.partition(":")[0]
    return kind.casefold() in BASELINES.spellings and "reference" in _choices(kind)


def _baseline(
    study: UnitStudy, name: str, uncertainty: Uncertainty, reference: str | None, *, alone: bool
) -> MeasuredBaseline | Undefined:
    """A baseline, or why it does not apply, where it stands beside others."""
    kind, _, category = name.partition(":")
    chosen = {"category": category} if category else {}
    if reference is not None and _takes_reference(name):
        chosen["reference"] = reference
    try:
        return baseline(study, kind, uncertainty=uncertainty, **chosen)
    except NotApplicable as reason:
        if alone:
            raise
        return Undefined(str(reason))


def _known(annotators: Sequence[str], study: UnitStudy) -> frozenset[str]:
    for name in annotators:
        if name not in study.annotators:
            raise UsageError(f"there is no annotator {name!r}: {suggestion(name, list(study.annotators))}")
    return frozenset(annotators)


def _precision(given: float | None) -> float | None:
    if given is not None and not _FINEST <= given < 1:
        raise UsageError(f"the precision is a share of the expected disorder, from {_FINEST:g} to 1: {given:g} is not")
    return given


def _can_be_sent(function: object) -> bool:
    """Whether another process can be given a function."""
    import pickle

    try:
        pickle.dumps(function)
    except (AttributeError, TypeError, pickle.PicklingError):
        return False
    return True
