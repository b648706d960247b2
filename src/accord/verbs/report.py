"""Read a campaign, measure what fits, and say on one page how much annotators agree, where not, and what to do."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord import __version__
from accord.compute.budget import Budget, OutOfTime
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.errors import AccordError, ReadError, UsageError
from accord.model import Corpus, Finding, Severity
from accord.read import Columns
from accord.report.page_findings import findings_payload
from accord.report.page_alerts import alerts
from accord.report.page_overview import words
from accord.verbs.check import check
from accord.verbs.given import a_number, a_path, a_whole_number, lists, names
from accord.verbs.layer_measures import Asked, Measure, kind_of, measures, of_documents, repair_of
from accord.verbs.read import Campaign
from accord.verbs.report_systems import Systems, systems_payload
from accord.verbs.rewrite import would_change
from accord.verbs.survey import Group, Survey, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from accord.compute.progress import Told
    from accord.verbs.rewrite import Rewritten

    Said = Callable[[str, int, int], object]
    """Takes what is being done, how many steps of it are done, and of how many; what it raises stops the work."""

VERSION = 1
"""Of what a payload holds, and where; see docs/report.md."""
LEVEL = 0.95
MOST = 200
"""How many items, documents, alignments and trees of a layer a page holds at most."""
SECONDS = 20.0
"""How long costly measures may take, in seconds of processor time."""
_AT_FIRST = 2.0
"""How long those that a page cannot do without may take before it is shown for the first time."""
_PARTS = {kind: f"accord.report.layer_{kind}:{kind}_layer" for kind in ("labels", "spans", "units", "trees")}


def report_payload(paths: Any, **settings: Any) -> dict[str, Any]:
    """All that the page holds, as JSON would hold it; see `payloads` for the settings."""
    *_, last = payloads(paths, **settings)
    return last


def payloads(
    paths: Any,
    *,
    reference: str | None = None,
    systems: Sequence[str] = (),
    title: str | None = None,
    seed: int = 1,
    budget: float | None = SECONDS,
    repair: str | None = None,
    most: int = MOST,
    layer: str | None = None,
    coefficient: str | None = None,
    distance: str | None = None,
    annotators: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    campaign: Campaign | None = None,
    progress: Said | None = None,
) -> Iterator[dict[str, Any]]:
    """What the page holds: first with all that is quick, then with what the budget allows besides.

    ``paths`` are files and folders, or a corpus. The ``budget`` is in seconds of processor time for costly measures,
    None for as long as they take. Invalid chunk labels are read by the method of ``repair`` (begin, unless another is
    named; none leaves out what needs it). ``most`` is how many items and documents of a layer are held. Where a
    ``layer`` is named, only that one is measured, by a ``coefficient`` and ``distance``, for some ``annotators`` and
    ``documents``. ``progress`` is told what is being done, how many steps are done and of how many; it may raise.
    """
    page = _Page.of(
        paths,
        Asked(
            a_whole_number(seed, "seed", least=0),
            NO_REPAIR if repair == NO_REPAIR else REPAIRS.name(repair or "begin"),
            coefficient,
            distance,
            None if annotators is None else names(annotators, "annotators"),
        ),
        budget=None if budget is None else a_number(budget, "budget"),
        most=a_whole_number(most, "most", least=1),
        title=title,
        reference=reference,
        systems=tuple(a_path(path, "system") for path in lists(systems)),
        chosen=layer,
        documents=None if documents is None else names(documents, "documents"),
        campaign=campaign or Campaign(),
        told=progress,
    )
    yield from page.payloads()


@dataclass
class _Layer:
    """One layer while it is measured."""

    group: Group
    corpus: Corpus
    measures: list[Measure]
    asked: Asked
    parts: dict[str, Any] | None = None
    """What the page holds of the headline; None while it is not measured."""
    agreement: Any = None
    beside: list[dict[str, Any]] = field(default_factory=list)

    @property
    def headline(self) -> Measure:
        return self.measures[0]

    def payload(self) -> dict[str, Any]:
        """The layer as the page holds it."""
        assert self.parts is not None
        kept: dict[str, Any] = {
            "id": self.group.name,
            "name": self.group.name,
            "kind": self.headline.kind,
            "unit": self.parts["agreement"].get("unit") or self.parts["agreement"].get("of") or "sentence",
            "paths": list(self.group.paths),
            "command": self.headline.command(self.group.paths),
            "annotators": [name for name in self.corpus.annotators if self.asked.only is None or name in self.asked.only],
            "documents_total": len(self.corpus.documents),
            "headline": {
                key: self.parts["agreement"]["results"][0][key]
                for key in ("coefficient", "value", "undefined", "interval", "signature")
            },
            **self.parts,
            "beside": self.beside,
        }
        return kept | {"words": words(kept)}


@dataclass
class _Page:
    """A page while it is made."""

    files: Survey
    asked: Asked
    budget: float | None
    most: int
    title: str
    paths: list[str]
    chosen: str | None
    documents: tuple[str, ...] | None
    campaign: Campaign
    told: Said | None
    layers: list[_Layer] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    repairs: list[Rewritten] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """The layers that are not there, and why."""
    systems: dict[str, Any] | None = None

    @classmethod
    def of(cls, data: Any, asked: Asked, *, title: str | None, reference: str | None, systems: Sequence[str], **how: Any) -> _Page:
        """The files that are looked at, and what they are for."""
        campaign: Campaign = how["campaign"]
        given = lists(data)
        if isinstance(given, Corpus):
            files = Survey((), None, (), (), (), "")
            page = cls(files, asked, title=title or "corpus", paths=[], **how)
            page._add(Group("corpus", ()), given)
            return page
        paths = [a_path(path, "report") for path in (given if isinstance(given, list) else [given])]
        if not paths:
            raise UsageError("name at least one file or folder to report on")
        files = survey(paths, reference, systems, campaign.columns)
        page = cls(files, asked, title=title or _title(paths, files), paths=paths, **how)
        page.findings += files.findings
        page.assumptions += files.assumptions
        return page

    # --- reading ----------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Read every layer; what cannot be read is left out and said."""
        groups = [group for group in self.files.groups if self.chosen in {None, group.name}]
        if self.chosen is not None and self.paths and not groups:
            known = ", ".join(group.name for group in self.files.groups)
            raise UsageError(f"there is no layer {self.chosen!r}: choose from {known}")
        for number, group in enumerate(groups):
            self.say(f"reading {group.name}", number, len(groups))
            try:
                self._add(group, self.campaign.read(group.paths))
            except ReadError as error:
                self.findings += [finding for finding in error.findings if isinstance(finding, Finding)]
                self._refuse(group.name, error.summary)
            except AccordError as error:
                self._refuse(group.name, str(error))

    def _add(self, group: Group, corpus: Corpus) -> None:
        self.findings += check(corpus)
        self.assumptions += [f"{group.name}: {line}" for line in corpus.assumptions]
        if self.documents is not None:
            corpus = of_documents(corpus, self.documents)
        asked = self.asked
        self.layers.append(_Layer(group, corpus, measures(corpus, asked), asked))
        if kind_of(corpus) == "labels" and repair_of(corpus, asked.repair) not in {None, NO_REPAIR}:
            self.repairs += would_change(corpus, asked.repair)

    def _refuse(self, name: str, why: str) -> None:
        self.refused.append((name, why))
        self.left_out.append(f"the layer {name} is left out: {why}")

    # --- measuring --------------------------------------------------------------------------------------------------

    def payloads(self) -> Iterator[dict[str, Any]]:
        """The page with what is quick, then with all that there is time for."""
        self.read()
        at_first = Budget(_AT_FIRST if self.budget is None else min(_AT_FIRST, self.budget))
        later = [layer for layer in self.layers if not self._headline(layer, at_first)]
        self.layers = [layer for layer in self.layers if layer.parts is not None or layer in later]
        scoring = self._scoring()
        self._refuse_nothing(scoring)
        steps = self._costly(later, scoring)
        if steps:
            yield self.payload()
        budget = Budget(self.budget)
        for number, step in enumerate(steps):
            self.say("costly measures", number, len(steps))
            step(budget)
        yield self.payload()

    def _headline(self, layer: _Layer, budget: Budget) -> bool:
        """Measure what a layer stands for; whether that is done."""
        name = layer.group.name
        self.say(f"measuring {name}", self.layers.index(layer), len(self.layers))
        try:
            layer.agreement = layer.headline.run(budget.watching(self.telling(f"measuring {name}")))
            layer.parts = self._parts(layer)
        except OutOfTime:
            return False
        except AccordError as error:
            self._refuse(name, error.summary if isinstance(error, ReadError) else str(error))
        return True

    def _parts(self, layer: _Layer) -> dict[str, Any]:
        """What the page holds of an agreement, by its kind."""
        module, _, function = _PARTS[layer.headline.kind].partition(":")
        try:
            parts: dict[str, Any] = getattr(import_module(module), function)(layer.corpus, layer.agreement, self.most)
        except ModuleNotFoundError:
            parts = _plain(layer.headline.payload(layer.agreement))
        return parts

    def _costly(self, later: Sequence[_Layer], scoring: Systems | None) -> list[Callable[[Budget], None]]:
        """What is measured while there is time: headlines, then systems, then what stands beside headlines."""
        from functools import partial

        steps: list[Callable[[Budget], None]] = [partial(self._late, layer) for layer in later]
        if scoring:
            steps.append(partial(self._score, scoring))
        beside = [(layer, measure) for layer in self.layers for measure in layer.measures[1:]]
        for layer, measure in sorted(beside, key=lambda each: each[1].costly):
            layer.beside.append(_beside(measure, layer, "not computed yet"))
            steps.append(partial(self._beside, layer, measure))
        return steps

    def _late(self, layer: _Layer, budget: Budget) -> None:
        """A headline that took too long at first; a quicker one where the time is not enough for it either."""
        if self._headline(layer, budget):
            return
        from accord.verbs.layer_measures import quick_units

        slow = layer.headline
        layer.measures[0] = quick_units(layer.corpus, self.asked)
        layer.beside.append(_beside(slow, layer, self._no_time()))
        self._headline(layer, Budget(None))

    def _beside(self, layer: _Layer, measure: Measure, budget: Budget) -> None:
        at = next(number for number, each in enumerate(layer.beside) if each["name"] == measure.name)
        what = f"{measure.name} of {layer.group.name}"
        if budget.spent or layer.parts is None:
            layer.beside[at] = _beside(measure, layer, self._no_time())
            return
        try:
            agreement = measure.run(budget.watching(self.telling(what)))
            layer.beside[at] = _beside(measure, layer, None, measure.payload(agreement))
        except OutOfTime:
            layer.beside[at] = _beside(measure, layer, self._no_time())
        except AccordError as error:
            layer.beside[at] = _beside(measure, layer, error.summary if isinstance(error, ReadError) else str(error))

    def _no_time(self) -> str:
        return f"left out, for it takes longer than the {self.budget:g} seconds given (--budget, --all)"

    # --- systems ----------------------------------------------------------------------------------------------------

    def _scoring(self) -> Systems | None:
        if self.files.reference is None or not self.files.systems or self.chosen is not None:
            return None
        self.say("scoring systems", 0, 1)
        try:
            scoring = Systems.of(self.files.reference, self.files.systems, self.asked.repair, self.campaign.columns)
        except AccordError as error:
            self.findings += [each for each in getattr(error, "findings", ()) if isinstance(each, Finding)]
            self._refuse("systems", error.summary if isinstance(error, ReadError) else str(error))
            return None
        self.findings += scoring.findings
        self.repairs += scoring.repairs
        self.assumptions += scoring.assumptions
        self.systems = systems_payload(scoring, None, None, ["chance and comparisons: not computed yet"])
        return scoring

    def _score(self, scoring: Systems, budget: Budget) -> None:
        self.systems = scoring.payload(budget, self.asked.seed, self._no_time)

    def _refuse_nothing(self, scoring: Systems | None) -> None:
        if self.layers or scoring:
            return
        errors = [finding._replace(severity=Severity.ERROR) for finding in self.findings]
        raise ReadError("\n".join(["nothing can be shown", *self.left_out]), errors)

    # --- putting it together ----------------------------------------------------------------------------------------

    def payload(self) -> dict[str, Any]:
        """All that is known by now."""
        shown = [layer.payload() for layer in self.layers if layer.parts is not None]
        waiting = [layer.group.name for layer in self.layers if layer.parts is None]
        left_out = [*self.left_out, *(f"the layer {name} is not measured yet" for name in waiting), *_shortened(shown)]
        findings = findings_payload(self.findings, self.repairs, self.asked.repair, self.most)
        page = {
            "version": VERSION,
            "accord": __version__,
            "title": self.title,
            "settings": {
                "seed": self.asked.seed,
                "budget": self.budget,
                "level": LEVEL,
                "repair": self.asked.repair if self.repairs else None,
                "most": self.most,
                "paths": self.paths,
            },
            "layers": shown,
            "systems": self.systems,
            "findings": findings,
            "assumptions": self.assumptions,
            "left_out": left_out,
        }
        told = alerts(page, self.refused)
        return {**{key: page[key] for key in ("version", "accord", "title", "settings")}, "alerts": told, **page}

    def say(self, what: str, done: int, total: int) -> None:
        if self.told is not None:
            self.told(what, done, total)

    def telling(self, what: str) -> Told:
        """Tells how far one thing is."""
        return lambda done, total: self.say(what, done, total)


def _beside(measure: Measure, layer: _Layer, why_not: str | None, agreement: dict[str, Any] | None = None) -> dict[str, Any]:
    command = measure.command(layer.group.paths)
    return {"name": measure.name, "command": command, "agreement": agreement, "left_out": why_not}


def _shortened(layers: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Sentences that say what of the layers is not held."""
    for layer in layers:
        name = layer["name"]
        items = layer["items"]
        if items["left_out"]:
            kept = items["total"] - items["left_out"]
            yield (
                f"{name}: {kept:,} of {items['total']:,} items that annotators differ on are here, the hardest; --most "
                f"{items['total']} keeps them all"
            )
        if (hidden := layer["documents_total"] - len(layer["documents"])) > 0 and layer["documents"]:
            kept = layer["documents_total"] - hidden
            yield f"{name}: {kept:,} of {layer['documents_total']:,} documents are here, the lowest (see {layer['command']} --json)"


def _title(paths: Sequence[str], files: Survey) -> str:
    """The name of the folder or file that is shown."""
    named = [Path(path).resolve().name for path in paths]
    return named[0] if len(paths) == 1 else Path(files.root).name


def _plain(payload: dict[str, Any]) -> dict[str, Any]:
    return {
        "agreement": payload,
        "pairs": [],
        "items": {"total": 0, "left_out": 0, "shown": []},
        "documents": [],
        "annotators_table": [],
        "labels_view": None,
        "aligner": None,
        "trees_view": None,
    }


# --- the page -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """What a campaign comes to: ``payload`` as JSON holds it, ``html`` as a browser shows it, ``summary`` as text."""

    payload: dict[str, Any]

    @cached_property
    def html(self) -> str:
        """One HTML file that needs nothing else."""
        from accord.report.html import html_page

        return html_page(self.payload)

    @cached_property
    def summary(self) -> str:
        """The page in some lines of text."""
        from accord.report.page_text import page_text

        return page_text(self.payload)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the page as HTML."""
        from accord.write.whole import whole_file

        with whole_file(fspath(path)) as output:
            output.write(self.html.encode("utf-8"))

    def write_payload(self, path: str | PathLike[str]) -> None:
        """Write what the page holds as JSON."""
        import json

        from accord.write.whole import whole_file

        with whole_file(fspath(path)) as output:
            text = json.dumps(self.payload, ensure_ascii=False, allow_nan=False, indent=1)
            output.write(text.encode("utf-8", "backslashreplace"))

    def __repr__(self) -> str:
        layers = ", ".join(layer["name"] for layer in self.payload["layers"])
        return f"<Page {self.payload['title']}: {layers}>"


def report(data: Any, output: str | PathLike[str] | None = None, **settings: Any) -> Page:
    """Measure all that fits in files, folders or a corpus, and write it as one page if an output is named.

    For the settings see `payloads`.
    """
    page = Page(report_payload(data, **settings))
    if output is not None:
        page.write(output)
    return page
