"""The same figure as `accord.reporting.calibration_figure`, drawn by matplotlib for formats of pixels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from accord.errors import MissingExtra
from accord.reporting.calibration_figure import Chart, calibration_figure
from accord.reporting.export import Drawing
from accord.reporting.palette import DASHES, colour, looks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.simulation.calibration import Calibration


def calibration_plot(calibration: Calibration, values: Sequence[float] = ()) -> Drawing:
    """A calibration as SVG and in pixels."""
    return Drawing(partial(calibration_figure, calibration, values), partial(calibration_png, calibration, values))


def calibration_png(calibration: Calibration, values: Sequence[float] = ()) -> bytes:
    """A line for each noise with a band around it, as a PNG file."""
    from io import BytesIO

    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("matplotlib", "plot") from None
    chart = Chart(calibration, tuple(values))
    figure = Figure(figsize=(7.5, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for place, curve in enumerate(chart.curves):
        hue, pattern, _ = looks(place)
        look, dash = colour(hue, 0.38), DASHES[pattern]
        style = "-" if dash == "none" else (0, tuple(map(float, dash.split())))
        axes.plot(curve.amounts, curve.means, linestyle=style, color=look, label=curve.name)
        lows, highs = (
            [mean + side * spread for mean, spread in zip(curve.means, curve.spreads, strict=True)] for side in (-1, 1)
        )
        axes.fill_between(curve.amounts, lows, highs, color=look, alpha=0.16, linewidth=0)
    for value in chart.values:
        axes.axhline(value, color="#222222", linewidth=0.8, linestyle=":")
    for reading, amount in chart.readings:
        axes.plot([amount], [reading.value], "o", color="#222222", markersize=5)
    axes.set(xlabel="amount of noise", ylabel=chart.name, xlim=(0, chart.farthest), ylim=(chart.lowest, 1.01))
    figure.suptitle(f"What {chart.name} is for known noise")
    axes.set_title(chart.subtitle, fontsize=8)
    axes.legend()
    drawn = BytesIO()
    figure.savefig(drawn, format="png", dpi=150)
    return drawn.getvalue()
