"""Soft labels in a blank spaCy pipeline."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from accord.errors import UsageError
from accord.learn.adapters.spacy import tagged_examples, text_examples
from accord.learn.sequences import expand_sequences

pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]  # spaCy's libraries warn of each other


@pytest.fixture
def nlp() -> Any:
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
    spacy.util.fix_random_seed(1)
    return spacy.blank("en")


def trained(nlp: Any, examples: list[Any], steps: int) -> None:
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(steps):
        nlp.update(examples, sgd=optimizer)


def test_a_text_categoriser_learns_the_share_of_annotators(nlp: Any) -> None:
    nlp.add_pipe("textcat")
    targets = np.array([[0.7, 0.3], [0.0, 1.0]])
    examples = text_examples(nlp, ["sarcastic", "plain"], targets, ["offensive", "fine"], copies=100)
    share = np.mean([example.reference.cats["offensive"] for example in examples[:100]])
    trained(nlp, examples, 30)
    assert nlp("sarcastic").cats["offensive"] == pytest.approx(share, abs=0.1)
    assert nlp("plain").cats["offensive"] < 0.1


def test_a_text_categoriser_refuses_soft_labels(nlp: Any) -> None:
    """The reason for copies: when this fails, spaCy takes soft labels as they are."""
    from spacy.training import Example

    nlp.add_pipe("textcat_multilabel")
    soft = Example.from_dict(nlp.make_doc("sarcastic"), {"cats": {"offensive": 0.6}})
    with pytest.raises(ValueError, match="values of 0 or 1"):
        nlp.initialize(lambda: [soft])


def test_a_tagger_learns_from_copies(nlp: Any) -> None:
    nlp.add_pipe("tagger")
    target = [np.array([[1.0, 0.0], [0.1, 0.9]]), np.array([[1.0, 0.0], [0.9, 0.1]])]
    copies = expand_sequences([["time", "flies"], ["fruit", "juice"]], target, ["N", "V"], copies=10)
    examples = tagged_examples(nlp, copies)
    assert [[token.tag_ for token in example.reference] for example in examples] == copies.labels
    trained(nlp, examples, 30)
    assert [token.tag_ for token in nlp("time flies")] == ["N", "V"]
    assert [token.tag_ for token in nlp("fruit juice")] == ["N", "N"]


def test_every_text_needs_a_target(nlp: Any) -> None:
    with pytest.raises(UsageError, match="2 sentences and 1 target"):
        text_examples(nlp, ["a", "b"], np.ones((1, 1)), ["x"])
