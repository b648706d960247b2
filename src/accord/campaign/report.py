"""Read a campaign, measure what fits, and say on one page how much annotators agree, where not, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from accord.campaign.file_layers import Group
from accord.campaign.page_files import refuse_no_page, refuse_no_payload
from accord.campaign.page_limits import MAX, SECONDS
from accord.campaign.request import CampaignRequest
from accord.campaign.work import Work
from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.errors import UsageError
from accord.messages import suggestion
from accord.model import Corpus
from accord.model.presentation import NotebookDisplay
from accord.payload.schema import as_json
from accord.verbs.arguments import check_number, check_path, check_whole_number, lists, names
from accord.verbs.data import are_paths, in_hand
from accord.verbs.read import Campaign, as_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.compute.progress import OnStage
    from accord.payload.page import PagePayload
    from accord.reporting.export import Drawing


class Changeable(TypedDict, total=False):
    """What a caller may say of a page and change while it is looked at.

    Costly measures may take the ``budget``, in seconds of processor time; None is as long as they take. Invalid chunk
    labels are read by the method of ``repair`` (begin, unless another is named; none leaves out what needs it). Where a
    ``layer`` is named, only that one is measured, by a ``coefficient`` and a ``distance``, for some ``annotators`` and
    ``documents``; ``labels`` are all of it in their order, lowest first, and ``missing`` those that
    mean no answer.
    """

    layer: str | None
    coefficient: str | None
    distance: str | None
    labels: Sequence[str] | None
    missing: Sequence[str] | None
    annotators: Sequence[str] | None
    documents: Sequence[str] | None
    repair: str | None
    seed: int
    budget: float | None


class Settings(Changeable, total=False):
    """What a caller may say of a page, besides what can be changed.

    Those to ``exclude`` are looked at in no layer. ``reference`` and ``systems`` are paths of what is scored, where
    names do not show it. ``anytime`` asks for intervals that hold however often one looks. ``most`` is how many items
    and documents of a layer are held. The ``campaign`` says how files are read. ``progress`` is told what is being
    done, how many steps of it are done and of how many; what it raises stops the work. Where nothing at all can be
    measured there is no page, unless what was read is there ``to_adjudicate``.
    """

    exclude: Sequence[str]
    reference: str | None
    systems: Sequence[str]
    title: str | None
    most: int
    anytime: bool
    campaign: Campaign | None
    progress: OnStage | None
    to_adjudicate: bool


def payloads(data: Any, **settings: Unpack[Settings]) -> Iterator[PagePayload]:
    """What the page of files, folders or a corpus holds: first all that is quick, then with what there is time for.

    See `Settings`.
    """
    work = work_for(**settings)
    given = in_hand(data)
    if isinstance(given, Corpus):
        work.add(Group("corpus", ()), given)
    elif not are_paths(given) and not (isinstance(given, list | tuple) and not given):
        work.add(Group("corpus", ()), as_corpus(given, annotators=settings.get("annotators")))
    else:
        given = lists(given)
        paths = [check_path(path, "report") for path in (given if isinstance(given, list) else [given])]
        if not paths:
            raise UsageError("name at least one file or folder to report on")
        systems = [check_path(path, "systems") for path in settings.get("systems", ())]
        work.read(paths, settings.get("reference"), systems)
    return work.payloads()


def work_for(**settings: Unpack[Settings]) -> Work:
    """What is to be done for a page, before anything is read."""
    for name in settings:
        if name not in Settings.__optional_keys__:
            known = suggestion(name, sorted(Settings.__optional_keys__))
            raise UsageError(f"there is no setting {name!r}: {known}")
    repair, budget = settings.get("repair") or "begin", settings.get("budget", SECONDS)
    annotators, documents, labels = (settings.get(name) for name in ("annotators", "documents", "labels"))
    missing = settings.get("missing") or ()
    campaign, exclude = settings.get("campaign") or Campaign(), names(settings.get("exclude", ()), "exclude")
    if annotators and exclude:
        raise UsageError("annotators say who is looked at, and exclude who is not: give one of them")
    asked = CampaignRequest(
        check_whole_number(settings.get("seed", 1), "seed", least=0),
        NO_REPAIR if repair == NO_REPAIR else REPAIRS.name(repair),
        settings.get("coefficient"),
        settings.get("distance"),
        None if annotators is None else names(annotators, "annotators"),
        None if labels is None else names(labels, "labels"),
        names(missing, "missing"),
        exclude,
        anytime=settings.get("anytime", False),
        reading=campaign.options,
    )
    return Work(
        asked,
        None if budget is None else _seconds(budget),
        check_whole_number(settings.get("most", MAX), "most", least=1),
        campaign,
        settings.get("title"),
        settings.get("layer"),
        None if documents is None else names(documents, "documents"),
        settings.get("progress"),
        to_adjudicate=settings.get("to_adjudicate", False),
    )


def _seconds(budget: Any) -> float:
    seconds = check_number(budget, "budget")
    if not 0 <= seconds < inf:
        raise UsageError(f"budget: seconds from 0 on are needed, not {seconds:g}; no limit is None, or --all")
    return seconds


def report_payload(data: Any, **settings: Unpack[Settings]) -> dict[str, Any]:
    """All that the page of files, folders or a corpus holds, as JSON; see `Settings`."""
    *_, last = payloads(data, **settings)
    held: dict[str, Any] = as_json(last)
    return held


@dataclass(frozen=True)
class Page(NotebookDisplay):
    """What a campaign comes to: ``payload`` as JSON holds it, ``html`` as a browser shows it, ``summary`` as text.

    The same with names that an editor knows is its ``content``.
    """

    content: PagePayload

    def __repr__(self) -> str:
        layers = ", ".join(layer.name for layer in self.content.layers)
        return f"<Page {self.content.title}: {layers}>"

    @cached_property
    def payload(self) -> dict[str, Any]:
        """What the page holds, as JSON holds it."""
        held: dict[str, Any] = as_json(self.content)
        return held

    @cached_property
    def html(self) -> str:
        """One HTML file that needs nothing else."""
        from accord.reporting.html import html_page

        return html_page(self.payload)

    @cached_property
    def summary(self) -> str:
        """The page in some lines of text."""
        from accord.reporting.page_text import page_text

        return page_text(self.content)

    def plot(
        self,
        picture: str | None = None,
        layer: str | None = None,
        part: str | None = None,
        pair: Sequence[str] | None = None,
        width: str | float | None = None,
    ) -> Drawing:
        """A picture of the page: layers, systems, chance, or one of a layer; ``save`` writes it.

        Of a layer these are headline, pairs, annotators, drift, labels, confusion, differences, documents, aligner,
        limits and trees. ``part`` is the document of an alignment or the sentence of trees; the worst, if none is
        named. ``pair`` are the two annotators whose trees or limits are drawn; those that are furthest apart, if none
        are named. In print it is so wide: "single", as a column, "double", as two, or in millimetres.
        """
        from accord.reporting.page_part import page_figure

        return page_figure(self.content, picture, layer, part, pair).within(width)

    def table(self, name: str | None = None, layer: str | None = None, *, form: str = "text") -> str:
        """A table of the page as text, csv, markdown or latex.

        It is one of layers and systems or, of a layer, of pairs, labels, confusions, documents and annotators.
        """
        from accord.reporting.page_part import page_table
        from accord.reporting.table import TABLE_FORMATS

        if form not in TABLE_FORMATS:
            raise UsageError(f"unknown form {form!r}: {suggestion(form, list(TABLE_FORMATS))}")
        return TABLE_FORMATS[form](page_table(self.content, name, layer))

    def write(self, path: str | PathLike[str]) -> None:
        """Write the page as HTML, over an earlier page if need be, and over nothing else."""
        refuse_no_page(path)
        _write(path, self.html)

    def write_payload(self, path: str | PathLike[str]) -> None:
        """Write what the page holds as JSON, over an earlier one if need be, and over nothing else."""
        import json

        refuse_no_payload(path)
        _write(path, json.dumps(self.payload, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def _write(path: str | PathLike[str], text: str) -> None:
    from accord.formats.output import whole_file

    with whole_file(fspath(path)) as output:
        output.write(text.encode("utf-8", "backslashreplace"))


def report(data: Any, output: str | PathLike[str] | None = None, **settings: Unpack[Settings]) -> Page:
    """Measure all that fits in files, folders or a corpus, and write it as one page if an output is named.

    See `Settings`.

    >>> page = report("examples/harbour/urgency.csv")
    >>> page
    <Page urgency.csv: urgency>
    """
    target = None if output is None else check_path(output, "output")
    *_, last = payloads(data, **settings)
    page = Page(last)
    if target is not None:
        page.write(target)
    return page
