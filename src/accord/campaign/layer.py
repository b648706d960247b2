"""One layer of a campaign while it is measured: its headline, what stands beside it, and what the page holds of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import value_payload
from accord.agreement.result import Undefined
from accord.campaign.request import Measure, MeasureRequest, kind_of, measures, of_documents, quick_units
from accord.compute.budget import Budget, OutOfTime
from accord.encoding.repair import NO_REPAIR
from accord.errors import AccordError, NotApplicable, ReadError, fault
from accord.kinds.spans.breakdown import SpanBreakdown
from accord.reporting.page_layer import PARTS, layer_payload, lowest_documents
from accord.verbs.one_label import with_one_label

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.agreement.result import Value
    from accord.campaign.discover import Group
    from accord.compute.progress import OnProgress
    from accord.model import Corpus

UNMEASURABLE = (AccordError, MemoryError)
"""What leaves a layer, or a measure of it, out of a page that holds all the rest."""

_DRAWN = 50
"""The most documents whose alignments are drawn."""


@dataclass
class MeasuredLayer:
    """What files hold together, what fits to measure on it, and what is measured by now."""

    group: Group
    corpus: Corpus
    measures: list[Measure]
    asked: MeasureRequest
    most: int
    whole: bool = True
    """Whether all documents of its files are measured, as a command does."""
    agreement: Any = None
    parts: dict[str, Any] | None = None
    """What the page holds of the headline; None while it is not measured."""
    seconds: float = 0.0
    """How long the headline took, with all that the page holds of it."""
    spans: Agreement | None = None
    """The agreement on spans, which says what documents are worth to be drawn."""
    beside: list[dict[str, Any]] = field(default_factory=list)

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
    def marks(self) -> bool:
        """Whether spans or units are measured, so that alignments of them can be drawn."""
        return any(measure.kind in {"spans", "units"} for measure in self.measures)

    def measure(self, budget: Budget, told: OnProgress) -> bool:
        """Measure the headline; whether there was time for it."""
        begun = process_time()
        try:
            self.agreement = self.headline.run(budget.watching(told))
            payload = self.headline.payload(self.agreement)
            self.parts = PARTS.get(self.headline.kind)(self.corpus, self.agreement, payload, self.most)
        except OutOfTime:
            return False
        finally:
            self.seconds = process_time() - begun
        self._keep_spans(self.agreement)
        return True

    def measure_quicker(self, told: OnProgress, no_time: str) -> None:
        """Measure a quicker headline in the place of one that takes too long; where there is none it is refused."""
        slow = self._beside(self.headline, no_time)
        self.beside.append(slow)
        for quicker in quick_units(self.corpus, self.asked):
            self.measures[0] = quicker
            try:
                self.measure(Budget(None), told)
            except NotApplicable:
                continue
            return
        raise NotApplicable(no_time)

    def await_beside(self) -> list[Measure]:
        """What is to be measured beside the headline, each said to be missing until then."""
        self.beside += [self._beside(measure, "not computed yet") for measure in self.measures[1:]]
        return self.measures[1:]

    def measure_beside(self, measure: Measure, budget: Budget, told: OnProgress, no_time: str) -> None:
        """Measure something beside the headline, or say why not."""
        why, payload = no_time, None
        if not budget.spent and self.parts is not None:
            try:
                agreement = measure.run(budget.watching(told))
                self._keep_spans(agreement)
                payload = lowest_documents(measure.payload(agreement), self.most)
            except OutOfTime:
                pass
            except UNMEASURABLE as error:
                why = summary(error)
        number = next(number for number, each in enumerate(self.beside) if each["name"] == measure.name)
        self.beside[number] = self._beside(measure, None if payload else why, payload)

    def _keep_spans(self, agreement: Any) -> None:
        if isinstance(getattr(agreement, "breakdown", None), SpanBreakdown):
            self.spans = agreement

    def align_worst(self, budget: Budget, told: OnProgress, no_time: str) -> str | None:
        """Align what was marked in the documents of least agreement, for the page to draw; why not, if it is not."""
        from accord.kinds.units.drawing import aligner_view
        from accord.verbs.align import align

        if self.parts is None or self.parts["aligner"] is not None:
            return None
        documents, total, repair = self._to_draw()
        if not documents:
            return no_time if budget.spent else None
        try:
            budget.check()
            drawn = of_documents(self.corpus, documents)
            aligned = align(drawn, annotators=self.asked.only, repair=repair, done=budget.watching(told))
        except OutOfTime:
            return no_time
        except NotApplicable:
            return None
        except UNMEASURABLE as error:
            return summary(error)
        self.parts["aligner"] = aligner_view(aligned, total)
        return None

    def _to_draw(self) -> tuple[list[str], int, str]:
        """Which documents are worth to be drawn, of how many, and how mentions are read from labels."""
        from accord.kinds.spans.page import worst_documents
        from accord.kinds.units import page as units

        most = min(self.most, _DRAWN)
        if self.spans is not None:
            repair = str(self.spans.result.signature.choices.get("repair", NO_REPAIR))
            return worst_documents(self.spans, most), len(self.spans.documents), repair
        if self.headline.kind == "units":
            found = units.worst_documents(self.agreement, most)
            return found, self.agreement.used["documents"], NO_REPAIR
        return [], 0, NO_REPAIR

    def merge(self, budget: Budget, told: OnProgress, no_time: str) -> None:
        """Measure units or trees anew with two confused labels as one, the most confused first, as long as it goes."""
        if self.parts is None or self.headline.kind not in {"units", "trees"} or not self.parts["labels_view"]:
            return
        view = self.parts["labels_view"]
        merged = [
            {**each, "merged": value_payload(self._merged(each["first"], each["second"], budget, told, no_time))}
            for each in view["confusions"]
        ]
        self.parts["labels_view"] = {**view, "confusions": merged}

    def _merged(self, first: str, second: str, budget: Budget, told: OnProgress, no_time: str) -> Value:
        if not budget.enough_for(self.seconds):
            return Undefined(no_time)
        try:
            (measure, *_) = measures(with_one_label(self.corpus, first, second), self.asked, None)
            value: Value = measure.run(budget.watching(told)).result.value
        except OutOfTime:
            return Undefined(no_time)
        except UNMEASURABLE as error:
            return Undefined(summary(error))
        return value

    def _beside(self, measure: Measure, why_not: str | None, agreement: dict[str, Any] | None = None) -> dict[str, Any]:
        return {"name": measure.name, "command": self._command(measure), "agreement": agreement, "left_out": why_not}

    def _command(self, measure: Measure) -> str | None:
        """The command that measures the same; there is none for what is in no file, nor for some documents."""
        return measure.command(self.group.paths) if self.whole and self.group.paths else None

    def payload(self) -> dict[str, Any]:
        """The layer as the page holds it."""
        assert self.parts is not None
        only, references = self.asked.only, self.asked.references
        annotators = [name for name in self.corpus.annotators if only is None or name in only]
        known = {
            "name": self.name,
            "kind": self.headline.kind,
            "paths": list(self.group.paths),
            "command": self._command(self.headline),
            "annotators": annotators,
            "not_chosen": [name for name in self.corpus.annotators if name not in {*annotators, *references}],
            "references": list(references),
            "documents_total": len(self.corpus.documents),
        }
        return layer_payload(known, self.parts, self.agreement, self.beside, self.most)


def unmeasured_layer(group: Group, corpus: Corpus, why: str) -> dict[str, Any]:
    """A layer that was read and is not measured as the page holds it."""
    return {
        "id": group.name,
        "name": group.name,
        "kind": kind_of(corpus),
        "paths": list(group.paths),
        "annotators": list(corpus.annotators),
        "documents_total": len(corpus.documents),
        "why": why,
    }


def summary(error: AccordError | MemoryError) -> str:
    """What an error says, without its findings."""
    if isinstance(error, AccordError):
        return error.summary if isinstance(error, ReadError) else str(error)
    return fault(error)
