"""Options that several verbs share."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from accord.verbs.tracks import Columns

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.measure.reference.scores import Scores

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

TABLE_CHOICES = ("text", "json", "csv", "latex", "markdown")


def paths() -> Decorator:
    """One or more files."""
    return click.argument("paths", nargs=-1, required=True, type=click.Path(allow_dash=True))


def encoding_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """The chunk encoding, found out where it is not given."""
    return click.option(
        "--encoding",
        "-e",
        metavar="NAME",
        help="BIO, IOB, BIOES, BILOU, BMES, BMEOW, IO, or NAME-suffix for labels like PER-B. Default: found out.",
    )(function)


def column_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Where tokens and labels stand, gathered into one ``columns`` argument."""
    import functools

    @functools.wraps(function)
    def wrapper(
        *args: Any, token_column: str | None, label_column: str | None, file_encoding: str, **kwargs: Any
    ) -> Any:
        return function(*args, columns=Columns(token_column, label_column, file_encoding), **kwargs)

    options = [
        click.option(
            "--token-column",
            metavar="N|NAME",
            help="Column of the token, from 0, or -1 from the end. Default: found out.",
        ),
        click.option("--label-column", metavar="N|NAME", help="Column of the label, likewise. Default: found out."),
        click.option("--file-encoding", default="utf-8", show_default=True, help="Text encoding of the files."),
    ]
    decorated: Callable[..., Any] = wrapper
    for option in reversed(options):
        decorated = option(decorated)
    return decorated


def by_file_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Whether files are grouped into systems."""
    return click.option(
        "--by-file", is_flag=True, help="Each file a system of its own, also if names differ only in a number."
    )(function)


def repair_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How invalid sequences of the prediction and of the reference are read."""
    for name, what in (
        ("--repair-reference", "The same for the reference."),
        ("--repair", "How to read invalid sequences: begin, discard, last-type; none refuses them."),
    ):
        function = click.option(name, default="none", show_default=True, metavar="METHOD", help=what)(function)
    return function


def quiet_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Whether notes are left out."""
    return click.option("--quiet", "-q", is_flag=True, help="No notes on standard error.")(function)


def output_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Where a file is written."""
    return click.option(
        "--output", "-o", required=True, type=click.Path(allow_dash=True), help="Where to write; - is standard output."
    )(function)


def format_options(*choices: str) -> Decorator:
    """``--format`` and its short form ``--json``, as one ``format_`` argument."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        chosen = click.option(
            "--format",
            "-f",
            "format_",
            type=click.Choice(choices),
            default="text",
            show_default=True,
            help="Output format.",
        )(function)
        return click.option("--json", "format_", flag_value="json", help="Same as --format json.")(chosen)

    return decorate


def print_json(payload: Any) -> None:
    """Print exactly the payload."""
    json.dump(payload, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def note(message: str, *, quiet: bool = False) -> None:
    """Say something beside the result, on standard error."""
    if not quiet:
        click.echo(f"note: {message}", err=True)


def note_assumptions(scores: Scores, *, quiet: bool) -> None:
    """Say which encoding was assumed, and which files were taken for runs of one system."""
    for system in scores.systems:
        if len(system.runs) > 1:
            runs = ", ".join(run.file for run in system.runs)
            note(
                f"{system.name}: {len(system.runs)} runs of one system (--by-file takes them apart): {runs}",
                quiet=quiet,
            )
    if scores.encoding_detected:
        note(f"encoding {scores.encoding.name}, found out from the reference (say it with --encoding)", quiet=quiet)


def refuse_two_standard_inputs(*paths: str | None) -> None:
    """Refuse to read standard input as two things at once."""
    if paths.count("-") > 1:
        raise click.UsageError("- can be given once: standard input is either the reference or a prediction")
