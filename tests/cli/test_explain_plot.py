from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.reporting.start_figure import start_scene

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord


@pytest.mark.parametrize("name", ["corrected-f1", "random-spans"])
def test_without_more_it_is_the_figure_of_the_paper(accord: Accord, tmp_path: Path, name: str) -> None:
    path = tmp_path / "starts.svg"
    done = accord("explain", name, "--plot", path)
    assert done.code == 0
    assert done.out == accord("explain", name).out
    assert f"note: figure written to {path}" in done.err
    assert path.read_text(encoding="utf-8") == start_scene(100, (1, 5, 10, 15)).svg()


def test_text_and_spans_can_be_chosen(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "starts.SVG"
    assert accord("explain", "corrected-f1", "--plot", path, "--tokens", 40, "--lengths", "2, 3").code == 0
    assert path.read_text(encoding="utf-8") == start_scene(40, (2, 3)).svg()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["corrected-f1", "--plot", "starts.eps"],
            "starts.eps: name a file that ends in .svg, .pdf or .png",
        ),
        (["corrected-f1", "--plot", "-"], "name a file that ends in .svg, .pdf or .png"),
        (["alpha", "--plot", "starts.svg"], "--plot draws corrected-f1 or random-spans"),
        (["--plot", "starts.svg"], "--plot draws corrected-f1 or random-spans"),
        (["corrected-f1", "--tokens", "40"], "--tokens is for --plot: give both"),
        (["corrected-f1", "--lengths", "4"], "--lengths is for --plot: give both"),
        (["corrected-f1", "--plot", "starts.svg", "--lengths", "1,x"], "whole numbers from 1 like 1,5,10, not '1,x'"),
        (["corrected-f1", "--plot", "starts.svg", "--lengths", "0"], "whole numbers from 1 like 1,5,10, not '0'"),
        (["corrected-f1", "--plot", "starts.svg", "--tokens", "0"], "0 is not in the range"),
        (["corrected-f1", "--plot", "starts.svg", "--tokens", "9"], "do not fit into a text of 9"),
        (["corrected-f1", "--plot", "no/such/folder.svg"], "cannot write no/such/folder.svg"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(
    accord: Accord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = accord("explain", *arguments)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
