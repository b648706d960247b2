"""The same figure as `accord.reporting.start_figure`, drawn by matplotlib for formats of pixels."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Sequence

_STYLES = ("-", "--", ":", "-.")


def start_png(tokens: int, lengths: Sequence[int]) -> bytes:
    """The chance of each start, a line for each length, as a PNG file."""
    from io import BytesIO

    from accord.chance.random_spans import expected_starts

    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("matplotlib", "plot") from None
    counts = Counter(lengths)
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    for place, (length, starts) in enumerate(sorted(expected_starts(tokens, lengths).items())):
        chances = starts / counts[length]
        style = _STYLES[place % len(_STYLES)]
        axes.plot(range(1, len(chances) + 1), chances, style, color=f"C{place}", label=f"length {length}")
    axes.set(xlabel="token at which the span starts", ylabel="chance", ylim=(0, None))
    axes.set_title(f"Where {counts.total()} spans would start by chance in {tokens} tokens")
    axes.legend()
    drawn = BytesIO()
    figure.savefig(drawn, format="png", dpi=150)
    return drawn.getvalue()
