"""How invalid label sequences of each system are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR, REPAIRS
from accord.errors import UsageError
from accord.messages import option, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL = "all"
"""What all repair methods side by side are called."""


@dataclass(frozen=True, slots=True)
class Repairs:
    """The repair method of every system, or several methods side by side."""

    common: tuple[str, ...]
    own: Mapping[str, str] = field(default_factory=dict)
    """The method of systems that have one of their own."""

    @classmethod
    def of(cls, given: Any, systems: Sequence[str]) -> Repairs:
        """A method, several, or a mapping of systems to their methods, in which None stands for all others.

        >>> str(Repairs.of({None: "begin", "lantern": "discard"}, ["beacon", "lantern"]))
        'begin,lantern=discard'
        >>> str(Repairs.of(["begin", "discard"], ["beacon"])), str(Repairs.of(list(REPAIRS), ["beacon"]))
        ('begin+discard', 'all')
        """
        if isinstance(given, Mapping):
            own = {str(system): repair_name(method) for system, method in given.items() if system is not None}
            for system in own:
                if system not in systems:
                    raise UsageError(
                        f"{option('repair')}: there is no system {system!r}: {suggestion(system, list(systems))}"
                    )
            return cls((repair_name(given.get(None)),), own)
        if not isinstance(given, list | tuple):
            return cls((repair_name(given),))
        methods = tuple(dict.fromkeys(map(repair_name, given)))
        if len(methods) < len(given) or not methods or (len(methods) > 1 and NO_REPAIR in methods):
            raise UsageError(f"{option('repair')}: name each method once, and none only by itself")
        return cls(methods)

    def methods(self, system: str) -> tuple[str, ...]:
        """How the runs of a system are read."""
        return (self.own[system],) if system in self.own else self.common

    def __str__(self) -> str:
        common = ALL if self.common == tuple(REPAIRS) else "+".join(self.common)
        return ",".join([common, *(f"{system}={method}" for system, method in self.own.items())])


def repair_name(name: Any) -> str:
    """The name of a method, or that there is none."""
    return NO_REPAIR if name is None or str(name) == NO_REPAIR else REPAIRS.name(name)
