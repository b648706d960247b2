"""Names of learning curves stay in the picture, and apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.reporting.curve_figure import curve_scene
from accord.reporting.scene import Words
from tests.scenes import meeting, outside

if TYPE_CHECKING:
    from collections.abc import Sequence

LONG = [f"corpora/of/tweets/that/were/labelled/by/a/crowd/in/{year}/held-out.conll" for year in (2013, 2014, 2015)]


@pytest.mark.parametrize("panels", [1, 2, 3])
@pytest.mark.parametrize("names", [LONG, ["online", *LONG, "dev"], [f"run {number}" for number in range(9)]])
def test_names_stay_in_the_picture_and_apart(panels: int, names: Sequence[str]) -> None:
    lines = {name: [0.5, 0.7] for name in names}
    scene = curve_scene({f"{LONG[0]} {number}": lines for number in range(panels)}, "Learning", "subtitle")
    assert not outside(scene)
    assert not meeting(scene)
    key = [each.text for each in scene.shapes if isinstance(each, Words)][-len(names) :]
    for name, shown in zip(names, key, strict=True):
        assert name.endswith(shown.removeprefix("…"))
