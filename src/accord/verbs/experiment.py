"""Run an experiment: train every tagger of a plan, and say what came of it."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.verbs.given import a_whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.compute.progress import Told
    from accord.learn.experiment.outcome import Outcome
    from accord.learn.experiment.plan import Plan
    from accord.model import Sentence


def experiment(
    plan: str | PathLike[str] | Plan,
    output: str | PathLike[str] | None = None,
    *,
    data: str | PathLike[str] | None = None,
    workers: int = 1,
    seed: int = 1,
    done: Told | None = None,
) -> Outcome:
    """Train and test every tagger of a plan (a TOML file), or those that are not yet in ``output``.

    ``data`` is the folder of the plan's files, where it is another than the plan says; ``seed`` that of resampling.
    """
    from accord.learn.experiment.outcome import Outcome
    from accord.learn.experiment.plan import Plan, read_plan
    from accord.learn.experiment.runs import Bench, run_all
    from accord.verbs.disagreement import disagreement
    from accord.verbs.read import read

    workers, seed = a_whole_number(workers, "workers", least=1), a_whole_number(seed, "seed", least=0)
    if not isinstance(plan, Plan):
        plan = read_plan(fspath(plan), None if data is None else fspath(data))
    of = plan.data
    train = [sentence for path in of.train for sentence in _sentences(path, of.columns)]
    tests = {name: _sentences(path, of.columns) for name, path in of.test.items()}
    doubt = None
    if of.agreement:
        doubt = disagreement(_read(read, of.agreement, of.agreement_columns), missing=of.missing)
    folder = None if output is None else _runs_folder(fspath(output))
    bench = Bench.of(plan, train, tests, doubt)
    runs = tuple(run for run, _ in run_all(bench, folder, workers=workers, done=done))
    return Outcome(bench, runs, seed)


def _sentences(path: str, columns: Mapping[str, Any]) -> list[Sentence]:
    from accord.verbs.read import read

    corpus = _read(read, (path,), columns)
    if len(corpus.annotators) != 1:
        raise UsageError(f"{path}: one label a token is needed, and this has {len(corpus.annotators)} annotators")
    found = list(corpus.sentences(corpus.annotators[0]))
    if not found:
        raise UsageError(f"{path} holds no labels of tokens")
    return found


def _read(read: Any, paths: tuple[str, ...], columns: Mapping[str, Any]) -> Any:
    try:
        return read(paths, **columns)
    except TypeError:
        raise UsageError(f"columns: accord.read takes none of {', '.join(columns)}") from None


def _runs_folder(output: str) -> str:
    folder = Path(output) / "runs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write to {output}: {(error.strerror or str(error)).lower()}") from None
    return str(folder)
