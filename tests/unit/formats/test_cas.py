"""UIMA CAS as XMI and JSON: the counts of real files, and the same as WebAnno TSV of the same annotations."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from accord.errors import ReadError, UsageError
from accord.formats import cas as module
from accord.model import Corpus, Span, Spans
from accord.model.relation import Relations
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from accord.formats.content import Content

cassis = pytest.importorskip("cassis", reason="UIMA CAS is read by the extra cas")

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
CAS, SUITE = DATA / "uima_cas", DATA / "webanno_tsv" / "tsv3_suite"
REAL = [pytest.mark.data, pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")]

TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>
  <typeDescription><name>custom.Name</name><description/><supertypeName>uima.tcas.Annotation</supertypeName><features>
    <featureDescription><name>value</name><description/><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>
    <featureDescription><name>type</name><description/><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>
    <featureDescription><name>sure</name><description/><rangeTypeName>uima.cas.Boolean</rangeTypeName></featureDescription>
  </features></typeDescription>
  <typeDescription><name>custom.Link</name><description/><supertypeName>uima.tcas.Annotation</supertypeName><features>
    <featureDescription><name>Governor</name><description/><rangeTypeName>custom.Name</rangeTypeName></featureDescription>
    <featureDescription><name>Dependent</name><description/><rangeTypeName>custom.Name</rangeTypeName></featureDescription>
    <featureDescription><name>kind</name><description/><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>
  </features></typeDescription>
</types></typeSystemDescription>
"""
HEAD = '<xmi:XMI xmlns:cas="http:///uima/cas.ecore" xmlns:c="http:///custom.ecore" xmlns:xmi="http://www.omg.org/XMI">'
SOFA = '<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" sofaString="&#128512; Ann met Bo."/>'


def xmi(*annotations: str) -> str:
    """An XMI whose text begins with an emoji."""
    given = [f'<c:{each} xmi:id="{number}" sofa="1"/>' for number, each in enumerate(annotations, 2)]
    members = " ".join(str(number) for number in range(2, 2 + len(annotations)))
    return f'{HEAD}<cas:NULL xmi:id="0"/>{"".join(given)}{SOFA}<cas:View sofa="1" members="{members}"/></xmi:XMI>'


ANN, BO = 'Name begin="3" end="6" value="PER"', 'Name begin="11" end="13" value="PER"'
LINK = 'Link begin="11" end="13" Governor="2" Dependent="3" kind="met"'


def spans(corpus: Corpus, layer: str) -> tuple[Span, ...]:
    (held,) = corpus.layers[layer].annotations.values()
    assert isinstance(held, Spans)
    return held.spans


def test_annotations_and_relations(lay: Lay) -> None:
    corpus = read(lay({"d.xmi": xmi(ANN, BO, LINK), "TypeSystem.xml": TYPES})[:1])
    assert spans(corpus, "Name") == (Span(2, 5, "PER"), Span(10, 12, "PER"))
    (linked,) = corpus.layers["Link"].annotations.values()
    assert isinstance(linked, Relations)
    assert [(linked.mentions[each.source].start, each.type) for each in linked.relations] == [(2, "met")]


def test_what_one_annotator_leaves_empty_does_not_change_names_of_layers(lay: Lay) -> None:
    ada, bram = xmi(ANN, f'{BO} sure="true" type="x"'), xmi(ANN)
    lay({"ada/d.xmi": ada, "bram/d.xmi": bram, "ada/TypeSystem.xml": TYPES, "bram/TypeSystem.xml": TYPES})
    corpus = read(".")
    assert list(corpus.layers) == ["Name.sure", "Name.type", "Name.value"]
    assert {name: len(layer.annotations) for name, layer in corpus.layers.items()} == dict.fromkeys(corpus.layers, 2)
    held = corpus.layers["Name.sure"].annotations["d", "ada"]
    assert isinstance(held, Spans)
    assert held.spans == (Span(2, 5, ""), Span(10, 12, "true"))


def test_a_type_system_that_is_not_there_is_asked_for(lay: Lay) -> None:
    with pytest.raises(
        ReadError, match=r"needs its type system, which declares custom\.Name: put TypeSystem\.xml beside"
    ):
        read(lay({"d.xmi": xmi(ANN)}))


def test_a_type_system_that_does_not_fit_is_said(lay: Lay) -> None:
    with pytest.raises(ReadError, match=r"uses custom\.Name\.sense, which no type system beside it declares"):
        read(lay({"d.xmi": xmi(f'{ANN} sense="1"'), "typesystems/x.xml": TYPES})[:1])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (xmi(ANN).replace("<xmi:XMI", '<!DOCTYPE x [<!ENTITY a "b">]><xmi:XMI', 1), "DOCTYPE"),
        (xmi(ANN).replace("<xmi:XMI", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><xmi:XMI', 1), "DOCTYPE"),
        (xmi(ANN)[:-20], "no XML"),
        (xmi(ANN).replace(SOFA, "<x>" * 40 + "</x>" * 40 + SOFA), "deep"),
        (xmi(ANN).replace('begin="3"', 'begin="1"'), "1 offset at no character, the first 1"),
        (xmi(ANN).replace('end="6"', 'end="600"'), "1 offset at no character, the first 600"),
        (xmi(ANN).replace('begin="3"', 'begin="six"'), "no CAS that can be read"),
        (xmi(ANN).replace('members="2"', 'members="7"'), "no CAS that can be read"),
        (xmi(LINK), "no CAS that can be read"),
        (xmi(ANN).replace(SOFA, ""), "no CAS that can be read"),
        (xmi(ANN).replace(' sofaString="&#128512; Ann met Bo."', ""), "no text"),
        ("<a/>", "no XMI"),
        ("", "no XML"),
    ],
)
def test_what_is_wrong_is_one_sentence(lay: Lay, wrong: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read(lay({"d.xmi": wrong, "TypeSystem.xml": TYPES})[:1])


def test_entities_in_a_type_system_are_refused(lay: Lay) -> None:
    with pytest.raises(ReadError, match="DOCTYPE"):
        read(lay({"d.xmi": xmi(ANN), "TypeSystem.xml": TYPES.replace("<typeS", "<!DOCTYPE x><typeS", 1)})[:1])


@pytest.mark.parametrize(
    "wrong",
    [
        '{"%FEATURE_STRUCTURES": [' + "[" * 100_000,
        '{"%TYPES": {}}',
        '{"%TYPES": []}',
        '{"%VIEWS": {"a": {"%SOFA": 4}}}',
    ],
)
def test_json_that_is_wrong_is_one_sentence(lay: Lay, wrong: str) -> None:
    with pytest.raises(ReadError, match=r"no CAS that can be read|no text|no type system"):
        read(lay({"d.json": wrong}))


def test_the_extra_is_named(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(module, "import_module", missing)
    with pytest.raises(UsageError, match=r"pip install 'accord\[cas\]'"):
        read(lay({"d.xmi": xmi(ANN)}))


@pytest.mark.filterwarnings("ignore:Trying to add feature")
def test_tsv_xmi_and_json_agree_to_the_last_digit(lay: Lay) -> None:
    files: dict[str, str | bytes] = {}
    for who, given in {"ada": [ANN, BO], "bram": [ANN, BO.replace("PER", "LOC")], "cleo": [BO]}.items():
        text = xmi(*given)
        files |= {f"xmi/{who}/d.xmi": text, f"xmi/{who}/TypeSystem.xml": TYPES}
        types = cassis.load_typesystem(TYPES)
        files[f"json/{who}/d.json"] = cassis.load_cas_from_xmi(text, typesystem=types).to_json()
        rows = [("0-2", "\N{GRINNING FACE}"), ("3-6", "Ann"), ("7-10", "met"), ("11-13", "Bo"), ("13-14", ".")]
        said = {re.sub(r".*begin=.(\d+).*", r"\1", each): re.sub(r'.*value="(\w+)".*', r"\1", each) for each in given}
        lines = [f"1-{n}\t{at}\t{word}\t{said.get(at.split('-')[0], '_')}\t" for n, (at, word) in enumerate(rows, 1)]
        head = "#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Name|value\n\n\n#Text=\N{GRINNING FACE} Ann met Bo.\n"
        files[f"tsv/{who}/d.tsv"] = head + "\n".join(lines) + "\n"
    lay(files)
    made = {form: agree(read(form)).to_json() for form in ("tsv", "xmi", "json")}
    values = {form: json.loads(text)["results"] for form, text in made.items()}
    assert values["tsv"] == values["xmi"] == values["json"]


@pytest.mark.filterwarnings("ignore:Trying to add feature")
def test_no_more_than_one_file_is_held_while_many_are_read(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    text = cassis.load_cas_from_xmi(xmi(ANN, BO), typesystem=cassis.load_typesystem(TYPES)).to_json()
    read_one, held = module._read, []

    def counted(*given: Any) -> Content:
        content = read_one(*given)
        held.append(sum(str(type(each).__module__).startswith("cassis") for each in gc.get_objects()))
        return content

    gc.collect()
    monkeypatch.setattr(module, "_read", counted)
    lay({f"json/{who}/d.json": text for who in ("ada", "bram", "cleo", "dora")})
    read("json")
    assert len(held) == 4
    assert held[-1] <= held[0]


# --- real files ------------------------------------------------------------------------------------------------------


def counts(path: Path) -> dict[str, int]:
    """How much is in each layer, with what is left out for it has no length."""
    corpus = read(str(path))
    found: dict[str, int] = {}
    for name, layer in corpus.layers.items():
        for each in layer.annotations.values():
            found[name] = found.get(name, 0) + len(getattr(each, "relations", getattr(each, "spans", ())))
    for finding in corpus.findings:
        if told := re.match(r"(\d+) annotations? of (\w+) without length", finding.message):
            found[told[2]] += int(told[1])
    found.pop("", None)
    over = re.search(r"over (\d+) tokens?", " ".join(corpus.assumptions))
    return found | ({"tokens": int(over[1])} if over else {})


class TestRealFiles:
    pytestmark = REAL

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("json/casWithEmojiUnicodeTextAndAnnotations.json", {"Annotation": 9}),
            ("json/casWithTextAndAnnotations.json", {"Annotation": 4}),
            ("json/tsv3-testSimpleSlotFeature.json", {"SimpleSpan": 2, "SimpleLinkHost": 1, "tokens": 5}),
            ("json/casExtendingDocumentAnnotation.json", {}),
            ("xmi/cas_with_references.xmi", {"SemPred": 1, "SemArg": 2, "tokens": 6}),
            ("xmi/small_cas.xmi", {"Token.id": 11, "Token.pos": 11, "Sentence": 2}),
            ("xmi/cas_with_two_sofas.xmi", {}),
            ("xmi/cas_with_collections.xmi", {"Group": 3}),
            ("xmi/inception_relation_test.xmi", {"MyRelationBase": 4, "MyRelationLayer": 1, "tokens": 11}),
        ],
    )
    def test_counts(self, name: str, expected: dict[str, int]) -> None:
        assert counts(CAS / name) == expected

    def test_five_types_below_each_other(self) -> None:
        found = counts(CAS / "xmi" / "cas_with_inheritance.xmi")
        assert {name.split(".")[0] for name in found} == {
            "Parent", "Child", "GrandChild", "GrandGrandChild", "GrandGrandGrandChild"
        }  # fmt: skip

    def test_two_views_are_two_documents(self) -> None:
        corpus = read(str(CAS / "xmi" / "cas_with_two_sofas.xmi"))
        assert [document.id for document in corpus.documents] == ["_InitialView", "_SecondView"]

    def test_a_file_without_text_is_said(self) -> None:
        with pytest.raises(ReadError, match="no text"):
            read(str(CAS / "json" / "casWithFloatingPointSpecialValues.json"))

    def test_offsets_are_characters(self) -> None:
        corpus = read(str(CAS / "json" / "casWithEmojiUnicodeTextAndAnnotations.json"))
        (document,) = corpus.documents
        assert len(document.text) == 32
        assert [document.text[each.start : each.end] for each in spans(corpus, "Annotation")] == document.text.split(
            " "
        )

    def test_the_suite_of_inception_says_the_same_in_three_ways(self, lay: Lay) -> None:
        types = {f"typesystems/{each.name}": each.read_bytes() for each in (CAS / "typesystems").glob("*web*.xml")}
        lay({**types, **{each.name: each.read_bytes() for each in SUITE.glob("*.xmi")}})
        merged = cassis.merge_typesystems(*(cassis.load_typesystem(content.decode()) for content in types.values()))
        compared, other = 0, set()
        for path in sorted(Path().glob("*.xmi")):
            if not (SUITE / f"{path.stem}.tsv").exists():
                continue
            try:
                ours = _held(read(str(path)))
            except ReadError as error:
                assert "which no type system beside it declares" in str(error)  # noqa: PT017
                continue
            cas = cassis.load_cas_from_xmi(path, typesystem=merged)
            Path(f"{path.stem}.json").write_text(cas.to_json(), encoding="utf-8")
            assert _held(read(f"{path.stem}.json")) == ours
            compared += 1
            if _held(read(str(SUITE / f"{path.stem}.tsv"))) != ours:
                other.add(path.stem)
        assert compared == 39
        assert other == {  # the writer of TSV moves their borders from blanks to tokens
            "testAnnotationWithLeadingWhitespaceAtStart",
            "testAnnotationWithTrailingWhitespace",
        }


def _held(corpus: Corpus) -> dict[str, object]:
    """What is in each layer, the spans by what the newer files of the suite call them."""
    found: dict[str, object] = {"": [document.text for document in corpus.documents]}
    for name, layer in corpus.layers.items():
        for each in layer.annotations.values():
            called = "Span" if name == "NamedEntity" else name
            if isinstance(each, Relations):
                linked = [(each.mentions[arc.source], each.mentions[arc.target], arc.type) for arc in each.relations]
                found[called] = sorted(linked), sorted(each.mentions)
            elif isinstance(each, Spans):
                found[called] = sorted(each.spans)
    return found
