"""Units to calibrate: the document to start from, its noises, and how it is simulated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.errors import NotApplicable, UsageError
from accord.kinds.options import chosen
from accord.kinds.spans.mentions import mention_reader
from accord.kinds.units import UNIT_COEFFICIENTS
from accord.kinds.units.method import make_method, named_in
from accord.kinds.units.options import AlignmentOptions
from accord.kinds.units.request import samplers_of
from accord.kinds.units.study import study_units
from accord.messages import suggestion
from accord.simulation import NOISES
from accord.simulation.simulation import Simulation
from accord.study.units import UnitStudy
from accord.verbs.arguments import check_number, check_whole_number, names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.encoding import Encoding
    from accord.kinds.units.coefficient import UnitCoefficient
    from accord.model import Corpus
    from accord.study.units import Continuum

_RANDOM2 = "random2"


@dataclass(frozen=True)
class UnitStart:
    """What one annotator marked on a document, and the categories there are."""

    continuum: Continuum
    categories: tuple[str, ...]


def unit_start(
    corpus: Corpus, document: str | None, annotator: str | None, encoding: str | Encoding | None, repair: str
) -> UnitStart:
    """What one annotator marked on one document: if they are not named, the first with units, and who marked most."""
    reader = mention_reader(corpus, encoding, repair)
    study = study_units(corpus, reader.mentions if reader else None, least=1)
    marked = {continuum.document: continuum for continuum in study.continua if len(continuum)}
    if not marked:
        raise NotApplicable("nobody marked anything, so there is nothing to degrade")
    if document is not None and document not in marked:
        raise UsageError(f"there is no document {document!r} with units: {suggestion(document, list(marked))}")
    looked_at = marked[document] if document is not None else next(iter(marked.values()))
    there = [name for name, count in zip(looked_at.annotators, looked_at.counts.tolist(), strict=True) if count]
    if annotator is not None and annotator not in there:
        raise UsageError(f"{annotator!r} marked nothing in {looked_at.document}: {suggestion(annotator, there)}")
    who = annotator or looked_at.annotators[int(looked_at.counts.argmax())]
    return UnitStart(looked_at.of({who}), study.categories)


def unit_simulation(
    start: UnitStart | None,
    coefficient: str | Sequence[str] | None,
    how: Mapping[str, Any],
    *,
    annotators: int | None,
    units: int | None,
    categories: int | None,
    density: float | None,
    repeats: int | None,
    samples: int | None,
    sampler: str | Sequence[str] | None,
    seed: int,
    level: float,
) -> Simulation:
    """The simulation of documents of units, like a given one or made up."""
    measured, options = _coefficient(coefficient), chosen(AlignmentOptions, how)
    if start and any(given is not None for given in (units, categories, density)):
        raise UsageError("units, categories and density are those of the document that is given: leave them out")
    named = start.categories if start else _letters(check_whole_number(_or(categories, 4), "categories", least=1))
    method = make_method(UnitStudy((), (), named), measured.objective, options)
    return Simulation(
        measured,
        method,
        _processes(measured, [] if sampler is None else names(sampler, "sampler"), start),
        named,
        check_whole_number(_or(annotators, 3), "annotators", least=2),
        check_whole_number(_or(units, 25), "units", least=1),
        _check_density(_or(density, 1.0)),
        start.continuum if start else None,
        check_whole_number(_or(repeats, 20), "repeats", least=2),
        check_whole_number(_or(samples, 3), "samples", least=1),
        seed,
        level,
        named_in(options, method),
    )


def _coefficient(coefficient: str | Sequence[str] | None) -> UnitCoefficient:
    """The coefficient of units that is calibrated."""
    given = names(_or(coefficient, "gamma"), "coefficient")
    if len(given) != 1:
        raise UsageError("coefficients of units are calibrated one at a time: name one")
    measured: UnitCoefficient = UNIT_COEFFICIENTS.get(given[0])()
    if measured.by_category:
        raise UsageError(f"{measured.name} has a value for each category: calibrate gamma or gamma-cat")
    return measured


def unit_noises(given: str | Sequence[str] | None, categories: Sequence[str]) -> list[str]:
    """The kinds of noise that are asked for; if none is, those that make a difference."""
    alike = len(categories) < 2
    if given is None:
        return [name for name in NOISES if not (alike and name == "categories")]
    noises = list(dict.fromkeys(NOISES.name(name) for name in names(given, "noise")))
    if not noises:
        raise UsageError("noise: at least one kind is needed")
    if alike and "categories" in noises:
        raise UsageError("noise in categories needs two of them, and there is one: leave it out")
    return noises


def _processes(measured: UnitCoefficient, asked: Sequence[str], start: UnitStart | None) -> tuple[str, ...]:
    """The random processes that fit: where all documents are copies of one, not the one that needs different ones."""
    named = samplers_of(measured, asked)
    if not start or _RANDOM2 not in named:
        return named
    if asked:
        raise UsageError(
            f"{_RANDOM2} places different documents over each other, and here there is one: name another sampler"
        )
    return tuple(process for process in named if process != _RANDOM2)


def _check_density(given: Any) -> float:
    density = check_number(given, "density")
    if not 0 < density < float("inf"):
        raise UsageError(f"density: a number above 0 is needed, not {density:g}")
    return density


def _letters(count: int) -> tuple[str, ...]:
    """A, B, C ...; beyond Z, with a number."""
    return tuple(chr(65 + number % 26) + str(number // 26 or "") for number in range(count))


def _or(given: Any, default: Any) -> Any:
    return default if given is None else given
