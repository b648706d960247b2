"""The agreement on several layers, one row or object each: as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.result import Undefined
from accord.messages import plural
from accord.reporting.agree_payload import agree_payload
from accord.reporting.numbers import ends, four_digits, interval_name
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.campaign.headlines import LayerAgreement


def layers_table(layers: Sequence[LayerAgreement], *, all_coefficients: bool) -> Table:
    """The headline of each layer, or all coefficients that were asked for, with the command for the rest."""
    level = next(interval_name(each.agreement.level) for each in layers if each.agreement)
    rows = tuple(row for layer in layers for row in _rows(layer, None if all_coefficients else 1))
    reasons: dict[str, list[str]] = {}
    for each in layers:
        if why := _why_not(each):
            reasons.setdefault(why, []).append(each.layer)
    notes = tuple(f"{', '.join(names)}: {why}" for why, names in reasons.items())
    columns = ("layer", "kind", "coefficient", "value", level, "annotators", "all about it")
    title = f"Agreement on {plural(len(layers), 'layer')}, each by itself"
    return Table(columns, rows, title=title, notes=notes)


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
