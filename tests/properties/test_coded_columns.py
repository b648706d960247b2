"""A long table of Arrow, whose columns are read as a whole, gives what its rows give one by one."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from hypothesis import example, given
from hypothesis import strategies as st

import accord
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
from accord.model import Corpus, ItemLabels
from accord.model.array_map import ArrayMap

ITEMS = st.sampled_from(["a", "b", "c ", " c", "10", "9", "\U0001f600", ""]) | st.none()
WHO = st.sampled_from(["ada", "bram", "bram ", "chlo\xeb"]) | st.none()
LABELS = st.sampled_from(["yes", "no", " yes", "", "1", "1.0", "Yes"]) | st.none()
NUMBERS = st.sampled_from([1.0, 2.5, 3.0, float("nan")]) | st.none()
ROWS = st.lists(st.tuples(ITEMS, WHO, LABELS), min_size=1, max_size=12)
RATED = st.lists(st.tuples(st.integers(1, 9), st.sampled_from(["ada", "bram"]), NUMBERS), min_size=1, max_size=12)
NAMES = ("item", "annotator", "label")


def read(data: Any) -> tuple[Any, ...]:
    """All that a corpus holds, or why there is none."""
    try:
        corpus = accord.read(data)
    except accord.AccordError as error:
        return (str(error).partition(":")[2],)
    assert isinstance(corpus, Corpus)
    layers = [(key, each) for key, each in corpus.annotations.items() if isinstance(each, ItemLabels)]
    said = [(key, list(each.labels.items()), dict(each.lines), dict(each.repeats)) for key, each in layers]
    items = [(document.id, list(document.items.items()), document.named) for document in corpus.documents]
    findings = [(each.code, each.severity, each.place.line, each.message) for each in corpus.findings]
    coding = coding_from_corpus(corpus, CodingOptions())
    return said, items, findings, coding.codes.tolist(), coding.labels, coding.annotators, coding.left_out


def without_names(said: tuple[Any, ...], name: str) -> str:
    return str(said).replace(name, "table")


@given(st.lists(st.tuples(ITEMS, WHO, LABELS), min_size=1, max_size=12, unique_by=lambda row: row[:2]) | ROWS | RATED)
@example([("b", "bram", "no"), ("a", "ada", "yes"), ("a", "bram", None), ("c", "ada", "no")])
@example([(1, "ada", 3.0), (1, "bram", 2.5), (2, "ada", None), (2, "bram", 3.0)])
def test_columns_give_what_rows_give(rows: list[tuple[Any, ...]]) -> None:
    table = pa.table({name: [row[column] for row in rows] for column, name in enumerate(NAMES)})
    records = [dict(zip(NAMES, row, strict=True)) for row in rows]
    assert without_names(read(table), "data frame") == without_names(read(records), "records")
    chunked = pa.concat_tables([table.slice(0, 3), table.slice(3)]).cast(
        pa.schema(
            [
                (each.name, pa.dictionary(pa.int32(), each.type) if pa.types.is_string(each.type) else each.type)
                for each in table.schema
            ]
        )
    )
    assert read(chunked) == read(table)


def test_whole_columns_stay_arrays() -> None:
    rows = [(str(item), who, "yes" if item % 3 else "no") for item in range(50) for who in ("ada", "bram")]
    corpus = accord.read(pa.table({name: [row[column] for row in rows] for column, name in enumerate(NAMES)}))
    held = [each.labels for each in corpus.annotations.values() if isinstance(each, ItemLabels)]
    assert all(isinstance(each, ArrayMap) and len(each) == 50 for each in held)
    assert accord.agree(corpus)["alpha"].value == 1
    corpora = corpus.with_annotations(
        {key: ItemLabels(dict(each.labels)) for key, each in corpus.annotations.items() if isinstance(each, ItemLabels)}
    )
    assert coding_from_corpus(corpora, CodingOptions()).digest() == coding_from_corpus(corpus, CodingOptions()).digest()
