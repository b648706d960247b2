"""What can be said of a measure: the fields of a frozen data class, each with its help, its choices and its range.

The command line, keyword arguments, signatures and the settings of the page are all made from these fields, and one
sentence refuses a bad value in all of them.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Draws:
...     draws: int = option(1_000, "Random placements for p.", range=(0, 1_000_000))
>>> chosen(Draws, {"draws": 10}).draws
10
>>> chosen(Draws, {"draws": -1})
Traceback (most recent call last):
accord.errors.UsageError: draws: a whole number from 0 to 1,000,000 is needed, not -1
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_type_hints

from accord.errors import UsageError
from accord.messages import option as spelled
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable

Options = TypeVar("Options")
_KEY = "accord option"
_WORD = re.compile(r"\w+")
_NONE = frozenset({"None", "NoneType", "Optional"})
_PLAIN = frozenset({"bool", "int", "float", "str", "tuple", "None", "Any"})
"""The names of which types need not be resolved."""
_COMMA = re.compile(r"(?<!\\),")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be said: its name and default, what it is for, and which values it takes.

    ``type`` is int, float, str or bool; ``many`` options are given several times, ``optional`` ones may be None.
    ``flag`` is the name of a switch on the command line where that is not the option's own (``--no-functions`` for
    functions=False). ``metavar`` stands for a value in help. ``parse`` makes a value of what the command line gives.
    ``python`` options are keyword arguments only: objects and functions that no command line holds. ``command`` options
    are the command line's own. What only ``scoring`` takes is nothing that agreement is measured by.
    """

    name: str
    type: type
    default: Any
    help: str
    choices: tuple[str, ...] | Callable[[], Sequence[str]] = ()
    range: tuple[float | None, float | None] = (None, None)
    metavar: str | None = None
    many: bool = False
    optional: bool = False
    flag: str | None = None
    short: str | None = None
    parse: Callable[[Any], Any] | None = None
    python: bool = False
    command: bool = False
    scoring: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The values it takes, where these are few."""
        return tuple(self.choices() if callable(self.choices) else self.choices)

    @property
    def switch(self) -> str:
        """What it is called on the command line."""
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def called(self) -> str:
        """What it is called by whoever is spoken to."""
        return spelled(self.name, flag=self.switch).removesuffix("=")

    def words(self, value: Any) -> list[str]:
        """What the command line says for a value.

        >>> Option("draws", int, 1_000, "Random placements.").words(10)
        ['--draws', '10']
        """
        if self.type is bool:
            return [] if value == self.default else [self.switch]
        if self.many and self.metavar and "," in self.metavar:
            return [self.switch, _joined(value)] if value else []
        several = value if self.many else [value]
        return [word for each in several for word in (self.switch, _joined(each))]

    def check(self, value: Any) -> Any:
        """A value as the measure needs it, or the sentence that refuses it."""
        no_check = self.python and self.type is str
        if value is self.default or no_check or (value is None and self.optional):
            return value
        if self.many:
            several = (value,) if isinstance(value, str) else value
            if not isinstance(several, Sequence | frozenset | set) or isinstance(several, bytes):
                raise UsageError(f"{self.called}: a name or a list of names is needed, not {_shown(value)}")
            return tuple(self._one(each) for each in several)
        return self._one(value)

    def _one(self, value: Any) -> Any:
        if self.type is bool:
            if not isinstance(value, bool):
                raise UsageError(f"{self.called}: True or False is needed, not {_shown(value)}")
            return value
        if self.type in {int, float}:
            return self._number(value)
        if self.many and self.type is str and not isinstance(value, str):
            raise UsageError(f"{self.called}: a name or a list of names is needed, not {_shown(value)}")
        if value is None:
            raise UsageError(f"{self.called}: a text is needed, not None")
        if self.names and value not in self.names:
            raise UsageError(f"unknown {self.name} {value!r}: {suggestion(str(value), list(self.names))}")
        return value

    def _number(self, value: Any) -> float | int:
        low, high = self.range
        number: Any = None
        if not isinstance(value, bool):
            try:
                number = index(value) if self.type is int else float(value) if isinstance(value, Real) else None
            except (TypeError, OverflowError):
                number = None
        beyond = number is None or (low is not None and not number >= low) or (high is not None and not number <= high)
        if beyond:
            what = "a whole number" if self.type is int else "a number"
            ends = [f"{word} {end:,}" for word, end in (("from", low), ("to", high)) if end is not None]
            raise UsageError(f"{' '.join([f'{self.called}:', what, *ends])} is needed, not {_shown(value)}")
        return number  # type: ignore[no-any-return]


def listed(*lists: str) -> list[str]:
    r"""The names in comma-separated lists, in which ``\,`` is a comma of a name."""
    names = [name.replace(r"\,", ",").strip() for text in lists for name in _COMMA.split(text)]
    return [name for name in names if name]


def _joined(value: Any) -> str:
    """A value as a command line says it, names as a comma-separated list."""
    several = isinstance(value, tuple | list)
    return ",".join(name.replace(",", r"\,") for name in value) if several else str(value)


def option(default: Any, help: str, **more: Any) -> Any:  # noqa: A002 - as click, argparse and data classes call it
    """A field of a class of options: its default, what it is for, and more that `Option` says."""
    known = {"help": help, **more}
    if isinstance(default, list | dict | set):
        raise TypeError("a default is never changed: use a tuple")
    return field(default=default, metadata={_KEY: known})


@cache
def options_of(options: Any) -> Mapping[str, Option]:
    """All options of a class, by name, in their order."""
    found = {}
    types = _types(options)
    for each in fields(options):
        known = dict(each.metadata.get(_KEY, {"help": ""}))
        plain = next((type_ for type_ in (bool, int, float) if type_.__name__ in types[each.name]), str)
        kind = known.pop("type", None) or plain
        default = None if each.default is MISSING else each.default
        known.setdefault("optional", not types[each.name].isdisjoint(_NONE))
        found[each.name] = Option(each.name, kind, default, **known)
    return found


def chosen(options: type[Options], given: Mapping[str, Any]) -> Options:
    """An object of a class of options from what a caller gives, or a usage error that says what is wrong."""
    known = options_of(cast("Any", options))
    for name in given:
        if name not in known:
            listed = [each.name for each in known.values() if not each.command]
            raise UsageError(f"unknown option {name!r}: {suggestion(name, listed)}")
    return options(**{name: known[name].check(value) for name, value in given.items()})


def _types(options: Any) -> dict[str, set[str]]:
    """The names in the type of each field; resolved where they are not plain, which takes ten times as long."""
    found = {each.name: set(_WORD.findall(str(each.type))) for each in fields(options)}
    if all(names <= _PLAIN for names in found.values()):
        return found
    return {name: set(_WORD.findall(str(hint))) for name, hint in get_type_hints(options).items()}


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
