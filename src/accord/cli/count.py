"""``accord count``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from accord.cli.options import (
    TABLE_CHOICES,
    Verb,
    column_options,
    encoding_option,
    format_options,
    paths,
)
from accord.cli.output import note, print_json

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("count", cls=Verb)
@paths(folders=True)
@click.option("--surface", is_flag=True, help="Count surface forms (the words) of each type.")
@encoding_option
@click.option("--repair", default="none", show_default=True, metavar="METHOD", help="How to read invalid sequences.")
@column_options("offsets", "layer")
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...], surface: bool, encoding: str | None, repair: str, columns: Columns, format_: str
) -> None:
    """Count mentions by type, or by type and surface form, the most frequent first."""
    from accord.reporting.table import Table
    from accord.reporting.terminal import show_tables
    from accord.verbs.describe import describe

    counts: Counter[tuple[str, ...]] = Counter()
    for path in paths:
        for summary in describe(path, encoding=encoding, repair=repair, columns=columns, surface=surface):
            if summary.assumed:
                note(summary.assumed)
            plain = {(label,): number for label, number in (summary.mentions or summary.labels).items()}
            found = summary.surface if surface else plain
            counts.update({(summary.layer, *key): number for key, number in found.items()})
    names = ("type", "text") if surface else ("type",)
    if any(layer for layer, *_ in counts):
        names = ("layer", *names)
    else:
        counts = Counter({tuple(key): number for (_, *key), number in counts.items()})
    if format_ == "json":
        print_json([{"count": number, **dict(zip(names, key, strict=True))} for key, number in counts.most_common()])
    else:
        rows = tuple((str(number), *key) for key, number in counts.most_common())
        show_tables([Table(("count", *names), rows)], format_)
