"""Learning part-of-speech taggers with inter-annotator agreement loss (Plank, Hovy & Søgaard 2014): 500 tweets, twice.

The paper gives a raw agreement of .88 and a kappa of .84, and a figure of F1 per tag, which is low for particles,
numerals and X. Our notes have four digits, and say that they leave out the 12 tags FLAG and the one that is empty; in
truth these are the values of all 7,876 tokens, with both kept as tags. F1 per tag and the ranges of the weights are
given there without the two. Both ways are tested here.

The paper's weights are those of its Figures 2 and 3, F1 and CM; the ranges of all kinds are from our notes.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import accord
from accord.verbs.agree import agree

if TYPE_CHECKING:
    from accord.learn.disagreement import Disagreement

FILE = Path(__file__).parents[2].parent / "shared" / "data" / "pos" / "annotation-all.txt"
pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not FILE.is_file(), reason=f"there is no file of real data at {FILE}"),
]
F1 = {
    "VERB": 0.939,
    "NOUN": 0.941,
    ".": 0.937,
    "PRON": 0.908,
    "ADP": 0.902,
    "DET": 0.884,
    "CONJ": 0.836,
    "ADV": 0.808,
    "ADJ": 0.752,
    "NUM": 0.638,
    "PRT": 0.350,
    "X": 0.240,
}


@pytest.fixture(scope="module")
def tweets() -> dict[str, list[str]]:
    """The tags of both annotators; a line is a word and two tags, and a line of tabs ends a tweet."""
    lines = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    tagged = [(first, second) for word, first, second in lines if word]
    return {"first": [first for first, _ in tagged], "second": [second for _, second in tagged]}


def test_all_tokens_with_flag_and_the_empty_tag_as_tags(tweets: dict[str, list[str]]) -> None:
    observed, kappa = agree(tweets, ["observed", "kappa"], distance="nominal").results
    assert observed.used == {"items": 7_876, "labels": 2 * 7_876}
    assert observed.value == pytest.approx(0.8818, abs=5e-5)
    assert kappa.value == pytest.approx(0.8495, abs=5e-5)


def test_without_flag_and_the_empty_tag(tweets: dict[str, list[str]]) -> None:
    observed, kappa = agree(tweets, ["observed", "kappa"], distance="nominal", missing=["FLAG", ""]).results
    assert observed.used == {"items": 7_864, "labels": 2 * 7_864}
    assert observed.excluded["labels 'FLAG'"] == 12
    assert observed.excluded["labels ''"] == 1
    assert observed.value == pytest.approx(0.8831, abs=5e-5)
    assert kappa.value == pytest.approx(0.8512, abs=5e-5)


def test_f1_of_each_tag(tweets: dict[str, list[str]]) -> None:
    measured = agree(tweets, "pairwise-f1", missing=["FLAG", ""])
    found = {each.label: each.specific for each in measured.labels}
    assert found == pytest.approx(F1, abs=5e-4)


def test_the_mean_f1_of_the_tags(tweets: dict[str, list[str]]) -> None:
    """With two annotators pairwise F1 and specific agreement are one."""
    measured = agree(tweets, "pairwise-f1", missing=["FLAG", ""])
    specific = [each.specific for each in measured.labels]
    assert measured.result.value == pytest.approx(sum(map(float, specific)) / len(specific))  # type: ignore[arg-type]
    assert len(specific) == len(F1)


@pytest.fixture(scope="module")
def dis() -> Disagreement:
    """As accord reads the file itself."""
    return accord.disagreement(FILE, missing=["FLAG", ""])


def test_the_sample_is_500_tweets_of_7876_tokens() -> None:
    sentences = [sentence for document in accord.read(FILE).documents for sentence in document.sentences]
    assert len(sentences) == 500
    assert sum(map(len, sentences)) == 7_876


def test_disagreement_of_all_tokens_has_the_agreement_of_the_paper() -> None:
    everything = accord.disagreement(FILE)
    assert everything.confusion.sum() == 7_876
    assert everything.agreement() == pytest.approx(0.8818, abs=5e-5)
    assert everything.kappa() == pytest.approx(0.8495, abs=5e-5)


def test_disagreement_leaves_flags_out_and_counts_them(dis: Disagreement) -> None:
    assert dis.coding.left_out["labels 'FLAG'"] == 12
    assert dis.coding.left_out["labels ''"] == 1
    assert dis.f1() == pytest.approx(F1, abs=5e-4)


@pytest.mark.parametrize(
    ("kind", "low", "high", "within"),
    [("f1", 0.24, 0.94, 5e-3), ("cm", 0.9893, 1, 5e-5), ("cm-cond", 0.504, 1, 5e-4), ("cm-max", 0.10, 1, 1e-12)],
)
def test_ranges_of_weights(dis: Disagreement, kind: str, low: float, high: float, within: float) -> None:
    assert dis.weights(kind).range == pytest.approx((low, high), abs=within)


def test_the_printed_weights_can_hardly_matter(dis: Disagreement) -> None:
    printed = dis.weights("cm")
    assert np.mean(list(printed.class_weight().values())) == pytest.approx(0.9991, abs=5e-5)
    assert "can hardly matter" in str(printed.warning)
    assert not any(dis.weights(kind).warning for kind in ("f1", "cm-cond", "cm-max"))


def test_which_errors_are_cheapest(dis: Disagreement) -> None:
    joint, conditional = dis.weights("cm"), dis.weights("cm-cond")
    cheapest = sorted(
        (joint.matrix[one, other], {first, second})
        for one, first in enumerate(dis.labels)
        for other, second in enumerate(dis.labels)
        if one < other
    )
    assert [pair for _, pair in cheapest[:4]] == [{"NOUN", "X"}, {".", "X"}, {"NOUN", "ADJ"}, {"ADP", "PRT"}]
    found = {
        (gold, predicted): conditional.matrix[dis.labels.index(gold), dis.labels.index(predicted)]
        for gold, predicted in [("PRT", "ADP"), ("X", "NOUN"), ("X", "."), ("NUM", "ADJ")]
    }
    assert found == pytest.approx(
        {("PRT", "ADP"): 0.50, ("X", "NOUN"): 0.69, ("X", "."): 0.70, ("NUM", "ADJ"): 0.85}, abs=5e-3
    )
