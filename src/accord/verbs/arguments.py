"""What callers give, as the verbs need it, or a usage error that says what is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from inspect import Parameter, Signature, signature
from numbers import Real
from operator import index
from os import PathLike, fspath
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.messages import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.kinds.options import Option


def signature_with(function: Callable[..., Any], options: Mapping[str, Option]) -> Signature:
    """The signature of a verb that takes options by name, with each of them in it."""
    own = signature(function)
    more = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=each.default)
        for name, each in options.items()
        if not each.command
    ]
    listed = [each for each in own.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    return own.replace(parameters=[*listed, *more])


def check_path(given: Any, what: str) -> str:
    """A path as text."""
    path = fspath(given) if isinstance(given, str | PathLike) else None
    if not isinstance(path, str) or not path or "\0" in path:
        raise UsageError(f"{what}: a path is needed, not {shown(given)}")
    return path


def refuse_repeated(paths: Iterable[str], what: str) -> None:
    """Refuse a file that is given twice, also where it goes by another name."""
    files: dict[File, str] = {}
    for path in paths:
        file = File(path).resolve()
        if file in files:
            same = f"{path} is given twice" if files[file] == path else f"{path} is the same file as {files[file]}"
            raise UsageError(f"{same}: each {what} counts once")
        files[file] = path


def check_whole_number(given: Any, what: str, least: int) -> int:
    """A whole number that is not too small.

    >>> check_whole_number(3, "resamples", least=1)
    3
    """
    try:
        number = index(given)
    except TypeError:
        number = least - 1
    if number < least:
        raise UsageError(f"{what}: a whole number from {least} is needed, not {shown(given)}")
    return number


def check_number(given: Any, what: str) -> float:
    """A number.

    >>> check_number(1, "level")
    1.0
    """
    if isinstance(given, bool) or not isinstance(given, Real):
        raise UsageError(f"{what}: a number is needed, not {shown(given)}")
    return float(given)


def check_function(given: Any, what: str) -> None:
    """Refuse what can not be called; nothing at all is no function to call."""
    if given is not None and not callable(given):
        raise UsageError(f"{what}: a function is needed, not {shown(given)}")


def names(given: Any, what: str) -> tuple[str, ...]:
    """Some names, or a single one.

    >>> names("PER", "keep"), names(["PER", "LOC"], "keep")
    (('PER',), ('PER', 'LOC'))
    """
    collected = list(given) if isinstance(given, Set) else lists(given)
    listed = tuple(collected) if isinstance(collected, list) else (collected,)
    if not all(isinstance(name, str) for name in listed):
        raise UsageError(f"{what}: a name or a list of names is needed, not {shown(given)}")
    return listed


def renames(given: Any, what: str) -> dict[str, str]:
    """Old names with their new ones."""
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for pair in given.items() for name in pair):
        raise UsageError(f"{what}: a mapping of old names to new ones is needed, not {shown(given)}")
    return dict(given)


def lists(given: Any) -> Any:
    """Generators, arrays and other ordered collections as lists, all the way down; everything else as it is.

    >>> lists(iter([("B-PER", "O"), iter(["O"])]))
    [['B-PER', 'O'], ['O']]
    """
    if isinstance(given, str | bytes | PathLike | Mapping | Set) or not isinstance(given, Iterable):
        return given
    try:
        parts = iter(given)
    except TypeError:  # an array of no dimensions says that it is iterable
        return given
    return [str(part) if isinstance(part, str) else lists(part) for part in parts]
