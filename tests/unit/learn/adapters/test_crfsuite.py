"""Copies and drawn labels in the real CRFsuite: exact where the module says that they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from accord.learn.sequences import expand_sequences

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.peer
SENTENCES = [[{"w": "time"}, {"w": "flies"}], [{"w": "fruit"}, {"w": "flies"}], [{"w": "flies"}]]
TAGS = [["N", "V"], ["N", "N"], ["V"]]


def fitted(sentences: list[Any], tags: list[list[str]], c2: float = 1.0) -> Any:
    suite = pytest.importorskip("sklearn_crfsuite", reason="sklearn-crfsuite is not installed")
    return suite.CRF(algorithm="lbfgs", c1=0.0, c2=c2, epsilon=1e-12, period=50, delta=1e-12).fit(sentences, tags)


def probability(crf: Any, word: str, tag: str) -> float:
    return float(crf.predict_marginals_single([{"w": word}])[0][tag])


def test_two_copies_of_all_are_half_the_regularisation() -> None:
    copies = expand_sequences(SENTENCES, TAGS, copies=2)
    twice, half = fitted(copies.sentences, copies.labels, c2=1.0), fitted(SENTENCES, TAGS, c2=0.5)
    for word in ("time", "flies", "fruit"):
        assert probability(twice, word, "N") == pytest.approx(probability(half, word, "N"), abs=1e-4)


def test_drawn_labels_teach_the_share_of_annotators() -> None:
    """A word that a quarter of the annotators call a noun gets a probability of about a quarter."""
    target = [np.array([[0.25, 0.75]]), np.array([[1.0, 0.0]])]
    copies = expand_sequences([[{"w": "flies"}], [{"w": "time"}]], target, ["N", "V"], copies=4_000)
    crf = fitted(copies.sentences, copies.labels)
    assert probability(crf, "flies", "N") == pytest.approx(0.25, abs=0.03)
    assert probability(crf, "time", "N") > 0.99


def test_python_crfsuite_takes_them_too(tmp_path: Path) -> None:
    suite = pytest.importorskip("pycrfsuite", reason="python-crfsuite is not installed")
    copies = expand_sequences(SENTENCES, TAGS, weights=np.array([3.0, 1.0, 0.0]), copies=2)
    trainer = suite.Trainer(algorithm="lbfgs", verbose=False)
    for sentence, tags in zip(copies.sentences, copies.labels, strict=True):
        trainer.append(sentence, tags)
    trainer.train(str(tmp_path / "model"))
    tagger = suite.Tagger()
    tagger.open(str(tmp_path / "model"))
    assert tagger.tag([{"w": "time"}, {"w": "flies"}]) == ["N", "V"]
    assert len(copies.sentences) == 8
