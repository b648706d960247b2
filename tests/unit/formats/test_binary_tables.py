"""Parquet, Arrow and spreadsheets, read as a CSV file of the same cells is."""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from accord.errors import ReadError, UsageError
from accord.formats.spreadsheets import spreadsheet
from accord.model import Finding, ItemLabels, Span, TokenLabels
from accord.verbs.agree import agree
from accord.verbs.read import read

EXPORTS = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
REAL = pytest.mark.skipif(not EXPORTS.exists(), reason="the exports of annotation tools are not here")
Lay = Callable[[Mapping[str, str | bytes]], list[str]]

ROWS = [("1", "ada", 3), ("1", "bram", 3), ("2", "ada", 4), ("2", "bram", 5), ("3", "ada", 1), ("3", "bram", 1)]
NAMES = ("item", "annotator", "label")
CSV = "item,annotator,label\n" + "".join(f"{item},{who},{label}\n" for item, who, label in ROWS)


def table(**metadata: Any) -> pa.Table:
    made = pa.table({name: [row[column] for row in ROWS] for column, name in enumerate(NAMES)})
    return made.replace_schema_metadata({"huggingface": json.dumps(metadata)}) if metadata else made


def parquet(made: pa.Table) -> bytes:
    sink = BytesIO()
    pq.write_table(made, sink)
    return sink.getvalue()


def stream(made: pa.Table) -> bytes:
    sink = BytesIO()
    with pa.ipc.new_stream(sink, made.schema) as writer:
        writer.write_table(made)
    return sink.getvalue()


def data_set(made: pa.Table, parts: int = 2, **state: Any) -> dict[str, bytes | str]:
    """The files of a data set of Hugging Face, saved to the disk in several shards."""
    size = -(-made.num_rows // parts)
    names = [f"data-{part:05d}-of-{parts:05d}.arrow" for part in range(parts)]
    files: dict[str, bytes | str] = {name: stream(made.slice(at * size, size)) for at, name in enumerate(names)}
    listed = [{"filename": name} for name in names]
    return files | {"state.json": json.dumps({"_data_files": listed, **state}), "dataset_info.json": "{}"}


def arrow(made: pa.Table) -> bytes:
    sink = BytesIO()
    with pa.ipc.new_file(sink, made.schema) as writer:
        writer.write_table(made)
    return sink.getvalue()


def workbook(merged: str = "", /, **sheets: Sequence[tuple[object, ...]]) -> bytes:
    """A spreadsheet with texts, numbers and formulas without values, and the ranges that are merged in each sheet."""
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    listed = enumerate(sheets, 1)
    names = "".join(f'<sheet name="{name}" sheetId="{at}" r:id="r{at}"/>' for at, name in listed)
    links = "".join(
        f'<Relationship Id="r{at}" Type="{office}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}"><Relationship Id="r" Type="{office}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>{names}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}">{links}</Relationships>',
    }
    ranges = "".join(f'<mergeCell ref="{each}"/>' for each in merged.split())
    ranges = f"<mergeCells>{ranges}</mergeCells>" if ranges else ""
    for at, rows in enumerate(sheets.values(), 1):
        cells = "".join(
            f'<row r="{number}">{"".join(_cell(value, number, column) for column, value in enumerate(row))}</row>'
            for number, row in enumerate(rows, 1)
        )
        parts[f"xl/worksheets/sheet{at}.xml"] = (
            f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData>{ranges}</worksheet>'
        )
    sink = BytesIO()
    with ZipFile(sink, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return sink.getvalue()


def _cell(value: object, row: int, column: int) -> str:
    at = f"{'ABCDEFG'[column]}{row}"
    if isinstance(value, int):
        return f'<c r="{at}"><v>{value}</v></c>'
    if str(value).startswith("#"):
        return f'<c r="{at}" t="e"><f>1/0</f><v>{value}</v></c>'
    if str(value).startswith("="):
        return f'<c r="{at}"><f>{str(value)[1:]}</f><v></v></c>'
    return f'<c r="{at}" t="inlineStr"><is><t>{value}</t></is></c>'


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.parquet", parquet(table())),
        ("r.arrow", arrow(table())),
        ("s.arrow", stream(table())),
        ("r.xlsx", workbook(ratings=[NAMES, *ROWS])),
        ("data", parquet(table())),
    ],
)
def test_the_same_cells_give_the_same_agreement(lay: Lay, name: str, content: bytes) -> None:
    text, binary = lay({"r.csv": CSV, name: content})
    ours, theirs = agree(binary), agree(text)
    assert [each.value for each in ours] == [each.value for each in theirs]
    assert ours.about == theirs.about


def test_classes_of_hugging_face_have_names(lay: Lay) -> None:
    made = pa.table({"tokens": [["Ann", "left"]], "ner_tags": [[1, 0]]})
    features = {"ner_tags": {"feature": {"names": ["O", "B-PER"], "_type": "ClassLabel"}, "_type": "Sequence"}}
    stored = made.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    corpus = read(lay({"d.parquet": parquet(stored)}))
    assert [getattr(each, "labels", None) for each in corpus.annotations.values()] == [(("B-PER", "O"),)]


def test_a_data_set_saved_to_disk_is_one_file(lay: Lay) -> None:
    lay(
        {"r.csv": CSV} | {f"{place}/{name}": held for place in ("d", "c/d") for name, held in data_set(table()).items()}
    )
    wanted = {who: each.labels for (_, who), each in read("r.csv").annotations.items() if isinstance(each, ItemLabels)}
    for path in ("d", "c"):
        found = read(path)
        assert found.annotators == ("ada", "bram")
        assert [each.labels for each in found.annotations.values() if isinstance(each, ItemLabels)] == [
            *wanted.values()
        ]
    lay({"p/dataset_dict.json": '{"splits": ["train", "test"]}', "p/train/x": "", "p/test/x": ""})
    with pytest.raises(UsageError, match="p is a data set with the splits train, test: name one, as in p/train"):
        read("p")


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"_data_files": []}, "names no files"),
        ({"_data_files": [{"filename": "../r.csv"}]}, "names no files"),
        ({"_data_files": [3]}, "names no files"),
        ({"_indices_data_files": [{"filename": "i.arrow"}]}, "holds more rows than were chosen"),
    ],
)
def test_data_sets_that_cannot_be_read(lay: Lay, state: dict[str, Any], why: str) -> None:
    lay({f"d/{name}": held for name, held in data_set(table(), **state).items()})
    with pytest.raises(ReadError, match=why):
        read("d")


def test_classes_in_structures_have_names(lay: Lay) -> None:
    spans = [{"start": 0, "end": 3, "label": 1}]
    made = pa.table({"text": ["Ann left"] * 2, "spans": [spans, []], "annotator": ["ada", "bram"]})
    feature = {"start": {"_type": "Value"}, "label": {"names": ["LOC", "PER"], "_type": "ClassLabel"}}
    wanted = [(Span(0, 3, "PER"),), ()]
    for kept in ([feature], {"feature": feature, "_type": "Sequence"}, {"feature": feature, "_type": "List"}):
        features = json.dumps({"info": {"features": {"spans": kept}}})
        corpus = read(lay({"d.parquet": parquet(made.replace_schema_metadata({"huggingface": features}))}))
        assert [getattr(each, "spans", None) for each in corpus.annotations.values()] == wanted
    apart = pa.table({"text": ["Ann left"], "spans": [{"start": [0], "end": [3], "label": [1]}]})
    features = json.dumps({"info": {"features": {"spans": {"feature": feature, "_type": "Sequence"}}}})
    corpus = read(lay({"e.parquet": parquet(apart.replace_schema_metadata({"huggingface": features}))}))
    assert [getattr(each, "spans", None) for each in corpus.annotations.values()] == wanted[:1]


def test_whatever_hands_over_a_stream_is_a_table() -> None:
    class Handed:
        schema = None

        def __arrow_c_stream__(self, requested: object = None) -> object:
            return table().__arrow_c_stream__(requested)

    for data in (table(), table().to_reader(), Handed()):
        corpus = read(data)
        assert {
            who: dict(each.labels) for (_, who), each in corpus.annotations.items() if isinstance(each, ItemLabels)
        } == {name: {item: str(label) for item, who, label in ROWS if who == name} for name in ("ada", "bram")}


def test_of_several_sheets_one_is_asked_for(lay: Lay) -> None:
    path = lay({"r.xlsx": workbook(first=[NAMES, *ROWS], second=[NAMES, *ROWS[:2]], empty=[])})
    with pytest.raises(UsageError, match="has the sheets 'first', 'second': say which"):
        read(path)
    held = read(path, sheet="second").annotations.values()
    assert [len(each.labels) for each in held if isinstance(each, ItemLabels)] == [1, 1]
    with pytest.raises(UsageError, match="no sheet 'secnd': did you mean second"):
        read(path, sheet="secnd")


def test_all_sheets_are_annotators_or_documents(lay: Lay) -> None:
    sheets = {
        who: [("item", "label"), *((item, label) for item, name, label in ROWS if name == who)]
        for who in ("ada", "bram")
    }
    path = lay({"r.xlsx": workbook(**sheets), "r.csv": CSV})
    with pytest.raises(UsageError, match="or sheet='all' where each is an annotator or a document"):
        read("r.xlsx")
    assert agree(read("r.xlsx", sheet="all"))["alpha"].value == agree(path[1])["alpha"].value
    assert read("r.xlsx", sheet="all").annotators == ("ada", "bram")
    lay({"s.xlsx": workbook(first=[NAMES, *ROWS], second=[NAMES, *ROWS[:4]])})
    rounds = read("s.xlsx", sheet="all")
    assert [document.id for document in rounds.documents] == ["first", "second"]
    lay({"t.xlsx": workbook(first=[NAMES, *ROWS], second=[("item", "ada"), ("1", 2)])})
    with pytest.raises(UsageError, match="the sheets 'first' and 'second' have other columns"):
        read("t.xlsx", sheet="all")


def test_a_header_above_the_header_is_none(lay: Lay) -> None:
    groups = ("", "Who", "", "What", "")
    rows = [
        groups,
        ("item", "annotator", "note", "label", "note"),
        *((item, who, "", label, "") for item, who, label in ROWS),
    ]
    path = lay({"r.xlsx": workbook("B1:C1 D1:E1", ratings=rows), "r.csv": CSV})
    corpus = read(path[0])
    assert agree(corpus)["alpha"].value == agree(path[1])["alpha"].value
    assert "not used: 'Who / note', 'What / note'" in corpus.assumptions[0]
    (layer, *_) = corpus.annotations.values()
    assert isinstance(layer, ItemLabels)
    assert dict(layer.lines) == {"1": 3, "2": 5, "3": 7}


def test_cells_merged_down_hold_what_they_show(lay: Lay) -> None:
    rows = [NAMES, *((item if who == "ada" else "", who, label) for item, who, label in ROWS)]
    path = lay({"r.xlsx": workbook("A2:A3 A4:A5 A6:A7", ratings=rows), "r.csv": CSV})
    assert agree(path[0])["alpha"].value == agree(path[1])["alpha"].value


def test_formulas_without_values_are_refused(lay: Lay) -> None:
    first = [NAMES, ("1", "ada", '=UPPER("x")'), ("1", "bram", "X")]
    lay({"r.xlsx": workbook(first=first, second=[NAMES, *ROWS])})
    with pytest.raises(ReadError, match="1 cell of the sheet 'first' holds a formula without its value"):
        read("r.xlsx", sheet="first")
    assert read("r.xlsx", sheet="second").annotators == ("ada", "bram")


def test_formulas_with_an_error_for_a_value_are_refused(lay: Lay) -> None:
    wrong = [NAMES, ("1", "ada", "#DIV/0!"), ("1", "bram", "X")]
    with pytest.raises(ReadError, match=r"1 cell of the sheet 'r' holds a formula that gives an error \(C2\)"):
        read(lay({"r.xlsx": workbook(r=wrong)}))
    lay({"r.xlsx": workbook(r=[*[NAMES, *ROWS], ("9", "ada", "#N/A"), ("9", "bram", "X")])})
    assert read("r.xlsx").annotators == ("ada", "bram")


_CELL = '<table:table-cell office:value-type="string" office:string-value="{0}"><text:p>{0}</text:p></table:table-cell>'


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ('<table:table-cell table:formula="of:=[.A1]"/>', "holds a formula without its value"),
        (
            _CELL.format("#DIV/0!").replace(">", ' calcext:value-type="error">', 1),
            "holds a formula that gives an error",
        ),
        (_CELL.format("X"), ""),
    ],
)
def test_formulas_of_ods_without_values_are_refused(lay: Lay, cell: str, said: str) -> None:
    given = [NAMES, *ROWS]
    rows = [[_CELL.format(value) for value in row] for row in given]
    rows[1][2] = cell
    lines = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = (
        f'<office:document-content{names} xmlns:calcext="urn:x"><office:body><office:spreadsheet>'
        f'<table:table table:name="first">{lines}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    sink = BytesIO()
    with ZipFile(sink, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    path = lay({"r.ods": sink.getvalue()})
    if said:
        with pytest.raises(ReadError, match=f"1 cell of the sheet 'first' {said}"):
            read(path)
    else:
        assert read(path).annotators == ("ada", "bram")


def test_damaged_files_are_refused(lay: Lay) -> None:
    whole = parquet(table())
    book = workbook(ratings=[NAMES, *ROWS])
    for name, content in {"a.parquet": whole[:-30], "b.xlsx": book[: len(book) // 2]}.items():
        with pytest.raises(ReadError, match="cannot be read"):
            read(lay({name: content}))


def test_numbers_of_tags_are_names(lay: Lay) -> None:
    line = '{{"tokens": ["a", "b", "c", "d"], "ner_tags": [{}], "annotator": "{}"}}\n'
    path = lay({"d.jsonl": line.format("0, 1, 2, 3", "ada") + line.format("0, 1, 2, 1", "bram")})
    assert agree(path[0]).about["distance"] == "nominal"


def test_offsets_of_a_damaged_file_do_not_lead_out_of_it(lay: Lay) -> None:
    """Arrow trusts them when it reads, and a text would be whatever lies there in memory."""
    made = pa.table({"item": ["1", "1"], "annotator": ["ada", "bram"], "label": ["x", "y"]})
    sink = BytesIO()
    with pa.ipc.new_file(sink, made.schema) as writer:
        writer.write_table(made)
    ends = struct.pack("<3i", 0, 3, 7)
    assert sink.getvalue().count(ends) == 1
    (path,) = lay({"a.arrow": sink.getvalue().replace(ends, struct.pack("<3i", 0, 3, 1 << 30))})
    with pytest.raises(ReadError, match="is the file damaged"):
        read(path)


@REAL
@pytest.mark.data
@pytest.mark.parametrize(("part", "rows"), [("train", 152), ("test", 34)])
def test_a_real_data_set_of_tokens(part: str, rows: int) -> None:
    """Its tags are integers without names, as its metadata say."""
    path = EXPORTS / "parquet" / f"ner_entity_mapper_{part}.parquet"
    made = pq.read_table(path).to_pylist()
    held = [each for each in read(path).annotations.values() if isinstance(each, TokenLabels)]
    assert len(held) == len(made) == rows
    tags = sorted([str(tag) for tag in row["ner_tags"]] for row in made)
    assert sorted([label for sentence in each.labels for label in sentence] for each in held) == tags


@REAL
@pytest.mark.data
def test_a_real_sheet_with_two_header_rows() -> None:
    """The name of the annotator stands only on the first row of a paper: 308 rows have none, and 4 a blank."""
    path = EXPORTS / "xlsx" / "inlg_evaluation_papers_annotation_sheet.xlsx"
    with pytest.raises(UsageError, match="has the sheets 'Annotation Sheet', 'Backing Data': say which"):
        read(path)
    with pytest.raises(ReadError) as refused:
        read(path, sheet="Annotation Sheet", item="Key", annotator="Annotator", label="Task")
    missing = [
        found for found in refused.value.findings if isinstance(found, Finding) and found.code == "missing-annotator"
    ]
    assert len(missing) == 308 + 4
    assert "repeat it" in missing[0].hint
    frame = spreadsheet(path.name, path.read_bytes(), "Annotation Sheet", None)
    who = frame.columns.index("Annotator")
    rows = [row for row in frame.rows if any(row)]
    given = Counter(str(row[who]).strip() for row in rows)
    assert given == {"anno1": 33, "anno2": 21, "anno3": 40, "anno4": 33, "anno8": 39, "": 308 + 4}
    assert len({row[frame.columns.index("Key")] for row in rows}) == 165
