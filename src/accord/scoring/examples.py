"""What one system has right and another wrong, one by one.

Two systems are held against each other thing by thing: all that the reference, either system or both of them have. A
system is right about a thing of the reference that it found, and about a thing that it did not make up. So each is one
of four: both are right, only the first, only the second, neither. The first two numbers of the middle are those of
McNemar's test; things of one sentence depend on each other, so p is that of the comparison, over whole sentences.

Examples are listed in the order of the text. What a system made up where the reference has something else is listed
with that, as what the system says there, and counted by itself.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from accord.model.place import Place
    from accord.scoring.counted_scores import CountedRun
    from accord.scoring.instances import Instance

    Thing = tuple[int, Hashable, str, int]


class Outcomes(NamedTuple):
    """How many things both systems have right, only one of them, and neither."""

    both: int = 0
    only_first: int = 0
    only_second: int = 0
    neither: int = 0

    def plus(self, first: bool, second: bool) -> Outcomes:
        """With one more thing."""
        which = (not first) * 2 + (not second)
        return Outcomes(*(count + (index == which) for index, count in enumerate(self)))


class Example(NamedTuple):
    """A thing that one system has right and the other wrong; an answer is empty where nothing is said."""

    first_is_right: bool
    label: str
    place: Place | None
    text: str
    reference: str
    first: str
    second: str
    context: str


@dataclass(frozen=True, slots=True)
class Differences:
    """Where two systems differ: how often by label, and examples of either side."""

    first: str
    second: str
    labels: Mapping[str, Outcomes]
    examples: tuple[Example, ...]

    @property
    def total(self) -> Outcomes:
        """Of all labels together."""
        return Outcomes(*map(sum, zip(*self.labels.values(), strict=True))) if self.labels else Outcomes()

    def only(self, *, first: bool) -> list[Example]:
        """The examples that only one of both has right."""
        return [each for each in self.examples if each.first_is_right == first]


def differences(systems: tuple[str, str], runs: tuple[CountedRun, CountedRun], most: int) -> Differences:
    """How often each of two systems is right where the other is not, with so many examples a side."""
    ours, theirs = map(_things, runs)
    labels: dict[str, Outcomes] = {}
    listed: dict[bool, list[Example]] = {True: [], False: []}
    for thing in sorted({**ours, **theirs}, key=_in_order):
        one, other = ours.get(thing), theirs.get(thing)
        known = one or other
        assert known is not None
        first, second = (each.is_right if each else not known.counts.reference for each in (one, other))
        labels[known.label] = labels.get(known.label, Outcomes()).plus(first, second)
        told_with_reference = not known.counts.reference and bool(known.other)
        if first != second and not told_with_reference and len(listed[first]) < most:
            reference = known.label if known.counts.reference else ""
            said = (_answer(one), _answer(other))
            listed[first].append(Example(first, known.label, known.place, known.text, reference, *said, known.context))
    by_count = dict(sorted(labels.items(), key=lambda each: (-sum(each[1]), each[0])))
    return Differences(*systems, by_count, (*listed[True], *listed[False]))


def _things(run: CountedRun) -> dict[Thing, Instance]:
    """What a run has and lacks, by what is the same in other runs."""
    assert run.instances is not None
    found: dict[Thing, Instance] = {}
    times: Counter[tuple[int, Hashable, str]] = Counter()
    for each in run.instances():
        if each.key is None:
            raise UsageError(f"{run.file}: it is not known which of its things are those of another system")
        same = (each.unit, each.key, each.label)
        found[*same, times[same]] = each
        times[same] += 1
    return found


def _in_order(thing: Thing) -> tuple[int, tuple[int, ...], str, str, int]:
    """Where a thing comes in the order of the text."""
    unit, key, label, again = thing
    return unit, tuple(_numbers(key)), str(key), label, again


def _numbers(key: Hashable) -> Iterator[int]:
    """The positions in a key."""
    if isinstance(key, int):
        yield key
    elif isinstance(key, tuple):
        for part in key:
            yield from _numbers(part)


def _answer(instance: Instance | None) -> str:
    """What a system says."""
    if instance is None:
        return ""
    return instance.label if instance.is_right or not instance.counts.reference else instance.other
