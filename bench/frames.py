"""Ten million labels in a file of Parquet, read into a study of labels, beside the libraries that people would use.

    python bench/frames.py [--rows 10000000] [--rows-one-by-one]

The file has the columns item, annotator and label, drawn here: ten labels of each item by some of 50 annotators. accord
reads it into a coding of items by annotators, which says who gave what; pandas, polars and DuckDB count the labels of
each item. All say how many of each label there are. Then all give Krippendorff's alpha: accord with an interval, the
others by handing the counts to `krippendorff`. Answers must be the same (see `side_by_side`). ``--rows-one-by-one``
times accord's reading of the same rows without its reading by columns, too.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from side_by_side import compare, script

SECONDS = 5.0
"""What the reading into a study may take of ten million rows."""
ANNOTATORS, PER_ITEM = 50, 10

READ = {
    "accord": """
import sys, accord
from accord.formats import table
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
if "rows" in sys.argv:
    table.answers_by_column = lambda *_given: False
corpus = accord.read(sys.argv[1])
study = coding_from_corpus(corpus, CodingOptions())
import numpy
counts = numpy.bincount(study.codes[study.codes >= 0])
print(dict(zip(study.labels, counts.tolist())))
""",
    "pandas": """
import sys, pandas
data = pandas.read_parquet(sys.argv[1])
counts = pandas.crosstab(data["item"], data["label"])
print({label: int(count) for label, count in counts.sum().sort_index().items()})
counts = counts.to_numpy()
""",
    "polars": """
import sys, polars
data = polars.scan_parquet(sys.argv[1]).group_by("item", "label").len().collect()
counts = data.pivot("label", index="item", values="len").drop("item").fill_null(0)
print({label: counts[label].sum() for label in sorted(counts.columns)})
counts = counts.to_numpy()
""",
    "duckdb": """
import sys, duckdb, numpy
query = f"PIVOT (SELECT item, label FROM read_parquet('{sys.argv[1]}')) ON label USING count(*) GROUP BY item"
duckdb.sql("SET enable_progress_bar = false")  # which goes to standard output
found = duckdb.sql(query).fetchnumpy()
columns = {name: column for name, column in found.items() if name != "item"}
print({label: int(columns[label].sum()) for label in sorted(columns)})
counts = numpy.column_stack(list(columns.values()))
""",
}
OURS = """
print(format(accord.agree(corpus, "alpha")["alpha"].value, ".9f"))
"""
THEIRS = """
import krippendorff
print(format(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"), ".9f"))
"""


def make(path: Path, rows: int) -> None:
    """Draw the file."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import parquet

    rng = np.random.default_rng(1)
    items = rows // PER_ITEM
    first, truth = rng.integers(0, ANNOTATORS, (items, 1)), rng.integers(0, 5, (items, 1))
    who = (first + 3 * np.arange(PER_ITEM)) % ANNOTATORS
    label = np.where(rng.random((items, PER_ITEM)) < 0.7, truth, rng.integers(0, 5, (items, PER_ITEM)))
    item = np.repeat(np.arange(items), PER_ITEM)
    columns = {
        "item": (item, [f"item-{number:07d}" for number in range(items)]),
        "annotator": (who.ravel(), [f"worker {number:02d}" for number in range(ANNOTATORS)]),
        "label": (label.ravel(), ["none", "mild", "severe", "spam", "unclear"]),
    }
    coded = {
        name: pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), pa.array(values)).cast(pa.string())
        for name, (codes, values) in columns.items()
    }
    parquet.write_table(pa.table(coded), path)


def main() -> int:
    """Print the tables; 1 where accord takes too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--rows-one-by-one", action="store_true")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.parquet"
        make(path, told.rows)
        size = path.stat().st_size / 1e6
        what = f"{told.rows:,} labels of {told.rows // PER_ITEM:,} items by {ANNOTATORS} annotators, {size:.0f} MB"
        reads = [script(name, code, str(path), module=name) for name, code in READ.items()]
        if told.rows_one_by_one:
            reads.append(script("accord, row by row", READ["accord"], str(path), "rows"))
        seconds = compare(f"{what}: read, and counted by item", reads, told.runs)
        alpha = {name: code + (OURS if name == "accord" else THEIRS) for name, code in READ.items()}
        whole = [script(name, code, str(path), module=name) for name, code in alpha.items()]
        compare("the same and alpha", whole, told.runs)
    return int(seconds > SECONDS * max(1, told.rows / 10_000_000))


if __name__ == "__main__":
    raise SystemExit(main())
