"""WebAnno TSV 3: spans, relations and chains, against the files and counts of INCEpTION's own tests."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from accord.errors import ReadError
from accord.model import Corpus, Span, Spans
from accord.model.relation import Relation, Relations
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
SUITE = DATA / "webanno_tsv" / "tsv3_suite"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")
HEAD = "#FORMAT=WebAnno TSV 3.3\n"
ENTITIES = "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n"
LINKS = "#T_RL=custom.Link|kind|BT_de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity\n"
TEXT = "\n\n#Text=\N{GRINNING FACE} Ann Lee left Bo.\n1-1\t0-2\t\N{GRINNING FACE}\t"


def rows(*cells: str) -> str:
    """Ann, Lee, left, Bo and the full stop, with what stands behind them."""
    tokens = [("3-6", "Ann"), ("7-10", "Lee"), ("11-15", "left"), ("16-18", "Bo"), ("18-19", ".")]
    lines = zip(tokens, cells, strict=True)
    return "".join(f"1-{number}\t{at}\t{token}\t{cell}\t\n" for number, ((at, token), cell) in enumerate(lines, 2))


def spans(corpus: Corpus, layer: str) -> tuple[Span, ...]:
    (held,) = corpus.layers[layer].annotations.values()
    assert isinstance(held, Spans)
    return held.spans


def test_parts_of_a_span_and_spans_over_each_other(lay: Lay) -> None:
    text = HEAD + ENTITIES + TEXT + "_\t_\t\n"
    text += rows("*[1]|*[2]\tPER[1]|Q\\|1[2]", "*[1]\tPER[1]", "_\t_", "*\tPER", "_\t_")
    corpus = read(lay({"d.tsv": text}))
    assert spans(corpus, "NamedEntity") == (Span(2, 9, "PER"), Span(2, 5, "Q|1"), Span(15, 17, "PER"))
    assert corpus.documents[0].text == "\N{GRINNING FACE} Ann Lee left Bo."


def test_each_feature_with_values_is_a_layer(lay: Lay) -> None:
    corpus = read(
        lay({"d.tsv": HEAD + ENTITIES + TEXT + "_\t_\t\n" + rows("Q7\tPER", "_\t_", "_\t_", "*\tLOC", "_\t_")})
    )
    assert spans(corpus, "NamedEntity.identifier") == (Span(2, 5, "Q7"), Span(15, 17, ""))
    assert spans(corpus, "NamedEntity.value") == (Span(2, 5, "PER"), Span(15, 17, "LOC"))


def test_a_relation_stands_at_its_target(lay: Lay) -> None:
    cells = ("*[1]\tPER[1]\t_\t_", "*[1]\tPER[1]\t_\t_", "_\t_\t_\t_", "*\tPER\tleft\t1-2[1_0]", "_\t_\t_\t_")
    corpus = read(lay({"d.tsv": HEAD + ENTITIES + LINKS + TEXT + "_\t_\t_\t_\t\n" + rows(*cells)}), layer="Link")
    (held,) = corpus.annotations.values()
    assert isinstance(held, Relations)
    assert held.relations == (Relation(0, 1, "left"),)
    assert [(mention.start, mention.end) for mention in held.mentions] == [(2, 9), (15, 17)]


def test_a_layer_that_is_not_declared_is_empty(lay: Lay) -> None:
    marked = HEAD + ENTITIES + TEXT + "_\t_\t\n" + rows("*\tPER", "_\t_", "_\t_", "_\t_", "_\t_")
    bare = HEAD + TEXT + "\n" + re.sub(r"\t\t\n", "\t\n", rows("", "", "", "", ""))
    lay({"ada/d.tsv": marked, "bram/d.tsv": bare})
    corpus = read(".")
    assert corpus.annotators == ("ada", "bram")
    assert {who: len(each.spans) for (_, who), each in corpus.annotations.items() if isinstance(each, Spans)} == {
        "ada": 1,
        "bram": 0,
    }


def test_a_row_that_is_cut_is_an_error(lay: Lay) -> None:
    with pytest.raises(ReadError, match="unreadable-row"):
        read(lay({"d.tsv": HEAD + ENTITIES + TEXT + "_\n"}))


def _counted(corpus: Corpus) -> Counter[str]:
    """The annotations of each layer, with those that are left out or counted once, as the warnings say."""
    found: Counter[str] = Counter()
    for name, layer in corpus.layers.items():
        for each in layer.annotations.values():
            found[name] += len(each.spans) if isinstance(each, Spans) else len(getattr(each, "relations", ()))
    for finding in corpus.findings:
        told = re.match(r"(\d+) (?:spans?|annotations?) of (\w+)", finding.message)
        if told:
            found[told[2]] += int(told[1])
    return found


@REAL
def test_the_suite_of_inception_as_cassis_counts_it() -> None:
    counts = json.loads((SUITE.parent / "tsv3_suite_counts_by_cassis.json").read_text(encoding="utf-8"))
    compared = 0
    for name, expected in counts.items():
        path = SUITE / name.replace(".xmi", ".tsv")
        if not path.exists():
            continue
        corpus = read(str(path))
        assert len(corpus.documents[0].text) == expected["text_chars"], name
        found = _counted(corpus)
        aside = {"text_chars", "DocumentMetaData", "Token", "Sentence"}
        wanted = {layer: count for layer, count in expected.items() if layer not in aside}
        if "Span" in found:  # a type of its own below NamedEntity, which cassis counts as the latter
            wanted["Span"] = wanted.pop("NamedEntity")
        assert {layer: count for layer, count in found.items() if count} == wanted, name
        compared += 1
    assert compared == 39


@REAL
@pytest.mark.parametrize(
    ("name", "mentions"), [("interview_brotherhood", 178), ("news_stampede", 67), ("news_worship", 44)]
)
def test_the_mentions_of_gum(name: str, mentions: int) -> None:
    (held,) = read(str(DATA / "coref" / "gum_webanno_tsv" / f"GUM_{name}.tsv")).annotations.values()
    assert isinstance(held, Spans)
    assert len(held.spans) == mentions


@pytest.mark.parametrize("kept", [-1, -2, -4])
def test_a_file_that_is_cut_between_rows_is_an_error(lay: Lay, kept: int) -> None:
    whole = HEAD + ENTITIES + TEXT + "_\t_\t\n" + rows("*\tPER", "_\t_", "_\t_", "_\t_", "_\t_")
    lines = whole.rstrip("\n").split("\n")
    with pytest.raises(ReadError, match=r"there are no rows of .*, with which the text ends"):
        read(lay({"d.tsv": "\n".join(lines[:kept])}))


@pytest.mark.parametrize("wrong", ["12-16\tleft", "11-15\tLEFT", "11-99\tleft"])
def test_a_token_that_is_not_where_it_says_is_an_error(lay: Lay, wrong: str) -> None:
    text = HEAD + ENTITIES + TEXT + "_\t_\t\n" + rows("*\tPER", "_\t_", "_\t_", "_\t_", "_\t_")
    with pytest.raises(ReadError) as refused:
        read(lay({"d.tsv": text.replace("11-15\tleft", wrong)}))
    (finding,) = refused.value.findings
    assert "offset-mismatch" in str(finding)
    assert "the row 1-4" in str(finding)


def test_a_sentence_far_behind_the_others_is_an_error_and_takes_no_memory(lay: Lay) -> None:
    first = HEAD + ENTITIES + TEXT + "_\t_\t\n" + rows("*\tPER", "_\t_", "_\t_", "_\t_", "_\t_")
    second = "\n#Text=Bo\n2-1\t999999999000-999999999002\tBo\t_\t_\t\n"
    with pytest.raises(
        ReadError, match=r"d\.tsv:\d+: error: the sentence begins at 999,999,999,000, far after"
    ) as refused:
        read(lay({"d.tsv": first + second}))
    assert len(refused.value.findings) == 1
