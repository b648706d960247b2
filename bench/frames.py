"""Ten million labels in a file of Parquet, read into a study of labels, beside the libraries that people would use.

    python bench/frames.py [--rows 10000000] [--rows-one-by-one]

The file has the columns item, annotator and label, drawn here: ten labels of each item by some of 50 annotators. accord
reads it into a coding of items by annotators, and gives Krippendorff's alpha; the others read it with pandas or DuckDB,
count the labels of each item, and hand the counts to `krippendorff`, which needs to be told who has which column. Each
program runs in a process of its own; the figures are CPU seconds, its peak of memory, and the ratio to accord. All must
give the same alpha. ``--rows-one-by-one`` times accord's reading of the same rows without its reading by columns, too.
A program that is not installed is left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 5.0
"""What the reading into a study may take of ten million rows."""
ANNOTATORS, PER_ITEM = 50, 10

_MEASURED = """
import json, resource, sys, time
path, by_rows = sys.argv[1], len(sys.argv) > 2
start = time.process_time()
{body}
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([read, time.process_time() - start, peak, alpha]))
"""
_ACCORD = """
import accord
from accord.formats import table
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
if by_rows:
    table.answers_by_column = lambda *_given: False
corpus = accord.read(path)
coding_from_corpus(corpus, CodingOptions())
read = time.process_time() - start
alpha = accord.agree(corpus, "alpha")["alpha"].value
"""
_PANDAS = """
import krippendorff, pandas
data = pandas.read_parquet(path)
counts = pandas.crosstab(data["item"], data["label"]).to_numpy()
read = time.process_time() - start
alpha = krippendorff.alpha(value_counts=counts, level_of_measurement="nominal")
"""
_DUCKDB = """
import duckdb, krippendorff
query = "PIVOT (SELECT item, label FROM read_parquet('{0}')) ON label USING count(*) GROUP BY item"
found = duckdb.sql(query.replace("{0}", path)).fetchnumpy()
import numpy
counts = numpy.column_stack([column for name, column in found.items() if name != "item"])
read = time.process_time() - start
alpha = krippendorff.alpha(value_counts=counts, level_of_measurement="nominal")
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


def measure(body: str, path: Path, *more: str) -> tuple[float, float, float, float] | str:
    """CPU seconds until the labels are counted and until there is an alpha, megabytes, and the alpha; or why not."""
    script = _MEASURED.replace("{body}", body)
    done = subprocess.run([sys.executable, "-c", script, str(path), *more], capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    read, whole, peak, alpha = json.loads(done.stdout)
    return read, whole, peak, alpha


def main() -> int:
    """Print the table; 1 where a value differs, or accord takes too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rows-one-by-one", action="store_true")
    told = parser.parse_args()
    programs = {"accord": (_ACCORD,), "pandas + krippendorff": (_PANDAS,), "duckdb + krippendorff": (_DUCKDB,)}
    if told.rows_one_by_one:
        programs["accord, row by row"] = (_ACCORD, "rows")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.parquet"
        make(path, told.rows)
        size = path.stat().st_size / 1e6
        print(f"{told.rows:,} labels of {told.rows // PER_ITEM:,} items by {ANNOTATORS} annotators, {size:.0f} MB\n")
        print(f"{'':<24}{'read':>8}{'alpha':>8}{'ratio':>8}{'MB':>8}  value")
        found = {name: measure(body, path, *more) for name, (body, *more) in programs.items()}
    ours = found["accord"]
    if isinstance(ours, str):
        print(ours)
        return 1
    wrong = ours[0] > SECONDS * max(1, told.rows / 10_000_000)
    for name, each in found.items():
        if isinstance(each, str):
            print(f"{name:<24}{each}")
            continue
        read, whole, peak, alpha = each
        wrong |= abs(alpha - ours[3]) > 1e-9
        print(f"{name:<24}{read:>8.2f}{whole:>8.2f}{read / ours[0]:>8.2f}{peak:>8.0f}  {alpha:.12f}")
    print(
        "\nread: CPU seconds until items and labels are counted; alpha: until there is a value, accord's with interval"
    )
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
