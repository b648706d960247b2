"""How long agreement on trees takes is known beforehand, told while it is measured, and kept to."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any

import pytest

from accord.campaign.request import CampaignRequest
from accord.campaign.work import Work
from accord.compute.budget import Budget, OutOfTime
from accord.compute.threads import cores
from accord.kinds.kind import MeasureRequest
from accord.kinds.options import chosen
from accord.kinds.trees.kind import TREES
from accord.kinds.trees.options import TreeOptions
from accord.verbs.read import read
from tests.treebanks import drawn_treebank

if TYPE_CHECKING:
    from pathlib import Path

    from accord.model import Corpus

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drawn_treebank(tmp_path_factory.mktemp("drawn") / "trees", 250, 20)


@pytest.fixture(scope="module")
def corpus(folder: Path) -> Corpus:
    found = read(str(folder))
    TREES.agree(found.within([found.documents[0].id]), (), TreeOptions())  # compiles what is compiled once
    return found


def test_progress_goes_up_to_all_steps(corpus: Corpus) -> None:
    told = [(0, 0)]
    TREES.agree(corpus, (), TreeOptions(), lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1] > 0
    assert len(told) > 10


@pytest.mark.parametrize(
    "options", [{}, {"pairs": "sampled"}, {"distance": "pq-gram"}, {"costs": {("rel1", "rel2"): 0.5}}]
)
def test_comparing_trees_can_be_stopped(corpus: Corpus, options: dict[str, Any]) -> None:
    calls = 0

    def stop(done: int, total: int) -> None:
        nonlocal calls
        assert done <= total
        calls += 1
        if done:
            raise OutOfTime

    with pytest.raises(OutOfTime):
        TREES.agree(corpus, (), chosen(TreeOptions, options), stop)
    assert calls <= 1 + cores()  # one when it begins, and one of each thread that was at work


def test_seconds_are_those_of_the_clock_and_about_what_was_forecast(folder: Path, corpus: Corpus) -> None:
    (measure,) = TREES.measures(corpus, MeasureRequest())
    work = Work(CampaignRequest(), 6, 100)
    work.read([str(folder)], None, [])
    (layer,) = work.layers
    begun = process_time()
    assert layer.measure(Budget(None), lambda *_: None)
    assert layer.seconds == pytest.approx(process_time() - begun, rel=0.2)
    assert measure.cost is not None
    assert layer.seconds / 4 < measure.cost < 4 * layer.seconds


def test_a_page_of_many_trees_keeps_to_its_budget(tmp_path: Path, corpus: Corpus) -> None:
    del corpus  # it was measured, so that all is compiled
    work = Work(CampaignRequest(), 6, 100)
    work.read([str(drawn_treebank(tmp_path / "trees", 700, 20))], None, [])
    begun = process_time()
    *_, page = work.payloads()
    assert process_time() - begun < 7
    (found,) = page.layers
    assert found.headline.value is not None


def test_what_takes_longer_than_the_budget_is_left_out_in_time(tmp_path: Path, corpus: Corpus) -> None:
    del corpus
    work = Work(CampaignRequest(), 0.5, 100, to_adjudicate=True)
    work.read([str(drawn_treebank(tmp_path / "trees", 700, 20))], None, [])
    begun = process_time()
    *_, page = work.payloads()
    assert process_time() - begun < 3  # a headline has 1.2 seconds at least
    assert page.layers == []
    assert "takes longer than the 0.5 seconds" in page.unmeasured[0].why
