"""Coreference in CoNLL-2012 and in CoNLL-U: mentions, clusters as links, and what is no pair of brackets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from accord.model import Span, Spans
from accord.model.relation import Relation, Relations
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from accord.model import Corpus

    Lay = Callable[[Mapping[str, str | bytes]], list[str]]
    Refused = Callable[..., list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "coref"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")

OFFICIAL = """#begin document (d1); part 001
d1   1   0   Ann    NNP   (2
d1   1   1   saw    VBD   -
d1   1   2   her    PRP   (1)|(2
d1   1   3   dog    NN    2)
d1   1   4   .      .     2)

d1   1   0   She    PRP   (1)
#end document
"""
ENTITIES = """# newdoc id = d1
# global.Entity = eid-etype-head-other
# sent_id = 1
1\tAnn\t_\t_\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tsaw\t_\t_\t_\t_\t0\troot\t_\t_
2.1\t_\t_\t_\t_\t_\t_\t_\t_\tEntity=(e4--1-)
3\tthe\t_\t_\t_\t_\t4\tdet\t_\tEntity=(e2[1/2]-animal-1-(e3-animal-2-
4\tcat\t_\t_\t_\t_\t2\tobj\t_\tEntity=e3)e2[1/2])|Bridge=e1<e3:owner
5\t,\t_\t_\t_\t_\t2\tpunct\t_\t_
6\tdogs\t_\t_\t_\t_\t2\tobj\t_\tEntity=(e2[2/2]-animal-1-)

# sent_id = 2
1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)|SpaceAfter=No
2\tran\t_\t_\t_\t_\t0\troot\t_\t_

"""


def held(corpus: Corpus, layer: str) -> Spans | Relations:
    (found,) = corpus.layers[layer].annotations.values()
    assert isinstance(found, Spans | Relations)
    return found


def test_brackets_of_the_last_column(lay: Lay) -> None:
    corpus = read(lay({"key.conll": OFFICIAL}))
    assert list(corpus.layers) == ["mentions", "coreference"]
    assert [(each.id, each.sentences) for each in corpus.documents] == [
        ("d1 part 001", (("Ann", "saw", "her", "dog", ".", "She"),))
    ]
    assert held(corpus, "mentions").spans == (Span(0, 5), Span(2, 3), Span(2, 4), Span(5, 6))
    links = held(corpus, "coreference")
    assert isinstance(links, Relations)
    assert (links.mentions, links.sentences) == (held(corpus, "mentions").spans, ((0, 5), (5, 6)))
    assert links.relations == (Relation(2, 0), Relation(3, 1))
    assert any("4 mentions in 2 clusters" in line for line in corpus.assumptions)


def test_types_before_the_cluster(lay: Lay) -> None:
    text = "# begin document\n0\tAnn\t(person-1(person-2)\n1\tLee\tperson-1)\n"
    assert held(read(lay({"a.conll": text})), "mentions").spans == (Span(0, 2, "person"), Span(0, 1, "person"))


def test_another_column_can_be_asked_for(lay: Lay) -> None:
    text = OFFICIAL.replace("#end", "\n#end")
    corpus = read(lay({"key.conll": text}), label=4, token=3)
    assert {each.kind for each in corpus.annotations.values()} == {"labels"}


def test_entities_of_conllu(lay: Lay) -> None:
    corpus = read(lay({"a.conllu": ENTITIES}))
    assert next(iter(corpus.layers)) == "deps"
    spans = held(corpus, "mentions").spans
    people, pets = (Span(0, 1, "person"), Span(6, 7, "person")), (Span(2, 4, "animal"), Span(5, 6, "animal"))
    assert set(spans) == {*people, *pets}
    links = held(corpus, "coreference")
    assert isinstance(links, Relations)
    assert [(links.mentions[each.source], links.mentions[each.target]) for each in links.relations] == [people[::-1]]
    assert Span(2, 6, "animal") in links.mentions  # with its gap
    bridges = held(corpus, "bridging")
    assert isinstance(bridges, Relations)
    assert [each.type for each in bridges.relations] == ["owner"]
    said = next(line for line in corpus.assumptions if "clusters" in line)
    assert "5 mentions in 4 clusters, 1 mention with gaps (in mentions its parts); left out: 1 mention without" in said
    assert corpus.documents[0].id == "d1"


def test_rows_without_trees_hold_mentions_only(lay: Lay) -> None:
    text = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n1\t_\t_\t_\t_\t_\t0\t_\t_\tEntity=(e0-x-1-)\n\n"
    assert list(read(lay({"TC.key": text})).layers) == ["mentions"]


@pytest.mark.parametrize(
    ("marks", "found"),
    [
        (("(1", "-"), "a.conll:2 error invalid-span"),
        (("1)", "-"), "a.conll:2 error invalid-span"),
        (("1", "-"), "a.conll:2 error invalid-span"),
        (("((1", "-"), "a.conll:2 error invalid-span"),
    ],
)
def test_brackets_that_do_not_pair(refused: Refused, marks: tuple[str, str], found: str) -> None:
    rows = "".join(f"d 0 {number} w {mark}\n" for number, mark in enumerate(marks))
    assert refused({"a.conll": f"#begin document (d);\n{rows}#end document\n"}) == [found]


def test_a_long_cell_that_is_no_bracket_is_refused_at_once(refused: Refused) -> None:
    cell = f"({'7' * 5_000}%("
    assert refused({"d.conll": OFFICIAL.replace("VBD   -", f"VBD   {cell}")}) == ["d.conll:3 error invalid-span"]


def test_words_that_are_a_mention_twice(lay: Lay) -> None:
    corpus = read(lay({"a.conll": "#begin document (d);\nd 0 0 w (1)|(2)\n#end document\n"}))
    assert [finding.code for finding in corpus.findings] == ["duplicate-mention"]


@REAL
@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "entities", "mentions", "bridging"),
    [
        ("gum_conll*/*brotherhood*", 105, 178, 7),
        ("gum_conll*/*stampede*", 49, 67, 5),
        ("gum_conll*/*worship*", 28, 44, 8),
        ("ontogum_conll*/*brotherhood*", 21, 75, 0),
        ("ontogum_conll*/*stampede*", 7, 19, 0),
        ("ontogum_conll*/*worship*", 7, 16, 0),
    ],
)
def test_counts_of_real_documents(name: str, entities: int, mentions: int, bridging: int) -> None:
    paths = sorted(DATA.glob(name))
    assert len(paths) == 2
    for path in paths:
        corpus = read(path)
        links = held(corpus, "coreference")
        assert isinstance(links, Relations)
        assert len(held(corpus, "mentions").spans) == len(links.mentions) == mentions
        assert mentions - len(links.relations) == entities
        if "bridging" in corpus.layers or (bridging and path.suffix == ".conllu"):
            bridges = held(corpus, "bridging")
            assert isinstance(bridges, Relations)
            assert len(bridges.relations) == bridging


@REAL
@pytest.mark.data
def test_cases_of_the_scorers_are_read() -> None:
    paths = [path for kind in ("conll", "corefud") for path in sorted((DATA / f"{kind}_scorer_cases").iterdir())]
    assert len(paths) == 40
    for path in paths:
        assert next(iter(read(path).layers)) == "mentions"
    key, response = DATA / "corefud_scorer_cases" / "TC-A.key", DATA / "corefud_scorer_cases" / "TC-A-10.response"
    assert agree(read([key, response])).result.value == 1  # the same mentions, in other clusters
    apart = agree(read([key, response], layer="coreference")).result.value
    assert not isinstance(apart, float) or apart < 1
