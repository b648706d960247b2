"""``accord agree``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.bar import Bar, missed
from accord.cli.kinds import kind_for, kinds, refuse_idle
from accord.cli.options import (
    EXCEPT,
    TABLE_CHOICES,
    TOP,
    campaign_options,
    format_options,
    gathered,
    paths,
    quiet_option,
)
from accord.cli.output import note, print_json, some_of
from accord.kinds.labels import COEFFICIENTS
from accord.messages import suggestion
from accord.verbs.arguments import refuse_only_and_except

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from accord.verbs.read import Campaign


@click.command("agree")
@paths()
@click.option(
    "--coefficient",
    "-c",
    "coefficients",
    multiple=True,
    metavar="NAME",
    help=f"{', '.join(COEFFICIENTS)}; corrected-f1 (spans); gamma, gamma-cat, gamma-k, accord-2011, u-alpha and other "
    "baselines (units); several times for several. Default: what fits.",
)
@gathered("given", {name: option for kind in reversed(kinds()) for name, option in kind.options.items()})
@EXCEPT
@TOP
@click.option("--fail-under", type=Bar(-1, 1), metavar="VALUE", help="Exit with 1 if the first coefficient is below.")
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    coefficients: tuple[str, ...],
    given: dict[str, Any],
    but: tuple[str, ...],
    top: int,
    fail_under: Fraction | None,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> int:
    """Measure how much annotators agree on labels, spans, units or trees, and where they do not.

    PATHS are the files or folders of a campaign: a file, a folder, a column or rows for each annotator. Without
    options what fits the data is measured, and the reasons are said. Labels of tokens are compared token by token; with
    --coefficient corrected-f1, the spans that chunk labels mark, corrected for what random spans would agree on; with
    --coefficient gamma, the same or units of any kind, over their best alignment. Of trees alpha over tree edit
    distance is measured, with LAS and UAS or bracket F1 beside it.
    """
    from accord.reporting.terminal import show_tables

    refuse_only_and_except(given.get("only"), but)
    corpus = campaign.read(paths)
    if but:
        given = given | {"only": _others(corpus.annotators, but)}
    notes = [] if "only" in given else _called_like_references(corpus.annotators)
    kind = kind_for(corpus, coefficients)
    refuse_idle(kind, given, format_)
    agreement, said = kind.measure(corpus, coefficients, **given)
    shown = kind.shown(agreement, top, **given)
    if format_ == "json":
        print_json(shown.payload())
    else:
        show_tables([shown.records()] if format_ == "csv" else shown.tables(), format_)
    for each in [*shown.more(), *some_of(corpus.findings), *corpus.assumptions, *said, *notes]:
        note(each, quiet=quiet)
    return int(missed(agreement.result.name, agreement.result.value, fail_under))


def _others(annotators: Sequence[str], but: Iterable[str]) -> tuple[str, ...]:
    """All annotators but some, who must be there."""
    for name in but:
        if name not in annotators:
            raise click.UsageError(f"there is no annotator {name!r}: {suggestion(name, list(annotators))}")
    return tuple(name for name in annotators if name not in but)


def _called_like_references(annotators: Iterable[str]) -> list[str]:
    from accord.formats.names import called_like

    counts, how = "counts as an annotator, and is called like a", "(--except leaves it out)"
    return [f"{name} {counts} {called} {how}" for name in annotators if (called := called_like(name))]
