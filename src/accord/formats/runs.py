"""Which files are runs of one system, and why."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.names import some, stem
from accord.messages import option, plural

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_LAST_NUMBER = re.compile(r"(?:^|[-_.])(?:seed|run)?[-_.]?\d+$|(?:seed|run)[-_.]?\d+$", re.IGNORECASE)
_MARK = re.compile(r"(?:^|[-_. ])(?:seed|run)[-_. =]?(\d+)(?=[-_. ]|$)", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
BY_NAME = "for their names differ only in a number"
BY_FOLDER = "for their folders differ only in the number of a seed or run"


@dataclass(frozen=True, slots=True)
class RunGroups:
    """Systems with their files, why several files are taken for runs of one, and what might be runs but is not sure."""

    systems: dict[str, list[str]]
    reasons: Mapping[str, str] = field(default_factory=dict)
    unsure: tuple[tuple[str, ...], ...] = ()
    """Systems of one file each whose paths differ only in numbers."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the scores must know of this grouping."""
        taken = [
            f"{system}: {plural(len(files), 'run')} of one system, {self.reasons[system]} "
            f"({option('by_file', True)} takes them apart): {some(files)}"
            for system, files in self.systems.items()
            if system in self.reasons and len(files) > 1
        ]
        asked = [
            f"{some(files)}: each is taken for a system of its own; if they are runs of one, say so "
            f"({option('runs', True)}, or {say_system()})"
            for files in self.unsure
        ]
        return (*taken, *asked)


def say_system() -> str:
    """How a caller says which files are runs of one system.

    >>> say_system()
    '{"NAME": [FILES]}'
    """
    flag = option("system", flag="--system NAME=FILES")
    return flag if flag.startswith("--") else '{"NAME": [FILES]}'


class _Place(NamedTuple):
    """A file without what says which run it is: its folders, its name, and whether a folder said which run."""

    folders: tuple[str, ...]
    base: str
    by_folder: bool

    def names(self, file: str) -> tuple[str, ...]:
        """What the system may be called, the shortest first; the last is the path of its first file."""
        last, short = self.folders[-1:], (self.base,) if self.base else ()
        ways = ((*last, *short), self.folders, (*self.folders, *short))
        first = (last or short, short) if self.by_folder else (short or last,)
        return (*("/".join(way) for way in (*first, *ways) if way), file)


def group_runs(files: Sequence[str]) -> RunGroups:
    """Which files are runs of one system: those in one folder whose names differ only in a number at the end.

    So are those whose folders, or the middle of whose names, differ only in the number of a seed or run. Where the same
    file names occur in several folders, or hold nothing but a number, the folder names the system.

    >>> group_runs(["out/lantern-1.conll", "out/lantern-2.conll", "out/beacon_seed7.conll"]).systems
    {'lantern': ['out/lantern-1.conll', 'out/lantern-2.conll'], 'beacon': ['out/beacon_seed7.conll']}
    >>> list(group_runs(["bert/seed1/test.txt", "bert/seed2/test.txt", "xlmr-seed1/test.txt"]).systems)
    ['bert', 'xlmr']
    """
    names = [stem(file, files) for file in files]
    folders = [PurePath(file).parent.parts for file in files]
    shared = shared_start(folders)
    groups: dict[_Place, list[str]] = {}
    for file, name, within in zip(files, names, folders, strict=True):
        groups.setdefault(_place(within, shared, name), []).append(file)
    times, name_of = Counter(names), dict(zip(files, names, strict=True))
    repeated = {place for place, own in groups.items() if any(times[name_of[file]] > 1 for file in own)}
    called = _called(groups, repeated)
    systems = {called[place]: own for place, own in groups.items()}
    reasons = {called[place]: BY_FOLDER if place.by_folder else BY_NAME for place in groups}
    return RunGroups(systems, reasons, _unsure(systems))


def shared_start(sequences: Sequence[Sequence[object]]) -> int:
    """In how many parts some sequences begin alike.

    >>> shared_start(["bert-1", "bert-2"]), shared_start([("out", "a"), ("out",)])
    (5, 1)
    """
    alike = (len(set(parts)) == 1 for parts in zip(*sequences, strict=False))
    return sum(1 for _ in takewhile(bool, alike))


def _place(folders: tuple[str, ...], shared: int, name: str) -> _Place:
    """A file without the number of its run, in its name or in a folder that says seed or run and is not everybody's."""
    for at in reversed(range(shared, len(folders))):
        if found := _MARK.search(folders[at]):
            rest = (folders[at][: found.start()] + folders[at][found.end() :]).strip("-_. ")
            own = re.sub(rf"[-_.](?:seed|run)?[-_.]?{found[1]}$", "", name, flags=re.IGNORECASE)
            return _Place((*folders[:at], *filter(None, [rest]), *folders[at + 1 :]), own, by_folder=True)
    base = _LAST_NUMBER.sub("", name)
    if base == name and (found := _MARK.search(name)):
        base = (name[: found.start()] + name[found.end() :]).strip("-_. ")
    return _Place(folders, base or ("" if folders else name), by_folder=False)


def _called(groups: Mapping[_Place, Sequence[str]], repeated: Collection[_Place]) -> dict[_Place, str]:
    """The shortest name of each system that no other one has; with its folder where file names are ``repeated``."""
    names = {place: place.names(own[0]) for place, own in groups.items()}
    chosen = {place: int(place in repeated and not place.by_folder and bool(place.base)) for place in groups}
    while len({names[place][at] for place, at in chosen.items()}) < len(chosen):
        times = Counter(names[place][at] for place, at in chosen.items())
        chosen = {place: min(len(names[place]) - 1, at + (times[names[place][at]] > 1)) for place, at in chosen.items()}
    return {place: names[place][at] for place, at in chosen.items()}


def _unsure(systems: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Files that are a system each though their paths differ only in numbers."""
    alike: dict[str, list[str]] = {}
    for files in systems.values():
        if len(files) == 1:
            alike.setdefault(_DIGITS.sub("0", files[0]), []).append(files[0])
    return tuple(tuple(files) for files in alike.values() if len(files) > 1)
