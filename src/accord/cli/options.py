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


def paths(required: bool = True) -> Decorator:
    """One or more files."""
    return click.argument("paths", nargs=-1, required=required, type=click.Path(allow_dash=True))


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


def note_encoding(scores: Scores, *, quiet: bool) -> None:
    """Say which encoding was assumed."""
    if scores.encoding_detected:
        note(f"encoding {scores.encoding.name}, found out from the reference (say it with --encoding)", quiet=quiet)
