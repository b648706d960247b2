"""The options of ``accord score`` that make a table for a paper."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from accord.cli.options import decorated

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.scoring.corrected import Correction
    from accord.scoring.system_scores import SystemScores
    from accord.scoring.system_table import SystemTable

PAPERS = {"latex", "markdown"}
_SPREADS = ("auto", "sd", "se", "interval", "none")


class TableChoice(NamedTuple):
    """What a table for a paper shows."""

    metrics: tuple[str, ...]
    spread: str | None
    against: str | None

    def wanted(self, format_: str) -> bool:
        """Whether such a table is asked for: by its measures, or by a format that papers take."""
        if not self.metrics and format_ not in PAPERS and (given := [*self.chosen]):
            raise click.UsageError(f"--{given[0]} is for --metrics, and for --format latex and markdown")
        return bool(self.metrics) or format_ in PAPERS

    @property
    def chosen(self) -> dict[str, str]:
        """How the table is made, where that is said."""
        given = {"spread": self.spread, "against": self.against}
        return {name: value for name, value in given.items() if value is not None}

    def of(self, scores: SystemScores[Any], corrected: Correction | None = None) -> SystemTable:
        """The table."""
        return scores.table(*self.metrics, corrected=corrected, **self.chosen)  # type: ignore[arg-type]


def table_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Which measures of systems are the columns of a table, gathered into ``table``."""

    @functools.wraps(function)
    def wrapper(*args: Any, metrics: tuple[str, ...], spread: str | None, against: str | None, **kwargs: Any) -> Any:
        names = [name for word in metrics for name in _parted(word)]
        if metrics and not names:
            raise click.UsageError("--metrics names no measure: write names like f1,macro-f1,f1:PER")
        return function(*args, table=TableChoice(tuple(names), spread, against), **kwargs)

    return decorated(
        wrapper,
        click.option(
            "--metrics",
            metavar="NAMES",
            multiple=True,
            help="A table of systems with these columns, such as f1,precision,macro-f1,f1:PER. It is what --format "
            "latex and markdown print, ready for a paper.",
        ),
        click.option(
            "--spread",
            type=click.Choice(_SPREADS),
            help="What is shown beside a value there: standard deviation or error over runs, an interval, nothing. "
            "Default: auto, sd over runs and the interval of a single one.",
        ),
        click.option(
            "--against",
            metavar="SYSTEM",
            help="Which system † says the others differ from: best, none or a name. Default: best.",
        ),
    )


def _parted(word: str) -> list[str]:
    r"""The names between commas; a comma in a label is written \,.

    >>> _parted(r"f1, macro-f1,f1:a\,b")
    ['f1', 'macro-f1', 'f1:a,b']
    """
    return [name.strip().replace("\\,", ",") for name in re.split(r"(?<!\\),", word) if name.strip()]
