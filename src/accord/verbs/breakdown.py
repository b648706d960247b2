"""Break scores down: by length, frequency, seen or unseen, document, label, and what stands beside the annotations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.messages import option
from accord.scoring.breakdown import break_down
from accord.scoring.groupings import WAYS, Training, grouping, unknown_way
from accord.verbs.arguments import lists, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.scoring.counted_scores import CountedRun, CountedScores
    from accord.scoring.instances import Instance
    from accord.scoring.scores import Scores

    ScoreAgainstItself = Callable[[Any], Scores | CountedScores]


def with_breakdowns(
    scores: Scores | CountedScores, by: Any, train: Any, against_itself: ScoreAgainstItself
) -> Scores | CountedScores:
    """The same scores with all groups of every run; training data are read by scoring them against themselves."""
    ways = names(by, "by") if by is not None else ()
    if not ways:
        if train is not None:
            raise UsageError(f"{option('train')} is for {option('by', 'seen')} and {option('by', 'frequency')}")
        return scores
    runs = [_kept(run) for run in instances_of(scores, option("by"))]
    training = None if train is None else _training(train, against_itself)
    if training is not None and not any(way.partition(":")[0] in {"seen", "frequency"} for way in ways):
        raise UsageError(f"{option('train')} is for {option('by', 'seen')} and {option('by', 'frequency')}")
    groupings = []
    for way in dict.fromkeys(ways):
        if way.partition(":")[0] not in WAYS:
            raise unknown_way(way, [])
        groupings.append(grouping(way, runs, training))
    found = [each for run in runs for each in break_down(run, groupings)]
    return replace(scores, breakdowns=tuple(found))


def instances_of(scores: Scores | CountedScores, said: str) -> list[CountedRun]:
    """All runs, of a kind that says what scores are made of."""
    runs = [run for runs in scores.counted().values() for run in runs]
    if len(runs) < len(scores.runs):
        raise UsageError(f"{said} needs one repair, not all of them")
    if any(run.instances is None for run in runs):
        raise UsageError(f"{said}: {runs[0].headline.name} of {scores.reference} is not counted one by one")
    return runs


def _kept(run: CountedRun) -> CountedRun:
    """The same, which lists its instances once."""
    assert run.instances is not None
    listed: list[Instance] = list(run.instances())
    return replace(run, instances=lambda: listed)


def _training(train: Any, against_itself: ScoreAgainstItself) -> Training:
    """All that training data hold."""
    given = lists(train)
    several: Sequence[Any] = given if isinstance(given, list) else [given]
    held = [against_itself(each) for each in several]

    def instances() -> Iterator[Instance]:
        for scores in held:
            for run in instances_of(scores, option("train")):
                assert run.instances is not None
                yield from run.instances()

    return Training.of(instances(), tuple(scores.reference for scores in held))
