"""Krippendorff's alpha of 10 annotators x 100,000 items: accord beside the other programs, in one run.

    python bench/agreement.py [--items 100000]

Five labels, one of ten missing. Every program gets the same numpy array in a process of its own, which imports what it
needs, measures a small table once, and then the whole one. The figures are the CPU seconds of the best of 25 calls (of
fewer where one is slow), the largest resident memory of the process, and the ratio to accord. All must give the same
alpha, to 1e-9. A program that is not installed is left out, and said; irrCAC, which needs an old scipy, is looked for
in .venv-irrcac.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

CALLS = """
import sys, time
import numpy as np
table, scale, calls, times = np.load(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
def small(table): return table[:200]
{program}
measure(small(table))
seconds = []
for _ in range(calls):
    start = time.process_time()
    value = measure(table)
    seconds.append(time.process_time() - start)
print(min(seconds) * times, float(value))
"""

ACCORD = """
import accord
def measure(table):
    return accord.agree(table, "{coefficient}", distance=scale, interval="{interval}", rows="items").result.value
"""

KRIPPENDORFF = """
import krippendorff
def measure(table):
    return krippendorff.alpha(reliability_data=table.T, level_of_measurement=scale)
"""

RESAMPLE_DATA = """
import krippendorff
rng = np.random.default_rng(1)
def measure(table):
    drawn = table[rng.integers(len(table), size=len(table))]
    return krippendorff.alpha(reliability_data=drawn.T, level_of_measurement=scale)
"""

RESAMPLE_COUNTS = """
import krippendorff
rng = np.random.default_rng(1)
domain = np.arange(1.0, 6.0)
def counted(table): return (table[..., None] == domain).sum(axis=1)
table = counted(table)
def measure(counts):
    drawn = counts[rng.integers(len(counts), size=len(counts))]
    return krippendorff.alpha(value_counts=drawn, value_domain=domain, level_of_measurement=scale)
"""

NLTK = """
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import binary_distance, interval_distance
distance = dict(nominal=binary_distance, interval=interval_distance)[scale]
def measure(table):
    labels = [(coder, item, float(table[item, coder])) for item, coder in zip(*np.nonzero(~np.isnan(table)))]
    return AnnotationTask(labels, distance=distance).alpha()
"""

SIMPLEDORFF = """
import pandas
from simpledorff import calculate_krippendorffs_alpha_for_df
from simpledorff.metrics import interval_metric, nominal_metric
distance = dict(nominal=nominal_metric, interval=interval_metric)[scale]
def measure(table):
    item, coder = np.nonzero(~np.isnan(table))
    frame = pandas.DataFrame(dict(item=item, coder=coder, label=table[item, coder]))
    return calculate_krippendorffs_alpha_for_df(
        frame, experiment_col="item", annotator_col="coder", class_col="label", metric_fn=distance)
"""

IRRCAC = """
import pandas
from irrCAC.raw import CAC
weights = dict(nominal="identity", interval="quadratic")[scale]
def measure(table):
    return CAC(pandas.DataFrame(table), weights=weights).krippendorff()["est"]["coefficient_value"]
"""

IRRCAC_PYTHON = Path(__file__).parents[1] / ".venv-irrcac" / "bin" / "python"


class Program(NamedTuple):
    """What is called, the module that must be there, how many calls are timed, and how many of them one run is."""

    name: str
    code: str
    module: str = "accord"
    calls: int = 25
    times: int = 1
    python: str = sys.executable
    digits: float = 1e-9


def accord(name: str, interval: str, coefficient: str = "alpha", calls: int = 25) -> Program:
    return Program(name, ACCORD.format(interval=interval, coefficient=coefficient), calls=calls)


VALUE = [
    accord("accord, value", "none"),
    accord("accord, with jackknife", "jackknife"),
    Program("krippendorff", KRIPPENDORFF, "krippendorff"),
    Program("irrCAC", IRRCAC, "irrCAC", calls=2, python=str(IRRCAC_PYTHON), digits=1e-5),
]
SLOW = [
    Program("nltk", NLTK, "nltk", calls=1),
    Program("simpledorff", SIMPLEDORFF, "simpledorff", calls=1),
]
RESAMPLES = [
    accord("accord, 1,000 resamples", "bootstrap", calls=2),
    Program("krippendorff, counts", RESAMPLE_COUNTS, "krippendorff", calls=5, times=1000, digits=np.inf),
    Program("krippendorff, data", RESAMPLE_DATA, "krippendorff", calls=5, times=1000, digits=np.inf),
]
OTHERS = [accord(name, "jackknife", name, calls=1) for name in ("multi-kappa", "light", "pairwise-f1")]


class Figures(NamedTuple):
    """What a program took, and what it found."""

    seconds: float
    megabytes: float
    value: float


def run(program: Program, table: Path, scale: str) -> Figures | None:
    """The figures of one program; None if it is not installed."""
    try:
        subprocess.run([program.python, "-c", f"import {program.module}"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    script = CALLS.format(program=program.code)
    command = [program.python, "-W", "ignore", "-c", script, str(table), scale, str(program.calls), str(program.times)]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        printed = output.read().split()
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{program.name} failed")
    return Figures(float(printed[0]), usage.ru_maxrss / 1024, float(printed[1]))


def compare(title: str, programs: list[Program], table: Path, scale: str) -> bool:
    """Run the programs one after the other, print a row for each, and say whether all gave what the first gave."""
    print(f"\n{title}\n{'program':<26}{'CPU s':>9}{'MB':>7}{'x accord':>10}{'value':>13}")
    first, same = None, True
    for program in programs:
        figures = run(program, table, scale)
        if figures is None:
            print(f"{program.name:<26}  not installed")
            continue
        first = first or figures
        same &= abs(figures.value - first.value) < program.digits
        ratio = figures.seconds / first.seconds
        row = f"{figures.seconds:>9.3f}{figures.megabytes:>7.0f}{ratio:>10.1f}{figures.value:>13.9f}"
        print(f"{program.name:<26}{row}", flush=True)
    return same


def save_table(folder: Path, items: int, seed: int = 13) -> Path:
    """Seven of ten labels are the true one, the others any; one of ten is missing."""
    rng = np.random.default_rng(seed)
    shape = (items, 10)
    truth = rng.integers(1, 6, size=(items, 1))
    table = np.where(rng.random(shape) < 0.7, truth, rng.integers(1, 6, size=shape)).astype(np.float64)
    table[rng.random(shape) < 0.1] = np.nan
    path = folder / f"{items}.npy"
    np.save(path, table)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    items = parser.parse_args().items
    same = True
    with tempfile.TemporaryDirectory() as scratch:
        table, tenth = (save_table(Path(scratch), number) for number in (items, items // 10))
        for scale in ("nominal", "interval", "ordinal"):
            programs = VALUE[: -1 if scale == "ordinal" else None]  # irrCAC's ordinal weights are Gwet's
            same &= compare(f"alpha, {scale}, 10 x {items:,}", programs, table, scale)
        for scale in ("nominal", "interval"):
            same &= compare(f"alpha, {scale}, 10 x {items // 10:,}", [*VALUE, *SLOW], tenth, scale)
        for scale in ("nominal", "interval", "ordinal"):
            title = f"1,000 bootstrap resamples, {scale}, 10 x {items:,} (krippendorff: the best of 5, times 1,000)"
            same &= compare(title, RESAMPLES, table, scale)
        for name in OTHERS:
            same &= compare(f"{name.name} with jackknife, 10 x {items:,}", [name], table, "nominal")
        for size in (items // 10, items, items * 10):
            once = [program._replace(calls=1) for program in (*VALUE[:3], RESAMPLES[0])]
            same &= compare(f"memory, nominal, 10 x {size:,}", once, save_table(Path(scratch), size), "nominal")
    print(f"\nsame answer: {'yes' if same else 'NO'}")
    sys.exit(not same)


if __name__ == "__main__":
    main()
