"""Run an experiment: train every tagger of a plan, and say what came of it."""

from __future__ import annotations

from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.verbs.arguments import check_whole_number

if TYPE_CHECKING:
    from accord.compute.progress import OnProgress
    from accord.learn.experiment.outcome import Outcome
    from accord.learn.experiment.plan import Data, Plan
    from accord.learn.experiment.runs import Bench


def experiment(
    plan: str | PathLike[str] | Plan,
    output: str | PathLike[str] | None = None,
    *,
    data: str | PathLike[str] | None = None,
    workers: int = 1,
    seed: int = 1,
    done: OnProgress | None = None,
) -> Outcome:
    """Train and test every tagger of a plan (a TOML file), or those that are not yet in ``output``.

    ``data`` is the folder of the plan's files, where it is another than the plan says; ``seed`` that of resampling.
    """
    from accord.learn.experiment.outcome import Outcome
    from accord.learn.experiment.plan import Plan, read_plan
    from accord.learn.experiment.runs import run_all

    workers, seed = check_whole_number(workers, "workers", least=1), check_whole_number(seed, "seed", least=0)
    if not isinstance(plan, Plan):
        plan = read_plan(fspath(plan), None if data is None else fspath(data))
    bench = _bench(plan)
    folder = None if output is None else _runs_folder(fspath(output))
    notes = _notes(bench)
    runs = tuple(run_all(bench, folder, workers=workers, done=done, note=notes.append))
    return Outcome(bench, runs, seed, tuple(notes))


def _bench(plan: Plan) -> Bench:
    """The sentences of all files, and what the annotators of some of them disagree on."""
    from accord.learn.experiment.runs import Bench
    from accord.verbs.disagreement import disagreement
    from accord.verbs.labelled_text import labelled_text
    from accord.verbs.read import read

    of: Data = plan.data
    train, label_sources = labelled_text(of.train, of.columns)
    texts = {}
    for name, path in of.test.items():
        texts[name], test = labelled_text([path], of.columns)
        label_sources += test
    doubt = disagreement(read(of.agreement, **of.agreement_columns), missing=of.missing) if of.agreement else None
    digest = sha256("|".join(label_source.digest() or "" for label_source in label_sources).encode()).hexdigest()[:8]
    return Bench.of(plan, train, texts, digest, doubt)


def _notes(bench: Bench) -> list[str]:
    """What `accord train` would say of the same data and weights, each cause once; controls know nothing anyway."""
    from accord.learn.tagger.trained import label_notes, unknown_notes, unweighted_notes

    labels, plan = bench.train.labels, bench.plan
    told = {name: bench.weights(name, plan.seeds[0]) for name in plan.weightings if name not in plan.controls}
    unweighted = (note for weights in told.values() for note in unweighted_notes(labels, weights))
    warnings = [f"{name}: {weights.warning}" for name, weights in told.items() if weights and weights.warning]
    return [*label_notes(labels), *unknown_notes(bench.tests), *dict.fromkeys(unweighted), *warnings]


def _runs_folder(output: str) -> str:
    folder = Path(output) / "runs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write to {output}: {(error.strerror or str(error)).lower()}") from None
    return str(folder)
