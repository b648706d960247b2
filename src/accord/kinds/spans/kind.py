"""Spans of a text as a kind of annotation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.errors import UsageError
from accord.formats.numbers import whole_number
from accord.kinds.kind import KINDS, Kind, Measure
from accord.kinds.spans.options import SpanOptions
from accord.kinds.spans.simulation_options import SpanSimulation
from accord.messages import plural, suggestion
from accord.model import Spans, TokenLabels
from accord.payload.traits import KindTraits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.random import Generator

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress
    from accord.encoding import Decoder
    from accord.kinds.error_model import ErrorModel
    from accord.kinds.kind import MeasureRequest
    from accord.kinds.simulation import Degrading
    from accord.kinds.spans.breakdown import SpanBreakdown
    from accord.model import Corpus
    from accord.model.case import Disputed
    from accord.payload.layer import LayerParts
    from accord.payload.views import AlignerView
    from accord.registry import Registry
    from accord.scoring.counted_scores import Counted

CORRECTED_F1 = "corrected-f1"
_MANY_TEXTS = 1_000
"""From so many texts on p comes from the normal distribution, and fewer placements are drawn where they are needed."""
_FEW_DRAWS = 100
_WHY_SPANS = (
    "corrected-f1: the labels mark spans, so spans are compared: token by token most is O and agreed on, however few "
    "spans are, and one span that differs counts several times (tokens all the same: --coefficient alpha)"
)


class SpanKind(Kind):
    """Spans, or the mentions of chunk labels: agreement is F1 corrected for what spans placed at random would reach."""

    name = "spans"
    options = SpanOptions
    alone = False
    traits = KindTraits(labels_meet=True)
    scored_by = ("match", "documents")
    simulation = SpanSimulation
    of_made_up = ("sentences", "tokens", "density", "labels")

    def coefficients(self) -> tuple[str, ...]:
        """The only one."""
        return (CORRECTED_F1,)

    def agree(
        self, corpus: Corpus, coefficients: Sequence[str], options: SpanOptions, progress: OnProgress | None = None
    ) -> Agreement:
        """Corrected F1 of the spans that two annotators or more marked in the same texts."""
        from accord.agreement.agreement import Agreement

        del progress
        for name in coefficients:
            if name.casefold() != CORRECTED_F1:
                raise UsageError(f"agreement on spans is measured by {CORRECTED_F1}, not by {name}")
        breakdown = measured_spans(corpus, options)
        study, result = breakdown.study, breakdown.result
        return Agreement(
            kind=self.name,
            results=(result,),
            annotator_names=study.annotators,
            unit=study.unit,
            used=result.used,
            breakdown=breakdown,
            left_out=study.left_out,
            reasons=(_WHY_SPANS,) if breakdown.read_by and not coefficients else (),
            notes=tuple(_notes(breakdown)),
            about={
                "match": breakdown.measure.match.name,
                "model": options.model,
                "types": options.types,
                "positions": study.of,
            },
            level=options.level,
            hard_unit="place",
        )

    def made_up(self, options: SpanSimulation, rng: Generator) -> Corpus:
        """A corpus of one annotator, as the options say."""
        from accord.kinds.spans.simulated import made_up

        return made_up(options, rng)

    def degrading(self, corpus: Corpus, annotator: str, options: SpanSimulation) -> Degrading:
        """What one annotator said, to be degraded."""
        from accord.kinds.spans.simulated import DegradedSpans

        return DegradedSpans.of(corpus, annotator, options)

    def errors(self, corpus: Corpus, coefficients: Sequence[str], options: SpanOptions) -> ErrorModel:
        """Spans that are forgotten or added, borders that are moved, types that are redrawn."""
        from accord.kinds.spans.errors import SpanErrors

        del coefficients
        return SpanErrors.of(measured_spans(corpus, options))

    def counts(self, corpus: Corpus, files: Mapping[str, str], options: SpanOptions) -> Counted:
        """F1 by exact match or another, and the usual ones beside it, document by document."""
        from accord.kinds.spans.scores import EXACT, count_spans

        return count_spans(corpus, files, EXACT if options.match is None else options.match, options.documents)

    def explained(self) -> Mapping[str, Registry]:
        """When a span is correct."""
        from accord.kinds.spans.span_measures import SPAN_SCORES

        return {"scores of spans": SPAN_SCORES}

    def measures(self, corpus: Corpus, request: MeasureRequest) -> list[Measure]:
        """Corrected F1, and gamma beside it; of chunk labels too, if a repair can make mentions of them."""
        if request.distance:
            raise UsageError(f"{CORRECTED_F1} takes no distance: leave it out")
        given: dict[str, Any] = {}
        if any(isinstance(each, TokenLabels) for each in corpus.annotations.values()):
            from accord.kinds.spans.mentions import mentions_of

            how = mentions_of(corpus, request.repair).how
            given = {} if how in {None, NO_REPAIR} else {"repair": how}
        own = dict(given)
        if _overlapping(corpus):
            own |= {"model": "overlap", "match": "union"}
        if sum(len(document.sentences) or 1 for document in corpus.documents) > _MANY_TEXTS:
            own["draws"] = _FEW_DRAWS if "model" in own else 0
        return [Measure(self.name, CORRECTED_F1, own), Measure("units", "gamma", given, slow=True)]

    def choices(self, corpus: Corpus, repair: str) -> list[dict[str, Any]]:
        """Corrected F1, and all that measures units."""
        from accord.kinds.choices import coefficient_choice, unit_choice

        own = unit_choice(self.name, [coefficient_choice(CORRECTED_F1, [])], [])
        return [own, *KINDS.get("units").choices(corpus, repair)]

    def page(self, corpus: Corpus | None, agreement: Agreement, most: int) -> LayerParts:
        """Pairs, places, documents, annotators and types."""
        from accord.kinds.spans.page import span_page

        del corpus
        return span_page(agreement, most)

    def drawing(
        self,
        corpus: Corpus,
        agreement: Agreement,
        options: SpanOptions,
        most: int,
        progress: OnProgress | None = None,
    ) -> AlignerView | None:
        """The alignments of the documents of least agreement, spans as units."""
        from accord.kinds.spans.page import worst_documents
        from accord.kinds.units.drawing import aligned_view

        documents = worst_documents(agreement, most)
        return aligned_view(corpus, documents, len(agreement.documents), options, progress) if documents else None

    def disputed(self, corpus: Corpus, decoder: Decoder | None = None) -> Disputed:
        """Regions of spans that overlap; of mentions, where a decoder reads them from chunk labels."""
        from accord.kinds.spans.disputed import DisputedMarks

        return DisputedMarks.of(corpus, decoder)

    def merged(self, corpus: Corpus, first: str, second: str) -> Corpus:
        """The same spans, of which nobody tells two types apart; chunk labels are refused, as they are of units."""
        found: Corpus = KINDS.get("units").merged(corpus, first, second)
        return found


SPANS = SpanKind()


def measured_spans(corpus: Corpus, options: SpanOptions) -> SpanBreakdown:
    """Corrected F1 of the spans of a corpus as the options say, to be taken apart."""
    from accord.kinds.spans.breakdown import SpanBreakdown
    from accord.kinds.spans.corrected_f1 import CorrectedF1
    from accord.kinds.spans.study import span_data
    from accord.kinds.spans.tally import tally

    shared = _shared(options.shared)
    study, match, model, read_by = span_data(corpus, options)
    measure = CorrectedF1(match, model, options.reference, shared, options.normalize_by_max)
    if options.reference is not None and options.reference not in study.annotators:
        hint = suggestion(str(options.reference), list(study.annotators))
        raise UsageError(f"the reference {options.reference!r} is none of the annotators: {hint}")
    if (shared or 0) > len(study.annotators):
        raise UsageError(f"{plural(len(study.annotators), 'annotator')} cannot share a mark by {shared}")
    uncertainty = options.uncertainty()
    tallied = tally(study, measure, options.draws, options.seed)
    return SpanBreakdown(study, measure, uncertainty, tallied, options.draws, read_by, corpus)


def _notes(breakdown: SpanBreakdown) -> Iterator[str]:
    """What is to be known of the value."""
    from accord.agreement.result import Undefined

    if breakdown.study.warning:
        yield breakdown.study.warning
    result = breakdown.result
    if result.sd and not breakdown.draws:
        yield "p: by the normal distribution, for no placements are drawn (draws)"
    if isinstance(result.sd, Undefined) and not isinstance(result.value, Undefined):
        yield f"sd by chance: {result.sd.reason}"


def _shared(given: int | str | None) -> int | None:
    """How many annotators must mark a token for it to count, 0 for all; None where pairs are compared."""
    if given is None:
        return None
    if given == "all":
        return 0
    number = whole_number(given) if isinstance(given, str) else given
    if isinstance(number, bool) or not isinstance(number, int) or number < 2:
        raise UsageError(f"shared: a whole number from 2, or all, is needed, not {given!r}")
    return number


def _overlapping(corpus: Corpus) -> bool:
    """Whether an annotator marked the same place twice, so that spans placed apart could not stand for it."""
    for annotation in corpus.annotations.values():
        ends: dict[str, int] = {}
        for span in sorted(annotation.spans) if isinstance(annotation, Spans) else ():
            if span.start < ends.get(span.type, 0):
                return True
            ends[span.type] = max(span.end, ends.get(span.type, 0))
    return False
