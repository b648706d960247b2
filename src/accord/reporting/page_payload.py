"""What the page holds, as JSON holds it; docs/report.md says what stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from accord import __version__
from accord.messages import plural
from accord.reporting.page_alerts import alerts, refusal
from accord.reporting.page_findings import findings_payload
from accord.reporting.plot_rows import page_plots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model import Finding

VERSION = 1
"""Of what is where in a payload: keys may come, but none goes or changes what it means without another version."""
LEVEL = 0.95


class Remark(NamedTuple):
    """A sentence about a layer, or about the whole page."""

    layer: str | None
    text: str


def page_payload(
    title: str,
    settings: Mapping[str, Any],
    *,
    layers: list[dict[str, Any]],
    systems: dict[str, Any] | None,
    findings: Sequence[Finding],
    repairs: Iterable[tuple[Any, str]],
    assumptions: Sequence[Remark],
    refused: Sequence[tuple[str, str]] = (),
    unmeasured: Sequence[Mapping[str, Any]] = (),
    left_out: Sequence[Remark] = (),
    to_come: Sequence[str] = (),
) -> dict[str, Any]:
    """The whole page; ``refused`` are layers that are not there, and why; ``unmeasured`` those that were read.

    Of the latter some may be still ``to_come``.
    """
    held: dict[str, Any] = {
        "layers": layers,
        "unmeasured": list(unmeasured),
        "systems": systems,
        "findings": findings_payload(findings, repairs, settings["most"]),
    }
    held["plots"] = page_plots(held)
    read = {layer["id"] for layer in unmeasured}
    missing = [Remark(name if name in read else None, refusal(name, why, read)) for name, why in refused]
    missing += left_out
    missing += [Remark(layer["id"], line) for layer in layers for line in _not_held(layer)]
    if hidden := held["findings"]["left_out"]:
        missing.append(Remark(None, f"{plural(hidden, 'finding')} more not listed: accord check lists them all"))
    return {
        "version": VERSION,
        "accord": __version__,
        "title": title,
        "settings": {**settings, "level": LEVEL},
        "alerts": alerts(held, refused, to_come),
        **held,
        "assumptions": [remark._asdict() for remark in assumptions],
        "left_out": [remark._asdict() for remark in missing],
        "refused": list(refused),
    }


def page_with_layer(page: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """The page with a layer as it was measured anew: its settings, and what is said of it, are those of the change."""
    new = {layer["id"]: {**layer, "settings": changed["settings"]} for layer in changed["layers"]}
    late = {layer["id"] for layer in page["unmeasured"] if layer["id"] in new}
    held = dict(page) | {
        "layers": [*(new.get(layer["id"], layer) for layer in page["layers"]), *map(new.__getitem__, sorted(late))],
        "unmeasured": [layer for layer in page["unmeasured"] if layer["id"] not in late],
        "refused": [(name, why) for name, why in page["refused"] if name not in late],
    }
    for part in ("assumptions", "left_out"):
        held[part] = [remark for remark in page[part] if remark["layer"] not in new]
        held[part] += [remark for remark in changed[part] if remark["layer"] in new]
    return held | {"plots": page_plots(held), "alerts": alerts(held, held["refused"])}


def _not_held(layer: Mapping[str, Any]) -> Iterator[str]:
    """Sentences that say what of a layer is not held, and how to get it."""
    name, items, total = layer["name"], layer["items"], layer["documents_total"]
    if items["left_out"]:
        kept = items["total"] - items["left_out"]
        yield f"{name}: of {items['total']:,} items that annotators differ on, the {kept:,} hardest are here (--most)"
    if 0 < len(layer["documents"]) < total:
        yield f"{name}: of {total:,} documents the {len(layer['documents']):,} lowest are here (--most)"
    annotators, shown = len(layer["annotators"]), len(layer["annotators_table"])
    if 0 < shown < annotators:
        yield f"{name}: of {annotators:,} annotators the {shown:,} who gave most are here (--most)"
    if layer.get("pairs_left_out"):
        yield f"{name}: pairs of annotators are not here: {layer['pairs_left_out']}"
    if (why := _alike(layer["pairs"])) is not None:
        yield f"{name}: what every two annotators, and each against the rest, come to is not here: {why}"
    if layer["kind"] == "units" and not layer["labels_view"]:
        coefficient = layer["headline"]["coefficient"]
        yield f"{name}: categories are not compared: {coefficient} does not say which unit is aligned with which"
    if layer.get("difficulty_left_out"):
        yield f"{name}: how hard documents are is not here: {layer['difficulty_left_out']}"
    if hidden := layer["agreement"].get("documents_left_out"):
        there = (
            f"in what the command prints: {layer['command']} --json" if layer["command"] else "are not here (--most)"
        )
        yield f"{name}: {plural(hidden, 'document')} more {there}"
    for view, what in (("aligner", "documents"), ("trees_view", "sentences")):
        if layer[view] and layer[view]["left_out"]:
            kept = layer[view]["total"] - layer[view]["left_out"]
            yield f"{name}: of {layer[view]['total']:,} {what} the {kept:,} worst are drawn (--most)"


def _alike(pairs: Sequence[Mapping[str, Any]]) -> str | None:
    """Why no pair was measured, if that is the same for all of them and not in what they did."""
    reasons = {row["undefined"] for row in pairs}
    reason = reasons.pop() if len(reasons) == 1 else None
    return reason if reason and reason.startswith("left out") else None
