"""A document is called clearly below the rest only where the lowest of so many is rarely so low by chance."""

from __future__ import annotations

import random
from math import comb

import pytest

from accord.campaign.report import report_payload
from accord.model import Corpus, Document, ItemLabels

pytestmark = pytest.mark.slow

CAMPAIGNS, DOCUMENTS, ITEMS = 100, 30, 12
ANNOTATORS = ("ada", "bram", "chloe")


def campaign(seed: int, hard: str | None = None) -> Corpus:
    """Annotators who give the right one of three labels in four of five items, and any where a document is hard."""
    rng = random.Random(seed)
    layers = {}
    for number in range(DOCUMENTS):
        document = f"d{number}"
        right = [rng.choice("abc") for _ in range(ITEMS)]
        for annotator in ANNOTATORS:
            given = [label if rng.random() < 0.8 and document != hard else rng.choice("abc") for label in right]
            layers[document, annotator] = ItemLabels({f"{document}-{at}": label for at, label in enumerate(given)})
    return Corpus.of(tuple(Document(f"d{number}") for number in range(DOCUMENTS)), layers)


def named(corpus: Corpus) -> bool:
    return "is clearly below the rest" in report_payload(corpus, budget=0)["layers"][0]["words"]["where"]


def at_least(count: int, trials: int, share: float) -> float:
    """The chance of so many successes or more."""
    return sum(comb(trials, each) * share**each * (1 - share) ** (trials - each) for each in range(count, trials + 1))


def test_where_documents_do_not_differ_one_campaign_of_twenty_names_one_at_most() -> None:
    found = sum(named(campaign(seed)) for seed in range(CAMPAIGNS))
    assert at_least(found, CAMPAIGNS, 0.05) > 0.01


def test_a_document_of_guesses_is_named() -> None:
    found = sum(named(campaign(seed, hard="d7")) for seed in range(10))
    assert found >= 5
