"""Instances: all that a score counts, one by one, adding up to it unit by unit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import accord
from accord.errors import UsageError
from accord.kinds.relations.scores import score_relations
from accord.model.place import Place
from accord.scoring.counts import Counts
from accord.scoring.instances import MISSED, RIGHT, SPURIOUS, WRONG, Instance
from accord.verbs.score_labels import score_mentions
from tests.papers.test_relations_reference import ADA, BRAM, layer

if TYPE_CHECKING:
    from accord.scoring.counted_scores import CountedRun

GOLD = "Ada\tB-PER\nLow\tI-PER\nsails\tO\n\nThe\tO\nGannet\tB-SHIP\nleft\tO\nHull\tB-LOC\n"
SYSTEM = "Ada\tB-PER\nLow\tO\nsails\tO\n\nThe\tO\nGannet\tB-SHIP\nleft\tO\nHull\tB-ORG\n"


def add_up(run: CountedRun) -> None:
    """What instances count is what the headline counts, in every unit."""
    assert run.instances is not None
    rows = [Counts() for _ in range(len(run.headline.rows))]
    for each in run.instances():
        rows[each.unit] = rows[each.unit].plus(each.counts)
    assert [tuple(row) for row in rows] == [tuple(row) for row in run.headline.rows.each().tolist()]


def test_mentions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conll").write_text(GOLD)
    Path("system.conll").write_text(SYSTEM)
    scores = score_mentions("gold.conll", "system.conll", spans=True)
    (run,) = scores.counted()["system"]
    assert run.instances is not None
    assert list(run.instances()) == [
        Instance(0, "PER", SPURIOUS, (0, 1), "Ada", 1, Place("gold.conll", 1), "PER Ada Low", "[Ada] Low sails"),
        Instance(0, "PER", MISSED, (0, 2), "Ada Low", 2, Place("gold.conll", 1), "PER Ada", "[Ada Low] sails"),
        Instance(1, "SHIP", RIGHT, (1, 2), "Gannet", 1, Place("gold.conll", 6), "", "The [Gannet] left Hull"),
        Instance(1, "LOC", MISSED, (3, 4), "Hull", 1, Place("gold.conll", 8), "ORG Hull", "The Gannet left [Hull]"),
        Instance(1, "ORG", SPURIOUS, (3, 4), "Hull", 1, Place("gold.conll", 8), "LOC Hull", "The Gannet left [Hull]"),
    ]
    add_up(run)


def test_mentions_of_a_sentence_that_is_aligned_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conll").write_text(GOLD)
    Path("system.conll").write_text(SYSTEM.replace("left\tO\n", "left\tO\nfor\tO\n"))
    scores = score_mentions("gold.conll", "system.conll", spans=True, per_sentence=True, align_tokens=True)
    (run,) = scores.counted()["system"]
    assert run.instances is not None
    assert [(each.unit, each.text) for each in run.instances()][-3:] == [(1, "Gannet"), (1, "Hull"), (1, "Hull")]
    add_up(run)


@pytest.mark.parametrize("matching", ["strict", "lenient"])
def test_relations(matching: str) -> None:
    add_up(score_relations([("text", layer(ADA), layer(BRAM)), ("other", layer(BRAM), layer(ADA))], matching))


TAGS, TAGGED = "The\tDT\ncat\tNN\n\nIt\tPR\nran\tVB\n", "The\tDT\ncat\tVB\n\nIt\tDT\nran\tVB\n"


def test_labels_of_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.tsv.conll").write_text(TAGS)
    Path("system.conll").write_text(TAGGED)
    run = accord.score("gold.tsv.conll", "system.conll").run
    found = list(run.instances())
    assert found[:2] == [
        Instance(0, "DT", RIGHT, (0,), "The", 3, Place("gold.tsv.conll", 1)),
        Instance(0, "NN", WRONG, (1,), "cat", 3, Place("gold.tsv.conll", 2), "VB", "The [cat]"),
    ]
    assert [(each.kind, each.reference, each.predicted, each.text) for each in run.errors()] == [
        ("label", "NN", "VB", "cat"),
        ("label", "PR", "DT", "It"),
    ]
    add_up(run)


def test_labels_of_tokens_that_are_aligned_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.conll").write_text(TAGS)
    Path("system.conll").write_text(TAGGED.replace("cat\t", "fat\tJJ\ncat\t"))
    run = accord.score("gold.conll", "system.conll", align_tokens=True).run
    assert [each.text for each in run.instances()] == ["The", "cat", "It", "ran"]
    assert len({(each.unit, each.key) for each in run.instances()}) == 4
    add_up(run)


def test_groups_of_tokens() -> None:
    """Of four, the label of two is right: NN and PR are wrong."""
    scores = accord.score([["DT", "NN"], ["PR", "VB"]], [["DT", "VB"], ["DT", "VB"]], by="label")
    groups = {group.name: group.measure.value for group in scores.breakdowns[0].groups}
    assert groups == {"DT": 1, "NN": 0, "PR": 0, "VB": 1}
    with pytest.raises(UsageError, match="words are not known"):
        accord.score([["DT", "NN"]], [["DT", "VB"]], by="frequency")
