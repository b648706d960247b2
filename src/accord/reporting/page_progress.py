"""Layers that are rounds of the same work, recognised by their names, such as round1 and round2."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from accord.payload.progress import STAGE, ProgressView, StageRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.payload.layer import LayerPayload


def progress_over_layers(layers: Sequence[LayerPayload]) -> ProgressView | None:
    """The layers of one kind and measure whose names differ in the number of a round alone, the most there are of."""
    rounds: defaultdict[tuple[str, ...], list[tuple[int, LayerPayload]]] = defaultdict(list)
    for layer in layers:
        if found := STAGE.search(layer.name):
            rest = layer.name[: found.start()], layer.name[found.end() :]
            same = layer.kind, layer.headline.coefficient, found["of"].lower(), *rest
            rounds[same].append((int(found["number"]), layer))
    if not rounds:
        return None
    (_, _, of, *_), most = max(rounds.items(), key=lambda entry: len(entry[1]))
    if len({number for number, _ in most}) < max(2, len(most)):
        return None
    ordered = [layer for _, layer in sorted(most, key=lambda each: each[0])]
    return ProgressView(of=of, unit=ordered[0].unit, rows=[_row(layer) for layer in ordered])


def _row(layer: LayerPayload) -> StageRow:
    coverage = layer.coverage
    return StageRow(
        name=layer.name,
        value=layer.headline.value,
        undefined=layer.headline.undefined,
        interval=layer.headline.interval,
        first_day=coverage.first_day if coverage else None,
        last_day=coverage.last_day if coverage else None,
        used=layer.used,
        annotators=len(layer.annotators),
        layer=layer.id,
    )
