"""``accord report``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.campaign.page_limits import MAX, SECONDS
from accord.cli.kind_options import class_options
from accord.cli.options import Verb, campaign_options, gathered, paths, quiet_option
from accord.cli.output import note, print_json
from accord.kinds.common_options import AnnotatorOptions
from accord.kinds.labels.options import LabelOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.campaign.report import Page
    from accord.verbs.read import Campaign


def _print_schema(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if asked:
        from accord.payload.page import PagePayload
        from accord.payload.schema import json_schema

        print_json(json_schema(PagePayload))
        context.exit()


@click.command("report", cls=Verb)
@paths()
@click.option(
    "--output",
    "-o",
    default="report.html",
    show_default=True,
    type=click.Path(allow_dash=True),
    help="Where to write the page; - is standard output.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what the page holds as JSON, and write no page.")
@click.option("--payload", metavar="FILE.json", type=click.Path(), help="Write what the page holds as JSON, too.")
@click.option(
    "--schema",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_schema,
    help="Print the JSON schema of what --json and --payload give, and exit.",
)
@click.option("--title", help="What the page is called. Default: the name of the folder or file.")
@click.option("--reference", "-r", type=click.Path(), help="The reference of systems. Default: found by its name.")
@click.option(
    "--system",
    "systems",
    multiple=True,
    type=click.Path(),
    help="A file or folder of predictions; repeatable. Default: found by their folder.",
)
@click.option(
    "--repair",
    metavar="METHOD",
    help="How to read invalid sequences of chunk labels: begin, discard, last-type; none leaves out what needs it. "
    "Default: begin.",
)
@gathered("compared", class_options(LabelOptions, "distance", "missing"))
@click.option(
    "--budget",
    type=click.FloatRange(0),
    help=f"Seconds of processor time for costly measures, such as gamma. Default: {SECONDS:g}.",
)
@click.option("--all", "everything", is_flag=True, help="No limit: costly measures take as long as they need.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=MAX,
    show_default=True,
    help="How many documents and hardest items of each layer to hold.",
)
@gathered("given", class_options(AnnotatorOptions))
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the random numbers.")
@click.option("--anytime", is_flag=True, help="Intervals that hold however often one looks, for work that goes on.")
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
@quiet_option
@campaign_options
def command(
    paths: tuple[str, ...],
    output: str,
    as_json: bool,
    payload: str | None,
    budget: float | None,
    everything: bool,
    given: dict[str, Any],
    compared: dict[str, Any],
    show: bool,
    quiet: bool,
    campaign: Campaign,
    **settings: Any,
) -> None:
    """Write one page that says how much annotators agree, where it breaks and what to do next.

    PATHS are files and folders with all that belongs to a campaign: labels, spans, units and trees of several
    annotators, a reference, predictions of systems. Files that belong together are detected, and what was assumed is
    said on the page. What is quick is measured and written first; costly measures then get --budget seconds.
    """
    from accord.campaign.report import Page, payloads
    from accord.cli.progress import stages

    if as_json and (payload or show):
        raise click.UsageError("--json prints what the page holds and writes nothing: leave out --payload and --open")
    if everything and budget is not None:
        raise click.UsageError("--all takes as long as it takes, and --budget so many seconds: give one of them")
    if not everything and budget is None:
        budget = SECONDS
    if not as_json:
        read = [*paths, settings["reference"], *settings["systems"]]
        _refuse_output(read, output, payload, show=show)
    with stages() as told:
        settings |= {**given, **compared, "budget": budget, "campaign": campaign}
        steps = payloads(paths, progress=told, **settings)
        page = _last(map(Page, steps), None if as_json or output == "-" else output, payload)
    if as_json:
        print_json(page.payload)
        return
    if output == "-":
        page.write(output)
    else:
        click.echo(page.summary)
        click.echo(f"{output}: open it in a browser")
    if show:
        click.launch(Path(output).resolve().as_uri())
    shown = {layer.id for layer in page.content.layers}
    for remark in page.content.assumptions:
        note(remark.text, quiet=quiet or remark.layer in shown)  # how each layer was read is on the page


def _last(pages: Iterator[Page], output: str | None, payload: str | None) -> Page:
    """The last page, each of them written as soon as it is there; if the work breaks off, the one before stays."""
    written: list[str] = []
    page = None
    try:
        for page in pages:
            if output is not None:
                page.write(output)
            if payload is not None:
                page.write_payload(payload)
            written = [path for path in (output, payload) if path is not None]
    except (Exception, KeyboardInterrupt) as error:
        if not written:
            raise
        why = "interrupted" if isinstance(error, KeyboardInterrupt) else "not finished"
        hold = "holds" if len(written) == 1 else "hold"
        click.echo(f"{why}: {' and '.join(written)} {hold} what was measured by then", err=True)
        if isinstance(error, Exception):
            raise
        raise SystemExit(130) from None
    assert page is not None
    return page


def _refuse_output(read: list[str | None], output: str, payload: str | None, *, show: bool) -> None:
    """Refuse to write over what may be data: what is read, or is there and is no page, or no JSON."""
    from accord.campaign.discover import is_page
    from accord.campaign.page_files import refuse_no_page, refuse_no_payload
    from accord.formats.output import refuse_over
    from accord.formats.source import Source

    refuse_no_page(output)
    if payload is not None:
        refuse_no_payload(payload)
    for path in (output, payload):
        if path not in {None, "-"} and not (folder := Path(str(path)).parent).is_dir():
            raise click.UsageError(f"cannot write {path}: there is no folder {folder}")
    if output == "-" and show:
        raise click.UsageError("--open needs a page in a file: leave out --output -")
    refuse_over(read, output, None if payload is not None and is_page(Source(payload)) else payload)
