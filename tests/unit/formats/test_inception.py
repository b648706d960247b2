"""Projects of INCEpTION: users as annotators, curation as a reference, and what is left out, said."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from accord.errors import ReadError
from accord.formats.names import references_among
from accord.model import Corpus, Span, Spans
from accord.verbs.agree import agree
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
REAL = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "inception_project"

PER, LOC, NOTHING = "PER", "LOC", "_"


def tsv(label: str, *, text: str = "Ann left.") -> str:
    """Ann with a label, or without a layer."""
    word, rest = text.split(" ")
    layer = "#T_SP=custom.Name|value" if label != NOTHING else ""
    cell = f"{label}\t" if layer else ""
    none = "_\t" if layer else ""
    head = f"#FORMAT=WebAnno TSV 3.3\n{layer}\n\n\n#Text={text}\n"
    return f"{head}1-1\t0-{len(word)}\t{word}\t{cell}\n1-2\t{len(word) + 1}-{len(text)}\t{rest}\t{none}\n"


def project(states: Mapping[tuple[str, str], str], curated: Mapping[str, str] | None = None) -> str:
    """How far users are with documents."""
    given = [{"name": document, "user": user, "state": state} for (document, user), state in states.items()]
    sources = [{"name": name, "state": state} for name, state in (curated or {}).items()]
    return json.dumps({"name": "p", "annotation_documents": given, "source_documents": sources})


def packed(files: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return stream.getvalue()


FILES: dict[str, str | bytes] = {
    "annotation/d1.txt/ada.tsv": tsv(PER),
    "annotation/d1.txt/bram.zip": packed({"bram.tsv": tsv(LOC)}),
    "annotation/d1.txt/INITIAL_CAS.tsv": tsv(NOTHING),
    "annotation_ser/d1.txt/ada.ser": b"\xac\xed",
    "annotation/d2.txt/ada.tsv": tsv(PER, text="Bo went."),
    "annotation/d2.txt/bram.tsv": tsv(NOTHING, text="Bo went."),
    "curation/d1.txt/CURATION_USER.tsv": tsv(PER),
    "source/d1.txt": "Ann left.",
    "log/project-1.log": "x",
}
DONE = project(
    {(f"d{n}.txt", who): "FINISHED" for n in (1, 2) for who in ("ada", "bram")}, {"d1.txt": "CURATION_FINISHED"}
)


def held(corpus: Corpus) -> dict[tuple[str, str], list[Span]]:
    return {key: list(each.spans) for key, each in corpus.annotations.items() if isinstance(each, Spans)}


EXPECTED = {
    ("d1.txt", "ada"): [Span(0, 3, PER)],
    ("d1.txt", "bram"): [Span(0, 3, LOC)],
    ("d2.txt", "ada"): [Span(0, 2, PER)],
    ("d2.txt", "bram"): [],
    ("d1.txt", "CURATION_USER"): [Span(0, 3, PER)],
}


def test_a_project_in_a_zip(lay: Lay) -> None:
    corpus = read(lay({"p.zip": packed({"exportedproject1.json": DONE, **FILES})}))
    assert held(corpus) == EXPECTED
    assert list(corpus.layers) == ["Name"]
    assert "INITIAL_CAS is no annotator" in " ".join(corpus.assumptions)


def test_a_project_that_was_unpacked_gives_the_same(lay: Lay) -> None:
    lay({f"folder/{name}": content for name, content in {"exportedproject1.json": DONE, **FILES}.items()})
    assert held(read("folder")) == EXPECTED


def test_a_zip_in_it_that_was_unpacked_too(lay: Lay) -> None:
    files = {name: content for name, content in FILES.items() if not name.endswith(".zip")}
    files |= {"annotation/d1.txt/bram/bram.tsv": tsv(LOC), "exportedproject1.json": DONE}
    lay({f"folder/{name}": content for name, content in files.items()})
    assert held(read("folder")) == EXPECTED


def test_a_zip_of_the_folder(lay: Lay) -> None:
    assert held(read(lay({"p.zip": packed({f"x/{name}": content for name, content in FILES.items()})}))) == EXPECTED


def test_the_curation_is_a_reference(lay: Lay) -> None:
    corpus = read(lay({"p.zip": packed({"exportedproject1.json": DONE, **FILES})}))
    assert references_among(corpus.annotators) == ["CURATION_USER"]


def test_the_curation_is_left_out_of_agreement_unless_it_is_named(lay: Lay) -> None:
    corpus = read(lay({"p.zip": packed({"exportedproject1.json": DONE, **FILES})}))
    measured = agree(corpus, "corrected-f1", interval=None)
    assert [each.annotator for each in measured.annotators] == ["ada", "bram"]
    assert measured.value == agree(corpus, "corrected-f1", interval=None, annotators=["ada", "bram"]).value
    assert measured.reasons[0].startswith("warning: CURATION_USER is a reference, by its name, and left out")
    named = agree(corpus, "corrected-f1", interval=None, annotators=["ada", "CURATION_USER"])
    assert [each.annotator for each in named.annotators] == ["ada", "CURATION_USER"]
    beside = agree(corpus, "corrected-f1", interval=None, exclude=["ada"])
    assert [each.annotator for each in beside.annotators] == ["bram", "CURATION_USER"]


def test_what_is_not_finished_is_left_out(lay: Lay) -> None:
    states = {("d1.txt", "ada"): "FINISHED", ("d1.txt", "bram"): "FINISHED", ("d2.txt", "ada"): "IN_PROGRESS"}
    told = project(states | {("d2.txt", "bram"): "NEW"}, {"d1.txt": "CURATION_IN_PROGRESS"})
    corpus = read(lay({"p.zip": packed({"exportedproject1.json": told, **FILES})}))
    assert held(corpus).keys() == EXPECTED.keys() - {("d2.txt", "ada"), ("d2.txt", "bram")}
    said = " ".join(corpus.assumptions)
    assert "left out, as not finished: ada of d2.txt, bram of d2.txt" in said
    assert "not finished, as none is: CURATION_USER of d1.txt" in said


def test_what_was_begun_is_read_where_nothing_is_finished(lay: Lay) -> None:
    states = {("d1.txt", "ada"): "INPROGRESS", ("d1.txt", "bram"): "IN_PROGRESS", ("d2.txt", "ada"): "IGNORE"}
    told = project(states | {("d2.txt", "bram"): "NEW"}, {"d1.txt": "NEW"})
    corpus = read(lay({"p.zip": packed({"exportedproject1.json": told, **FILES})}))
    assert held(corpus).keys() == {("d1.txt", "ada"), ("d1.txt", "bram")}


def test_serialised_java_is_said_and_the_rest_read(lay: Lay) -> None:
    files = {name: content for name, content in FILES.items() if name != "annotation/d1.txt/ada.tsv"}
    corpus = read(lay({"p.zip": packed({"exportedproject1.json": DONE, **files})}))
    assert held(corpus).keys() == EXPECTED.keys() - {("d1.txt", "ada")}
    (finding,) = corpus.findings
    assert "by ada of d1.txt are there only as .ser (Java's own serialisation)" in finding.message
    assert "export the project again, with the format UIMA CAS XMI" in finding.hint


def test_a_project_of_serialised_java_alone_is_an_error(lay: Lay) -> None:
    files = {"annotation_ser/d1.txt/ada.ser": b"\xac\xed", "annotation_ser/d1.txt/INITIAL_CAS.ser": b"\xac\xed"}
    with pytest.raises(ReadError, match=r"only as \.ser"):
        read(lay({"p.zip": packed({"exportedproject1.json": DONE, **files})}))


@pytest.mark.parametrize("told", ["[]", "{", '{"annotation_documents": [1]}', "[" * 100_000, '{"source_documents": 3}'])
def test_a_description_that_is_broken_is_one_sentence(lay: Lay, told: str) -> None:
    with pytest.raises(ReadError, match="no description of a project"):
        read(lay({"p.zip": packed({"exportedproject1.json": told, **FILES})}))


def test_a_file_of_a_user_that_is_broken_is_named(lay: Lay) -> None:
    files = {**FILES, "annotation/d1.txt/ada.tsv": tsv(PER).replace("0-3", "0-9")}
    with pytest.raises(ReadError, match=r"p\.zip/annotation/d1\.txt/ada\.tsv"):
        read(lay({"p.zip": packed({"exportedproject1.json": DONE, **files})}))


def test_a_zip_that_is_not_safe_is_refused(lay: Lay) -> None:
    with pytest.raises(ReadError, match="leads out of the archive"):
        read(lay({"p.zip": packed({"../annotation/d/ada.tsv": tsv(PER)})}))


def test_another_zip_is_still_an_archive(lay: Lay) -> None:
    with pytest.raises(ReadError, match="unpack it"):
        read(lay({"p.zip": packed({"d1.tsv": tsv(PER)})}))


def test_users_with_xmi_and_json(lay: Lay) -> None:
    cassis = pytest.importorskip("cassis", reason="UIMA CAS is read by the extra cas")
    types = cassis.TypeSystem()
    name = types.create_type("custom.Name", supertypeName="uima.tcas.Annotation")
    types.create_feature(name, "value", "uima.cas.String")

    def cas(label: str, text: str = "Ann left.") -> object:
        made = cassis.Cas(typesystem=types)
        made.sofa_string = text
        if label != NOTHING:
            made.add(name(begin=0, end=text.index(" "), value=label))
        return made

    def zipped(made: object, user: str) -> bytes:
        return packed({f"{user}.xmi": made.to_xmi(), "TypeSystem.xml": types.to_xml()})  # type: ignore[attr-defined]

    files: dict[str, str | bytes] = {
        "exportedproject1.json": DONE,
        "annotation/d1.txt/ada.zip": zipped(cas(PER), "ada"),
        "annotation/d1.txt/bram.json": cas(LOC).to_json(),  # type: ignore[attr-defined]
        "annotation/d2.txt/ada.zip": zipped(cas(PER, "Bo went."), "ada"),
        "annotation/d2.txt/bram.tsv": tsv(NOTHING, text="Bo went."),
        "curation/d1.txt/CURATION_USER.zip": zipped(cas(PER), "CURATION_USER"),
    }
    lay({"p.zip": packed(files), "document.zip": zipped(cas(LOC), "d")})
    assert held(read("p.zip")) == EXPECTED
    assert list(held(read("document.zip")).values()) == [[Span(0, 3, LOC)]]


@pytest.mark.data
@pytest.mark.skipif(not REAL.exists(), reason="the exports of annotation tools are not here")
def test_a_real_project() -> None:
    corpus = read(str(REAL / "curated_project_3_6_1.zip"))
    assert {name: held(corpus.select(name)) for name in corpus.layers} == {
        "Chunk": {("example_sentence.txt", "CURATION_USER"): [Span(0, 4)]}
    }
    assert "by admin of example_sentence.txt are there only as .ser" in corpus.findings[0].message
