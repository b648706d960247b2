"""Measure how much annotators agree on units, over their best alignment."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Unpack

from accord.agreement.result import Undefined
from accord.chance.random_units import SAMPLERS
from accord.compute.progress import Progress
from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable, UsageError
from accord.kinds.units import BASELINES
from accord.kinds.units.agreement import WEIGHTS, AgainstChance, UnitAgreement, document_weights
from accord.kinds.units.baseline import measured as baseline
from accord.kinds.units.coefficient import UNIT_COEFFICIENTS
from accord.kinds.units.sampling import Sampling
from accord.messages import suggestion
from accord.verbs.arguments import check_number, check_whole_number, make_uncertainty, names
from accord.verbs.read import as_corpus
from accord.verbs.units import as_units, make_method, named_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.uncertainty import Uncertainty
    from accord.compute.progress import OnProgress
    from accord.encoding import Encoding
    from accord.kinds.units.baseline import MeasuredBaseline
    from accord.kinds.units.coefficient import UnitCoefficient
    from accord.study.units import UnitStudy
    from accord.verbs.units import How

_FINEST = 0.001
"""The finest precision that samples can reach in a bearable time."""


def agree_units(
    data: Any,
    coefficients: str | Sequence[str] = "gamma",
    *,
    samples: int = 30,
    sampler: str = "statistical",
    ground_truth: str | Sequence[str] | None = None,
    precision: float | None = None,
    weights: str = "units",
    reference: str | None = None,
    only: str | Sequence[str] | None = None,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    without: str | Sequence[str] = (),
    interval: str | None = "jackknife",
    level: float = 0.95,
    resamples: int = 1_000,
    seed: int = 1,
    workers: int = 1,
    done: OnProgress | None = None,
    **how: Unpack[How],
) -> UnitAgreement:
    """Gamma, gamma-cat, gamma-k, the agreement of 2011 or a baseline of the units that two annotators or more marked.

    ``data`` is a corpus or paths: units, spans, or chunk labels, whose mentions are the units; ``without`` names
    categories that are left out. Chance is what ``samples`` random continua a document do, drawn by a ``sampler``
    (statistical, shuffle, random1, random2) after all annotators or those of a ``ground_truth``; with a ``precision``,
    as many more as the expected disorder needs to be known to that share of itself. ``weights`` says what documents
    count (units, documents); baselines that are not the same in both directions take a ``reference``. How units are
    aligned is said as for `accord.align`. ``done`` is called with how many continua, observed or random, were aligned,
    and of how many.
    """
    corpus = as_corpus(data)
    units = as_units(corpus, only=only, encoding=encoding, repair=repair, without=without)
    study = units.study
    asked = names(coefficients, "coefficients")
    chosen = _chosen(asked, study)
    if how.get("dissimilarity") is not None and (apart := [each.name for each in chosen if each.of_categories]):
        raise NotApplicable(f"{apart[0]} needs place and category apart, and a function of two units gives neither")
    if workers > 1 and not _can_be_sent(how.get("dissimilarity")):
        raise UsageError("a function made on the spot cannot be sent to workers: define it by name, or use one worker")
    if weights not in WEIGHTS:
        raise UsageError(f"unknown weights {weights!r}: {suggestion(str(weights), list(WEIGHTS))}")
    uncertainty = make_uncertainty(interval, level, resamples, seed)
    sampling = Sampling(
        check_whole_number(samples, "samples", least=2),
        _a_precision(precision),
        uncertainty.seed,
        None if ground_truth is None else _known(names(ground_truth, "ground_truth"), study),
        check_whole_number(workers, "workers", least=1),
        Progress(done),
    )
    learnt = {} if sampling.learn_from is None else {"ground-truth": "+".join(sorted(sampling.learn_from))}
    processes: dict[str, dict[str, None]] = {}
    for each in chosen if study.continua else ():
        processes.setdefault(each.objective, {}).update(dict.fromkeys(each.samplers or (SAMPLERS.name(sampler),)))
    sampling.progress.expect(len(study.continua) * sum(1 + sampling.samples * len(each) for each in processes.values()))
    measured = {
        objective: AgainstChance.of(
            study,
            make_method(study, objective, **how),
            sampling,
            list(named),
            document_weights(study, weights),
            texts=units.texts,
            choices={**named_in(how), **units.read_by, **learnt},
        )
        for objective, named in processes.items()
    }
    if reference is not None and not any(_takes_reference(name) for name in asked):
        raise UsageError(f"a reference says nothing about {asked[0]}, for which all annotators are alike")
    baselines = {
        name: _baseline(study, name, uncertainty, reference, alone=len(asked) == 1) for name in _baselines(asked, study)
    }
    notes = dict.fromkeys(note for part in measured.values() for note in part.notes)
    named = tuple(_named(name) for name in asked)

    def of_some(annotators: Sequence[str]) -> UnitAgreement:
        """The same of some annotators, without what they do not have."""
        try:
            return agree_units(
                corpus,
                asked[0],
                samples=samples,
                sampler=sampler,
                ground_truth=ground_truth,
                precision=precision,
                weights=weights,
                reference=reference,
                only=annotators,
                encoding=encoding,
                repair=repair,
                without=without,
                interval=interval,
                level=level,
                resamples=resamples,
                seed=seed,
                workers=workers,
                **how,
            )
        except (NotApplicable, UsageError) as reason:
            nothing = replace(study, continua=(), annotators=tuple(annotators))
            why = {named[0]: Undefined(str(reason))}
            return UnitAgreement(nothing, (), {}, weights, uncertainty, named[:1], why)

    return UnitAgreement(study, chosen, measured, weights, uncertainty, named, baselines, tuple(notes), of_some)


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


def _known(annotators: tuple[str, ...], study: UnitStudy) -> frozenset[str]:
    for name in annotators:
        if name not in study.annotators:
            raise UsageError(f"there is no annotator {name!r}: {suggestion(name, list(study.annotators))}")
    return frozenset(annotators)


def _a_precision(given: float | None) -> float | None:
    if given is None:
        return None
    if not _FINEST <= check_number(given, "precision") < 1:
        raise UsageError(f"the precision is a share of the expected disorder, from {_FINEST:g} to 1: {given:g} is not")
    return float(given)


def _can_be_sent(function: object) -> bool:
    """Whether another process can be given a function."""
    import pickle

    try:
        pickle.dumps(function)
    except (AttributeError, TypeError, pickle.PicklingError):
        return False
    return True
