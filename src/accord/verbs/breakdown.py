"""Break scores down: by length, frequency, seen or unseen, document, label, and what stands beside the annotations."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.attributes import read_attribute
from accord.messages import option, suggestion
from accord.model import Corpus
from accord.scoring.breakdown import Grouping, break_down
from accord.scoring.groupings import IN_RANGES, UNKNOWN, WAYS, Training, grouping
from accord.verbs.arguments import lists, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.formats.inputs import Inputs
    from accord.scoring.counted_scores import CountedRun, CountedScores
    from accord.scoring.instances import Instance
    from accord.scoring.scores import Scores

    ScoreAgainstItself = Callable[[Any], Scores | CountedScores]


def with_breakdowns(
    scores: Scores | CountedScores,
    by: Any,
    train: Any,
    against_itself: ScoreAgainstItself,
    *,
    reference: Any,
    inputs: Inputs,
) -> Scores | CountedScores:
    """The same scores with all groups of every run; training data are read by scoring them against themselves."""
    ways = names(by, "by") if by is not None else ()
    if not ways:
        if train is not None:
            raise UsageError(f"{option('train')} is for {option('by', 'seen')} and {option('by', 'frequency')}")
        return scores
    runs = [_kept(run) for run in instances_of(scores, option("by"))]
    training = None if train is None else _training(train, against_itself, reference, inputs)
    if training is not None and not any(way.partition(":")[0] in {"seen", "frequency"} for way in ways):
        raise UsageError(f"{option('train')} is for {option('by', 'seen')} and {option('by', 'frequency')}")
    groupings = []
    for way in dict.fromkeys(ways):
        known = way in WAYS or way.partition(":")[0] in IN_RANGES
        groupings.append(grouping(way, runs, training) if known else _by_attribute(way, reference, inputs))
    found = [each for run in runs for each in break_down(run, groupings)]
    return replace(scores, breakdowns=tuple(found))


def _by_attribute(name: str, reference: Any, inputs: Inputs) -> Grouping:
    """By what stands beside the annotations in the file of the reference."""
    if not isinstance(reference, str | PathLike):
        raise UsageError(
            f"{option('by', name)}: {suggestion(name, list(WAYS))} (columns and metadata are those of files)"
        )
    path = fspath(reference)
    attribute = [] if Path(path).is_dir() else read_attribute(inputs, path, name)
    if isinstance(attribute, list):
        held = f"; {path} has {', '.join(attribute)}" if attribute else f"; {path} keeps nothing else to group by"
        raise UsageError(f"{option('by', name)}: {suggestion(name, list(dict.fromkeys([*WAYS, *attribute])))}{held}")
    of_units: dict[int, dict[int, set[str]]] = {}

    def stated(instance: Instance) -> str | None:
        place = instance.place
        if place is None or place.line is None or place.file != path:
            return None
        token = attribute.tokens.get(place.line)
        if token is not None and instance.text and not instance.text.startswith(token):
            raise UsageError(f"{option('by', name)}: it is not known which row of {path} {instance.text!r} stands on")
        return attribute.values.get(place.line)

    def group_of(run: CountedRun, instance: Instance) -> str:
        value = stated(instance)
        if value is not None:
            return value
        if id(run) not in of_units:
            of_units[id(run)] = _of_units(run, stated)
        held = of_units[id(run)].get(instance.unit, set())
        document = run.documents[instance.unit] if run.documents else ""
        return next(iter(held)) if len(held) == 1 else attribute.documents.get(document, UNKNOWN)

    return Grouping(
        name, group_of, (), f"{name}: as {path} has it" + " in the row of the first token" * bool(attribute.tokens)
    )


def _of_units(run: CountedRun, stated: Callable[[Instance], str | None]) -> dict[int, set[str]]:
    """The values of each unit, for what a system made up stands in its own file."""
    assert run.instances is not None
    found: dict[int, set[str]] = {}
    for each in run.instances():
        value = stated(each)
        if value is not None:
            found.setdefault(each.unit, set()).add(value)
    return found


def instances_of(scores: Scores | CountedScores, said: str) -> list[CountedRun]:
    """All runs, of a kind that says what scores are made of."""
    if scores.crossed:
        raise UsageError(f"{said} needs one repair, not all of them")
    runs = [run for runs in scores.counted().values() for run in runs]
    if any(run.instances is None for run in runs):
        raise UsageError(f"{said}: {runs[0].headline.name} of {scores.reference} is not counted one by one")
    return runs


def _is_file(given: Any) -> bool:
    return isinstance(given, str | PathLike) and Path(given).is_file()


def _kept(run: CountedRun) -> CountedRun:
    """The same, which lists its instances once."""
    assert run.instances is not None
    listed: list[Instance] = list(run.instances())
    return replace(run, instances=lambda: listed)


def _training(train: Any, against_itself: ScoreAgainstItself, reference: Any, inputs: Inputs) -> Training:
    """All that training data hold, which must be what the reference holds."""
    given = lists(train)
    are_several = isinstance(given, list) and all(isinstance(each, str | PathLike | Corpus) for each in given)
    several: Sequence[Any] = given if are_several else [given]
    for each in several if _is_file(reference) else ():
        if _is_file(each) and (theirs := inputs.held(each)) != (ours := inputs.held(reference)):
            raise UsageError(f"{fspath(each)} holds {theirs}, and the reference {fspath(reference)} {ours}")
    held = [against_itself(each) for each in several]

    def instances() -> Iterator[Instance]:
        for scores in held:
            for run in instances_of(scores, option("train")):
                assert run.instances is not None
                yield from run.instances()

    return Training.of(instances(), tuple(scores.reference for scores in held))
