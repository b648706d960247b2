"""Ten million labels of items scored against a reference, both in Parquet, beside scikit-learn with pandas.

    python bench/score_items.py [--items 10000000] [--runs 3] [--peer-items 1000000]

The files have the columns item and label, drawn here: five labels, seven of ten predicted as they are. accord checks
that both sides have the same items, once each, and also gives F1 of each label, MCC, kappa and intervals; the other
reads both files with pandas, sees that the items are the same, and gives accuracy and macro F1 by scikit-learn, which
must be the same; texts are slow there, so it gets fewer. A program that is not installed is left out.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from side_by_side import Program, compare, script

LABELS = ["none", "mild", "severe", "spam", "unclear"]
SCIKIT_LEARN = """
import sys, pandas
from sklearn.metrics import accuracy_score, f1_score
gold, system = map(pandas.read_parquet, sys.argv[1:])
assert gold["item"].equals(system["item"])
accuracy = accuracy_score(gold["label"].to_numpy(object), system["label"].to_numpy(object))
macro = f1_score(gold["label"].to_numpy(object), system["label"].to_numpy(object), average="macro")
print(f"{accuracy:.9f} {macro:.9f}")
"""


def make(folder: Path, items: int) -> list[str]:
    """Draw both files."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import parquet

    rng = np.random.default_rng(1)
    names = pa.array([f"item-{number:08d}" for number in range(items)])
    gold = rng.integers(0, len(LABELS), items)
    system = np.where(rng.random(items) < 0.7, gold, rng.integers(0, len(LABELS), items))
    paths = []
    for name, codes in (("gold", gold), ("system", system)):
        label = pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), pa.array(LABELS)).cast(pa.string())
        parquet.write_table(pa.table({"item": names, "label": label}), folder / f"{name}.parquet")
        paths.append(str(folder / f"{name}.parquet"))
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer-items", type=int, default=1_000_000)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for items in (told.items, told.peer_items):
            gold, system = make(Path(folder), items)
            accord = ["-m", "accord", "score", system, "-r", gold, "--format", "json"]
            programs = [Program("accord score", accord, answer=_answer)]
            if items <= told.peer_items:
                programs.append(script("pandas and scikit-learn", SCIKIT_LEARN, gold, system, module="sklearn"))
            compare(f"{items:,} labels of items against as many, in Parquet", programs, told.runs)


def _answer(printed: str) -> str:
    """Accuracy and macro F1 in what accord writes."""
    measures = json.loads(printed)["runs"][0]["scores"]
    return " ".join(f"{measures[name]['value']:.9f}" for name in ("accuracy", "macro_f1"))


if __name__ == "__main__":
    main()
