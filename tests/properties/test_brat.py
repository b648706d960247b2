"""What is written as a folder of brat reads back as it was."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.formats.writer import writer_for
from accord.model import Corpus, Document, Layer, Span, Spans
from accord.model.relation import Relation, Relations

TEXTS = st.text("ab \n\t.é\N{GRINNING FACE}\u0308\u2028\x0c\u200b", min_size=1, max_size=30)
TYPES = st.sampled_from(["PER", "a-b", "_", "ЛИЦО", "x1"])


@st.composite
def corpora(draw: st.DrawFn, *, linked: bool) -> Corpus:
    """Texts in which spans nest, overlap and reach over line ends, and relations between them."""
    documents = [Document(f"d{n}", text=f"{n}{draw(TEXTS)}") for n in range(draw(st.integers(1, 2)))]
    annotators = ["ada", "bram"][: draw(st.integers(1, 2))]
    spans, relations = {}, {}
    for document in documents:
        length = len(document.text)
        borders = st.tuples(st.integers(0, length), st.integers(0, length)).filter(lambda each: each[0] < each[1])
        for annotator in annotators:
            marked = draw(
                st.lists(st.builds(lambda ends, type_: Span(ends[0], ends[1], type_), borders, TYPES), max_size=5)
            )
            marked = list(dict.fromkeys(marked))
            spans[document.id, annotator] = Spans(tuple(marked), length)
            ends = st.integers(0, len(marked) - 1)
            links = draw(st.lists(st.builds(Relation, ends, ends, TYPES), max_size=4)) if marked else []
            relations[document.id, annotator] = Relations(tuple(marked), tuple(dict.fromkeys(links)), length)
    layers = {"entities": Layer("entities", spans)}
    if linked:
        layers["relations"] = Layer("relations", relations)
    return Corpus(tuple(documents), layers, main="entities")


def read_back(corpus: Corpus) -> Corpus:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made"
        writer_for(corpus, name="brat").save(corpus, str(path))
        return accord.read(path, annotators_by="{annotator}/{document}")


def said(corpus: Corpus, name: str) -> dict[tuple[str, str], object]:
    """The annotations of a layer without their files; the only annotator is whoever the folder says."""
    alone = len(corpus.annotators) == 1
    return {
        (document, "" if alone else annotator): (each.spans, getattr(each, "relations", ()), each.length)
        for (document, annotator), each in corpus.layers[name].annotations.items()
        if isinstance(each, Spans | Relations)
    }


@given(corpora(linked=False))
def test_spans(corpus: Corpus) -> None:
    found = read_back(corpus)
    if any(isinstance(each, Spans) and each.spans for each in corpus.annotations.values()):
        assert [each.text for each in found.documents] == [each.text for each in corpus.documents]
        assert said(found, "entities") == said(corpus, "entities")


@given(corpora(linked=True))
def test_spans_and_relations(corpus: Corpus) -> None:
    found = read_back(corpus)
    for name in found.layers:
        assert said(found, name) == said(corpus, name)
