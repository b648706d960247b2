"""Plans of experiments in which any value stands anywhere: made, or refused in one short sentence."""

from __future__ import annotations

from copy import deepcopy
from datetime import date, time
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.learn.experiment.plan import make_plan

SOUND: dict[str, Any] = {
    "title": "boats",
    "seeds": [0, 3],
    "epochs": 2,
    "features": "pos",
    "labels": ["NOUN"],
    "encoding": "BIO",
    "types": ["NP"],
    "downstream": {
        "train": "chunks",
        "test": {"chunks": "chunks"},
        "columns": {"label": 2},
        "encoding": "BIO",
        "features": "chunk",
        "learner": "crf",
        "epochs": 3,
    },
    "data": {
        "folder": ".",
        "train": ["train"],
        "agreement": "twice",
        "missing": ["FLAG"],
        "columns": {"token": 0, "label": -1, "file_encoding": "utf-8"},
        "agreement-columns": {"token": 0, "annotators": "columns"},
        "test": {"dev": "dev"},
    },
    "protocols": {"plain": {"shuffle": False, "average": "epoch", "ties": "lowest", "rate": 0.1}},
    "weightings": {"F1": "f1", "CM": {"kind": "cm", "strength": 1.0, "smooth": 0.5, "control": False}},
}
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([64, 400, 20_000]).map(lambda bits: 2**bits),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["\0", "a\0b", "x" * 1_000, "f1", "none", "epoch", ".", "/"]),
    st.just(date(1979, 5, 27)),
    st.just(time(7, 32)),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def places(table: dict[str, Any]) -> list[tuple[str, ...]]:
    inside = [(key, *place) for key, held in table.items() if isinstance(held, dict) for place in places(held)]
    return [(key,) for key in [*table, "new"]] + inside


@settings(max_examples=200)
@given(place=st.sampled_from(places(SOUND)), value=values)
def test_any_value_in_any_place_is_taken_or_refused(place: tuple[str, ...], value: Any) -> None:
    plan = deepcopy(SOUND)
    table = plan
    for key in place[:-1]:
        table = table[key]
    table[place[-1]] = value
    said = ""
    try:
        assert make_plan(plan, Path()).runs
    except UsageError as refused:
        said = str(refused)
    assert len(said) < 1_500
    assert "\n" not in said
