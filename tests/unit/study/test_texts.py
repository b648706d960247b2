from __future__ import annotations

from accord.model import Corpus, Document
from accord.study.texts import texts_of

CORPUS = Corpus.of((Document("d1", (("In", "Oslo"), ("Rain",))), Document("d2", (), "In Oslo"), Document("d3")), {})


def test_tokens_go_on_from_sentence_to_sentence() -> None:
    assert texts_of(CORPUS, "token") == {"d1": ("In", "Oslo", "Rain")}


def test_characters() -> None:
    assert texts_of(CORPUS, "character") == {"d2": "In Oslo"}


def test_seconds_have_no_text() -> None:
    assert texts_of(CORPUS, "second") == {}
