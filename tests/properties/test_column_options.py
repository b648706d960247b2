"""What is said of the columns of files can be said as options and read back from these."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given
from hypothesis import strategies as st

from accord.formats import Columns
from accord.formats.formats import FORMATS

COLUMN = st.text(min_size=1) | st.integers(-9, 9)
COLUMNS = st.builds(
    Columns,
    token=st.none() | COLUMN,
    label=st.none() | COLUMN | st.lists(COLUMN, min_size=1, unique_by=str),
    file_encoding=st.sampled_from(["utf-8", "latin-1"]),
    format=st.none() | st.sampled_from(sorted(FORMATS)),
    item=st.none() | COLUMN,
    annotator=st.none() | COLUMN,
    document=st.none() | COLUMN,
    layout=st.none() | st.sampled_from(["long", "wide"]),
)


def spelt_out(columns: Columns) -> dict[str, object]:
    """All that is said, with numbers as they are written and labels as several."""
    plain = {each.name: getattr(columns, each.name) for each in fields(columns)}
    labels = columns.labels and tuple(map(str, columns.labels))
    return {name: str(value) if isinstance(value, int) else value for name, value in plain.items()} | {"label": labels}


@given(COLUMNS)
def test_options_say_all_and_are_understood(columns: Columns) -> None:
    again = Columns.from_options(columns.options)
    assert spelt_out(again) == spelt_out(columns)
    assert again.options == columns.options
