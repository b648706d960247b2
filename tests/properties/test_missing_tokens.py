"""Predictions that lack tokens, against the same with a label written where they lack one."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import accord
from accord.agreement.result import Undefined
from accord.errors import AccordError
from accord.model import Sentence, SentenceSource
from tests.oracle.chunks import chunk_sets, write

Text = list[list[tuple[str, str]]]


@st.composite
def texts(draw: st.DrawFn, most: int = 4) -> tuple[Text, Text]:
    """Sentences of words that occur once, as a reference and a whole prediction label them."""
    sides: tuple[Text, Text] = ([], [])
    for number, length in enumerate(draw(st.lists(st.integers(1, 5), min_size=1, max_size=most))):
        for side in sides:
            labels = write(draw(st.sampled_from(chunk_sets(length, ("X", "Y")))), length, "BIO")
            side.append([(f"w{number}.{index}", label) for index, label in enumerate(labels)])
    return sides


@st.composite
def cut(draw: st.DrawFn, text: Text) -> Text:
    """The same without some tokens or sentences; something is left."""
    kept = [[row for row in sentence if draw(st.integers(0, 4))] for sentence in text]
    found = [sentence for sentence in kept if sentence]
    assume(found)
    return found


def source(text: Text, name: str) -> SentenceSource:
    sentences, line = [], 1
    for sentence in text:
        words, labels = zip(*sentence, strict=True)
        sentences.append(Sentence(words, labels, line))
        line += len(sentence) + 1
    return SentenceSource(name, sentences)


def labels(text: Text) -> list[list[str]]:
    return [[label for _, label in sentence] for sentence in text]


def filled(reference: Text, predicted: Text, label: str) -> list[list[str]]:
    known = {word: given_ for sentence in predicted for word, given_ in sentence}
    return [[known.get(word, label) for word, _ in sentence] for sentence in reference]


@given(data=st.data(), both=texts(), repair=st.sampled_from(["begin", "discard"]))
def test_missing_tokens_count_as_if_o_stood_there(data: st.DataObject, both: tuple[Text, Text], repair: str) -> None:
    reference, whole = both
    predicted = data.draw(cut(whole))
    sides = source(reference, "gold"), source(predicted, "system")
    scores = accord.score(*sides, encoding="BIO", repair=repair, missing="O")
    plain = accord.score(labels(reference), filled(reference, predicted, "O"), encoding="BIO", repair=repair)
    run = scores.run
    assert (run.micro, run.types, run.tokens, run.sentences) == (
        plain.run.micro,
        plain.run.types,
        plain.run.tokens,
        plain.run.sentences,
    )
    assert not any(run.left_out)
    lacking = sum(map(len, reference)) - sum(map(len, predicted))
    assert (scores.left_out["system"].filled if scores.left_out else 0) == lacking


@given(data=st.data(), both=texts())
def test_the_whole_prediction_scores_no_more_than_the_upper_bound(data: st.DataObject, both: tuple[Text, Text]) -> None:
    reference, whole = both
    predicted = data.draw(cut(whole))
    sides = source(reference, "gold"), source(predicted, "system")
    run = accord.score(*sides, encoding="BIO", repair="begin", align_tokens=True).run
    truth = accord.score(labels(reference), labels(whole), encoding="BIO").run.micro.f1
    if isinstance(truth, Undefined) or isinstance(run.at_best.f1, Undefined):
        return
    assert run.whole.f1 <= run.at_best.f1
    assert truth <= run.at_best.f1


@given(data=st.data(), both=texts(), label=st.sampled_from(["A", "B"]))
def test_so_it_is_of_other_labels(data: st.DataObject, both: tuple[Text, Text], label: str) -> None:
    tags = st.sampled_from("AB")
    reference, whole = ([[(word, data.draw(tags)) for word, _ in sentence] for sentence in side] for side in both)
    assume(any(each == label for sentence in reference for _, each in sentence))
    predicted = data.draw(cut(whole))
    sides = source(reference, "gold"), source(predicted, "system")
    run = accord.score(*sides, encoding="none", missing=label).run
    plain = accord.score(labels(reference), filled(reference, predicted, label), encoding="none").run
    assert (run.headline.value, run.labels) == (plain.headline.value, plain.labels)
    aligned = accord.score(*sides, encoding="none", align_tokens=True).run
    tokens = sum(map(len, reference))
    known = {word: given_ for sentence in predicted for word, given_ in sentence}
    right = sum(known.get(word) == given_ for sentence in reference for word, given_ in sentence)
    assert aligned.at_worst == pytest.approx(right / tokens)
    assert aligned.at_best == pytest.approx((right + tokens - sum(map(len, predicted))) / tokens)


@given(data=st.data(), both=texts(), measure=st.sampled_from(["f1", "macro-f1", "recall", "corrected-f1"]))
def test_systems_are_compared_on_sentences_that_all_have_whole(
    data: st.DataObject, both: tuple[Text, Text], measure: str
) -> None:
    reference, first = both
    second = [[(word, "O") for word, _ in sentence] for sentence in reference]
    systems = {"a": data.draw(cut(first)), "b": data.draw(cut(second))}
    told = {"encoding": "BIO", "repair": "begin", "measure": measure, "resamples": 50}
    lengths = {sentence[0][0].split(".")[0]: len(sentence) for sentence in reference}

    def is_whole(sentence: list[tuple[str, str]]) -> bool:
        name = sentence[0][0].split(".")[0]
        return all(
            sum(word.split(".")[0] == name for each in text for word, _ in each) == lengths[name]
            for text in systems.values()
        )

    kept = [is_whole(sentence) for sentence in reference]
    sources = {name: source(text, name) for name, text in systems.items()}
    if not any(kept):
        with pytest.raises(AccordError, match="in no sentence"):
            accord.compare(source(reference, "gold"), sources, align_tokens=True, **told)  # type: ignore[arg-type]
        return
    compared = accord.compare(source(reference, "gold"), sources, align_tokens=True, **told)  # type: ignore[arg-type]

    def chosen(text: Text) -> list[list[str]]:
        return [row for row, keep in zip(labels(text), kept, strict=True) if keep]

    plain = accord.compare(
        chosen(reference),
        {"a": chosen(first), "b": chosen(second)},
        **told,  # type: ignore[arg-type]
    )
    assert compared.left_out == kept.count(False)
    ours, wanted = compared.comparisons[0].difference, plain.comparisons[0].difference
    assert ours == wanted if isinstance(wanted, Undefined) else ours == pytest.approx(wanted)
