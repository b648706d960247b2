"""``accord plan``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kind_options import class_options, switches
from accord.cli.options import TABLE_CHOICES, Verb, campaign_options, format_options, gathered, paths, quiet_option
from accord.cli.output import note, print_json, some_of
from accord.kinds.kind import kind_for, kind_of
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.options import LabelOptions

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


_OPTIONS = ("distance", "labels", "missing", "keep_singletons", "by_document", "annotators", "exclude", "level")


@click.command("plan", cls=Verb)
@paths()
@click.option(
    "--width",
    "widths",
    type=click.FloatRange(0, min_open=True),
    multiple=True,
    default=(0.2, 0.1, 0.05),
    show_default=True,
    help="How wide the interval may be, from end to end; repeatable.",
)
@click.option(
    "--cost",
    nargs=3,
    type=click.FloatRange(0),
    default=(0.0, 1.0, 50.0),
    show_default=True,
    metavar="ITEM LABEL ANNOTATOR",
    help="What each of these costs: of all studies that are enough for annotators like these the cheapest is shown.",
)
@click.option(
    "--coefficient",
    "-c",
    "coefficients",
    multiple=True,
    metavar="NAME",
    help=f"{', '.join(COEFFICIENTS)}; repeatable. Default: what fits.",
)
@gathered("given", class_options(LabelOptions, *_OPTIONS))
@campaign_options
@quiet_option
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    widths: tuple[float, ...],
    cost: tuple[float, float, float],
    coefficients: tuple[str, ...],
    given: dict[str, Any],
    campaign: Campaign,
    quiet: bool,
    format_: str,
) -> None:
    """Estimate how many more items, and how many annotators, an interval of a given width needs.

    PATHS are the files of a first sample, as for `accord agree`. The first table is for the same annotators on more
    items. The second is for annotators like these: where annotators differ, more items alone do not help. The forecast
    takes the sample for a fair picture of what is to come: as hard items, as frequent labels. With --by-document it
    counts documents.
    """
    from accord.agreement.design import Costs
    from accord.reporting.plan import design_table, plan_payload, plan_records, plan_table
    from accord.reporting.terminal import show_tables
    from accord.verbs.agree import measure

    corpus = campaign.read(paths)
    if kind_of(corpus).plans and not coefficients:
        coefficients = ("alpha",)  # labels, also where what they mark would be measured
    kind = kind_for(corpus, coefficients)
    if not kind.plans:
        raise click.UsageError(
            f"this is for labels, and there are {kind.name}: accord agree has their interval, which is about half as "
            "wide with four times as much"
        )
    agreement = measure(corpus, coefficients, given, called=switches([kind]).__getitem__)
    forecasts = {width: agreement.needed(width) for width in widths}
    costs = Costs(*cost)
    designs = {width: agreement.design(width, costs) for width in widths}
    if format_ == "json":
        print_json(plan_payload(agreement, forecasts, designs, costs))
    elif format_ == "csv":
        show_tables([plan_records(agreement, forecasts)], format_)
    else:
        show_tables([plan_table(agreement, forecasts), design_table(agreement, designs, costs)], format_)
    for each in [*some_of(corpus.findings), *corpus.assumptions, *agreement.reasons]:
        note(each, quiet=quiet)
