"""Which documents are the same: whoever comes first, and for a gold standard beside what it was made from."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from accord.adjudicate.export import export
from accord.adjudicate.gold import NotAdjudicated, gold_standard
from accord.campaign.gold import queue_of
from accord.formats.document_identity import DocumentCopy, same_documents
from accord.model import Corpus, Spans, TokenLabels
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.model.corpus import Annotation

    Campaign = Mapping[str, Sequence[tuple[str | None, str, str]]]
    """The name, text and label of each document of each annotator."""

ANNOTATORS = ("ada", "bram", "chloe")
NAMES = ("x", "y", "doc1", "doc2", "doc3")


@st.composite
def campaigns(draw: st.DrawFn) -> Campaign:
    """Documents with and without names, of equal and unequal texts; a name has one text, and nobody has it twice."""
    text_of = {name: draw(st.sampled_from("ab")) for name in NAMES}
    named = st.sampled_from([*text_of.items()])
    documents = st.one_of(named, st.tuples(st.none(), st.sampled_from("ab")))
    label_sources = st.lists(documents, min_size=1, max_size=5)
    label_sources = label_sources.filter(
        lambda label_source: max(Counter(name for name, _ in label_source if name).values(), default=1) == 1
    )
    everybody = draw(st.sets(st.sampled_from(ANNOTATORS), min_size=1).map(sorted))
    labels = st.sampled_from(["O", "B-X", "B-X", "B-X"])
    return {who: [(name, text, draw(labels)) for name, text in draw(label_sources)] for who in everybody}


SLIPPED: Campaign = {
    "ada": [("x", "b", "O"), (None, "a", "O"), (None, "a", "B-X")],
    "bram": [("x", "b", "O"), (None, "a", "B-X"), (None, "a", "B-X")],
}


def held(campaign: Campaign) -> list[DocumentCopy]:
    return [
        DocumentCopy(name, text, who, who) for who, label_source in campaign.items() for name, text, _ in label_source
    ]


def told(given_: Sequence[DocumentCopy]) -> dict[str, set[tuple[DocumentCopy, int]]]:
    """The versions of each document, told apart by how often their annotator has the same before."""
    times: Counter[DocumentCopy] = Counter()
    copies = []
    for each in given_:
        times[each] += 1
        copies.append((each, times[each]))
    return {name: {copies[place] for place in places} for name, places, _ in same_documents(given_)}


@given(campaign=campaigns(), order=st.permutations(ANNOTATORS))
def test_the_order_of_annotators_changes_nothing(campaign: Campaign, order: Sequence[str]) -> None:
    reordered = {who: campaign[who] for who in order if who in campaign}
    found = told(held(campaign))
    assert list(told(held(reordered)).items()) == list(found.items())


@given(campaign=campaigns())
def test_a_document_has_one_text_and_each_annotator_once(campaign: Campaign) -> None:
    versions = held(campaign)
    found = same_documents(versions)
    assert sorted(place for document in found for place in document.versions) == list(range(len(versions)))
    for name, places, number in found:
        mine = [versions[place] for place in places]
        assert len({each.text for each in mine}) == 1
        assert len({each.annotator for each in mine}) == len(mine)
        assert {each.name for each in mine} <= {None, name}
        assert (number is None) == (name in {each.name for each in mine})


def test_equal_texts_are_compared_about_once_each() -> None:
    class Text(str):
        compared = 0
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Text.compared += 1
            return str.__eq__(self, other)

    versions = [DocumentCopy(None, Text("ok"), who, who) for who in ("ada", "bram") for _ in range(300)]
    versions += [DocumentCopy(f"d{number}", Text("ok"), "ada", "ada") for number in range(300)]
    assert len(same_documents(versions)) == 600
    assert Text.compared <= len(versions)


def records(label_source: Sequence[tuple[str | None, str, str]], kind: str, who: str | None) -> str:
    lines = []
    for name, text, label in label_source:
        line: dict[str, Any] = {"document": name} if name else {}
        line |= {"annotator": who} if who else {}
        of_tokens = {"tokens": [text], "labels": [label]}
        lines.append(line | (of_tokens if kind == "tokens" else {"text": text, "spans": [[0, 1, label]]}))
    return "".join(json.dumps(line) + "\n" for line in lines)


def columns(label_source: Sequence[tuple[str | None, str, str]], mark: str) -> str:
    marks = (f"# newdoc id = {name}\n" if name else mark for name, _, _ in label_source)
    return "".join(f"{mark}{text}\t{label}\n\n" for mark, (_, text, label) in zip(marks, label_source, strict=True))


def lay(folder: Path, campaign: Campaign, way: str) -> list[Path]:
    if way.endswith("rows"):
        kind = way.removesuffix(" in rows")
        texts = {"all.jsonl": "".join(records(label_source, kind, who) for who, label_source in campaign.items())}
    elif way in {"tokens", "spans"}:
        texts = {f"{who}.jsonl": records(label_source, way, None) for who, label_source in campaign.items()}
    else:
        texts = {f"{who}.conll": columns(label_source, way) for who, label_source in campaign.items()}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def said(layer: Annotation) -> object:
    assert isinstance(layer, TokenLabels | Spans)
    return layer.labels if isinstance(layer, TokenLabels) else layer.spans


def layers_of(corpus: Corpus) -> dict[tuple[str, str], object]:
    return {key: said(layer) for key, layer in corpus.annotations.items()}


@pytest.mark.parametrize(
    "way", ["tokens", "spans", "tokens in rows", "spans in rows", "# newdoc\n", "-DOCSTART-\tO\n\n"]
)
@given(campaign=campaigns(), order=st.randoms(use_true_random=False))
@example(campaign=SLIPPED, order=None)
def test_gold_lies_beside_its_sources_on_the_documents_that_it_was_made_from(
    way: str, campaign: Campaign, order: Any
) -> None:
    with tempfile.TemporaryDirectory() as name:
        sources = lay(Path(name), campaign, way)
        corpus = read(sources)
        queue = queue_of("layer", corpus)
        try:
            exported = export(queue, {}, "leave-out")
        except NotAdjudicated:
            assume(condition=False)
        gold = Path(name) / f"gold{Path(exported.name).suffix}"
        gold.write_bytes(exported.content)
        files = [*sources, gold]
        if order is not None:
            order.shuffle(files)
        together = read(files)
    made = layers_of(gold_standard(queue, {}, "leave-out").corpus)
    assert layers_of(together) == layers_of(corpus) | made
    assert {(each.id, each.sentences, each.text) for each in together.documents} == {
        (each.id, each.sentences, each.text) for each in corpus.documents
    }
