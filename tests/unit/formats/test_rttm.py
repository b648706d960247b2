"""RTTM: turns of speakers as units."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from accord.errors import UsageError
from accord.formats.sniff import sniff
from accord.formats.source import Source
from accord.model import Unit, Units
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

TURN = "SPEAKER {} 1 {} {} <NA> <NA> {} <NA> <NA>\n".format
MEETING = TURN("m1", "0.1", "0.2", "pym") + TURN("m2", "3", "1.5", "rusk")


def test_the_file_is_the_annotator_and_the_file_in_a_line_the_document(lay: Lay) -> None:
    corpus = read(lay({"ada.rttm": f";; a comment\n\n{MEETING}", "bram.rttm": TURN("m1", "0", "0.3", "pym")}))
    assert corpus.annotations == {
        ("m1", "ada"): Units((Unit(0.1, 0.3, "pym"),), "second", "ada.rttm", 3, None, (3,)),
        ("m2", "ada"): Units((Unit(3, 4.5, "rusk"),), "second", "ada.rttm", 4, None, (4,)),
        ("m1", "bram"): Units((Unit(0, 0.3, "pym"),), "second", "bram.rttm", 1, None, (1,)),
    }
    assert corpus.assumptions[0].startswith(
        "ada.rttm, bram.rttm: read as rttm (its name ends in .rttm): turns in seconds, "
        "category in the field 'speaker', document in the field 'file'; the annotator is the file"
    )


def test_a_field_may_be_the_annotator(lay: Lay) -> None:
    for annotator in ("file", 1):
        corpus = read(lay({"a.rttm": MEETING}), annotator=annotator)
        assert list(corpus.annotations) == [("a", "m1"), ("a", "m2")]
    with pytest.raises(UsageError, match="no annotator column 'speker': did you mean speaker"):
        read("a.rttm", annotator="speker")


def test_a_document_that_path_and_line_name_alike_is_named_once(lay: Lay) -> None:
    files = {f"{who}/{name}.rttm": TURN(name, 0, 1, "pym") for who in ("ada", "bram") for name in ("m1", "m2")}
    assert set(read(lay(files)).annotations) == {(name, who) for who in ("ada", "bram") for name in ("m1", "m2")}


def test_it_is_known_by_its_lines(lay: Lay) -> None:
    assert sniff(Source(*lay({"a.txt": MEETING}))).format == "rttm"


def test_other_lines_are_counted(lay: Lay) -> None:
    corpus = read(lay({"a.rttm": MEETING + "SPKR-INFO m1 1 <NA> <NA> <NA> adult_male pym <NA>\n"}))
    assert corpus.assumptions[0].endswith("; not used: 1 of SPKR-INFO")


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("", ["a.rttm error empty-file"]),
        ("SPEAKER m1 1 0.5\n", ["a.rttm:1 error ragged-row"]),
        (
            TURN("m1", "x", "1", "pym") + TURN("m1", "1", "-1", "pym"),
            ["a.rttm:1 error invalid-unit", "a.rttm:2 error invalid-unit"],
        ),
        (
            TURN("m1", "1", "0", "pym") + TURN("m1", "1", "inf", "pym"),
            ["a.rttm:1 warning empty-unit", "a.rttm:2 error invalid-unit"],
        ),
        (MEETING.encode() + TURN("m1", "1", "1", "Zoé").encode("latin-1"), ["a.rttm:3 error undecodable-bytes"]),
    ],
)
def test_what_is_wrong(refused: Refused, content: str | bytes, wanted: list[str]) -> None:
    assert refused({"a.rttm": content}) == wanted
