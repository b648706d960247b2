"""What the page holds, put together; `accord.payload` says what stands where."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord import __version__
from accord.messages import plural
from accord.payload.page import VERSION, PagePayload, Remark
from accord.reporting.page_alerts import alerts, refusal
from accord.reporting.page_findings import findings_payload
from accord.reporting.page_plots import page_plots
from accord.reporting.page_progress import progress_over_layers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.model import Finding
    from accord.payload.layer import LayerPayload, PairRow, UnmeasuredLayer
    from accord.payload.page_settings import PageSettings
    from accord.payload.systems import SystemsPayload


def page_payload(
    title: str,
    settings: PageSettings,
    *,
    layers: Sequence[LayerPayload],
    systems: Sequence[SystemsPayload],
    findings: Sequence[Finding],
    repairs: Iterable[tuple[Any, str]],
    assumptions: Sequence[Remark],
    refused: Sequence[tuple[str, str]] = (),
    unmeasured: Sequence[UnmeasuredLayer] = (),
    left_out: Sequence[Remark] = (),
    to_come: Sequence[str] = (),
) -> PagePayload:
    """The whole page; ``refused`` are layers that are not there, and why; ``unmeasured`` those that were read.

    Of the latter some may be still ``to_come``.
    """
    found = findings_payload(findings, repairs, settings.most)
    read = {layer.id for layer in unmeasured}
    missing = [Remark(name if name in read else None, refusal(name, why, read)) for name, why in refused]
    missing += left_out
    missing += [Remark(layer.id, line) for layer in layers for line in _not_held(layer)]
    missing += [Remark(None, line) for scored in systems for line in _not_held_of_systems(scored)]
    if found.left_out:
        missing.append(
            Remark(None, f"{plural(found.left_out, 'finding')} more not listed: accord check lists them all")
        )
    progress = progress_over_layers(layers)
    return PagePayload(
        version=VERSION,
        accord=__version__,
        title=title,
        settings=settings,
        alerts=alerts(layers, unmeasured, systems, findings=found, refused=refused, to_come=to_come),
        layers=layers,
        unmeasured=unmeasured,
        systems=systems,
        findings=found,
        progress=progress,
        plots=page_plots(layers, systems, progress),
        assumptions=assumptions,
        left_out=missing,
        refused=refused,
    )


def page_with_layer(page: PagePayload, changed: PagePayload) -> PagePayload:
    """The page with a layer as it was measured again: its settings, and what is said of it, are those of the change."""
    new = {layer.id: replace(layer, settings=changed.settings) for layer in changed.layers}
    late = {layer.id for layer in page.unmeasured if layer.id in new}
    layers = [*(new.get(layer.id, layer) for layer in page.layers), *map(new.__getitem__, sorted(late))]
    unmeasured = [layer for layer in page.unmeasured if layer.id not in late]
    refused = [(name, why) for name, why in page.refused if name not in late]
    progress = progress_over_layers(layers)
    return replace(
        page,
        layers=layers,
        unmeasured=unmeasured,
        refused=refused,
        assumptions=_remarks(page.assumptions, changed.assumptions, new),
        left_out=_remarks(page.left_out, changed.left_out, new),
        progress=progress,
        plots=page_plots(layers, page.systems, progress),
        alerts=alerts(layers, unmeasured, page.systems, findings=page.findings, refused=refused),
    )


def _remarks(old: Iterable[Remark], changed: Iterable[Remark], new: Iterable[str]) -> list[Remark]:
    """What was said of other layers, and what is said now of new ones."""
    measured = set(new)
    kept = [each for each in old if each.layer not in measured]
    said = {each.text for each in kept}
    return kept + [each for each in changed if each.layer in measured and each.text not in said]


def _not_held(layer: LayerPayload) -> Iterator[str]:
    """Sentences that say what of a layer is not held, and how to get it."""
    name, items, total = layer.name, layer.items, layer.documents_total
    if items.left_out:
        kept = items.total - items.left_out
        yield f"{name}: of {items.total:,} items that annotators differ on, the {kept:,} hardest are here (--most)"
    if 0 < len(layer.documents) < total:
        yield f"{name}: of {total:,} documents the {len(layer.documents):,} lowest are here (--most)"
    annotators, shown = len(layer.annotators), len(layer.annotators_table)
    if 0 < shown < annotators:
        yield f"{name}: of {annotators:,} annotators the {shown:,} who gave most are here (--most)"
    if layer.pairs_left_out:
        yield f"{name}: pairs of annotators are not here: {layer.pairs_left_out}"
    if (why := _alike(layer.pairs)) is not None:
        yield f"{name}: what every two annotators, and each against the rest, come to is not here: {why}"
    if layer.labels_left_out:
        yield f"{name}: categories are not compared: {layer.labels_left_out}"
    if layer.difficulty_left_out:
        yield f"{name}: how hard documents are is not here: {layer.difficulty_left_out}"
    for what in ("document", "annotator"):
        if hidden := layer.agreement.get(f"{what}s_left_out"):
            there = f"in what the command prints: {layer.command} --json" if layer.command else "are not here (--most)"
            yield f"{name}: {plural(hidden, what)} more {there}"
    for view, what in ((layer.aligner, "documents"), (layer.trees_view, "sentences")):
        if view and view.left_out:
            yield f"{name}: of {view.total:,} {what} the {view.total - view.left_out:,} worst are drawn (--most)"


def _not_held_of_systems(scored: SystemsPayload) -> Iterator[str]:
    """The same of systems."""
    name = f"{scored.terms.system}s against {scored.id}"
    for what, held, left_out in (
        (scored.terms.part, scored.labels, scored.labels_left_out),
        ("document", scored.documents, scored.documents_left_out),
    ):
        if left_out:
            total = len(held) + left_out
            which = "worst" if what == "document" else "most frequent"
            yield f"{name}: of {total:,} {what}s the {len(held):,} {which} are here (--most)"


def _alike(pairs: Sequence[PairRow]) -> str | None:
    """Why no pair was measured, if that is the same for all of them and not in what they did."""
    reasons = {row.undefined for row in pairs}
    reason = reasons.pop() if len(reasons) == 1 else None
    return reason if reason and reason.startswith("left out") else None
