"""Whose annotations are looked at."""

from __future__ import annotations

import pytest

from accord.errors import UsageError
from accord.kinds.common_options import CommonOptions
from accord.model import Corpus, Document, ItemLabels

CORPUS = Corpus.of((Document("d1"),), {("d1", name): ItemLabels({"1": "x"}) for name in ("ada", "bo", "chloe")})


def test_all_some_or_all_but_some() -> None:
    assert CommonOptions().chosen(CORPUS) == ("ada", "bo", "chloe")
    assert CommonOptions(annotators=("chloe", "ada")).chosen(CORPUS) == ("chloe", "ada")
    assert CommonOptions(exclude=("bo",)).chosen(CORPUS) == ("ada", "chloe")


def test_unknown_names_and_contradictions_are_refused() -> None:
    for options in (CommonOptions(annotators=("adda",)), CommonOptions(exclude=("adda",))):
        with pytest.raises(UsageError, match="there is no annotator 'adda': did you mean ada"):
            options.chosen(CORPUS)
    with pytest.raises(UsageError, match="give one of them"):
        CommonOptions(annotators=("ada",), exclude=("bo",)).chosen(CORPUS)
