"""Options on the command line that are made from those of the kinds, and help that lists them in groups."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from accord.cli.options import Verb, among, gathered
from accord.kinds.kind import kinds
from accord.kinds.options import listed, options_of
from accord.messages import listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from accord.cli.options import Groups
    from accord.kinds.kind import Kind
    from accord.kinds.options import Option

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class KindOption(click.Option):
    """An option of some kinds."""

    def __init__(self, *args: Any, kinds: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.kinds = tuple(kinds)


class KindCommand(Verb):
    """A verb whose help lists the options of each kind apart, those of the files that are given first."""

    first_group = "Common"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what was given, for help to look at."""
        ctx.meta["accord.given"] = list(args)
        return super().parse_args(ctx, args)

    def group_of(self, option: click.Option) -> str:
        """The kinds that an option is for, if these are not all."""
        if isinstance(option, KindOption) and {kind.name for kind in kinds()} > set(option.kinds):
            return _heading(option.kinds)
        return super().group_of(option)

    def sections(self, ctx: click.Context) -> Groups:
        """Between what is common and how files are read: what is for some kinds, for those of these files first."""
        found = super().sections(ctx)
        some = (parameter.kinds for parameter in self.get_params(ctx) if isinstance(parameter, KindOption))
        kinds_of = {_heading(each): each for each in some if _heading(each) in found}
        here = _detected(ctx.meta.get("accord.given", []))
        names = [kind.name for kind in reversed(kinds())]
        ordered: Groups = {self.first_group: found.pop(self.first_group)}
        for title, of in sorted(
            kinds_of.items(), key=lambda entry: (here not in entry[1], min(map(names.index, entry[1])))
        ):
            ordered[f"{title} (these files)" if here in of else title] = found.pop(title)
        return ordered | found


def _heading(names: Iterable[str]) -> str:
    return ", ".join(names).capitalize()


def _detected(given: Sequence[str]) -> str | None:
    """The kind of what the files hold that are given beside --help, if there are any that can be read."""
    from pathlib import Path

    from accord.errors import AccordError
    from accord.kinds.kind import kind_of

    files = [word for word in given if not word.startswith("-") and Path(word).exists()]
    if not files:
        return None
    from accord.verbs.read import read

    try:
        return kind_of(read(*files)).name
    except (AccordError, OSError):
        return None


def kind_options(some: Iterable[Kind], *, scoring: bool = False, without: Sequence[str] = ()) -> Decorator:
    """The options of some kinds, for agreement or for scores, gathered into one argument ``given``: what is given.

    Those ``without`` are left out.
    """
    found: dict[str, dict[str, Option]] = {}
    for kind in some:
        for name, each in options_of(kind.options).items():
            wanted = name in (kind.scored_by or ()) if scoring else not each.scoring
            if wanted and not each.python and name not in without:
                found.setdefault(name, {})[kind.name] = each
    return gathered("given", {name: _click_option(_for_all(of), tuple(of)) for name, of in found.items()})


def simulation_options(some: Iterable[Kind]) -> Decorator:
    """The options of simulated annotators of some kinds, gathered into one argument ``given``: what is given."""
    found: dict[str, dict[str, Option]] = {}
    for kind in some:
        for name, each in options_of(kind.simulation).items() if kind.simulation is not None else ():
            found.setdefault(name, {})[kind.name] = each
    every = {kind for of in found.values() for kind in of}
    shown = {name: tuple(of) if set(of) < every else tuple(each.name for each in kinds()) for name, of in found.items()}
    return gathered("given", {name: _click_option(_for_all(of), shown[name]) for name, of in found.items()})


def _for_all(of: Mapping[str, Option]) -> Option:
    """An option as all its kinds have it; where they say different things of it, help says which is of which."""
    first = next(iter(of.values()))
    kinds_of: dict[str, list[str]] = {}
    for kind, each in of.items():
        kinds_of.setdefault(each.help, []).append(kind)
    if len(kinds_of) == 1:
        return first
    helps = " ".join(f"Of {listing(kinds)}: {text[:1].lower()}{text[1:]}" for text, kinds in kinds_of.items())
    return replace(
        first, help=helps, default=first.default if len({each.default for each in of.values()}) == 1 else None
    )


def _value(option: Option, value: Any) -> Any:
    """What was given as a keyword argument has it."""
    if option.type is bool:
        return not option.default
    if option.parse is not None:
        return option.parse(value)
    if option.type in {int, float} and not option.many:
        return _number(value, option.type)
    if option.many and option.metavar and "," in option.metavar:
        return tuple(listed(*value))
    return value


def _number(text: str, type_: type) -> Any:
    """A number, or the text, which the option then refuses."""
    try:
        return type_(text)
    except ValueError:
        return text


def _click_option(option: Option, kinds: Sequence[str] = ()) -> Decorator:
    """An option of the command line, whose value is what a keyword argument has."""
    names = [option.switch, *([option.short] if option.short else []), option.name]
    more: dict[str, Any] = {
        "callback": functools.partial(_called_back, option),
        "help": option.help,
        "cls": KindOption,
        "kinds": kinds,
        "metavar": option.metavar,
        "shell_complete": among(lambda: option.names) if option.choices else None,
    }
    if option.type is bool:
        return click.option(*names, is_flag=True, default=False, **more)
    if option.many:
        return click.option(*names, multiple=True, **more)
    if option.names:
        more["metavar"] = option.metavar or f"[{'|'.join(option.names)}]"
    elif option.type in {int, float} and not option.metavar:
        more["metavar"] = "NUMBER"
    return click.option(*names, type=str, default=option.default, show_default=option.default is not None, **more)


def class_options(options: type, *names: str) -> dict[str, Decorator]:
    """Options of a class, all or some, by name; each gives its value as a keyword argument has it."""
    return {
        name: _click_option(each)
        for name, each in options_of(options).items()
        if not each.python and (not names or name in names)
    }


def _called_back(option: Option, context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    if context.get_parameter_source(str(parameter.name)) is ParameterSource.DEFAULT:
        return option.default
    return option.check(_value(option, value))


def switches(some: Iterable[Kind]) -> Mapping[str, str]:
    """What each option is called on the command line."""
    return {name: each.switch for kind in some for name, each in options_of(kind.options).items()}
