"""What is written for Label Studio is read as it was, whatever the texts hold."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from accord.formats.columns import Columns
from accord.formats.corpus import read_corpus
from accord.formats.folders import Files
from accord.formats.inputs import Inputs
from accord.formats.label_studio_writer import write_label_studio
from accord.formats.source import Source
from accord.model import Corpus, Document, ItemLabels, Layer, Span, Spans
from accord.model.relation import Relation, Relations
from tests.unit.formats.test_label_studio_writer import said

TEXTS = st.text('aé \n\r\t\N{GRINNING FACE}\ufeff\u0301<&"\\', min_size=1, max_size=12).map(
    lambda text: text.replace("\r\n", "\r")
)
NAMES = st.text("a1Zé\N{GRINNING FACE} /'\"", min_size=1, max_size=4) | st.integers(0, 30).map(str)
WHO = st.lists(st.sampled_from(["7", "12", "ada", "Zoë", "1", "gold "]), min_size=1, max_size=3, unique=True)
LABELS = st.sampled_from(["", "a", "b/c", "a|b", "|", "b|a", "\N{GRINNING FACE}", "<script>"])


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Texts with two layers of spans, relations between all spans, and choices, by everyone of every text."""
    texts = draw(st.dictionaries(NAMES, TEXTS, min_size=1, max_size=3))
    layers: dict[str, dict[tuple[str, str], Spans]] = {"ner": {}, "more": {}}
    drawn: dict[tuple[str, str], Relations] = {}
    labels: dict[tuple[str, str], ItemLabels] = {}
    for who in draw(WHO):
        chosen = draw(st.dictionaries(st.sampled_from(list(texts)), LABELS))
        labels |= {("items", who): ItemLabels(chosen)} if chosen else {}
        for name, text in texts.items():
            mentions: list[Span] = []
            for layer in layers.values():
                borders = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text)))
                places = draw(st.lists(borders.filter(lambda pair: pair[0] < pair[1]), max_size=3, unique=True))
                spans = [Span(start, end, draw(LABELS)) for start, end in sorted(places)]
                mentions += [span for span in spans if span not in mentions]
                layer[name, who] = Spans(tuple(spans), len(text))
            number = st.integers(0, len(mentions) - 1)
            arcs = (
                draw(st.lists(st.builds(Relation, number, number, LABELS), max_size=3, unique=True)) if mentions else []
            )
            drawn[name, who] = Relations(tuple(mentions), tuple(arcs), len(text))
    used = {name: layer for name, layer in layers.items() if any(each.spans for each in layer.values())}
    all_of: dict[str, Layer] = {name: Layer(name, layer) for name, layer in used.items()}
    all_of |= {"mood": Layer("mood", labels)} if labels else {}
    all_of |= {"relations": Layer("relations", drawn)} if any(each.relations for each in drawn.values()) else {}
    documents = [Document(name, (), text) for name, text in texts.items()]
    read = dict.fromkeys(item for each in labels.values() for item in each.labels)
    documents += [Document("items", items={item: texts[item] for item in read}, named=False)] if labels else []
    return Corpus(tuple(documents), all_of, main=next(iter(all_of), None))


@settings(max_examples=150, deadline=None)
@given(corpora())
def test_read_write_read(corpus: Corpus) -> None:
    if not corpus.layers:
        return
    inputs = Inputs.of(Columns(format="label-studio"))
    source = Source("e.json", content=b"".join(write_label_studio(corpus)))
    inputs.run.sources["e.json", "utf-8", None] = source
    again = read_corpus(Files(("e.json",)), None, inputs)
    assert said(again) == said(corpus)
