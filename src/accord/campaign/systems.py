"""Systems against a reference as the page shows them: their scores at once, and with time what takes longer."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.names import as_argument
from accord.messages import plural
from accord.payload.systems import SystemsPayload
from accord.reporting.page_systems import systems_overview

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.compute.budget import Budget
    from accord.formats import Columns
    from accord.model import Finding
    from accord.verbs.rewrite import Rewritten

_COSTLY = ("chance", "all_repairs", "comparisons")
"""Parts of the page that systems of some kinds have, where there is time."""


class Costly(NamedTuple):
    """A part that takes long: its key, what it is called, and how it is measured."""

    key: str
    called: str
    measure: Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Systems(ABC):
    """A reference and what systems predicted, scored, with what is wrong in their files."""

    reference: str
    predictions: tuple[str, ...]
    columns: Columns
    """How the files are read."""
    findings: list[Finding]
    assumptions: list[str]
    repairs: list[Rewritten] = field(default_factory=list)

    @abstractmethod
    def score(self, budget: Budget, /) -> tuple[dict[str, Any], list[str]]:
        """What ``accord score --json`` prints, and what of it there was no time for."""

    @abstractmethod
    def costly(self, seed: int) -> Iterator[Costly]:
        """What takes long, the first first."""

    @abstractmethod
    def commands(self, seed: int) -> dict[str, str | None]:
        """The commands that do the same as what takes long, by key."""

    def command(self, verb: str, *more: str) -> str:
        """The command that does the same."""
        reading = self.columns.options
        files = map(as_argument, self.predictions)
        return shlex.join(["accord", verb, *files, "--reference", as_argument(self.reference), *reading, *more])

    def payload(self, budget: Budget, seed: int, no_time: str) -> SystemsPayload:
        """What the page holds of systems, with what there is time for."""
        commands = dict.fromkeys(_COSTLY) | self.commands(seed)
        left_out: list[str] = []
        parts: dict[str, Any] = dict.fromkeys(_COSTLY)
        for part in self.costly(seed):
            if budget.spent:
                left_out.append(f"{part.called}: {no_time} ({commands[part.key]})")
            else:
                parts[part.key] = part.measure()
        scored, late = self.score(budget)
        left_out += [f"{what}: {no_time} ({self.command('score')})" for what in late]
        return SystemsPayload(
            reference=scored["reference"],
            command=self.command("score"),
            score=scored,
            **parts,
            **systems_overview(scored, parts["chance"], parts["comparisons"]),
            commands=commands,
            left_out=left_out,
        )


def with_seed(seed: int) -> list[str]:
    """The option that a seed needs, which is none for the usual one."""
    return [] if seed == 1 else ["--seed", str(seed)]


def runs_said(systems: Mapping[str, Sequence[object]]) -> list[str]:
    """Which systems are taken to have several runs."""
    return [
        f"{name}: {plural(len(runs), 'run')} of one system, for their names differ only in a number"
        for name, runs in systems.items()
        if len(runs) > 1
    ]
