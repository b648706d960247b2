"""The calls that people guess: each gives what the same data give as a CSV file, or is refused with what to write."""

from __future__ import annotations

import csv
import io
import json
import random
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import accord
from accord.cli.main import main
from accord.errors import AccordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ANNOTATORS = ("anna", "ben", "cem")


def campaign(labels: str = "ABC", items: int = 40) -> list[dict[str, str]]:
    """Labels of three annotators, with a gap here and there."""
    drawn = random.Random(7)
    rows = []
    for number in range(1, items + 1):
        right = drawn.choice(labels)
        said = {who: right if drawn.random() < 0.7 else drawn.choice(labels) for who in ANNOTATORS}
        rows.append({"item": f"t{number}", **said})
    rows[3]["ben"] = rows[17]["cem"] = ""
    return rows


WIDE = campaign()
LONG = [
    {
        "tweet_id": f"t{row['item']}",
        "annotator": who,
        "label": row[who],
        "language": "de",
        "seconds": str(len(row[who])),
    }
    for row in WIDE
    for who in ANNOTATORS
    if row[who]
]


class PandasFrame:
    """A stand-in for a data frame of pandas: names give columns, and iteration gives names."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.data = columns
        self.columns = list(columns)

    def __getitem__(self, name: str) -> list[Any]:
        return self.data[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.data[self.columns[0]])


class ArrowColumn:
    """A stand-in for a column of Arrow, whose iteration gives scalars."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def to_pylist(self) -> list[Any]:
        return self.values


class ArrowTable(PandasFrame):
    """A stand-in for a table of Arrow, whose ``columns`` are not names."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        super().__init__(columns)
        self.column_names = self.columns
        self.columns = [ArrowColumn(values) for values in columns.values()]  # type: ignore[misc]

    def __getitem__(self, name: str) -> Any:
        return ArrowColumn(self.data[name])


class Features(dict[str, dict[str, Any]]):
    """A stand-in for what Hugging Face says of columns."""

    def to_dict(self) -> dict[str, dict[str, Any]]:
        return dict(self)


class Dataset(PandasFrame):
    """A stand-in for a dataset of Hugging Face."""

    def __init__(self, columns: dict[str, list[Any]], classes: list[str] | None = None) -> None:
        super().__init__(columns)
        self.column_names = self.columns
        self.features = Features({"label": {"names": classes, "_type": "ClassLabel"}} if classes else {})


def columns_of(rows: list[dict[str, str]]) -> dict[str, list[Any]]:
    return {name: [row[name] or None for row in rows] for name in rows[0]}


def of_command(file: Path, *options: str) -> float:
    """What the command line says of a file."""
    printed = io.StringIO()
    with redirect_stdout(printed), pytest.raises(SystemExit):
        main(["agree", str(file), *options, "--json"])
    value = json.loads(printed.getvalue())["results"][0]["value"]
    assert isinstance(value, float)
    return value


def write_csv(file: Path, rows: list[dict[str, str]]) -> Path:
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return file


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> float:
    """Alpha of the campaign by the command line, as a long table or a wide one."""
    folder = tmp_path_factory.mktemp("tables")
    value = of_command(write_csv(folder / "long.csv", LONG), "-c", "alpha")
    assert value == of_command(write_csv(folder / "wide.csv", WIDE), "-c", "alpha")
    assert 0.3 < value < 0.9
    return value


TRIPLES = [(row["annotator"], row["tweet_id"], row["label"]) for row in LONG]
NATURAL: dict[str, Callable[[], Any]] = {
    "annotators with lists": lambda: {who: [row[who] or None for row in WIDE] for who in ANNOTATORS},
    "annotators with items": lambda: {who: {row["item"]: row[who] for row in WIDE if row[who]} for who in ANNOTATORS},
    "a wide frame of annotators alone": lambda: PandasFrame(columns_of([{w: r[w] for w in ANNOTATORS} for r in WIDE])),
    "a wide frame with items": lambda: PandasFrame(columns_of(WIDE)),
    "a wide frame with more columns": lambda: PandasFrame(
        columns_of(WIDE) | {"text": [f"this is the tweet number {n}" for n in range(40)], "language": ["de", "en"] * 20}
    ),
    "a long frame with more columns": lambda: PandasFrame(columns_of(LONG)),
    "an Arrow table": lambda: ArrowTable(columns_of(LONG)),
    "a Hugging Face dataset": lambda: Dataset(columns_of(LONG)),
    "a Hugging Face dataset of classes": lambda: Dataset(
        columns_of(LONG) | {"label": ["ABC".index(row["label"]) for row in LONG]}, ["A", "B", "C"]
    ),
    "long records": lambda: LONG,
    "wide records": lambda: WIDE,
    "records as they come": lambda: iter(LONG),
    "triples": lambda: TRIPLES,
    "triples as lists": lambda: [list(triple) for triple in TRIPLES],
    "triples with numbers for items": lambda: [(who, int(item[2:]), label) for who, item, label in TRIPLES],
    "triples in an array": lambda: np.array(TRIPLES),
    "rows of items, many": lambda: [[row[who] or None for who in ANNOTATORS] for row in WIDE],
    "rows of annotators, long": lambda: [[row[who] or None for row in WIDE] for who in ANNOTATORS],
}


@pytest.mark.parametrize("name", NATURAL)
def test_agree_of_what_people_have(name: str, right: float) -> None:
    assert accord.agree(NATURAL[name](), "alpha").result.value == pytest.approx(right, abs=1e-12)


@pytest.mark.parametrize("name", NATURAL)
def test_reading_what_people_have(name: str, right: float) -> None:
    corpus = accord.read(NATURAL[name]())
    assert accord.agree(corpus, "alpha").result.value == pytest.approx(right, abs=1e-12)


def test_read_says_how_a_frame_was_understood() -> None:
    (assumption,) = accord.read(PandasFrame(columns_of(LONG))).assumptions
    assert "a long table, item in column 'tweet_id'; annotator in 'annotator'; label in 'label'" in assumption


def test_reasons_say_how_a_frame_was_understood() -> None:
    frame = PandasFrame(columns_of(LONG))
    assert "annotator in 'annotator'; label in 'label'" in accord.agree(frame).reasons[0]
    assert "a long table, item in column 'item'" in accord.agree(TRIPLES).reasons[0]
    assert accord.agree(accord.read(frame)).reasons == accord.agree(frame).reasons[1:]


def test_two_sequences_are_two_annotators() -> None:
    first, second = ["yes", "no", "no", "yes"], ["yes", "no", "yes", "yes"]
    expected = accord.agree({"a": first, "b": second}, "kappa").result.value
    for one, other in ((first, second), (tuple(first), second), (np.array(first), np.array(second))):
        assert accord.agree(one, other).results[1].name == "kappa"
        assert accord.agree(one, other).results[1].value == expected
    ones, others = [1, 0, 0, 1], [1, 0, 1, 1]
    assert accord.agree(ones, others).results == accord.agree({"1": ones, "2": others}).results


def test_two_sequences_take_coefficients_and_more_annotators_are_named() -> None:
    first, second = ["yes", "no", "no", "yes"], ["yes", "no", "yes", "yes"]
    expected = accord.agree({"a": first, "b": second}, "kappa").value
    assert accord.agree(first, second, "kappa").value == expected
    assert accord.agree(first, second, coefficients=["kappa"]).value == expected
    with pytest.raises(AccordError, match="unknown coefficient 'kapa': did you mean kappa"):
        accord.agree(first, second, "kapa")
    with pytest.raises(AccordError, match=r'write several annotators as \{"anna"'):
        accord.agree(first, second, first)
    with pytest.raises(AccordError, match="agree takes data and coefficients"):
        accord.agree({"a": first, "b": second}, "kappa", "alpha")


def test_two_sequences_of_different_lengths_are_refused() -> None:
    with pytest.raises(AccordError, match="these have 3 and 2 labels"):
        accord.agree([1, 2, 3], [1, 2])


@pytest.mark.parametrize("table", [[[1, 2, 3, 3], [1, 2, 2, 3]], np.array([[1, 2, 3, 3], [1, 2, 2, 3]])])
def test_rows_that_can_be_both_are_asked_about(table: Any) -> None:
    with pytest.raises(
        AccordError, match=r'name the annotators, as in \{"anna".*or say rows="items" or rows="annotators"'
    ):
        accord.agree(table)
    by_annotator = accord.agree({"anna": [1, 2, 3, 3], "ben": [1, 2, 2, 3]}, "alpha").result.value
    assert accord.agree(table, "alpha", rows="annotators").result.value == by_annotator
    by_item = accord.agree({str(n): [one, other] for n, (one, other) in enumerate(np.transpose(table))}, "alpha")
    assert accord.agree(table, "alpha", rows="items").result.value == by_item.result.value


def test_rows_that_are_plain_are_taken_and_said() -> None:
    table = [[row[who] or None for who in ANNOTATORS] for row in WIDE]
    assert "each of the 40 rows is taken for an item" in accord.agree(table).reasons
    assert "each of the 3 rows is taken for an annotator" in accord.agree(list(zip(*table, strict=True))).reasons


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (lambda: [*TRIPLES, (TRIPLES[0][0], TRIPLES[0][1], "C")], "some coder has two labels"),
        (lambda: [(item, who, label) for who, item, label in TRIPLES], "the first column has values of its own"),
        (
            lambda: [(who, item, (who + item) % 3) for item in range(30) for who in range(3)],
            "can be triples .* or the labels of three annotators",
        ),
        (
            lambda: {row["item"]: {who: row[who] for who in ANNOTATORS} for row in WIDE},
            "40 names with 3 labels each look",
        ),
        (lambda: {row["item"]: [row[who] for who in ANNOTATORS] for row in WIDE}, "40 names with 3 labels each look"),
        (lambda: PandasFrame({"0": ["A", "B"], "1": ["A", "A"]}), "call each by its annotator"),
        (lambda: {"train": Dataset(columns_of(LONG))}, r"choose one, as in data\['train'\]"),
        (lambda: PandasFrame(columns_of(WIDE) | {"mood": ["X", "Y", "Z", "X"] * 10}), r"annotators=\['anna'"),
    ],
)
def test_what_cannot_be_told_is_asked(data: Callable[[], Any], said: str) -> None:
    with pytest.raises(AccordError, match=said) as refusal:
        accord.agree(data())
    assert "\n" not in str(refusal.value)


def test_records_with_items_for_keys_are_asked_about() -> None:
    with pytest.raises(AccordError, match="40 columns and 3 rows look like items in columns"):
        accord.agree([{row["item"]: row[who] for row in WIDE} for who in ANNOTATORS])


@pytest.mark.parametrize("names", [["alpha", "fleis"], ["alpa", "fleis"]])
def test_paths_and_misspelt_names_are_no_two_annotators(names: list[str], tmp_path: Path) -> None:
    files = []
    for who in ("anna", "ben"):
        rows = [{"item": row["item"], "label": row[who]} for row in WIDE]
        files.append(str(write_csv(tmp_path / f"{who}.csv", rows)))
    with pytest.raises(AccordError, match="unknown coefficient"):
        accord.agree(files, names)
    with pytest.raises(AccordError):
        accord.agree(["a.csv", "b.csv"], names)


def test_annotators_choose_the_columns_of_a_frame() -> None:
    frame = PandasFrame(columns_of(WIDE) | {"mood": ["X", "Y", "Z", "X"] * 10})
    chosen = accord.read(frame, annotators=list(ANNOTATORS))
    assert chosen.annotators == ANNOTATORS


def test_none_in_a_long_frame_is_missing_and_an_empty_text_a_label() -> None:
    rows = [("t1", "anna", "A"), ("t1", "ben", None), ("t2", "anna", ""), ("t2", "ben", float("nan"))]
    items, annotators, labels = map(list, zip(*rows, strict=True))
    frame = PandasFrame({"item": items, "annotator": annotators, "label": labels})
    layers = accord.read(frame).annotations
    assert {who: layer.labels for (_, who), layer in layers.items()} == {"anna": {"t1": "A", "t2": ""}}  # type: ignore[attr-defined]


def test_numbers_of_a_column_with_gaps_are_those_of_one_without() -> None:
    columns: dict[str, list[Any]] = {
        "anna": [3.0, float("nan"), 1.0],
        "ben": [3, 2, 1],
        "cem": [True, None, {"b", "a"}],
    }
    corpus = accord.read(PandasFrame({"item": [1, 2, 3], **columns}), annotators=list(columns))
    anna, ben, cem = corpus.annotations.values()
    assert anna.labels == {"1": "3", "3": "1"}  # type: ignore[attr-defined]
    assert ben.labels == {"1": "3", "2": "2", "3": "1"}  # type: ignore[attr-defined]
    assert cem.labels == {"1": "True", "3": "a|b"}  # type: ignore[attr-defined]


def test_a_page_of_a_frame(tmp_path: Path) -> None:
    accord.report(PandasFrame(columns_of(LONG)), tmp_path / "r.html", budget=0)
    assert "anna" in (tmp_path / "r.html").read_text()


def test_aggregate_of_a_frame() -> None:
    of_frame = accord.aggregate(PandasFrame(columns_of(LONG)), "majority", interval=None)
    of_lists = accord.aggregate(NATURAL["annotators with lists"](), "majority", interval=None)
    assert of_frame.label == of_lists.label


def test_difficulty_of_label_lists_as_score_takes_them(tmp_path: Path) -> None:
    sentences = [["B-PER", "O", "O"], ["O", "B-LOC", "I-LOC", "O"]]
    lines = "\n\n".join("\n".join(f"w {label}" for label in sentence) for sentence in sentences)
    (tmp_path / "gold.conll").write_text(lines + "\n")
    of_lists, of_file = (accord.difficulty(data, encoding="BIO") for data in (sentences, tmp_path / "gold.conll"))
    assert of_lists.whole == of_file.whole


SPANS = {"anna": [(0, 2, "PER"), (4, 5, "LOC")], "ben": [(0, 2, "PER"), (4, 6, "LOC")]}
TOKENS = ["Ann", "Lee", "was", "in", "New", "York"]


@pytest.fixture
def spans_file(tmp_path: Path) -> Path:
    file = tmp_path / "spans.jsonl"
    file.write_text(json.dumps({"document": "1", "tokens": TOKENS, "spans": SPANS}) + "\n")
    return file


@pytest.mark.parametrize(
    "spans",
    [
        SPANS,
        {who: [marked] for who, marked in SPANS.items()},
        {who: {"1": marked} for who, marked in SPANS.items()},
        {who: [{"start": s, "end": e, "label": t} for s, e, t in marked] for who, marked in SPANS.items()},
    ],
    ids=["one document", "documents in a list", "documents by name", "spans as dicts"],
)
def test_spans_of_annotators(spans: Any, spans_file: Path) -> None:
    corpus = accord.read(spans, texts=[TOKENS])
    assert measured_spans(corpus) == of_command(spans_file)
    with pytest.raises(AccordError, match=r"say what spans lie in: accord\.read\(spans, texts=\[\.\.\.\]\)"):
        accord.read(spans)


def test_spans_in_one_call(spans_file: Path) -> None:
    assert accord.agree(SPANS, texts=[TOKENS]).value == of_command(spans_file)
    assert accord.agree(SPANS, "gamma", texts=[TOKENS], samples=30).value == of_command(
        spans_file, "-c", "gamma", "--samples", "30"
    )


def test_a_coefficient_of_another_kind(spans_file: Path, tmp_path: Path) -> None:
    corpus = accord.read(spans_file)
    assert accord.agree(corpus, "gamma", samples=30).value == of_command(spans_file, "-c", "gamma", "--samples", "30")
    trees = tmp_path / "trees"
    for who, relations in (("ada", "abab"), ("bram", "aaab")):
        (trees / who).mkdir(parents=True)
        rows = [[("1", "fog", "2", relation), ("2", "lifts", "0", "root")] for relation in relations]
        text = "\n".join("".join(f"{i}\t{w}\t_\tX\t_\t_\t{h}\t{r}\t_\t_\n" for i, w, h, r in row) for row in rows)
        (trees / who / "a.conllu").write_text(text + "\n")
    assert accord.agree(trees).value == of_command(trees)


def test_results_by_name_and_as_values(right: float) -> None:
    agreement = accord.agree(LONG, ["alpha", "observed"])
    assert agreement["alpha"].value == agreement.value == pytest.approx(right, abs=1e-12)
    assert agreement.to_records()[0]["value"] == agreement.value


@dataclass
class Token:
    """A stand-in for a token of spaCy."""

    text: str


@dataclass
class Entity:
    """A stand-in for a span of spaCy."""

    start: int
    end: int
    label_: str


@dataclass
class Doc:
    """A stand-in for a Doc of spaCy."""

    tokens: list[str]
    ents: list[Entity]

    @property
    def text(self) -> str:
        return " ".join(self.tokens)

    def __iter__(self) -> Iterator[Token]:
        return map(Token, self.tokens)

    def __len__(self) -> int:
        return len(self.tokens)


@pytest.mark.parametrize("listed", [False, True])
def test_spans_of_docs(spans_file: Path, listed: bool) -> None:
    docs = {who: Doc(TOKENS, [Entity(*span) for span in marked]) for who, marked in SPANS.items()}
    given: Any = {who: [doc] for who, doc in docs.items()} if listed else docs
    assert measured_spans(accord.read(given)) == of_command(spans_file)


def measured_spans(corpus: accord.Corpus) -> float:
    value = accord.agree(corpus, "corrected-f1").result.value
    assert isinstance(value, float)
    return value


def test_chunk_labels_of_annotators_are_labels_of_tokens(tmp_path: Path) -> None:
    labels = {"anna": [["B-PER", "O"], ["O"]], "ben": [["B-PER", "B-LOC"], ["O"]]}
    corpus = accord.read(labels)
    assert corpus.layer.kind == "labels"
    assert accord.agree(corpus, "observed").result.value == pytest.approx(2 / 3)
    with pytest.raises(AccordError, match="sentence 1 has 2 labels by anna and 1 by ben"):
        accord.read({"anna": [["B-PER", "O"]], "ben": [["O"]]})


def test_objects_reach_a_distance_function() -> None:
    def between(one: tuple[str, int], other: tuple[str, int]) -> float:
        (ours, low), (theirs, high) = one, other
        return float(ours != theirs) + abs(low - high) / 10

    objects = {"anna": [("a", 1), ("b", 3), ("a", 2)], "ben": [("a", 1), ("b", 5), ("b", 2)]}
    texts = {who: [f"{letter}{number}" for letter, number in said] for who, said in objects.items()}

    def read(text: str) -> tuple[str, int]:
        return text[0], int(text[1])

    by_text = accord.agree(texts, "alpha", distance=lambda one, other: between(read(one), read(other)))
    assert accord.agree(objects, "alpha", distance=between).result.value == by_text.result.value


def test_tuples_in_another_order_are_other_labels_and_sets_the_same() -> None:
    assert accord.agree({"a": [(1, 2), (3, 4)], "b": [(2, 1), (3, 4)]}, "observed").result.value == 0.5
    assert accord.agree({"a": [{1, 2}, {3}], "b": [{2, 1}, {3}]}, "observed", distance="nominal").result.value == 1


class TestRealLibraries:
    """The same with the libraries themselves."""

    def test_pandas(self, right: float) -> None:
        pandas = pytest.importorskip("pandas", reason="pandas is not installed")
        wide, long = pandas.DataFrame(columns_of(WIDE)), pandas.DataFrame(LONG)
        frames = [wide, long, wide.set_index("item"), wide[list(ANNOTATORS)], wide.convert_dtypes()]
        frames.append(long.pivot(index="tweet_id", columns="annotator", values="label"))
        frames.append(long.astype({"label": "category"}))
        for frame in frames:
            assert accord.agree(frame, "alpha").result.value == pytest.approx(right, abs=1e-12)
        assert accord.agree(wide["anna"], wide["ben"]).results[0].name == "alpha"

    def test_polars(self, right: float) -> None:
        polars = pytest.importorskip("polars", reason="polars is not installed")
        for rows in (columns_of(WIDE), columns_of(LONG)):
            frame = polars.DataFrame(rows)
            assert accord.agree(frame, "alpha").result.value == pytest.approx(right, abs=1e-12)
            with pytest.raises(AccordError, match=r"data\.collect\(\)"):
                accord.agree(frame.lazy())

    def test_pyarrow(self, right: float) -> None:
        pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        for rows in (columns_of(WIDE), columns_of(LONG)):
            assert accord.agree(pyarrow.table(rows), "alpha").result.value == pytest.approx(right, abs=1e-12)

    def test_hugging_face(self, right: float) -> None:
        datasets = pytest.importorskip("datasets", reason="datasets is not installed")
        dataset = datasets.Dataset.from_dict(columns_of(LONG))
        assert accord.agree(dataset, "alpha").result.value == pytest.approx(right, abs=1e-12)

    def test_spacy(self, spans_file: Path) -> None:
        spacy = pytest.importorskip("spacy", reason="spacy is not installed")
        docs = {}
        for who, marked in SPANS.items():
            docs[who] = spacy.tokens.Doc(spacy.blank("en").vocab, words=TOKENS)
            docs[who].ents = [spacy.tokens.Span(docs[who], start, end, type_) for start, end, type_ in marked]
        assert measured_spans(accord.read(docs)) == of_command(spans_file)


def test_data_frames_of_systems_beside_a_path_or_a_frame(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"item": [1, 2, 3], "label": ["a", "b", "a"]})
    other = frame[::-1].assign(label=["a", "a", "a"])
    gold = tmp_path / "gold.csv"
    frame.to_csv(gold, index=False)
    for reference in (frame, gold):
        for given in (other, [other], {"x": other}, {"x": [other]}):
            assert accord.score(reference, given).run.headline.value == Fraction(2, 3)
    with pytest.raises(accord.AccordError, match="predicted: a data frame with the items"):
        accord.score(frame, ["a", "b", "a"])


def test_measures_and_runs_are_shown_by_their_values() -> None:
    run = accord.score(["a", "b", "b"], ["a", "b", "a"]).run
    assert repr(run.headline) == "<CountedMeasure accuracy 0.6667>"
    assert repr(run).startswith("<CountedRun predicted: accuracy 0.6667, balanced-accuracy ")


def test_agree_takes_what_says_how_to_read(tmp_path: Path) -> None:
    """Columns and repeats are said to `accord.agree` as to `accord.read`, whatever holds the table."""
    rows = [(1, "a", "x"), (1, "b", "x"), (2, "a", "y"), (2, "b", "x"), (3, "a", "y"), (3, "b", "y"), (2, "a", "x")]
    records = [{"tweet": item, "who": who, "stance": label} for item, who, label in rows]
    path = tmp_path / "t.csv"
    path.write_text("tweet,who,stance\n" + "\n".join(",".join(map(str, row)) for row in rows), encoding="utf-8")
    said: dict[str, Any] = {"item": "tweet", "annotator": "who", "label": "stance", "repeats": "first"}
    for data in (records, str(path), [path]):
        assert accord.agree(data, "alpha", **said).value == accord.agree(accord.read(data, **said), "alpha").value
    with pytest.raises(accord.AccordError, match="say how to where you read it"):
        accord.agree(accord.read(path, **said), "alpha", repeats="last")
    with pytest.raises(accord.AccordError, match="labels without names of columns"):
        accord.agree([[1, 2], [2, 1]], "alpha", rows="items", item=0)
