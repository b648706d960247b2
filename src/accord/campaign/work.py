"""A page while it is made: files are read, what is quick is measured, then what is costly, as long as there is time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.interval import LEVEL
from accord.campaign.discover import Discovery, discover
from accord.campaign.file_layers import Group, find_layer, layers_of
from accord.campaign.item_texts import ItemTexts
from accord.campaign.layer import UNMEASURABLE, MeasuredLayer, summary, unmeasured_layer
from accord.campaign.page_item_texts import with_item_texts
from accord.campaign.partial_reading import errors_of, read_partial, reason
from accord.campaign.request import CampaignRequest, of_documents
from accord.campaign.systems import Systems
from accord.compute.background_task import BackgroundTask
from accord.compute.budget import Budget
from accord.errors import AccordError, ReadError, UsageError
from accord.formats.inputs import Inputs
from accord.formats.source import STANDARD_INPUT, Source
from accord.messages import option, suggestion
from accord.model import Finding, Severity
from accord.payload.page import Remark
from accord.payload.page_settings import PageSettings
from accord.reporting.page_payload import page_payload
from accord.verbs.check import check
from accord.verbs.read import Campaign
from accord.verbs.rewrite import would_change

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from accord.campaign.scored_files import SystemFiles
    from accord.compute.progress import OnProgress, OnStage
    from accord.kinds.kind import Measure
    from accord.model import Corpus
    from accord.payload.layer import LayerPayload, UnmeasuredLayer
    from accord.payload.page import PagePayload
    from accord.payload.systems import SystemsPayload
    from accord.verbs.rewrite import Rewritten

_AT_FIRST = 1.2
"""How long is waited for headlines, in seconds, before the page is shown without those that take longer."""

_WAITING = "that takes a while, and is still to come"


class Late(NamedTuple):
    """A layer that is not measured in time, and the work on it where that has begun."""

    layer: MeasuredLayer
    begun: BackgroundTask[bool] | None = None


@dataclass
class Work:
    """What is to be done for a page, and what is done."""

    asked: CampaignRequest
    budget: float | None
    most: int
    campaign: Campaign = field(default_factory=Campaign)
    title: str | None = None
    chosen: str | None = None
    documents: tuple[str, ...] | None = None
    told: OnStage | None = None
    paths: list[str] = field(default_factory=list)
    inputs: Inputs = field(default_factory=partial(Inputs.of, None))
    not_chosen: list[Group] = field(default_factory=list)
    layers: list[MeasuredLayer] = field(default_factory=list)
    scorings: list[Systems] = field(default_factory=list)
    systems: list[SystemsPayload] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    repairs: list[Rewritten] = field(default_factory=list)
    assumptions: list[Remark] = field(default_factory=list)
    undrawn: list[Remark] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """What could not be read or measured, and why."""
    unmeasured: list[UnmeasuredLayer] = field(default_factory=list)
    """Layers that were read and could not be measured."""
    only: Container[str] | None = None
    """What is measured besides headlines: systems, beside, drawings, merges; None is all."""
    to_adjudicate: bool = False
    """Whether a page is made also where nothing is measured, since what was read can be adjudicated."""

    # --- reading ----------------------------------------------------------------------------------------------------

    def read(self, paths: list[str], reference: str | None, systems: Sequence[str]) -> None:
        """Find the layers of files and folders and read them; what cannot be read is kept with the reason."""
        self._say("looking at the files", 0, 1)
        self.inputs = inputs = Inputs.of(self.campaign.columns)
        campaign = replace(self.campaign, columns=inputs)
        files = discover(paths, reference, systems, inputs)
        self.paths = paths
        self.title = self.title or _title(paths, files)
        self.findings += files.findings
        self.refused += files.lost
        self.assumptions += [Remark(None, line) for line in files.assumptions]
        groups = [group for group in files.groups if self.chosen is None or group.holds(self.chosen)]
        self.not_chosen = [group for group in files.groups if group not in groups]
        if self.chosen is not None and not groups:
            find_layer(files.groups, self.chosen)
        for number, group in enumerate(groups):
            self._say(f"reading {group.name}", number, len(groups))
            try:
                read = read_partial(group, campaign)
            except UNMEASURABLE as error:
                self._refuse(group.name, error)
                continue
            self.add(read.group, read.corpus)
            self.findings += read.findings
            self.refused += read.left_out
        for scored in files.scored if self.chosen is None and self._wants("systems") else ():
            self._read_systems(scored, inputs, "systems" if len(files.scored) == 1 else f"systems of {scored.name}")

    def add(self, files: Group, corpus: Corpus) -> None:
        """Take what was read of files for layers, each by itself."""
        groups = layers_of(files, corpus)
        if self.chosen is not None and len(groups) > 1:
            groups = [find_layer(groups, self.chosen)]
        for group in groups:
            layer = group.of(corpus)
            try:
                self._add_layer(group, layer)
            except UNMEASURABLE as error:
                self._leave(group, layer, error)

    def _add_layer(self, group: Group, corpus: Corpus) -> None:
        known, said = set(self.findings), {remark.text for remark in self.assumptions}
        self.findings += [finding for finding in check(corpus) if finding not in known]
        lines = [f"{group.files}: {line}" for line in corpus.assumptions]
        self.assumptions += [Remark(group.name, line) for line in lines if line not in said]
        if self.documents is not None:
            corpus = of_documents(corpus, self.documents)
        request = replace(self.asked.for_layer(corpus.annotators), reading=group.reading(self.campaign).options)
        layer = MeasuredLayer(group, corpus, request, self.most, whole=self.documents is None)
        for why_not in layer.unmeasurable:
            self._leave_out(group.name, why_not)
        self.layers.append(layer)
        if layer.repaired:
            self.repairs += would_change(layer.looked_at, self.asked.repair)

    def _read_systems(self, files: SystemFiles, inputs: Inputs, called: str) -> None:
        self._say(f"scoring {called}", 0, 1)
        try:
            scoring = Systems.of(files, self.asked.repair, inputs, self.most)
        except UNMEASURABLE as error:
            systems = files.systems
            broken = {path: why for path in systems if (why := reason(Source(path).name, errors_of(error)))}
            if not 0 < len(broken) < len(systems):
                self._refuse(called, error)
                return
            self.findings += errors_of(error)
            self.refused += broken.items()
            kept = tuple(path for path in systems if path not in broken)
            self._read_systems(files._replace(systems=kept), inputs, called)
            return
        self.findings += [finding for finding in scoring.findings if finding not in self.findings]
        self.repairs += scoring.repairs
        self.assumptions += [Remark(None, line) for line in scoring.assumptions]
        self.scorings.append(scoring)
        self.systems.append(scoring.payload(Budget(0), self.asked.seed, "not computed yet"))

    def _refuse(self, name: str, error: AccordError | MemoryError) -> None:
        self.findings += [found for found in getattr(error, "findings", ()) if isinstance(found, Finding)]
        self.refused.append((name, summary(error)))

    def _leave(self, group: Group, corpus: Corpus, error: AccordError | MemoryError) -> None:
        """Leave a layer unmeasured."""
        self._refuse(group.name, error)
        self.unmeasured.append(unmeasured_layer(group, corpus, summary(error)))

    def _leave_out(self, layer: str, what: str) -> None:
        """Say what of a layer is not there."""
        self.undrawn.append(Remark(layer, f"{layer}: {what}"))

    # --- measuring --------------------------------------------------------------------------------------------------

    def payloads(self) -> Iterator[PagePayload]:
        """The page with what is quick, then with all that there is time for."""
        self._refuse_unknown()
        begun = process_time()
        headlines = Budget(None if self.budget is None else max(_AT_FIRST, self.budget))
        late = self._measure_headlines(headlines)
        taken = process_time() - begun
        self._refuse_an_empty_page()
        steps = self._costly(late, headlines)
        if steps:
            yield self.payload()
        budget = Budget(None if self.budget is None else max(0.0, self.budget - taken))
        for step in steps:
            step(budget)
        self.layers = [layer for layer in self.layers if layer.parts is not None]
        self._refuse_an_empty_page()
        yield self.payload()

    def _refuse_an_empty_page(self) -> None:
        adjudicable = self.to_adjudicate and self.chosen is None and self.unmeasured
        if self.layers or self.systems or adjudicable:
            return
        told = {path for layer in self.unmeasured for path in layer.paths}
        told |= {each.place.file for each in self.findings if each.severity is Severity.ERROR}
        found = [each if each.place.file in told else each._replace(severity=Severity.ERROR) for each in self.findings]
        raise ReadError("\n".join([*(f"{name}: {why}" for name, why in self.refused), "nothing can be shown"]), found)

    def _refuse_unknown(self) -> None:
        """Refuse annotators whom no layer has, measured or not."""
        read = [*(layer.corpus.annotators for layer in self.layers), *(each.annotators for each in self.unmeasured)]
        known = list(dict.fromkeys(chain.from_iterable(read)))
        for name in (*(self.asked.annotators or ()), *self.asked.exclude):
            if known and name not in known:
                raise UsageError(f"there is no annotator {name!r}: {suggestion(name, known)}")

    def _measure_headlines(self, budget: Budget) -> list[Late]:
        """Measure the headline of every layer, small ones first; those that are not done in time, the first under way.

        That one goes on while the first page is written, so that nothing is measured twice.
        """
        until = monotonic() + _AT_FIRST
        late: list[Late] = []
        under_way = False
        for number, layer in enumerate(sorted(self.layers, key=lambda each: each.size)):
            if under_way:
                late.append(Late(layer))
                continue
            self._say(f"measuring {layer.name}", number, len(self.layers))
            begun = BackgroundTask(partial(layer.measure, budget, self._telling(f"measuring {layer.name}")))
            under_way = not begun.done_within(until - monotonic())
            try:
                if under_way or not begun.result():
                    late.append(Late(layer, begun))
            except UNMEASURABLE as error:
                self._leave(layer.group, layer.corpus, error)
        waiting = [each.layer for each in late]
        self.layers = [layer for layer in self.layers if layer.parts is not None or layer in waiting]
        return late

    def _costly(self, late: Sequence[Late], headlines: Budget) -> list[Callable[[Budget], None]]:
        """What is measured while there is time: late headlines, systems, then what stands beside headlines.

        A headline that is late because the machine is busy has no less processor time than one that is not.
        """
        steps: list[Callable[[Budget], None]] = [partial(self._measure_late, *each, headlines) for each in late]
        steps += [partial(self._score, number) for number in range(len(self.scorings))]
        layers = self.layers if self._wants("beside") else ()
        beside = [(layer, measure) for layer in layers for measure in layer.await_beside()]
        beside.sort(key=lambda each: len(each[0].corpus.documents))
        rounds = [layer for layer in self.layers if layer.stages is not None]
        steps += [partial(self._measure_progress, layer) for layer in rounds]
        quick, slow = ([each for each in beside if each[1].slow is slow] for slow in (False, True))
        steps += [partial(self._measure_beside, *each) for each in quick]
        steps += [partial(self._draw, layer) for layer in self.layers if self._wants("drawings")]
        steps += [partial(self._measure_beside, *each) for each in slow]
        return steps + [partial(self._merge, layer) for layer in self.layers if self._wants("merges")]

    def _wants(self, what: str) -> bool:
        return self.only is None or what in self.only

    def _measure_late(
        self, layer: MeasuredLayer, begun: BackgroundTask[bool] | None, budget: Budget, _beside: Budget
    ) -> None:
        told = self._telling(f"measuring {layer.name}")
        try:
            if not (begun.result() if begun else layer.measure(budget, told)):
                layer.measure_quicker(told, self._no_time)
        except UNMEASURABLE as error:
            self._leave(layer.group, layer.corpus, error)

    def _measure_beside(self, layer: MeasuredLayer, measure: Measure, budget: Budget) -> None:
        layer.measure_beside(measure, budget, self._telling(f"{measure.name} of {layer.name}"), self._no_time)

    def _measure_progress(self, layer: MeasuredLayer, budget: Budget) -> None:
        layer.measure_progress(budget, self._telling(f"rounds of {layer.name}"), self._no_time)

    def _draw(self, layer: MeasuredLayer, budget: Budget) -> None:
        if why_not := layer.draw(budget, self._telling(f"aligning {layer.name}"), self._no_time):
            self._leave_out(layer.name, f"alignments are not drawn: {why_not}")

    def _merge(self, layer: MeasuredLayer, budget: Budget) -> None:
        layer.merge(budget, self._telling(f"merging labels of {layer.name}"), self._no_time)

    def _score(self, number: int, budget: Budget) -> None:
        self._say("comparing systems, and their scores with chance", number, len(self.scorings))
        self.systems[number] = self.scorings[number].payload(budget, self.asked.seed, self._no_time)

    @property
    def _no_time(self) -> str:
        given = 0 if self.budget is None else self.budget
        more = option("budget", flag="--budget, --all")
        return f"left out, for it takes longer than the {given:g} seconds given ({more})"

    # --- putting it together ----------------------------------------------------------------------------------------

    def payload(self) -> PagePayload:
        """All that is known by now."""
        measured = [layer for layer in self.layers if layer.parts is not None]
        waiting = [layer for layer in self.layers if layer not in measured]
        settings = PageSettings(
            seed=self.asked.seed,
            budget=self.budget,
            repair=self.asked.repair if self.repairs else None,
            most=self.most,
            paths=self.paths,
            level=LEVEL,
        )
        return page_payload(
            self.title or "corpus",
            settings,
            layers=sorted((self._with_texts(layer) for layer in measured), key=_worst),
            systems=self.systems,
            findings=self.findings,
            repairs=[(done, self.asked.repair) for done in self.repairs],
            assumptions=self.assumptions,
            refused=self.refused,
            unmeasured=[*self.unmeasured, *(unmeasured_layer(each.group, each.corpus, _WAITING) for each in waiting)],
            left_out=[*self.undrawn, *(Remark(each.name, f"{each.name} is not measured yet") for each in waiting)],
            to_come=[each.name for each in waiting],
        )

    def _with_texts(self, layer: MeasuredLayer) -> LayerPayload:
        return with_item_texts(layer.payload(), layer.corpus, lambda: self._item_texts)

    @cached_property
    def _item_texts(self) -> ItemTexts:
        """The texts in all files that were read, and in those of layers that were not chosen."""
        others = ItemTexts.corpora_of(self.not_chosen, replace(self.campaign, columns=self.inputs))
        return ItemTexts(chain((layer.corpus for layer in self.layers), others), self.inputs.source)

    def _say(self, what: str, done: int, total: int) -> None:
        if self.told is not None:
            self.told(what, done, total)

    def _telling(self, what: str) -> OnProgress:
        return lambda done, total: self._say(what, done, total)


def _worst(layer: LayerPayload) -> tuple[bool, float]:
    """The order of layers: the lowest value first, what has none last."""
    return layer.headline.value is None, layer.headline.value or 0.0


def _title(paths: Sequence[str], files: Discovery) -> str:
    """The name of the folder or file that is shown."""
    if paths == [STANDARD_INPUT]:
        return "standard input"
    return Path(paths[0]).resolve().name if len(paths) == 1 else Path(files.root).name
