"""One tagger of an experiment after the other, each kept in a file, so that a run that was stopped goes on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.compute.processes import each
from accord.compute.progress import Progress
from accord.errors import UsageError
from accord.learn.archive import Unreadable, read_arrays, write_arrays
from accord.learn.experiment.downstream import Downstream
from accord.learn.experiment.measures import HeldOut
from accord.learn.tagger import Prepared, Tagger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.compute.progress import OnProgress
    from accord.learn.disagreement import Disagreement
    from accord.learn.experiment.measures import Split
    from accord.learn.experiment.plan import Plan
    from accord.learn.tagger.kernel import Codes
    from accord.learn.tagger.learning import Epoch
    from accord.learn.weights import Weights

VERSION = 1


@dataclass(frozen=True, slots=True)
class Run:
    """What one tagger did: the codes of its labels on each test set, and how far it was after each epoch."""

    protocol: str
    weighting: str
    seed: int
    predicted: Mapping[str, Codes]
    online: tuple[float, ...]
    """The share of training tokens that were right before their sentence was learnt from, by epoch."""
    curves: Mapping[str, tuple[float, ...]]
    """The accuracy on each test set, by epoch."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What all taggers of an experiment share: the sentences with their features, and what annotators disagree on."""

    plan: Plan
    train: Prepared
    tests: Mapping[str, Prepared]
    held_out: Mapping[str, HeldOut]
    """All test sets, those downstream included."""
    digest: str
    """What tells the files apart from others."""
    disagreement: Disagreement | None = None
    downstream: Downstream | None = None

    @classmethod
    def of(
        cls,
        plan: Plan,
        data: Split,
        digest: str,
        disagreement: Disagreement | None = None,
        after: Split | None = None,
    ) -> Bench:
        """Take all sentences apart; ``after`` are those of what comes downstream."""
        train = Prepared.of(data.train, plan.features, labels=plan.labels, encoding=data.encoding)
        tests = {name: train.others(text) for name, text in data.tests.items()}
        downstream = Downstream.of(plan.downstream, after, train) if plan.downstream and after else None
        held_out = {
            name: HeldOut(text, labels, split.encoding, plan.types)
            for split, labels in ((data, train.labels), *([(after, downstream.labels)] if after and downstream else []))
            for name, text in split.tests.items()
        }
        return cls(plan, train, tests, held_out, digest, disagreement, downstream)

    def weights(self, weighting: str, seed: int) -> Weights | None:
        """The weights of a weighting; those of a control are redrawn for each seed."""
        how = self.plan.weightings[weighting]
        if how is None or self.disagreement is None:
            return None
        return self.disagreement.weights(how.kind, strength=how.strength, smooth=how.smooth, seed=seed)

    def run(self, task: tuple[str, str, int]) -> Run:
        """Train and test one tagger."""
        protocol, weighting, seed = task
        settings = self.plan.settings(protocol, seed)
        tagger = Tagger.train(self.train, weights=self.weights(weighting, seed), dev=self.tests, **asdict(settings))
        predicted = {name: tagger.predict(prepared) for name, prepared in self.tests.items()}
        if self.downstream is not None:
            predicted |= self.downstream.predicted(tagger, seed)
        return Run(protocol, weighting, seed, predicted, *_curves(tagger.curve, list(self.tests)))

    def key(self, task: tuple[str, str, int]) -> str:
        """A name for a run that changes with anything that could change its outcome, and with nothing else."""
        protocol, weighting, seed = task
        weights = self.weights(weighting, seed)
        said = {
            "version": VERSION,
            "data": self.digest,
            "tests": [list(self.tests), list(self.held_out)],
            "features": self.plan.features,
            "labels": self.train.labels,
            "encoding": self.train.encoding and self.train.encoding.name,
            "downstream": self.downstream and self.downstream.said(),
            "settings": asdict(self.plan.settings(protocol, seed)),
            "weights": None if weights is None else weights.aligned_to(self.train.labels, unknown=1.0).tolist(),
        }
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]


def run_all(
    bench: Bench,
    folder: str | None = None,
    *,
    workers: int = 1,
    done: OnProgress | None = None,
    note: Callable[[str], None] = lambda _: None,
) -> Iterator[Run]:
    """All runs of an experiment: those that are in the folder, then the others, which are kept there.

    ``note`` is told of files in the folder that are damaged, whose taggers are trained again.
    """
    tasks = bench.plan.runs
    kept: dict[tuple[str, str, int], Run] = {}
    for task in tasks if folder is not None else ():
        path = _path(bench, task, folder or "")
        try:
            found = _kept(bench, task, path)
        except Unreadable:
            note(f"{path} is damaged: its tagger is trained again")
            continue
        if found is not None:
            kept[task] = found
    progress = Progress(done)
    progress.expect(len(tasks))
    progress.advance(len(kept))
    yield from kept.values()
    for run in each(Bench.run, bench, [task for task in tasks if task not in kept], workers):
        if folder is not None:
            _keep(run, _path(bench, (run.protocol, run.weighting, run.seed), folder))
        progress.advance(1)
        yield run


def _curves(curve: Sequence[Epoch], names: Sequence[str]) -> tuple[tuple[float, ...], dict[str, tuple[float, ...]]]:
    by_set = {name: tuple(epoch.dev[name] for epoch in curve) for name in names}
    return tuple(epoch.online for epoch in curve), by_set


def _path(bench: Bench, task: tuple[str, str, int], folder: str) -> Path:
    return Path(folder) / f"{bench.key(task)}.npz"


def _keep(run: Run, path: Path) -> None:
    arrays: dict[str, Any] = {"online": np.array(run.online)}
    arrays |= {f"predicted{place}": codes for place, codes in enumerate(run.predicted.values())}
    arrays |= {f"curve{place}": curve for place, curve in enumerate(run.curves.values())}
    write_arrays(str(path), arrays)


def _kept(bench: Bench, task: tuple[str, str, int], path: Path) -> Run | None:
    """The run that was kept, if any; raises `Unreadable` for a file that is no such run."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    held = read_arrays(content)

    def part(name: str, size: int, low: float, high: float) -> Any:
        values: Any = held.get(name, np.empty(0))
        if values.shape != (size,) or not np.issubdtype(values.dtype, np.number) or np.iscomplexobj(values):
            raise Unreadable
        if not ((values >= low) & (values <= high)).all():
            raise Unreadable
        return values

    epochs = bench.plan.epochs
    predicted = {
        name: part(f"predicted{place}", len(each.text.tokens), 0, len(each.labels) - 1).astype(np.int32)
        for place, (name, each) in enumerate(bench.held_out.items())
    }
    curves = {name: tuple(part(f"curve{place}", epochs, 0, 1).tolist()) for place, name in enumerate(bench.tests)}
    return Run(*task, predicted, tuple(part("online", epochs, 0, 1).tolist()), curves)
