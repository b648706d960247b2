"""The pictures of the whole page: every layer, and the systems beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.messages import capital, plural
from accord.payload.plots import PagePlots
from accord.reporting.plot_rows import MAX_ROWS, estimate_row, plot_row, progress_plot, scale_plot
from accord.reporting.systems_plots import high_end

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.payload.layer import LayerPayload
    from accord.payload.plots import ScalePlot
    from accord.payload.progress import ProgressView
    from accord.payload.systems import SystemsPayload


def page_plots(
    layers: Sequence[LayerPayload], systems: Sequence[SystemsPayload], progress: ProgressView | None = None
) -> PagePlots:
    """The pictures, by name."""
    return PagePlots(
        layers=layers_plot(layers),
        progress=progress_plot(progress, next(each.measure for each in layers if each.id == progress.rows[0].layer))
        if progress
        else None,
        systems=systems_plot(systems),
    )


def layers_plot(layers: Sequence[LayerPayload]) -> ScalePlot | None:
    """The headline of every layer."""
    rows = [replace(estimate_row(each.name, each.headline), wider=each.headline.other_annotators) for each in layers]
    said = f"{plural(len(rows), 'layer')} with agreement and its interval, chance at 0"
    notes = [f"{each.name}: {each.headline.signature}" for each in layers[:MAX_ROWS]]
    return scale_plot("Agreement of each layer, lowest first", said, rows, notes=notes) if rows else None


def systems_plot(systems: Sequence[SystemsPayload]) -> ScalePlot | None:
    """Each system against the only reference, the best first; the best one against each of several."""
    if len(systems) != 1:
        best = [each for each in systems if each.headline]
        rows = [estimate_row(f"{each.headline.system}, {each.id}", each.headline) for each in best if each.headline]
        title = "The best system against each reference"
        axis = "score"
    else:
        ranks = systems[0].ranks
        rows = [plot_row(each.system, each.value, interval=each.interval) for each in ranks]
        axis = ranks[0].measure if ranks else "score"
        title = f"{capital(axis)} of each {systems[0].terms.system}, best first"
    notes = [signature for each in systems if (signature := each.score.get("signature"))]
    said = f"{plural(len(rows), 'system')} with {axis} and its interval"
    return scale_plot(title, said, rows, chance=None, axis=axis, high=high_end(rows), notes=notes) if rows else None
