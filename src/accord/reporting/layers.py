"""The agreement on several layers, one row or object each: as a table and as JSON."""

from __future__ import annotations

from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, Any

from accord.agreement.result import Undefined
from accord.messages import plural
from accord.reporting.agree_payload import agree_payload
from accord.reporting.numbers import ends, four_digits, interval_name
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.campaign.headlines import LayerAgreement

_LONG = 160
"""Commands of so many characters are said once; many files that are named one by one would stand in each row."""


def layers_table(layers: Sequence[LayerAgreement], *, all_coefficients: bool) -> Table:
    """The headline of each layer, or all coefficients that were asked for, with the command for the rest."""
    level = next((interval_name(each.agreement.level) for each in layers if each.agreement), "interval")
    rows = tuple(row for layer in layers for row in _rows(layer, None if all_coefficients else 1))
    reasons: dict[str, list[str]] = {}
    for each in layers:
        if why := _why_not(each):
            reasons.setdefault(why, []).append(each.layer)
    notes = tuple(f"{', '.join(names)}: {why}" for why, names in reasons.items())
    columns = ("layer", "kind", "coefficient", "value", level, "annotators", "all about it")
    title = f"Agreement on {plural(len(layers), 'layer')}, each by itself"
    made = Table(columns, rows, title=title, notes=notes)
    said_once = _of_any(layers) if max(len(each.command) for each in layers) > _LONG else None
    if said_once is None:
        return made
    return replace(made.selected(range(len(columns) - 1)), notes=(*notes, f"all about a layer: {said_once}"))


def _of_any(layers: Sequence[LayerAgreement]) -> str | None:
    """The command for any of the layers, where the commands for all differ in nothing but the layer."""
    parts = {tuple(each.command.split(f" --layer {quote(each.layer)}", 1)) for each in layers}
    if len(parts) != 1 or len(found := parts.pop()) != 2:
        return None
    return f"{found[0]} --layer NAME{found[1]}"


def _why_not(layer: LayerAgreement) -> str | None:
    """Why a layer has no value, if it has none."""
    if layer.agreement is None:
        return f"not measured: {layer.left_out}"
    value = layer.agreement.result.value
    return f"undefined: {value.reason}" if isinstance(value, Undefined) else None


def _rows(layer: LayerAgreement, most: int | None) -> Iterator[tuple[str, ...]]:
    if layer.agreement is None:
        yield layer.layer, layer.kind, "", "–", "–", "–", layer.command
        return
    who = str(len(layer.agreement.annotator_names))
    for each in layer.agreement.results[:most]:
        name, value = each.title or each.name, four_digits(each.value)
        yield layer.layer, layer.kind, name, value, ends(each.interval), who, layer.command


def layers_payload(layers: Sequence[LayerAgreement], most: int) -> dict[str, Any]:
    """What the command prints of each layer with ``--json``, or why it is left out."""
    return {
        "version": 2,
        "layers": [
            {
                "layer": each.layer,
                "kind": each.kind,
                "command": each.command,
                "agreement": agree_payload(each.agreement, most) if each.agreement else None,
                "left_out": each.left_out,
            }
            for each in layers
        ],
    }
