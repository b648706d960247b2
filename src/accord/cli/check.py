"""``accord check``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, column_options, encoding_option, format_options, paths
from accord.cli.output import print_json, reasons, say_refused
from accord.errors import AccordError, Causes

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("check", cls=Verb)
@paths(folders=True)
@encoding_option
@column_options("offsets")
@format_options("text", "json")
@click.option("--quiet", "-q", is_flag=True, help="Only the summary of each file.")
def command(paths: tuple[str, ...], encoding: str | None, columns: Columns, format_: str, quiet: bool) -> int:
    """List everything that is wrong with files of labels, spans or trees.

    Every invalid transition, state or label, empty token, ragged row and misplaced document mark, in one go, with
    file, line and token; and the encodings each file would be valid in. For trees: every graph that is no tree, with
    its cycles and missing heads, and tokens that differ between files. Exit code 1 if there is any error.
    """
    from accord.messages import printable
    from accord.reporting.check import check_payload, check_summary
    from accord.verbs.check import check_file, check_together

    checked, refused = [], {}
    for path in paths:
        try:
            checked.append(check_file(path, encoding=encoding, columns=columns))
        except AccordError as error:
            refused[path] = error
    together = check_together(paths, columns)
    if format_ == "json":
        lost = [reason for path, error in refused.items() for reason in reasons(path, error)]
        print_json([*check_payload(checked), *(finding.payload() for finding in [*together, *lost])])
    else:
        causes = Causes()
        for file in checked:
            for line in causes.lines(file.findings) if not quiet else ():
                click.echo(printable(line))
            click.echo(printable(check_summary(file)))
        for line in [*causes.lines(together), *causes.rest()] if not quiet else ():
            click.echo(printable(line))
    say_refused(refused, quiet=quiet)
    return max([int(any(file.errors for file in checked)), *(refusal.exit_code for refusal in refused.values())])
