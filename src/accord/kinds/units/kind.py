"""Units of a continuum as a kind of annotation."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import AccordError, NotApplicable, UsageError
from accord.formats.names import references_among
from accord.kinds.kind import KINDS, Kind, Measure, kinds
from accord.kinds.units import BASELINES, UNIT_COEFFICIENTS
from accord.kinds.units.options import UnitOptions
from accord.kinds.units.simulation_options import UnitSimulation
from accord.model import Spans, TokenLabels, Units
from accord.payload.traits import KindTraits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.random import Generator

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.encoding import Decoder
    from accord.kinds.error_model import ErrorModel
    from accord.kinds.kind import MeasureRequest
    from accord.kinds.simulation import Degrading
    from accord.model import Corpus
    from accord.model.case import Disputed
    from accord.model.corpus import Annotation
    from accord.payload.layer import LayerParts
    from accord.payload.views import AlignerView
    from accord.registry import Registry
    from accord.scoring.counted_scores import Counted

GAMMA = "gamma"
_FEW_SAMPLES = 5


class UnitKind(Kind):
    """Units that annotators place and name themselves: on a recording or a text, with overlaps and gaps.

    Spans and the mentions of chunk labels can be measured as units, too.
    """

    name = "units"
    options = UnitOptions
    alone = False
    on_positions = True
    rounds_apart = True
    traits = KindTraits(documents_judged=False)
    scored_by = ("position", "position_weight", "category_weight", "delta_empty", "forbid", "documents")
    simulation = UnitSimulation
    of_made_up = ("documents", "units", "labels", "density")

    def coefficients(self) -> Iterable[str]:
        """Coefficients over alignments, and baselines."""
        return {**UNIT_COEFFICIENTS.spellings, **BASELINES.spellings}

    def coefficient_names(self) -> Iterable[str]:
        """Each by its own name."""
        return [*UNIT_COEFFICIENTS, *BASELINES]

    def agree(
        self, corpus: Corpus, coefficients: Sequence[str], options: UnitOptions, progress: OnProgress | None = None
    ) -> Agreement:
        """Gamma, gamma-cat, gamma-k, the agreement of 2011 or baselines of what two annotators or more marked."""
        from accord.agreement.agreement import Agreement
        from accord.kinds.units.breakdown import UnitBreakdown
        from accord.kinds.units.notes import notes_of
        from accord.kinds.units.request import measure_units

        asked = tuple(coefficients) or (GAMMA,)
        measure = measure_units(corpus, asked, options, progress)
        study = measure.study
        breakdown = UnitBreakdown(measure, corpus, options, asked)
        return Agreement(
            kind=self.name,
            results=breakdown.results(),
            annotator_names=study.annotators,
            unit=breakdown.unit,
            used={"documents": len(study.continua), "units": study.count().total()},
            breakdown=breakdown,
            left_out=study.left_out,
            reasons=() if coefficients else ("gamma, for units that annotators place and name themselves",),
            notes=tuple(notes_of(measure)),
            about={"positions": study.of, "weights": options.weights},
            level=options.level,
        )

    def made_up(self, options: UnitSimulation, rng: Generator) -> Corpus:
        """A corpus of one annotator, as the options say."""
        from accord.kinds.units.simulated import made_up

        return made_up(options, rng)

    def degrading(self, corpus: Corpus, annotator: str, options: UnitSimulation) -> Degrading:
        """What one annotator said, to be degraded."""
        from accord.kinds.units.simulated import DegradedUnits

        return DegradedUnits.of(corpus, annotator, options)

    def errors(self, corpus: Corpus, coefficients: Sequence[str], options: UnitOptions) -> ErrorModel:
        """Units that are forgotten or added, borders that are moved, categories that are redrawn."""
        from accord.kinds.units.errors import UnitErrors

        return UnitErrors.of(corpus, coefficients, options)

    def counts(self, corpus: Corpus, files: Mapping[str, str], options: UnitOptions) -> Counted:
        """F1 of units that are aligned, equal or overlap, and the slot error rate, document by document."""
        from accord.kinds.units.scores import count_units

        return count_units(corpus, files, options)

    def explained(self) -> Mapping[str, Registry]:
        """When a unit is correct."""
        from accord.kinds.units.unit_measures import UNIT_SCORES

        return {"scores of units": UNIT_SCORES}

    def measures(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """Gamma, or the coefficient that is asked for."""
        named = request.coefficient
        if named is not None and named.partition(":")[0].casefold() not in self.coefficients():
            of = [kind.name for kind in kinds() if named.casefold() in kind.coefficients()]
            raise UsageError(f"{named} is for {of[0]}, and these are units" if of else f"units have no {named}")
        given = {"distance": request.distance} if request.distance else {}
        how = self._reading(corpus, request.repair)
        read = {} if how in {None, NO_REPAIR} else {"repair": how}
        return [Measure(self.name, named, {**read, **given}, GAMMA)]

    def quicker(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """Where there is no time for gamma: the first takes no units that overlap."""
        del corpus, request
        return [
            Measure(self.name, "u-alpha", {}),
            Measure(self.name, None, {"method": "greedy", "samples": _FEW_SAMPLES}, GAMMA),
        ]

    def choices(self, corpus: Corpus, repair: str) -> list[dict[str, Any]]:
        """Coefficients over alignments, and baselines that take such units as were marked."""
        from accord.kinds.choices import applies, coefficient_choice, distance_choices, unit_choice
        from accord.kinds.units.options import SelectionOptions
        from accord.kinds.units.study import unit_data

        categories = {
            unit.category for each in corpus.annotations.values() if isinstance(each, Units) for unit in each.units
        }
        distances = distance_choices(tuple(sorted(categories)), may_order=False) if categories else []
        taken = [each["name"] for each in distances]
        found = [coefficient_choice(name, taken) for name in UNIT_COEFFICIENTS]
        how = self._reading(corpus, repair)
        voters = tuple(name for name in corpus.annotators if name not in references_among(corpus.annotators))
        try:
            study = unit_data(corpus, SelectionOptions(annotators=voters, repair=how or NO_REPAIR)).study
        except AccordError:  # which every measure of units says
            return [unit_choice(self.name, found, distances, "units on a continuum")]
        others = [name for name in BASELINES if applies(partial(BASELINES.get(name)().refuse, study))]
        found += [coefficient_choice(name, ["nominal"]) for name in others]
        return [unit_choice(self.name, found, distances, "units on a continuum")]

    def _reading(self, corpus: Corpus, repair: str) -> str | None:
        """How chunk labels are read as mentions; as they are, where there are none."""
        from accord.kinds.spans.mentions import mentions_of

        chunks = any(isinstance(each, TokenLabels) for each in corpus.annotations.values())
        return mentions_of(corpus, repair).how if chunks else NO_REPAIR

    def disputed(self, corpus: Corpus, decoder: Decoder | None = None) -> Disputed:
        """Places where annotators marked different units."""
        found: Disputed = KINDS.get("spans").disputed(corpus, decoder)
        return found

    def page(self, corpus: Corpus | None, agreement: Agreement, most: int) -> LayerParts:
        """Pairs, unitary alignments or places, documents, annotators and categories."""
        from accord.kinds.units.page import unit_page

        del corpus
        return unit_page(agreement, most)

    def drawing(
        self,
        corpus: Corpus,
        agreement: Agreement,
        options: UnitOptions,
        most: int,
        progress: OnProgress | None = None,
    ) -> AlignerView | None:
        """The alignments of the documents of least agreement, where the agreement holds none."""
        from accord.kinds.units.breakdown import UnitBreakdown
        from accord.kinds.units.drawing import aligned_view
        from accord.kinds.units.page import worst_documents

        breakdown = agreement.breakdown
        assert isinstance(breakdown, UnitBreakdown)
        documents = worst_documents(agreement, most)
        if breakdown.aligned is not None or not documents:
            return None
        return aligned_view(corpus, documents, len(breakdown.study.continua), options, progress)

    def merged(self, corpus: Corpus, first: str, second: str) -> Corpus:
        """The same units, or spans, of which nobody tells two categories apart."""
        both, one = {first, second}, f"{first} or {second}"

        def renamed(annotation: Annotation) -> Annotation:
            if isinstance(annotation, Units):
                units = (unit._replace(category=one) if unit.category in both else unit for unit in annotation.units)
                return replace(annotation, units=tuple(units))
            if isinstance(annotation, Spans):
                return annotation.with_types(lambda type_: one if type_ in both else type_)
            raise NotApplicable("chunk labels are not merged: repair or convert them to spans first")

        return corpus.with_annotations({key: renamed(each) for key, each in corpus.annotations.items()})


UNITS = UnitKind()
