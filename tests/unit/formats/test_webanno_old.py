"""WebAnno TSV 1 and 2, which are no CoNLL columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accord.errors import ReadError
from accord.model import Span, Spans, TokenLabels
from accord.model.relation import Relations
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "webanno_tsv"
REAL = [pytest.mark.data, pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")]

HEAD = " # custom.Name | value # custom.Link | kind | AttachTo=custom.Name\n"
ROWS = ("1-1\tAnn\tB-PER|B-X\tO\tO", "1-2\tLee\tI-PER\tO\tO", "1-3\tleft\tO\tO\tO", "1-4\t.\tO\tO\tO")
FIRST = "#id=1\n#text=Ann  Lee left.\n" + "\n".join(ROWS) + "\n"
SECOND = "\n#id=2\n#text=Bo\n2-1\tBo\tI-PER\tB-met\t1-1\n"


def test_spans_and_relations(lay: Lay) -> None:
    corpus = read(lay({"d.tsv": HEAD + FIRST + SECOND}))
    (spans,) = corpus.layers["Name"].annotations.values()
    assert isinstance(spans, Spans)
    assert spans.spans == (Span(0, 8, "PER"), Span(0, 3, "X"), Span(15, 17, "PER"))
    (links,) = corpus.layers["Link"].annotations.values()
    assert isinstance(links, Relations)
    assert [(links.mentions[each.source], links.mentions[each.target], each.type) for each in links.relations] == [
        (Span(0, 8, "PER"), Span(15, 17, "PER"), "met")
    ]
    assert corpus.documents[0].text == "Ann  Lee left.\nBo"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [("1-2\tLee\tI-PER\tO\tO", "1-2\tLee", "unreadable-row"), ("1-2\tLee", "1-2\tLea", "offset-mismatch")],
)
def test_rows_that_are_wrong_are_named(lay: Lay, old: str, new: str, code: str) -> None:
    with pytest.raises(ReadError, match=rf"d\.tsv:5: error: .*{code}"):
        read(lay({"d.tsv": HEAD + FIRST.replace(old, new)}))


def test_a_head_that_does_not_decode_is_the_only_problem(lay: Lay) -> None:
    with pytest.raises(ReadError, match=r"d\.tsv:1: error: not utf-8.*undecodable-bytes") as caught:
        read(lay({"d.tsv": HEAD.encode().replace(b" # custom.Link", b" # \xff.Link") + FIRST.encode()}))
    assert str(caught.value).count("error:") == 1


class TestRealFiles:
    pytestmark = REAL

    @pytest.mark.parametrize("name", ["kappatest", "kappaarcdiff", "kappaspanarcdiff"])
    def test_the_fixtures_of_webanno(self, name: str) -> None:
        corpus = read(str(DATA / "agreement_fixtures" / f"{name}.tsv"))
        assert list(corpus.layers) == ["POS", "Dependency"]
        for layer in corpus.layers.values():
            (held,) = layer.annotations.values()
            assert isinstance(held, Spans | Relations)
            assert len(held.spans) == 9

    def test_the_first_version_is_refused_with_what_to_do(self) -> None:
        with pytest.raises(ReadError, match=r"is WebAnno TSV 1, .*: export it again as WebAnno TSV 3"):
            read(str(DATA / "tsv2_example.tsv"))


def test_columns_of_conll_are_still_columns(lay: Lay) -> None:
    corpus = read(lay({"d.tsv": "# id = 1\n# text = Ann left\nAnn\tB-PER\nleft\tO\n\nBo\tB-PER\n.\tO\n"}))
    assert all(isinstance(each, TokenLabels) for each in corpus.annotations.values())
