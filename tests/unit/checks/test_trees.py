"""Graphs that are no trees."""

from __future__ import annotations

import pytest

from accord.checks.trees import cycles, is_tree, tree_findings, unreached, word_findings
from accord.model import DependencyTree
from accord.model.tree import NOWHERE, ROOT
from tests.trees import dependencies


@pytest.mark.parametrize(
    ("heads", "lost", "round_"),
    [
        ([1, ROOT], [], []),
        ([0], [0], [[0]]),
        ([1, 2, 0, ROOT], [0, 1, 2], [[0, 1, 2]]),
        ([2, ROOT, 3, 2], [0, 2, 3], [[2, 3]]),
        ([NOWHERE, 0], [0, 1], []),
        ([1, 0, 3, 2, ROOT], [0, 1, 2, 3], [[0, 1], [2, 3]]),
    ],
)
def test_cycles_and_what_hangs_on_them(heads: list[int], lost: list[int], round_: list[list[int]]) -> None:
    assert unreached(heads) == lost
    assert cycles(heads) == round_


def found(tree: DependencyTree) -> list[tuple[str, str, str | None]]:
    return [(finding.code, str(finding.severity), finding.place.token) for finding in tree_findings(tree)]


def test_a_tree_has_nothing_wrong_with_it() -> None:
    assert not found(dependencies("2:nsubj 0:root"))


def test_every_reason_why_a_graph_is_no_tree() -> None:
    assert found(dependencies("2:a 1:b 0:root")) == [("cycle", "error", "w1")]
    assert found(dependencies("9:a 0:root")) == [("head-out-of-range", "error", "w1")]
    assert found(DependencyTree(("a", "b"), (0, 1), ("x", "y"), (1, 1))) == [("duplicate-id", "error", "b")]
    assert not is_tree(dependencies("2:a 1:b 0:root"))


def test_several_roots_are_a_warning_for_it_is_one_tree_below_a_root_above() -> None:
    tree = dependencies("0:root 0:root")
    assert found(tree) == [("several-roots", "warning", "w2")]
    assert is_tree(tree)


def test_a_cycle_is_written_out_with_what_hangs_on_it() -> None:
    (finding,) = tree_findings(dependencies("3:a 1:b 2:c 1:d 0:root"))
    assert finding.message == "no tree: 1 w1 -> 3 w3 -> 2 w2 -> 1 w1 is a cycle, and 1 more token cannot reach the root"


def test_other_words_than_most_have_are_reported_once() -> None:
    usual, other = dependencies("0:root 1:x"), dependencies("0:root")
    (finding,) = word_findings({"ada": usual, "bo": other, "chloe": usual})
    assert finding.code == "token-mismatch"
    assert finding.message.startswith("bo has the end where ada has 'w2'")
