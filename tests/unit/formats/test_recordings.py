"""Several recordings by several annotators, as ELAN and Praat keep them: recordings are never taken for annotators."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from accord.errors import UsageError
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    Tiers = Mapping[str, Sequence[tuple[float, float, str]]]

RECORDINGS, ANNOTATORS = ("rec1", "rec2", "rec3"), ("ada", "bram")
LAYOUTS = ["{a}/{r}", "{r}/{a}", "{r}_{a}", "{a}_{r}", "{r}-{a}"]


def eaf(tiers: Tiers, recording: str = "", named: bool = False) -> str:
    """A file of ELAN; it may name its recording, and tiers their annotator."""
    slots: list[int] = []
    rows = []
    for name, units in tiers.items():
        who = f' ANNOTATOR="{name}"' if named else ""
        rows.append(f'<TIER TIER_ID="{name}"{who}>')
        for start, end, value in units:
            number = len(slots)
            slots += [round(start * 1000), round(end * 1000)]
            ends = f'TIME_SLOT_REF1="ts{number}" TIME_SLOT_REF2="ts{number + 1}"'
            rows.append(f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{number}" {ends}>')
            rows.append(f"<ANNOTATION_VALUE>{value}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>")
        rows.append("</TIER>")
    media = f'<MEDIA_DESCRIPTOR MEDIA_URL="file:///C:/media/{recording}.mp4"/>' if recording else ""
    order = "".join(f'<TIME_SLOT TIME_SLOT_ID="ts{n}" TIME_VALUE="{time}"/>' for n, time in enumerate(slots))
    head = f'<HEADER TIME_UNITS="milliseconds">{media}</HEADER><TIME_ORDER>{order}</TIME_ORDER>'
    return f"<ANNOTATION_DOCUMENT>{head}{''.join(rows)}</ANNOTATION_DOCUMENT>"


def textgrid(tiers: Tiers, recording: str = "", named: bool = False) -> str:
    """A short TextGrid, as long as its recording, or as what was marked in it."""
    last = max(end for units in tiers.values() for _, end, _ in units)
    length = 100 + int(recording[-1]) if recording else last
    rows = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", str(length), "<exists>", str(len(tiers))]
    for name, units in tiers.items():
        rows += ['"IntervalTier"', f'"{name}"', "0", str(length), str(len(units))]
        rows += [str(each) if not isinstance(each, str) else f'"{each}"' for unit in units for each in unit]
    assert not named
    return "\n".join(rows) + "\n"


WRITERS = [pytest.param(eaf, ".eaf", id="elan"), pytest.param(textgrid, ".TextGrid", id="praat")]


def said() -> dict[tuple[str, str], list[tuple[float, float, str]]]:
    """What both annotators marked in each recording, nearly the same; recordings have nothing in common."""
    found: dict[tuple[str, str], list[tuple[float, float, str]]] = {}
    for number, recording in enumerate(RECORDINGS):
        random, at, units = Random(number), 0.0, []
        for _ in range(12):
            start = at + random.uniform(0.5, 3)
            at = start + random.uniform(0.5, 2)
            units.append((round(start, 2), round(at, 2), random.choice("ABC")))
        found["ada", recording] = units
        found["bram", recording] = [(round(start + 0.05, 2), end, value) for start, end, value in units]
    return found


def check_read(folder: Path, documents: Sequence[str] = RECORDINGS) -> None:
    corpus = read(folder)
    assert corpus.annotators == ANNOTATORS
    assert [each.id for each in corpus.documents] == list(documents)


@pytest.mark.parametrize(("write", "ending"), WRITERS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("known", [True, False], ids=["the file names the recording", "it does not"])
def test_a_file_for_each_annotator(
    write: Callable[..., str], ending: str, layout: str, known: bool, tmp_path: Path
) -> None:
    for (annotator, recording), units in said().items():
        path = tmp_path / (layout.format(a=annotator, r=recording) + ending)
        path.parent.mkdir(exist_ok=True)
        path.write_text(write({"turns": units}, recording if known else ""), encoding="utf-8")
    check_read(tmp_path)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seconds", [{}, {"rec3": 30}], ids=["all of one length", "one is shorter"])
def test_clips_of_one_length_are_no_annotators(layout: str, seconds: Mapping[str, int], tmp_path: Path) -> None:
    for (annotator, recording), units in said().items():
        path = tmp_path / (layout.format(a=annotator, r=recording) + ".TextGrid")
        path.parent.mkdir(exist_ok=True)
        last = max(end for _, end, _ in units)
        length = f"\n0\n{seconds.get(recording, 60)}\n"
        path.write_text(textgrid({"turns": units}).replace(f"\n0\n{last}\n", length), encoding="utf-8")
    check_read(tmp_path)


def test_clips_of_one_length_that_are_not_alike_are_asked_about(tmp_path: Path) -> None:
    for recording in RECORDINGS:
        units = said()["ada", recording]
        last = max(end for _, end, _ in units)
        text = textgrid({"turns": units}).replace(f"\n0\n{last}\n", "\n0\n60\n")
        (tmp_path / f"{recording}.TextGrid").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"annotators or recordings.*annotators_by='files'"):
        read(tmp_path)


@pytest.mark.parametrize(("write", "ending"), WRITERS)
@pytest.mark.parametrize("layout", ["{a}/{r}", "{r}_{a}"])
def test_a_file_of_several_tiers_for_each_annotator(
    write: Callable[..., str], ending: str, layout: str, tmp_path: Path
) -> None:
    for (annotator, recording), units in said().items():
        path = tmp_path / (layout.format(a=annotator, r=recording) + ending)
        path.parent.mkdir(exist_ok=True)
        gaze = [(start, end, f"x{value}") for start, end, value in units]
        path.write_text(write({"turns": units, "gaze": gaze}, recording), encoding="utf-8")
    check_read(tmp_path, [f"{recording}/{tier}" for recording in RECORDINGS for tier in ("turns", "gaze")])


@pytest.mark.parametrize(("write", "ending"), WRITERS)
@pytest.mark.parametrize("known", [True, False], ids=["the file names the recording", "it does not"])
def test_a_file_for_each_recording_with_a_tier_for_each_annotator(
    write: Callable[..., str], ending: str, known: bool, tmp_path: Path
) -> None:
    marked = said()
    for recording in RECORDINGS:
        tiers = {annotator: marked[annotator, recording] for annotator in ANNOTATORS}
        (tmp_path / f"{recording}{ending}").write_text(write(tiers, recording if known else ""), encoding="utf-8")
    check_read(tmp_path)
    value = agree(str(tmp_path), "gamma", samples=30).results[0].value
    assert isinstance(value, float)
    assert value > 0.6
    assert read(tmp_path, annotators_by="files").annotators == RECORDINGS


def test_recordings_without_a_name_whose_tiers_are_not_alike_are_asked_about(tmp_path: Path) -> None:
    folder = tmp_path / "ada"
    folder.mkdir()
    for recording in RECORDINGS:
        units = said()["ada", recording]
        tiers = {"speech": units, "hands": [(start, end, f"wave {value}") for start, end, value in units]}
        (folder / f"{recording}.eaf").write_text(eaf(tiers), encoding="utf-8")
    with pytest.raises(UsageError, match=r"annotators or recordings.*annotators_by='files'.*annotators_by='folders'"):
        read(folder)
    assert read(folder, annotators_by="files").annotators == RECORDINGS
    corpus = read(folder, annotators_by="folders")
    assert corpus.annotators == ("ada",)
    assert {document.id for document in corpus.documents} >= {"rec1/speech", "rec3/hands"}
    assert len(read(folder, annotators_by="columns").documents) == len(RECORDINGS)


def test_a_file_for_each_recording_whose_tiers_name_their_annotators(tmp_path: Path) -> None:
    marked = said()
    for recording in RECORDINGS:
        tiers = {annotator: marked[annotator, recording] for annotator in ANNOTATORS}
        (tmp_path / f"{recording}.eaf").write_text(eaf(tiers, recording, named=True), encoding="utf-8")
    check_read(tmp_path)


@pytest.mark.parametrize(("write", "ending"), WRITERS)
def test_a_file_for_each_annotator_of_one_recording_with_a_tier_for_each_speaker(
    write: Callable[..., str], ending: str, tmp_path: Path
) -> None:
    marked = said()
    for annotator in ANNOTATORS:
        speakers = {recording: marked[annotator, recording] for recording in RECORDINGS}
        (tmp_path / f"{annotator}{ending}").write_text(write(speakers, "rec1"), encoding="utf-8")
    check_read(tmp_path)


@pytest.mark.parametrize(("write", "ending"), WRITERS)
def test_recordings_of_which_one_was_annotated_twice_are_asked_about(
    write: Callable[..., str], ending: str, tmp_path: Path
) -> None:
    marked = said()
    files = {"a": ("ada", "rec1"), "b": ("bram", "rec1"), "c": ("ada", "rec2")}
    for name, (annotator, recording) in files.items():
        text = write({"turns": marked[annotator, recording]}, recording)
        (tmp_path / f"{name}{ending}").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"annotators or recordings.*different.*annotators_by='columns'"):
        read(tmp_path)
    assert read(tmp_path, annotators_by="files").annotators == ("a", "b", "c")
    assert read(tmp_path / f"a{ending}", tmp_path / f"b{ending}").annotators == ("a", "b")


@pytest.mark.parametrize(("write", "ending"), WRITERS)
def test_files_of_different_recordings_by_nobody_in_particular(
    write: Callable[..., str], ending: str, tmp_path: Path
) -> None:
    folder = tmp_path / "ada"
    folder.mkdir()
    for recording in RECORDINGS:
        text = write({"turns": said()["ada", recording]}, recording)
        (folder / f"{recording}{ending}").write_text(text, encoding="utf-8")
    corpus = read(folder)
    assert corpus.annotators == ("ada",)
    assert [each.id for each in corpus.documents] == list(RECORDINGS)
