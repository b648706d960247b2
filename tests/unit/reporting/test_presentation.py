"""Results, agreement, alignments, corpora and pages show themselves in a notebook, and what they show is text."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.campaign.report import Page
from accord.model.presentation import PRESENTATIONS
from tests.browser.sample import sample
from tests.payloads import page_of

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


def shown(thing: Any) -> str:
    html: str = thing._repr_html_()
    return html


@pytest.mark.parametrize(
    ("verb", "data"),
    [
        ("agree", "urgency.csv"),
        ("agree", "radio.csv"),
        ("agree", "trees"),
        ("agree", "reference.conll"),
    ],
)
def test_agreement_shows_values_and_signatures(verb: str, data: str) -> None:
    paths = (
        [HARBOUR / "reference.conll", HARBOUR / "annotators" / "ada.conll"]
        if data == "reference.conll"
        else HARBOUR / data
    )
    agreement = getattr(accord, verb)(paths)
    html = shown(agreement)
    assert f"{float(agreement.result.value):.3f}" in html
    assert str(agreement.result.signature).replace("'", "&#x27;") in html
    assert ET.fromstring(agreement._repr_svg_()).findtext("{*}title") == "Agreement"


def test_what_is_not_corrected_for_chance_lies_on_a_scale_without_chance() -> None:
    drawn = ET.fromstring(accord.agree(HARBOUR / "urgency.csv")._repr_svg_() or "")
    heights = {each.text: float(each.get("y", "")) for each in drawn.iter() if each.tag.endswith("}text")}
    dashed = [each.get("d", "") for each in drawn.iter() if "stroke-dasharray" in each.attrib]
    (chance,) = [max(float(place.split()[1]) for place in path.removeprefix("M").split("L")) for path in dashed]
    title = heights["Agreement, not corrected for chance"]
    assert heights["Gwet's AC1"] < chance < title < heights["observed agreement"]
    alone = ET.fromstring(accord.agree(HARBOUR / "urgency.csv", "observed").result._repr_svg_() or "")
    assert not any(each.text == "chance" for each in alone.iter())


def test_a_result_shows_itself() -> None:
    result = accord.agree(HARBOUR / "urgency.csv").result
    assert f"{float(result.value):.3f}" in shown(result)  # type: ignore[arg-type]


def test_an_undefined_result_says_why() -> None:
    result = accord.agree({"a": {"x": "1", "y": "1"}, "b": {"x": "1", "y": "1"}}).result
    assert "undefined: " in shown(result)


def test_an_alignment_shows_its_worst_document() -> None:
    aligned = accord.align(HARBOUR / "radio.csv")
    assert "night" in (aligned._repr_svg_() or "")
    assert "2 other documents" in shown(aligned)


def test_a_corpus_shows_who_annotated_how_much(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text("item,annotator,label\n1,<b>ann</b>,x\n1,bob,y\n")
    html = shown(accord.read(tmp_path / "labels.csv"))
    assert "&lt;b&gt;ann&lt;/b&gt;" in html
    assert "<b>" not in html


def test_a_page_shows_itself_in_a_frame() -> None:
    assert shown(Page(page_of(sample()))).startswith('<iframe srcdoc="&lt;!doctype html&gt;')


def test_every_view_is_there() -> None:
    assert all(callable(PRESENTATIONS.get(name)) for name in PRESENTATIONS)


def test_nothing_that_draws_is_loaded_before_a_notebook_asks() -> None:
    code = (
        "import accord.agreement.result, sys; "
        "assert not any(name.startswith('accord.reporting') for name in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
