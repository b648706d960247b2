"""Data frames of other libraries, and what these write to the disk, are read as the same records are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accord.errors import UsageError
from accord.model import Spans, TokenLabels
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from pathlib import Path

    from accord.model import Corpus

pytestmark = pytest.mark.peer
LABELS = ["no", "yes"]
RECORDS = [
    {"item": item, "annotator": who, "label": LABELS[(item * 7 + number * item % 3) % 2]}
    for item in range(40)
    for number, who in enumerate(("ada", "bram", "chloe"))
]
CODED = [{**record, "label": LABELS.index(str(record["label"]))} for record in RECORDS]
MARKED = [(0, 3, "PER"), (8, 11, "LOC")]


def said(corpus: Corpus) -> dict[tuple[str, str], dict[str, str]]:
    return {(item, who): label for (_, who), each in corpus.annotations.items() for item, label in each.labels.items()}  # type: ignore[attr-defined]


WANTED = said(read(RECORDS))


def test_frames_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(RECORDS)
    for each in (frame, frame.set_index("item"), frame.set_index(["item", "annotator"]), frame.astype(object)):
        assert said(read(each)) == WANTED
    assert said(read(frame.astype({"label": "category"}))) == WANTED
    gaps = frame.assign(label=[None if number % 5 == 0 else number for number in range(len(frame))])
    found = said(read(gaps))
    assert (len(found), set(map(len, found.values()))) == (96, {1, 2, 3})


def test_frames_of_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(RECORDS)
    assert said(read(frame)) == said(read(frame.with_columns(polars.col("label").cast(polars.Categorical)))) == WANTED
    with pytest.raises(UsageError, match="lazy frame"):
        read(frame.lazy())


@pytest.mark.parametrize("name", ["narwhals", "duckdb", "pyarrow"])
def test_frames_of_others(name: str) -> None:
    library, arrow = pytest.importorskip(name), pytest.importorskip("pyarrow")
    table = arrow.Table.from_pylist(RECORDS)
    made: Any = {
        "narwhals": lambda: library.from_native(table),
        "duckdb": lambda: library.from_arrow(table),
        "pyarrow": table.to_reader,
    }[name]()
    assert said(read(made)) == WANTED


def test_data_sets_of_hugging_face(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    names = datasets.ClassLabel(names=LABELS)
    features = datasets.Features(item=datasets.Value("int64"), annotator=datasets.Value("string"), label=names)
    made = datasets.Dataset.from_list(CODED, features=features)
    assert said(read(made)) == said(read(made.shuffle(seed=1))) == WANTED
    made.save_to_disk(str(tmp_path / "whole"), num_shards=3)
    assert said(read(tmp_path / "whole")) == WANTED
    made.to_parquet(str(tmp_path / "t.parquet"))
    assert said(read(tmp_path / "t.parquet")) == WANTED
    datasets.DatasetDict(train=made, test=made.select(range(9))).save_to_disk(str(tmp_path / "parts"))
    with pytest.raises(UsageError, match="the splits train, test: name one, as in "):
        read(tmp_path / "parts")
    assert len(said(read(tmp_path / "parts" / "test"))) == 9
    assert agree(str(tmp_path / "whole"))["alpha"].value == agree(RECORDS)["alpha"].value


def test_spans_and_tags_of_hugging_face(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    value, names = datasets.Value, datasets.ClassLabel(names=["PER", "LOC"])
    span = {"start": value("int32"), "end": value("int32"), "label": names}
    rows = [
        {
            "text": "Ann saw Bob",
            "annotator": who,
            "spans": [{"start": 0, "end": 3, "label": 0}, {"start": 8, "end": 11, "label": 1}],
        }
        for who in ("ada", "bram")
    ]
    apart = [row | {"spans": {key: [part[key] for part in row["spans"]] for key in span}} for row in rows]  # type: ignore[index]
    for number, (kept, given) in enumerate([([span], rows), (datasets.Sequence(span), apart)]):
        features = datasets.Features(text=value("string"), annotator=value("string"), spans=kept)
        made = datasets.Dataset.from_list(given, features=features)
        made.save_to_disk(str(tmp_path / str(number)))
        for each in (made, tmp_path / str(number)):
            found = [layer.spans for layer in read(each).annotations.values() if isinstance(layer, Spans)]
            assert [list(map(tuple, spans)) for spans in found] == [MARKED, MARKED]
    tags = datasets.Sequence(datasets.ClassLabel(names=["O", "B-PER"]))
    features = datasets.Features(tokens=datasets.Sequence(value("string")), ner_tags=tags)
    tokens = datasets.Dataset.from_list([{"tokens": ["Ann", "left"], "ner_tags": [1, 0]}], features=features)
    (layer,) = read(tokens).annotations.values()
    assert isinstance(layer, TokenLabels)
    assert layer.labels == (("B-PER", "O"),)


def test_spreadsheets(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in [list(RECORDS[0]), *(list(record.values()) for record in RECORDS)]:
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    assert said(read(tmp_path / "t.xlsx")) == WANTED
