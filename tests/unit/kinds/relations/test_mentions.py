"""Which mentions are the same."""

from __future__ import annotations

from accord.kinds.relations import mentions
from accord.kinds.relations.mentions import align_mentions
from accord.model import Span


def test_larger_overlap_before_more_pairs() -> None:
    """One pair that shares eight beats two that share three."""
    marked = {"ada": [Span(0, 10), Span(10, 12)], "bram": [Span(2, 11), Span(0, 2)]}
    assert align_mentions(marked, "lenient").mentions == (
        {"bram": Span(0, 2)},
        {"ada": Span(0, 10), "bram": Span(2, 11)},
        {"ada": Span(10, 12)},
    )


def test_ties_go_to_the_same_type_then_to_the_left() -> None:
    marked = {"ada": [Span(0, 4, "X"), Span(4, 8, "Y")], "bram": [Span(2, 6, "Y")]}
    assert align_mentions(marked, "lenient").mentions[1] == {"ada": Span(4, 8, "Y"), "bram": Span(2, 6, "Y")}
    untyped = {"ada": [Span(0, 4), Span(4, 8)], "bram": [Span(2, 6)]}
    assert align_mentions(untyped, "lenient").mentions[0] == {"ada": Span(0, 4), "bram": Span(2, 6)}


def test_the_same_mention_is_transitive() -> None:
    """ada and chloe do not overlap: they are not the same through bram."""
    marked = {"ada": [Span(0, 4)], "bram": [Span(2, 8)], "chloe": [Span(5, 9)]}
    assert align_mentions(marked, "lenient").mentions == (
        {"ada": Span(0, 4)},
        {"bram": Span(2, 8), "chloe": Span(5, 9)},
    )


def test_long_chains_take_no_time() -> None:
    marked = {
        "ada": [Span(4 * i, 4 * i + 4) for i in range(2_000)],
        "bram": [Span(4 * i + 1, 4 * i + 5) for i in range(2_000)],
    }
    aligned = align_mentions(marked, "lenient")
    assert aligned.proved
    assert len(aligned.mentions) == 2_000


def test_too_much_to_search_is_said() -> None:
    """Fourteen annotators, all with other borders: still one mention, as large groups come first."""
    marked = {f"annotator {i}": [Span(i, 40 - i)] for i in range(14)}
    aligned = align_mentions(marked, "lenient")
    assert not aligned.proved
    assert len(aligned.mentions) == 1
    assert mentions.MAX_GROUPS < 2**13
