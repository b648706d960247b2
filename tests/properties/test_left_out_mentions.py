"""Whatever happens to the tokens of a prediction, every mention of both sides is scored or said to be left out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from accord import score
from accord.encoding import decode
from accord.model import Sentence, SentenceSource
from tests.oracle.chunks import ENCODINGS, STATES, chunk_sets, holds, write

Text = list[list[tuple[str, str]]]
"""Sentences of words and labels."""

encodings = st.sampled_from(ENCODINGS)


@st.composite
def texts(draw: st.DrawFn, encoding: str) -> Text:
    """Sentences of words that occur once each, with the labels of random mentions."""
    text: Text = []
    for number, length in enumerate(draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))):
        chunks = draw(st.sampled_from([chunks for chunks in _chunk_sets(length) if holds(chunks, encoding)]))
        words = [f"w{number}.{index}" for index in range(length)]
        text.append(list(zip(words, write(chunks, length, encoding), strict=True)))
    return text


@cache
def _chunk_sets(length: int) -> list[list[tuple[int, int, str]]]:
    return chunk_sets(length, ("X", "Y"))


@st.composite
def damaged(draw: st.DrawFn, text: Text, encoding: str) -> Text:
    """The same words with other labels, some of them lost, added, or in other sentences."""
    words = [[word for word, _ in sentence] for sentence in text]
    for number in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(words) - 1))
        index = draw(st.integers(0, len(words[place])))
        match draw(st.sampled_from(["lose", "add", "split", "join", "lose sentence", "add sentence"])):
            case "lose":
                words[place] = words[place][:index] + words[place][index + 1 :]
            case "add":
                words[place] = [*words[place][:index], f"new{number}", *words[place][index:]]
            case "split":
                words[place : place + 1] = [words[place][:index], words[place][index:]]
            case "join":
                words[place : place + 2] = [[word for sentence in words[place : place + 2] for word in sentence]]
            case "lose sentence" if len(words) > 1:
                del words[place]
            case "add sentence":
                words.insert(place, [f"new{number}", f"newer{number}"])
        words = [sentence for sentence in words if sentence] or [["new"]]
    labelled: Text = []
    known = {word: label for sentence in text for word, label in sentence}
    for sentence in words:
        length = min(len(sentence), 6)
        chunks = draw(st.sampled_from([chunks for chunks in _chunk_sets(length) if holds(chunks, encoding)]))
        labels = write(chunks, length, encoding) + ["O"] * (len(sentence) - length)
        copied = [known.get(word, "O") for word in sentence]
        copy = draw(st.booleans()) and _reads(copied, encoding)
        labelled.append(list(zip(sentence, copied if copy else labels, strict=True)))
    return labelled


def _reads(labels: list[str], encoding: str) -> bool:
    return len(labels) <= 6 and any(
        write(chunks, len(labels), encoding) == labels for chunks in _chunk_sets(len(labels))
    )


def mentions(text: Text, encoding: str) -> set[tuple[str, ...]]:
    """Every mention as its words, behind its type, read by trying all sets of chunks on each stretch without O."""
    found: set[tuple[str, ...]] = set()
    for sentence in text:
        stretch: list[tuple[str, str]] = []
        for word, label in [*sentence, ("", "O")]:
            if label != "O":
                stretch.append((word, label))
                continue
            labels = [label for _, label in stretch]
            for start, end, type_ in next(
                chunks
                for chunks in _chunk_sets(len(stretch))
                if holds(chunks, encoding) and write(chunks, len(stretch), encoding) == labels
            ):
                found.add((type_, *(word for word, _ in stretch[start:end])))
            stretch = []
    return found


def label_source(text: Text, name: str) -> SentenceSource:
    sentences, line = [], 1
    for sentence in text:
        words, labels = zip(*sentence, strict=True)
        sentences.append(Sentence(words, labels, line))
        line += len(sentence) + 1
    return SentenceSource(name, sentences)


@given(data=st.data(), encoding=encodings)
def test_f1_with_what_was_left_out_counts_every_mention_of_both_files(data: st.DataObject, encoding: str) -> None:
    """F1 = 2 correct / (all of the reference + all that was predicted); correct are the same words with the same type.

    Words occur once, so mentions of both sides can be compared as sets of words. Every one that both have is found,
    whatever is missing or added beside it; but in IOB a mention that starts with B cannot be cut from the one before.
    """
    reference = data.draw(texts(encoding))
    predicted = data.draw(damaged(reference, encoding))
    scores = score(
        label_source(reference, "gold"), label_source(predicted, "system"), encoding=encoding, align_tokens=True
    )
    run = scores.run
    ours, theirs = mentions(reference, encoding), mentions(predicted, encoding)
    assert run.whole == (len(ours), len(theirs), run.micro.correct)
    findings = scores.left_out["system"].differences if scores.left_out else ()
    if any(finding.code == "token-mismatch" for finding in findings):
        return
    inseparable = run.left_out.reference if encoding == "IOB" else 0
    assert run.micro.correct <= len(ours & theirs) <= run.micro.correct + inseparable
    if ours or theirs:
        assert run.whole.f1 == Fraction(2 * run.micro.correct, len(ours) + len(theirs))


@given(data=st.data(), encoding=encodings)
def test_so_it_is_for_labels_that_need_a_repair(data: st.DataObject, encoding: str) -> None:
    labels = st.sampled_from(["O", *(f"{state}-{type_}" for state in STATES[encoding] for type_ in "XY")])
    reference = data.draw(texts(encoding))
    predicted = [
        [(word, data.draw(labels)) for word, _ in sentence] for sentence in data.draw(damaged(reference, encoding))
    ]
    sides = label_source(reference, "gold"), label_source(predicted, "system")
    for run in score(*sides, encoding=encoding, align_tokens=True, all_repairs=True).runs:
        alone = [decode([label for _, label in sentence], encoding, run.repair) for sentence in predicted]
        assert run.whole.predicted == sum(map(len, alone))
