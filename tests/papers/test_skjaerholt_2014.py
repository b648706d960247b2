"""A chance-corrected measure of inter-annotator agreement for syntax (Skjærholt 2014), on the data of its author.

The values are those of his program, and of a second one after his formulas, on the data as he released it, with his
size of trees and his way with graphs that are none (author). The tables of the paper could not be had in full; its text
fits these values in their order, but says that other sentences were skipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from accord import agree

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "trees"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}"),
]
NDT = ["ndt/odin-danish.conll", "ndt/thor-danish.conll"]
SETS = {
    "ndt": (NDT, {"plain": 98.38, "diff": 93.05, "norm": 98.83}),
    "cdt-da": (["cdt/da-morten.conll", "cdt/da-lotte.conll"], {"plain": 95.68, "diff": 84.75, "norm": 96.23}),
    "cdt-es": (["cdt/es"], {"plain": 86.63, "diff": 48.82, "norm": 85.76}),
    "ssd": (["ssd"], {"plain": 99.05, "diff": 98.63, "norm": 99.30}),
}


def percent(value: object) -> float:
    assert isinstance(value, float)
    return 100 * value


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("variant", ["plain", "diff", "norm"])
def test_alpha(name: str, variant: str) -> None:
    files, expected = SETS[name]
    result = agree([DATA / file for file in files], variant=variant, non_trees="author", interval=None).result
    assert percent(result.value) == pytest.approx(expected[variant], abs=0.0051)


@pytest.mark.parametrize(("variant", "expected"), [("plain", 0.997612), ("diff", 0.988721), ("norm", 0.998912)])
def test_ten_sentences_as_his_program_prints_them(variant: str, expected: float) -> None:
    files = [DATA / "ndt" / f"{who}-caterpillar.conll" for who in ("odin", "thor")]
    agreement = agree(files, variant=variant)
    assert agreement.result.value == pytest.approx(expected, abs=5e-7)
    assert agreement["las"].value == pytest.approx(0.9913, abs=5e-5)


@pytest.mark.parametrize(
    ("name", "values", "skipped"),
    [
        ("ndt", {"las": 93.97, "uas": 96.30}, 0),
        ("cdt-da", {"las": 90.43, "uas": 96.12}, 0),
        ("cdt-es", {"las": 80.27, "uas": 90.21}, 2),
        ("ssd", {"jaccard": 92.44}, 5),
    ],
)
def test_what_is_reported_beside_it(name: str, values: dict[str, float], skipped: int) -> None:
    found = agree([DATA / file for file in SETS[name][0]], non_trees="author", interval=None)
    for measure, expected in values.items():
        assert percent(found[measure].value) == pytest.approx(expected, abs=0.0051)
        left_out = found[measure].excluded.get("sentences whose tokens differ between annotators", 0)
        assert left_out == skipped


def test_squaring_matters_more_than_anything_else() -> None:
    linear = agree(DATA / "cdt" / "es", linear=True, non_trees="author", interval=None)
    assert percent(linear.result.value) == pytest.approx(69.30, abs=0.0051)


def test_graphs_that_are_no_trees_are_counted() -> None:
    for files, count in (([DATA / file for file in SETS["cdt-da"][0]], 3), (DATA / "cdt" / "es", 2)):
        assert agree(files, interval=None).left_out["graphs without the structure of a tree"] == count
