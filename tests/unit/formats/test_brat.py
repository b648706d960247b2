"""brat standoff: mentions, relations and events over a text beside them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accord.agreement.result import Undefined
from accord.errors import NotApplicable, ReadError, UsageError
from accord.formats import Columns
from accord.formats.offsets import UTF16
from accord.formats.writer import fitting, writer_for
from accord.messages import counted
from accord.model import Annotation, Corpus, Document, Span, Spans, Unit, Units
from accord.model.relation import Relation, Relations
from accord.verbs.agree import agree
from accord.verbs.check import check
from accord.verbs.convert import Converted, convert
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "brat"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")
ENDS = (".txt", ".ann")
TEXT = "IL-10 binds IL-10R1 and IL-10R2.\n"
MENTIONS = "T1\tProtein 0 5\tIL-10\nT2\tProtein 12 19\tIL-10R1\nT3\tProtein 24 31\tIL-10R2\nT4\tBinding 6 11\tbinds\n"
EVENT = "E1\tBinding:T4 Theme:T1 Theme2:T2 Theme3:T3\n"


def only(corpus: Corpus) -> Annotation:
    """The only annotation of a layer."""
    (annotation,) = corpus.annotations.values()
    return annotation


def spans(corpus: Corpus) -> tuple[Span, ...]:
    """The spans of the only annotator."""
    held = only(corpus)
    assert isinstance(held, Spans)
    return held.spans


def test_annotators_by_folder(lay: Lay) -> None:
    files = {
        "ada/d1.txt": TEXT,
        "ada/d1.ann": "T1\tProtein 0 5\tIL-10\n",
        "bram/d1.txt": TEXT,
        "bram/d1.ann": "",
        "annotation.conf": "[entities]\nProtein\n",
    }
    lay(files)
    corpus = read(".")
    assert corpus.annotators == ("ada", "bram")
    assert spans_of(corpus, "ada") == [("d1", Span(0, 5, "Protein"))]
    assert spans_of(corpus, "bram") == []
    assert ("d1", "bram") in corpus.annotations
    assert corpus.documents[0].text == TEXT


def test_layers(lay: Lay) -> None:
    relations = "R1\tPart-of Arg1:T1 Arg2:T2\t\n*\tEquiv T2 T3\n"
    beside = "A1\tNegation E1\nM1\tPast E1\nN1\tReference T1 Wiki:123\tIL-10\n#1\tAnnotatorNotes T1\tsure?\n"
    (_, path) = lay({"d.txt": TEXT, "d.ann": MENTIONS + EVENT + relations + beside})
    corpus = read(path)
    assert list(corpus.layers) == ["entities", "relations", "events"]
    assert corpus.main == "entities"
    three = (Span(0, 5, "Protein"), Span(12, 19, "Protein"), Span(24, 31, "Protein"))
    entities = only(corpus)
    assert isinstance(entities, Spans)
    assert entities.spans == three
    linked = only(read(path, layer="relations"))
    assert isinstance(linked, Relations)
    assert (linked.mentions, linked.relations) == (three, (Relation(0, 1, "Part-of"), Relation(1, 2, "Equiv")))
    events = only(read(path, layer="events"))
    assert isinstance(events, Relations)
    assert events.mentions[0] == Span(6, 11, "Binding")
    assert [(relation.source, relation.type) for relation in events.relations] == [(0, "Theme")] * 3
    said = " ".join(corpus.assumptions)
    assert "2 attributes not measured; 1 normalisation not measured; 1 note not measured" in said
    assert "relations, events can be chosen" in said


def test_what_nobody_marked_is_no_layer(lay: Lay) -> None:
    _, path = lay({"d.txt": TEXT, "d.ann": "T1\tProtein 0 5\tIL-10\n"})
    assert list(read(path).layers) == ["entities"]
    with pytest.raises(UsageError, match="no layer 'events'"):
        read(path, layer="events")


def test_a_mention_with_gaps_is_its_parts(lay: Lay) -> None:
    _, path = lay({"d.txt": "hands and legs hurt", "d.ann": "T1\tSIGN 0 5;15 19\thands hurt\n"})
    corpus = read(path)
    assert spans(corpus) == (Span(0, 5, "SIGN"), Span(15, 19, "SIGN"))
    assert "1 mention with gaps, each part a span" in " ".join(corpus.assumptions)


def test_offsets_in_utf16_are_proved_and_converted(lay: Lay) -> None:
    _, path = lay({"d.txt": "Ann \N{GRINNING FACE} met Bo\r\n", "d.ann": "T1\tPER 0 3\tAnn\nT2\tPER 11 13\tBo\n"})
    corpus = read(path)
    assert spans(corpus) == (Span(0, 3, "PER"), Span(10, 12, "PER"))
    assert "offsets count UTF-16 units, as the covered texts prove" in " ".join(corpus.assumptions)
    with pytest.raises(ReadError) as refused:
        read(path, offsets="characters")
    assert [getattr(finding, "code", None) for finding in refused.value.findings] == ["offset-mismatch"]
    assert spans(read(path, offsets=UTF16)) == (Span(0, 3, "PER"), Span(10, 12, "PER"))


def test_a_span_that_fits_nothing_is_named(lay: Lay) -> None:
    _, path = lay({"d.txt": TEXT, "d.ann": "T1\tProtein 0 5\tIL-10\nT2\tProtein 12 19\tIL-10RX\n"})
    (finding,) = check(path)
    assert (finding.code, finding.place.line) == ("offset-mismatch", 2)
    assert "covers 'IL-10R1', and says 'IL-10RX'" in finding.message


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("T1\tProtein 0 5\tIL-10\nT1\tProtein 12 19\tIL-10R1", "duplicate-mention"),
        ("R1\tPart-of Arg1:T1 Arg2:T9", "invalid-relation"),
        ("T1 Protein 0 5 IL-10", "invalid-line"),
        ("T1\tProtein 0 x\tIL-10", "invalid-line"),
        pytest.param(
            "E1\tX:T1" + " a:b:c" * 60 + " bad", "invalid-line", id="roles with colons, which once never ended"
        ),
        ("T1\tProtein 0 " + "9" * 5000 + "\tIL-10", "invalid-line"),
    ],
)
def test_lines_that_cannot_be_used(lay: Lay, line: str, code: str) -> None:
    _, path = lay({"d.txt": TEXT, "d.ann": f"{line}\n"})
    assert [finding.code for finding in check(path, columns=Columns(format="brat"))] == [code]


def test_without_a_text_there_are_units(lay: Lay) -> None:
    (path,) = lay({"d.ann": MENTIONS + EVENT})
    corpus = read(path)
    held = only(corpus)
    assert getattr(held, "units", None) == (Unit(0, 5, "Protein"), Unit(12, 19, "Protein"), Unit(24, 31, "Protein"))
    assert "no text beside it; 1 event not measured" in " ".join(corpus.assumptions)


def test_without_texts_files_of_one_folder_are_documents(lay: Lay) -> None:
    one, other = "T1\tX 0 5\thands\n", "T1\tY 0 9\tsomething\n"
    lay({"c/a.ann": one, "c/b.ann": other})
    with pytest.raises(NotApplicable, match="c is the only one here"):
        agree("c", "gamma")
    lay({"e/ada/a.ann": one, "e/bram/a.ann": one})
    corpus = read("e")
    assert ([each.id for each in corpus.documents], corpus.annotators) == (["a"], ("ada", "bram"))


def test_annotators_by_name_over_one_text_or_a_text_each(lay: Lay) -> None:
    line = "T1\tProtein 0 5\tIL-10\n"
    lay({"a/d1.txt": TEXT, "a/d1-ada.ann": line, "a/d1-bram.ann": "", "a/d2.txt": TEXT * 2, "a/d2-ada.ann": line})
    named = ("d1_ada", "d1_bram", "d2_ada", "d2_bram")
    lay({f"b/{name}{end}": TEXT + name[:2] if end == ".txt" else line for name in named for end in ENDS})
    for folder in ("a", "b"):
        corpus = read(folder)
        assert corpus.annotators == ("ada", "bram")
        assert [each.id for each in corpus.documents] == ["d1", "d2"]


def test_the_configuration_beside_the_data_is_passed_over(lay: Lay) -> None:
    conf = "[entities]\nProtein\n[relations]\n[events]\n[attributes]\n"
    lay({"c/annotation.conf": conf, "c/visual.conf": "[labels]\n", "c/d.txt": TEXT, "c/d.ann": MENTIONS})
    corpus = read("c")
    assert len(spans(corpus)) == 4
    assert "passed over, as no data: annotation.conf, visual.conf" in corpus.assumptions


def test_files_of_one_folder_with_texts_of_their_own_are_documents_by_one_annotator(lay: Lay) -> None:
    line = "T1\tProtein 0 5\tIL-10\n"
    lay({"bram/a.txt": TEXT, "bram/a.ann": line, "bram/b.txt": f"{TEXT}more", "bram/b.ann": ""})
    corpus = read("bram")
    assert (corpus.annotators, [each.id for each in corpus.documents]) == (("bram",), ["a", "b"])
    assert "each file is a document, by bram" in corpus.assumptions
    lay({"c/ada.txt": TEXT, "c/ada.ann": line, "c/bram.txt": TEXT, "c/bram.ann": ""})
    assert read("c").annotators == ("ada", "bram")


def test_what_ends_in_ann_is_never_a_table(lay: Lay) -> None:
    for text in ("PER 0 13\tAngela Merkel\nLOC 20 26\tBerlin\n", "a,b,c\n1,2,3\n2,3,4\n", "a b\nc d\n"):
        with pytest.raises(ReadError) as refused:
            read(lay({"d.ann": text}))
        assert "its lines are none of brat's" in str(refused.value)
    noted = "#1\tAnnotatorNotes T1\tsure?\n\nT1\tProtein 0 5\tIL-10\n"
    assert read(lay({"e.txt": TEXT, "e.ann": noted})[1]).layer.kind == "spans"
    with pytest.raises(ReadError, match=r"no line of brat: 'x', the first of 2 such lines"):
        read(lay({"f.txt": TEXT, "f.ann": "T1\tProtein 0 5\tIL-10\nx\ny\n"})[1])


def test_a_text_that_is_missing_while_others_are_there_is_named(lay: Lay) -> None:
    lay({"c/a.txt": TEXT, "c/a.ann": MENTIONS, "c/b.ann": MENTIONS})
    with pytest.raises(ReadError, match=r"b\.ann: error: there is no text beside it: b\.txt, such as others have"):
        read("c")


def test_a_text_that_is_missing_in_one_folder_is_named(lay: Lay) -> None:
    lay({"c/ada/a.txt": TEXT, "c/ada/a.ann": MENTIONS, "c/bram/a.ann": MENTIONS})
    with pytest.raises(ReadError, match=r"bram/a\.ann: error: there is no text beside it: a\.txt, such as others have"):
        read("c")


def test_a_layer_without_a_name_is_called_by_its_kind_beside_others(lay: Lay) -> None:
    marked = json.dumps({"text": TEXT, "spans": [[0, 5, "Protein"]]})
    lay({"c/ada/a.txt": TEXT, "c/ada/a.ann": MENTIONS, "c/bram/a.jsonl": marked})
    assert list(read("c").layers) == ["entities", "spans"]


def test_a_text_that_was_changed_is_no_other_document(lay: Lay) -> None:
    line = "T1\tProtein 0 5\tIL-10\n"
    same = {f"c/{who}/a{end}": TEXT if end == ".txt" else line for who in ("ada", "bram") for end in ENDS}
    lay({**same, "c/ada/b.txt": f"{TEXT}more", "c/bram/b.txt": f"{TEXT}moor"})
    lay({f"c/{who}/b.ann": line for who in ("ada", "bram")})
    with pytest.raises(ReadError, match=r"another text from character \d+: 'or' instead of 're' in the document b"):
        read("c")
    Path("c/bram/b.txt").write_text("IL-10 is quite another story.")
    corpus = read("c")
    assert [each.id for each in corpus.documents] == ["a", "b/doc1", "b/doc2"]
    assert "files called b hold different texts, so they are different documents" in corpus.assumptions


def test_a_text_that_is_a_link_out_of_the_campaign_is_not_read(lay: Lay) -> None:
    line = "T1\tX 0 6\tsecret\n"
    lay({"outside.txt": "secret", "c/ada/a.ann": line, "c/texts/b.txt": "secret", "c/ada/b.ann": line})
    Path("c/ada/a.txt").symlink_to("../../outside.txt")
    Path("c/ada/b.txt").symlink_to("../texts/b.txt")
    with pytest.raises(ReadError, match=r"^c/ada/a\.ann: error: its text a\.txt is a link that leads elsewhere"):
        read("c/ada/a.ann")
    assert read("c/ada/b.ann").documents[0].text == "secret"


@pytest.mark.parametrize("line", ["T2\tProtein 0 4", "T2\tProtein 9 5\tx", "T2\tProtein 0"])
def test_a_last_line_that_is_cut_off_is_an_error(lay: Lay, line: str) -> None:
    lay({"d.txt": TEXT, "d.ann": f"T1\tProtein 0 5\tIL-10\n{line}"})
    with pytest.raises(ReadError, match=r"d\.ann:2: error: "):
        read("d.ann")


def test_what_is_not_measured_is_added_up_over_files(lay: Lay) -> None:
    line = "T1\tProtein 0 5\tIL-10\nT2\tProtein 0 5\tIL-10\nA1\tNegation T1\n"
    texts = {f"c/{name}.txt": f"{TEXT}{name}" for name in "abc"}
    lay({**texts, **{f"c/{name}.ann": line * (name != "c") for name in "abc"}})
    said = "a.ann, b.ann, c.ann: read as brat (its name ends in .ann): spans over the text beside it; "
    assert f"{said}2 mentions that stand there twice and count once; 2 attributes not measured" in read("c").assumptions


def test_types_that_brat_cannot_name_are_said(lay: Lay) -> None:
    spans = (Span(0, 3, "New York"), Span(0, 3, "New_York"), Span(4, 7, ""))
    corpus = Corpus.of((Document("d", text="one two"),), {("d", "ada"): Spans(spans, 7)})
    writer = writer_for(corpus, name="brat")
    assert list(writer.lost(corpus)) == [
        "signs other than letters, digits, _ and - in 2 types: 'New York' is New_York_2"
    ]
    files = dict(writer.files(corpus) or ())
    assert files["d.ann"] == b"T1\tNew_York_2 0 3\tone\nT2\tNew_York 0 3\tone\nT3\t_ 4 7\ttwo\n"
    assert files["annotation.conf"].startswith(b"[entities]\n\nNew_York\nNew_York_2\n_\n")


def test_what_has_no_text_is_no_brat() -> None:
    for each in (Spans((Span(0, 1, "X"),), 2), Spans((Span(0, 1, "X"),), 2, "token")):
        assert "brat" not in fitting(Corpus.of((Document("d"),), {("d", "ada"): each}))


@REAL
def test_a_mention_with_gaps_is_written_as_one(lay: Lay, tmp_path: Path) -> None:
    lines = "T1\tX 0 5;12 19\tIL-10 IL-10R1\nT2\tX 24 31\tIL-10R2\nR1\tsees Arg1:T1 Arg2:T2\n"
    corpus = read(lay({"d.txt": TEXT, "d.ann": lines})[1])
    made = convert(corpus, tmp_path / "made", "brat")
    assert isinstance(made, Converted)
    assert made.lost == ()
    (written,) = (tmp_path / "made").glob("*.ann")
    assert written.read_text() == lines
    elsewhere = convert(corpus, tmp_path / "made.jsonl", "jsonl")
    assert isinstance(elsewhere, Converted)
    assert "1 mention with gaps: each part becomes a mention of its own" in elsewhere.lost


def test_what_was_read_is_written_as_it_was(tmp_path: Path) -> None:
    corpus = read(str(DATA / "four_annotators_es"))
    writer_for(corpus, name="brat").save(corpus, str(tmp_path / "made"))
    for file in DATA.glob("four_annotators_es/*/*.txt"):
        assert (tmp_path / "made" / file.parent.name / file.name).read_bytes() == file.read_bytes()
    again = read(str(tmp_path / "made"))
    assert {key: getattr(each, "spans", ()) for key, each in again.annotations.items()} == {
        key: getattr(each, "spans", ()) for key, each in corpus.annotations.items()
    }


@REAL
def test_four_annotators_as_bratiaa_counts_them() -> None:
    agreement = agree(str(DATA / "four_annotators_es"), "corrected-f1", match="exact")
    assert agreement.used == {"documents": 4, "spans": 965}
    pairs = [pair.observed for pair in agreement.pairs if not isinstance(pair.observed, Undefined)]
    assert float(sum(pairs)) / 6 == pytest.approx(0.881975, abs=5e-7)  # bratiaa's mean over pairs


@REAL
@pytest.mark.parametrize(
    ("folder", "mentions", "events", "relations", "beside"),
    [
        ("wetlab_events_relations", 300, 84, 120, {"notes": 2}),
        ("crude_oil_news_events", 256, 79, 25, {"attributes": 19}),
        ("brat_tutorials", 134, 27, 8, {"attributes": 10, "normalisations": 1, "notes": 7}),
    ],
)
def test_counts_of_real_files(
    folder: str, mentions: int, events: int, relations: int, beside: Mapping[str, int]
) -> None:
    corpus = read(str(DATA / folder))
    said = " ".join(corpus.assumptions)
    assert all(f"; {counted(count, f'{what} not measured')}" in said for what, count in beside.items())
    entities = sum(len(each.spans) for each in corpus.annotations.values() if isinstance(each, Spans))
    links = [each for each in corpus.layers["relations"].annotations.values() if isinstance(each, Relations)]
    assert sum(relation.type not in {"Equiv", "Alias"} for each in links for relation in each.relations) == relations
    triggers = mentions - entities  # of which two events may share one
    assert events - 1 <= triggers <= events


@REAL
def test_members_of_the_same_are_linked() -> None:
    links = read(str(DATA / "brat_tutorials"), layer="relations").annotations.values()
    types = [relation.type for each in links if isinstance(each, Relations) for relation in each.relations]
    assert types.count("Equiv") + types.count("Alias") == 6  # two lines of three members each


@REAL
def test_mentions_with_gaps_are_their_parts() -> None:
    corpus = read(str(DATA / "raredis_discontinuous_no_text"))
    said = " ".join(corpus.assumptions)
    assert "49 mentions with gaps, each part a span" in said
    assert "104 relations not measured" in said
    lines = [each.lines for each in corpus.annotations.values() if isinstance(each, Units)]
    assert sum(len(set(each)) for each in lines) == 134


@REAL
def test_two_annotators_without_text() -> None:
    corpus = read(str(DATA / "two_annotators_no_text"))
    counts = {annotator: len(getattr(each, "units", ())) for (_, annotator), each in corpus.annotations.items()}
    assert counts == {"A": 134, "B": 135}
