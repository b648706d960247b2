"""Numbers in files that no machine holds, or that nobody would write: a finding with its line, never an exception."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import AccordError, ReadError
from accord.formats.matrix import read_matrix
from accord.formats.numbers import finite_number, is_natural, whole_number
from accord.formats.soft import soft_labels
from accord.formats.source import Source
from accord.formats.unitisings import position
from accord.learn.weights import Weights
from accord.verbs.check import check
from accord.verbs.read import read

if TYPE_CHECKING:
    from pathlib import Path

HUGE = "9" * 5_000
ELAN = """<?xml version="1.0"?>
<ANNOTATION_DOCUMENT><HEADER TIME_UNITS="milliseconds"/><TIME_ORDER>
<TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="HUGE"/></TIME_ORDER>
<TIER TIER_ID="ada"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="x" TIME_SLOT_REF1="a" TIME_SLOT_REF2="b">
<ANNOTATION_VALUE>S</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER></ANNOTATION_DOCUMENT>
"""
RTTM = "SPEAKER f 1 ONSET LENGTH <NA> <NA> pym <NA> <NA>\n"
ROW = "{}\tit\t_\t_\t_\t_\t0\troot\t_\t_\n"
RANGE = "".join(ROW.format(at) for at in [*range(1, 9), f"8-{HUGE}"])


@given(st.text(), st.integers() | st.floats() | st.none() | st.booleans())
def test_no_text_and_no_value_raises(text: str, value: object) -> None:
    for reader in (whole_number, finite_number):
        assert reader(text) is None or isinstance(reader(text), int | float)
        assert reader(value) is None or reader(value) == value
    if is_natural(text):
        assert int(text) >= 0


@given(st.from_regex(r"[+-]?[0-9]{0,30}\.?[0-9]{1,30}(e[+-]?[0-9]{1,4})?", fullmatch=True))
def test_a_number_is_the_nearest_to_what_is_written(text: str) -> None:
    found, exact = finite_number(text), Decimal(text)
    if found is not None:
        assert found == float(Fraction(exact)) if abs(exact) > Decimal("1e-300") else abs(found) <= 1e-300
    else:
        assert abs(exact) > Decimal("1.79e308")


@pytest.mark.parametrize("text", ["1_000", "0x10", "nan", "inf", "1e999", "1e99999", HUGE, "1,5", "", "--1", "1e", "½"])
def test_what_is_no_finite_number_is_none(text: str) -> None:
    assert finite_number(text) is None
    assert whole_number(text) is None


def test_a_whole_number_that_no_float_holds_is_none() -> None:
    assert finite_number(10**308) == 1e308
    assert finite_number(10**309) is None
    assert finite_number(-(10**400)) is None


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("id.conllu", f"1\tit\t_\t_\t_\t_\t0\troot\t_\t_\n{HUGE}\tit\t_\t_\t_\t_\t1\tx\t_\t_\n", "invalid-id"),
        ("head.conllu", f"1\tit\t_\t_\t_\t_\t0\troot\t_\t_\n2\tit\t_\t_\t_\t_\t{HUGE}\tx\t_\t_\n", "invalid-head"),
        ("range.conllu", RANGE, "invalid-id"),
        ("onset.rttm", RTTM.replace("ONSET", "1e-" + "9" * 30).replace("LENGTH", "1"), "invalid-unit"),
        ("length.rttm", RTTM.replace("ONSET", "1").replace("LENGTH", HUGE), "invalid-unit"),
        ("end.rttm", RTTM.replace("ONSET", "1.7e308").replace("LENGTH", "1.7e308"), "invalid-unit"),
        ("time.eaf", ELAN.replace("HUGE", HUGE), "missing-time"),
        ("units.csv", f"annotator,category,start,end\nada,Noun,3,16\nbram,Noun,2,{HUGE}\n", "invalid-unit"),
        (
            "number.json",
            '{"1": {"annotations": {"a": "1"}, "soft_label": {"0": 0, "1": ' + HUGE + "}}}",
            "invalid-json",
        ),
    ],
)
def test_a_number_that_no_machine_holds_is_a_finding(tmp_path: Path, name: str, content: str, code: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    findings = check(path)
    assert code in {finding.code for finding in findings}
    assert max(len(finding.message) for finding in findings) < 200


def test_a_control_character_before_a_number_is_white_space(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("ada,Noun,\x1c3,16\x1f\nbram,Noun,2,16\n", encoding="utf-8")
    assert position("\x1c3") == position("3\x1f") == position("\x1e3 ") == 3.0
    corpus = read(tmp_path / "units.csv")
    assert sorted(corpus.annotators) == ["ada", "bram"]


@pytest.mark.parametrize("cell", ["nan", "inf", "1_0", HUGE, "-"])
def test_a_matrix_holds_finite_numbers(tmp_path: Path, cell: str) -> None:
    (tmp_path / "m.csv").write_text(f",a,b\na,0,{cell}\nb,1,0\n", encoding="utf-8")
    with pytest.raises(ReadError, match=r"m\.csv:2: .*is no number"):
        read_matrix(Source(str(tmp_path / "m.csv")))


@pytest.mark.parametrize("share", ["nan", "1_0", HUGE, "[]", "1" + "0" * 400])
def test_shares_are_finite_numbers(tmp_path: Path, share: str) -> None:
    (tmp_path / "s.csv").write_text(f"item,a,b\n1,{share},0\n", encoding="utf-8")
    with pytest.raises(ReadError, match="shares are numbers from 0 to 1"):
        soft_labels(Source(str(tmp_path / "s.csv")))


WEIGHTS: dict[str, Any] = {
    "format": "accord-weights",
    "version": 1,
    "kind": "own",
    "strength": 1,
    "smooth": 0,
    "seed": None,
    "data": "",
    "labels": ["a", "b"],
    "matrix": [[1, 0.5], [0.5, 1]],
}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("strength", 10**400),
        ("smooth", 10**400),
        ("seed", float("inf")),
        ("seed", 1e400),
        ("matrix", [[1, 10**400], [0.5, 1]]),
        ("matrix", [[[1]] * 2] * 2),
        ("labels", 3),
    ],
)
def test_weights_of_numbers_that_cannot_be_are_refused(tmp_path: Path, key: str, value: object) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(WEIGHTS), encoding="utf-8")
    assert Weights.load(path).labels == ("a", "b")
    path.write_text(json.dumps(WEIGHTS | {key: value}), encoding="utf-8")
    with pytest.raises(ReadError, match=r"weights\.json: "):
        Weights.load(path)


@pytest.mark.parametrize("depth", [900, 100_000])
@pytest.mark.parametrize("name", ["weights.json", "items.json", "lines.jsonl"])
def test_json_of_any_depth_is_read_or_refused(tmp_path: Path, name: str, depth: int) -> None:
    path = tmp_path / name
    inside = "[" * depth + "]" * depth
    path.write_text(f'{{"1": {{"annotations": {{"a": "1"}}, "soft_label": {inside}}}}}', encoding="utf-8")
    with pytest.raises(AccordError):
        Weights.load(path) if name == "weights.json" else read(path)


@pytest.mark.parametrize("bar", ["1e999999999", "1e-999999999", HUGE, "1/0"])
def test_a_bar_is_a_number_that_can_be_compared(bar: str) -> None:
    import click

    from accord.cli.bar import Bar

    with pytest.raises(click.BadParameter):
        Bar(-1, 1).convert(bar, None, None)
