"""Whatever units are written as a table are the same when it is read."""

from __future__ import annotations

import csv
from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from accord.verbs.read import read
from tests.build import units_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

Row = tuple[str, str, float, float]

names = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zs", "Zl", "Zp", "Cs"]), max_size=8)
positions = st.floats(0, 1e12, allow_nan=False)


@st.composite
def rows(draw: st.DrawFn) -> Row:
    start, end = sorted((draw(positions), draw(positions)))
    return draw(names.filter(bool)), draw(names), start, end


@given(
    st.lists(rows(), min_size=1, max_size=30), st.sampled_from(",;\t|"), st.sampled_from(["\n", "\r\n"]), st.booleans()
)
def test_a_table_of_units_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, units: list[Row], delimiter: str, line_end: str, marked: bool
) -> None:
    path: Path = tmp_path_factory.mktemp("units") / "a.csv"
    with path.open("w", encoding="utf-8-sig" if marked else "utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator=line_end, quoting=csv.QUOTE_ALL)
        writer.writerows([("annotator", "category", "start", "end"), *units])
    corpus = read(path)
    found = Counter(
        (who, unit.category, unit.start, unit.end) for who in corpus.annotators for _, unit in units_of(corpus, who)
    )
    assert found == Counter(units)
