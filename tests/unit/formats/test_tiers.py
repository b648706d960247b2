"""ELAN and Praat: tiers of a recording as annotators, continua or categories."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accord.errors import NotApplicable, ReadError, UsageError
from accord.formats.sniff import sniff
from accord.formats.source import Source
from accord.model import Corpus, Units
from accord.verbs.agree import agree
from accord.verbs.align import align
from accord.verbs.check import check
from accord.verbs.read import read
from tests.build import units_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Refused = Callable[..., list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "units"
EXPORTS = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
TIMES = {"ts1": 0, "ts2": 1006, "ts3": 2500}


def eaf(*tiers: str, times: Mapping[str, int | None] | None = None) -> str:
    given = {slot: "" if time is None else f' TIME_VALUE="{time}"' for slot, time in (times or TIMES).items()}
    slots = "\n".join(f'<TIME_SLOT TIME_SLOT_ID="{slot}"{value}/>' for slot, value in given.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT>\n'
        f'<HEADER TIME_UNITS="milliseconds"/>\n<TIME_ORDER>\n{slots}\n</TIME_ORDER>\n'
        + "\n".join(tiers)
        + "\n</ANNOTATION_DOCUMENT>\n"
    )


def tier(name: str, *annotations: str, **said: str) -> str:
    attributes = "".join(f' {key}="{value}"' for key, value in said.items())
    inside = "\n".join(f"<ANNOTATION>{annotation}</ANNOTATION>" for annotation in annotations)
    return f'<TIER TIER_ID="{name}"{attributes}>\n{inside}\n</TIER>'


def aligned(name: str, start: str, end: str, value: str) -> str:
    return (
        f'<ALIGNABLE_ANNOTATION ANNOTATION_ID="{name}" TIME_SLOT_REF1="{start}" TIME_SLOT_REF2="{end}">'
        f"<ANNOTATION_VALUE>{value}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>"
    )


def referring(name: str, to: str, value: str) -> str:
    return (
        f'<REF_ANNOTATION ANNOTATION_ID="{name}" ANNOTATION_REF="{to}">'
        f"<ANNOTATION_VALUE>{value}</ANNOTATION_VALUE></REF_ANNOTATION>"
    )


TWO = (tier("ada", aligned("a1", "ts1", "ts2", "S")), tier("bram", aligned("a2", "ts1", "ts3", "S")))


def marked(corpus: Corpus) -> dict[tuple[str, str], list[tuple[float, float, str]]]:
    layers = {key: layer for key, layer in corpus.annotations.items() if isinstance(layer, Units)}
    assert all(layer.measured_in == "second" for layer in layers.values())
    return {key: [(unit.start, unit.end, unit.category) for unit in layer.units] for key, layer in layers.items()}


# --- ELAN ------------------------------------------------------------------------------------------------------------


def test_tiers_of_the_same_values_in_the_only_file_are_annotators(lay: Lay) -> None:
    corpus = read(lay({"m.eaf": eaf(tier("default"), *TWO)}))
    assert marked(corpus) == {("m", "ada"): [(0, 1.006, "S")], ("m", "bram"): [(0, 2.5, "S")]}
    what = "tiers ada, bram in seconds: the value is the category, the tier is the annotator"
    assert corpus.assumptions == (f"m.eaf: read as elan (its name ends in .eaf): {what}",)


@pytest.mark.parametrize("apart", [True, False])
def test_tiers_without_a_unit_in_common_may_be_speakers(lay: Lay, apart: bool) -> None:
    times = {f"ts{number}": 1000 * number for number in range(1, 9)}
    pairs = [("ts1", "ts2"), ("ts5", "ts6")], [("ts3", "ts4"), ("ts7", "ts8")]
    tiers = [
        tier(who, *(aligned(f"{who}{number}", *ends, "x") for number, ends in enumerate(pairs[apart and at])))
        for at, who in enumerate(("CHI", "MOT"))
    ]
    path = lay({"m.eaf": eaf(*tiers, times=times)})
    corpus = read(path)
    assert corpus.annotators == ("CHI", "MOT")
    assert [finding.code for finding in corpus.findings] == ["no-overlap"] * apart
    assert not read(path, annotators_by="columns").findings
    assert read(path, annotators_by="files").annotators == ("m",)


def test_tiers_of_several_files_are_continua(lay: Lay) -> None:
    corpus = read(lay({"ada.eaf": eaf(*TWO), "bram.eaf": eaf(TWO[0], tier("bram"))}))
    assert marked(corpus) == {
        ("ada", "ada"): [(0, 1.006, "S")],
        ("bram", "ada"): [(0, 2.5, "S")],
        ("ada", "bram"): [(0, 1.006, "S")],
        ("bram", "bram"): [],
    }


def test_tiers_of_different_values_are_continua(lay: Lay) -> None:
    other = tier("hands", aligned("a2", "ts1", "ts3", "wave"))
    assert list(marked(read(lay({"ada.eaf": eaf(TWO[0], other)})))) == [("ada", "ada"), ("hands", "ada")]
    assert list(marked(read("ada.eaf", annotators_by="columns"))) == [("ada", "ada"), ("ada", "hands")]


def test_tiers_are_matched_across_files_of_one_tier_and_several(lay: Lay) -> None:
    spoken, other = tier("spk1", aligned("a1", "ts1", "ts2", "S")), tier("spk2", aligned("a2", "ts1", "ts3", "T"))
    paths = lay({"ada.eaf": eaf(spoken, other), "bram.eaf": eaf(spoken)})
    corpus = read(paths)
    assert list(marked(corpus)) == [("spk1", "ada"), ("spk2", "ada"), ("spk1", "bram")]
    assert "each tier is a document, for some files have several" in corpus.assumptions
    assert agree(corpus, "u-alpha").used["documents"] == 1
    assert list(marked(read(paths[1]))) == [("bram", "bram")]


def test_tiers_of_other_names_are_no_documents_in_common(lay: Lay) -> None:
    spoken, other = tier("spk1", aligned("a1", "ts1", "ts2", "S")), tier("spk2", aligned("a2", "ts1", "ts3", "T"))
    corpus = read(lay({"ada.eaf": eaf(spoken, other), "bram.eaf": eaf(tier("bram", aligned("a1", "ts1", "ts2", "S")))}))
    for measure in (agree, align):
        with pytest.raises(NotApplicable, match=r"by two annotators \(ada has spk1, spk2; bram has bram\): say who"):
            measure(corpus)


def test_annotators_are_matched_across_files_too(lay: Lay) -> None:
    def spoken(*annotators: str) -> str:
        tiers = [tier(f"hands {who}", aligned(f"a{who}", "ts1", "ts2", "S"), ANNOTATOR=who) for who in annotators]
        return eaf(*tiers)

    corpus = read(lay({"d1.eaf": spoken("ada", "bram"), "d2.eaf": spoken("ada")}))
    assert list(marked(corpus)) == [("d1", "ada"), ("d2", "ada"), ("d1", "bram")]


def test_what_a_tier_is_may_be_said(lay: Lay) -> None:
    (path,) = lay({"m.eaf": eaf(*TWO)})
    assert marked(read(path, label="tier")) == {("m", "m"): [(0, 1.006, "ada"), (0, 2.5, "bram")]}
    assert list(marked(read(path, document="tier"))) == [("ada", "m"), ("bram", "m")]
    assert list(marked(read(path, annotators_by="files"))) == [("ada", "m"), ("bram", "m")]


def test_annotators_who_are_named_count(lay: Lay) -> None:
    tiers = [tier(f"hands {who}", aligned(f"a{who}", "ts1", "ts2", who), ANNOTATOR=who) for who in ("ada", "bram")]
    assert marked(read(lay({"m.eaf": eaf(*tiers)}))) == {("m", who): [(0, 1.006, who)] for who in ("ada", "bram")}


def test_what_refers_to_another_has_its_times(lay: Lay) -> None:
    depending = tier("gloss", referring("r2", "r1", "loud"), referring("r1", "a1", "<script>".replace("<", "&lt;")))
    corpus = read(lay({"ada.eaf": eaf(TWO[0], depending)}))
    assert marked(corpus)["gloss", "ada"] == [(0, 1.006, "loud"), (0, 1.006, "<script>")]


def test_borders_without_a_time_are_spread_evenly(lay: Lay) -> None:
    rows = [aligned(f"a{number}", f"ts{number}", f"ts{number + 1}", str(number)) for number in (1, 2, 3)]
    halves = [aligned("b1", "ts2", "h", "x"), aligned("b2", "h", "ts3", "y")]
    times = {"ts1": 0, "ts2": None, "h": None, "ts3": None, "ts4": 3000}
    corpus = read(lay({"m.eaf": eaf(tier("halves", *halves), tier("words", *rows), times=times)}), document="tier")
    assert marked(corpus) == {
        ("halves", "m"): [(1, 1.5, "x"), (1.5, 2, "y")],
        ("words", "m"): [(0, 1, "1"), (1, 2, "2"), (2, 3, "3")],
    }
    (finding,) = corpus.findings
    assert (finding.code, str(finding.severity)) == ("missing-time", "warning")
    assert finding.message == "3 time slots without a time"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "latin-1"])
def test_elan_in_other_encodings_and_compressed(lay: Lay, codec: str) -> None:
    text = eaf(*TWO).replace("UTF-8", codec.removesuffix("-sig")).replace(">S<", ">é<").replace("\n", "\r\n")
    corpus = read(lay({"m.eaf.gz": gzip.compress(text.encode(codec), mtime=0)}))
    assert marked(corpus) == {("m", "ada"): [(0, 1.006, "é")], ("m", "bram"): [(0, 2.5, "é")]}


def test_an_encoding_that_is_said_counts_before_that_of_the_file(lay: Lay) -> None:
    text = eaf(*TWO).replace(">S<", ">é<")
    for codec in ("latin-1", "utf-16-le"):
        assert ("m", "ada") in read(lay({"m.eaf": text.encode(codec)}), file_encoding=codec).annotations
        assert marked(read("m.eaf", file_encoding=codec))["m", "ada"] == [(0, 1.006, "é")]


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("", ["m.eaf error empty-file"]),
        (eaf(), ["m.eaf error empty-file"]),
        (eaf(*TWO)[:200], ["m.eaf:6 error invalid-xml"]),
        ("<annotations/>", ["m.eaf:1 error invalid-xml"]),
        (b"\xff\xfe\x00\x01\x02", ["m.eaf:1 error invalid-xml"]),
        (eaf(*TWO).replace(">S<", ">\xe9<").encode("latin-1"), ["m.eaf:10 error invalid-xml"]),
        (eaf(*TWO).replace("UTF-8", "klingon"), ["m.eaf:1 error invalid-xml"]),
        (
            eaf(*TWO, times=TIMES | {"ts2": None, "ts1": None}),
            ["m.eaf:10 error missing-time"] * 2 + ["m.eaf:13 error missing-time"],
        ),
        (eaf(*TWO, times={"ts1": 0, "ts2": 5}), ["m.eaf:12 error missing-time"]),
        (eaf(*TWO, times=TIMES | {"ts1": 2000}), ["m.eaf:10 error invalid-unit"]),
        (
            eaf(*TWO, tier("x", referring("r1", "r2", "y"), referring("r2", "r1", "y"))),
            ["m.eaf:16 error missing-time", "m.eaf:17 error missing-time"],
        ),
        (eaf(*TWO).replace("milliseconds", "PAL-frames"), ["m.eaf:3 error invalid-unit"]),
    ],
)
def test_what_is_wrong_with_elan(refused: Refused, content: str | bytes, wanted: list[str]) -> None:
    assert refused({"m.eaf": content}) == wanted


def test_entities_are_refused(lay: Lay, refused: Refused) -> None:
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>\n'
    fetching = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n'
    for declared in (laughs, fetching):
        text = eaf(*TWO).replace("<ANNOTATION_DOCUMENT>", f"{declared}<ANNOTATION_DOCUMENT>").replace(">S<", ">&a;<")
        assert refused({"m.eaf": text}) == ["m.eaf:2 error invalid-xml"]
        assert "entities are declared, which is not safe" in str(check(*lay({"m.eaf": text}))[0])


# --- Praat -----------------------------------------------------------------------------------------------------------

LONG = """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 6
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "IntervalTier"
        name = "ada"
        xmin = 0
        xmax = 6
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 1.5
            text = ""
        intervals [2]:
            xmin = 1.5
            xmax = 6
            text = "a ""big"" S"
    item [2]:
        class = "TextTier"
        name = "clicks"
        xmin = 0
        xmax = 6
        points: size = 1
        points [1]:
            number = 3
            mark = "k"
"""
SHORT = """File type = "ooTextFile"
Object class = "TextGrid"

0
6
<exists>
2
"IntervalTier"
"ada"
0
6
2
0
1.5
""
1.5
6
"a ""big"" S" ! a comment
"TextTier"
"clicks"
0
6
1
3
"k"
"""


@pytest.mark.parametrize("text", [LONG, SHORT, LONG.replace("\n", "\r\n")])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_textgrids_are_read_in_both_forms(lay: Lay, text: str, codec: str) -> None:
    corpus = read(lay({"ada.TextGrid": text.encode(codec)}))
    assert marked(corpus) == {("ada", "ada"): [(1.5, 6, 'a "big" S')]}
    (finding,) = corpus.findings
    assert (finding.code, str(finding.severity)) == ("empty-unit", "warning")
    assert finding.message == "the tier 'clicks' holds 1 point without length"
    assert read(lay({"b.TextGrid": SHORT.replace('\n1\n3\n"k"', "\n0")})).findings == ()


def test_a_textgrid_is_known_by_its_start(lay: Lay) -> None:
    assert sniff(Source(*lay({"a.txt": LONG}))).format == "textgrid"
    assert sniff(Source(*lay({"b.txt": eaf(*TWO)}))).format == "elan"


TWO_OF_ONE_NAME = SHORT.replace('"TextTier"\n"clicks"\n0\n6\n1\n3\n', '"IntervalTier"\n"ada"\n0\n6\n1\n3\n4\n')


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("", ["m.TextGrid error empty-file"]),
        ("no grid 7", ["m.TextGrid:1 error invalid-textgrid"]),
        ("\n".join(SHORT.split("\n")[:15]), ["m.TextGrid:15 error invalid-textgrid"]),
        (SHORT.replace('"IntervalTier"', '"PitchTier"'), ["m.TextGrid:8 error invalid-textgrid"]),
        (SHORT.replace("\n1.5\n6", "\nx\n6").replace("\n1.5\n", "\n1.5.5\n"), ["m.TextGrid:14 error invalid-textgrid"]),
        (SHORT.replace("\n1.5\n6", "\n7\n6"), ["m.TextGrid:16 error invalid-unit", "m.TextGrid:19 warning empty-unit"]),
        (
            SHORT.replace("big", "\xe9").encode("latin-1"),
            ["m.TextGrid:18 error undecodable-bytes", "m.TextGrid:19 warning empty-unit"],
        ),
        (TWO_OF_ONE_NAME, ["m.TextGrid:19 error duplicate-tier"]),
        (b"ooBinaryFile\x08TextGrid\0\0", ["m.TextGrid:1 error invalid-textgrid"]),
    ],
)
def test_what_is_wrong_with_textgrids(refused: Refused, content: str | bytes, wanted: list[str]) -> None:
    assert refused({"m.TextGrid": content}) == wanted


# --- real data -------------------------------------------------------------------------------------------------------


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}")
@pytest.mark.parametrize("ending", ["eaf", "TextGrid"])
def test_the_recording_of_pygamma(ending: str) -> None:
    path = DATA / f"MaureenMarvinRobin.{ending}"
    filled = r"<ANNOTATION_VALUE>S<" if ending == "eaf" else r'text = "S"'
    corpus = read(path)
    counts = {who: len(units_of(corpus, who)) for who in corpus.annotators}
    assert counts == {"Maureen": 2, "Marvin": 1, "Robin": 1}
    assert sum(counts.values()) == len(re.findall(filled, path.read_text()))


@pytest.mark.data
@pytest.mark.skipif(not EXPORTS.is_dir(), reason="the exports of annotation tools are not here")
@pytest.mark.parametrize(
    ("name", "counts", "points"),
    [
        ("elan/three_annotators_one_tier_each.eaf", {"Maureen": 2, "Marvin": 1, "Robin": 1}, 0),
        ("praat/three_annotators_one_tier_each.TextGrid", {"Maureen": 2, "Marvin": 1, "Robin": 1}, 0),
        ("praat/praatio_bobby_phones.TextGrid", {"praatio_bobby_phones": 13}, 0),
        ("praat/praatio_bobby_words_with_newlines_longfile.TextGrid", {'"word"': 4, "phrase": 1}, 4),
        ("praat/praatio_mary_longfile.TextGrid", {"phone": 14, "word": 4}, 4),
        (
            "praat/praatio_damon_set_test.TextGrid",
            {
                "phons": 16,
                "syllable": 6,
                "tonicVowel": 3,
                "tonicSyllable": 3,
                "words": 4,
                "manually_labeled_pitch_errors": 2,
            },
            0,
        ),
    ],
)
def test_counts_of_real_tiers(name: str, counts: dict[str, int], points: int) -> None:
    """As pympi and praatio count them; points are left out, and that is said."""
    corpus = read(EXPORTS / name)
    several = len(corpus.annotators) > 1
    found = {who if several else document: each for (document, who), each in corpus.annotations.items()}
    assert {tier: len(each.units) for tier, each in found.items() if isinstance(each, Units)} == counts
    said = [finding.message for finding in corpus.findings if finding.code == "empty-unit"]
    assert [f"holds {points} points" in message for message in said] == [True] * bool(points)


@pytest.mark.data
@pytest.mark.skipif(not EXPORTS.is_dir(), reason="the exports of annotation tools are not here")
def test_three_real_tiers_of_one_name_are_read_where_each_is_a_category() -> None:
    path = EXPORTS / "praat" / "praatio_all_tiers_have_the_same_name.TextGrid"
    [held] = read(path, label="tier").annotations.values()
    assert isinstance(held, Units)
    assert [unit.category for unit in held.units] == ["Mary"] * 3
    with pytest.raises(ReadError, match="3 tiers are called 'Mary'"):
        read(path)


@pytest.mark.data
@pytest.mark.skipif(not EXPORTS.is_dir(), reason="the exports of annotation tools are not here")
def test_files_of_five_real_recordings_are_no_annotators_of_one(tmp_path: Path) -> None:
    for path in (EXPORTS / "praat").glob("*.TextGrid"):
        if "same_name" not in path.name:
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(UsageError, match=r"not all have the same length: say annotators_by='files' if"):
        read(tmp_path)


@pytest.mark.data
@pytest.mark.skipif(not EXPORTS.is_dir(), reason="the exports of annotation tools are not here")
@pytest.mark.parametrize(
    ("name", "tiers", "units"),
    [("elan/childproject_basic.eaf", 13, 712), ("praat/childproject_example.TextGrid", 11, 5)],
)
def test_all_tiers_of_real_recordings(name: str, tiers: int, units: int) -> None:
    held = [each for each in read(EXPORTS / name).annotations.values() if isinstance(each, Units)]
    assert (len(held), sum(len(each.units) for each in held)) == (tiers, units)
