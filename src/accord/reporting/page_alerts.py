"""What must be seen before any number is believed: what is wrong, missing, left out or too uncertain, worst first."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from accord.formats.names import called_like, some
from accord.messages import plural, quoted
from accord.payload.page import Alert
from accord.reporting.numbers import digits, exactly, low_and_high, rounded, three_digits
from accord.reporting.page_annotators import falling_annotators, far_annotators, never_apart, unless_annotators
from accord.reporting.page_width import WIDE, of_chance, too_little
from accord.reporting.table import shortened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Any, Literal

    from accord.payload.layer import LayerPayload, UnmeasuredLayer
    from accord.payload.page import FindingCount, FindingsPayload
    from accord.payload.systems import SystemsPayload

OWN_ANSWERS = "answers: "
"""How a note of labels begins that says that items have answers of their own."""
_NO_SPANS = "no spans are read from the labels: "
"""What of labels is said where they look like chunk labels, and cannot be read as such."""
_ORDER = ("error", "warning", "note")
_LONG = 150
_NO_ANNOTATOR = "unused-column"
_OF_COLUMNS = {"other-spelling", "unlike-columns", "no-item-column", "unlikely-item-column", _NO_ANNOTATOR}
_DOUBTS = {"text-mismatch", *_OF_COLUMNS}
_MANY = 0.2
"""From this share on, what is left out is worth more than a note."""
_FEW = 3
"""More annotators than these with one label each are perhaps none."""


def alerts(
    layers: Sequence[LayerPayload],
    unmeasured: Sequence[UnmeasuredLayer],
    systems: Sequence[SystemsPayload],
    *,
    findings: FindingsPayload,
    refused: Sequence[tuple[str, str]],
    to_come: Sequence[str] = (),
) -> list[Alert]:
    """All alerts of a page; ``refused`` are layers that are not there, and why, and some may be still ``to_come``."""
    read = {layer.id for layer in unmeasured}
    found = [
        _alert("error", refusal(name, why, read), *(("overview", name) if name in read else ("findings",)))
        for name, why in refused
    ]
    found += _of_files(findings, refused)
    for layer in layers:
        found += _of_layer(layer)
    for scored in systems:
        found += _of_systems(scored)
    return [*_unfinished(to_come, len(layers) + len(unmeasured)), *sorted(found, key=_severity)]


def _unfinished(to_come: Sequence[str], layers: int) -> Iterator[Alert]:
    """That a page will be written again, which is said before all else."""
    if to_come:
        of = f"{plural(len(to_come), 'layer')} of {layers:,}"
        yield _alert("warning", f"{of} not measured yet, and on the page when it is written again: {some(to_come)}", "")


def _severity(alert: Alert) -> int:
    return _ORDER.index(alert.severity)


def refusal(name: str, why: str, read: Collection[str]) -> str:
    """That a layer or file is not there, and why; of layers that were read only the measures are not."""
    return f"{name} is not {'measured' if name in read else 'on this page'}: {why}"


def _alert(severity: Literal["error", "warning", "note"], text: str, view: str, layer: str | None = None) -> Alert:
    return Alert(severity=severity, text=text, view=view, layer=layer)


def _of_files(findings: FindingsPayload, refused: Sequence[tuple[str, str]]) -> Iterator[Alert]:
    told = set(map(tuple, refused))
    repaired = {each.file: each for each in findings.repairs}
    for kind in findings.by_code:
        if kind.code == "invalid-transition" and repaired:
            method = next(iter(repaired.values())).method
            changed = sum(each.changed for each in repaired.values())
            files = some([PurePath(file).name for file in repaired])
            text = (
                f"{plural(kind.count, 'label')} may not follow the one before ({files}); where mentions are read "
                f"from labels, the repair {method} is applied, which changes {plural(changed, 'label')}"
            )
            yield _alert(kind.severity, text, "findings")
        elif _is_told(kind):
            shown = [each for each in findings.shown if (each.code, each.severity) == (kind.code, kind.severity)]
            if len(shown) == kind.count and all((each.file, each.message) in told for each in shown):
                continue
            first = shown[0]
            where = PurePath(first.file).name + (f":{first.line}" if first.line else "")
            many = f", the first of {kind.count:,} like it" if kind.count > 1 else ""
            hint = f" ({first.hint})" if kind.code in _OF_COLUMNS else ""
            yield _alert(kind.severity, f"{where}: {shortened(first.message, _LONG)}{hint}{many}", "findings")
    warnings = sum(kind.count for kind in findings.by_code if not _is_told(kind))
    if warnings:
        yield _alert("warning", f"{plural(warnings, 'warning')} about the files", "findings")


def _is_told(kind: FindingCount) -> bool:
    """Whether what was found in files may make numbers wrong: errors, other texts, columns that may be annotators."""
    return kind.severity == "error" or kind.code in _DOUBTS


def _of_layer(layer: LayerPayload) -> Iterator[Alert]:
    name, headline = layer.name, layer.headline
    if headline.value is None:
        why = f"{name}: {headline.coefficient} is undefined, for {headline.undefined}"
        yield _alert("error", why, "overview", layer.id)
    elif too_little(layer) and exactly(headline.value) != 1:
        yield _alert("warning", f"{name}: there is too little for an interval", "overview", layer.id)
    elif headline.interval and (width := headline.interval.high - headline.interval.low) > WIDE:
        low, high = low_and_high(headline.interval.low, headline.interval.high)
        of = " of samples of chance" if of_chance(headline.interval) else ""
        text = f"{name}: the interval{of} reaches from {low} to {high}, {rounded(width, 2)} wide"
        yield _alert("warning", text, "overview", layer.id)
    for note in layer.agreement.get("notes", ()):
        if note.startswith(OWN_ANSWERS):
            yield _alert("warning", f"{name}: {note.removeprefix(OWN_ANSWERS)}", "overview", layer.id)
    for reason in layer.agreement.get("reasons", ()):
        if why := reason.partition(_NO_SPANS)[2]:
            tokens = "tokens are compared, and not the spans that they mark"
            yield _alert(
                "warning", f"{name}: {tokens}: {why}. Leave that file out to compare spans", "findings", layer.id
            )
    if far := far_annotators(layer):
        who, rest = [row.annotator for row in far], some([digits(row.against_rest.number) for row in far])
        are = "is" if len(far) == 1 else "are"
        text = f"{name}: {some(who)} {are} far from the others ({rest}); {unless_annotators(who)}"
        yield _alert("warning", text, "annotators", layer.id)
    for pair in never_apart(layer) if layer.traits.pairs_of_items else ():
        never = f"{pair.first} and {pair.second} never differ in {plural(pair.used, layer.unit)}"
        why = "they are surer than the others, or did not work apart from each other"
        yield _alert("warning", f"{name}: {never}, as the others do: {why}", "pairs", layer.id)
    yield from _references(layer)
    yield from _thin(layer)
    yield from _drift(layer)
    yield from _of_labels(layer)
    yield from _left_out(layer)
    for beside in layer.beside:
        if beside.left_out:
            yield _alert("note", f"{name}: {beside.name} is not here: {beside.left_out}", "overview", layer.id)


def _references(layer: LayerPayload) -> Iterator[Alert]:
    """Who is called like a reference or a prediction: left out, or counted where nobody else could be."""
    name, references = layer.name, layer.references
    if references:
        called, many = _called(references), len(references) > 1
        are, it = (f"are {called}, by their names,", "them") if many else (f"is {called}, by its name,", "it")
        count = f"to count {it} in, name all annotators: --annotators, annotators="
        text = f"{name}: {some(references)} {are} and left out of the agreement ({count})"
        yield _alert("note", text, "annotators", layer.id)
    elif found := list(filter(called_like, layer.annotators)):
        called, many = _called(found), len(found) > 1
        count, are = ("count as annotators", "are") if many else ("counts as an annotator", "is")
        text = f"{name}: {some(found)} {count} here, and {are} called like {called}"
        yield _alert("note", text, "annotators", layer.id)


def _called(names: Sequence[str]) -> str:
    """What annotators are called like, one or several."""
    called = dict.fromkeys(map(called_like, names))
    return " or ".join(f"{each}s" if len(names) > 1 else f"a {each}" for each in called)


def _drift(layer: LayerPayload) -> Iterator[Alert]:
    """Annotators who agree less and less with the others."""
    falling, many = falling_annotators(layer), len(layer.annotators)
    if not falling:
        return
    who = "the two annotators agree" if many == 2 else f"{len(falling):,} of {many:,} annotators agree"
    who = f"{falling[0]} agrees" if many > 2 and len(falling) == 1 else who
    others = "" if many == 2 else " with the others"
    named = f" ({some(falling)})" if many > 2 and len(falling) > 1 else ""
    text = f"{who} less{others} towards the end of the files, whose order need not be that of the work{named}"
    yield _alert("note", f"{layer.name}: {text}", "annotators", layer.id)


def _thin(layer: LayerPayload) -> Iterator[Alert]:
    """Annotators who are perhaps none: each has one thing only, so their files may be documents."""
    given = [row.labels for row in layer.annotators_table]
    if len(given) > _FEW and max(given) == 1:
        what = layer.counts.annotators
        text = (
            f"{layer.name}: each of the {len(layer.annotators):,} annotators has one {what} only: if their files "
            "are documents, say how annotators are told apart (--annotators-by)"
        )
        yield _alert("warning", text, "annotators", layer.id)


def _of_labels(layer: LayerPayload) -> Iterator[Alert]:
    """Labels that no two annotators ever gave to the same item or place.

    Labels of units and trees count as met only where units are aligned and heads are the same, so these are left out.
    """
    if not layer.traits.labels_meet:
        return
    alone = [row.label for row in layer.label_rows if row.count > 1 and row.specific == 0]
    if alone:
        text = f"{layer.name}: no two annotators ever agree on {some(list(map(quoted, alone)))}"
        yield _alert("warning", text, "labels", layer.id)


def _left_out(layer: LayerPayload) -> Iterator[Alert]:
    """What takes no part in the value, a warning where that is much."""
    result = layer.agreement["results"][0]
    used = next(iter(result["used"].values()), 0)
    for what, count in result["excluded"].items():
        severity: Literal["warning", "note"] = "warning" if count > _MANY * (used + count) else "note"
        yield _alert(severity, f"{layer.name}: left out of the value: {what}: {count:,}", "pairs", layer.id)


def _of_systems(systems: SystemsPayload) -> Iterator[Alert]:
    if spread := _repair_spread(systems.all_repairs):
        file, apart = max(spread.items(), key=lambda each: each[1])
        if apart > 0:
            much = f"by up to {three_digits(apart)}"
            text = f"the F1 of {PurePath(file).name} depends on how invalid labels are read, {much}"
            yield _alert("note", text, "systems")
    for line in systems.left_out:
        yield _alert("note", line, "systems")


def _repair_spread(repairs: Mapping[str, Any] | None) -> dict[str, float]:
    """How far apart the F1 of each run is between repairs."""
    values: dict[str, list[float]] = {}
    for run in repairs["runs"] if repairs else ():
        if run["micro"]["f1"] is not None:
            values.setdefault(run["file"], []).append(run["micro"]["f1"])
    return {file: max(found) - min(found) for file, found in values.items()}
