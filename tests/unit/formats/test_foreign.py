"""Files of formats that are known and not read: one sentence that says what they are, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from accord.errors import ReadError
from accord.verbs.check import check_file
from accord.verbs.describe import describe, text
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "gate"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")


@pytest.mark.parametrize(
    ("name", "held", "what"),
    [
        ("a.xml", '<?xml version="1.0"?>\n<GateDocument version="3">', "GATE"),
        ("a.json", '{"annotation_sets": {}, "text": "", "offset_type": "p"}', "GATE"),
        ("a.bdocym", "annotation_sets:\n  '': {}\noffset_type: p\n", "GATE"),
        ("a.boris", '{"time_format": "s", "project_format_version": "7.0"}', "BORIS"),
        ("a.xml", '<?xml version="1.0"?>\n<notes>\n<note a="b">x</note>\n</notes>\n', "XML"),
        ("a.xml", '<View>\n  <Text name="text" value="$text"/>\n</View>\n', "XML"),
        ("a.html", "<p>it is\n<p>so it\n", "HTML"),
        ("a.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n", "WebVTT"),
    ],
)
@pytest.mark.parametrize("verb", [read, check_file, describe, lambda path: list(text(path))])
def test_named_and_refused(lay: Lay, name: str, held: str, what: str, verb: Callable[[str], object]) -> None:
    (path,) = lay({name: held})
    with pytest.raises(ReadError, match=f"{what}.*accord does not read"):
        verb(path)


@REAL
@pytest.mark.data
def test_documents_of_gate() -> None:
    paths = sorted(DATA.iterdir())
    assert len(paths) == 7
    for path in paths:
        with pytest.raises(ReadError, match="a document of GATE"):
            read(path)
