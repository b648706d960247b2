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
    from accord.learn.experiment.measures import Split
    from accord.learn.experiment.outcome import Outcome
    from accord.learn.experiment.plan import Data, DownstreamPlan, Plan
    from accord.learn.experiment.runs import Bench


def experiment(
    plan: str | PathLike[str] | Plan,
    output: str | PathLike[str] | None = None,
    *,
    data: str | PathLike[str] | None = None,
    workers: int = 1,
    seed: int = 1,
    progress: OnProgress | None = None,
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
    bench, found = _bench(plan)
    folder = None if output is None else _runs_folder(fspath(output))
    notes = found + _notes(bench)
    runs = tuple(run_all(bench, folder, workers=workers, done=progress, note=notes.append))
    return Outcome(bench, runs, seed, tuple(notes))


def _bench(plan: Plan) -> tuple[Bench, list[str]]:
    """The sentences of all files, and what the annotators of some of them disagree on; and notes on their labels."""
    from accord.learn.experiment.runs import Bench
    from accord.verbs.disagreement import disagreement
    from accord.verbs.read import read

    of = plan.data
    data, digests, notes = _split(of, plan.encoding, "encoding")
    after = None
    if plan.downstream is not None:
        after, others, further = _split(plan.downstream, plan.downstream.encoding, "encoding of [downstream]")
        digests += ["", *others]
        notes += [f"downstream: {note}" for note in further]
    doubt = disagreement(read(of.agreement, **of.agreement_columns), missing=of.missing) if of.agreement else None
    bench = Bench.of(plan, data, sha256("|".join(digests).encode()).hexdigest()[:8], doubt, after)
    measured = {name for held_out in bench.held_out.values() for name in held_out.measures.values()}
    if unknown := [name for name in plan.types if name not in measured]:
        raise UsageError(f"types: no test set has mentions of the type {unknown[0]!r}")
    return bench, notes


def _split(of: Data | DownstreamPlan, encoding: str | None, key: str) -> tuple[Split, list[str], list[str]]:
    """The sentences of some files with their encoding, the digests of the files, and notes on the encoding."""
    from accord.learn.experiment.measures import Split
    from accord.verbs.labelled_text import labelled_text, learnt_encoding

    train, label_sources = labelled_text(of.train, of.columns)
    tests = {}
    for name, path in of.test.items():
        tests[name], test = labelled_text([path], of.columns)
        label_sources += test
    scheme, notes = learnt_encoding(label_sources, encoding, key)
    notes = [note if scheme else f"{note}; mentions are not scored" for note in notes]
    return Split(train, tests, scheme), [label_source.digest() or "" for label_source in label_sources], notes


def _notes(bench: Bench) -> list[str]:
    """What `accord train` would say of the same data and weights, each cause once; controls know nothing anyway."""
    from accord.learn.tagger.trained import label_notes, unknown_notes, unweighted_notes

    labels, plan = bench.train.labels, bench.plan
    told = {name: bench.weights(name, plan.seeds[0]) for name in plan.weightings if name not in plan.controls}
    unweighted = (note for weights in told.values() for note in unweighted_notes(labels, weights))
    warnings = [f"{name}: {weights.warning}" for name, weights in told.items() if weights and weights.warning]
    unknown = {name: held_out.unknown for name, held_out in bench.held_out.items()}
    unmarked = [
        f"{name}: there are no mentions, and so no F1"
        for name, held_out in bench.held_out.items()
        if held_out.encoding and not held_out.measures
    ]
    return [*label_notes(labels), *unknown_notes(unknown), *unmarked, *dict.fromkeys(unweighted), *warnings]


def _runs_folder(output: str) -> str:
    folder = Path(output) / "runs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write to {output}: {(error.strerror or str(error)).lower()}") from None
    return str(folder)
