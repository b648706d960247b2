"""Labels as a kind: what it measures, merges, disputes and offers."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined, number
from accord.errors import UsageError
from accord.kinds.kind import KINDS, MeasureRequest, kind_of
from accord.kinds.labels.kind import LABELS
from accord.kinds.labels.options import LabelOptions
from accord.kinds.options import chosen, options_of
from accord.model import Corpus, Document, ItemLabels, TokenLabels

ITEMS = Corpus.of(
    (Document("d"),),
    {
        ("d", "ada"): ItemLabels({"1": "A", "2": "A", "3": "B", "4": "C"}),
        ("d", "bram"): ItemLabels({"1": "A", "2": "B", "3": "B", "4": "C"}),
        ("d", "chloe"): ItemLabels({"1": "A", "2": "A", "3": "C"}),
    },
)
CHUNKS = Corpus.of(
    (Document("d", (("Ann", "sails"), ("Fog",))),),
    {
        ("d", "ada"): TokenLabels((("B-PER", "O"), ("O",))),
        ("d", "bram"): TokenLabels((("B-LOC", "O"), ("O",))),
    },
)


def test_the_list_of_kinds_has_it() -> None:
    assert KINDS.get("labels") is LABELS
    assert kind_of(ITEMS) is LABELS


def test_agreement_by_what_is_asked_for() -> None:
    agreement = LABELS.agree(ITEMS, ["observed"], LabelOptions(annotators=("ada", "bram")))
    assert agreement.kind == "labels"
    assert agreement.value == pytest.approx(3 / 4)
    assert agreement.annotator_names == ("ada", "bram")
    assert agreement.used == {"items": 4, "labels to choose from": 3}


def test_all_but_some_annotators() -> None:
    without = LABELS.agree(ITEMS, ["alpha"], LabelOptions(exclude=("chloe",)))
    of_two = LABELS.agree(ITEMS, ["alpha"], LabelOptions(annotators=("ada", "bram")))
    assert without.value == of_two.value
    with pytest.raises(UsageError, match="annotators say who is looked at, and exclude who is not"):
        LABELS.agree(ITEMS, ["alpha"], LabelOptions(annotators=("ada",), exclude=("chloe",)))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"seed": None}, "seed: a whole number from 0 is needed, not None"),
        ({"permutations": -1}, "permutations: a whole number from 0 to 1,000,000 is needed, not -1"),
        ({"keep_singletons": "yes"}, "keep_singletons: True or False is needed, not 'yes'"),
        ({"interval": "jackknif"}, "unknown interval 'jackknif': did you mean jackknife?"),
        ({"singles": True}, "unknown option 'singles'"),
    ],
)
def test_one_sentence_refuses_a_bad_option(given: dict[str, object], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        chosen(LabelOptions, given)


def test_every_option_has_its_help() -> None:
    assert all(each.help.endswith(".") for each in options_of(LabelOptions).values())


@given(
    st.lists(st.tuples(*[st.sampled_from("ABC")] * 2), min_size=4, max_size=12),
    st.sampled_from(["alpha", "kappa", "fleiss"]),
)
def test_two_labels_as_one_are_measured_as_the_breakdown_says(rows: list[tuple[str, str]], name: str) -> None:
    columns = zip(("ada", "bram"), zip(*rows, strict=True), strict=True)
    layers = {("d", who): ItemLabels(dict(zip(map(str, range(12)), labels, strict=False))) for who, labels in columns}
    corpus = Corpus.of((Document("d"),), layers)
    options = LabelOptions(distance="nominal", interval="none")
    for each in LABELS.agree(corpus, [name], options).confusions():
        merged = LABELS.agree(LABELS.merged(corpus, each.first, each.second), [name], options).value
        assert isinstance(merged, Undefined) == isinstance(each.merged, Undefined)
        assert number(merged) == pytest.approx(number(each.merged))


def test_labels_of_tokens_are_merged_too() -> None:
    merged = LABELS.merged(CHUNKS, "B-PER", "B-LOC")
    assert {each.labels for each in merged.annotations.values() if isinstance(each, TokenLabels)} == {
        (("B-PER or B-LOC", "O"), ("O",))
    }


def test_what_somebody_looked_at() -> None:
    assert LABELS.texts(ITEMS) == {("d", item) for item in "1234"}
    assert LABELS.texts(CHUNKS) == {("d", 0), ("d", 1)}


def test_items_and_tokens_that_differ_are_disputed() -> None:
    assert [case.id for case in LABELS.disputed(ITEMS).cases] == ["d:2", "d:3"]
    assert [case.id for case in LABELS.disputed(CHUNKS).cases] == ["d:1:1"]


def test_mentions_of_chunk_labels_are_measured_first_unless_labels_are_asked_for() -> None:
    marks = [("spans", "corrected-f1"), ("units", "gamma")]

    def found(request: MeasureRequest) -> list[tuple[str, str | None]]:
        return [(each.kind, each.coefficient) for each in LABELS.measures(CHUNKS, request)]

    assert found(MeasureRequest()) == [*marks, ("labels", "alpha")]
    assert found(MeasureRequest(coefficient="kappa")) == [("labels", "kappa"), *marks]
    assert found(MeasureRequest(distance="nominal")) == [("labels", None), *marks]
    assert [each.name for each in LABELS.quicker(CHUNKS, MeasureRequest())] == ["alpha"]
    assert LABELS.quicker(ITEMS, MeasureRequest()) == []
    (own,) = LABELS.measures(ITEMS, MeasureRequest(coefficient="kappa", distance="nominal"))
    assert (own.kind, own.coefficient, own.options) == ("labels", "kappa", {"distance": "nominal"})


def test_a_hard_item_says_what_everyone_said_and_where() -> None:
    (first, *_) = LABELS.agree(ITEMS, ["alpha"], LabelOptions()).hardest()
    assert first.versions == {"ada": "A", "bram": "B", "chloe": "A"}
    assert first.id == "d:2"


def test_confusions_count_items_and_name_examples() -> None:
    (worst, *_) = LABELS.agree(ITEMS, ["alpha"], LabelOptions()).confusions()
    assert (worst.first, worst.second, worst.items, worst.examples) == ("A", "B", 1, ("d:2",))


def test_documents_say_how_hard_they_are() -> None:
    (document,) = LABELS.agree(ITEMS, ["alpha"], LabelOptions()).documents
    assert document.difficulty == pytest.approx((0 + 2 / 3 + 2 / 3 + 0) / 4)


def test_no_numbers_are_loaded_for_help() -> None:
    code = "import accord.kinds.labels.kind, sys; assert not {'numpy', 'scipy', 'numba'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
