"""Best alignments and gamma: accord beside pygamma-agreement, in one run.

    python bench/alignment.py [--quick]

Continua are generated: annotators who copy the units of the first one, move their borders, forget or change some.
Every program gets the same units in a process of its own, in which it first aligns a small continuum, so that
pygamma-agreement has compiled what it runs. The figures are CPU seconds (accord's are the best of some calls), the
largest resident memory of the process, and the ratio to accord. For gamma, both align the continuum and the same 30
random ones, and the time to draw 30 is counted. All must give the same disorder, to 1e-5, as pygamma-agreement computes
in float32. It is looked for in .venv-pygamma; --quick leaves out what takes it longest.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

Units = dict[str, list[tuple[int, int, str]]]

PYGAMMA_PYTHON = Path(__file__).parents[1] / ".venv-pygamma" / "bin" / "python"
SEED = 7
SMALL = {"A1": [(0, 10, "A"), (20, 40, "B")], "A2": [(1, 10, "A")], "A3": [(20, 30, "B")]}

CALLS = """
import json, sys, time
case, calls = json.load(open(sys.argv[1])), int(sys.argv[2])
{program}
measure(case["small"])
ready = time.process_time()
seconds = []
for _ in range(calls):
    start = time.process_time()
    value = measure(case)
    seconds.append(time.process_time() - start)
print(json.dumps([min(seconds), ready, value]))
"""

ACCORD = """
import numpy as np
from accord.alignment.method import Method
from accord.distance.dissimilarity import Dissimilarity
from accord.kinds.units.disorders import Chance
from accord.model import Unit
from accord.study.units import study_of
def study(units):
    marked = {name: [Unit(*unit) for unit in side] for name, side in units.items()}
    return study_of([("d", None, marked)], list(marked))
made = {id(part): study(part["units"]) for part in (case, case["small"])}
"""
ACCORD_BEST = (
    ACCORD
    + """
def measure(part):
    found = made[id(part)]
    how = Dissimilarity(1 - np.eye(len(found.categories)), delta_empty=case["delta_empty"])
    return Method(how, case["objective"], case["method"]).align(found.continua[0]).disorder
"""
)
ACCORD_GAMMA = (
    ACCORD
    + """
def measure(part):
    found = made[id(part)]
    how = Method(Dissimilarity(1 - np.eye(len(found.categories))))
    how.align(found.continua[0])
    return Chance(found, how, "statistical", case["seed"]).draw(range(30)).disorder.mean()
"""
)

PYGAMMA = """
import warnings; warnings.simplefilter("ignore")
from pyannote.core import Segment
from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum, StatisticalContinuumSampler
how = CombinedCategoricalDissimilarity()
def continuum(units):
    made = Continuum()
    for name, side in units.items():
        made.add_annotator(name)
        for start, end, category in side:
            made.add(name, Segment(start, end), category)
    return made
made = {id(part): [continuum(units) for units in [part["units"], *part["samples"]]] for part in (case, case["small"])}
"""
PYGAMMA_BEST = (
    PYGAMMA
    + """
def measure(part):
    return float(made[id(part)][0].get_best_alignment(how).disorder)
"""
)
PYGAMMA_GAMMA = (
    PYGAMMA
    + """
def measure(part):
    observed, *samples = made[id(part)]
    sampler = StatisticalContinuumSampler()
    sampler.init_sampling(observed)
    for _ in samples:
        sampler.sample_from_continuum
    found = [float(each.get_best_alignment(how).disorder) for each in (observed, *samples)]
    return sum(found[1:]) / max(len(samples), 1)
"""
)


class Figures(NamedTuple):
    """What a program took, what it took up to its first answer, and what it found."""

    seconds: float
    ready: float
    value: float
    megabytes: float


class Case(NamedTuple):
    """Annotators, units of each, seed and how densely they lie; and whether pygamma-agreement takes long."""

    annotators: int
    units: int
    seed: int
    density: float = 1.0
    slow: bool = False

    @property
    def name(self) -> str:
        """Its size."""
        return f"{self.annotators} x {self.units:,}"


CASES = {
    "c1": Case(3, 25, 101),
    "c2": Case(3, 100, 102),
    "c3": Case(4, 100, 103, slow=True),
    "c4": Case(4, 200, 104),
    "c5": Case(5, 25, 105, slow=True),
    "c6": Case(2, 1000, 106),
}
LARGE = [Case(7, 12, 107, 0.5), Case(7, 12, 107, 1.0), Case(6, 25, 107), Case(2, 5000, 107), Case(3, 5000, 107)]
LONG = Case(3, 3000, 107)
TABLE_2 = {"c1": "at once", "c2": "< 1", "c3": "5", "c4": "16", "c5": "9"}


def generated(case: Case) -> Units:
    """Borders move by up to 0.4 of a length; a tenth is forgotten, half of it replaced; a tenth changes category."""
    rng = random.Random(case.seed)
    length_of_text = int(case.units * 40 / case.density)

    def unit() -> tuple[int, int, str]:
        length = rng.randint(10, 70)
        start = rng.randint(0, length_of_text - length)
        return start, start + length, rng.choice("ABCD")

    first = [unit() for _ in range(case.units)]
    found = {"A1": set(first)}
    for annotator in range(1, case.annotators):
        own = found[f"A{annotator + 1}"] = set()
        for start, end, category in first:
            if rng.random() < 0.1:
                if rng.random() < 0.5:
                    own.add(unit())
                continue
            moved = max(0, start + round(rng.uniform(-0.4, 0.4) * (end - start)))
            last = end + round(rng.uniform(-0.4, 0.4) * (end - start))
            kept = rng.choice("ABCD") if rng.random() < 0.1 else category
            own.add((moved, max(last, moved + 1), kept))
    return {name: sorted(units) for name, units in found.items()}


def drawn(units: Units, count: int) -> list[dict[str, list[list[Any]]]]:
    """The random continua that accord draws."""
    import numpy as np

    from accord.chance.statistical import Statistical
    from accord.model import Unit
    from accord.study.units import study_of

    marked = {name: [Unit(*unit) for unit in side] for name, side in units.items()}
    study = study_of([("d", None, marked)], list(marked))
    sampler = Statistical(study, study.continua[0])
    found = []
    for sample in range(count):
        made = sampler.draw(np.random.default_rng(np.random.SeedSequence(SEED, spawn_key=(0, sample))))
        rows = study.units(made)
        offsets = made.offsets.tolist()
        found.append(
            {
                name: [list(unit) for unit in rows[begin:end]]
                for name, begin, end in zip(made.annotators, offsets, offsets[1:], strict=False)
            }
        )
    return found


def ran(command: list[str]) -> tuple[str, float, float]:
    """What a program printed, its CPU seconds and its megabytes."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        output.seek(0)
        printed = output.read()
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{command[0]} failed")
    return printed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def run(python: str, program: str, case: dict[str, Any], calls: int) -> Figures:
    """The figures of one program on one case."""
    small = {"units": SMALL, "samples": []}
    settings = {"objective": "sum", "method": "exact", "delta_empty": 1.0, "seed": SEED, "samples": [], "small": small}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(settings | case, file)
        file.flush()
        printed, _, megabytes = ran([python, "-c", CALLS.format(program=program), file.name, str(calls)])
    return Figures(*json.loads(printed.splitlines()[-1]), megabytes)


def compare(title: str, cases: dict[str, dict[str, Any]], ours: str, theirs: str, *, calls: int, quick: bool) -> bool:
    """Both programs on some cases, a row each; and whether they found the same."""
    print(
        f"\n{title}\n{'continuum':<14}{'accord s':>10}{'MB':>6}{'pygamma s':>11}{'MB':>7}{'ratio':>8}{'disorder':>13}"
    )
    same = True
    for name, case in cases.items():
        own = run(sys.executable, ours, case, calls)
        row = f"{name + ' ' + CASES[name].name:<14}{own.seconds:>10.4f}{own.megabytes:>6.0f}"
        if (quick and CASES[name].slow) or not PYGAMMA_PYTHON.exists():
            print(f"{row}  left out {own.value:>27.9f}", flush=True)
            continue
        other = run(str(PYGAMMA_PYTHON), theirs, case, 1)
        same &= abs(own.value - other.value) < 1e-5
        ratio = f"{other.seconds / own.seconds:>8.0f}"
        print(f"{row}{other.seconds:>11.2f}{other.megabytes:>7.0f}{ratio}{own.value:>13.9f}", flush=True)
        ready = other.ready
    if ready:
        print(f"not counted, up to the first answer: accord {own.ready:.1f} s, pygamma-agreement {ready:.1f} s")
    return same


def cold_start(units: Units) -> float:
    """CPU seconds of `accord align` on a small file, from start to end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.csv"
        rows = [f"{name},{category},{start},{end}\n" for name, side in units.items() for start, end, category in side]
        path.write_text("".join(rows), encoding="utf-8")
        return min(ran([sys.executable, "-m", "accord", "align", "--quiet", str(path)])[1] for _ in range(3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out what takes pygamma-agreement long")
    quick = parser.parse_args().quick
    units = {name: generated(case) for name, case in CASES.items()}
    compared = {name: {"units": units[name]} for name in CASES if name != "c4"}
    same = compare("best alignment", compared, ACCORD_BEST, PYGAMMA_BEST, calls=5, quick=quick)
    sampled = {name: {"units": units[name], "samples": drawn(units[name], 30)} for name in ("c2", "c6")}
    same &= compare("gamma, 30 samples drawn and aligned", sampled, ACCORD_GAMMA, PYGAMMA_GAMMA, calls=2, quick=quick)
    print(f"\naccord alone\n{'continuum':<22}{'CPU s':>9}{'MB':>6}{'disorder':>13}")
    for case in [CASES["c4"], *LARGE]:
        found = run(sys.executable, ACCORD_BEST, {"units": generated(case)}, 1)
        name = f"{case.name}, density {case.density:g}"
        print(f"{name:<22}{found.seconds:>9.2f}{found.megabytes:>6.0f}{found.value:>13.9f}", flush=True)
    found = run(sys.executable, ACCORD_GAMMA, {"units": generated(LONG)}, 1)
    print(f"{LONG.name + ', gamma':<22}{found.seconds:>9.2f}{found.megabytes:>6.0f}{found.value:>13.9f}", flush=True)
    print(f"\nTable 2 of 2011, by the mean\n{'case':<14}{'algorithm 1':>12}{'the paper':>11}{'the best':>10}")
    for name, printed in TABLE_2.items():
        mean = {"units": units[name], "objective": "mean", "delta_empty": 4.0}
        greedy, best = (run(sys.executable, ACCORD_BEST, mean | {"method": how}, 3) for how in ("greedy", "exact"))
        row = f"{greedy.seconds:>12.3f}{printed:>11}{best.seconds:>10.3f}"
        print(f"{name + ' ' + CASES[name].name:<14}{row}", flush=True)
    print(f"\naccord align, a file of 73 units, from start to end: {cold_start(units['c1']):.2f} CPU s")
    print(f"\nsame answer: {'yes' if same else 'NO'}")
    sys.exit(not same)


if __name__ == "__main__":
    main()
