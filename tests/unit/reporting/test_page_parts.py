"""Pictures and tables of a page for papers, from Python."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from accord.campaign.report import Page
from accord.errors import UsageError
from accord.reporting.figures import LAYER_FIGURES, PAGE_FIGURES
from accord.reporting.page_tables import LAYER_TABLES, PAGE_TABLES
from accord.reporting.table import TABLE_FORMATS
from tests.browser.sample import sample
from tests.payloads import page_of


@pytest.fixture
def page() -> Page:
    return Page(page_of(sample()))


@pytest.mark.parametrize("layer", ["annotators", "phrases"])
@pytest.mark.parametrize("name", [*LAYER_FIGURES, *PAGE_FIGURES])
def test_every_picture_is_svg_with_a_title_and_a_description(page: Page, name: str, layer: str) -> None:
    drawn = ET.fromstring(page.plot(name, layer).svg())
    assert drawn.findtext("{*}title")
    assert drawn.findtext("{*}desc")


def test_the_picture_of_pairs_holds_values_intervals_and_counts(page: Page) -> None:
    words = [each.text for each in ET.fromstring(page.plot("pairs").svg()).iter() if each.tag.endswith("text")]
    assert {"0.883", "0.803 to 0.943", "1,298 used", "41 differ", "−0.124"} <= set(words)


def test_text_of_the_data_is_text_in_a_picture() -> None:
    payload = sample()
    payload["layers"][0]["annotators"][0] = "<script>&"
    words = [
        each.text
        for each in ET.fromstring(Page(page_of(payload)).plot("pairs").svg()).iter()
        if each.tag.endswith("text")
    ]
    assert "<script>&" in words


@pytest.mark.parametrize("name", [*LAYER_FIGURES, *PAGE_FIGURES])
def test_every_picture_is_drawn_in_pixels(page: Page, name: str) -> None:
    pytest.importorskip("matplotlib", reason="pixels need the extra 'plot'")
    assert page.plot(name).png().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("form", TABLE_FORMATS)
@pytest.mark.parametrize("name", [*LAYER_TABLES, *PAGE_TABLES])
def test_every_table_is_written_in_every_form(page: Page, name: str, form: str) -> None:
    for layer in ("annotators", "phrases"):
        assert page.table(name, layer, form=form)


def test_a_table_for_latex(page: Page) -> None:
    assert page.table("pairs", form="latex").splitlines() == [
        "% Agreement of pairs: annotators",
        "% alpha|dist:nominal|unit:token|seed:1|v:0.1.0",
        "% needs \\usepackage{booktabs}",
        "\\begin{tabular}{llrrrrr}",
        "\\toprule",
        "first & second & alpha & interval & used & left out & differing \\\\",
        "\\midrule",
        "ada & bram & 0.8830 & {[}0.8030, 0.9430{]} & 1,298 & 0 & 41 \\\\",
        "ada & chloe & 0.8710 & {[}0.7910, 0.9310{]} & 1,285 & 13 & 42 \\\\",
        "bram & chloe & -0.1240 & {[}-0.2040, -0.0640{]} & 1,272 & 26 & 43 \\\\",
        "\\bottomrule",
        "\\end{tabular}",
    ]


def test_an_interval_is_two_columns_for_programs() -> None:
    payload = sample()
    payload["layers"][0]["pairs"][1]["interval"] = None
    assert Page(page_of(payload)).table("pairs", form="csv").splitlines() == [
        "first,second,alpha,low,high,used,left out,differing",
        "ada,bram,0.8830,0.8030,0.9430,1298,0,41",
        "ada,chloe,0.8710,,,1285,13,42",
        "bram,chloe,-0.1240,-0.2040,-0.0640,1272,26,43",
    ]


def with_limits(points: bool = True) -> Page:
    """The page where ada and bram gave numbers: 2 and 1, 5 and 3, 6 and 6."""
    payload = sample()
    ends = {"low": -1.5, "high": 3.5}
    limits = ["ada", "bram", 3, 1.0, ends, 1.0, -0.96, ends, 2.96, ends]
    extra: dict[str, Any] = {"limits": {"rows": [limits]}}
    if points:
        extra["limit_points"] = {"rows": [["ada", "bram", *each] for each in ((1.5, 1), (4, 2), (6, 0))]}
    payload["layers"][0]["agreement"]["extra"] = extra
    return Page(page_of(payload))


@pytest.mark.parametrize("name", LAYER_FIGURES)
def test_a_picture_says_its_layer_and_how_it_was_made(page: Page, name: str) -> None:
    kind = "trees" if name == "trees" else "annotators"
    drawn = (with_limits() if name == "limits" else page).plot(name, kind).svg()
    words = [each.text or "" for each in ET.fromstring(drawn).iter() if each.tag.endswith("text")]
    assert words[0].endswith(f": {kind}")
    assert any("|v:0.1.0" in text for text in words)
    assert "prefers-color-scheme" not in drawn


@pytest.mark.parametrize("layer", ["annotators", "phrases", "trees"])
def test_a_layer_without_numbers_has_no_limits(page: Page, layer: str) -> None:
    for pair in (None, ("ada", "bram")):
        drawn = page.plot("limits", layer, pair=pair).svg()
        assert "There is nothing to draw: limits of agreement are for numbers: measure them by" in drawn


def test_limits_of_too_many_differences_are_not_said_to_be_of_no_numbers() -> None:
    drawn = with_limits(points=False).plot("limits", "annotators").svg()
    assert "There is nothing to draw: there are too many differences to draw each of them" in drawn


def test_numbers_are_rounded_half_up() -> None:
    payload = sample()
    payload["layers"][0]["pairs"][0] |= {"value": 0.03125, "interval": {"low": -0.03125, "high": 0.53125}}
    assert "0.0313 & {[}-0.0313, 0.5313{]}" in Page(page_of(payload)).table("pairs", form="latex")
    payload["layers"][0]["pairs"][0]["value"] = 0.0625
    assert "0.063" in Page(page_of(payload)).plot("pairs").svg()


def test_columns_say_what_is_counted() -> None:
    payload = sample()
    payload["layers"][0]["counts"] |= {"documents": "unitary alignment", "annotators": "unit"}
    page = Page(page_of(payload))
    assert "unitary alignments" in page.table("documents", form="csv").splitlines()[0]
    assert page.table("annotators", form="csv").startswith("annotator,units,")


def test_documents_say_how_hard_they_are_where_that_is_known() -> None:
    payload = sample()
    rows = payload["layers"][0]["documents"]
    rows[0]["difficulty"] = 0.125
    header, first, *_ = Page(page_of(payload)).table("documents", form="csv").splitlines()
    assert header.endswith(",difficulty")
    assert first.endswith(",0.1250")
    for row in rows:
        row["difficulty"] = None
    assert "difficulty" not in Page(page_of(payload)).table("documents", form="csv")


@pytest.mark.parametrize("unnamed", [(), (None,), (3,), (["pairs"],)])
def test_without_a_name_all_names_are_listed(page: Page, unnamed: Any) -> None:
    with pytest.raises(
        UsageError, match=r"^name a picture of the page: layers, systems, chance, .*pairs, .*limits, trees$"
    ):
        page.plot(*unnamed)
    with pytest.raises(UsageError, match=r"^name a table of the page: layers, systems, pairs, .*annotators$"):
        page.table(*unnamed)


def test_a_part_of_no_picture_asks_for_the_picture(page: Page) -> None:
    with pytest.raises(UsageError, match=r"^name a picture of the page"):
        page.plot(part="d1")


def test_names_that_are_not_there_get_a_suggestion(page: Page) -> None:
    with pytest.raises(UsageError, match="unknown picture 'pair': did you mean pairs"):
        page.plot("pair").svg()
    with pytest.raises(UsageError, match="unknown layer 'tree': did you mean trees"):
        page.table("pairs", "tree")
    with pytest.raises(UsageError, match="unknown form 'tex'"):
        page.table("pairs", form="tex")
    with pytest.raises(UsageError, match="no layer"):
        Page(page_of({**sample(), "layers": []})).plot("pairs").svg()
