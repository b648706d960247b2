"""One layer of a campaign while it is measured: its headline, what stands beside it, and what the page holds of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from accord.agreement.breakdown import MERGED_LATER
from accord.agreement.payload import TOP, value_payload
from accord.agreement.result import Interval, Undefined
from accord.campaign.coverage import coverage
from accord.campaign.page_layer import layer_payload, shortened_agreement
from accord.campaign.stages import MAX_STAGES, Stage, Stages, stages_of
from accord.compute.budget import Budget, OutOfTime
from accord.encoding.repair import NO_REPAIR
from accord.errors import AccordError, NotApplicable, ReadError, fault
from accord.kinds.common_options import AnnotatorOptions
from accord.kinds.kind import KINDS, kind_for, kind_of
from accord.kinds.page.parts import NOT_YET, plain_value
from accord.messages import plural
from accord.payload.layer import BesideMeasure, UnmeasuredLayer
from accord.payload.progress import ProgressView, StageRow
from accord.payload.values import Estimate
from accord.reporting.agree_payload import agree_payload
from accord.reporting.page_overview import coefficient_name
from accord.verbs.rounds import compare_corpora

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.agreement.agreement import Agreement
    from accord.agreement.result import Value
    from accord.campaign.file_layers import Group
    from accord.campaign.request import CampaignRequest
    from accord.compute.progress import OnProgress
    from accord.kinds.kind import Measure
    from accord.model import Corpus
    from accord.payload.coverage import LayerCoverage
    from accord.payload.labels import ConfusionRow
    from accord.payload.layer import LayerParts, LayerPayload

UNMEASURABLE = (AccordError, MemoryError)
"""What leaves a layer, or a measure of it, out of a page that holds all the rest."""

_DRAWN = 50
"""The most documents whose alignments are drawn."""


@dataclass
class MeasuredLayer:
    """What files hold together, what fits to measure on it, and what is measured by now."""

    group: Group
    corpus: Corpus
    request: CampaignRequest
    most: int
    whole: bool = True
    """Whether all documents of its files are measured, as a command does."""
    looked_at: Corpus = field(init=False)
    """What those said who are looked at, which tells what is measured."""
    measures: list[Measure] = field(init=False)
    agreement: Agreement | None = None
    parts: LayerParts | None = None
    """What the page holds of the headline; None while it is not measured."""
    printed: dict[str, Any] = field(default_factory=dict)
    """What the command prints of the headline."""
    coverage: LayerCoverage | None = None
    """Who did what of it."""
    progress: ProgressView | None = None
    """Round by round, where there are several."""
    seconds: float = 0.0
    """How long the headline took, with all that the page holds of it."""
    beside: list[BesideMeasure] = field(default_factory=list)
    drawable: list[tuple[Measure, Agreement]] = field(default_factory=list)
    """What was measured and may have more to draw, such as alignments."""

    unmeasurable: list[str] = field(init=False)
    """What would fit and cannot be measured, and why."""

    def __post_init__(self) -> None:
        request, coefficient = self.request.of_layer, self.request.coefficient
        self.looked_at = AnnotatorOptions(self.request.annotators).looked_at(self.corpus)
        own = kind_of(self.looked_at)
        if coefficient:
            plain = replace(request, coefficient=None, distance=None, labels=None)
            headline, *_ = kind_for(self.looked_at, [coefficient]).measures(self.looked_at, request)
            beside = (each for each in own.measures(self.looked_at, plain) if each.kind != headline.kind)
            found = [headline, *(each for each in beside if each.name != coefficient)]
        else:
            found = own.measures(self.looked_at, request)
        self.measures = [each for each in found if each.why_not is None]
        self.unmeasurable = list(dict.fromkeys(each.why_not for each in found if each.why_not))

    @property
    def name(self) -> str:
        """What the layer is called."""
        return self.group.name

    @property
    def size(self) -> int:
        """How many bytes its files have, 0 where it is in none."""
        return sum(Path(path).stat().st_size for path in self.group.paths if Path(path).is_file())

    @property
    def headline(self) -> Measure:
        """What stands for the layer."""
        return self.measures[0]

    @property
    def repaired(self) -> bool:
        """Whether invalid chunk labels are repaired for any measure."""
        return any(each.options.get("repair", NO_REPAIR) != NO_REPAIR for each in self.measures)

    def measure(self, budget: Budget, progress: OnProgress) -> bool:
        """Measure the headline and all that takes it apart; whether there was time for it."""
        begun = process_time()
        kind = KINDS.get(self.headline.kind)
        try:
            agreement = self.request.run(self.headline, self.corpus, budget.watching(progress)).complete(TOP)
            self.printed = agree_payload(agreement, TOP)
            self.coverage = coverage(self.corpus)
            parts = kind.page(self.corpus, agreement, self.most)
        except OutOfTime:
            return False
        finally:
            self.seconds = process_time() - begun
        self.agreement = agreement
        self.drawable.append((self.headline, agreement))
        self.parts = parts  # last: a page that is made meanwhile takes the layer for measured from here on
        return True

    def measure_quicker(self, progress: OnProgress, no_time: str) -> None:
        """Measure a quicker headline in the place of one that takes too long; where there is none it is refused."""
        self.beside.append(self._beside(self.headline, no_time))
        for quicker in kind_of(self.looked_at).quicker(self.looked_at, self.request.of_layer):
            self.measures = [quicker, *(each for each in self.measures[1:] if each.name != quicker.name)]
            try:
                self.measure(Budget(None), progress)
            except NotApplicable:
                continue
            return
        raise NotApplicable(no_time)

    def await_beside(self) -> list[Measure]:
        """What is to be measured beside the headline, each said to be missing until then."""
        self.beside += [self._beside(measure, NOT_YET) for measure in self.measures[1:]]
        return self.measures[1:]

    def measure_beside(self, measure: Measure, budget: Budget, progress: OnProgress, no_time: str) -> None:
        """Measure something beside the headline, or say why not."""
        why, payload = no_time, None
        if not budget.spent and self.parts is not None:
            try:
                agreement = self.request.run(measure, self.corpus, budget.watching(progress)).complete(TOP)
                self.drawable.append((measure, agreement))
                payload = shortened_agreement(agree_payload(agreement, TOP), self.most)
            except OutOfTime:
                pass
            except UNMEASURABLE as error:
                why = summary(error)
        number = next(number for number, each in enumerate(self.beside) if each.name == measure.name)
        self.beside[number] = self._beside(measure, None if payload else why, payload)

    def draw(self, budget: Budget, progress: OnProgress, no_time: str) -> str | None:
        """Draw what takes a time of its own, such as the alignments of the worst documents; why not, if it is not."""
        if self.parts is None or self.parts.aligner is not None:
            return None
        for measure, agreement in self.drawable:
            kind, options = KINDS.get(measure.kind), self.request.options(measure)
            try:
                budget.check()
                drawn = kind.drawing(self.corpus, agreement, options, min(self.most, _DRAWN), budget.watching(progress))
            except OutOfTime:
                return no_time
            except NotApplicable:
                continue
            except UNMEASURABLE as error:
                return summary(error)
            if drawn:
                self.parts = replace(self.parts, aligner=drawn)
                return None
        return no_time if budget.spent and len(self.measures) > 1 else None

    @cached_property
    def stages(self) -> Stages | None:
        """The rounds in which it was annotated, where there are several."""
        return stages_of(self.corpus) if self.whole else None

    def measure_progress(self, budget: Budget, progress: OnProgress, no_time: str) -> None:
        """Measure every round for itself."""
        if self.parts is None or self.stages is None:
            return
        rows, why = [], None
        try:
            budget.check()
            stages = self.stages.each[-MAX_STAGES:]
            rows = [self._stage(stage, budget.watching(progress)) for stage in stages]
            for place in range(1, len(rows)):
                if rows[place - 1].value is not None and rows[place].value is not None:
                    watched = budget.watching(progress)
                    rows[place] = self._changed(rows[place], stages[place - 1], stages[place], watched)
        except OutOfTime:
            why = no_time
        if why is None and sum(row.value is not None for row in rows) < 2:
            why = f"of {plural(len(rows), self.stages.of)} fewer than two have a value"
        self.progress = ProgressView(of=self.stages.of, unit=self.parts.unit, rows=rows, left_out=why)

    def _stage(self, stage: Stage, progress: OnProgress) -> StageRow:
        """One round; of annotators who did nothing in it there is nothing to look at."""
        here = stage.corpus.annotators
        some = self.request.annotators
        chosen = None if some is None else tuple(name for name in some if name in here)
        value: Value = Undefined("nobody who counts took part")
        interval, used, annotators = None, 0, len(here) if chosen is None else len(chosen)
        if annotators:
            try:
                measured = replace(self.request, annotators=chosen).run(self.headline, stage.corpus, progress)
                value, interval = measured.value, measured.interval
                used = next(iter(measured.result.used.values()), 0)
            except OutOfTime:
                raise
            except UNMEASURABLE as error:
                value = Undefined(summary(error))
        return StageRow(
            **value_payload(value),
            interval=interval if isinstance(interval, Interval) else None,
            name=stage.name,
            first_day=stage.first_day,
            last_day=stage.last_day,
            used=used,
            annotators=annotators,
        )

    def _changed(self, row: StageRow, before: Stage, after: Stage, progress: OnProgress) -> StageRow:
        """A round with how much more is agreed on than in the one before, as accord compare-agreement has it."""
        some = self.request.annotators
        asked = {} if some is None else {"annotators": [name for name in some if self._took_part(name, before, after)]}
        coefficients = [self.headline.coefficient] if self.headline.coefficient else []
        options = {**self.headline.options, **asked, "seed": self.request.seed}
        corpora = {"before": before.corpus, "after": after.corpus}
        try:
            found = compare_corpora(
                corpora, coefficients, options, resamples=1, progress=progress, parts=False
            ).headline  # p by exchange is not shown
        except OutOfTime:
            raise
        except UNMEASURABLE as error:
            return replace(row, change=Estimate(value=None, undefined=summary(error), interval=None))
        these, others = found.these.interval, found.others.interval
        change = Estimate(**value_payload(found.difference), interval=these if isinstance(these, Interval) else None)
        return replace(row, change=change, change_others=others if isinstance(others, Interval) else None)

    @staticmethod
    def _took_part(name: str, *stages: Stage) -> bool:
        """Whether somebody did something in one of some rounds."""
        return any(name in stage.corpus.annotators for stage in stages)

    @property
    def merges(self) -> bool:
        """Whether labels that are confused are still to be measured as one."""
        view = self.parts and self.parts.labels_view
        return bool(view and any(map(_waits, view.confusions)))

    def merge(self, budget: Budget, progress: OnProgress, no_time: str) -> None:
        """Measure again with two confused labels as one, the most confused first, as long as there is time."""
        if self.parts is None or self.parts.labels_view is None or not self.merges:
            return
        view = self.parts.labels_view
        merged = [
            replace(each, merged=plain_value(self._merged(each.first, each.second, budget, progress, no_time)))
            if _waits(each)
            else each
            for each in view.confusions
        ]
        self.parts = replace(self.parts, labels_view=replace(view, confusions=merged))

    def _merged(self, first: str, second: str, budget: Budget, progress: OnProgress, no_time: str) -> Value:
        if not budget.enough_for(self.seconds):
            return Undefined(no_time)
        kind = KINDS.get(self.headline.kind)  # of chunk labels measured as units it is units that are merged
        try:
            corpus = kind.merged(self.corpus, first, second)
            return self.request.run(self.headline, corpus, budget.watching(progress)).value
        except OutOfTime:
            return Undefined(no_time)
        except UNMEASURABLE as error:
            return Undefined(summary(error))

    def _beside(
        self, measure: Measure, why_not: str | None, agreement: Mapping[str, Any] | None = None
    ) -> BesideMeasure:
        command = self._command(measure)
        return BesideMeasure(name=measure.name, command=command, agreement=agreement, left_out=why_not)

    def _command(self, measure: Measure) -> str | None:
        """The command that measures the same; there is none for what is in no file, nor for some documents."""
        return self.request.command(measure, self.group.paths) if self.whole and self.group.paths else None

    def payload(self) -> LayerPayload:
        """The layer as the page holds it."""
        assert self.parts is not None
        assert self.agreement is not None
        kind = KINDS.get(self.headline.kind)
        some, references = self.request.annotators, self.request.references
        annotators = [name for name in self.corpus.annotators if some is None or name in some]
        known = {
            "name": self.name,
            "layer": self.group.layer,
            "kind": kind.name,
            "traits": kind.traits,
            "bars": kind.bars(self.agreement.result.name),
            "paths": list(self.group.paths),
            "command": self._command(self.headline),
            "annotators": annotators,
            "not_chosen": [name for name in self.corpus.annotators if name not in {*annotators, *references}],
            "references": list(references),
            "documents_total": _count_documents(self.corpus),
            "given": sum(each.given for each in self.agreement.annotators) if self.agreement.annotators else None,
            "coverage": self.coverage,
            "progress": self.progress,
            "measure_names": {
                result.name: coefficient_name(result.name, result.title)
                for _, measured in self.drawable
                for result in measured.results
            },
        }
        return layer_payload(
            known, self.parts, self.agreement, printed=self.printed, beside=self.beside, most=self.most
        )


def _count_documents(corpus: Corpus) -> int:
    """How many documents a layer has: those of other layers of the same files are not among them."""
    return len({document for document, _ in corpus.annotations})


def _waits(confusion: ConfusionRow) -> bool:
    return confusion.merged.undefined == MERGED_LATER


def unmeasured_layer(group: Group, corpus: Corpus, why: str) -> UnmeasuredLayer:
    """A layer that was read and is not measured as the page holds it."""
    return UnmeasuredLayer(
        id=group.name,
        name=group.name,
        layer=group.layer,
        kind=kind_for(corpus, ()).name,
        paths=group.paths,
        annotators=corpus.annotators,
        documents_total=_count_documents(corpus),
        why=why,
    )


def summary(error: AccordError | MemoryError) -> str:
    """What an error says, without its findings."""
    if isinstance(error, AccordError):
        return error.summary if isinstance(error, ReadError) else str(error)
    return fault(error)
