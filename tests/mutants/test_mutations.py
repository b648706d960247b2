"""The list of mutations does not rot: what it changes is there, and so are the tests that must notice."""

from __future__ import annotations

import pytest

from tests.mutants.mutations import MUTATIONS, Mutation
from tests.mutants.run import ROOT


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation.file}: {mutation.old.strip()[:40]}")
def test_what_is_changed_stands_in_the_source_exactly_once(mutation: Mutation) -> None:
    source = (ROOT / "src" / "accord" / mutation.file).read_text(encoding="utf-8")
    assert source.count(mutation.old) == 1
    assert mutation.new != mutation.old
    compile(source.replace(mutation.old, mutation.new), mutation.file, "exec")
    assert all((ROOT / "tests" / each).exists() for each in mutation.tests.split())


def test_no_mutation_stands_twice() -> None:
    assert len({(each.file, each.old) for each in MUTATIONS}) == len(MUTATIONS) >= 50
