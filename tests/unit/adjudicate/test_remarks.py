"""The same is said of what is not used at the desk, in the account, on a command line and where gold is refused."""

from __future__ import annotations

import pytest

from accord.adjudicate.decision import DECIDED, Decision
from accord.adjudicate.export import account_markdown, export
from accord.adjudicate.gold import gold_standard
from accord.adjudicate.remarks import lost_said, remarks
from accord.campaign.gold import queue_of
from accord.errors import UsageError
from accord.model import Corpus, Document, ItemLabels

GONE = [f"d:g|{number:03}" for number in range(500)]
DECISIONS = {item: Decision(item, 1, DECIDED, "A", (), "", "eve", "", "") for item in GONE}
LABELS = {"ada": {"1": "A", "2": "A"}, "bram": {"1": "B", "2": "A"}, "c|d": {"1": "A", "2": "A"}}
CORPUS = Corpus.of((Document("d"),), {("d", who): ItemLabels(labels) for who, labels in LABELS.items()})
QUEUE = queue_of("items", CORPUS, annotators=["ada", "bram"])


def test_the_desk_and_the_account_say_the_same_and_the_account_holds_all_ids() -> None:
    account = export(QUEUE, DECISIONS, "leave-out").account
    voteless, lost = remarks(account)
    assert QUEUE.payload(DECISIONS)["remarks"] == [voteless, lost]
    assert voteless.startswith("Without a vote: c|d (called like a reference or a prediction, or not named")
    assert lost.casefold().rstrip(".") == lost_said(GONE)
    assert (account["lost"], account["voteless"]) == (GONE, ["c|d"])
    assert lost[0].isupper()


def test_where_gold_is_refused_the_same_is_said() -> None:
    with pytest.raises(UsageError) as refused:
        gold_standard(QUEUE, DECISIONS)
    assert str(refused.value).endswith(f"; {lost_said(GONE)}")


def test_sentences_are_short_and_plain_and_escaped_in_markdown_alone() -> None:
    account = export(QUEUE, DECISIONS, "leave-out").account | {"changed": GONE}
    told = remarks(account)
    assert len(told) == 3
    assert all(len(said) < 250 and "\\" not in said for said in told)
    assert all(said.replace("|", "\\|") in account_markdown(account).splitlines() for said in told)
