"""Two rounds against everything measured anew, and what must hold whatever the rounds are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import accord
from accord.agreement.result import Undefined
from accord.errors import AccordError
from tests.oracle import rounds as oracle
from tests.properties.tables import NAMES, Table, applies, tables

if TYPE_CHECKING:
    from accord.agreement.two_rounds import Change

Round = dict[str, dict[str, str]]


def named(table: Table, start: int = 0) -> Round:
    """The labels of each annotator by item."""
    return {
        f"r{column}": {f"i{start + at}": label for at, row in enumerate(table) if (label := row[column]) is not None}
        for column in range(len(table[0]))
    }


def change(first: Round, second: Round, coefficient: str = "alpha") -> Change:
    try:
        found = accord.compare_agreement(first, second, coefficient=coefficient, distance="nominal", resamples=200)
    except AccordError:
        assume(False)
    return found.headline


def complete(most: int) -> st.SearchStrategy[tuple[Table, Table]]:
    """Two rounds of three or four annotators who label everything."""
    return st.integers(3, 4).flatmap(
        lambda annotators: st.integers(3, most).flatmap(
            lambda items: st.tuples(
                *[st.lists(st.tuples(*[st.sampled_from("AABC")] * annotators), min_size=items, max_size=items)] * 2
            )
        )
    )


@pytest.mark.parametrize("paired", [True, False])
@given(both=complete(4))
@settings(max_examples=10, deadline=None)
def test_a_difference_is_that_of_the_oracle(paired: bool, both: tuple[Table, Table]) -> None:
    first, second = both
    expected = oracle.compared(first, second, NAMES, paired=paired)
    assume(expected is not None)
    assert expected is not None
    assume(expected.error > 1e-6)
    found = change(named(first), named(second, 0 if paired else 100))
    assert found.difference == pytest.approx(expected.value, abs=1e-12)
    assert found.these.error == pytest.approx(expected.error, abs=1e-9)
    assert found.these.freedom == pytest.approx(expected.freedom)
    assert found.others.error == pytest.approx(expected.error_others, abs=1e-9)
    assert found.others.freedom == pytest.approx(expected.freedom_others)
    assert found.p_exchange == pytest.approx(expected.p_exchange)


@given(table=tables(least=2), coefficient=st.sampled_from(["alpha", "fleiss", "multi-kappa", "ac1", "observed"]))
@settings(max_examples=20, deadline=None)
def test_a_round_against_itself_is_no_change(table: Table, coefficient: str) -> None:
    assume(applies(coefficient, "nominal", len(table[0])))
    found = change(named(table), named(table), coefficient)
    assume(not isinstance(found.difference, Undefined))
    assert found.difference == 0
    assert found.p_exchange == 1
    assert isinstance(found.these.interval, Undefined)


@given(first=tables(least=3), second=tables(least=3), other=st.booleans())
@settings(max_examples=20, deadline=None)
def test_swapping_the_rounds_changes_the_sign(first: Table, second: Table, other: bool) -> None:
    one, two = named(first), named(second, 100 if other else 0)
    forth, back = change(one, two), change(two, one)
    assume(not isinstance(forth.difference, Undefined))
    assert not isinstance(forth.difference, Undefined)
    assert back.difference == pytest.approx(-forth.difference, abs=1e-12)
    for ours, theirs in ((forth.these, back.these), (forth.others, back.others)):
        assert (ours.error is None) is (theirs.error is None)
        if ours.error is not None:
            assert theirs.error == pytest.approx(ours.error, abs=1e-10)
            assert theirs.p == pytest.approx(ours.p, abs=1e-9)


@given(first=tables(least=3), second=tables(least=3), random=st.randoms())
@settings(max_examples=20, deadline=None)
def test_the_order_of_items_and_annotators_does_not_matter(first: Table, second: Table, random: object) -> None:
    def shuffled(table: Round) -> Round:
        whole = [(who, list(said.items())) for who, said in table.items()]
        random.shuffle(whole)  # type: ignore[attr-defined]
        for _, said in whole:
            random.shuffle(said)  # type: ignore[attr-defined]
        return {who: dict(said) for who, said in whole}

    one, two = named(first), named(second)
    found, again = change(one, two), change(shuffled(one), shuffled(two))
    assume(not isinstance(found.difference, Undefined))
    assert again.difference == pytest.approx(found.difference, abs=1e-12)
    assert again.p_exchange == found.p_exchange
    for ours, theirs in ((found.these, again.these), (found.others, again.others)):
        assert (ours.error is None) is (theirs.error is None)
        if ours.error is not None:
            assert theirs.error == pytest.approx(ours.error, abs=1e-10)
