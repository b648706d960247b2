"""``accord gold``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.adjudicate.policy import POLICIES
from accord.cli.kind_options import class_options
from accord.cli.options import Verb, campaign_options, gathered, output_option
from accord.cli.output import note, print_json
from accord.errors import UsageError
from accord.kinds.common_options import AnnotatorOptions

if TYPE_CHECKING:
    from accord.adjudicate.export import Exported
    from accord.verbs.read import Campaign


@click.command("gold", cls=Verb)
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True))
@output_option
@click.option(
    "--decisions",
    metavar="FILE",
    help="Where decisions are kept. Default: the accord-decisions.sqlite beside the data or above that has some.",
)
@click.option(
    "--undecided",
    type=click.Choice(list(POLICIES)),
    default="refuse",
    show_default=True,
    help="What happens to what nobody decided: majority takes what more than half say; texts without are left out.",
)
@click.option(
    "--to",
    "--format",
    "format_",
    metavar="FORMAT",
    help="Any that is written and holds it (accord formats): conll, jsonl, brat ... Default: by the output.",
)
@click.option(
    "--account",
    metavar="FILE",
    help="Also write how it was made: as JSON where the name ends in .json, else as Markdown.",
)
@click.option(
    "--since",
    metavar="FILE.json",
    help="The account of an earlier gold standard: say what changed. Default: that of --account, if it is there.",
)
@click.option(
    "--repair",
    metavar="METHOD",
    default="begin",
    show_default=True,
    help="How invalid sequences of chunk labels are read, as when they were decided: begin, discard, last-type, none.",
)
@gathered("given", class_options(AnnotatorOptions, "annotators"))
@click.option("--json", "as_json", is_flag=True, help="Print how it was made as JSON.")
@campaign_options
def command(
    paths: tuple[str, ...],
    output: str,
    decisions: str | None,
    undecided: str,
    format_: str | None,
    account: str | None,
    since: str | None,
    repair: str,
    given: dict[str, Any],
    as_json: bool,
    campaign: Campaign,
) -> None:
    """Make a gold standard from what annotators agree on and what was decided with `accord serve`.

    Says how it was made: how much all agree on, who decided the rest, what was left out; and how each annotator does
    against it. What the format has no place for is said before anything is written.
    """
    import json
    from pathlib import Path

    from accord.adjudicate.database import PARTS
    from accord.adjudicate.export import account_markdown
    from accord.adjudicate.find_database import beside, databases
    from accord.adjudicate.remarks import remarks
    from accord.campaign.gold import gold
    from accord.formats.folders import find_files
    from accord.formats.output import STANDARD_OUTPUT, refuse_over, whole_file

    if as_json and output == STANDARD_OUTPUT:
        raise UsageError(
            "-o - and --json both go to standard output: write one into a file (-o FILE, --account FILE.json)"
        )
    if output == account == STANDARD_OUTPUT:
        raise UsageError("-o - and --account - both go to standard output: write one into a file")
    kept = [decisions] if decisions else [str(each) for each in (beside(paths), *databases(find_files(paths).paths))]
    refuse_over([*paths, *(f"{each}{part}" for each in kept for part in PARTS)], output, account)

    def before(made: Exported) -> None:
        for said in made.account["decisions_closed"]:
            note(said)
        for said in made.account["not_held"]:
            click.echo(f"warning: the format has no place for {said}", err=True)

    if since is None and account is not None and account.endswith(".json") and Path(account).is_file():
        since = account
    made = gold(
        paths,
        output,
        decisions=decisions,
        undecided=undecided,
        format=format_,
        repair=repair,
        since=since,
        before=before,
        campaign=campaign,
        **given,
    )
    told = account_markdown(made.account)
    if account is not None:
        text = json.dumps(made.account, ensure_ascii=False, indent=2) + "\n" if account.endswith(".json") else told
        with whole_file(account) as stream:
            stream.write(text.encode("utf-8", "surrogateescape"))
    if as_json:
        print_json(made.account)
    elif output != STANDARD_OUTPUT:
        click.echo(told, nl=False)
    else:
        note(str(made.account["signature"]))
        for said in remarks(made.account):
            note(said)
