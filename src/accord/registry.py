"""Names for things that come in kinds (formats, encodings, repairs, measures), loaded when asked for.

A registry maps a name to ``"module:attribute"``. Other packages add to it by an entry point of the
group ``accord.KIND``, so a new kind of thing needs no change here.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True)
class Registry:
    """One kind of thing, by name.

    >>> Registry("shape", {"path": "os:path"}).get("PATH").sep
    '/'
    """

    kind: str
    entries: Mapping[str, str]
    aliases: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def targets(self) -> dict[str, str]:
        """Name to "module:attribute", with what other packages registered."""
        return _registered(f"accord.{self.kind}") | dict(self.entries)

    @cached_property
    def spellings(self) -> dict[str, str]:
        """Every accepted spelling, in lower case, to its name."""
        return {name.casefold(): name for name in self.targets} | {
            alias.casefold(): name for alias, name in self.aliases.items()
        }

    def __iter__(self) -> Iterator[str]:
        return iter(self.targets)

    def name(self, spelling: str) -> str:
        """The registered name behind a spelling, or a usage error that suggests one."""
        try:
            return self.spellings[str(spelling).casefold()]
        except KeyError:
            hint = suggestion(str(spelling), list(self), self.aliases)
            raise UsageError(f"unknown {self.kind} {spelling!r}: {hint}") from None

    def get(self, spelling: str) -> Any:
        """Load the thing of that name: an attribute of a module, or the module where none is named."""
        return _loaded(self.targets[self.name(spelling)])

    def page(self, spelling: str) -> str:
        """What the thing of that name says of itself: its docstring, or that of its module if it is a plain value."""
        thing = self.get(spelling)
        if not isinstance(thing, type | FunctionType | ModuleType):
            thing = import_module(self.targets[self.name(spelling)].partition(":")[0])
        return thing.__doc__ or ""


@cache
def _registered(group: str) -> dict[str, str]:
    """What installed packages registered in a group: name to "module:attribute"."""
    if not any(map(_may_register, sys.path)):
        return {}
    from importlib.metadata import entry_points  # takes as long to load as half of the rest

    return {point.name: point.value for point in entry_points(group=group)}


@cache
def _may_register(place: str) -> bool:
    """Whether a package in a place where modules are looked for registers something; one that is no folder may."""
    folder = Path(place or ".")
    found = (file for end in ("dist-info", "egg-info") for file in folder.glob(f"*.{end}/entry_points.txt"))
    try:
        return any(b"[accord." in file.read_bytes() for file in found) if folder.is_dir() else folder.exists()
    except OSError:
        return True


@cache
def _loaded(target: str) -> Any:
    """The attribute of a module, or the module where none is named."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute) if attribute else import_module(module)
