from __future__ import annotations

import sys

import pytest

from accord.errors import MissingExtra
from accord.reporting.start_plot import start_png


def test_a_figure_of_pixels() -> None:
    pytest.importorskip("matplotlib", reason="figures of pixels need the extra 'plot'")
    assert start_png(100, [1, 5, 10, 15]).startswith(b"\x89PNG")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"accord\[plot\]"):
        start_png(100, [1])
