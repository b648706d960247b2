"""What annotators can agree on, and what the command line needs to measure and to show it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from accord.model import Corpus
    from accord.reporting.table import Table

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Renderers(NamedTuple):
    """How an agreement is shown: as JSON, as a tidy table for programs, and as tables to read."""

    payload: Callable[[], Any]
    records: Callable[[], Table]
    tables: Callable[[], Iterable[Table]]
    more: Callable[[], list[str]] = list
    """Draws what is drawn besides, and gives what is to be said of it."""


class Kind(NamedTuple):
    """One thing to agree on: which options say something about it, and how it is measured.

    ``measure`` takes a corpus, coefficients and those options that are given, and gives the agreement and what is to be
    said of it; ``shown`` takes the agreement, how many rows to show and the same options.
    """

    name: str
    options: Mapping[str, Decorator]
    coefficients: Callable[[], Iterable[str]]
    measure: Callable[..., tuple[Any, list[str]]]
    shown: Callable[..., Renderers]
    refuse: Callable[[Mapping[str, Any], str], None] = lambda _given, _format: None
    """Refuses options for which an output format has no room."""
    alone: bool = False
    """Whether nothing else can be made of the layer."""


def kinds() -> list[Kind]:
    """All of them; labels come last."""
    return [import_module(f"accord.cli.agree_{name}").KIND for name in ("trees", "units", "spans", "labels")]


def kind_for(corpus: Corpus, coefficients: tuple[str, ...]) -> Kind:
    """What is measured: what the files hold, unless the coefficients are for something that can be made of it."""
    *others, labels = kinds()
    in_files = next((kind for kind in others if kind.name == corpus.layer.kind), labels)
    if in_files.alone:
        return in_files
    asked = {kind.name: kind for kind in others if _for(kind, coefficients)}
    if len(asked) > 1 or (asked and len(coefficients) > _for(next(iter(asked.values())), coefficients)):
        raise click.UsageError(f"{' and '.join(coefficients)} are for different things: ask for them apart")
    if asked:
        return next(iter(asked.values()))
    return labels if coefficients else in_files


def _for(kind: Kind, coefficients: tuple[str, ...]) -> int:
    return sum(name.casefold().partition(":")[0] in kind.coefficients() for name in coefficients)


def refuse_idle(kind: Kind, given: Mapping[str, Any], format_: str) -> None:
    """Refuse options that say nothing about what is measured, or for which the output has no room."""
    for name in given:
        if name not in kind.options:
            what = " and ".join(other.name for other in reversed(kinds()) if name in other.options)
            raise click.UsageError(f"--{name.replace('_', '-')} is for {what}, and {kind.name} are measured here")
    kind.refuse(given, format_)


def refuse_others(corpus: Corpus, coefficients: tuple[str, ...]) -> None:
    """Refuse what is not agreement on labels."""
    kind = kind_for(corpus, coefficients)
    if kind.name != "labels":
        raise click.UsageError(f"this is for labels, and {kind.name} would be measured here: see accord agree")
